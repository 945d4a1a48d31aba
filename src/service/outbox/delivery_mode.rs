//! How what must be said reaches the people at a place.

use crate::service::words::words;

/// How posts reach a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryMode {
    /// It is a server's channel: posts go there, or into a thread opened there.
    Threads,
    /// Posts go there, and there are no threads.
    Channel,
    /// We are no member there: all that is seen of us are answers to what people do (see [`crate::service::Token`]).
    InteractionOnly,
}

words!(DeliveryMode { Threads = "server", Channel = "channel", InteractionOnly = "answers" });
