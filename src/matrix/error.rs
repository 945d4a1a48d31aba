//! Why a request to the homeserver failed.

use crate::workers::DeliveryError;
use std::time::Duration;

/// The code of a refusal without a valid error code, for example by a proxy in front of the homeserver.
const NO_CODE: &str = "without an error code";
/// The greatest length of an error code, in characters.
const CODE_MAX: usize = 60;

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
    /// The homeserver refused the request. The text with which it explains that is left out, because it can name users,
    /// and errors are logged and stored.
    #[error("the homeserver answered {status} {code}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The error code, for example `M_FORBIDDEN`; `without an error code` if there is none.
        code: String,
    },
    /// The homeserver address or the access token cannot be used.
    #[error("{0}")]
    Unusable(String),
}

impl MatrixError {
    /// A refusal with the error code of the response. What is not a code is left out: it could be any text.
    pub(super) fn refused(status: u16, code: Option<&str>) -> MatrixError {
        let is_code = |code: &&str| {
            let is_in_code = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || ['_', '.'].contains(&c);
            (1..=CODE_MAX).contains(&code.len()) && code.chars().all(is_in_code)
        };
        MatrixError::Refused { status, code: code.filter(is_code).unwrap_or(NO_CODE).to_owned() }
    }

    /// A response that cannot be read. Only the position is named, because the error can quote what is there.
    pub(super) fn unreadable(error: &serde_json::Error) -> MatrixError {
        let (line, column) = (error.line(), error.column());
        MatrixError::Unreachable(format!("its response cannot be read at line {line}, column {column}"))
    }

    /// Whether the same request may succeed later. A session that has ended is renewed.
    pub fn is_passing(&self) -> bool {
        match self {
            MatrixError::Unreachable(_) | MatrixError::Limited(_) => true,
            MatrixError::Refused { status, .. } => matches!(status, 401 | 408 | 500..),
            MatrixError::Unusable(_) => false,
        }
    }

    /// Whether the homeserver refuses what was sent and would refuse it again.
    pub fn is_final_refusal(&self) -> bool {
        matches!(self, MatrixError::Refused { .. }) && !self.is_passing()
    }

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
            MatrixError::Refused { status: 401 | 408 | 500.., .. } => DeliveryError::Later { why, after: None },
            MatrixError::Refused { status: 404, .. } => DeliveryError::Gone(why),
            MatrixError::Refused { status: 403, .. } => DeliveryError::Forbidden(why),
            MatrixError::Refused { .. } | MatrixError::Unusable(_) => DeliveryError::Never(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_error_code_is_named() {
        let text = |code| MatrixError::refused(403, code).to_string();
        assert_eq!(text(Some("M_FORBIDDEN")), "the homeserver answered 403 M_FORBIDDEN");
        assert_eq!(text(Some("ORG.EXAMPLE_2.CODE")), "the homeserver answered 403 ORG.EXAMPLE_2.CODE");
        for strange in [None, Some(""), Some("@ada:example.org is banned"), Some("A".repeat(99).as_str())] {
            assert_eq!(text(strange), "the homeserver answered 403 without an error code");
        }
    }
}
