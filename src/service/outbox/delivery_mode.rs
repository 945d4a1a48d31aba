//! How posts are delivered to a place.

use crate::service::words::words;

/// How posts are delivered to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryMode {
    /// To a server channel, or to a thread opened in it.
    Threads,
    /// To a channel without threads.
    Channel,
    /// Only as responses to interactions, because the bot is not a member there (see [`crate::service::Token`]).
    InteractionOnly,
}

words!(DeliveryMode { Threads = "server", Channel = "channel", InteractionOnly = "answers" });
