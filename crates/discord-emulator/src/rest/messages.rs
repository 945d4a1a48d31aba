//! Routes for the messages of channels.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use super::super::check::message::{Mode, draft};
use super::super::draft::Draft;
use super::super::error::{ApiError, Form};
use super::super::hub::Hub;
use super::super::id::Id;
use super::super::limits;
use super::super::message::{EPHEMERAL, Message, Reaction, with_nonce};
use super::super::permission;
use super::super::session::{hide_content, intent, shows_content};
use super::super::world::World;
use super::body::Body;
use super::extract::{Path, Query};
use super::{Answer, Done, Shared, get, post, put};

pub(super) fn routes() -> Router<std::sync::Arc<Hub>> {
    Router::new()
        .route("/channels/{channel}/messages", get(list).post(create))
        .route("/channels/{channel}/messages/{message}", get(one).patch(edit).delete(remove))
        .route("/channels/{channel}/messages/bulk-delete", post(remove_many))
        .route("/channels/{channel}/messages/{message}/reactions/{emoji}/@me", put(react).delete(unreact))
        .route("/channels/{channel}/pins/{message}", put(pin).delete(unpin))
        .route("/channels/{channel}/messages/pins/{message}", put(pin).delete(unpin))
}

/// Checks that the bot may post this draft here.
fn may_post(world: &World, channel: Id, draft: &Draft) -> Result<(), ApiError> {
    let target = world.channel(channel)?;
    if !target.kind.takes_messages() {
        return Err(ApiError::no_messages());
    }
    if let Some(person) = target.recipient.and_then(|id| world.person(id))
        && !person.accepts_dms
    {
        return Err(ApiError::new(403, 50_007, "Cannot send messages to this user"));
    }
    let mut needed = permission::SEND_MESSAGES;
    if target.is_thread() {
        needed = permission::SEND_MESSAGES_IN_THREADS;
    }
    if !draft.uploads.is_empty() {
        needed |= permission::ATTACH_FILES;
    }
    if draft.reply.is_some() {
        needed |= permission::READ_MESSAGE_HISTORY;
    }
    world.allow(channel, needed)?;
    let manages = world.bot_permissions_in(target) & permission::MANAGE_THREADS != 0;
    if target.is_locked() && !manages {
        return Err(if target.is_archived() { ApiError::archived() } else { ApiError::locked() });
    }
    if target.in_server() && world.is_filtered(draft.content.as_deref().unwrap_or_default()) {
        return Err(ApiError::filtered_message());
    }
    Ok(())
}

async fn create(State(hub): Shared, Path(channel): Path<Id>, body: Body) -> Answer {
    hub.world().allow(channel, 0)?;
    let mut draft = draft(&body.json, body.uploads, Mode::Create)?;
    let key = nonce_key(&hub, channel, &draft);
    {
        let world = hub.world();
        may_post(&world, channel, &draft)?;
        if let Some(known) = key.as_ref().and_then(|key| known_nonce(&world, key)) {
            return Ok(axum::Json(with_nonce(known, draft.nonce.as_ref())));
        }
    }
    hub.store(&mut draft).await?;
    let posted = post_once(&hub, channel, &draft, key);
    if posted.is_err() {
        hub.discard(&draft).await;
    }
    posted.map(axum::Json)
}

type NonceKey = (Id, Id, String);

fn nonce_key(hub: &Hub, channel: Id, draft: &Draft) -> Option<NonceKey> {
    let nonce = draft.nonce.as_ref().filter(|_| draft.enforce_nonce)?;
    Some((hub.world().bot(), channel, nonce.to_string()))
}

/// The message that was recently created with this nonce.
fn known_nonce(world: &World, key: &NonceKey) -> Option<Value> {
    let (id, created) = world.nonces.get(key)?;
    if world.now().saturating_duration_since(*created) > limits::NONCE_LIFE {
        return None;
    }
    world.message(key.1, *id).ok().map(|message| world.message_json(message))
}

fn post_once(hub: &Hub, channel: Id, draft: &Draft, key: Option<NonceKey>) -> Result<Value, ApiError> {
    let mut world = hub.world();
    // Another request with the same nonce may have finished while the files were being written.
    if let Some(known) = key.as_ref().and_then(|key| known_nonce(&world, key)) {
        return Ok(with_nonce(known, draft.nonce.as_ref()));
    }
    let (id, bot) = (world.ids.next(), world.bot());
    let mut message = Message::blank(id, channel, bot);
    world.fill(&mut message, draft)?;
    message.flags &= !EPHEMERAL;
    let id = world.post(message);
    if let Some(key) = key {
        let now = world.now();
        world.nonces.retain(|_, (_, created)| now.saturating_duration_since(*created) <= limits::NONCE_LIFE);
        world.nonces.insert(key, (id, now));
    }
    let message = world.message(channel, id)?;
    Ok(with_nonce(world.message_json(message), draft.nonce.as_ref()))
}

#[derive(Deserialize)]
struct Window {
    limit: Option<usize>,
    before: Option<Id>,
    after: Option<Id>,
    around: Option<Id>,
}

async fn list(State(hub): Shared, Path(channel): Path<Id>, Query(window): Query<Window>) -> Answer {
    let limit = window.limit.unwrap_or(50);
    let mut form = Form::default();
    if !(1..=limits::PAGE).contains(&limit) {
        form.fault("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.");
    }
    form.finish()?;
    let world = hub.world();
    let target = world.allow(channel, 0)?;
    // Without permission to read the history, the list is empty.
    let reads = target.is_direct() || world.bot_permissions_in(target) & permission::READ_MESSAGE_HISTORY != 0;
    let all: Vec<&Message> = world.persisted.messages.get(&channel).into_iter().flatten().filter(|_| reads).collect();
    let chosen: Vec<&Message> = match &window {
        Window { around: Some(around), .. } => {
            let at = all.partition_point(|m| m.id < *around);
            let from = at.saturating_sub(limit / 2);
            all.iter().skip(from).take(limit).rev().copied().collect()
        }
        Window { after: Some(after), .. } => {
            let mut next: Vec<&Message> = all.iter().filter(|m| m.id > *after).take(limit).copied().collect();
            next.reverse();
            next
        }
        Window { before, .. } => {
            let older = all.iter().rev().filter(|m| before.is_none_or(|before| m.id < before));
            older.take(limit).copied().collect()
        }
    };
    Ok(axum::Json(chosen.into_iter().map(|message| for_bot(&world, message)).collect()))
}

/// The message as visible to the bot: mostly empty without the privileged intent.
fn for_bot(world: &World, message: &Message) -> Value {
    let json = world.message_json(message);
    let direct = world.channel(message.channel).is_ok_and(super::super::channel::Channel::is_direct);
    let full = world.privileged_intents & intent::MESSAGE_CONTENT != 0;
    if full || direct || shows_content(&json, world.bot()) { json } else { hide_content(json) }
}

/// Finds a message that is not ephemeral; the bot can reach ephemeral ones only through their interaction.
fn open_message(world: &World, channel: Id, id: Id) -> Result<&Message, ApiError> {
    let message = world.message(channel, id)?;
    if message.ephemeral_for.is_none() { Ok(message) } else { Err(ApiError::unknown_message()) }
}

async fn one(State(hub): Shared, Path((channel, id)): Path<(Id, Id)>) -> Answer {
    let world = hub.world();
    world.allow(channel, permission::READ_MESSAGE_HISTORY)?;
    let message = open_message(&world, channel, id)?;
    Ok(axum::Json(for_bot(&world, message)))
}

async fn edit(State(hub): Shared, Path((channel, id)): Path<(Id, Id)>, body: Body) -> Answer {
    {
        let world = hub.world();
        let target = world.allow(channel, 0)?;
        let manages = world.bot_permissions_in(target) & permission::MANAGE_THREADS != 0;
        let is_closed = target.is_archived() || (target.is_locked() && !manages);
        if open_message(&world, channel, id)?.author != world.bot() {
            return Err(ApiError::new(403, 50_005, "Cannot edit a message authored by another user"));
        }
        if is_closed {
            return Err(ApiError::archived());
        }
    }
    let mut draft = draft(&body.json, body.uploads, Mode::Edit)?;
    hub.store(&mut draft).await?;
    let edited = hub.world().edit(channel, id, &draft);
    if let Err(error) = edited {
        hub.discard(&draft).await;
        return Err(error);
    }
    let world = hub.world();
    Ok(axum::Json(world.message_json(world.message(channel, id)?)))
}

/// Checks that the bot may delete this message.
fn may_remove(world: &World, channel: Id, id: Id) -> Result<(), ApiError> {
    let target = world.allow(channel, 0)?;
    let own = open_message(world, channel, id)?.author == world.bot();
    let manages = !target.is_direct() && world.bot_permissions_in(target) & permission::MANAGE_MESSAGES != 0;
    if own || manages { Ok(()) } else { Err(ApiError::missing_permissions()) }
}

async fn remove(State(hub): Shared, Path((channel, id)): Path<(Id, Id)>) -> Done {
    let mut world = hub.world();
    may_remove(&world, channel, id)?;
    world.remove_message(channel, id)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn remove_many(State(hub): Shared, Path(channel): Path<Id>, body: Body) -> Done {
    let mut world = hub.world();
    world.allow(channel, permission::MANAGE_MESSAGES)?;
    let ids: Vec<Id> = body.json["messages"].as_array().into_iter().flatten().filter_map(Id::of).collect();
    let mut form = Form::default();
    form.count("messages", ids.len(), 2, limits::PAGE);
    form.finish()?;
    for id in ids {
        // Messages that no longer exist are skipped.
        let _ = world.remove_message(channel, id);
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn react(State(hub): Shared, Path((channel, id, emoji)): Path<(Id, Id, String)>) -> Done {
    hub.world().allow(channel, permission::ADD_REACTIONS | permission::READ_MESSAGE_HISTORY)?;
    change_reaction(&hub, channel, id, &emoji, true)
}

async fn unreact(State(hub): Shared, Path((channel, id, emoji)): Path<(Id, Id, String)>) -> Done {
    hub.world().allow(channel, 0)?;
    change_reaction(&hub, channel, id, &emoji, false)
}

fn change_reaction(hub: &Hub, channel: Id, id: Id, emoji: &str, adds: bool) -> Done {
    let mut world = hub.world();
    let bot = world.bot();
    open_message(&world, channel, id)?;
    let message = world.message_mut(channel, id)?;
    if emoji.is_empty() || emoji.chars().count() > 32 {
        return Err(ApiError::new(400, 10_014, "Unknown Emoji"));
    }
    for reaction in message.reactions.iter_mut().filter(|r| r.emoji == emoji) {
        reaction.people.retain(|person| *person != bot);
    }
    message.reactions.retain(|reaction| !reaction.people.is_empty());
    if adds {
        let full = message.reactions.len() >= 20;
        match message.reactions.iter_mut().find(|r| r.emoji == emoji) {
            Some(reaction) => reaction.people.push(bot),
            None if full => {
                return Err(ApiError::new(400, 30_010, "Maximum number of reactions reached (20)"));
            }
            None => message.reactions.push(Reaction { emoji: emoji.to_owned(), people: vec![bot] }),
        }
    }
    // Readers see the reaction as an edit of the message; the reaction events of bots are not sent here.
    let json = world.message_json(world.message(channel, id)?);
    let audience = world.channel(channel)?.audience();
    world.notify(audience, serde_json::json!({ "type": "edit", "message": json }));
    world.touch();
    Ok(StatusCode::NO_CONTENT)
}

async fn pin(State(hub): Shared, Path((channel, id)): Path<(Id, Id)>) -> Done {
    set_pin(&hub, channel, id, true)
}

async fn unpin(State(hub): Shared, Path((channel, id)): Path<(Id, Id)>) -> Done {
    set_pin(&hub, channel, id, false)
}

fn set_pin(hub: &Hub, channel: Id, id: Id, pinned: bool) -> Done {
    let mut world = hub.world();
    world.allow(channel, permission::MANAGE_MESSAGES)?;
    open_message(&world, channel, id)?;
    world.message_mut(channel, id)?.pinned = pinned;
    world.announce_edit(channel, id);
    Ok(StatusCode::NO_CONTENT)
}
