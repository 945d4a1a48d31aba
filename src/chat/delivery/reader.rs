//! Chooses the language and colours of a post: those of its only reader, or those of the place.

use super::chat_delivery::ChatDelivery;
use crate::chat::texts::Language;
use crate::chat::texts::players::or_default_logged;
use crate::chat::views::pictures::PictureOptions;
use crate::service::{DeliveryMode, DuePost, Match, MatchId, PlayerId, Post};
use crate::workers::DeliveryError;

/// The only reader of the posts about a match: its only human player, or the player who gets them in direct messages.
/// `None` if both players read them.
fn only_reader(played: &Match) -> Option<PlayerId> {
    if let [person] = played.people()[..] {
        return Some(person);
    }
    let location = &played.location;
    // A channel without threads and without a server is a direct message.
    let is_direct = location.delivery_mode == DeliveryMode::Channel && location.server.is_none();
    location.seat.filter(|_| is_direct).and_then(|seat| played.player(seat).person())
}

/// Whether a post goes to the channel around the game, where others read it too.
fn is_for_channel(post: &Post) -> bool {
    matches!(post, Post::Open { .. } | Post::Closing { .. })
}

impl ChatDelivery {
    /// The match of a post at its location, and the picture options for its readers. Sets the location's language to
    /// the readers', which all sentences of the post then use.
    pub(super) async fn for_readers(
        &self,
        due: &DuePost,
        match_id: MatchId,
    ) -> Result<(Match, PictureOptions), DeliveryError> {
        let mut played = self.service.find(match_id).await?.at_location(due.location);
        let options = match only_reader(&played).filter(|_| !is_for_channel(&due.post)) {
            Some(person) => {
                let options = self.picture_options(person, &played).await;
                options.language.code().clone_into(&mut played.location.language);
                options
            }
            None => {
                let language = Language::of_locale(&played.location.language);
                PictureOptions::from(language).in_theme(&self.theme(&played).await)
            }
        };
        Ok((played, options))
    }

    /// The board theme where a match is played; empty for the default.
    async fn theme(&self, played: &Match) -> String {
        let Some(server) = played.location.server else { return String::new() };
        or_default_logged(self.service.queries().server_settings(server).await).theme.unwrap_or_default()
    }

    /// The language and theme of messages to a player.
    pub(in crate::chat) async fn picture_options(&self, person: PlayerId, played: &Match) -> PictureOptions {
        let settings = self.service.preferences(person).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the preferences of a player could not be read; the defaults are used");
            Default::default()
        });
        let locale = match settings.language {
            Some(code) => Some(code),
            None => or_default_logged(self.service.queries().player_locale(person).await),
        };
        let language = Language::of_locale(locale.as_deref().unwrap_or(&played.location.language));
        let theme = match settings.theme {
            Some(theme) => theme,
            None => self.theme(played).await,
        };
        PictureOptions::from(language).in_theme(&theme).turned(settings.turned_boards)
    }
}
