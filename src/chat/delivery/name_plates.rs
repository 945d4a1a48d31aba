//! Avatars and initials on the name plates of public boards.

use super::chat_delivery::ChatDelivery;
use crate::render::PlateDisc;
use crate::rules::Seat;
use crate::service::{Match, Player, ServiceError};

impl ChatDelivery {
    /// The avatars of players who show theirs, and initials for the others; nothing if the server hides avatars. An
    /// avatar that is not cached is fetched for later boards.
    pub(super) async fn discs(&self, played: &Match) -> Result<[PlateDisc; 2], ServiceError> {
        let avatars = self.pictures.avatars();
        if !avatars.are_shown() || !self.server_shows_avatars(played).await? {
            return Ok([PlateDisc::None, PlateDisc::None]);
        }
        let platform = self.sender.platform().id();
        Ok(Seat::BOTH.map(|seat| match played.player(seat) {
            Player::Person(person) if played.preferences[seat.index()].shows_avatar => {
                avatars.get(platform, person).map_or(PlateDisc::Initials, PlateDisc::Avatar)
            }
            Player::Person(_) | Player::Engine(_) => PlateDisc::Initials,
        }))
    }

    async fn server_shows_avatars(&self, played: &Match) -> Result<bool, ServiceError> {
        let Some(server) = played.location.server else { return Ok(true) };
        Ok(self.service.queries().server_settings(server).await?.shows_avatars())
    }
}
