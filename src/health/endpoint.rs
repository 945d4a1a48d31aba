//! The HTTP endpoints.

use super::checks::{Check, Health};
use crate::metrics::Exporter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};

/// The routes:
/// - `/live` answers as long as the process runs.
/// - `/ready` fails while the process cannot answer players, which it cannot before it has started: load balancers send
///   requests elsewhere.
/// - `/health` fails while anything is wrong, late work included: monitoring tells the host.
/// - `/metrics` has the metrics of the process, in the text format of Prometheus.
///
/// The first three answer with 200 or 503, `/ready` and `/health` with their checks as JSON.
pub(super) fn routes(health: StartedHealth, exporter: Exporter) -> Router {
    Router::new()
        .route("/live", get(|| async { "ok" }))
        .route("/ready", get(ready))
        .route("/health", get(all))
        .route("/metrics", get(metrics))
        .with_state((health, exporter))
}

/// The health of the process, once it has started.
pub(super) type StartedHealth = Arc<OnceLock<Health>>;

/// The state of the routes.
type Shared = (StartedHealth, Exporter);

async fn metrics(State((health, exporter)): State<Shared>) -> Response {
    if let Some(health) = health.get() {
        health.record().await;
    }
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], exporter.render()).into_response()
}

async fn ready(State((health, _)): State<Shared>) -> Response {
    let checks = check(&health).await;
    answer(checks.into_iter().filter(|check| check.is_required).collect())
}

async fn all(State((health, _)): State<Shared>) -> Response {
    answer(check(&health).await)
}

async fn check(health: &StartedHealth) -> Vec<Check> {
    match health.get() {
        Some(health) => health.check().await,
        None => vec![Check { name: "start".to_owned(), problem: Some("the bot is starting"), is_required: true }],
    }
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
