//! Avatars and initials on the name plates of public boards.

use super::chat_delivery::ChatDelivery;
use crate::render::PlateDisc;
use crate::rules::Seat;
use crate::service::{Match, Player};

impl ChatDelivery {
    /// The avatars of players who show theirs, and initials for the others; nothing if the server hides avatars. An
    /// avatar that is not cached is fetched for later boards.
    pub(super) async fn discs(&self, played: &Match) -> [PlateDisc; 2] {
        let avatars = self.pictures.avatars();
        if !avatars.are_shown() || !self.server_shows_avatars(played).await {
            return [PlateDisc::None, PlateDisc::None];
        }
        let platform = self.sender.platform().id();
        Seat::BOTH.map(|seat| match played.player(seat) {
            Player::Person(person) if played.preferences[seat.index()].shows_avatar => {
                avatars.get(platform, person).map_or(PlateDisc::Initials, PlateDisc::Avatar)
            }
            Player::Person(_) | Player::Engine(_) => PlateDisc::Initials,
        })
    }

    /// Starts fetching the avatars of the players, so that the first board has them.
    pub(super) async fn fetch_avatars(&self, played: &Match) {
        self.discs(played).await;
    }

    async fn server_shows_avatars(&self, played: &Match) -> bool {
        let Some(server) = played.location.server else { return true };
        match self.service.queries().server_settings(server).await {
            Ok(settings) => settings.shows_avatars(),
            Err(error) => {
                tracing::error!(%error, "the settings of a server could not be read; its boards show no avatars");
                false
            }
        }
    }
}
