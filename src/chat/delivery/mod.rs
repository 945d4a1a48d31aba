//! Posts delivered, by a [`messenger`]: [`outbox_dispatcher`] takes what is due, in one `priority_lane` for each priority, and posts
//! it where a match is played (`posting`) or, when that is refused, to the players (`undelivered`).

pub mod messenger;
mod priority_lane;
pub mod outbox_dispatcher;
mod posting;
mod undelivered;

pub use messenger::{DeliveryError, Messenger};
pub use outbox_dispatcher::OutboxDispatcher;
