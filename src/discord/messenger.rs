//! Delivering posts.

use super::rest::Rest;
use super::rest_error::RestError;
use super::show;
use crate::chat::{Messenger, Trouble, View};
use crate::play::{PlaceId, PlayerId, Token};
use async_trait::async_trait;
use serenity::all::{
    AutoArchiveDuration, ChannelId, CreateMessage, CreateThread, MessageFlags, MessageId, Nonce, UserId,
};
use std::time::Duration;

/// Discord's names for what can go wrong.
mod code {
    pub const THREAD_EXISTS: i64 = 160_004;
    /// The token is not known, or the interaction has had no first response yet.
    pub const UNKNOWN_WEBHOOK: i64 = 10_015;
    pub const TOKEN_EXPIRED: i64 = 50_027;
}

/// Speaks to Discord.
pub struct DiscordMessenger {
    rest: Rest,
}

impl DiscordMessenger {
    /// A messenger that sends its requests so.
    pub fn new(rest: Rest) -> Self {
        DiscordMessenger { rest }
    }
}

#[async_trait]
impl Messenger for DiscordMessenger {
    async fn open_thread(&self, channel: PlaceId, message: u64, name: &str) -> Result<Option<PlaceId>, Trouble> {
        let thread = CreateThread::new(name.chars().take(100).collect::<String>())
            .auto_archive_duration(AutoArchiveDuration::OneWeek);
        let channel = place(channel)?;
        let opened = self.rest.open_thread(channel, message_id(message)?, thread).await;
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
        let once = |message: CreateMessage| message.nonce(Nonce::String(nonce)).enforce_nonce(true);
        let posted = self.rest.post(place(to)?, view, once).await.map_err(|error| trouble(&error))?;
        Ok(posted.id.get())
    }

    async fn answer(&self, token: &Token, view: &View) -> Result<(), Trouble> {
        let answer = async || self.rest.follow_up(token.expose(), view, false).await.map_err(|error| trouble(&error));
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
        let opened = self.rest.open_direct(UserId::new(person.0)).await;
        opened.map(|channel| PlaceId(channel.get())).map_err(|error| trouble(&error))
    }

    async fn change(&self, at: PlaceId, message: u64, view: &View) -> Result<(), Trouble> {
        let edited = self.rest.edit(place(at)?, message_id(message)?, show::change(view), view).await;
        edited.map(drop).map_err(|error| trouble(&error))
    }

    async fn retire(&self, at: PlaceId, message: u64) -> Result<(), Trouble> {
        let edited = self.rest.edit(place(at)?, message_id(message)?, show::retired(), &View::default()).await;
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
fn refusal(error: &RestError) -> Option<(u16, i64)> {
    match error {
        RestError::Refused { status, code, .. } => Some((*status, *code)),
        _ => None,
    }
}

/// Whether trying again can help: when Discord did not answer, was out of order, wants us to slow down, or does not
/// know the bot's token, which somebody will mend; that of an interaction does not come back, but may not have had its
/// first response yet. A refusal with code 0 or below does not come from Discord's interface but from something in
/// between.
fn trouble(error: &RestError) -> Trouble {
    if let RestError::Limited { after } = error {
        return Trouble::Later { why: error.to_string(), after: Some(after.unwrap_or(Duration::from_secs(5))) };
    }
    match refusal(error) {
        Some((_, code::TOKEN_EXPIRED)) => Trouble::Never(error.to_string()),
        Some((401 | 408, _) | (_, code::UNKNOWN_WEBHOOK) | (400..=499, ..=0)) => {
            Trouble::Later { why: error.to_string(), after: None }
        }
        Some((400..=499, _)) => Trouble::Never(error.to_string()),
        _ => Trouble::Later { why: error.to_string(), after: None },
    }
}
