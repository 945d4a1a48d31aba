//! Delivering posts.

use super::show;
use crate::chat::{Messenger, Trouble, View};
use crate::play::{PlaceId, PlayerId, Token};
use async_trait::async_trait;
use serenity::all::{
    AutoArchiveDuration, Builder, ChannelId, CreateAllowedMentions, CreateThread, EditMessage, Http, HttpError,
    MessageFlags, MessageId, Nonce, UserId,
};
use std::sync::Arc;
use std::time::Duration;

/// Discord's names for what can go wrong.
mod code {
    pub const THREAD_EXISTS: isize = 160_004;
    /// The token is not known, or the interaction has had no first response yet.
    pub const UNKNOWN_WEBHOOK: isize = 10_015;
    pub const TOKEN_EXPIRED: isize = 50_027;
}

/// Speaks to Discord.
pub struct DiscordMessenger {
    http: Arc<Http>,
}

impl DiscordMessenger {
    /// A messenger that uses this client.
    pub fn new(http: Arc<Http>) -> Self {
        DiscordMessenger { http }
    }
}

#[async_trait]
impl Messenger for DiscordMessenger {
    async fn open_thread(&self, channel: PlaceId, message: u64, name: &str) -> Result<Option<PlaceId>, Trouble> {
        let thread = CreateThread::new(name.chars().take(100).collect::<String>())
            .auto_archive_duration(AutoArchiveDuration::OneWeek);
        let channel = place(channel)?;
        let opened = channel.create_thread_from_message(&*self.http, message_id(message)?, thread).await;
        match opened {
            Ok(thread) => Ok(Some(PlaceId(thread.id.get()))),
            Err(error) => match refusal(&error) {
                // A thread has the number of the message it was opened from.
                Some((_, code::THREAD_EXISTS)) => Ok(Some(PlaceId(message))),
                _ => match trouble(&error) {
                    Trouble::Never(why) => {
                        tracing::warn!(%why, %channel, "no thread could be opened; the game is played in the channel");
                        Ok(None)
                    }
                    later => Err(later),
                },
            },
        }
    }

    async fn post(&self, to: PlaceId, view: &View, nonce: &str) -> Result<u64, Trouble> {
        let nonce: String = nonce.chars().take(25).collect();
        let message = show::message(view).nonce(Nonce::String(nonce)).enforce_nonce(true);
        let posted = place(to)?.send_message(&*self.http, message).await.map_err(|error| trouble(&error))?;
        Ok(posted.id.get())
    }

    async fn answer(&self, token: &Token, view: &View) -> Result<(), Trouble> {
        let answer = async || {
            let sent = show::followup(view, false).execute(&*self.http, (None, token.expose())).await;
            sent.map_err(|error| trouble(&error))
        };
        let sent = answer().await?;
        // While the private answer is still to come, a further message takes its place and is private too.
        if sent.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)) {
            answer().await?;
        }
        Ok(())
    }

    async fn direct(&self, person: PlayerId) -> Result<PlaceId, Trouble> {
        if person.0 == 0 {
            return Err(Trouble::Never("nobody has the number 0".to_owned()));
        }
        let opened = UserId::new(person.0).create_dm_channel(&*self.http).await;
        opened.map(|channel| PlaceId(channel.id.get())).map_err(|error| trouble(&error))
    }

    async fn change(&self, at: PlaceId, message: u64, view: &View) -> Result<(), Trouble> {
        let edited = place(at)?.edit_message(&*self.http, message_id(message)?, show::change(view)).await;
        edited.map(drop).map_err(|error| trouble(&error))
    }

    async fn retire(&self, at: PlaceId, message: u64) -> Result<(), Trouble> {
        // Nothing but the buttons is named, so the picture stays. An edit finds mentions anew, and must find none: whom the
        // board was not meant to ping would see it marked.
        let bare = EditMessage::new().components(Vec::new()).allowed_mentions(CreateAllowedMentions::new());
        let edited = place(at)?.edit_message(&*self.http, message_id(message)?, bare).await;
        edited.map(drop).map_err(|error| trouble(&error))
    }
}

fn place(place: PlaceId) -> Result<ChannelId, Trouble> {
    if place.0 == 0 {
        Err(Trouble::Never("no channel has the number 0".to_owned()))
    } else {
        Ok(ChannelId::new(place.0))
    }
}

fn message_id(message: u64) -> Result<MessageId, Trouble> {
    if message == 0 {
        Err(Trouble::Never("no message has the number 0".to_owned()))
    } else {
        Ok(MessageId::new(message))
    }
}

/// The status and the code with which Discord refused, if it answered at all.
fn refusal(error: &serenity::Error) -> Option<(u16, isize)> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            Some((response.status_code.as_u16(), response.error.code))
        }
        _ => None,
    }
}

/// Whether trying again can help: when Discord did not answer, was out of order, wants us to slow down, or does not
/// know the bot's token, which somebody will mend; that of an interaction does not come back, but may not have had its
/// first response yet. A refusal with code 0 or below does not come from Discord's interface but from something in
/// between.
fn trouble(error: &serenity::Error) -> Trouble {
    match refusal(error) {
        Some((429, _)) => Trouble::Later { why: error.to_string(), after: Some(Duration::from_secs(5)) },
        Some((_, code::TOKEN_EXPIRED)) => Trouble::Never(format!("{error} (code {})", code::TOKEN_EXPIRED)),
        Some((401 | 408, _) | (_, code::UNKNOWN_WEBHOOK) | (400..=499, ..=0)) => {
            Trouble::Later { why: error.to_string(), after: None }
        }
        Some((400..=499, code)) => Trouble::Never(format!("{error} (code {code})")),
        _ => Trouble::Later { why: error.to_string(), after: None },
    }
}
