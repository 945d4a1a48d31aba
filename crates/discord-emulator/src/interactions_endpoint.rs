//! Interactions for an application that has an interactions endpoint URL: each is sent there as a signed request instead
//! of an event of the gateway, and answered with a callback.

use std::sync::Arc;

use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use super::hub::Hub;
use super::limits;

/// Sends the interactions that the world queues, all at the same time, until the server closes. Those that the endpoint
/// does not accept remain without a response, which is what people then see.
pub(super) async fn send_interactions(hub: Arc<Hub>, mut queued: mpsc::UnboundedReceiver<(Arc<str>, Value)>) {
    let sending = TaskTracker::new();
    while let Some(Some((url, interaction))) = hub.closing.run_until_cancelled(queued.recv()).await {
        let client = hub.endpoint_client.clone();
        sending.spawn(async move {
            match client.send(&url, &interaction, true).await {
                Ok((StatusCode::ACCEPTED, _)) => {}
                Ok((status, _)) => tracing::warn!(%status, "the endpoint did not accept an interaction with 202"),
                Err(error) => tracing::warn!(%error, "an interaction could not be sent"),
            }
        });
    }
}

/// The first request to an endpoint.
pub(super) fn ping(hub: &Hub) -> Value {
    let mut world = hub.world();
    let (id, bot) = (world.ids.next(), world.bot());
    let user = world.user_json(world.owner());
    json!({
        "id": id, "application_id": bot, "type": 1, "token": format!("{:x}.ping", id.0), "version": 1, "user": user,
        "entitlements": [], "attachment_size_limit": limits::ATTACHMENT_BYTES, "authorizing_integration_owners": {},
    })
}
