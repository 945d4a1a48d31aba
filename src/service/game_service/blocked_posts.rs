//! Retries of refused posts, and deleted places.

use crate::service::game_service::GameService;
use crate::service::ids::PlaceId;
use crate::service::outbox::delivery_queue::Changed;
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

    /// Handles a change of a channel or thread. A match whose thread was locked continues in the channel, as if the thread
    /// had been deleted: players cannot press buttons or use commands there, even where the bot may still post. Where the
    /// match has no other channel, the platform refuses its posts, so that the players get direct messages. Any other
    /// change may let refused posts through.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn place_changed(&self, place: PlaceId, is_locked: bool) -> Result<(), ServiceError> {
        let is_news = self.storage().set_locked(place, is_locked).await?;
        match is_locked {
            true if is_news => self.post_boards_of(place).await,
            // Nothing that was refused there would be accepted now.
            true => Ok(()),
            false => self.retry_blocked_posts(Changed::Place(place)).await,
        }
    }

    /// Handles the deletion of a thread or channel. A match whose thread was deleted continues in the channel. If the
    /// channel was deleted, the players get direct messages. So do those of matches in its threads that have no other
    /// channel, because Discord does not report the deletion of each.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn place_deleted(&self, place: PlaceId) -> Result<(), ServiceError> {
        for thread in self.storage().threads_played_in(place).await? {
            self.post_boards_of(thread).await?;
        }
        self.post_boards_of(place).await
    }

    /// Posts the boards of the running matches in a place that can no longer be used. That delivery detects the
    /// obstacle and finds another way, as any other post would.
    async fn post_boards_of(&self, place: PlaceId) -> Result<(), ServiceError> {
        let mut posts = Vec::new();
        for (id, _) in self.storage().running_versions_in(place).await? {
            match self.find(id).await {
                Err(ServiceError::Storage(error @ StorageError::Corrupt(_))) => {
                    tracing::error!(game = %id, %error, "skipping a match that cannot be read");
                }
                found => {
                    let found = found?;
                    posts.extend(found.notify(vec![found.board(None)], None, self.now()));
                }
            }
        }
        if !posts.is_empty() {
            self.storage().add_posts(&posts, self.now()).await?;
            self.notify_workers();
        }
        Ok(())
    }
}
