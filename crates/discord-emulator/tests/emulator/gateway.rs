//! The gateway driven by hand: what it refuses, and with which close codes.

use discord_emulator::{Emulator, EmulatorOptions};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::stage::SOON;

const GUILDS: u64 = 1;
const GUILD_MEMBERS: u64 = 1 << 1;

/// A connection to the gateway.
struct Line(WebSocketStream<TcpStream>);

impl Line {
    async fn open(local: &Emulator, query: &str) -> Result<Line, Error> {
        let host = local.api_url().replace("http://", "");
        let stream = TcpStream::connect(&host).await?;
        let (socket, _) = tokio_tungstenite::client_async(format!("ws://{host}/gateway/{query}"), stream).await?;
        Ok(Line(socket))
    }

    async fn receive(&mut self) -> Message {
        timeout(SOON, self.0.next()).await.expect("an answer").expect("a frame").expect("no error")
    }

    /// Returns the next payload.
    async fn payload(&mut self) -> Value {
        match self.receive().await {
            Message::Text(text) => serde_json::from_str(&text).expect("JSON"),
            other => panic!("no payload: {other:?}"),
        }
    }

    /// Returns the close code, skipping any payloads before it.
    async fn closed(&mut self) -> u16 {
        loop {
            if let Message::Close(frame) = self.receive().await {
                return frame.expect("a reason").code.into();
            }
        }
    }

    async fn send(&mut self, payload: Value) {
        self.0.send(Message::text(payload.to_string())).await.expect("it is open");
    }

    /// Identifies a bot with these intents.
    async fn identify(&mut self, intents: Value) {
        assert_eq!(self.payload().await["op"], 10);
        let token = EmulatorOptions::default().token;
        self.send(json!({ "op": 2, "d": { "token": token, "intents": intents, "properties": {} } })).await;
    }

    /// Requests members and returns their names, or `None` when the chunk did not arrive before later answers.
    async fn members(&mut self, mut request: Value, local: &Emulator) -> Option<Vec<String>> {
        request["guild_id"] = json!(local.guild_id());
        self.send(json!({ "op": 8, "d": request })).await;
        self.send(json!({ "op": 1, "d": null })).await;
        let mut found = None;
        loop {
            let payload = self.payload().await;
            if payload["op"] == 11 && found.is_some() {
                return found;
            }
            if payload["op"] == 11 {
                // The chunk and the heartbeat acknowledgement are sent on different paths, so wait one more round.
                self.send(json!({ "op": 1, "d": null })).await;
                let next = self.payload().await;
                return if next["t"] == "GUILD_MEMBERS_CHUNK" { Some(names(&next)) } else { None };
            }
            if payload["t"] == "GUILD_MEMBERS_CHUNK" {
                found = Some(names(&payload));
            }
        }
    }
}

fn names(chunk: &Value) -> Vec<String> {
    let members = chunk["d"]["members"].as_array().expect("members");
    members.iter().map(|member| member["user"]["username"].as_str().expect("a name").to_owned()).collect()
}

#[tokio::test]
async fn other_versions_and_encodings_are_refused() {
    let local = Emulator::start(EmulatorOptions::default()).await.unwrap();
    for query in ["?v=5&encoding=json", "?v=9", "?v=11", "?encoding=json", ""] {
        assert_eq!(Line::open(&local, query).await.expect("a socket").closed().await, 4012, "{query}");
    }
    for query in ["?v=10&encoding=etf", "?v=10&encoding=json&compress=zlib-stream", "?v=10&compress=zstd-stream"] {
        match Line::open(&local, query).await.map(drop) {
            Err(Error::Http(response)) => assert_eq!(response.status(), 400, "{query}"),
            other => panic!("{query}: {other:?}"),
        }
    }
    for query in ["?v=10", "?v=10&encoding=json"] {
        let mut line = Line::open(&local, query).await.expect("a socket");
        line.identify(json!(GUILDS)).await;
        assert_eq!(line.payload().await["t"], "READY", "{query}");
    }
    local.shutdown().await;
}

#[tokio::test]
async fn intents_that_do_not_exist_are_refused() {
    let local = Emulator::start(EmulatorOptions::default()).await.unwrap();
    for (intents, code) in [
        (json!(1_u64 << 40), 4013),
        (json!(1 << 17 | GUILDS), 4013),
        (json!(1 << 26), 4013),
        (json!(-1), 4013),
        (json!("1"), 4013),
        (Value::Null, 4013),
        (json!(GUILD_MEMBERS), 4014),
    ] {
        let mut line = Line::open(&local, "?v=10").await.expect("a socket");
        line.identify(intents.clone()).await;
        assert_eq!(line.closed().await, code, "{intents}");
    }
    // Every intent that exists and needs no permission.
    let all = 53_608_447 & !(GUILD_MEMBERS | 1 << 8 | 1 << 15);
    let mut line = Line::open(&local, "?v=10").await.expect("a socket");
    line.identify(json!(all)).await;
    assert_eq!(line.payload().await["t"], "READY");
    local.shutdown().await;
}

#[tokio::test]
async fn all_members_are_for_bots_with_the_intent() {
    let options = EmulatorOptions { privileged_intents: GUILD_MEMBERS, ..EmulatorOptions::default() };
    let local = Emulator::start(options).await.unwrap();
    let everyone = || json!({ "query": "", "limit": 0 });
    let [bruno, stranger] = [local.user("Bruno").unwrap().id(), local.bot_id().to_string().parse().unwrap()];

    let mut plain = Line::open(&local, "?v=10").await.expect("a socket");
    plain.identify(json!(GUILDS)).await;
    for known in ["READY", "GUILD_CREATE"] {
        assert_eq!(plain.payload().await["t"], known);
    }
    assert_eq!(plain.members(everyone(), &local).await, None);
    assert_eq!(plain.members(json!({ "query": "b", "limit": 0 }), &local).await, None);
    let one = plain.members(json!({ "query": "br", "limit": 5 }), &local).await;
    assert_eq!(one, Some(vec!["bruno".to_owned()]));
    let named = plain.members(json!({ "user_ids": [bruno, stranger] }), &local).await.expect("members");
    assert!(named.contains(&"bruno".to_owned()) && named.len() == 2, "{named:?}");

    let mut full = Line::open(&local, "?v=10").await.expect("a socket");
    full.identify(json!(GUILDS | GUILD_MEMBERS)).await;
    for known in ["READY", "GUILD_CREATE"] {
        assert_eq!(full.payload().await["t"], known);
    }
    let all = full.members(everyone(), &local).await.expect("members");
    assert_eq!(all.len(), 4, "three people and the bot: {all:?}");
    local.shutdown().await;
}

impl Line {
    /// Identifies with a token and reads until the session has begun.
    async fn begin(local: &Emulator, token: &str) -> Line {
        let mut line = Line::open(local, "?v=10").await.expect("a socket");
        assert_eq!(line.payload().await["op"], 10);
        let intents = GUILDS | 1 << 9;
        line.send(json!({ "op": 2, "d": { "token": token, "intents": intents, "properties": {} } })).await;
        while line.payload().await["t"] != "GUILD_CREATE" {}
        line
    }

    /// Reads until a heartbeat is acknowledged, and returns the names of the events that arrived.
    async fn events(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        // Events and acknowledgements take different paths, so a second round catches what the first missed.
        for _ in 0..2 {
            self.send(json!({ "op": 1, "d": null })).await;
            loop {
                let payload = self.payload().await;
                if payload["op"] == 11 {
                    break;
                }
                names.extend(payload["t"].as_str().map(str::to_owned));
            }
        }
        names
    }

    /// Waits for an interaction and answers it.
    async fn answer(&mut self, local: &Emulator, content: &str) {
        let interaction = loop {
            let payload = self.payload().await;
            if payload["t"] == "INTERACTION_CREATE" {
                break payload["d"].clone();
            }
        };
        let (id, token) = (interaction["id"].as_str().unwrap(), interaction["token"].as_str().unwrap());
        let url = format!("{}/api/v10/interactions/{id}/{token}/callback", local.api_url());
        let body = json!({ "type": 4, "data": { "content": content } });
        let response = reqwest::Client::new().post(url).json(&body).send().await.unwrap();
        assert!(response.status().is_success(), "{response:?}");
    }
}

async fn register(local: &Emulator, token: &str, name: &str) {
    let url = format!("{}/api/v10/applications/{}/commands", local.api_url(), local.bot_id());
    let commands = json!([{ "name": name, "description": "Says something" }]);
    let request = reqwest::Client::new().put(url).header("authorization", format!("Bot {token}")).json(&commands);
    let response = request.send().await.unwrap();
    assert!(response.status().is_success(), "{response:?}");
}

#[tokio::test]
async fn the_built_in_bot_steps_back_while_one_of_ones_own_is_connected() {
    let guest_token = "a token of one's own";
    let options = EmulatorOptions { guest_token: Some(guest_token.to_owned()), ..EmulatorOptions::default() };
    let token = options.token.clone();
    let local = Emulator::start(options).await.unwrap();
    let (ada, games) = (local.user("Ada").unwrap(), local.channel("games").unwrap());
    register(&local, &token, "play").await;
    let mut built_in = Line::begin(&local, &token).await;
    // A program may register its commands before it connects. People do not see them yet.
    register(&local, guest_token, "echo").await;
    assert!(ada.command(games, "echo", &[]).await.is_err(), "it is not connected");

    let mut guest = Line::begin(&local, guest_token).await;
    timeout(SOON, local.wait_guest(true)).await.expect("it is connected");
    assert!(ada.command(games, "play", &[]).await.is_err(), "that is the command of the other");
    let (reply, ()) = tokio::join!(ada.command(games, "echo", &[]), guest.answer(&local, "my own answer"));
    assert!(matches!(reply, Ok(discord_emulator::Reply::Message(message)) if message.content == "my own answer"));
    ada.say(games, "hello").unwrap();
    assert!(guest.events().await.contains(&"MESSAGE_CREATE".to_owned()));
    let seen = built_in.events().await;
    assert!(!seen.iter().any(|name| name == "INTERACTION_CREATE" || name == "MESSAGE_CREATE"), "{seen:?}");

    drop(guest);
    timeout(SOON, local.wait_guest(false)).await.expect("it is gone");
    assert!(ada.command(games, "echo", &[]).await.is_err(), "its commands are gone with it");
    let (reply, ()) = tokio::join!(ada.command(games, "play", &[]), built_in.answer(&local, "back again"));
    assert!(matches!(reply, Ok(discord_emulator::Reply::Message(message)) if message.content == "back again"));
    local.shutdown().await;
}
