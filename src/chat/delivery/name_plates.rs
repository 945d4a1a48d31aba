//! What the name plates of public boards show before the names.

use super::chat_delivery::ChatDelivery;
use crate::render::PlateDisc;
use crate::rules::Seat;
use crate::service::{Match, Player};

impl ChatDelivery {
    /// The avatars of the players who have one and show it, and initials for the others. Nothing where the server wants
    /// no avatars. One that is not there yet is fetched for the boards after this one.
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

    /// Begins to fetch the avatars of the players, so that the first board has them.
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
