//! The note that the engine is thinking, which is shown only if the engine takes long.

use super::chat_delivery::ChatDelivery;
use crate::chat::texts::Language;
use crate::chat::views::board;
use crate::service::{Address, DeliveryMode, DuePost, Match, ServiceError};
use crate::workers::DeliveryError;

impl ChatDelivery {
    /// Posts the note, or deletes it if the engine has moved by now. Does nothing where messages cannot be deleted.
    pub(super) async fn post_thinking_note(
        &self,
        due: &DuePost,
        played: &Match,
        ply: usize,
    ) -> Result<(), DeliveryError> {
        let location = &played.location;
        if location.delivery_mode == DeliveryMode::InteractionOnly || !self.sender.capabilities().deletion {
            return Ok(());
        }
        let note = board::thinking(Language::of_locale(&location.language), played);
        if played.ply() == ply && played.waits_for_engine() {
            let (place, sent) = self.post(due, played, &note).await?;
            let stored = self.service.delivery().set_thinking_note(location.id, Some(&(place, sent.id))).await;
            return Ok(stored.map_err(ServiceError::from)?);
        }
        // An earlier attempt may have sent the note without storing it, because the response was lost or the process
        // was killed.
        if let Some((place, message)) = self.find_sent(due, played, &note).await? {
            self.sender.platform().delete(Address::Place(place), &message).await?;
        }
        Ok(())
    }

    /// Deletes the note if it is shown. If the platform fails now, the next board tries again.
    pub(super) async fn delete_thinking_note(&self, played: &Match) {
        let location = &played.location;
        let Some((place, message)) = &location.thinking_note else { return };
        match self.sender.platform().delete(Address::Place(*place), message).await {
            Err(error) if error.is_transient() => {
                tracing::debug!(game = %played.id, %error, "a note could not be deleted yet");
                return;
            }
            Err(error) => tracing::debug!(game = %played.id, %error, "a note could not be deleted"),
            Ok(()) => {}
        }
        if let Err(error) = self.service.delivery().set_thinking_note(location.id, None).await {
            tracing::warn!(game = %played.id, %error, "that a note was deleted could not be stored");
        }
    }
}
