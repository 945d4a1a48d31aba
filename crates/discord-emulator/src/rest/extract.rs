//! Extractors for paths and queries that reject invalid values with Discord's errors.

use axum::extract::{FromRequestParts, Path as AxumPath, Query as AxumQuery, RawPathParams};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::super::error::{ApiError, Form};

/// The path parameters. A parameter that is not a snowflake is rejected with 50035.
pub(in super::super) struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if let Ok(AxumPath(read)) = AxumPath::<T>::from_request_parts(parts, state).await {
            return Ok(Self(read));
        }
        let sent = RawPathParams::from_request_parts(parts, state).await.map_err(|_| ApiError::no_route())?;
        let mut form = Form::default();
        for (name, value) in sent.iter().filter(|(name, _)| !matches!(*name, "token" | "emoji" | "name")) {
            form.snowflake(&format!("{name}_id"), value);
        }
        Err(form.finish().err().unwrap_or_else(ApiError::no_route))
    }
}

/// The query parameters. An invalid value is rejected with 50035.
pub(super) struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match AxumQuery::<T>::from_request_parts(parts, state).await {
            Ok(AxumQuery(read)) => Ok(Self(read)),
            Err(rejection) => {
                // "Failed to deserialize query string: before: invalid digit found in string"
                let message = rejection.body_text();
                let field =
                    message.split(": ").nth(1).filter(|_| message.matches(": ").count() > 1).unwrap_or_default();
                let mut form = Form::default();
                form.fault(field, "BASE_TYPE_INVALID", "This value cannot be read.");
                form.finish()?;
                Err(ApiError::no_route())
            }
        }
    }
}
