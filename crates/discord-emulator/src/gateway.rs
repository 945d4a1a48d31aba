//! The gateway: hello, identify or resume, events, heartbeats.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use super::error::ApiError;
use super::hub::Hub;
use super::id::Id;
use super::limits;
use super::session::{ControlAction, Program, intent};

/// Numbers the connections, so that the late close of an old one does not affect its successor.
static CONNECTIONS: AtomicU64 = AtomicU64::new(1);

/// Why a connection ends.
enum End {
    /// The client disconnected, or the socket broke.
    Gone,
    /// The server closes the connection with this code.
    Close(u16, &'static str),
}

/// The protocol parameters in the gateway URL.
#[derive(Deserialize)]
pub(super) struct GatewayParameters {
    v: Option<String>,
    encoding: Option<String>,
    compress: Option<String>,
}

impl GatewayParameters {
    /// Discord compresses whole payloads only for clients that allow it in their identify payload, and is not obliged
    /// to; the emulator never does. The query parameters request a compressed stream, which would be binding, so they
    /// are rejected.
    fn check(&self) -> Result<(), ApiError> {
        if self.encoding.as_deref().is_some_and(|encoding| encoding != "json") {
            return Err(ApiError::new(400, 0, "400: Bad Request. This gateway speaks encoding=json only."));
        }
        if self.compress.is_some() {
            return Err(ApiError::new(400, 0, "400: Bad Request. This gateway does not compress its stream."));
        }
        Ok(())
    }
}

/// GET on the gateway URL.
pub(super) async fn connect(
    State(hub): State<Arc<Hub>>,
    Query(parameters): Query<GatewayParameters>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    parameters.check()?;
    let is_known = parameters.v.as_deref() == Some("10");
    Ok(upgrade.max_message_size(64 * 1024).on_upgrade(move |socket| serve(hub, socket, is_known)))
}

async fn serve(hub: Arc<Hub>, mut socket: WebSocket, is_known: bool) {
    if !is_known {
        close(&mut socket, 4012, "Invalid API version.").await;
        return;
    }
    let number = CONNECTIONS.fetch_add(1, Ordering::Relaxed);
    let closing = hub.closing.clone();
    let end = tokio::select! {
        end = run_connection(&hub, &mut socket, number) => end,
        () = closing.cancelled() => End::Close(1001, "Going away"),
    };
    detach(&hub, number);
    if let End::Close(code, reason) = end {
        close(&mut socket, code, reason).await;
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    // The peer may already be gone, which is fine.
    let _ = socket.send(Frame::Close(Some(frame))).await;
}

/// Detaches a closed connection from its session.
fn detach(hub: &Hub, number: u64) {
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

/// A connection's view of its session.
struct Link {
    session: String,
    new_events: Arc<Notify>,
    control: watch::Receiver<ControlAction>,
    /// The sequence number of the last event sent.
    sent: u64,
}

async fn run_connection(hub: &Hub, socket: &mut WebSocket, number: u64) -> End {
    let interval = limits::HEARTBEAT.as_millis() as u64;
    let hello = json!({ "op": 10, "s": null, "t": null, "d": { "heartbeat_interval": interval, "_trace": [] } });
    if send(socket, &hello).await.is_err() {
        return End::Gone;
    }
    let mut link = match timeout(limits::HELLO, authenticate(hub, socket, number)).await {
        Ok(Ok(link)) => link,
        Ok(Err(end)) => return end,
        Err(_) => return End::Close(4009, "Session timed out."),
    };
    loop {
        if let Err(end) = deliver(hub, socket, &mut link).await {
            return end;
        }
        tokio::select! {
            () = link.new_events.notified() => {}
            changed = link.control.changed() => {
                let action = if changed.is_ok() { *link.control.borrow_and_update() } else { ControlAction::Drop };
                if let Err(end) = apply_control(hub, socket, &link, action).await {
                    return end;
                }
            }
            // The client is considered dead after two intervals without a heartbeat.
            received = timeout(limits::HEARTBEAT * 2, receive(socket)) => {
                let message = match received {
                    Ok(Ok(message)) => message,
                    Ok(Err(end)) => return end,
                    Err(_) => return End::Close(4009, "Session timed out."),
                };
                if let Err(end) = answer(hub, socket, Some(&link), &message).await {
                    return end;
                }
            }
        }
    }
}

/// Reads until the client has identified or resumed.
async fn authenticate(hub: &Hub, socket: &mut WebSocket, number: u64) -> Result<Link, End> {
    loop {
        let message = receive(socket).await?;
        match message["op"].as_u64() {
            Some(1) => answer(hub, socket, None, &message).await?,
            Some(op @ (2 | 6)) => {
                let d = &message["d"];
                match if op == 2 { identify(hub, d, number) } else { resume(hub, d, number) }? {
                    Some(link) => return Ok(link),
                    None => {
                        let invalid = json!({ "op": 9, "s": null, "t": null, "d": false });
                        send(socket, &invalid).await.map_err(|_| End::Gone)?;
                    }
                }
            }
            _ => return Err(End::Close(4003, "Not authenticated.")),
        }
    }
}

/// Opens a session; `None` if another shard of the same bucket has identified too shortly before.
fn identify(hub: &Hub, d: &Value, number: u64) -> Result<Option<Link>, End> {
    let program = check_token(hub, d)?;
    #[cfg(feature = "testing")]
    if let Some(code) = hub.faults.next_identify_refusal() {
        return Err(End::Close(code, "Closed for a test."));
    }
    let intents = d["intents"].as_u64().filter(|intents| intents & !intent::KNOWN == 0);
    let Some(intents) = intents else { return Err(End::Close(4013, "Invalid intent(s).")) };
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
    if !world.admit_identify(shard) {
        return Ok(None);
    }
    if intents & intent::PRIVILEGED & !world.privileged_intents != 0 {
        return Err(End::Close(4014, "Disallowed intent(s)."));
    }
    let bot = world.bot();
    let mut user = world.user_json(bot);
    user["mfa_enabled"] = json!(false);
    user["verified"] = json!(true);
    user["email"] = Value::Null;
    let installed = world.installed && world.guild_shard(shards) == shard;
    let guild = world.guild_create_json();
    let guilds = if installed { json!([{ "id": guild["id"], "unavailable": true }]) } else { json!([]) };
    let resume_url = gateway_url(&world.base);
    let session = world.open_session(program, intents, (shard, shards));
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
        new_events: Arc::clone(&session.new_events),
        control: session.control.subscribe(),
        sent: 0,
    };
    world.identified += 1;
    world.announce_bot();
    Ok(Some(link))
}

fn resume(hub: &Hub, d: &Value, number: u64) -> Result<Option<Link>, End> {
    let program = check_token(hub, d)?;
    let seq = d["seq"].as_u64().unwrap_or(0);
    let mut world = hub.world();
    let Some(session) = world.session_mut(d["session_id"].as_str().unwrap_or_default()) else { return Ok(None) };
    if session.program != program || session.since(seq).is_none() {
        return Ok(None);
    }
    session.connection = Some(number);
    // RESUMED comes after the missed events, where any new event is queued.
    session.push("RESUMED", &json!({ "_trace": [] }));
    let link = Link {
        session: session.id.clone(),
        new_events: Arc::clone(&session.new_events),
        control: session.control.subscribe(),
        sent: seq,
    };
    world.announce_bot();
    Ok(Some(link))
}

fn check_token(hub: &Hub, d: &Value) -> Result<Program, End> {
    let token = d["token"].as_str().unwrap_or_default();
    let token = token.strip_prefix("Bot ").unwrap_or(token);
    hub.program_of(token).ok_or(End::Close(4004, "Authentication failed."))
}

/// Sends the events that the client has not received yet.
async fn deliver(hub: &Hub, socket: &mut WebSocket, link: &mut Link) -> Result<(), End> {
    let events = hub.world().session_mut(&link.session).map(|session| session.since(link.sent));
    let Some(Some(events)) = events else {
        // The session was dropped, or the client reads so slowly that events were lost.
        return Err(End::Close(4009, "Session timed out."));
    };
    for (seq, text) in events {
        let frame = Frame::Text((&*text).into());
        socket.send(frame).await.map_err(|_| End::Gone)?;
        link.sent = seq;
    }
    Ok(())
}

/// Answers a message of the client; `link` is set once it has identified or resumed.
async fn answer(hub: &Hub, socket: &mut WebSocket, link: Option<&Link>, message: &Value) -> Result<(), End> {
    match message["op"].as_u64() {
        Some(1) => {
            let ack = json!({ "op": 11, "s": null, "t": null, "d": null });
            send(socket, &ack).await.map_err(|_| End::Gone)
        }
        // Presence and voice state are ignored.
        Some(3 | 4) => Ok(()),
        Some(8) => {
            if let Some(link) = link {
                send_members(hub, &link.session, &message["d"]);
            }
            Ok(())
        }
        Some(2 | 6) => Err(End::Close(4005, "Already authenticated.")),
        _ => Err(End::Close(4001, "Unknown opcode.")),
    }
}

/// Sends the requested members: those with given ids, or those whose names have a given prefix. Only sessions with the
/// members intent may request all of them; others get no answer, as from Discord.
fn send_members(hub: &Hub, session: &str, d: &Value) {
    let mut world = hub.world();
    let guild = world.guild();
    let intents = world.session_mut(session).map_or(0, |session| session.intents);
    let here = world.persisted.people.iter().filter(|person| !person.away);
    let (found, missing): (Vec<Id>, Vec<Id>) = if d["user_ids"].is_null() {
        let Some(query) = d["query"].as_str() else { return };
        let limit = d["limit"].as_u64().unwrap_or(0);
        let may_see_all = intents & intent::GUILD_MEMBERS != 0;
        if (query.is_empty() || limit == 0) && !may_see_all {
            return;
        }
        let most = if limit == 0 { usize::MAX } else { usize::try_from(limit).unwrap_or(usize::MAX) };
        let most = if query.is_empty() { most } else { most.min(limits::PAGE) };
        let query = query.to_lowercase();
        let named = here.filter(|person| person.name.to_lowercase().starts_with(&query));
        (named.take(most).map(|person| person.id).collect(), Vec::new())
    } else {
        // A single id may be given without a list.
        let wanted = d["user_ids"].as_array().map_or(std::slice::from_ref(&d["user_ids"]), Vec::as_slice);
        let here: Vec<Id> = here.map(|person| person.id).collect();
        wanted.iter().take(limits::PAGE).filter_map(Id::of).partition(|id| here.contains(id))
    };
    if Id::of(&d["guild_id"]) != Some(guild) || !world.installed {
        return;
    }
    let members: Vec<Value> = found.into_iter().map(|id| world.full_member_json(id)).collect();
    let chunk = json!({
        "guild_id": guild, "members": members, "chunk_index": 0, "chunk_count": 1,
        "not_found": missing, "nonce": d["nonce"],
    });
    if let Some(session) = world.session_mut(session) {
        session.push("GUILD_MEMBERS_CHUNK", &chunk);
    }
}

/// Applies an action of a test to the connection.
async fn apply_control(hub: &Hub, socket: &mut WebSocket, link: &Link, action: ControlAction) -> Result<(), End> {
    let message = match action {
        ControlAction::None => return Ok(()),
        ControlAction::Drop => return Err(End::Gone),
        ControlAction::Close(code) => return Err(End::Close(code, "Closed for a test.")),
        ControlAction::Reconnect => json!({ "op": 7, "s": null, "t": null, "d": null }),
        ControlAction::Invalid(resumable) => {
            if !resumable {
                hub.world().sessions.retain(|session| session.id != link.session);
            }
            json!({ "op": 9, "s": null, "t": null, "d": resumable })
        }
    };
    send(socket, &message).await.map_err(|_| End::Gone)?;
    Ok(())
}

async fn send(socket: &mut WebSocket, message: &Value) -> Result<(), axum::Error> {
    socket.send(Frame::Text(message.to_string().into())).await
}

/// The next message of the client.
async fn receive(socket: &mut WebSocket) -> Result<Value, End> {
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

/// The gateway URL below the server's base URL. It has a path, because clients append a query to it.
pub(super) fn gateway_url(base: &str) -> String {
    format!("{}/gateway/", base.replacen("http", "ws", 1))
}
