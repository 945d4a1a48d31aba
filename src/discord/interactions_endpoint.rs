//! Discord's HTTP interactions: Discord sends each interaction as a signed request instead of an event of the gateway.
//!
//! The bot answers each request with 202 at once, and then answers the interaction with a request of its own, as for the
//! gateway. So it notices and retries a response that Discord does not accept.

use super::app_state::AppState;
use super::interactions;
use super::public_key::PublicKey;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::json;
use serenity::all::Interaction;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The path to which Discord sends interactions.
pub const PATH: &str = "/discord/interactions";

/// The headers with the signature and the time at which it was made, in seconds since 1970.
const SIGNATURE: &str = "x-signature-ed25519";
const TIMESTAMP: &str = "x-signature-timestamp";

/// How far the time of a signature may differ from the clock of this machine. An interaction can be answered within
/// three seconds, so an older request is too late, or repeated by an attacker.
const TIME_DIFFERENCE_MAX: Duration = Duration::from_secs(60);
/// The largest request, in bytes. Discord's are a few thousand bytes long; the message of a button may have ten embeds.
const REQUEST_MAX: usize = 256 << 10;
/// The length of a signature, in hexadecimal digits.
const SIGNATURE_DIGITS: usize = 128;

#[derive(Clone)]
struct InteractionsEndpoint {
    app_state: AppState,
    public_key: PublicKey,
}

/// The route of the endpoint. Only requests that are signed with the secret of `public_key` get past it.
pub fn routes(app_state: AppState, public_key: PublicKey) -> Router {
    Router::new().route(PATH, post(receive)).with_state(InteractionsEndpoint { app_state, public_key })
}

async fn receive(State(endpoint): State<InteractionsEndpoint>, request: Request) -> Response {
    let InteractionsEndpoint { app_state, public_key } = endpoint;
    let refused = || (StatusCode::UNAUTHORIZED, "invalid request signature").into_response();
    let (head, body) = request.into_parts();
    let header = |name| head.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (signature, timestamp) = (header(SIGNATURE), header(TIMESTAMP));
    if signature.len() != SIGNATURE_DIGITS {
        return refused();
    }
    let Ok(body) = to_bytes(body, REQUEST_MAX).await else { return StatusCode::PAYLOAD_TOO_LARGE.into_response() };
    if !public_key.verifies(signature, timestamp, &body) {
        // Discord itself sends wrong signatures now and then to check that they are refused.
        tracing::debug!("a request with a wrong signature");
        return refused();
    }
    if !is_recent(timestamp) {
        tracing::warn!(timestamp, "an old request of Discord; if there are more, check the clock of this machine");
        return refused();
    }
    match serde_json::from_slice(&body) {
        Ok(Interaction::Ping(_)) => Json(json!({ "type": 1 })).into_response(),
        Ok(interaction) => {
            let answering = app_state.clone();
            app_state.tasks.spawn(async move { interactions::answer(&interaction, &answering).await });
            StatusCode::ACCEPTED.into_response()
        }
        Err(error) => {
            // The message of the parser would repeat values.
            tracing::warn!(line = error.line(), column = error.column(), "an interaction of an unknown form");
            StatusCode::BAD_REQUEST.into_response()
        }
    }
}

/// Whether a signature was made about now.
fn is_recent(timestamp: &str) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    timestamp.parse::<u64>().is_ok_and(|made_at| made_at.abs_diff(now) <= TIME_DIFFERENCE_MAX.as_secs())
}
