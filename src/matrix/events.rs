//! What people do in rooms: messages, reactions and invitations.

use super::accounts::find_person;
use super::api::{Event, InvitedRoom};
use super::client::Client;
use super::error::MatrixError;
use super::invitations::{Invitations, Rejection};
use super::known_names::{KnownNames, mentioned};
use super::places::{MATRIX, RoomPlace, find_place, find_server, origin_of, replace_room};
use super::platform::MatrixPlatform;
use super::rooms::Rooms;
use super::spaces::Spaces;
use crate::chat::request::{PostingObstacle, RequestContext, Requester};
use crate::chat::texts::Language;
use crate::chat::views::rooms;
use crate::chat::{Arrival, Conversation, Incoming, Meaning};
use crate::service::{Confirmation, DeliveryMode, EventId, GameService, MessageId, ServerSettings};
use crate::workers::DeliveryError;
use std::sync::Arc;
use std::time::Instant;

/// The word with which a command begins in a room unless its managers choose another one. A mention of the bot always
/// works.
const PREFIX: &str = "!tablero";

/// Handles the events of rooms. Cheap to clone.
#[derive(Clone)]
pub struct EventHandler {
    client: Client,
    rooms: Rooms,
    service: GameService,
    conversation: Conversation,
    platform: Arc<MatrixPlatform>,
    spaces: Spaces,
    invitations: Invitations,
}

impl EventHandler {
    /// A handler that answers through this conversation.
    pub fn new(
        client: Client,
        rooms: Rooms,
        service: GameService,
        conversation: Conversation,
        platform: Arc<MatrixPlatform>,
        invitations: Invitations,
    ) -> Self {
        let spaces = Spaces::new(client.clone());
        EventHandler { client, rooms, service, conversation, platform, spaces, invitations }
    }

    /// Accepts an invitation, and says what the bot is; or rejects it with a reason.
    ///
    /// # Errors
    /// If the homeserver or storage fails.
    pub async fn invited(&self, room: &str, invitation: &InvitedRoom) -> Result<(), DeliveryError> {
        let events = &invitation.invite_state.events;
        let own = events
            .iter()
            .find(|event| event.kind == "m.room.member" && event.state_key.as_deref() == Some(self.rooms.user()));
        let (inviter, is_direct) = own.map_or(("", false), |event| {
            (event.sender.as_str(), event.content["is_direct"].as_bool().unwrap_or(false))
        });
        if let Err(rejection) = self.invitations.check(inviter, Instant::now()) {
            tracing::info!(?rejection, "an invitation is rejected");
            let reason = match rejection {
                Rejection::NotAllowed => rooms::inviter_not_allowed(Language::En),
                Rejection::TooMany => rooms::too_many_invitations(Language::En),
            };
            return Ok(self.client.leave(room, &reason).await?);
        }
        if events.iter().any(|event| event.kind == "m.room.encryption") {
            return self.leave_encrypted(room, inviter).await;
        }
        self.client.join(room, homeserver(inviter)).await?;
        if is_direct && !inviter.is_empty() {
            self.rooms.set_direct(inviter, room).await?;
        }
        let creation = self.client.creation(room).await?;
        if creation.content["type"] == "m.space" {
            // Nobody talks in a space; its rooms get an invitation of their own.
            self.spaces.changed();
            return Ok(());
        }
        if let Some(predecessor) = creation.content["predecessor"]["room_id"].as_str()
            && self.follow(predecessor, room).await?
        {
            return Ok(());
        }
        let hello = rooms::hello(Language::En);
        self.platform.post_in(&RoomPlace::room(room), &hello, &format!("hello-{room}")).await.map(drop)
    }

    /// The bot has left a room, or was removed from it.
    pub fn left(&self, room: &str) {
        self.rooms.left(room);
        self.spaces.changed();
    }

    /// Goes from a room that was upgraded to its successor. If the bot may not join, it waits for an invitation.
    async fn upgraded(&self, room: &str, event: &Event) -> Result<(), DeliveryError> {
        let Some(successor) = event.content["replacement_room"].as_str() else { return Ok(()) };
        match self.client.join(successor, homeserver(&event.sender)).await {
            Ok(()) => self.follow(room, successor).await.map(drop),
            Err(error @ MatrixError::Refused { status: 403 | 404, .. }) => {
                tracing::info!(%error, "the successor of a room cannot be joined without an invitation");
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Continues the games of a room in its successor. Returns whether something is stored about the room.
    async fn follow(&self, room: &str, successor: &str) -> Result<bool, DeliveryError> {
        self.rooms.replaced(room, successor).await?;
        self.spaces.changed();
        if !replace_room(&self.service, room, successor).await? {
            return Ok(false);
        }
        let moved = rooms::moved(self.language_of(successor).await?);
        self.platform.post_in(&RoomPlace::room(successor), &moved, &format!("moved-{successor}")).await?;
        Ok(true)
    }

    /// The language of a room: that of its server.
    async fn language_of(&self, room: &str) -> Result<Language, DeliveryError> {
        let settings = self.server_settings(&self.server_room(room).await?).await?;
        Ok(settings.language.as_deref().map_or(Language::En, Language::of_locale))
    }

    /// The settings of a server, if it is stored; else the usual ones.
    async fn server_settings(&self, server_room: &str) -> Result<ServerSettings, DeliveryError> {
        match find_server(&self.service, server_room).await? {
            Some(server) => Ok(self.service.server_settings(server).await?),
            None => Ok(ServerSettings::default()),
        }
    }

    /// The space of a room, or the room itself: what counts as its server.
    async fn server_room(&self, room: &str) -> Result<String, MatrixError> {
        Ok(self.spaces.of(room).await?.unwrap_or_else(|| room.to_owned()))
    }

    async fn leave_encrypted(&self, room: &str, user: &str) -> Result<(), DeliveryError> {
        self.client.leave(room, &rooms::encrypted_reason(Language::En)).await?;
        self.explain_encryption(user).await
    }

    /// Handles an event of a room that the bot has joined.
    ///
    /// # Errors
    /// If the answer cannot be posted, or the homeserver or storage fails.
    pub async fn event(&self, room: &str, event: &Event) -> Result<(), DeliveryError> {
        match event.kind.as_str() {
            "m.room.member" => self.rooms.members_changed(room),
            "m.room.power_levels" => self.rooms.levels_changed(room),
            kind if Spaces::concerns(kind) => self.spaces.changed(),
            _ => {}
        }
        if event.sender == self.rooms.user() || event.event_id.is_empty() {
            return Ok(());
        }
        match event.kind.as_str() {
            "m.room.message" => self.message(room, event).await,
            "m.reaction" => self.reaction(room, event).await,
            "m.room.encrypted" | "m.room.encryption" => self.leave_encrypted(room, &event.sender).await,
            "m.room.tombstone" => self.upgraded(room, event).await,
            _ => Ok(()),
        }
    }

    async fn message(&self, room: &str, event: &Event) -> Result<(), DeliveryError> {
        let content = &event.content;
        let relation = &content["m.relates_to"];
        // The answer to an edited command would come twice.
        if content["msgtype"] != "m.text" || relation["rel_type"] == "m.replace" {
            return Ok(());
        }
        let Some(body) = content["body"].as_str() else { return Ok(()) };
        let thread = (relation["rel_type"] == "m.thread").then(|| relation["event_id"].as_str()).flatten();
        let is_fallback = relation["is_falling_back"].as_bool().unwrap_or(false);
        let reply_to = relation["m.in_reply_to"]["event_id"].as_str().filter(|_| !is_fallback);
        let reply_to = reply_to.map(|id| MessageId(id.to_owned()));
        let text = without_quotation(body, reply_to.is_some());
        let members = self.rooms.members(room).await?;
        let own_name = members.get(self.rooms.user()).and_then(|member| member.display_name.as_deref());
        let arrival = self.arrival(room, thread, event).await?;
        let prefix = match arrival.is_direct {
            true => None,
            false => self.server_settings(&self.server_room(room).await?).await?.prefix,
        };
        let addresses = [Some(prefix.as_deref().unwrap_or(PREFIX)), Some(self.rooms.user()), own_name];
        let (text, is_prefixed) = without_address(text, addresses);
        let is_addressed = is_prefixed || mentioned(content).any(|user| user == self.rooms.user());
        let names = KnownNames::find(&self.service, &members, (content, text), self.rooms.user()).await?;
        let meaning = self.conversation.read_message(&arrival, text, reply_to.as_ref(), is_addressed, &names).await?;
        match meaning {
            Some(meaning) => self.perform(room, thread, event, (&arrival, meaning), names).await,
            None => Ok(()),
        }
    }

    async fn reaction(&self, room: &str, event: &Event) -> Result<(), DeliveryError> {
        let relation = &event.content["m.relates_to"];
        let (Some(message), Some(key)) = (relation["event_id"].as_str(), relation["key"].as_str()) else {
            return Ok(());
        };
        let arrival = self.arrival(room, None, event).await?;
        match self.conversation.read_reaction(&arrival, &MessageId(message.to_owned()), key).await? {
            Some(meaning) => self.perform(room, None, event, (&arrival, meaning), KnownNames::default()).await,
            None => Ok(()),
        }
    }

    /// Does what an event asks for. Only now its author and those that it names are stored.
    async fn perform(
        &self,
        room: &str,
        thread: Option<&str>,
        event: &Event,
        (arrival, meaning): (&Arrival, Meaning),
        names: KnownNames,
    ) -> Result<(), DeliveryError> {
        let performed = match (&meaning, arrival.place) {
            (Meaning::Erasure, Some(place)) if arrival.is_direct => {
                self.conversation.confirm_erasure(&event.event_id, place).await
            }
            (Meaning::Erasure, _) => Ok(()),
            _ => {
                let from = self.incoming(room, thread, event).await?;
                let is_command = matches!(meaning, Meaning::Command(_));
                let names = if is_command { names.stored(&self.service).await? } else { names };
                self.conversation.perform(&from, meaning, &names).await
            }
        };
        // The homeserver is told at once, even if the confirmation could not be posted.
        if find_person(&self.service, &event.sender).await?.is_none() {
            self.rooms.forget(std::slice::from_ref(&event.sender)).await?;
        }
        performed
    }

    /// Removes users who are not stored from the bot's list of direct rooms: people who were erased, perhaps on another
    /// platform or before a crash, and people who have never used the bot.
    ///
    /// # Errors
    /// If the homeserver or storage fails.
    pub async fn forget_erased(&self) -> Result<(), DeliveryError> {
        let mut unknown = Vec::new();
        for user in self.rooms.direct_users().await? {
            if find_person(&self.service, &user).await?.is_none() {
                unknown.push(user);
            }
        }
        if unknown.is_empty() { Ok(()) } else { Ok(self.rooms.forget(&unknown).await?) }
    }

    /// What is stored about the author of an event and about where it is.
    async fn arrival(&self, room: &str, thread: Option<&str>, event: &Event) -> Result<Arrival, DeliveryError> {
        let place = RoomPlace { room: room.to_owned(), thread: thread.map(str::to_owned) };
        Ok(Arrival {
            person: find_person(&self.service, &event.sender).await?,
            place: find_place(&self.service, &place).await?,
            is_direct: self.rooms.is_direct(room).await?,
            language: Language::En,
            event: EventId { platform: MATRIX, id: event.event_id.clone() },
        })
    }

    /// Who did something, and where. Both are stored now.
    async fn incoming(&self, room: &str, thread: Option<&str>, event: &Event) -> Result<Incoming, DeliveryError> {
        let is_direct = self.rooms.is_direct(room).await?;
        if is_direct {
            self.rooms.claim_direct(&event.sender, room).await?;
        }
        let server_room = self.server_room(room).await?;
        let server = (!is_direct).then_some(server_room.as_str());
        let origin = origin_of(&self.service, &event.sender, server, room, thread).await?;
        let members = self.rooms.members(room).await?;
        let name = members.get(&event.sender).and_then(|member| member.display_name.clone());
        let requester = Requester {
            id: origin.person,
            name: name.unwrap_or_else(|| event.sender.clone()),
            language: Language::En,
            theme: String::new(),
            turned_boards: false,
            confirmation: Confirmation::default(),
        };
        let context = RequestContext {
            id: origin.place(),
            parent: origin.parent(),
            server: origin.server,
            manages: !is_direct && self.rooms.manages(&server_room, &event.sender).await?,
            delivery_mode: if is_direct { DeliveryMode::Channel } else { DeliveryMode::Threads },
            language: Language::En,
            obstacles: if self.rooms.may_write(room).await? { Vec::new() } else { vec![PostingObstacle::SendMessages] },
            can_remove_messages: true,
        };
        Ok(Incoming { requester, context, is_direct, event: event.event_id.clone() })
    }

    /// Says in the direct room of a user why the bot has left an encrypted one.
    async fn explain_encryption(&self, user: &str) -> Result<(), DeliveryError> {
        if user.is_empty() {
            return Ok(());
        }
        let direct = RoomPlace::room(&self.rooms.direct_room(user).await?);
        let view = rooms::encrypted(Language::En);
        self.platform.post_in(&direct, &view, &format!("encrypted-{}", direct.room)).await.map(drop)
    }
}

/// The homeserver of a user.
fn homeserver(user: &str) -> Option<&str> {
    user.split_once(':').map(|(_, homeserver)| homeserver)
}

/// The text of a reply without the quotation that older clients put before it.
fn without_quotation(body: &str, is_reply: bool) -> &str {
    if !is_reply || !body.starts_with("> ") {
        return body;
    }
    body.split_once("\n\n").map_or(body, |(_, text)| text)
}

/// The text without the word that addresses the bot at its beginning, and whether there was one.
fn without_address<'a>(text: &'a str, addresses: [Option<&str>; 3]) -> (&'a str, bool) {
    let text = text.trim();
    for address in addresses.into_iter().flatten().filter(|address| !address.is_empty()) {
        if let Some(rest) = text.strip_prefix(address) {
            let after = rest.trim_start_matches([':', ',']);
            if after.is_empty() || after.starts_with(char::is_whitespace) {
                return (after.trim_start(), true);
            }
        }
    }
    (text, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bot_is_addressed_by_its_prefix_its_user_id_or_its_name() {
        let read = |text| without_address(text, [Some(PREFIX), Some("@bot:example.org"), Some("Tablero")]);
        for text in ["!tablero move d4", "@bot:example.org: move d4", "Tablero, move d4", "Tablero move d4"] {
            assert_eq!(read(text), ("move d4", true), "{text}");
        }
        for text in ["move d4", "Tableros move d4", "!move d4"] {
            assert_eq!(read(text), (text, false));
        }
        assert_eq!(read("!tablero"), ("", true));
    }

    #[test]
    fn the_quotation_of_a_reply_is_not_a_part_of_it() {
        assert_eq!(without_quotation("> <@a:b> the board\n> again\n\nd4", true), "d4");
        assert_eq!(without_quotation("> d4", false), "> d4");
        assert_eq!(without_quotation("d4", true), "d4");
    }
}
