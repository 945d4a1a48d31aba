//! All of it running.

use super::commands::{self, Failure};
use super::connect::{ConnectError, Endpoint};
use super::events;
use super::messenger::DiscordMessenger;
use crate::chat::pictures::Studio;
use crate::chat::{Conversation, Courier, Messenger};
use serenity::all::{Client, ClientBuilder, GatewayIntents, Http};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The events that the bot asks for: servers and their messages. What is said in a message comes along only when it
/// mentions the bot, which needs no privilege.
const INTENTS: GatewayIntents =
    GatewayIntents::GUILDS.union(GatewayIntents::GUILD_MESSAGES).union(GatewayIntents::DIRECT_MESSAGES);

/// Why the bot stopped.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// There is no connection.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The client ended.
    #[error("the connection to Discord ended: {0}")]
    Client(#[source] Box<serenity::Error>),
}

/// The bot.
pub struct Bot {
    client: Client,
    courier: Courier,
}

impl Bot {
    /// Prepares a bot; nothing is sent yet but the question for the gateway's address.
    ///
    /// # Errors
    /// See [`BotError`].
    pub async fn new(
        endpoint: &Endpoint,
        token: &str,
        conversation: Conversation,
        studio: Studio,
    ) -> Result<Bot, BotError> {
        let http = endpoint.http(token);
        endpoint.check_gateway(&http).await?;
        let desk = conversation.desk().clone();
        let framework = poise::Framework::builder()
            .initialize_owners(false)
            .options(poise::FrameworkOptions {
                commands: commands::all(),
                event_handler: |framework, event| {
                    let (context, own) = (framework.serenity_context, framework.bot_id());
                    Box::pin(events::handle(context, own, event, framework.user_data))
                },
                on_error: |error| Box::pin(log(error)),
                ..poise::FrameworkOptions::default()
            })
            .setup(move |context, _, framework| {
                Box::pin(async move {
                    register(&context.http, &framework.options().commands).await?;
                    Ok(conversation)
                })
            })
            .build();
        let client = ClientBuilder::new_with_http(http, INTENTS).framework(framework).await;
        let client = client.map_err(|error| BotError::Client(error.into()))?;
        let messenger: Arc<dyn Messenger> = Arc::new(DiscordMessenger::new(Arc::clone(&client.http)));
        Ok(Bot { client, courier: Courier::new(desk, studio, messenger) })
    }

    /// Runs until it is told to stop; deliveries under way are finished then.
    ///
    /// # Errors
    /// When the connection ends for good, for example because the token is not valid.
    pub async fn run(mut self, stop: CancellationToken) -> Result<(), BotError> {
        let tasks = TaskTracker::new();
        let (courier, courier_stop) = (self.courier, stop.child_token());
        tasks.spawn({
            let courier_stop = courier_stop.clone();
            async move { courier.run(courier_stop).await }
        });
        tasks.close();
        let shards = Arc::clone(&self.client.shard_manager);
        let ended = tokio::select! {
            ended = self.client.start_autosharded() => ended.map_err(|error| BotError::Client(error.into())),
            () = stop.cancelled() => {
                shards.shutdown_all().await;
                Ok(())
            }
        };
        courier_stop.cancel();
        tasks.wait().await;
        ended
    }
}

async fn register(http: &Http, commands: &[poise::Command<Conversation, Failure>]) -> Result<(), Failure> {
    let created = poise::builtins::create_application_commands(commands);
    let registered = serenity::all::Command::set_global_commands(http, created).await?;
    tracing::info!(count = registered.len(), "commands are registered");
    Ok(())
}

async fn log(error: poise::FrameworkError<'_, Conversation, Failure>) {
    match error {
        poise::FrameworkError::Setup { error, .. } => tracing::error!(%error, "the commands could not be registered"),
        other => tracing::warn!(error = %other, "an interaction was not answered"),
    }
}
