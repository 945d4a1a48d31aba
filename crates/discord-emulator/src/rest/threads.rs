//! Routes for threads and their members.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::Value;

use super::super::channel::{Channel, ChannelKind, NewThread, thread_member_json};
use super::super::error::{ApiError, Form};
use super::super::hub::Hub;
use super::super::id::Id;
use super::super::limits;
use super::super::message::Message;
use super::super::permission;
use super::super::world::World;
use super::body::Body;
use super::channels::ARCHIVE_MINUTES;
use super::extract::Path;
use super::{Answer, Done, Shared, get, post, put};

pub(super) fn routes() -> Router<std::sync::Arc<Hub>> {
    Router::new()
        .route("/channels/{channel}/threads", post(start))
        .route("/channels/{channel}/messages/{message}/threads", post(start_from))
        .route("/channels/{channel}/thread-members", get(members))
        .route("/channels/{channel}/thread-members/@me", put(join).delete(leave))
        .route("/channels/{channel}/thread-members/{user}", get(member).put(add).delete(remove_member))
}

async fn start(State(hub): Shared, Path(channel): Path<Id>, body: Body) -> Answer {
    let mut world = hub.world();
    let kind = match body.json["type"].as_u64() {
        Some(10) => ChannelKind::AnnouncementThread,
        Some(11) => ChannelKind::PublicThread,
        // Discord creates a private thread by default.
        None | Some(12) => ChannelKind::PrivateThread,
        Some(_) => return Err(ApiError::wrong_channel_type()),
    };
    let id = world.ids.next();
    let id = begin(&mut world, channel, id, kind, &body.json)?;
    if kind != ChannelKind::PrivateThread {
        let bot = world.bot();
        let note_id = world.ids.next();
        let mut note = Message::blank(note_id, channel, bot);
        note.kind = 18;
        note.content = body.json["name"].as_str().unwrap_or_default().to_owned();
        world.post(note);
    }
    let json = world.channel_json(world.channel(id)?);
    Ok(axum::Json(json))
}

async fn start_from(State(hub): Shared, Path((channel, message)): Path<(Id, Id)>, body: Body) -> Answer {
    let mut world = hub.world();
    world.allow(channel, 0)?;
    if world.message(channel, message)?.ephemeral_for.is_some() {
        return Err(ApiError::unknown_message());
    }
    if world.persisted.channels.contains_key(&message) {
        return Err(ApiError::new(400, 160_004, "A thread has already been created for this message"));
    }
    let kind = world.channel(channel)?.kind.thread_from_message().ok_or_else(ApiError::wrong_channel_type)?;
    let id = begin(&mut world, channel, message, kind, &body.json)?;
    world.announce_edit(channel, message);
    let json = world.channel_json(world.channel(id)?);
    Ok(axum::Json(json))
}

fn begin(world: &mut World, parent: Id, id: Id, kind: ChannelKind, sent: &Value) -> Result<Id, ApiError> {
    let mut form = Form::default();
    form.length("name", sent["name"].as_str().unwrap_or_default(), 1, limits::CHANNEL_NAME);
    let minutes = sent["auto_archive_duration"].as_u64().unwrap_or(1_440);
    if !ARCHIVE_MINUTES.contains(&minutes) {
        form.choice("auto_archive_duration", "(60, 1440, 4320, 10080)");
    }
    form.finish()?;
    let needed = if kind == ChannelKind::PrivateThread {
        permission::CREATE_PRIVATE_THREADS
    } else {
        permission::CREATE_PUBLIC_THREADS
    };
    let parent_kind = world.allow(parent, needed)?.kind;
    let fits = parent_kind.thread_from_message() == Some(kind)
        || (parent_kind == ChannelKind::Text && kind == ChannelKind::PrivateThread);
    if !fits {
        return Err(ApiError::wrong_channel_type());
    }
    if world.is_filtered(sent["name"].as_str().unwrap_or_default()) {
        return Err(ApiError::filtered_title());
    }
    let owner = world.bot();
    world.add_thread(NewThread {
        id,
        name: sent["name"].as_str().unwrap_or_default().to_owned(),
        kind,
        parent,
        owner,
        auto_archive_minutes: minutes as u32,
    })
}

/// Finds a channel that must be a thread.
fn thread(world: &World, id: Id) -> Result<&Channel, ApiError> {
    let channel = world.allow(id, 0)?;
    if channel.is_thread() { Ok(channel) } else { Err(ApiError::wrong_channel_type()) }
}

async fn members(State(hub): Shared, Path(id): Path<Id>) -> Answer {
    let world = hub.world();
    let members = thread(&world, id)?.thread.as_ref().map(|t| t.members.clone()).unwrap_or_default();
    Ok(axum::Json(members.into_iter().map(|person| thread_member_json(id, person)).collect()))
}

async fn member(State(hub): Shared, Path((id, person)): Path<(Id, Id)>) -> Answer {
    let world = hub.world();
    let inside = thread(&world, id)?.thread.as_ref().is_some_and(|t| t.members.contains(&person));
    if inside {
        Ok(axum::Json(thread_member_json(id, person)))
    } else {
        Err(ApiError::new(404, 10_007, "Unknown Member"))
    }
}

async fn join(State(hub): Shared, Path(id): Path<Id>) -> Done {
    let bot = hub.world().bot();
    change(&hub, id, bot, true)
}

async fn leave(State(hub): Shared, Path(id): Path<Id>) -> Done {
    let bot = hub.world().bot();
    change(&hub, id, bot, false)
}

async fn add(State(hub): Shared, Path((id, person)): Path<(Id, Id)>) -> Done {
    hub.world().allow(id, permission::SEND_MESSAGES_IN_THREADS)?;
    change(&hub, id, person, true)
}

async fn remove_member(State(hub): Shared, Path((id, person)): Path<(Id, Id)>) -> Done {
    hub.world().allow(id, permission::MANAGE_THREADS)?;
    change(&hub, id, person, false)
}

fn change(hub: &Hub, id: Id, person: Id, joins: bool) -> Done {
    let mut world = hub.world();
    let channel = thread(&world, id)?;
    if channel.is_archived() {
        return Err(ApiError::archived());
    }
    if world.person(person).is_none() {
        return Err(ApiError::new(404, 10_013, "Unknown User"));
    }
    if joins {
        world.join_thread(id, person);
    } else {
        world.leave_thread(id, person);
    }
    Ok(StatusCode::NO_CONTENT)
}
