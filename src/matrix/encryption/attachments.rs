//! Files in encrypted rooms: each is encrypted with a key of its own, which stands in the event that shows it.

use super::Encryption;
use matrix_sdk_crypto::AttachmentEncryptor;
use serde_json::Value;
use std::io::{Error, Read};

/// A file as the homeserver gets it, and what its readers need to read it.
pub struct EncryptedFile {
    /// The encrypted file.
    pub bytes: Vec<u8>,
    /// Its key and checksum: the field `file` of an event, without the address. Secret.
    info: Value,
}

impl Encryption {
    /// Encrypts a file.
    ///
    /// # Errors
    /// If the file cannot be read, which does not happen in memory.
    pub fn encrypt_file(&self, bytes: &[u8]) -> Result<EncryptedFile, Error> {
        let mut file = bytes;
        let mut encryptor = AttachmentEncryptor::new(&mut file);
        let mut bytes = Vec::with_capacity(bytes.len());
        encryptor.read_to_end(&mut bytes)?;
        Ok(EncryptedFile { bytes, info: serde_json::to_value(encryptor.finish())? })
    }
}

impl EncryptedFile {
    /// The field `file` of an event that shows the file, which was uploaded to this address.
    pub fn at(mut self, address: String) -> Value {
        self.info["url"] = address.into();
        self.info
    }
}
