//! Discord's REST API, as far as bots use it.

mod applications;
pub(super) mod avatars;
mod body;
mod channels;
mod extract;
mod guilds;
mod messages;
mod threads;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};

use super::error::ApiError;
use super::files::content_type;
use super::hub::Hub;
use super::id::Id;
use super::limits;
use extract::Path;

type Shared = State<Arc<Hub>>;
/// A response with a body.
type Answer = Result<axum::Json<serde_json::Value>, ApiError>;
/// A response without a body.
type Done = Result<StatusCode, ApiError>;

/// The routes under `/api/v10`, wrapped in the check of the token and, in tests, in fault injection.
pub(super) fn routes(hub: &Arc<Hub>) -> Router<Arc<Hub>> {
    let api = Router::new()
        .merge(guilds::routes())
        .merge(applications::routes())
        .merge(channels::routes())
        .merge(messages::routes())
        .merge(threads::routes())
        .merge(webhooks::routes())
        .fallback(|| async { ApiError::no_route() })
        .method_not_allowed_fallback(|| async { ApiError::new(405, 0, "405: Method Not Allowed") })
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES));
    // The gate is outside the nested router, so that it sees the whole path.
    let routes = Router::new()
        .nest("/api/v10", api.clone())
        .nest("/api/v9", api.clone())
        .nest("/api", api)
        .layer(from_fn_with_state(Arc::clone(hub), gate));
    #[cfg(feature = "testing")]
    let routes = routes.layer(from_fn_with_state(Arc::clone(hub), super::testing::inject));
    routes
}

/// Checks the token where Discord does, and logs the request.
async fn gate(State(hub): Shared, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), without_token(request.uri().path()));
    let response = pass(&hub, request, next).await;
    tracing::debug!(%method, %path, status = response.status().as_u16(), "request");
    response
}

async fn pass(hub: &Hub, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    // Interaction tokens in the path are credentials of their own, and the gateway URL is public.
    let path = ["/api/v10", "/api/v9", "/api"].iter().find_map(|prefix| path.strip_prefix(prefix)).unwrap_or(path);
    let open = path == "/gateway" || path.starts_with("/interactions/") || path.starts_with("/webhooks/");
    let sent = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let program = sent.and_then(|value| value.strip_prefix("Bot ")).and_then(|token| hub.program_of(token));
    if !open && program.is_none() {
        return ApiError::unauthorized().into_response();
    }
    request.extensions_mut().insert(program.unwrap_or_default());
    next.run(request).await
}

/// The path without the interaction token.
fn without_token(path: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    let at = parts.iter().position(|part| matches!(*part, "webhooks" | "interactions"));
    if let Some(token) = at.and_then(|at| parts.get_mut(at + 2)) {
        *token = "…";
    }
    parts.join("/")
}

/// GET on an attachment's URL: its contents. Only pictures and plain text are shown inline; everything else is a
/// download.
pub(super) async fn attachment(State(hub): Shared, Path((_, id, name)): Path<(Id, Id, String)>) -> Response {
    let Some(bytes) = hub.files.get(id).await else { return ApiError::no_route().into_response() };
    let kind = content_type(&name).unwrap_or("application/octet-stream");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
    ];
    (headers, bytes).into_response()
}
