//! What was uploaded lately. A message that has to be sent again, because the homeserver limits events or did not answer,
//! shows the file that it already has: the homeserver deletes none.

use crate::chat::view::Attachment;
use serde_json::Value;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of files that are remembered.
const KNOWN_MAX: usize = 64;
/// How long a file is remembered.
const AGE_MAX: Duration = Duration::from_secs(60 * 60);

/// The content that shows each file, the oldest first.
#[derive(Default)]
pub struct Uploads(Mutex<VecDeque<(File, Instant, Value)>>);

/// What tells files apart: name, length, and a hash of name and contents and of whether it is encrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File(String, usize, u64);

impl File {
    /// What tells this attachment apart, as it is uploaded for encrypted rooms or for others.
    pub fn of(attachment: &Attachment, is_encrypted: bool) -> File {
        let mut hasher = DefaultHasher::new();
        (is_encrypted, &attachment.name, &attachment.alt, &attachment.bytes).hash(&mut hasher);
        File(attachment.name.clone(), attachment.bytes.len(), hasher.finish())
    }
}

impl Uploads {
    /// The content that shows a file, if it was uploaded lately.
    pub fn find(&self, file: &File) -> Option<Value> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(_, at, _)| at.elapsed() < AGE_MAX);
        known.iter().find(|(known, ..)| known == file).map(|(.., content)| content.clone())
    }

    /// A file was uploaded.
    pub fn add(&self, file: File, content: Value) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() == KNOWN_MAX {
            known.pop_front();
        }
        known.push_back((file, Instant::now(), content));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_files_are_found_by_name_and_contents() {
        let file = |name: &str, bytes: &[u8]| {
            File::of(&Attachment { name: name.to_owned(), bytes: bytes.to_vec(), alt: String::new() }, false)
        };
        let uploads = Uploads::default();
        uploads.add(file("a", b"1"), "first".into());
        assert_eq!(uploads.find(&file("a", b"1")), Some("first".into()));
        assert_eq!((uploads.find(&file("a", b"2")), uploads.find(&file("b", b"1"))), (None, None));
        (0..KNOWN_MAX).for_each(|number| uploads.add(file("b", number.to_string().as_bytes()), number.into()));
        assert_eq!(uploads.find(&file("a", b"1")), None, "the oldest is forgotten");
        assert_eq!(uploads.find(&file("b", b"0")), Some(0.into()));
    }
}
