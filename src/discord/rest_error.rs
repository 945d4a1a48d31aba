//! Why a request to Discord failed, in words that are fit for the log: no address (it may hold the token of an
//! interaction), and of Discord's own words a short piece without control characters.

use reqwest::Error as ReqwestError;
use serenity::http::HttpError;
use std::error::Error as _;
use std::time::Duration;

/// Of Discord's words at most so many characters.
const MESSAGE_MAX: usize = 200;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestError {
    /// Discord, or something on the way to it, refused the request.
    #[error("HTTP {status}, code {code}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's code; 0 or below when the answer has none.
        code: i64,
        /// Discord's words.
        message: String,
    },
    /// There were too many requests; this one may be sent again later.
    #[error("HTTP 429, to be sent again in {after:?}")]
    Limited {
        /// How long to wait, if that is known.
        after: Option<Duration>,
    },
    /// No answer came, or half of one.
    #[error("no answer: {0}")]
    Unreachable(String),
    /// The request could not be made, or its answer not be understood.
    #[error("{0}")]
    Unusable(String),
}

impl RestError {
    /// A refusal with what of Discord's words is fit for a log.
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

    /// Whether the same request may succeed a moment later.
    pub fn is_passing(&self) -> bool {
        match self {
            RestError::Refused { status, .. } => *status >= 500 || *status == 408,
            RestError::Limited { .. } | RestError::Unreachable(_) => true,
            RestError::Unusable(_) => false,
        }
    }

    /// How long Discord wants to be left alone, if it said so.
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
            // The words of the others are fixed; their details may quote what was sent.
            other => RestError::Unusable(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_server_are_fit_for_a_log() {
        let error = RestError::refused(403, 50_013, &format!("Missing\nPermissions{}", "!".repeat(500)));
        let told = error.to_string();
        assert!(told.starts_with("HTTP 403, code 50013: MissingPermissions!"), "{told}");
        assert!(told.chars().count() < 250);
        assert!(!error.is_passing());
        assert_eq!((error.code(), RestError::refused(500, 0, "").code()), (Some(50_013), None));
    }

    #[tokio::test]
    async fn no_address_is_told_of_a_request_without_an_answer() {
        let client = reqwest::Client::new();
        // Nobody listens on port 1.
        let failed = client.get("http://127.0.0.1:1/webhooks/1/secret-token").send().await.unwrap_err();
        let told = RestError::from(failed);
        assert!(told.is_passing() && !told.to_string().contains("secret-token"), "{told}");
        assert!(told.to_string().starts_with("no answer: no connection"), "{told}");
    }
}
