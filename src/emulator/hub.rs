//! What all parts of the server share.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::draft::{Draft, Upload};
use super::error::ApiError;
use super::fault_injection::FaultInjector;
use super::files::{Files, content_type, dimensions};
use super::id::Id;
use super::message::Attachment;
use super::world::World;

/// The world behind its lock, the files and the faults.
#[derive(Debug)]
pub(super) struct Hub {
    world: Mutex<World>,
    pub files: Files,
    pub faults: FaultInjector,
    /// The bot token that is accepted.
    pub token: String,
    /// Names besides those of this machine by which clients may call the server.
    pub host_names: Vec<String>,
    pub closing: CancellationToken,
}

impl Hub {
    pub fn new(world: World, files: Files, token: String, host_names: Vec<String>) -> Self {
        let closing = CancellationToken::new();
        Self { world: Mutex::new(world), files, faults: FaultInjector::new(), token, host_names, closing }
    }

    /// The world. Never held over an `await`.
    pub fn world(&self) -> MutexGuard<'_, World> {
        // A panic in one request must not end the server; the world's methods change it in small, whole steps.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a draft's files into the store, so that a message can name them.
    ///
    /// # Errors
    ///
    /// Status 500 when they cannot be written.
    pub async fn store(&self, draft: &mut Draft) -> Result<(), ApiError> {
        for upload in std::mem::take(&mut draft.uploads) {
            draft.stored.push(self.store_one(upload).await?);
        }
        Ok(())
    }

    async fn store_one(&self, upload: Upload) -> Result<Attachment, ApiError> {
        let id = self.world().mint.next();
        let attachment = Attachment {
            id,
            filename: safe_name(&upload.filename),
            description: upload.description,
            content_type: content_type(&upload.filename).map_or(upload.content_type, str::to_owned),
            size: upload.bytes.len(),
            dimensions: dimensions(&upload.bytes),
        };
        self.files.put(id, upload.bytes).await.map_err(|error| {
            tracing::error!(%error, "an attachment cannot be written");
            ApiError::new(500, 0, "500: Internal Server Error")
        })?;
        Ok(attachment)
    }

    /// Forgets stored files of a draft that was refused after all.
    pub async fn forget(&self, draft: &Draft) {
        let ids: Vec<Id> = draft.stored.iter().map(|attachment| attachment.id).collect();
        self.files.remove(&ids).await;
    }
}

/// A file's name without anything that means something in an address.
fn safe_name(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let safe: String = name.chars().map(|c| if fits(c) { c } else { '_' }).take(200).collect();
    if safe.is_empty() { "file".to_owned() } else { safe }
}
