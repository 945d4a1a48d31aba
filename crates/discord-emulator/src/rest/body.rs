//! Request bodies: JSON, or a form with `payload_json` and files.

use axum::body::Bytes;
use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use serde_json::{Map, Value};

use super::super::draft::Upload;
use super::super::error::ApiError;
use super::super::limits;

/// A body with its files.
pub(super) struct Body {
    pub json: Value,
    pub uploads: Vec<Upload>,
}

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        // Parameters, as in "application/json; charset=utf-8", are ignored.
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if kind == "multipart/form-data" {
            let form = Multipart::from_request(request, state).await;
            return read_form(form.map_err(|_| ApiError::not_json())?).await;
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|error| unread(error.status()))?;
        if bytes.is_empty() {
            return Ok(Self { json: Value::Object(Map::new()), uploads: Vec::new() });
        }
        if kind != "application/json" {
            return Err(ApiError::content_type());
        }
        let json = serde_json::from_slice(&bytes).map_err(|_| ApiError::not_json())?;
        Ok(Self { json, uploads: Vec::new() })
    }
}

async fn read_form(mut form: Multipart) -> Result<Body, ApiError> {
    let mut payload = None;
    let mut fields = Map::new();
    let mut uploads = Vec::new();
    while let Some(part) = form.next_field().await.map_err(broken)? {
        let name = part.name().unwrap_or_default().to_owned();
        let filename = part.file_name().map(str::to_owned);
        let content_type = part.content_type().unwrap_or("application/octet-stream").to_owned();
        let bytes = part.bytes().await.map_err(broken)?;
        if name == "payload_json" {
            payload = Some(serde_json::from_slice(&bytes).map_err(|_| ApiError::not_json())?);
        } else if let Some(filename) = filename {
            let number = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
            let index = number.and_then(|n| n.parse().ok()).unwrap_or(uploads.len() as u64);
            uploads.push(Upload { index, filename, content_type, bytes, description: None });
        } else if let Ok(text) = String::from_utf8(bytes.to_vec()) {
            fields.insert(name, Value::String(text));
        }
        if uploads.len() > limits::ATTACHMENTS {
            return Err(ApiError::new(400, 30_015, "Maximum number of attachments in a message reached (10)"));
        }
    }
    Ok(Body { json: payload.unwrap_or(Value::Object(fields)), uploads })
}

/// The error for a body that could not be read completely because it was too large or too slow.
fn unread(status: StatusCode) -> ApiError {
    if status == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::new(413, 40_005, "Request entity too large")
    } else {
        ApiError::too_slow()
    }
}

fn broken(error: MultipartError) -> ApiError {
    match error.status() {
        status @ (StatusCode::PAYLOAD_TOO_LARGE | StatusCode::INTERNAL_SERVER_ERROR) => unread(status),
        _ => ApiError::not_json(),
    }
}
