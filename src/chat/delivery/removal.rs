//! Removes what was posted about matches and challenges of a player who was erased.

use super::chat_delivery::ChatDelivery;
use crate::chat::view::Subject;
use crate::service::{ChallengeId, DeliveryMode, Match};
use crate::workers::DeliveryError;

impl ChatDelivery {
    /// Removes the messages about a match at one of its locations.
    pub(super) async fn remove_match(&self, played: &Match) -> Result<(), DeliveryError> {
        let location = &played.location;
        if !self.can_remove(location.delivery_mode) {
            return Ok(());
        }
        let remove =
            |place| self.sender.platform().remove_messages(place, Subject::Match(played.id), played.started_at);
        // A match that moved out of its thread has the channel as its place.
        if let Some(thread) = location.place.filter(|place| *place != location.channel) {
            remove(thread).await?;
        }
        remove(location.channel).await
    }

    /// Whether messages that were delivered in this way can be removed.
    fn can_remove(&self, mode: DeliveryMode) -> bool {
        mode != DeliveryMode::InteractionOnly && self.sender.capabilities().removal
    }

    /// Removes the message of a challenge.
    pub(super) async fn remove_challenge(&self, id: ChallengeId) -> Result<(), DeliveryError> {
        let Some(challenge) = self.service.queries().challenge(id).await? else { return Ok(()) };
        if !self.can_remove(challenge.terms.delivery_mode) {
            return Ok(());
        }
        let since = challenge.proposed_at();
        self.sender.platform().remove_messages(challenge.terms.place, Subject::Challenge(id), since).await
    }
}
