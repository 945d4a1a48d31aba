//! Errors in the format of Discord's REST API.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// The response to a rejected request: an HTTP status and Discord's error code, with the faults of single fields if the
/// body was invalid.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message} (code {code}, status {status})")]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// Discord's error code, 0 if there is none.
    pub code: u32,
    /// The message for the code.
    pub message: Cow<'static, str>,
    /// The faults of single fields, nested like the body.
    pub errors: Option<Value>,
    /// The seconds to wait, for status 429.
    pub retry_after: Option<f64>,
    /// Whether the wait applies to all requests.
    pub is_global: bool,
}

impl ApiError {
    /// An error with a code.
    pub fn new(status: u16, code: u32, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code, message: message.into(), errors: None, retry_after: None, is_global: false }
    }

    /// 403 for a request from a page of another site, or one that addresses this server by a foreign name.
    pub fn foreign_origin() -> Self {
        Self::new(403, 0, "403: Forbidden. Pages of other sites may not use this server.")
    }

    /// 408 for a body that was not sent in time.
    pub fn too_slow() -> Self {
        Self::new(408, 0, "408: Request Timeout")
    }

    /// 401: no token, or a wrong one.
    pub fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    /// 404 for a route that the emulator does not support.
    pub fn no_route() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    /// 10003: the channel does not exist.
    pub fn unknown_channel() -> Self {
        Self::new(404, 10_003, "Unknown Channel")
    }

    /// 10008: the message does not exist.
    pub fn unknown_message() -> Self {
        Self::new(404, 10_008, "Unknown Message")
    }

    /// 10062: the interaction does not exist, or its three seconds are over.
    pub fn unknown_interaction() -> Self {
        Self::new(404, 10_062, "Unknown interaction")
    }

    /// 10015: the interaction token does not exist.
    pub fn unknown_webhook() -> Self {
        Self::new(404, 10_015, "Unknown Webhook")
    }

    /// 50027: the interaction's fifteen minutes are over.
    pub fn expired_token() -> Self {
        Self::new(401, 50_027, "Invalid Webhook Token")
    }

    /// 40060: the interaction already has its only first response.
    pub fn already_acknowledged() -> Self {
        Self::new(400, 40_060, "Interaction has already been acknowledged.")
    }

    /// 40094: no more follow-up messages are allowed for this interaction.
    pub fn too_many_follow_ups() -> Self {
        Self::new(400, 40_094, "This interaction has reached the maximum number of follow-up messages")
    }

    /// 50001: the bot cannot see the channel.
    pub fn missing_access() -> Self {
        Self::new(403, 50_001, "Missing Access")
    }

    /// 50013: the bot lacks a permission.
    pub fn missing_permissions() -> Self {
        Self::new(403, 50_013, "Missing Permissions")
    }

    /// 20016: slow mode.
    pub fn slow_mode() -> Self {
        Self::new(429, 20_016, "This action cannot be performed due to slowmode rate limit")
    }

    /// 50008: the channel contains no messages.
    pub fn no_messages() -> Self {
        Self::new(400, 50_008, "Cannot send messages in a non-text channel")
    }

    /// 50024: the channel is of the wrong type.
    pub fn wrong_channel_type() -> Self {
        Self::new(400, 50_024, "Cannot execute action on this channel type")
    }

    /// 50083: the thread is archived.
    pub fn archived() -> Self {
        Self::new(400, 50_083, "Thread is archived")
    }

    /// 160005: the thread is locked.
    pub fn locked() -> Self {
        Self::new(403, 160_005, "Thread is locked")
    }

    /// 200000: AutoMod blocks the message.
    pub fn filtered_message() -> Self {
        Self::new(400, 200_000, "Message was blocked by automatic moderation")
    }

    /// 200001: AutoMod blocks the name.
    pub fn filtered_title() -> Self {
        Self::new(400, 200_001, "Title was blocked by automatic moderation")
    }

    /// 50006: the message is empty.
    pub fn empty_message() -> Self {
        Self::new(400, 50_006, "Cannot send an empty message")
    }

    /// 50109: the body is not JSON.
    pub fn not_json() -> Self {
        Self::new(400, 50_109, "The request body contains invalid JSON.")
    }

    /// 50035: the body is neither JSON nor a form.
    pub fn content_type() -> Self {
        let mut form = Form::default();
        let expected = "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.";
        form.fault("", "CONTENT_TYPE_INVALID", expected);
        form.finish().err().unwrap_or_else(Self::not_json)
    }

    /// 429 with the seconds to wait.
    pub fn rate_limited(retry_after_secs: f64) -> Self {
        let mut error = Self::new(429, 0, "You are being rate limited.");
        error.retry_after = Some(retry_after_secs);
        error
    }

    /// 429 for all requests, with the seconds to wait.
    pub fn rate_limited_globally(retry_after_secs: f64) -> Self {
        Self { is_global: true, ..Self::rate_limited(retry_after_secs) }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut body = json!({ "message": self.message });
        // Discord usually sends no code with status 429.
        if self.retry_after.is_none() {
            body["code"] = json!(self.code);
        }
        if let Some(errors) = self.errors {
            body["errors"] = errors;
        }
        if let Some(seconds) = self.retry_after {
            body["retry_after"] = json!(seconds);
            body["global"] = json!(self.is_global);
            // Discord's errors of this kind need not have a code.
            if let (Some(body), 0) = (body.as_object_mut(), self.code) {
                body.remove("code");
            }
        }
        let mut response = (status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            let whole = HeaderValue::from(seconds.ceil().max(0.0) as u64);
            response.headers_mut().insert(header::RETRY_AFTER, whole);
            let scope = if self.is_global { "global" } else { "user" };
            response.headers_mut().insert("x-ratelimit-scope", HeaderValue::from_static(scope));
            if self.is_global {
                response.headers_mut().insert("x-ratelimit-global", HeaderValue::from_static("true"));
            }
        }
        response
    }
}

/// The faults found in one body. All of them are collected before the body is rejected, as Discord does.
#[derive(Debug, Default)]
pub(super) struct Form {
    faults: Vec<(String, &'static str, String)>,
}

impl Form {
    /// Adds a fault. `path` names the field with dots: `embeds.0.title`; the empty path is the body itself.
    pub fn fault(&mut self, path: impl Into<String>, code: &'static str, message: impl Into<String>) {
        self.faults.push((path.into(), code, message.into()));
    }

    /// Adds the fault that a required field is absent.
    pub fn required(&mut self, path: impl Into<String>) {
        self.fault(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Adds the fault that a field has a value that is not allowed.
    pub fn choice(&mut self, path: impl Into<String>, allowed: &str) {
        self.fault(path, "BASE_TYPE_CHOICES", format!("Value must be one of {allowed}."));
    }

    /// Checks that a value is an id.
    pub fn snowflake(&mut self, path: &str, value: &str) {
        if value.parse::<u64>().is_err() {
            // The value is truncated to bound the length of the message.
            let shown: String = value.chars().take(40).collect();
            self.fault(path, "NUMBER_TYPE_COERCE", format!("Value \"{shown}\" is not snowflake."));
        }
    }

    /// Checks the length of a text in characters.
    pub fn length(&mut self, path: impl Into<String>, text: &str, min: usize, max: usize) {
        let length = text.chars().count();
        if (min..=max).contains(&length) {
            return;
        }
        if length > max && min <= 1 {
            self.fault(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
        } else if length == 0 {
            self.required(path);
        } else {
            let message = format!("Must be between {min} and {max} in length.");
            self.fault(path, "BASE_TYPE_BAD_LENGTH", message);
        }
    }

    /// Checks the number of items in a list.
    pub fn count(&mut self, path: impl Into<String>, count: usize, min: usize, max: usize) {
        if !(min..=max).contains(&count) {
            let message = format!("Must be between {min} and {max} in length.");
            self.fault(path, "BASE_TYPE_BAD_LENGTH", message);
        }
    }

    /// Finishes the validation.
    ///
    /// # Errors
    ///
    /// 50035 with all faults, if there are any.
    pub fn finish(self) -> Result<(), ApiError> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let mut root = json!({});
        for (path, code, message) in self.faults {
            let mut node = &mut root;
            // Indexing creates the intermediate objects; path segments and `_errors` never have the same name.
            for part in path.split('.').filter(|part| !part.is_empty()) {
                node = &mut node[part];
            }
            let list = &mut node["_errors"];
            if list.is_null() {
                *list = json!([]);
            }
            if let Value::Array(list) = list {
                list.push(json!({ "code": code, "message": message }));
            }
        }
        let mut error = ApiError::new(400, 50_035, "Invalid Form Body");
        error.errors = Some(root);
        Err(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_nest_like_the_body() {
        let mut form = Form::default();
        form.length("embeds.0.title", &"x".repeat(300), 0, 256);
        form.required("content");
        let error = form.finish().unwrap_err();
        assert_eq!((error.status, error.code), (400, 50_035));
        let errors = error.errors.unwrap();
        assert_eq!(errors["embeds"]["0"]["title"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
        assert_eq!(errors["content"]["_errors"][0]["code"], "BASE_TYPE_REQUIRED");
    }
}
