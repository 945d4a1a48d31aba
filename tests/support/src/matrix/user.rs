//! A user of the homeserver, with a client of their own.

use super::homeserver::Homeserver;
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::timeout;

/// Upper bound for any wait, even on the slowest machine.
pub const SOON: Duration = Duration::from_secs(60);

pub struct User {
    client: Client,
    address: String,
    pub token: String,
    pub id: String,
    sent: AtomicU64,
    state: Mutex<State>,
}

/// What the client has received.
#[derive(Default)]
struct State {
    since: Option<String>,
    /// Events of rooms, each with the room.
    events: Vec<(String, Value)>,
}

/// A segment of a path.
fn segment(text: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(encoded).collect()
}

impl User {
    pub async fn register(homeserver: &Homeserver, name: &str) -> User {
        let (client, address) = (Client::new(), homeserver.address.clone());
        let body = json!({ "username": name, "password": name, "auth": { "type": "m.login.dummy" } });
        let url = format!("{address}/_matrix/client/v3/register");
        let registered = client.post(url).json(&body).send().await.expect("the homeserver answers");
        let registered: Value = registered.json().await.expect("JSON");
        let text = |key: &str| registered[key].as_str().unwrap_or_else(|| panic!("{registered}")).to_owned();
        let (token, id) = (text("access_token"), text("user_id"));
        let user = User { client, address, token, id, sent: AtomicU64::new(0), state: Mutex::default() };
        let named = json!({ "displayname": name[..1].to_uppercase() + &name[1..] });
        user.call(Method::PUT, &["profile", &user.id, "displayname"], "", Some(named)).await;
        user
    }

    /// A session that another client has begun.
    pub fn signed_in(homeserver: &Homeserver, id: &str, token: &str) -> User {
        let (client, address, sent, state) =
            (Client::new(), homeserver.address.clone(), AtomicU64::new(0), Mutex::default());
        User { client, address, token: token.to_owned(), id: id.to_owned(), sent, state }
    }

    async fn request(&self, token: &str, method: Method, path: &[&str], query: &str, body: Option<Value>) -> Response {
        let path: Vec<String> = path.iter().map(|part| segment(part)).collect();
        let url = format!("{}/_matrix/client/v3/{}?{query}", self.address, path.join("/"));
        let request = self.client.request(method, url).bearer_auth(token);
        let request = match &body {
            Some(body) => request.json(body),
            None => request,
        };
        loop {
            // The homeserver may be restarting.
            match request.try_clone().expect("it has no stream").send().await {
                Err(error) if error.is_connect() => tokio::task::yield_now().await,
                response => return response.expect("the homeserver answers"),
            }
        }
    }

    pub async fn call(&self, method: Method, path: &[&str], query: &str, body: Option<Value>) -> Value {
        let response = self.request(&self.token, method, path, query, body).await;
        let status = response.status();
        let body: Value = response.json().await.expect("JSON");
        assert!(status.is_success(), "{path:?}: {status} {body}");
        body
    }

    /// A call that the homeserver may refuse. Returns its status.
    pub async fn attempt(&self, method: Method, path: &[&str], body: Value) -> u16 {
        self.request(&self.token, method, path, "", Some(body)).await.status().as_u16()
    }

    /// A call in another session of the user.
    pub async fn call_with(&self, token: &str, method: Method, path: &[&str], body: Option<Value>) {
        let response = self.request(token, method, path, "", body).await;
        assert!(response.status().is_success(), "{path:?}: {}", response.status());
    }

    /// Whether the homeserver accepts an access token.
    pub async fn is_accepted(&self, token: &str) -> bool {
        self.request(token, Method::GET, &["account", "whoami"], "", None).await.status().is_success()
    }

    pub async fn create_room(&self, others: &[&str], with: Value) -> String {
        let mut body = json!({ "preset": "private_chat", "invite": others });
        for (key, value) in with.as_object().into_iter().flatten() {
            body[key] = value.clone();
        }
        let created = self.call(Method::POST, &["createRoom"], "", Some(body)).await;
        created["room_id"].as_str().expect("a room").to_owned()
    }

    pub async fn join(&self, room: &str) {
        self.call(Method::POST, &["rooms", room, "join"], "", Some(json!({}))).await;
    }

    pub async fn is_member(&self, room: &str, user: &str) -> bool {
        let joined = self.call(Method::GET, &["rooms", room, "joined_members"], "", None).await;
        joined["joined"].get(user).is_some()
    }

    pub async fn send(&self, room: &str, kind: &str, content: Value) -> String {
        let transaction = format!("{}", self.sent.fetch_add(1, Ordering::Relaxed));
        let sent = self.call(Method::PUT, &["rooms", room, "send", kind, &transaction], "", Some(content)).await;
        sent["event_id"].as_str().expect("an event").to_owned()
    }

    pub async fn say(&self, room: &str, text: &str) -> String {
        self.send(room, "m.room.message", json!({ "msgtype": "m.text", "body": text })).await
    }

    /// Writes in the thread in which an event is shown, as a reply to it or not.
    pub async fn say_beside(&self, room: &str, event: &Value, text: &str, is_reply: bool) -> String {
        self.send(room, "m.room.message", beside(event, text, is_reply)).await
    }

    pub async fn react(&self, room: &str, event: &str, key: &str) -> String {
        let relation = json!({ "rel_type": "m.annotation", "event_id": event, "key": key });
        self.send(room, "m.reaction", json!({ "m.relates_to": relation })).await
    }

    /// Takes an event back.
    pub async fn redact(&self, room: &str, event: &str) {
        let transaction = self.sent.fetch_add(1, Ordering::Relaxed).to_string();
        self.call(Method::PUT, &["rooms", room, "redact", event, &transaction], "", Some(json!({}))).await;
    }

    /// Receives what has happened, joins the rooms to which others have invited, and waits for something to happen if
    /// nothing has.
    pub async fn receive(&self) {
        let since = self.state.lock().expect("the lock is not poisoned").since.clone();
        let query = since.map_or("timeout=0".to_owned(), |since| format!("timeout=30000&since={since}"));
        let response = self.call(Method::GET, &["sync"], &query, None).await;
        for room in response["rooms"]["invite"].as_object().into_iter().flatten().map(|(room, _)| room) {
            self.join(room).await;
        }
        let mut state = self.state.lock().expect("the lock is not poisoned");
        state.since = response["next_batch"].as_str().map(str::to_owned);
        for (room, joined) in response["rooms"]["join"].as_object().into_iter().flatten() {
            for event in joined["timeline"]["events"].as_array().into_iter().flatten() {
                state.events.push((room.clone(), event.clone()));
            }
        }
    }

    /// The events received so far, each with its room.
    pub fn events(&self) -> Vec<(String, Value)> {
        self.state.lock().expect("the lock is not poisoned").events.clone()
    }

    fn find(&self, from: usize, fits: impl Fn(&str, &Value) -> bool) -> Option<(String, Value)> {
        let state = self.state.lock().expect("the lock is not poisoned");
        state.events.iter().skip(from).find(|(room, event)| fits(room, event)).cloned()
    }

    /// Waits for an event after a number of events. Returns it with its room.
    pub async fn wait_from(&self, from: usize, what: &str, fits: impl Fn(&str, &Value) -> bool) -> (String, Value) {
        let found = async {
            loop {
                let found = self.find(from, &fits);
                match found {
                    Some(found) => return found,
                    None => self.receive().await,
                }
            }
        };
        timeout(SOON, found).await.unwrap_or_else(|_| {
            let last: Vec<Value> =
                self.events().into_iter().rev().take(6).map(|(_, event)| event["content"].clone()).collect();
            panic!("{what}: {last:#?}")
        })
    }

    /// Waits for a message of this user with a text.
    pub async fn wait_text(&self, from: usize, sender: &str, text: &str) -> (String, Value) {
        self.wait_from(from, text, |_, event| {
            event["sender"] == sender && body(event).contains(text) && event["type"] == "m.room.message"
        })
        .await
    }

    /// Waits until `sender` replies to a message in a room, and checks the text. Replies to other members do not count.
    pub async fn wait_reply(&self, room: &str, to: &str, sender: &str, text: &str) -> Value {
        let is_it = |place: &str, event: &Value| place == room && event["sender"] == sender && replies_to(event, to);
        let (_, reply) = self.wait_from(0, text, is_it).await;
        assert!(body(&reply).contains(text), "{text}: {reply:#}");
        reply
    }

    /// Says something in a room and waits until `sender` replies with this text.
    pub async fn ask(&self, room: &str, question: &str, sender: &str, text: &str) -> Value {
        let asked = self.say(room, question).await;
        self.wait_reply(room, &asked, sender, text).await
    }
}

/// A message in the thread in which an event is shown, as a reply to it or not.
pub fn beside(event: &Value, text: &str, is_reply: bool) -> Value {
    let relation = json!({
        "rel_type": "m.thread",
        "event_id": event["content"]["m.relates_to"]["event_id"],
        "is_falling_back": !is_reply,
        "m.in_reply_to": { "event_id": event["event_id"] },
    });
    json!({ "msgtype": "m.text", "body": text, "m.relates_to": relation })
}

/// Whether an event is a reply to a message.
pub fn replies_to(event: &Value, message: &str) -> bool {
    let relation = &event["content"]["m.relates_to"];
    relation["m.in_reply_to"]["event_id"] == message && relation["is_falling_back"] != true
}

/// The text of a message.
pub fn body(event: &Value) -> &str {
    event["content"]["body"].as_str().unwrap_or_default()
}

/// The users that a message mentions.
pub fn mentions(event: &Value) -> Vec<&str> {
    let users = event["content"]["m.mentions"]["user_ids"].as_array();
    users.into_iter().flatten().filter_map(Value::as_str).collect()
}
