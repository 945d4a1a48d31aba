//! Why a request to the homeserver failed.

use crate::workers::DeliveryError;
use serde_json::Value;
use std::time::Duration;

/// The code of a refusal without a valid error code, for example by a proxy in front of the homeserver.
const NO_CODE: &str = "without an error code";
/// The greatest length of an error code, in characters.
const CODE_MAX: usize = 60;

/// The error codes of OAuth to which the bot reacts, or which help a host. Other texts in their place are not repeated.
const OAUTH_CODES: [&str; 13] = [
    "access_denied",
    "authorization_pending",
    "expired_token",
    "invalid_client",
    "invalid_client_metadata",
    "invalid_grant",
    "invalid_request",
    "invalid_scope",
    "server_error",
    "slow_down",
    "temporarily_unavailable",
    "unauthorized_client",
    "unsupported_grant_type",
];

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
    pub(super) fn refused(status: u16, body: &Value) -> MatrixError {
        let is_code = |code: &&str| {
            let is_in_code = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || ['_', '.'].contains(&c);
            (1..=CODE_MAX).contains(&code.len()) && code.chars().all(is_in_code)
        };
        let of_login_server = || body["error"].as_str().filter(|code| OAUTH_CODES.contains(code));
        let code = body["errcode"].as_str().filter(is_code).or_else(of_login_server);
        MatrixError::Refused { status, code: code.unwrap_or(NO_CODE).to_owned() }
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

    /// Whether the homeserver does not know the access token any more.
    pub fn is_token_refused(&self) -> bool {
        matches!(self.code(), Some("M_UNKNOWN_TOKEN" | "M_MISSING_TOKEN"))
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
    use serde_json::json;

    #[test]
    fn only_an_error_code_is_named() {
        let text = |body| MatrixError::refused(403, &body).to_string();
        for code in ["M_FORBIDDEN", "ORG.EXAMPLE_2.CODE"] {
            let body = json!({ "errcode": code, "error": "@ada:example.org is banned" });
            assert_eq!(text(body), format!("the homeserver answered 403 {code}"));
        }
        assert_eq!(text(json!({ "error": "invalid_grant" })), "the homeserver answered 403 invalid_grant");
        for strange in ["", "@ada:example.org is banned", "A".repeat(99).as_str()] {
            for body in
                [json!({ "errcode": strange }), json!({ "error": strange }), json!({ "error": "ADA" }), json!(7)]
            {
                assert_eq!(text(body), "the homeserver answered 403 without an error code");
            }
        }
    }
}
