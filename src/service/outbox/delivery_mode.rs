//! How posts are delivered to a place.

/// How posts are delivered to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum DeliveryMode {
    /// To a server channel, or to a thread opened in it.
    #[strum(serialize = "server")]
    Threads,
    /// To a channel without threads.
    Channel,
    /// Only as responses to interactions, because the bot is not a member there (see [`crate::service::Token`]).
    #[strum(serialize = "answers")]
    InteractionOnly,
}
