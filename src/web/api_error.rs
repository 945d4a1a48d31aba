//! Errors as sentences in the reader's language.

use crate::chat::texts::error_texts::service_error;
use crate::chat::texts::{Language, label};
use crate::service::{BoardLinkError, PlayError, ServiceError, StorageError};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request is not answered.
#[derive(Debug)]
pub(super) struct ApiError {
    pub status: StatusCode,
    /// A word for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
}

impl ApiError {
    /// An error with the sentence of the key `web-error-CODE`.
    pub fn new(language: Language, status: StatusCode, code: &'static str) -> ApiError {
        ApiError { status, code, message: label(language, &format!("web-error-{code}"), &[]) }
    }

    pub fn of_link(language: Language, error: BoardLinkError) -> ApiError {
        let code = match error {
            BoardLinkError::Unknown => "link-unknown",
            BoardLinkError::Expired => "link-expired",
            BoardLinkError::Revoked => "link-revoked",
        };
        ApiError::new(language, StatusCode::UNAUTHORIZED, code)
    }

    /// The answer to an error of the service. Failures are logged.
    pub fn of(language: Language, error: &ServiceError) -> ApiError {
        let (status, code) = match error {
            ServiceError::Play(PlayError::Unknown) => (StatusCode::NOT_FOUND, "unknown"),
            error if error.is_failure() => {
                tracing::error!(%error, "a request of the page of boards failed");
                (StatusCode::INTERNAL_SERVER_ERROR, "failed")
            }
            _ => (StatusCode::CONFLICT, "refused"),
        };
        ApiError { status, code, message: service_error(language, error).plain() }
    }

    pub fn of_storage(language: Language, error: StorageError) -> ApiError {
        ApiError::of(language, &ServiceError::Storage(error))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ApiError { status, code, message } = self;
        (status, Json(json!({ "error": { "code": code, "message": message } }))).into_response()
    }
}
