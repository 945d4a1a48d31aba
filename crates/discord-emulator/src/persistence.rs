//! Stores the state in a folder: it is read at startup and written shortly after each change and on shutdown.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::hub::Hub;
use super::limits;
use super::persisted_world::PersistedWorld;

const STATE: &str = "state.json";

/// Reads the stored state, if any.
///
/// # Errors
///
/// When the file cannot be read or has an unknown format.
pub(super) async fn read(folder: &Path) -> io::Result<Option<PersistedWorld>> {
    tokio::fs::create_dir_all(folder).await?;
    let text = match tokio::fs::read(folder.join(STATE)).await {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let persisted: PersistedWorld = serde_json::from_slice(&text)?;
    if persisted.format == PersistedWorld::FORMAT {
        Ok(Some(persisted))
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidData, format!("{STATE} has the unknown format {}", persisted.format)))
    }
}

/// Writes the state after each change until the server closes, and once more then.
pub(super) async fn write_on_changes(hub: Arc<Hub>, folder: Option<PathBuf>) {
    let changed = Arc::clone(&hub.world().changed);
    loop {
        let closing = tokio::select! {
            () = changed.notified() => false,
            () = hub.closing.cancelled() => true,
        };
        if !closing {
            // Collects a burst of changes into one write.
            tokio::select! {
                () = tokio::time::sleep(limits::WRITE_DELAY) => {}
                () = hub.closing.cancelled() => {}
            }
        }
        let orphans = std::mem::take(&mut hub.world().orphans);
        if let Some(folder) = &folder
            && let Err(error) = write(&hub, folder).await
        {
            tracing::error!(%error, folder = %folder.display(), "the state cannot be written");
        }
        // Only after the write: a stored state must not refer to a file that no longer exists.
        hub.files.remove(&orphans).await;
        if closing {
            return;
        }
    }
}

async fn write(hub: &Hub, folder: &Path) -> io::Result<()> {
    let text = serde_json::to_vec(&hub.world().persisted)?;
    let path = folder.join(STATE);
    let fresh = folder.join("state.json.new");
    tokio::task::spawn_blocking(move || {
        let mut file = std::fs::File::create(&fresh)?;
        io::Write::write_all(&mut file, &text)?;
        file.sync_all()?;
        std::fs::rename(&fresh, &path)
    })
    .await
    .map_err(io::Error::other)?
}
