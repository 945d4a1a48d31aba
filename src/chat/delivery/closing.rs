//! Shows the result of a match in its channel, and has its thread archived.

use super::chat_delivery::ChatDelivery;
use crate::chat::texts::Language;
use crate::chat::views::challenges;
use crate::service::{Address, DeliveryMode, Match};
use crate::workers::DeliveryError;

impl ChatDelivery {
    /// Writes the result of a match into the message that opened its thread, so that the channel shows it. Then has the
    /// platform archive the thread after a quiet day. If the platform refuses one of them, the other still happens.
    pub(super) async fn close(&self, played: &Match) -> Result<(), DeliveryError> {
        let location = &played.location;
        let Some(message) = &location.message else { return Ok(()) };
        if location.delivery_mode != DeliveryMode::Threads || !self.sender.capabilities().editing {
            return Ok(());
        }
        let language = Language::of_locale(&location.language);
        let view = challenges::ended(language, played);
        let edited = self.sender.edit(Address::Place(location.channel), message, &view, language, None).await;
        unless_refused(played, edited)?;
        match location.place.filter(|place| *place != location.channel) {
            Some(thread) => unless_refused(played, self.sender.platform().archive_when_quiet(thread).await),
            None => Ok(()),
        }
    }
}

/// Logs a refusal. Returns transient errors, so that the post is tried again.
fn unless_refused(played: &Match, result: Result<(), DeliveryError>) -> Result<(), DeliveryError> {
    match result {
        Err(error) if !error.is_transient() => {
            tracing::debug!(game = %played.id, %error, "the result could not be written where the match was played");
            Ok(())
        }
        result => result,
    }
}
