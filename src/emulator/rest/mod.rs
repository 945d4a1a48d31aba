//! Discord's REST API, as far as bots use it.

mod applications;
mod body;
mod channels;
mod extract;
mod guilds;
mod messages;
mod threads;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use tokio::time::Instant;

use super::error::ApiError;
use super::fault_injection::{Fault, Request as Line};
use super::files::content_type;
use super::hub::Hub;
use super::id::Id;
use super::limits;
use super::rate_limit::Verdict;
use extract::Path;

type Shared = State<Arc<Hub>>;
/// A response with a body.
type Answer = Result<axum::Json<serde_json::Value>, ApiError>;
/// A response without a body.
type Done = Result<StatusCode, ApiError>;

/// The routes under `/api/v10`, wrapped in logging, fault injection and the check of the token.
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
    Router::new()
        .nest("/api/v10", api.clone())
        .nest("/api/v9", api.clone())
        .nest("/api", api)
        .layer(from_fn_with_state(Arc::clone(hub), gate))
}

/// Logs each request, makes it fail if a test injected a fault, and checks the token where Discord does.
async fn gate(State(hub): Shared, mut request: Request, next: Next) -> Response {
    let mut in_progress = hub.faults.begin();
    let body = if hub.faults.records_bodies() {
        let (head, body) = request.into_parts();
        let Ok(bytes) = to_bytes(body, limits::BODY_BYTES).await else {
            return ApiError::new(413, 0, "413: Payload Too Large").into_response();
        };
        request = Request::from_parts(head, bytes.clone().into());
        Some(bytes)
    } else {
        None
    };
    let method = request.method().as_str().to_owned();
    let path = request.uri().path().to_owned();
    let at = Instant::now();
    in_progress.log(Line { method: method.clone(), path: path.clone(), status: None, at, body });
    let response = match hub.faults.take(&method, &path) {
        Some(Fault::LoseResponse) => {
            let _ = pass(&hub, request, next).await;
            ApiError::new(502, 0, "502: Bad Gateway").into_response()
        }
        Some(Fault::Status(status)) => {
            refuse(request, ApiError::new(status, 0, format!("{status}: made to fail"))).await
        }
        Some(Fault::RateLimited { retry_after }) => refuse(request, ApiError::rate_limited(retry_after)).await,
        Some(Fault::RateLimitedGlobally { retry_after }) => {
            refuse(request, ApiError::rate_limited_globally(retry_after)).await
        }
        Some(Fault::Refuse(error)) => refuse(request, error).await,
        None => match hub.faults.count_against_limits(&method, &path) {
            Verdict::Passed(headers) => with_headers(headers, pass(&hub, request, next).await),
            Verdict::Refused(error, headers) => with_headers(headers, refuse(request, error).await),
        },
    };
    let status = response.status().as_u16();
    tracing::debug!(%method, path = %without_token(&path), status, "request");
    in_progress.answered(status);
    response
}

/// Refuses a request after reading the rest of it. Otherwise the connection would be closed while the client is still
/// sending, and the client might never read the refusal.
async fn refuse(request: Request, error: ApiError) -> Response {
    // If the client sends no more, it does not read the refusal either.
    let _ = to_bytes(request.into_body(), limits::BODY_BYTES).await;
    error.into_response()
}

fn with_headers(headers: HeaderMap, mut response: Response) -> Response {
    response.headers_mut().extend(headers);
    response
}

async fn pass(hub: &Hub, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    // Interaction tokens in the path are credentials of their own, and the gateway URL is public.
    let path = ["/api/v10", "/api/v9", "/api"].iter().find_map(|prefix| path.strip_prefix(prefix)).unwrap_or(path);
    let open = path == "/gateway" || path.starts_with("/interactions/") || path.starts_with("/webhooks/");
    let sent = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let good = sent.and_then(|value| value.strip_prefix("Bot ")).is_some_and(|token| token == hub.token);
    if open || good { next.run(request).await } else { ApiError::unauthorized().into_response() }
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
