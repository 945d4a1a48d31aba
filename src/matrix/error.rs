//! Why a request to the homeserver failed.

use crate::workers::DeliveryError;
use std::time::Duration;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum MatrixError {
    /// The homeserver could not be reached, or its response could not be read. Addresses are left out, because they can
    /// contain ids of people.
    #[error("the homeserver cannot be reached: {0}")]
    Unreachable(String),
    /// The homeserver asks to wait.
    #[error("the homeserver asks to wait for {} s", .0.as_secs_f32())]
    Limited(Duration),
    /// The homeserver refused the request.
    #[error("the homeserver answered {status} {code}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The error code, for example `M_FORBIDDEN`.
        code: String,
        /// The text that explains it.
        message: String,
    },
    /// The homeserver address or the access token cannot be used.
    #[error("{0}")]
    Unusable(String),
}

impl MatrixError {
    /// The error code of the homeserver, if it refused the request.
    pub fn code(&self) -> Option<&str> {
        match self {
            MatrixError::Refused { code, .. } => Some(code),
            _ => None,
        }
    }
}

impl From<MatrixError> for DeliveryError {
    fn from(error: MatrixError) -> DeliveryError {
        let why = error.to_string();
        match error {
            MatrixError::Unreachable(_) => DeliveryError::Later { why, after: None },
            MatrixError::Limited(after) => DeliveryError::Later { why, after: Some(after) },
            MatrixError::Refused { status: 500.., .. } => DeliveryError::Later { why, after: None },
            MatrixError::Refused { status: 404, .. } => DeliveryError::Gone(why),
            MatrixError::Refused { status: 401 | 403, .. } => DeliveryError::Forbidden(why),
            MatrixError::Refused { .. } | MatrixError::Unusable(_) => DeliveryError::Never(why),
        }
    }
}
