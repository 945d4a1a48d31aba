//! What happens to the places where matches are played: permissions change, threads and channels are deleted.

use super::delivery_queue::Changed;
use super::post::{DeliveryObstacle, Post};
use crate::service::game_service::{GameService, ServiceError};
use crate::service::ids::PlaceId;
use crate::service::matches::status::Status;
use crate::service::storage::StorageError;

impl GameService {
    /// Tries refused posts again, because something has changed that may let them through.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn retry_blocked_posts(&self, changed: Changed) -> Result<(), ServiceError> {
        if self.storage().unblock(changed, self.now()).await? {
            self.outbox_changed().notify_one();
        }
        Ok(())
    }

    /// A thread or a channel was deleted. A match whose thread is gone goes on in the channel: its board is posted anew,
    /// which finds that out and settles it, as any other post would. Where the channel is gone the players are told
    /// directly.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn place_deleted(&self, place: PlaceId) -> Result<(), ServiceError> {
        let mut posts = Vec::new();
        for id in self.storage().running_in(place).await? {
            let found = match self.find(id).await {
                Err(ServiceError::Storage(error @ StorageError::Corrupt(_))) => {
                    tracing::error!(game = %id, %error, "a match is passed over");
                    continue;
                }
                found => found?,
            };
            if found.status != Status::Running {
                continue;
            }
            if found.location.channel == place {
                let obstacle = DeliveryObstacle::Gone;
                posts.extend(found.people().into_iter().map(|person| Post::Undelivered {
                    game: id,
                    person,
                    obstacle,
                    board: found.to_move().is_some_and(|seat| found.seat_of(person) == Some(seat)),
                    alone: false,
                }));
            } else {
                posts.push(found.board(None));
            }
        }
        if !posts.is_empty() {
            self.storage().add_posts(&posts, self.now()).await?;
            self.outbox_changed().notify_one();
        }
        Ok(())
    }
}
