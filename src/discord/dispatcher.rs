//! Dispatches the events of the gateway: commands, buttons and forms, replies, and changes of channels.

use super::app_state::AppState;
use super::{channel_changes, events, interactions};
use serenity::all::{Context, Framework, FullEvent, UserId};
use tokio::sync::watch;

/// Hands each event to its handler. serenity runs it in a task of its own for each event.
pub(super) struct Dispatcher {
    app_state: AppState,
    /// The bot's user id, once it is known.
    bot_id: watch::Sender<Option<UserId>>,
}

impl Dispatcher {
    pub fn new(app_state: AppState) -> Dispatcher {
        Dispatcher { app_state, bot_id: watch::Sender::default() }
    }

    /// The bot's user id. The first event of a connection contains it, but events are handled at the same time.
    async fn known_bot_id(&self) -> Option<UserId> {
        self.bot_id.subscribe().wait_for(Option::is_some).await.ok().and_then(|bot_id| *bot_id)
    }
}

#[serenity::async_trait]
impl Framework for Dispatcher {
    async fn dispatch(&self, _: Context, event: FullEvent) {
        let app_state = &self.app_state;
        match event {
            FullEvent::Ready { data_about_bot } => {
                self.bot_id.send_replace(Some(data_about_bot.user.id));
                tracing::info!(name = %data_about_bot.user.name, guilds = data_about_bot.guilds.len(), "connected");
            }
            FullEvent::InteractionCreate { interaction } => interactions::answer(&interaction, app_state).await,
            FullEvent::Message { new_message } => {
                // Most messages are none of the bot's business, and are not worth waiting for.
                if new_message.referenced_message.is_some()
                    && let Some(bot_id) = self.known_bot_id().await
                {
                    events::reply(bot_id, &new_message, app_state).await;
                }
            }
            other => {
                let Some(bot_id) = self.known_bot_id().await else { return };
                let service = app_state.request_handler.service();
                if let Err(error) = Box::pin(channel_changes::handle(bot_id, &other, service)).await {
                    tracing::error!(%error, "a change of a channel could not be handled");
                }
            }
        }
    }
}
