//! The calls of the Client-Server API that the bot makes, and what they return.

use super::client::Client;
use super::error::MatrixError;
use super::media::MediaAddress;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// The account and the device of an access token.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Whoami {
    /// The user id.
    pub user_id: String,
    /// The device. Transaction ids belong to it.
    pub device_id: Option<String>,
}

/// An event of a room.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Event {
    /// Its id. State of invitations has none.
    #[serde(default)]
    pub event_id: String,
    /// Its type, for example `m.room.message`.
    #[serde(rename = "type", default)]
    pub kind: String,
    /// The user who sent it.
    #[serde(default)]
    pub sender: String,
    /// When the sender's homeserver received it, in milliseconds since 1970.
    #[serde(default)]
    pub origin_server_ts: i64,
    /// For state: what it is about.
    pub state_key: Option<String>,
    /// Its content. Untrusted.
    #[serde(default)]
    pub content: Value,
    /// What the homeserver adds, for example the content of the state that the event replaces.
    #[serde(default)]
    pub unsigned: Value,
}

/// A part of the events of a room.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Timeline {
    /// The events, the oldest first.
    pub events: Vec<Event>,
    /// Whether events before these are missing.
    pub limited: bool,
    /// Where the missing ones end.
    pub prev_batch: Option<String>,
}

/// A list of events.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Events {
    /// The events.
    pub events: Vec<Event>,
}

/// What has happened in a room that the bot has joined.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct JoinedRoom {
    /// Changes of its state before the timeline.
    pub state: Events,
    /// Its events.
    pub timeline: Timeline,
}

/// An invitation.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct InvitedRoom {
    /// Some of the room's state.
    pub invite_state: Events,
}

/// What has happened in all rooms.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Rooms {
    /// Rooms that the bot has joined, by id.
    pub join: BTreeMap<String, JoinedRoom>,
    /// Invitations, by room id.
    pub invite: BTreeMap<String, InvitedRoom>,
    /// Rooms that the bot has left or was removed from.
    pub leave: BTreeMap<String, Value>,
}

/// The response of `/sync`.
#[derive(Clone, Debug, Deserialize)]
pub struct SyncResponse {
    /// Where the next one begins.
    pub next_batch: String,
    /// What has happened.
    #[serde(default)]
    pub rooms: Rooms,
    /// What other devices have sent to this one.
    #[serde(default)]
    pub to_device: ToDevice,
    /// Whose devices have changed.
    #[serde(default)]
    pub device_lists: Value,
    /// How many one-time keys of this device the homeserver still has.
    #[serde(default)]
    pub device_one_time_keys_count: Value,
    /// Of which algorithms it still has an unused fallback key.
    #[serde(default)]
    pub device_unused_fallback_key_types: Value,
}

/// What other devices have sent to this one, as the encryption library reads it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ToDevice {
    /// The messages, in order. Untrusted.
    pub events: Vec<Value>,
}

/// A page of the events of a room.
#[derive(Clone, Debug, Deserialize)]
pub struct MessagesPage {
    /// The events, in the direction of the search.
    #[serde(default)]
    pub chunk: Vec<Event>,
    /// Where the next page begins; `None` on the last one.
    pub end: Option<String>,
}

/// A page of the events that refer to an event.
#[derive(Clone, Debug, Deserialize)]
pub struct RelatedPage {
    /// The events, the latest first.
    #[serde(default)]
    pub chunk: Vec<Event>,
    /// Where the next page begins; `None` on the last one.
    pub next_batch: Option<String>,
}

/// A member of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Member {
    /// The name shown there.
    pub display_name: Option<String>,
}

/// The profile of a user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Profile {
    /// The display name.
    pub displayname: Option<String>,
    /// The `mxc://` address of the picture.
    pub avatar_url: Option<String>,
}

#[derive(Deserialize)]
struct EventCreated {
    event_id: String,
}

#[derive(Deserialize)]
struct RoomCreated {
    room_id: String,
}

#[derive(Deserialize)]
struct Uploaded {
    content_uri: String,
}

#[derive(Deserialize)]
struct AvatarUrl {
    #[serde(default)]
    avatar_url: Option<String>,
}

#[derive(Deserialize)]
struct Joined {
    #[serde(default)]
    joined: BTreeMap<String, Member>,
}

/// A response without anything to read.
#[derive(Deserialize)]
struct Ignored {}

/// The content of a response; `None` if the homeserver does not have it.
fn if_found(response: Result<Value, MatrixError>) -> Result<Option<Value>, MatrixError> {
    match response {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.code() == Some("M_NOT_FOUND") => Ok(None),
        // From something between, such as a proxy: it says nothing about the room.
        Err(MatrixError::Refused { status: 404, .. }) => {
            Err(MatrixError::Unreachable("its answer does not say what was not found".to_owned()))
        }
        Err(error) => Err(error),
    }
}

/// The content of a response; `None` if there is none for the bot.
fn if_shown<T>(response: Result<T, MatrixError>) -> Result<Option<T>, MatrixError> {
    match response {
        Err(MatrixError::Refused { status: 403 | 404, .. }) => Ok(None),
        response => response.map(Some),
    }
}

/// The path of the API.
const V3: [&str; 2] = ["client", "v3"];

fn path<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    [&V3[..], rest].concat()
}

/// What the homeserver says about uploads.
#[derive(Deserialize)]
struct UploadLimits {
    #[serde(rename = "m.upload.size")]
    size: Option<usize>,
}

impl Client {
    /// Whether a homeserver answers at this address.
    pub async fn is_homeserver(&self) -> bool {
        let versions: Result<Value, _> = self.json(Method::GET, &["client", "versions"], &[], None).await;
        versions.is_ok_and(|versions| versions["versions"].is_array())
    }

    /// The account of the access token.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn whoami(&self) -> Result<Whoami, MatrixError> {
        self.json(Method::GET, &path(&["account", "whoami"]), &[], None).await
    }

    /// The maximum size of an upload in bytes; `None` if the homeserver states none.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn upload_max(&self) -> Result<Option<usize>, MatrixError> {
        let limits: Result<UploadLimits, _> =
            self.json(Method::GET, &["client", "v1", "media", "config"], &[], None).await;
        match limits {
            // Before version 1.11 of the specification it was elsewhere.
            Err(MatrixError::Refused { status: 404, .. }) => {
                let limits: UploadLimits = self.json(Method::GET, &["media", "v3", "config"], &[], None).await?;
                Ok(limits.size)
            }
            limits => Ok(limits?.size),
        }
    }

    /// What has happened since a position; the present state without one. Waits for at most `wait`.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn sync(&self, since: Option<&str>, filter: &str, wait: Duration) -> Result<SyncResponse, MatrixError> {
        let wait_ms = wait.as_millis().to_string();
        let mut query = vec![("filter", filter), ("timeout", &wait_ms), ("set_presence", "online")];
        query.extend(since.map(|since| ("since", since)));
        self.wait(&path(&["sync"]), &query, wait).await
    }

    /// A page of the events of a room before `from`, the latest first; with a `sender` only theirs.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn messages_before(
        &self,
        room: &str,
        from: Option<&str>,
        sender: Option<&str>,
    ) -> Result<MessagesPage, MatrixError> {
        let filter = sender.map(|sender| json!({ "senders": [sender] }).to_string());
        let mut query = vec![("dir", "b"), ("limit", "100")];
        query.extend(from.map(|from| ("from", from)));
        query.extend(filter.as_deref().map(|filter| ("filter", filter)));
        self.json(Method::GET, &path(&["rooms", room, "messages"]), &query, None).await
    }

    /// A page of the events that refer to an event, directly or through others: its thread, edits and reactions. The
    /// latest first.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn related(&self, room: &str, event: &str, from: Option<&str>) -> Result<RelatedPage, MatrixError> {
        let mut query = vec![("dir", "b"), ("limit", "100"), ("recurse", "true")];
        query.extend(from.map(|from| ("from", from)));
        self.json(Method::GET, &["client", "v1", "rooms", room, "relations", event], &query, None).await
    }

    /// An event of a room and the events after it, oldest first; `None` if the room does not have it.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn event_with_next(&self, room: &str, event: &str) -> Result<Option<(Event, Vec<Event>)>, MatrixError> {
        #[derive(Deserialize)]
        struct Context {
            event: Event,
            #[serde(default)]
            events_after: Vec<Event>,
        }
        let path = path(&["rooms", room, "context", event]);
        let context: Option<Context> = if_shown(self.json(Method::GET, &path, &[("limit", "20")], None).await)?;
        Ok(context.map(|context| (context.event, context.events_after)))
    }

    /// An event of a room; `None` if it is not there.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn event(&self, room: &str, event: &str) -> Result<Option<Event>, MatrixError> {
        match self.json(Method::GET, &path(&["rooms", room, "event", event]), &[], None).await {
            Err(error) if error.code() == Some("M_NOT_FOUND") => Ok(None),
            response => response.map(Some),
        }
    }

    /// Removes the content of an event.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn redact(&self, room: &str, event: &str) -> Result<(), MatrixError> {
        // The same event is only redacted once, whatever the transaction id.
        let transaction = format!("redact-{event}");
        let path = path(&["rooms", room, "redact", event, &transaction]);
        let _: EventCreated = self.json(Method::PUT, &path, &[], Some(&json!({}))).await?;
        Ok(())
    }

    /// Sends an event, once for each transaction id. Returns its id.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn send_event(
        &self,
        room: &str,
        kind: &str,
        transaction: &str,
        content: &Value,
    ) -> Result<String, MatrixError> {
        let path = path(&["rooms", room, "send", kind, transaction]);
        let created: EventCreated = self.json(Method::PUT, &path, &[], Some(content)).await?;
        Ok(created.event_id)
    }

    /// Uploads a file. Returns its `mxc://` address.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn upload_file(
        &self,
        name: &str,
        content_type: &'static str,
        bytes: Vec<u8>,
    ) -> Result<String, MatrixError> {
        let path = ["media", "v3", "upload"];
        let uploaded: Uploaded = self.upload(&path, &[("filename", name)], content_type, bytes).await?;
        Ok(uploaded.content_uri)
    }

    /// The `mxc://` address of a user's picture; `None` if the user has chosen none.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn avatar_url(&self, user: &str) -> Result<Option<String>, MatrixError> {
        let path = path(&["profile", user, "avatar_url"]);
        let found: Option<AvatarUrl> = if_shown(self.json(Method::GET, &path, &[], None).await)?;
        Ok(found.and_then(|found| found.avatar_url).filter(|address| !address.is_empty()))
    }

    /// A square thumbnail of a picture, about as large as an avatar, of at most `most` bytes. The bot's own homeserver
    /// fetches the picture from other homeservers.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn thumbnail(&self, media: &MediaAddress, most: usize) -> Result<Vec<u8>, MatrixError> {
        let path = ["client", "v1", "media", "thumbnail", &media.server, &media.id];
        let query = [("width", "96"), ("height", "96"), ("method", "crop"), ("animated", "false")];
        self.download(&path, &query, most).await
    }

    /// Joins a room, through a homeserver that is in it if there is one.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn join(&self, room: &str, via: Option<&str>) -> Result<(), MatrixError> {
        let query: Vec<(&str, &str)> = via.into_iter().flat_map(|via| [("server_name", via), ("via", via)]).collect();
        let _: Ignored = self.json(Method::POST, &path(&["join", room]), &query, Some(&json!({}))).await?;
        Ok(())
    }

    /// Leaves a room, or rejects an invitation, with a reason that others can read.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn leave(&self, room: &str, reason: &str) -> Result<(), MatrixError> {
        let body = json!({ "reason": reason });
        let _: Ignored = self.json(Method::POST, &path(&["rooms", room, "leave"]), &[], Some(&body)).await?;
        Ok(())
    }

    /// Creates a direct room with a user, who is invited, with this state from the beginning. Returns its id.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn create_direct(&self, user: &str, state: &[Value]) -> Result<String, MatrixError> {
        let body = json!({
            "preset": "trusted_private_chat",
            "is_direct": true,
            "invite": [user],
            "initial_state": state,
        });
        let created: RoomCreated = self.json(Method::POST, &path(&["createRoom"]), &[], Some(&body)).await?;
        Ok(created.room_id)
    }

    /// The members of a room, by user id.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn members(&self, room: &str) -> Result<BTreeMap<String, Member>, MatrixError> {
        let joined: Joined = self.json(Method::GET, &path(&["rooms", room, "joined_members"]), &[], None).await?;
        Ok(joined.joined)
    }

    /// The users who are invited into a room.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn invited(&self, room: &str) -> Result<Vec<String>, MatrixError> {
        let path = path(&["rooms", room, "members"]);
        let invited: MessagesPage = self.json(Method::GET, &path, &[("membership", "invite")], None).await?;
        Ok(invited.chunk.into_iter().filter_map(|member| member.state_key).collect())
    }

    /// The content of a state event without a state key; `None` if the room has none.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn state(&self, room: &str, kind: &str) -> Result<Option<Value>, MatrixError> {
        if_found(self.json(Method::GET, &path(&["rooms", room, "state", kind]), &[], None).await)
    }

    /// The content of a state event without a state key; `None` if the room has none, or does not show it.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn shown_state(&self, room: &str, kind: &str) -> Result<Option<Value>, MatrixError> {
        self.state_with_key(room, kind, "").await
    }

    /// A state event without a state key, with its sender; `None` if the room has none, or does not show it.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn state_event(&self, room: &str, kind: &str) -> Result<Option<Event>, MatrixError> {
        let path = path(&["rooms", room, "state", kind, ""]);
        if_shown(self.json(Method::GET, &path, &[("format", "event")], None).await)
    }

    /// The content of a state event; `None` if the room has none, or does not show it.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn state_with_key(&self, room: &str, kind: &str, key: &str) -> Result<Option<Value>, MatrixError> {
        if_shown(self.json(Method::GET, &path(&["rooms", room, "state", kind, key]), &[], None).await)
    }

    /// All state of a room.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn full_state(&self, room: &str) -> Result<Vec<Event>, MatrixError> {
        self.json(Method::GET, &path(&["rooms", room, "state"]), &[], None).await
    }

    /// The event that created a room, with its sender.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn creation(&self, room: &str) -> Result<Event, MatrixError> {
        let path = path(&["rooms", room, "state", "m.room.create", ""]);
        self.json(Method::GET, &path, &[("format", "event")], None).await
    }

    /// The membership of a user in a room; `None` if the room does not know the user.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn member_state(&self, room: &str, user: &str) -> Result<Option<Value>, MatrixError> {
        self.state_with_key(room, "m.room.member", user).await
    }

    /// The profile of a user; `None` if there is none.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn profile(&self, user: &str) -> Result<Option<Profile>, MatrixError> {
        if_shown(self.json(Method::GET, &path(&["profile", user]), &[], None).await)
    }

    /// Sets a field of the account's own profile.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn set_profile(&self, user: &str, field: &str, value: &str) -> Result<(), MatrixError> {
        let body = json!({ field: value });
        let _: Ignored = self.json(Method::PUT, &path(&["profile", user, field]), &[], Some(&body)).await?;
        Ok(())
    }

    /// The account's own data of a type; `None` if there is none.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn account_data(&self, user: &str, kind: &str) -> Result<Option<Value>, MatrixError> {
        if_found(self.json(Method::GET, &path(&["user", user, "account_data", kind]), &[], None).await)
    }

    /// Replaces the account's own data of a type.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn set_account_data(&self, user: &str, kind: &str, content: &Value) -> Result<(), MatrixError> {
        let path = path(&["user", user, "account_data", kind]);
        let _: Ignored = self.json(Method::PUT, &path, &[], Some(content)).await?;
        Ok(())
    }
}
