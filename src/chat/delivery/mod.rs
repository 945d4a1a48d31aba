//! Delivery of outbox posts to a [platform](super::platform): [`chat_delivery`] turns each post into a message and
//! posts it where its match is played (`posting`, `boards`; `challenges` before there is a match). If that is refused,
//! it notifies the players by direct message (`undelivered`). `reader` chooses the language and colours of a post,
//! `name_plates` the avatars of the players. `closing` writes the result into the message of the challenge, `thinking`
//! shows that the engine takes long, `removal` removes what was posted about an erased player, and `daily` posts the
//! board of the day.

mod boards;
mod challenges;
pub mod chat_delivery;
mod closing;
mod daily;
mod name_plates;
mod posting;
mod reader;
mod removal;
mod thinking;
mod undelivered;

pub use chat_delivery::ChatDelivery;

use crate::service::{DuePost, PlatformId, Post, StorageError};
use crate::workers::{Deliver, DeliveryError};
use async_trait::async_trait;

#[async_trait]
impl Deliver for ChatDelivery {
    fn platform(&self) -> PlatformId {
        self.sender.platform().id()
    }

    async fn deliver(&self, due: &DuePost) -> Result<(), DeliveryError> {
        self.post_due(due).await
    }

    async fn notices(&self, due: &DuePost, error: &DeliveryError) -> Result<Vec<Post>, StorageError> {
        self.notices_for_players(due, error).await
    }
}
