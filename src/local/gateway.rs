//! The gateway: hello, identify or resume, events, heartbeats.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use super::hub::Hub;
use super::id::Id;
use super::limits;
use super::session::{Nudge, intent};

/// Numbers the connections, so that a late goodbye of an old one does not touch its successor.
static CONNECTIONS: AtomicU64 = AtomicU64::new(1);

/// Why a connection ends.
enum End {
    /// The client went, or the socket broke.
    Gone,
    /// We close with this code.
    Close(u16, &'static str),
}

/// GET on the gateway's address.
pub(super) async fn connect(State(hub): State<Arc<Hub>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.max_message_size(64 * 1024).on_upgrade(move |socket| serve(hub, socket))
}

async fn serve(hub: Arc<Hub>, mut socket: WebSocket) {
    let number = CONNECTIONS.fetch_add(1, Ordering::Relaxed);
    let closing = hub.closing.clone();
    let end = tokio::select! {
        end = converse(&hub, &mut socket, number) => end,
        () = closing.cancelled() => End::Close(1001, "Going away"),
    };
    leave(&hub, number);
    if let End::Close(code, reason) = end {
        let frame = CloseFrame { code, reason: reason.into() };
        // The peer may be gone already, which is what we wanted.
        let _ = socket.send(Frame::Close(Some(frame))).await;
    }
}

/// Notes that a connection is no more.
fn leave(hub: &Hub, number: u64) {
    let mut world = hub.world();
    let mut left = false;
    for session in &mut world.sessions {
        if session.connection == Some(number) {
            session.connection = None;
            left = true;
        }
    }
    if left {
        world.announce_bot();
    }
}

/// What a connection needs of its session.
struct Link {
    session: String,
    ring: Arc<Notify>,
    nudge: watch::Receiver<Nudge>,
    /// The last event sent.
    sent: u64,
}

async fn converse(hub: &Hub, socket: &mut WebSocket, number: u64) -> End {
    let interval = limits::HEARTBEAT.as_millis() as u64;
    let hello = json!({ "op": 10, "s": null, "t": null, "d": { "heartbeat_interval": interval, "_trace": [] } });
    if say(socket, &hello).await.is_err() {
        return End::Gone;
    }
    let mut link = match timeout(limits::HELLO, introduce(hub, socket, number)).await {
        Ok(Ok(link)) => link,
        Ok(Err(end)) => return end,
        Err(_) => return End::Close(4009, "Session timed out."),
    };
    loop {
        if let Err(end) = deliver(hub, socket, &mut link).await {
            return end;
        }
        tokio::select! {
            () = link.ring.notified() => {}
            nudged = link.nudge.changed() => {
                let nudge = if nudged.is_ok() { *link.nudge.borrow_and_update() } else { Nudge::Drop };
                if let Err(end) = obey(hub, socket, &link, nudge).await {
                    return end;
                }
            }
            // Two intervals without a heartbeat mean that the client is dead.
            heard = timeout(limits::HEARTBEAT * 2, hear(socket)) => {
                let message = match heard {
                    Ok(Ok(message)) => message,
                    Ok(Err(end)) => return end,
                    Err(_) => return End::Close(4009, "Session timed out."),
                };
                if let Err(end) = answer(hub, socket, &message).await {
                    return end;
                }
            }
        }
    }
}

/// Reads until the client has identified itself or resumed.
async fn introduce(hub: &Hub, socket: &mut WebSocket, number: u64) -> Result<Link, End> {
    loop {
        let message = hear(socket).await?;
        match message["op"].as_u64() {
            Some(1) => answer(hub, socket, &message).await?,
            Some(2) => return identify(hub, &message["d"], number),
            Some(6) => match resume(hub, &message["d"], number)? {
                Some(link) => return Ok(link),
                None => {
                    let invalid = json!({ "op": 9, "s": null, "t": null, "d": false });
                    say(socket, &invalid).await.map_err(|_| End::Gone)?;
                }
            },
            _ => return Err(End::Close(4003, "Not authenticated.")),
        }
    }
}

fn identify(hub: &Hub, d: &Value, number: u64) -> Result<Link, End> {
    check_token(hub, d)?;
    if let Some(code) = hub.faults.take_identify() {
        return Err(End::Close(code, "Closed for a test."));
    }
    let Some(intents) = d["intents"].as_u64() else { return Err(End::Close(4013, "Invalid intent(s).")) };
    if !d["properties"].is_object() {
        return Err(End::Close(4002, "Error while decoding payload."));
    }
    let shard = d["shard"]
        .as_array()
        .map_or((Some(0), Some(1)), |s| (s.first().and_then(Value::as_u64), s.get(1).and_then(Value::as_u64)));
    let (Some(shard), Some(shards)) = shard else { return Err(End::Close(4010, "Invalid shard.")) };
    if shard >= shards {
        return Err(End::Close(4010, "Invalid shard."));
    }
    let mut world = hub.world();
    if intents & intent::PRIVILEGED & !world.privileged_intents != 0 {
        return Err(End::Close(4014, "Disallowed intent(s)."));
    }
    let bot = world.bot();
    let mut user = world.user_json(bot);
    user["mfa_enabled"] = json!(false);
    user["verified"] = json!(true);
    user["email"] = Value::Null;
    let installed = world.installed;
    let guild = world.guild_create_json();
    let guilds = if installed { json!([{ "id": guild["id"], "unavailable": true }]) } else { json!([]) };
    let resume_url = gateway_url(&world.base);
    let session = world.open_session(intents);
    session.connection = Some(number);
    let ready = json!({
        "v": 10, "user": user, "session_id": session.id, "resume_gateway_url": resume_url,
        "shard": [shard, shards], "application": { "id": bot, "flags": 0 }, "session_type": "normal",
        "guilds": guilds, "private_channels": [],
        "relationships": [], "presences": [], "user_settings": {}, "guild_join_requests": [],
        "auth": {}, "geo_ordered_rtc_regions": [], "_trace": [],
    });
    session.push("READY", &ready);
    if installed && intents & intent::GUILDS != 0 {
        session.push("GUILD_CREATE", &guild);
    }
    let link = Link {
        session: session.id.clone(),
        ring: Arc::clone(&session.ring),
        nudge: session.nudge.subscribe(),
        sent: 0,
    };
    world.identified += 1;
    world.announce_bot();
    Ok(link)
}

fn resume(hub: &Hub, d: &Value, number: u64) -> Result<Option<Link>, End> {
    check_token(hub, d)?;
    let seq = d["seq"].as_u64().unwrap_or(0);
    let mut world = hub.world();
    let Some(session) = world.session_mut(d["session_id"].as_str().unwrap_or_default()) else { return Ok(None) };
    if session.since(seq).is_none() {
        return Ok(None);
    }
    session.connection = Some(number);
    // RESUMED comes after the missed events, which is where a new event lands.
    session.push("RESUMED", &json!({ "_trace": [] }));
    let link = Link {
        session: session.id.clone(),
        ring: Arc::clone(&session.ring),
        nudge: session.nudge.subscribe(),
        sent: seq,
    };
    world.announce_bot();
    Ok(Some(link))
}

fn check_token(hub: &Hub, d: &Value) -> Result<(), End> {
    let token = d["token"].as_str().unwrap_or_default();
    let token = token.strip_prefix("Bot ").unwrap_or(token);
    if token == hub.token { Ok(()) } else { Err(End::Close(4004, "Authentication failed.")) }
}

/// Sends the events that the client has not had yet.
async fn deliver(hub: &Hub, socket: &mut WebSocket, link: &mut Link) -> Result<(), End> {
    let events = hub.world().session_mut(&link.session).map(|session| session.since(link.sent));
    let Some(Some(events)) = events else {
        // The session was forgotten, or the client reads so slowly that events were lost.
        return Err(End::Close(4009, "Session timed out."));
    };
    for (seq, text) in events {
        let frame = Frame::Text((&*text).into());
        socket.send(frame).await.map_err(|_| End::Gone)?;
        link.sent = seq;
    }
    Ok(())
}

/// Answers what a client says after its introduction.
async fn answer(hub: &Hub, socket: &mut WebSocket, message: &Value) -> Result<(), End> {
    match message["op"].as_u64() {
        Some(1) => {
            let ack = json!({ "op": 11, "s": null, "t": null, "d": null });
            say(socket, &ack).await.map_err(|_| End::Gone)
        }
        // Presence and voice state change nothing here.
        Some(3 | 4) => Ok(()),
        Some(8) => {
            members_chunk(hub, &message["d"]);
            Ok(())
        }
        Some(2 | 6) => Err(End::Close(4005, "Already authenticated.")),
        _ => Err(End::Close(4001, "Unknown opcode.")),
    }
}

fn members_chunk(hub: &Hub, d: &Value) {
    let mut world = hub.world();
    let wanted = d["user_ids"].as_array().map(|ids| ids.iter().filter_map(Id::of).collect::<Vec<_>>());
    let people = world.kept.people.iter().map(|person| person.id);
    let chosen: Vec<Id> = people.filter(|id| wanted.as_ref().is_none_or(|w| w.contains(id))).collect();
    let members: Vec<Value> = chosen.into_iter().map(|id| world.full_member_json(id)).collect();
    let chunk = json!({
        "guild_id": world.guild(), "members": members, "chunk_index": 0, "chunk_count": 1,
        "not_found": [], "nonce": d["nonce"],
    });
    world.dispatch(intent::GUILDS, "GUILD_MEMBERS_CHUNK", chunk);
}

/// Does to the connection what a test asked for.
async fn obey(hub: &Hub, socket: &mut WebSocket, link: &Link, nudge: Nudge) -> Result<(), End> {
    let message = match nudge {
        Nudge::None => return Ok(()),
        Nudge::Drop => return Err(End::Gone),
        Nudge::Close(code) => return Err(End::Close(code, "Closed for a test.")),
        Nudge::Reconnect => json!({ "op": 7, "s": null, "t": null, "d": null }),
        Nudge::Invalid(resumable) => {
            if !resumable {
                hub.world().sessions.retain(|session| session.id != link.session);
            }
            json!({ "op": 9, "s": null, "t": null, "d": resumable })
        }
    };
    say(socket, &message).await.map_err(|_| End::Gone)?;
    Ok(())
}

async fn say(socket: &mut WebSocket, message: &Value) -> Result<(), axum::Error> {
    socket.send(Frame::Text(message.to_string().into())).await
}

/// The next message of the client.
async fn hear(socket: &mut WebSocket) -> Result<Value, End> {
    loop {
        let text = match socket.recv().await {
            Some(Ok(Frame::Text(text))) => text,
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
            Some(Ok(Frame::Binary(_))) => return Err(End::Close(4002, "Error while decoding payload.")),
            Some(Ok(Frame::Close(_)) | Err(_)) | None => return Err(End::Gone),
        };
        return serde_json::from_str(&text).map_err(|_| End::Close(4002, "Error while decoding payload."));
    }
}

/// The gateway's address below the server's. It has a path, because clients append a query to it.
pub(super) fn gateway_url(base: &str) -> String {
    format!("{}/gateway/", base.replacen("http", "ws", 1))
}
