//! How what must be said reaches the people at a place.

use super::words::words;

/// How posts reach a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It is a server's channel: posts go there, or into a thread opened there.
    Server,
    /// Posts go there, and there are no threads.
    Channel,
    /// We are no member there: all that is seen of us are answers to what people do (see [`super::Token`]).
    Answers,
}

words!(Reach { Server = "server", Channel = "channel", Answers = "answers" });
