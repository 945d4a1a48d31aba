//! What people do in rooms: messages, reactions and invitations.

use super::accounts::{find_person, languages_of};
use super::api::Event;
use super::client::Client;
use super::encrypted_events::Unreadable;
use super::error::MatrixError;
use super::invitations::{Invitations, Rejection};
use super::known_names::{KnownNames, mentioned};
use super::places::{MATRIX, RoomPlace, find_place, find_server, origin_of, room_of};
use super::platform::MatrixPlatform;
use super::profile::DISPLAY_NAME;
use super::received::{Received, concerns, is_arrival, is_verification};
use super::room_events::{ENCRYPTED, RoomEvents};
use super::room_queues::HandleReceived;
use super::rooms::{ENCRYPTION, Rooms};
use super::spaces::Spaces;
use super::successors::{Successors, entry, homeserver};
use super::verifications::Verifications;
use super::wording::{Addressing, without_address, words};
use crate::chat::choices::is_choice;
use crate::chat::request::{PostingObstacle, RequestContext, Requester};
use crate::chat::texts::Language;
use crate::chat::views::rooms;
use crate::chat::{Arrival, Conversation, Incoming, Meaning, View};
use crate::service::{
    Address, Confirmation, DeliveryMode, EventId, GameService, LEASE_MS, MessageId, Millis, PlaceId, ServerSettings,
};
use crate::workers::DeliveryError;
use futures_util::future::BoxFuture;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of pages that are read to fill a gap. Older events of a room are skipped.
const GAP_PAGES_MAX: usize = 10;

/// How long the key of a message may take to come before the bot says that it cannot read it, in milliseconds.
const KEY_WAIT_MS: i64 = 10_000;
/// How long the choices of a message may take to be stored, in milliseconds: as long as another process may still hold
/// the post.
const STORING_MS: i64 = 2 * LEASE_MS;
/// How old a message is at most whose choices may not be stored yet, in milliseconds.
const NEW_MS: i64 = 60_000;
/// How often the bot looks for a key or for choices meanwhile.
const RETRY: Duration = Duration::from_secs(1);

/// The word with which a command begins in a room unless its managers choose another one. A mention of the bot always
/// works.
const PREFIX: &str = "!tablero";

/// Handles the events of rooms. Cheap to clone.
#[derive(Clone)]
pub struct EventHandler {
    client: Client,
    events: RoomEvents,
    rooms: Rooms,
    service: GameService,
    conversation: Conversation,
    platform: Arc<MatrixPlatform>,
    spaces: Spaces,
    successors: Successors,
    invitations: Invitations,
    verifications: Option<Verifications>,
}

impl EventHandler {
    /// A handler that answers through this conversation.
    pub fn new(
        client: Client,
        events: RoomEvents,
        rooms: Rooms,
        service: GameService,
        conversation: Conversation,
        platform: Arc<MatrixPlatform>,
        invitations: Invitations,
    ) -> Self {
        let spaces = Spaces::new(client.clone(), rooms.clone());
        let successors = Successors::new(
            client.clone(),
            rooms.clone(),
            service.clone(),
            Arc::clone(&platform),
            spaces.clone(),
            invitations.clone(),
        );
        EventHandler {
            client,
            events,
            rooms,
            service,
            conversation,
            platform,
            spaces,
            successors,
            invitations,
            verifications: None,
        }
    }

    /// This handler, which hands over what belongs to verifications.
    #[must_use]
    pub fn with_verifications(self, verifications: Option<Verifications>) -> Self {
        EventHandler { verifications, ..self }
    }

    /// The user id of the bot.
    pub fn user(&self) -> &str {
        self.rooms.user()
    }

    /// Accepts an invitation, and says what the bot is; or rejects it with a reason.
    async fn invited(
        &self,
        room: &str,
        inviter: &str,
        is_direct: bool,
        is_encrypted: bool,
        received_at: Millis,
    ) -> Result<(), DeliveryError> {
        if let Err(rejection) = self.invitations.check(inviter, room, Instant::now()) {
            tracing::info!(?rejection, "an invitation is rejected");
            let languages = self.languages(inviter, None).await?;
            let reason = match rejection {
                Rejection::NotAllowed => rooms::inviter_not_allowed(&languages),
                Rejection::TooMany => rooms::too_many_invitations(&languages),
            };
            return Ok(self.client.leave(room, &reason).await?);
        }
        let can_decrypt = self.events.encryption().is_some();
        if is_encrypted && !can_decrypt {
            return self.leave_encrypted(room, inviter, received_at).await;
        }
        self.client.join(room, homeserver(inviter)).await?;
        // What an invitation says of its room may be incomplete.
        if !can_decrypt && self.rooms.encryption(room).await?.is_some() {
            return self.leave_encrypted(room, inviter, received_at).await;
        }
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
            && self.successors.follow(predecessor, room).await?
        {
            return Ok(());
        }
        let hello = rooms::hello(&self.languages(inviter, Some(room)).await?);
        self.platform.post_in(&RoomPlace::room(room), &hello, &format!("hello-{received_at}-{room}")).await.map(drop)
    }

    /// The bot has left a room, or was removed from it.
    pub fn left(&self, room: &str) {
        self.rooms.left(room);
        self.spaces.changed();
    }

    /// Forgets what the bot remembers of a room and this event may have changed. It is read again from the room's state
    /// when it is needed, so that what the event says decides nothing.
    pub fn noticed(&self, room: &str, event: &Event) {
        match event.kind.as_str() {
            "m.room.member" => {
                self.rooms.members_changed(room);
                self.rooms.name_changed(room);
            }
            "m.room.power_levels" => self.rooms.levels_changed(room),
            "m.room.name" | "m.room.canonical_alias" => self.rooms.name_changed(room),
            "m.room.history_visibility" => self.rooms.members_changed(room),
            ENCRYPTION => self.rooms.encryption_changed(room),
            _ => self.spaces.noticed(room, event),
        }
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

    /// The languages for a user who has not said anything yet: the language of the room's server, else the one that the
    /// user has chosen, else all of them.
    async fn languages(&self, user: &str, room: Option<&str>) -> Result<Vec<Language>, DeliveryError> {
        if let Some(room) = room
            && let Some(code) = self.server_settings(&self.server_room(room).await?).await?.language
        {
            return Ok(vec![Language::of_locale(&code)]);
        }
        Ok(languages_of(&self.service, user).await?)
    }

    /// The language of a room: that of its server. Matrix does not report the languages of users.
    async fn room_language(&self, room: &str, is_direct: bool) -> Result<Language, DeliveryError> {
        if is_direct {
            return Ok(Language::default());
        }
        let settings = self.server_settings(&self.server_room(room).await?).await?;
        Ok(settings.language.as_deref().map_or(Language::default(), Language::of_locale))
    }

    async fn leave_encrypted(&self, room: &str, user: &str, received_at: Millis) -> Result<(), DeliveryError> {
        let languages = self.languages(user, None).await?;
        self.client.leave(room, &rooms::encrypted_reason(&languages)).await?;
        let view = rooms::encrypted(&languages);
        self.tell_directly(user, &view, &format!("encrypted-{received_at}-{room}")).await
    }

    /// Handles an event of a room that the bot has joined. Returns what is to be handled in another room because of it.
    async fn event(
        &self,
        room: &str,
        event: &Event,
        received_at: Millis,
    ) -> Result<Vec<(String, Received)>, DeliveryError> {
        match event.kind.as_str() {
            _ if is_verification(event) => self.verification(room, event).await?,
            "m.room.message" => self.message(room, event).await?,
            "m.reaction" => self.reaction(room, event, received_at).await?,
            // Anyone can send something that looks encrypted.
            ENCRYPTED | ENCRYPTION if self.rooms.encryption(room).await?.is_none() => {}
            ENCRYPTED | ENCRYPTION if self.events.encryption().is_none() => {
                self.leave_encrypted(room, &event.sender, received_at).await?;
            }
            ENCRYPTED => self.encrypted(room, event, received_at).await?,
            "m.room.tombstone" => {
                let successor = self.successors.named_by(room).await?;
                return Ok(successor.map(|successor| entry(room, successor)).into_iter().collect());
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    /// Handles the events that the homeserver has left out before a position, the oldest first: those since the bot came
    /// into the room, and since it was last up.
    async fn missed(
        &self,
        room: &str,
        before: &str,
        received_at: Millis,
    ) -> Result<Vec<(String, Received)>, DeliveryError> {
        let (mut missed, mut from) = (Vec::new(), Some(before.to_owned()));
        let Some(heartbeat) = self.service.upkeep().last_heartbeat().await? else { return Ok(missed) };
        // The bot was up until the last heartbeat, and had received what happened an hour before that.
        let since = heartbeat.plus(-60 * 60 * 1000);
        let mut events = Vec::new();
        for _ in 0..GAP_PAGES_MAX {
            let Some(position) = from else { break };
            let page = self.client.messages_before(room, Some(&position), None).await?;
            let arrived = page.chunk.iter().position(|event| is_arrival(event, self.rooms.user()));
            let is_last = arrived.is_some() || page.chunk.iter().any(|event| event.origin_server_ts < since.0);
            let news = page.chunk.into_iter().take(arrived.unwrap_or(usize::MAX));
            events.extend(news.filter(|event| event.origin_server_ts >= since.0));
            from = page.end.filter(|_| !is_last);
        }
        for event in events.iter().rev().filter(|event| concerns(event, self.rooms.user())) {
            match self.event(room, event, received_at).await {
                Err(error) if error.is_transient() => return Err(error),
                Err(error) => tracing::warn!(%error, event = event.event_id, "an event was not answered"),
                Ok(elsewhere) => missed.extend(elsewhere),
            }
        }
        Ok(missed)
    }

    /// Handles what an encrypted event contains, if the bot can read it and has not seen it before.
    async fn encrypted(&self, room: &str, event: &Event, received_at: Millis) -> Result<(), DeliveryError> {
        let Some(encryption) = self.events.encryption() else { return Ok(()) };
        match encryption.decrypt(room, event).await {
            Ok(inner) if !concerns(&inner, self.rooms.user()) => Ok(()),
            Ok(_) if !encryption.is_first(room, event).await? => {
                tracing::warn!("the homeserver has repeated an encrypted message as a new one, which is ignored");
                Ok(())
            }
            Ok(inner) => match inner.kind.as_str() {
                _ if is_verification(&inner) => self.verification(room, &inner).await,
                "m.room.message" => self.message(room, &inner).await,
                "m.reaction" => self.reaction(room, &inner, received_at).await,
                _ => Ok(()),
            },
            Err(Unreadable::Failed(error)) => Err(error),
            Err(Unreadable::Invalid) => Ok(()),
            Err(error @ (Unreadable::NoKey | Unreadable::UnknownDevice)) => {
                let was_told = encryption.was_told(room, &event.sender).await?;
                if !was_told && self.service.now().0 - received_at.0 < KEY_WAIT_MS {
                    return Err(DeliveryError::Later { why: error.to_string(), after: Some(RETRY) });
                }
                encryption.set_aside(room, event).await?;
                if was_told {
                    return Ok(());
                }
                let thread = event.content["m.relates_to"]["event_id"].as_str();
                let thread = thread.filter(|_| event.content["m.relates_to"]["rel_type"] == "m.thread");
                let place = RoomPlace { room: room.to_owned(), thread: thread.map(str::to_owned) };
                let mut view = rooms::unreadable(&self.languages(&event.sender, Some(room)).await?);
                view.in_reply_to = Some(MessageId(event.event_id.clone()));
                self.platform.post_in(&place, &view, &format!("unreadable-{}", event.event_id)).await?;
                Ok(encryption.told(room, &event.sender).await?)
            }
        }
    }

    async fn verification(&self, room: &str, event: &Event) -> Result<(), DeliveryError> {
        match &self.verifications {
            Some(verifications) => verifications.in_room(room, event).await,
            None => Ok(()),
        }
    }

    async fn message(&self, room: &str, event: &Event) -> Result<(), DeliveryError> {
        let content = &event.content;
        let relation = &content["m.relates_to"];
        if !content["body"].is_string() {
            return Ok(());
        }
        let thread = (relation["rel_type"] == "m.thread").then(|| relation["event_id"].as_str()).flatten();
        let is_fallback = relation["is_falling_back"].as_bool().unwrap_or(false);
        let reply_to = relation["m.in_reply_to"]["event_id"].as_str().filter(|_| !is_fallback);
        let reply_to = reply_to.map(|id| MessageId(id.to_owned()));
        let reply_to = match reply_to {
            Some(message) => Some(self.words_of(room, message).await?),
            None => None,
        };
        let replied_in = match &reply_to {
            Some(message) if thread.is_none() => self.thread_of(room, message).await?,
            _ => None,
        };
        let thread = thread.or(replied_in.as_deref());
        let members = self.rooms.members(room).await?;
        let text = words(content, &members, reply_to.is_some());
        let own_name = members.get(self.rooms.user()).and_then(|member| member.display_name.as_deref());
        let arrival = self.arrival(room, thread, event).await?;
        let prefix = match arrival.is_direct {
            true => None,
            false => self.server_settings(&self.server_room(room).await?).await?.prefix,
        };
        let prefix = prefix.as_deref().unwrap_or(PREFIX);
        let own_names = [own_name.unwrap_or(DISPLAY_NAME), DISPLAY_NAME];
        let (text, addressing) = without_address(&text, prefix, self.rooms.user(), &own_names);
        let is_addressed = addressing == Addressing::Clear || mentioned(content).any(|user| user == self.rooms.user());
        // A sentence about a board may also begin with the bot's name, so what follows must be a command.
        let command = format!("!{text}");
        let text = if addressing == Addressing::Name && !is_addressed && !arrival.is_direct { &command } else { text };
        let names = KnownNames::find(&self.service, &members, content, text, self.rooms.user()).await?;
        let meaning = self.conversation.read_message(&arrival, text, reply_to.as_ref(), is_addressed, &names).await?;
        match meaning {
            Some(meaning) if self.is_about_another_room(room, &meaning).await? => Ok(()),
            Some(meaning) => self.perform(room, thread, event, &arrival, meaning, names).await,
            None => Ok(()),
        }
    }

    async fn reaction(&self, room: &str, event: &Event, received_at: Millis) -> Result<(), DeliveryError> {
        let relation = &event.content["m.relates_to"];
        let (Some(message), Some(key)) = (relation["event_id"].as_str(), relation["key"].as_str()) else {
            return Ok(());
        };
        let arrival = self.arrival(room, None, event).await?;
        let (mut message, mut is_new) = (MessageId(message.to_owned()), false);
        if !self.has_choices(&message).await?
            && let Some(own) = self.platform.own_message(room, &message).await?
        {
            is_new =
                event.origin_server_ts.saturating_sub(own.sent_at) < NEW_MS && !self.has_choices(&own.words).await?;
            message = own.words;
        }
        match self.conversation.read_reaction(&arrival, &message, key).await? {
            Some(meaning) if self.is_about_another_room(room, &meaning).await? => Ok(()),
            Some(meaning) => self.perform(room, None, event, &arrival, meaning, KnownNames::default()).await,
            // The choices of a message are stored after it was sent, and after a kill once it was sent again.
            None if is_new && is_choice(key) && self.service.now().0 - received_at.0 < STORING_MS => {
                let why = "the choices of a message are not stored yet".to_owned();
                Err(DeliveryError::Later { why, after: Some(RETRY) })
            }
            None => Ok(()),
        }
    }

    /// Whether the choices of a message are stored.
    async fn has_choices(&self, message: &MessageId) -> Result<bool, DeliveryError> {
        Ok(self.service.queries().stored_actions(MATRIX, message).await?.is_some())
    }

    /// The message with the words that belong to a picture of the bot; any other message is returned unchanged.
    async fn words_of(&self, room: &str, message: MessageId) -> Result<MessageId, DeliveryError> {
        if self.has_choices(&message).await? {
            return Ok(message);
        }
        Ok(self.platform.own_message(room, &message).await?.map_or(message, |own| own.words))
    }

    /// The thread of this room in which a message with choices was posted. A client without threads leaves it out of a
    /// reply, which belongs there all the same.
    async fn thread_of(&self, room: &str, message: &MessageId) -> Result<Option<String>, DeliveryError> {
        let Some((Address::Place(place) | Address::Private { place, .. }, _)) =
            self.service.queries().stored_actions(MATRIX, message).await?
        else {
            return Ok(None);
        };
        let shown = room_of(&self.service, place).await?.filter(|place| place.room == room);
        Ok(shown.and_then(|place| place.thread))
    }

    /// Whether a reply or a reaction refers to a message of another room. Its homeserver does not have to check that.
    async fn is_about_another_room(&self, room: &str, meaning: &Meaning) -> Result<bool, DeliveryError> {
        match meaning {
            Meaning::About(on, _) => match on.address {
                Address::Place(place) | Address::Private { place, .. } => Ok(!self.is_in(place, room).await?),
                // The message is for its reader alone, wherever their direct room is now.
                Address::Person(_) => Ok(!self.rooms.is_direct(room).await?),
            },
            _ => Ok(false),
        }
    }

    async fn is_in(&self, place: PlaceId, room: &str) -> Result<bool, DeliveryError> {
        Ok(room_of(&self.service, place).await?.is_some_and(|place| place.room == room))
    }

    /// Does what an event asks for. Only now its author and those that it names are stored.
    async fn perform(
        &self,
        room: &str,
        thread: Option<&str>,
        event: &Event,
        arrival: &Arrival,
        meaning: Meaning,
        names: KnownNames,
    ) -> Result<(), DeliveryError> {
        let performed = match &meaning {
            Meaning::Erasure => self.conversation.confirm_erasure(arrival).await,
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
        let is_direct = self.rooms.is_direct(room).await?;
        Ok(Arrival {
            person: find_person(&self.service, &event.sender).await?,
            place: find_place(&self.service, &place).await?,
            is_direct,
            language: self.room_language(room, is_direct).await?,
            event: EventId { platform: MATRIX, id: event.event_id.clone() },
        })
    }

    /// Who did something, and where. Both are stored now.
    async fn incoming(&self, room: &str, thread: Option<&str>, event: &Event) -> Result<Incoming, DeliveryError> {
        let is_direct = self.rooms.is_direct(room).await?;
        if is_direct {
            self.rooms.used_direct(&event.sender, room).await?;
        }
        // A direct room is no server, and nobody manages one there.
        let server = if is_direct { None } else { Some(self.server_room(room).await?) };
        let manages = match &server {
            Some(server) => self.rooms.manages(server, &event.sender).await?,
            None => false,
        };
        let origin = origin_of(&self.service, &event.sender, server.as_deref(), room, thread).await?;
        let members = self.rooms.members(room).await?;
        let name = members.get(&event.sender).and_then(|member| member.display_name.clone());
        let language = self.room_language(room, is_direct).await?;
        let requester = Requester {
            id: origin.person,
            name: name.unwrap_or_else(|| event.sender.clone()),
            language,
            theme: String::new(),
            turned_boards: false,
            confirmation: Confirmation::default(),
        };
        let context = RequestContext {
            id: origin.place(),
            parent: origin.parent(),
            server: origin.server,
            manages,
            delivery_mode: if is_direct { DeliveryMode::Channel } else { DeliveryMode::Threads },
            language,
            obstacles: if self.rooms.may_write(room).await? { Vec::new() } else { vec![PostingObstacle::SendMessages] },
            can_remove_messages: true,
        };
        let reacted =
            (event.kind == "m.reaction").then(|| event.content["m.relates_to"]["event_id"].as_str()).flatten();
        let message = MessageId(reacted.unwrap_or(&event.event_id).to_owned());
        Ok(Incoming { requester, context, is_direct, message, event: event.event_id.clone() })
    }

    /// Says something in the direct room of a user.
    async fn tell_directly(&self, user: &str, view: &View, nonce: &str) -> Result<(), DeliveryError> {
        if user.is_empty() {
            return Ok(());
        }
        let direct = RoomPlace::room(&self.rooms.direct_room(user).await?);
        self.platform.post_in(&direct, view, nonce).await.map(drop)
    }
}

impl HandleReceived for EventHandler {
    fn handle<'a>(
        &'a self,
        room: &'a str,
        received: &'a Received,
        received_at: Millis,
    ) -> BoxFuture<'a, Result<Vec<(String, Received)>, DeliveryError>> {
        Box::pin(async move {
            match received {
                Received::Event(event) => self.event(room, event, received_at).await,
                Received::EventId(id) => match self.client.event(room, id).await? {
                    Some(event) if concerns(&event, self.rooms.user()) => self.event(room, &event, received_at).await,
                    _ => Ok(Vec::new()),
                },
                Received::Gap(before) => self.missed(room, before, received_at).await,
                Received::Invitation { inviter, is_direct, is_encrypted } => {
                    self.invited(room, inviter, *is_direct, *is_encrypted, received_at).await.map(|()| Vec::new())
                }
                Received::SuccessorOf(earlier) => self.successors.enter(room, earlier).await.map(|()| Vec::new()),
            }
        })
    }

    fn give_up<'a>(&'a self, room: &'a str, received: &'a Received, why: &'a DeliveryError) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            match received {
                Received::SuccessorOf(earlier) => self.successors.not_entered(earlier).await,
                // An invitation that was withdrawn is refused.
                Received::Invitation { inviter, .. }
                    if !matches!(why, DeliveryError::Forbidden(_) | DeliveryError::Gone(_)) =>
                {
                    let told = async {
                        let view = rooms::not_joined(&self.languages(inviter, None).await?);
                        self.tell_directly(inviter, &view, &format!("not-joined-{room}")).await
                    };
                    if let Err(error) = told.await {
                        tracing::info!(%error, "a user could not be told that an invitation was given up");
                    }
                }
                _ => {}
            }
        })
    }
}
