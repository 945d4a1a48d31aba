//! Errors of requests to Discord, fit for the log: without an address, which may contain the token of an interaction,
//! and with only a short piece of Discord's message without control characters.

use reqwest::Error as ReqwestError;
use serenity::http::HttpError;
use std::error::Error as _;
use std::time::Duration;

/// The maximum length of Discord's message in characters.
const MESSAGE_MAX: usize = 200;
/// Discord's code for a request that is too large.
const ENTITY_TOO_LARGE: i64 = 40_005;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestError {
    /// Discord, or something on the way to it, refused the request.
    #[error("HTTP {status}, code {code}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's code; 0 or below if the response has none.
        code: i64,
        /// Discord's message.
        message: String,
    },
    /// The rate limit was exceeded; the request may be sent again later.
    #[error("HTTP 429, to be sent again in {after:?}")]
    Limited {
        /// How long to wait, if known.
        after: Option<Duration>,
    },
    /// No response came, or an incomplete one.
    #[error("no answer: {0}")]
    Unreachable(String),
    /// The request could not be built, or its response could not be parsed.
    #[error("{0}")]
    Unusable(String),
}

impl RestError {
    /// A refusal with the part of Discord's message that is fit for a log.
    pub(super) fn refused(status: u16, code: i64, message: &str) -> Self {
        let message = message.chars().filter(|c| !c.is_control()).take(MESSAGE_MAX).collect();
        RestError::Refused { status, code, message }
    }

    /// Discord's code for the refusal, if it has one.
    pub fn code(&self) -> Option<i64> {
        match self {
            RestError::Refused { code, .. } if *code > 0 => Some(*code),
            _ => None,
        }
    }

    /// Whether Discord, or something on the way to it, refuses the size of what was sent, which is that of its files.
    pub fn is_too_large(&self) -> bool {
        matches!(self, RestError::Refused { status: 413, .. } | RestError::Refused { code: ENTITY_TOO_LARGE, .. })
    }

    /// Whether the same request may succeed a moment later.
    pub fn is_transient(&self) -> bool {
        match self {
            RestError::Refused { status, .. } => *status >= 500 || *status == 408,
            RestError::Limited { .. } | RestError::Unreachable(_) => true,
            RestError::Unusable(_) => false,
        }
    }

    /// How long Discord asks to wait, if it said so.
    pub fn after(&self) -> Option<Duration> {
        match self {
            RestError::Limited { after } => *after,
            _ => None,
        }
    }
}

impl From<ReqwestError> for RestError {
    fn from(error: ReqwestError) -> Self {
        let kind = if error.is_timeout() {
            "it took too long"
        } else if error.is_connect() {
            "no connection"
        } else {
            "the connection broke"
        };
        let error = error.without_url();
        let mut cause = error.source();
        while let Some(deeper) = cause.and_then(std::error::Error::source) {
            cause = Some(deeper);
        }
        RestError::Unreachable(cause.map_or_else(|| kind.to_owned(), |cause| format!("{kind}: {cause}")))
    }
}

impl From<serenity::Error> for RestError {
    fn from(error: serenity::Error) -> Self {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(refused)) => match refused.status_code.as_u16() {
                429 => RestError::Limited { after: None },
                status => RestError::refused(status, refused.error.code as i64, &refused.error.message),
            },
            serenity::Error::Http(HttpError::Request(error)) => error.into(),
            // The other errors display a fixed text; their details may quote what was sent.
            other => RestError::Unusable(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_safe_for_the_log() {
        let error = RestError::refused(403, 50_013, &format!("Missing\nPermissions{}", "!".repeat(500)));
        let text = error.to_string();
        assert!(text.starts_with("HTTP 403, code 50013: MissingPermissions!"), "{text}");
        assert!(text.chars().count() < 250);
        assert!(!error.is_transient());
        assert_eq!((error.code(), RestError::refused(500, 0, "").code()), (Some(50_013), None));
    }

    #[test]
    fn what_may_pass_is_transient_and_a_refusal_is_not() {
        let is_transient = |status| RestError::refused(status, 0, "").is_transient();
        assert_eq!([408, 500, 502, 503, 504].map(is_transient), [true; 5]);
        assert_eq!([400, 401, 403, 404, 405, 413].map(is_transient), [false; 6]);
        assert!(RestError::Limited { after: None }.is_transient());
        assert!(!RestError::Unusable(String::new()).is_transient());
    }

    #[tokio::test]
    async fn a_failed_request_hides_its_address() {
        let client = reqwest::Client::new();
        // Nothing listens on port 1.
        let failed = client.get("http://127.0.0.1:1/webhooks/1/secret-token").send().await.unwrap_err();
        let error = RestError::from(failed);
        assert!(error.is_transient() && !error.to_string().contains("secret-token"), "{error}");
        assert!(error.to_string().starts_with("no answer: no connection"), "{error}");
    }
}
