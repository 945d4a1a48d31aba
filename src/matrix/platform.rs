//! Matrix as a platform for posts.

use super::accounts::{Named, find_person};
use super::api::Event;
use super::client::Client;
use super::error::MatrixError;
use super::html::{self, Written};
use super::media;
use super::places::{MATRIX, RoomPlace, place_of, room_of};
use super::redactions::{self, SUBJECT};
use super::room_events::RoomEvents;
use super::rooms::Rooms;
use super::uploads::{File, Uploads};
use crate::avatar_file::FILE_BYTES_MAX;
use crate::chat::view::Attachment;
use crate::chat::{Capabilities, Platform, Subject, View};
use crate::service::time::calendar::zone;
use crate::service::{Address, ExternalId, GameService, MessageId, Millis, PlaceId, PlatformId, PlayerId};
use crate::workers::DeliveryError;
use async_trait::async_trait;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The longest text, in characters. An event has at most 65,536 bytes, and the text is in it twice.
const TEXT_MAX: usize = 8_000;
/// The key in the event with a view's words for the name of its first file.
const FILE_NAME: &str = "tablero.file";
/// The key in the event with a view's words for the ids of the events with its files.
const FILE_EVENTS: &str = "tablero.files";
/// The number of pages in which a message of the bot is searched for.
const PAGES_MAX: usize = 10;

/// A message of the bot.
pub struct OwnMessage {
    /// The message with the words. Another message has the picture.
    pub words: MessageId,
    /// When it was sent, in milliseconds, as the homeserver says.
    pub sent_at: i64,
}

/// A homeserver.
pub struct MatrixPlatform {
    client: Client,
    events: RoomEvents,
    rooms: Rooms,
    service: GameService,
    upload_max: Option<usize>,
    uploads: Uploads,
}

impl MatrixPlatform {
    /// A platform that posts as the user of these rooms, to the accounts that the service stores. `upload_max` is the
    /// maximum size of an upload in bytes, if the homeserver has one.
    pub fn new(
        client: Client,
        events: RoomEvents,
        rooms: Rooms,
        service: GameService,
        upload_max: Option<usize>,
    ) -> Self {
        MatrixPlatform { client, events, rooms, service, upload_max, uploads: Uploads::default() }
    }

    /// The room or thread of an address.
    async fn room(&self, address: Address) -> Result<RoomPlace, DeliveryError> {
        match address {
            Address::Place(place) | Address::Private { place, .. } => {
                let found = room_of(&self.service, place).await?;
                found.ok_or_else(|| DeliveryError::Never("the place is not on Matrix".to_owned()))
            }
            Address::Person(person) => {
                let accounts = self.service.queries().accounts_of(MATRIX, &[person]).await?;
                let Some((_, ExternalId(user))) = accounts.into_iter().next() else {
                    return Err(DeliveryError::Never("the person has no account on Matrix".to_owned()));
                };
                Ok(RoomPlace::room(&self.rooms.direct_room(&user).await?))
            }
        }
    }

    /// The people and places that a view names, as readers in this room see them.
    async fn named(&self, view: &View, room: &str) -> Result<Named, DeliveryError> {
        let named = Named::of(&self.service, &view.people()).await?;
        let via = self.rooms.user().split_once(':').map(|(_, server)| server);
        let mut places = HashMap::new();
        for place in view.text.places() {
            if let Some(known) = room_of(&self.service, place).await? {
                let link = html::link_to_room(&known.room, known.thread.as_deref(), via);
                let name = self.rooms.name(&known.room).await.unwrap_or_else(|error| {
                    tracing::info!(%error, "the name of a room could not be read");
                    known.room.as_str().into()
                });
                places.insert(place, (name.to_string(), link));
            }
        }
        let zone = self.zone_in(room).await.unwrap_or_else(|error| {
            tracing::info!(%error, "times are shown in UTC, because the time zone of their reader could not be read");
            None
        });
        Ok(named.with_places(places).in_zone(zone))
    }

    /// The time zone of the only reader of a room; `None` if it has several.
    async fn zone_in(&self, room: &str) -> Result<Option<TimeZone>, DeliveryError> {
        let Some(user) = self.rooms.only_reader(room).await? else { return Ok(None) };
        let Some(person) = find_person(&self.service, &user).await? else { return Ok(None) };
        Ok(Some(zone(&self.service.schedule(person).await?.zone)))
    }

    /// The content of the event with the words of a view, which names the events with its files. The words are not
    /// captions of the files, because some clients show no captions.
    fn words(written: Written, named: &Named, view: &View, files: &[String]) -> Value {
        let users: Vec<&str> = view.pings.iter().filter_map(|person| named.user(*person)).collect();
        let mut content = json!({
            "msgtype": "m.text",
            "body": written.plain,
            "format": "org.matrix.custom.html",
            "formatted_body": written.html,
            "m.mentions": { "user_ids": users },
        });
        if let Some(attachment) = view.attachments.first() {
            content[FILE_NAME] = attachment.name.clone().into();
        }
        if !files.is_empty() {
            content[FILE_EVENTS] = json!(files);
        }
        content
    }

    async fn written(&self, view: &View, room: &str) -> Result<(Written, Named), DeliveryError> {
        let named = self.named(view, room).await?;
        Ok((html::write(&view.text.shortened(TEXT_MAX), &named, self.service.now()), named))
    }

    /// A message of the bot: the words that belong to it if it is a picture, and when it was sent. `None` if it is no
    /// message of the bot.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn own_message(&self, room: &str, message: &MessageId) -> Result<Option<OwnMessage>, MatrixError> {
        let Some((event, next)) = self.events.event_with_next(room, &message.0).await? else { return Ok(None) };
        if event.sender != self.rooms.user() {
            return Ok(None);
        }
        let names_it = |event: &&Event| {
            event.sender == self.rooms.user()
                && event.content[FILE_EVENTS]
                    .as_array()
                    .is_some_and(|files| files.iter().any(|file| *file == message.0))
        };
        // Edits of the words name the picture too.
        let is_edit = |event: &Event| event.content["m.relates_to"]["rel_type"] == "m.replace";
        let words = next.iter().filter(names_it).find(|event| !is_edit(event));
        let words = words.map_or_else(|| message.clone(), |event| MessageId(event.event_id.clone()));
        Ok(Some(OwnMessage { words, sent_at: event.origin_server_ts }))
    }

    /// Uploads a file for a room, unless it was uploaded lately, and returns the content that shows it. If the homeserver
    /// refuses the file, the message can do without.
    async fn media(&self, room: &str, attachment: &Attachment) -> Result<Value, DeliveryError> {
        let is_encrypted = self.events.is_encrypted(room).await?;
        let file = File::of(attachment, is_encrypted);
        if let Some(content) = self.uploads.find(&file) {
            return Ok(content);
        }
        let (msgtype, content_type) = match attachment.name.rsplit('.').next() {
            Some("png") => ("m.image", "image/png"),
            Some("gif") => ("m.image", "image/gif"),
            _ => ("m.file", "text/plain"),
        };
        // Both are uploaded at once; the picture while the small version is made.
        let upload = self.events.upload(is_encrypted, &attachment.name, content_type, attachment.bytes.clone());
        let (uploaded, thumbnail) = tokio::join!(upload, self.thumbnail(is_encrypted, attachment));
        let (field, uploaded) = uploaded.map_err(|error| match error.is_final_refusal() {
            true => DeliveryError::Attachment { name: attachment.name.clone(), why: error.to_string() },
            false => error.into(),
        })?;
        let mut info = json!({ "mimetype": content_type, "size": attachment.bytes.len() });
        if let Some((width, height)) = media::size(&attachment.bytes) {
            (info["w"], info["h"]) = (width.into(), height.into());
        }
        match thumbnail {
            Ok(Some((field, thumbnail, details))) => {
                (info[format!("thumbnail_{field}")], info["thumbnail_info"]) = (thumbnail, details);
            }
            Ok(None) => {}
            // The picture is worth more than its small version.
            Err(error) if error.is_final_refusal() => tracing::warn!(%error, "a picture is shown without a thumbnail"),
            Err(error) => return Err(error.into()),
        }
        // The name, and not the alt text, because clients print the body below the picture as its caption.
        let content = json!({
            "msgtype": msgtype,
            "body": attachment.name,
            "filename": attachment.name,
            field: uploaded,
            "info": info,
        });
        self.uploads.add(file, content.clone());
        Ok(content)
    }

    /// Uploads a small version of a picture, unless it is small itself. Returns where it is, as
    /// [`RoomEvents::upload`] does, and what describes it.
    async fn thumbnail(
        &self,
        is_encrypted: bool,
        attachment: &Attachment,
    ) -> Result<Option<(&'static str, Value, Value)>, MatrixError> {
        let bytes = attachment.bytes.clone();
        let thumbnail = tokio::task::spawn_blocking(move || media::thumbnail(&bytes)).await;
        let Some(thumbnail) = thumbnail.unwrap_or_default() else { return Ok(None) };
        let size = thumbnail.len();
        let (width, height) = media::size(&thumbnail).unwrap_or_default();
        let name = format!("small-{}", attachment.name);
        let (field, uploaded) = self.events.upload(is_encrypted, &name, "image/png", thumbnail).await?;
        Ok(Some((field, uploaded, json!({ "mimetype": "image/png", "size": size, "w": width, "h": height }))))
    }

    /// Posts a view in a room or thread that does not have to be stored: first its files, then its words. Returns the
    /// message with the words or, if there are none, the first file. The nonce is that of [`Platform::post`].
    ///
    /// # Errors
    /// See [`DeliveryError`].
    pub async fn post_in(&self, place: &RoomPlace, view: &View, nonce: &str) -> Result<MessageId, DeliveryError> {
        self.client.check_sending(&place.room)?;
        let (written, named) = self.written(view, &place.room).await?;
        // Nothing is sent before all files are there: one that is refused changes the text.
        let mut files = Vec::new();
        for attachment in &view.attachments {
            files.push(about(view, self.media(&place.room, attachment).await?));
        }
        let mut sent = Vec::new();
        for (number, content) in files.into_iter().enumerate() {
            sent.push(self.send(place, &format!("{nonce}-{number}"), content).await?);
        }
        match sent.first() {
            Some(first) if written.plain.is_empty() => Ok(MessageId(first.clone())),
            _ => {
                let mut content = about(view, Self::words(written, &named, view, &sent));
                if let Some(message) = &view.in_reply_to {
                    content["m.relates_to"] = json!({ "m.in_reply_to": { "event_id": message.0 } });
                }
                Ok(MessageId(self.send(place, nonce, content).await?))
            }
        }
    }

    async fn send(&self, to: &RoomPlace, transaction: &str, mut content: Value) -> Result<String, DeliveryError> {
        if let Some(thread) = &to.thread {
            // There is no fallback reply: clients without threads would quote the thread's first message, the accepted
            // challenge, above every board.
            content["m.relates_to"]["rel_type"] = "m.thread".into();
            content["m.relates_to"]["event_id"] = thread.as_str().into();
        }
        self.events.send(&to.room, transaction, &content).await
    }
}

impl MatrixPlatform {
    /// The events with the files of a message as it is shown now, and the id of its latest edit.
    async fn shown_files(&self, room: &str, message: &MessageId) -> Result<(Vec<String>, String), MatrixError> {
        let event = self.events.event(room, &message.0).await?.unwrap_or_default();
        let edit = &event.unsigned["m.relations"]["m.replace"];
        let content =
            [&edit["content"]["m.new_content"], &event.content].into_iter().find(|content| content.is_object());
        let files = content.and_then(|content| content[FILE_EVENTS].as_array()).into_iter().flatten();
        let files = files.filter_map(Value::as_str).map(str::to_owned).collect();
        Ok((files, edit["event_id"].as_str().unwrap_or_default().to_owned()))
    }

    /// Replaces the content of an event.
    async fn replace(&self, room: &str, event: &str, new: Value, transaction: &str) -> Result<(), DeliveryError> {
        let mut content = new.clone();
        // Clients that don't support edits show this as a new message.
        for text in ["body", "formatted_body"] {
            if let Some(new) = new[text].as_str() {
                content[text] = format!("* {new}").into();
            }
        }
        // An edit does not ping again.
        content["m.mentions"] = json!({});
        content["m.new_content"] = new;
        content["m.relates_to"] = json!({ "rel_type": "m.replace", "event_id": event });
        self.events.send(room, transaction, &content).await.map(drop)
    }
}

#[async_trait]
impl Platform for MatrixPlatform {
    fn id(&self) -> PlatformId {
        MATRIX
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            threads: true,
            editing: true,
            reactions: true,
            replies: true,
            removal: true,
            deletion: true,
            attachment_max: self.upload_max.unwrap_or(usize::MAX),
            ..Capabilities::none(TEXT_MAX)
        }
    }

    /// A thread exists as soon as an event is sent to it.
    async fn open_thread(
        &self,
        channel: PlaceId,
        message: &MessageId,
        _name: &str,
    ) -> Result<Option<PlaceId>, DeliveryError> {
        let RoomPlace { room, .. } = self.room(Address::Place(channel)).await?;
        let thread = RoomPlace { room, thread: Some(message.0.clone()) };
        place_of(&self.service, &thread, Some(channel), None).await.map(Some).map_err(DeliveryError::from)
    }

    /// All members of a room see its threads.
    async fn add_member(&self, _thread: PlaceId, _person: PlayerId) -> Result<(), DeliveryError> {
        Ok(())
    }

    async fn post(&self, to: Address, view: &View, nonce: &str) -> Result<MessageId, DeliveryError> {
        self.post_in(&self.room(to).await?, view, nonce).await
    }

    async fn find(
        &self,
        at: Address,
        view: &View,
        since: Millis,
        not_before: Option<&MessageId>,
    ) -> Result<Option<MessageId>, DeliveryError> {
        let place = self.room(at).await?;
        let named = self.named(view, &place.room).await?;
        let text = view.text.shortened(TEXT_MAX);
        // Without words, the message is the file itself.
        let key = if text.is_empty() { "filename" } else { FILE_NAME };
        let file = view.attachments.first().map(|attachment| attachment.name.as_str());
        let mut from: Option<String> = None;
        for _ in 0..PAGES_MAX {
            let page = self.events.messages_before(&place.room, from.as_deref(), None).await?;
            for event in &page.chunk {
                if event.origin_server_ts < since.0 || not_before.is_some_and(|first| first.0 == event.event_id) {
                    return Ok(None);
                }
                let thread = event.content["m.relates_to"]["event_id"].as_str();
                let shows = match file {
                    Some(file) => event.content[key].as_str() == Some(file),
                    None => event.content["body"].as_str().is_some_and(|body| html::is_written(body, &text, &named)),
                };
                if event.sender == self.rooms.user() && shows && thread == place.thread.as_deref() {
                    return Ok(Some(MessageId(event.event_id.clone())));
                }
            }
            match page.end {
                Some(end) if !page.chunk.is_empty() => from = Some(end),
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    async fn edit(&self, at: Address, message: &MessageId, view: &View) -> Result<(), DeliveryError> {
        let place = self.room(at).await?;
        self.client.check_sending(&place.room)?;
        let (written, named) = self.written(view, &place.room).await?;
        let mut files = Vec::new();
        for attachment in &view.attachments {
            files.push((attachment, about(view, self.media(&place.room, attachment).await?)));
        }
        // A message can be edited back to an earlier state, so the transaction depends on the latest edit.
        let (mut shown, latest) = self.shown_files(&place.room, message).await?;
        for (number, (attachment, content)) in files.into_iter().enumerate() {
            let transaction = transaction(&(&message.0, &latest, number, &attachment.name, &attachment.bytes));
            match shown.get(number) {
                Some(file) => self.replace(&place.room, file, content, &transaction).await?,
                None => shown.push(self.send(&place, &transaction, content).await?),
            }
        }
        let new = about(view, Self::words(written, &named, view, &shown));
        let transaction = transaction(&(&message.0, &latest, view.text.plain(), attachment_names(view)));
        self.replace(&place.room, &message.0, new, &transaction).await
    }

    /// `None` for users without a picture: Matrix has no default one, and clients show initials instead.
    async fn avatar(&self, person: PlayerId) -> Result<Option<Vec<u8>>, DeliveryError> {
        let accounts = self.service.queries().accounts_of(MATRIX, &[person]).await?;
        let Some((_, ExternalId(user))) = accounts.into_iter().next() else { return Ok(None) };
        let address = self.client.avatar_url(&user).await?;
        let Some(Ok(media)) = address.map(|address| address.parse()) else { return Ok(None) };
        Ok(Some(self.client.thumbnail(&media, FILE_BYTES_MAX).await?))
    }

    async fn delete(&self, at: Address, message: &MessageId) -> Result<(), DeliveryError> {
        let place = self.room(at).await?;
        Ok(self.client.redact(&place.room, &message.0).await?)
    }

    async fn remove_messages(&self, place: PlaceId, subject: Subject, since: Millis) -> Result<(), DeliveryError> {
        let at = self.room(Address::Place(place)).await?;
        match &at.thread {
            Some(thread) => redactions::thread(&self.client, &self.events, self.rooms.user(), &at.room, thread).await?,
            None => {
                redactions::subject(&self.client, &self.events, self.rooms.user(), &at.room, subject, since).await?;
            }
        }
        Ok(())
    }

    async fn add_reactions(&self, at: Address, message: &MessageId, reactions: &[&str]) -> Result<(), DeliveryError> {
        let place = self.room(at).await?;
        for reaction in reactions {
            let relation = json!({ "rel_type": "m.annotation", "event_id": message.0, "key": reaction });
            let content = json!({ "m.relates_to": relation });
            let transaction = transaction(&(&message.0, reaction));
            // Homeservers count reactions, so they are encrypted nowhere.
            match self.client.send_event(&place.room, "m.reaction", &transaction, &content).await {
                Err(error) if error.code() == Some("M_DUPLICATE_ANNOTATION") => {}
                sent => drop(sent?),
            }
        }
        Ok(())
    }
}

/// Adds the subject of a view to the content of an event.
fn about(view: &View, mut content: Value) -> Value {
    if let Some(subject) = view.subject {
        content[SUBJECT] = subject.to_string().into();
    }
    content
}

fn attachment_names(view: &View) -> Vec<&str> {
    view.attachments.iter().map(|attachment| attachment.name.as_str()).collect()
}

/// A transaction id that is the same when the same is sent again.
fn transaction(what: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    format!("t{:016x}", hasher.finish())
}
