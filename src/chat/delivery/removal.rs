//! Removes what was posted about matches and challenges of a player who was erased.

use super::chat_delivery::ChatDelivery;
use crate::chat::view::Subject;
use crate::service::lobby::challenge::OPEN_MS;
use crate::service::{ChallengeId, DeliveryMode, Match, PlaceId};
use crate::workers::DeliveryError;

impl ChatDelivery {
    /// Removes the messages about a match at one of its locations.
    pub(super) async fn remove_match(&self, played: &Match) -> Result<(), DeliveryError> {
        let location = &played.location;
        if location.delivery_mode == DeliveryMode::InteractionOnly {
            return Ok(());
        }
        let subject = Subject::Match(played.id);
        let places: [Option<PlaceId>; 2] = [location.place, Some(location.channel)];
        // A match whose thread was closed went on in the channel, and then both are the channel.
        let is_same = places[0] == places[1];
        for place in places.into_iter().flatten().skip(usize::from(is_same)) {
            if self.sender.capabilities().removal {
                self.sender.platform().remove_messages(place, subject, played.started_at).await?;
            }
        }
        Ok(())
    }

    /// Removes the message of a challenge.
    pub(super) async fn remove_challenge(&self, id: ChallengeId) -> Result<(), DeliveryError> {
        let Some(challenge) = self.service.storage().challenge(id).await? else { return Ok(()) };
        let is_posted = challenge.terms.delivery_mode != DeliveryMode::InteractionOnly;
        if !is_posted || !self.sender.capabilities().removal {
            return Ok(());
        }
        let since = challenge.expires_at.plus(-OPEN_MS);
        self.sender.platform().remove_messages(challenge.terms.place, Subject::Challenge(id), since).await
    }
}
