//! Decides where a game is played that is requested in a channel, and asks Discord what the request does not tell.

use super::channel_types::{Venue, type_of};
use super::rest::Rest;
use crate::chat::PostingObstacle;
use serenity::all::{ChannelId, ChannelType, PartialChannel};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// How long Discord may take to describe a channel. The requester waits, and Discord expects a response within three
/// seconds.
const LOOK_UP_MAX: Duration = Duration::from_millis(1_000);
/// The number of channels whose type is remembered.
const REMEMBERED_MAX: usize = 10_000;

/// Decides about venues. Remembers the types of the channels of threads: Discord changes none of them, except text
/// channels into those for announcements and back, which makes no difference here. Cheap to clone.
#[derive(Clone, Default)]
pub struct Venues {
    parents: Arc<Mutex<HashMap<ChannelId, ChannelType>>>,
}

/// Where a game that is requested in a channel is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The venue: never [`Venue::BesideOrHere`].
    pub venue: Venue,
    /// Whether that is a thread.
    pub is_thread: bool,
    /// Why no game can be played there.
    pub obstacle: Option<PostingObstacle>,
}

impl Decision {
    /// The decision by the type alone, for requests that begin no game and for channels of which Discord tells nothing.
    pub fn without_looking(channel: Option<&PartialChannel>) -> Decision {
        let Some(kind) = channel.map(|channel| type_of(channel.kind)) else {
            return Decision { venue: Venue::OwnThread, is_thread: false, obstacle: None };
        };
        match kind.venue {
            Venue::BesideOrHere => Decision { venue: Venue::OwnThread, is_thread: false, obstacle: None },
            Venue::Nowhere => {
                Decision { venue: Venue::Nowhere, is_thread: false, obstacle: Some(PostingObstacle::KindOfChannel) }
            }
            venue => Decision { venue, is_thread: kind.is_thread, obstacle: None },
        }
    }
}

impl Venues {
    /// Decides where a game that is requested in this channel is played.
    pub async fn decide(&self, rest: &Rest, channel: Option<&PartialChannel>) -> Decision {
        let decision = Decision::without_looking(channel);
        let Some(channel) = channel else { return decision };
        match (type_of(channel.kind).venue, channel.parent_id) {
            (Venue::BesideOrHere, Some(parent)) => match self.type_of_parent(rest, parent).await {
                Some(kind) if type_of(kind).venue == Venue::OwnThread => decision,
                // The command was typed in this thread, so it takes messages, whatever its channel is.
                _ => Decision { venue: Venue::Here, is_thread: true, obstacle: None },
            },
            _ if channel.kind == ChannelType::PrivateThread => {
                // Commands reach the bot from private threads in which it can neither read nor write.
                let found = timeout(LOOK_UP_MAX, rest.channel(channel.id)).await;
                let is_hidden = matches!(found, Ok(Err(error)) if matches!(error.code(), Some(50_001 | 10_003)));
                Decision { obstacle: is_hidden.then_some(PostingObstacle::PrivateThread), ..decision }
            }
            _ => decision,
        }
    }

    /// The type of the channel of a thread; `None` if Discord does not tell in time.
    async fn type_of_parent(&self, rest: &Rest, parent: ChannelId) -> Option<ChannelType> {
        if let Some(known) = self.parents().get(&parent) {
            return Some(*known);
        }
        let found = timeout(LOOK_UP_MAX, rest.channel(parent)).await;
        match found {
            Ok(Ok(found)) => {
                let mut parents = self.parents();
                if parents.len() >= REMEMBERED_MAX {
                    parents.clear();
                }
                parents.insert(parent, found.kind);
                Some(found.kind)
            }
            Ok(Err(error)) => {
                tracing::warn!(%parent, %error, "the type of a channel is not known; a game is played in its thread");
                None
            }
            Err(_) => {
                tracing::warn!(%parent, "the type of a channel came too late; a game is played in its thread");
                None
            }
        }
    }

    fn parents(&self) -> std::sync::MutexGuard<'_, HashMap<ChannelId, ChannelType>> {
        // A panic elsewhere cannot leave the map in an inconsistent state.
        self.parents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Discord offers no commands there, so no other test can ask for a game.
    #[test]
    fn no_game_is_played_where_nobody_can_write() {
        for (kind, refused) in [(4, true), (14, true), (15, true), (16, true), (0, false), (2, false), (99, false)] {
            let channel = serde_json::from_value(serde_json::json!({ "id": "1", "type": kind })).expect("a channel");
            let found = Decision::without_looking(Some(&channel));
            assert_eq!(found.obstacle, refused.then_some(PostingObstacle::KindOfChannel), "{kind}");
        }
    }
}
