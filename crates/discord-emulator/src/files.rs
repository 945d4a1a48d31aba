//! The contents of attachments, in memory or in the state folder.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;

use super::id::Id;
use super::limits;

/// Stores the contents of attachments.
#[derive(Debug)]
pub(super) enum Files {
    /// In memory; the oldest are dropped beyond a limit.
    Memory(Mutex<BTreeMap<Id, Bytes>>),
    /// In a folder; one file per attachment, named by its id.
    Folder(PathBuf),
}

impl Files {
    /// Opens storage in `folder`, or in memory.
    ///
    /// # Errors
    ///
    /// When the folder cannot be created.
    pub async fn open(folder: Option<PathBuf>) -> io::Result<Self> {
        let Some(folder) = folder else { return Ok(Self::Memory(Mutex::default())) };
        tokio::fs::create_dir_all(&folder).await?;
        Ok(Self::Folder(folder))
    }

    /// Stores a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub async fn put(&self, id: Id, bytes: Bytes) -> io::Result<()> {
        match self {
            Self::Memory(files) => {
                let mut files = files.lock().unwrap_or_else(PoisonError::into_inner);
                files.insert(id, bytes);
                let mut total: usize = files.values().map(Bytes::len).sum();
                while total > limits::RETAINED_FILE_BYTES {
                    let Some((_, oldest)) = files.pop_first() else { break };
                    total -= oldest.len();
                }
                Ok(())
            }
            Self::Folder(folder) => tokio::fs::write(folder.join(id.to_string()), bytes).await,
        }
    }

    /// The contents of a file, if it is stored.
    pub async fn get(&self, id: Id) -> Option<Bytes> {
        match self {
            Self::Memory(files) => files.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned(),
            Self::Folder(folder) => tokio::fs::read(folder.join(id.to_string())).await.ok().map(Bytes::from),
        }
    }

    /// Removes files; missing ones are ignored.
    pub async fn remove(&self, ids: &[Id]) {
        for id in ids {
            match self {
                Self::Memory(files) => {
                    files.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
                }
                Self::Folder(folder) => {
                    let _ = tokio::fs::remove_file(folder.join(id.to_string())).await;
                }
            }
        }
    }
}

/// The media type of a file by its name, if it may be shown inline: pictures and plain text, which contain no script.
pub(super) fn content_type(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    match ending.to_ascii_lowercase().as_str() {
        "png" => Some("image/png"),
        "gif" => Some("image/gif"),
        "jpg" | "jpeg" => Some("image/jpeg"),
        "webp" => Some("image/webp"),
        "txt" => Some("text/plain; charset=utf-8"),
        "json" => Some("application/json; charset=utf-8"),
        _ => None,
    }
}

/// Width and height of a PNG, a GIF or an extended WebP, read from its header; `None` for anything else.
pub(super) fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let four = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let two = |at: usize| Some(u32::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let three = |at: usize| {
        let part = bytes.get(at..at + 3)?;
        Some(u32::from(part[0]) | u32::from(part[1]) << 8 | u32::from(part[2]) << 16)
    };
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some((four(16)?, four(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        return Some((two(6)?, two(8)?));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..16) == Some(b"WEBPVP8X") {
        return Some((three(24)? + 1, three(27)? + 1));
    }
    None
}
