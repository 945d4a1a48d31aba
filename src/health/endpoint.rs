//! The HTTP endpoints.

use super::checks::{Check, Health};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::sync::Arc;

/// The routes:
/// - `/live` answers as long as the process runs.
/// - `/ready` fails while the process cannot answer players: load balancers send requests elsewhere.
/// - `/health` fails while anything is wrong, late work included: monitoring tells the host.
///
/// All answer with 200 or 503; the last two with their checks as JSON.
pub fn routes(health: Health) -> Router {
    Router::new()
        .route("/live", get(|| async { "ok" }))
        .route("/ready", get(ready))
        .route("/health", get(all))
        .with_state(Arc::new(health))
}

async fn ready(State(health): State<Arc<Health>>) -> Response {
    let checks = health.check().await;
    answer(checks.into_iter().filter(|check| check.is_required).collect())
}

async fn all(State(health): State<Arc<Health>>) -> Response {
    answer(health.check().await)
}

fn answer(checks: Vec<Check>) -> Response {
    let is_ok = checks.iter().all(|check| check.problem.is_none());
    let status = if is_ok { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let checks: Vec<Value> = checks
        .into_iter()
        .map(|Check { name, problem, .. }| json!({ "check": name, "ok": problem.is_none(), "problem": problem }))
        .collect();
    (status, Json(json!({ "ok": is_ok, "checks": checks }))).into_response()
}
