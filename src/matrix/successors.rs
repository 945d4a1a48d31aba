//! Rooms that are upgraded: their games continue in the successor.
//!
//! Anyone can create a room that names any other as its predecessor, and anyone with the power for it can name any room
//! as the successor of theirs. So both rooms must name each other, and the bot must have been in the earlier one.

use super::client::Client;
use super::error::MatrixError;
use super::invitations::Invitations;
use super::places::{RoomPlace, find_place, find_server, replace_room};
use super::platform::MatrixPlatform;
use super::received::{Received, replacement};
use super::rooms::Rooms;
use super::spaces::Spaces;
use crate::chat::View;
use crate::chat::texts::Language;
use crate::chat::views::rooms;
use crate::service::GameService;
use crate::workers::DeliveryError;
use std::sync::Arc;
use std::time::Instant;

/// Follows rooms to their successors. Cheap to clone.
#[derive(Clone)]
pub struct Successors {
    client: Client,
    rooms: Rooms,
    service: GameService,
    platform: Arc<MatrixPlatform>,
    spaces: Spaces,
    invitations: Invitations,
}

impl Successors {
    /// Follows rooms as the user of these.
    pub fn new(
        client: Client,
        rooms: Rooms,
        service: GameService,
        platform: Arc<MatrixPlatform>,
        spaces: Spaces,
        invitations: Invitations,
    ) -> Self {
        Successors { client, rooms, service, platform, spaces, invitations }
    }

    /// The room that the state of this one names as its successor, if the bot is not there yet.
    ///
    /// # Errors
    /// If the homeserver or storage fails.
    pub async fn named_by(&self, room: &str) -> Result<Option<String>, DeliveryError> {
        let Some(tombstone) = self.client.state_event(room, "m.room.tombstone").await? else { return Ok(None) };
        let Some(successor) = replacement(&tombstone.content) else { return Ok(None) };
        if self.is_member(successor).await? {
            // The bot enters no room now, and what is said there need not wait.
            self.follow(room, successor).await?;
            return Ok(None);
        }
        Ok(Some(successor.to_owned()))
    }

    /// Enters a room that the state of another one (`earlier`) names as its successor, and continues the games there. The
    /// user who named it counts as its inviter.
    ///
    /// # Errors
    /// If the homeserver or storage fails, or refuses to let the bot in.
    pub async fn enter(&self, room: &str, earlier: &str) -> Result<(), DeliveryError> {
        let Some(tombstone) = self.client.state_event(earlier, "m.room.tombstone").await? else { return Ok(()) };
        if replacement(&tombstone.content) != Some(room) {
            return Ok(());
        }
        if let Err(rejection) = self.invitations.check(&tombstone.sender, room, Instant::now()) {
            return Err(DeliveryError::Forbidden(format!("the successor of a room is not entered: {rejection:?}")));
        }
        let was_member = self.is_member(room).await?;
        self.client.join(room, homeserver(&tombstone.sender)).await?;
        if !self.follow(earlier, room).await? && !was_member && !self.is_named_by(room, earlier).await? {
            tracing::info!("the bot leaves a room that is not the successor that another one says it is");
            self.client.leave(room, "").await?;
        }
        Ok(())
    }

    /// The bot cannot enter the successor of this room, and says so here.
    pub async fn not_entered(&self, earlier: &str) {
        let told = async {
            if find_place(&self.service, &RoomPlace::room(earlier)).await?.is_some() {
                let view = rooms::not_followed(self.language_of(earlier).await?);
                self.platform.post_in(&RoomPlace::room(earlier), &view, &format!("not-followed-{earlier}")).await?;
            }
            Ok::<_, DeliveryError>(())
        };
        if let Err(error) = told.await {
            tracing::info!(%error, "an upgraded room could not be told that the bot does not follow it");
        }
    }

    /// Continues the games of a room in its successor, if both name each other and the bot was in the first one. Returns
    /// whether something is stored about the room. A successor where people already use the bot stays a room of its own.
    ///
    /// # Errors
    /// If the homeserver or storage fails.
    pub async fn follow(&self, room: &str, successor: &str) -> Result<bool, DeliveryError> {
        if !self.is_named_by(successor, room).await? || !self.was_in(room).await? {
            return Ok(false);
        }
        let tombstone = self.client.shown_state(room, "m.room.tombstone").await?.unwrap_or_default();
        if replacement(&tombstone) != Some(successor) {
            tracing::info!("a room is not the successor that it says it is");
            return Ok(false);
        }
        let [old, new] = [room, successor].map(RoomPlace::room);
        if find_place(&self.service, &new).await?.is_some() {
            tracing::info!("the successor of a room is already known as another room");
            return Ok(false);
        }
        self.rooms.replaced(room, successor).await?;
        self.spaces.changed();
        if find_place(&self.service, &old).await?.is_none() {
            return Ok(false);
        }
        // Before the games move: afterwards nothing would tell a repetition that they have just done so.
        let language = self.language_of(room).await?;
        self.say_if_allowed(&old, &rooms::moved_away(language), &format!("moved-away-{successor}")).await?;
        self.say_if_allowed(&new, &rooms::moved(language), &format!("moved-{successor}")).await?;
        Ok(replace_room(&self.service, room, successor).await?)
    }

    /// Members often may not write in an upgraded room any more.
    async fn say_if_allowed(&self, place: &RoomPlace, view: &View, nonce: &str) -> Result<(), DeliveryError> {
        match self.platform.post_in(place, view, nonce).await {
            Err(error) if !error.is_transient() => {
                tracing::info!(%error, "an upgraded room or its successor could not be told that its games move");
                Ok(())
            }
            posted => posted.map(drop),
        }
    }

    /// The language of a room: that of its server.
    async fn language_of(&self, room: &str) -> Result<Language, DeliveryError> {
        let server_room = self.spaces.of(room).await?.unwrap_or_else(|| room.to_owned());
        let Some(server) = find_server(&self.service, &server_room).await? else { return Ok(Language::En) };
        let settings = self.service.server_settings(server).await?;
        Ok(settings.language.as_deref().map_or(Language::En, Language::of_locale))
    }

    /// Whether the state of a room names another one as its predecessor.
    async fn is_named_by(&self, room: &str, predecessor: &str) -> Result<bool, MatrixError> {
        let creation = self.client.creation(room).await?;
        Ok(creation.content["predecessor"]["room_id"].as_str() == Some(predecessor))
    }

    async fn is_member(&self, room: &str) -> Result<bool, MatrixError> {
        let member = self.client.member_state(room, self.rooms.user()).await?.unwrap_or_default();
        Ok(member["membership"] == "join")
    }

    /// Whether the bot is in a room, or has left it. A room that can be read from outside knows nothing of the bot.
    async fn was_in(&self, room: &str) -> Result<bool, MatrixError> {
        let member = self.client.member_state(room, self.rooms.user()).await?.unwrap_or_default();
        Ok(member["membership"] == "join" || member["membership"] == "leave")
    }
}

/// What is to be done in the successor of a room.
pub fn entry(room: &str, successor: String) -> (String, Received) {
    (successor, Received::SuccessorOf(room.to_owned()))
}

/// The homeserver of a user.
pub fn homeserver(user: &str) -> Option<&str> {
    user.split_once(':').map(|(_, homeserver)| homeserver)
}
