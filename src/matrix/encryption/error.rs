//! Why something could not be encrypted or decrypted.

use super::records::RecordsError;
use crate::matrix::error::MatrixError;
use crate::workers::DeliveryError;
use matrix_sdk_crypto::store::CryptoStoreError;
use matrix_sdk_crypto::{MegolmError, OlmError};

/// Why a call of [`Encryption`](super::Encryption) failed.
#[derive(Debug, thiserror::Error)]
pub enum EncryptionError {
    /// The homeserver did not do its part.
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    /// Storage failed, or another process has taken the keys over.
    #[error("the keys for encryption cannot be read or stored: {0}")]
    Store(#[from] CryptoStoreError),
    /// A record of the bot's own could not be read or stored.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// The keys of the room could not be shared, or the message not encrypted.
    #[error("a message could not be encrypted: {0}")]
    Failed(String),
    /// The room's state asks for an encryption that the bot does not know.
    #[error("the room is encrypted in a way that the bot does not know")]
    UnknownAlgorithm,
}

impl From<OlmError> for EncryptionError {
    fn from(error: OlmError) -> Self {
        match error {
            OlmError::Store(error) => error.into(),
            // Its text can name devices and people.
            _ => EncryptionError::Failed("its key could not be exchanged".to_owned()),
        }
    }
}

impl From<MegolmError> for EncryptionError {
    fn from(error: MegolmError) -> Self {
        match error {
            MegolmError::Store(error) => error.into(),
            error => EncryptionError::Failed(error.to_string()),
        }
    }
}

impl From<EncryptionError> for DeliveryError {
    fn from(error: EncryptionError) -> DeliveryError {
        match error {
            EncryptionError::Matrix(error) => error.into(),
            EncryptionError::UnknownAlgorithm => DeliveryError::Forbidden(error.to_string()),
            error => DeliveryError::Later { why: error.to_string(), after: None },
        }
    }
}

impl From<RecordsError> for DeliveryError {
    fn from(error: RecordsError) -> DeliveryError {
        EncryptionError::from(error).into()
    }
}
