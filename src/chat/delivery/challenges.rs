//! The message of a challenge, if it could not be shown when the challenge was made, or shows a date that was wrong.

use super::chat_delivery::ChatDelivery;
use super::posting::CLOCKS_DIFFER_MS;
use crate::chat::texts::{Language, localize_with};
use crate::chat::view::View;
use crate::chat::views::challenges;
use crate::chat::views::match_list::link;
use crate::service::{Address, Challenge, ChallengeId, ChallengeState, DeliveryMode, DuePost, Millis, PlayerId};
use crate::workers::DeliveryError;

impl ChatDelivery {
    /// Posts the message of a challenge that is still open, unless an earlier attempt has. If it is refused, withdraws
    /// the challenge.
    pub(super) async fn show_challenge(
        &self,
        due: &DuePost,
        id: ChallengeId,
        nonce: &str,
    ) -> Result<(), DeliveryError> {
        let Some(challenge) = self.service.queries().challenge(id).await? else { return Ok(()) };
        if challenge.state != ChallengeState::Open || challenge.expires_at <= self.service.now() {
            return Ok(());
        }
        let language = challenges::language(&challenge);
        let view = challenges::challenge(language, self.service.catalog(), &challenge, challenge.proposed_at());
        let at = Address::Place(challenge.terms.origin.unwrap_or(challenge.terms.place));
        let since = challenge.proposed_at().plus(-CLOCKS_DIFFER_MS);
        self.check_lease(due)?;
        match self.sender.post_unless_found(at, &view, language, nonce, (since, None)).await {
            Err(error) if !error.is_transient() => {
                tracing::warn!(challenge = %id, %error, "a challenge whose message is refused is withdrawn");
                Ok(self.service.withdraw(id, challenge.terms.challenger).await?)
            }
            posted => posted.map(drop),
        }
    }

    /// Edits the message of a challenge that is still open and shows `until`, a date of a clock that was wrong. The
    /// message is found by what it shows.
    pub(super) async fn correct_challenge(&self, id: ChallengeId, until: Millis) -> Result<(), DeliveryError> {
        let Some(challenge) = self.service.queries().challenge(id).await? else { return Ok(()) };
        if challenge.state != ChallengeState::Open
            || challenge.terms.delivery_mode == DeliveryMode::InteractionOnly
            || !self.sender.capabilities().editing
        {
            return Ok(());
        }
        let language = challenges::language(&challenge);
        let view_of = |challenge: &Challenge| {
            challenges::challenge(language, self.service.catalog(), challenge, challenge.proposed_at())
        };
        let wrong = view_of(&Challenge { expires_at: until, ..challenge.clone() });
        let at = Address::Place(challenge.terms.origin.unwrap_or(challenge.terms.place));
        // The platform has dated the message by its own clock.
        let since = challenge.proposed_at().plus(-CLOCKS_DIFFER_MS);
        match self.sender.find(at, &wrong, language, since).await? {
            Some(message) => self.sender.edit(at, &message, &view_of(&challenge), language, None).await,
            None => Ok(()),
        }
    }

    /// Tells the challenger that a challenge was withdrawn.
    pub(super) async fn tell_withdrawn(
        &self,
        due: &DuePost,
        id: ChallengeId,
        person: PlayerId,
    ) -> Result<(), DeliveryError> {
        let Some(challenge) = self.service.queries().challenge(id).await? else { return Ok(()) };
        let terms = &challenge.terms;
        let preferences = self.service.preferences(person).await?;
        let language = Language::of_locale(preferences.language.as_deref().unwrap_or(&terms.language));
        let title = self.service.catalog().game(&terms.game).map_or(terms.game.as_str(), |game| game.title());
        let place = link(Some(terms.origin.unwrap_or(terms.place)));
        let args = [("game", title.into()), ("place", place.into())];
        let view = View::text(localize_with(language, "challenge-withdrawn", &args));
        self.write_to(due, person, &view, language).await
    }
}
