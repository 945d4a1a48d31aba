//! All of it running.

use super::asked::Asked;
use super::commands::{self, Failure};
use super::connect::{ConnectError, Endpoint};
use super::events;
use super::messenger::DiscordMessenger;
use super::register::register;
use crate::chat::pictures::Studio;
use crate::chat::{Conversation, Courier, Language, Messenger};
use crate::engines::Pool;
use crate::play::{Desk, Warden};
use serenity::all::{Client, ClientBuilder, GatewayIntents};
use std::sync::Arc;
use std::time::Duration;
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

/// Where interactions arrive: the conversation, and those that are being answered.
#[derive(Clone)]
pub struct Reception {
    /// What answers them.
    pub conversation: Conversation,
    /// Those under way, which a stop waits for.
    pub tasks: TaskTracker,
}

/// A stop waits so long for what is under way.
const FAREWELL: Duration = Duration::from_secs(10);

/// The bot.
pub struct Bot {
    client: Client,
    courier: Courier,
    pool: Pool,
    warden: Warden,
    desk: Desk,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Bot {
    /// Prepares a bot that runs until `stop`; nothing is sent yet but the question for the gateway's address.
    ///
    /// # Errors
    /// See [`BotError`].
    pub async fn new(
        endpoint: &Endpoint,
        token: &str,
        conversation: Conversation,
        studio: Studio,
        stop: CancellationToken,
    ) -> Result<Bot, BotError> {
        let desk = conversation.desk().clone();
        let pool = Pool::new(desk.clone(), conversation.thinker());
        let warden = Warden::new(desk.clone());
        let tasks = TaskTracker::new();
        let reception = Reception { conversation, tasks: tasks.clone() };
        let setup_stop = stop.clone();
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
                // Nothing is answered until this has ended, so registering goes on behind it.
                let created = poise::builtins::create_application_commands(&framework.options().commands);
                let registering = register(Arc::clone(&context.http), created);
                tokio::spawn(setup_stop.run_until_cancelled_owned(registering));
                Box::pin(async move { Ok(reception) })
            })
            .build();
        let client = ClientBuilder::new_with_http(endpoint.http(token), INTENTS).framework(framework).await;
        let client = client.map_err(|error| BotError::Client(error.into()))?;
        endpoint.check_gateway(&client.ws_url.lock().await)?;
        let messenger: Arc<dyn Messenger> = Arc::new(DiscordMessenger::new(Arc::clone(&client.http)));
        Ok(Bot { client, courier: Courier::new(desk.clone(), studio, messenger), pool, warden, desk, tasks, stop })
    }

    /// Runs until it is told to stop; what is under way then is finished, within a few seconds.
    ///
    /// # Errors
    /// When the connection ends for good, for example because the token is not valid.
    pub async fn run(self) -> Result<(), BotError> {
        let Bot { mut client, courier, pool, warden, desk, tasks, stop } = self;
        // Nobody is late because we were not there: that is settled before anybody is answered.
        if let Err(error) = desk.beat().await {
            tracing::error!(%error, "the store failed");
        }
        let courier_stop = CancellationToken::new();
        let delivering = tokio::spawn({
            let courier_stop = courier_stop.clone();
            async move { courier.run(courier_stop).await }
        });
        let working = tokio::spawn({
            let stop = courier_stop.clone();
            async move { pool.run(stop).await }
        });
        let watching = tokio::spawn({
            let stop = courier_stop.clone();
            async move { warden.run(stop).await }
        });
        let shards = Arc::clone(&client.shard_manager);
        let ended = tokio::select! {
            ended = client.start_autosharded() => ended.map_err(|error| BotError::Client(error.into())),
            () = stop.cancelled() => {
                shards.shutdown_all().await;
                Ok(())
            }
        };
        tasks.close();
        courier_stop.cancel();
        let finished = tokio::time::timeout(FAREWELL, async {
            tasks.wait().await;
            working.await.and(watching.await).and(delivering.await)
        });
        match finished.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the courier or the engine broke off"),
            Err(_) => {
                tracing::warn!("something was still under way when the bot stopped; posts are delivered next time")
            }
        }
        ended
    }
}

async fn log(error: poise::FrameworkError<'_, Reception, Failure>) {
    if let poise::FrameworkError::CommandStructureMismatch { ctx, .. } = &error {
        // The command that Discord shows is of an older version; ours will be there in a moment.
        let here = Asked { id: ctx.interaction.id, token: &ctx.interaction.token };
        let language = Language::of_locale(&ctx.interaction.locale);
        if let Err(error) = here.is_outdated(&ctx.serenity_context().http, language).await {
            tracing::warn!(%error, "an interaction was not answered");
        }
    }
    tracing::warn!(%error, "an interaction failed");
}
