//! Retries of refused posts, and deleted places.

use crate::service::game_service::GameService;
use crate::service::ids::PlaceId;
use crate::service::matches::status::Status;
use crate::service::outbox::delivery_queue::Changed;
use crate::service::outbox::post::{DeliveryObstacle, Post};
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;

impl GameService {
    /// Makes refused posts due again after a change that may let them through.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn retry_blocked_posts(&self, changed: Changed) -> Result<(), ServiceError> {
        if self.storage().unblock(changed, self.now()).await? {
            self.notify_workers();
        }
        Ok(())
    }

    /// Handles the deletion of a thread or channel. A match whose thread was deleted continues in the channel: its
    /// board is posted again, and that delivery detects the missing thread and moves the match, as any other post
    /// would. If the channel was deleted, the players are notified directly.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn place_deleted(&self, place: PlaceId) -> Result<(), ServiceError> {
        let mut posts = Vec::new();
        for id in self.storage().running_matches_in(place).await? {
            let found = match self.find(id).await {
                Err(ServiceError::Storage(error @ StorageError::Corrupt(_))) => {
                    tracing::error!(game = %id, %error, "skipping a match that cannot be read");
                    continue;
                }
                found => found?,
            };
            if found.status != Status::Running {
                continue;
            }
            let Some(location) = found.locations().find(|found| found.channel == place || found.place == Some(place))
            else {
                continue;
            };
            if location.channel == place {
                let obstacle = DeliveryObstacle::Gone;
                posts.extend(found.people().into_iter().map(|person| Post::Undelivered {
                    game: id,
                    person,
                    obstacle,
                    board: found.to_move().is_some_and(|seat| found.seat_of(person) == Some(seat)),
                    opponent_unreachable: false,
                }));
            } else {
                posts.push(found.board(None));
            }
        }
        if !posts.is_empty() {
            self.storage().add_posts(&posts, self.now()).await?;
            self.notify_workers();
        }
        Ok(())
    }
}
