//! The bot on Discord.

use super::app_state::AppState;
use super::connect::{Application, ConnectError};
use super::endpoint::Endpoint;
use super::gateway::{Gateway, GatewayEnd, Shard};
use super::interactions_endpoint;
use super::places::DISCORD;
use super::platform::DiscordPlatform;
use super::register::register;
use super::rest::Rest;
use super::venues::Venues;
use crate::chat::ChatDelivery;
use crate::front_end::{Connected, FrontEnd, FrontEndError, Surroundings, Worker};
use crate::roles::{Role, ShardRange};
use crate::service::PlatformId;
use crate::workers::OutboxDispatcher;
use async_trait::async_trait;
use std::sync::Arc;

/// The bot's account on Discord, or on another server with its API.
pub struct DiscordFrontEnd {
    endpoint: Endpoint,
    token: String,
}

impl DiscordFrontEnd {
    /// The account with this token.
    pub fn new(endpoint: &Endpoint, token: &str) -> DiscordFrontEnd {
        DiscordFrontEnd { endpoint: endpoint.clone(), token: token.to_owned() }
    }
}

impl From<ConnectError> for FrontEndError {
    fn from(error: ConnectError) -> Self {
        FrontEndError { is_refused: matches!(error, ConnectError::Token), source: error.into() }
    }
}

impl From<GatewayEnd> for FrontEndError {
    fn from(end: GatewayEnd) -> Self {
        match end {
            GatewayEnd::Connect(error) => error.into(),
            end => FrontEndError::other(end),
        }
    }
}

/// Warns a host whose interactions do not arrive where the configuration expects them.
fn warn_of_endpoint(application: &Application, surroundings: &Surroundings) {
    match &application.interactions_endpoint {
        Some(url) if !surroundings.listens && !surroundings.roles.are_explicit() => tracing::warn!(
            url,
            "Discord sends this bot's interactions to this URL, but http.address is not set: set it, or remove the \
             Interactions Endpoint URL in Discord's developer portal"
        ),
        None if surroundings.listens => tracing::warn!(
            "http.address is set, but the application has no Interactions Endpoint URL in Discord's developer portal, \
             so Discord sends interactions through the gateway"
        ),
        _ => {}
    }
}

#[async_trait]
impl FrontEnd for DiscordFrontEnd {
    fn id(&self) -> PlatformId {
        DISCORD
    }

    fn server(&self) -> &'static str {
        "Discord"
    }

    fn public_address(&self) -> String {
        format!("{}/api/v10/gateway", self.endpoint.base())
    }

    fn advice(&self) -> &'static str {
        "If the token is refused, copy it again from Discord's developer portal. Otherwise, check the network."
    }

    async fn check(&self) -> Result<String, FrontEndError> {
        let shards = self.endpoint.gateway(&self.token).await?.shards;
        Ok(format!("Discord accepts the token, and recommends this number of shards: {shards}"))
    }

    async fn connect(&self, surroundings: &Surroundings) -> Result<Option<Connected>, FrontEndError> {
        let Surroundings { request_handler, pictures, roles, listens, tasks } = surroundings.clone();
        if ![Role::Gateway, Role::Http, Role::Outbox].into_iter().any(|role| roles.has(role)) {
            return Ok(None);
        }
        let application = self.endpoint.application(&self.token).await?;
        warn_of_endpoint(&application, surroundings);
        let rest = Rest::new(&self.endpoint, &self.token, application.id)
            .map_err(|error| FrontEndError::other(format!("the bot cannot send requests to Discord: {error}")))?;
        let mut connected = Connected { delivers: roles.has(Role::Outbox), ..Connected::default() };
        if connected.delivers {
            let service = request_handler.service().clone();
            // Discord does not report an interaction again that was answered by a challenge, but not to its end.
            if let Err(error) = service.show_last_challenges(DISCORD).await {
                tracing::error!(%error, "storage failed");
            }
            let platform = Arc::new(DiscordPlatform::new(rest.clone(), service.clone()));
            let delivery = Arc::new(
                ChatDelivery::new(service.clone(), pictures, platform).with_guidance(request_handler.search_runner()),
            );
            let dispatcher = OutboxDispatcher::new(service, delivery);
            connected.workers.push(Worker::new("outbox dispatcher", |stop| async move {
                dispatcher.run(stop).await;
                Ok(())
            }));
        }
        let commands = Arc::clone(request_handler.commands());
        let app_state = AppState { request_handler, rest: rest.clone(), venues: Venues::default(), tasks };
        if listens {
            let public_key = application.public_key.ok_or_else(|| {
                FrontEndError::other(
                    "Discord doesn't say the public key of the application, so its requests cannot be verified: remove \
                     http.address",
                )
            })?;
            connected.routes = interactions_endpoint::routes(app_state.clone(), public_key);
        }
        if roles.has(Role::Gateway) {
            let recommended = self.endpoint.gateway(&self.token).await?.shards;
            let ShardRange { shards, total } = roles.shards().cloned().unwrap_or(ShardRange::all(recommended));
            for number in shards {
                let gateway = Gateway::new(&self.endpoint, &self.token, app_state.clone(), Shard { number, total });
                connected.connections.push((format!("Discord, shard {number}"), gateway.status()));
                connected.workers.push(Worker::new("connection to Discord", |stop| async move {
                    Ok(gateway.run(stop).await.map_err(FrontEndError::from)?)
                }));
            }
        }
        if listens || roles.has(Role::Gateway) {
            connected.workers.push(Worker::once("registration of commands", |stop| async move {
                stop.run_until_cancelled(register(rest, commands)).await;
                Ok(())
            }));
        }
        Ok(Some(connected))
    }
}
