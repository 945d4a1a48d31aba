//! Routes for channels: reading, changing, typing.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::super::error::{ApiError, Form};
use super::super::hub::Hub;
use super::super::id::Id;
use super::super::limits;
use super::super::permission;
use super::super::timestamp::now_ms;
use super::body::Body;
use super::extract::Path;
use super::{Answer, Done, Shared, get, post};

pub(super) fn routes() -> Router<std::sync::Arc<Hub>> {
    Router::new()
        .route("/channels/{channel}", get(read).patch(modify).delete(remove))
        .route("/channels/{channel}/typing", post(typing))
}

async fn read(State(hub): Shared, Path(id): Path<Id>) -> Answer {
    let world = hub.world();
    let channel = world.allow(id, 0)?;
    Ok(axum::Json(world.channel_json(channel)))
}

async fn modify(State(hub): Shared, Path(id): Path<Id>, body: Body) -> Answer {
    let mut world = hub.world();
    let bot = world.bot();
    let channel = world.allow(id, 0)?;
    let has = world.bot_permissions_in(channel);
    let sent = &body.json;
    let mut form = Form::default();
    if let Some(name) = sent["name"].as_str() {
        form.length("name", name, 1, limits::CHANNEL_NAME);
    }
    let minutes = sent["auto_archive_duration"].as_u64();
    if minutes.is_some_and(|m| !ARCHIVE_MINUTES.contains(&m)) {
        form.choice("auto_archive_duration", "(60, 1440, 4320, 10080)");
    }
    form.finish()?;
    if let Some(thread) = &channel.thread {
        let manages = has & permission::MANAGE_THREADS != 0;
        let unlocks = sent.get("locked").is_some() || (thread.locked && sent["archived"] == false);
        if !manages && (thread.owner != bot || unlocks) {
            return Err(ApiError::missing_permissions());
        }
        if thread.archived && sent["archived"] != false && sent["archived"] != true {
            return Err(ApiError::archived());
        }
    } else if channel.is_direct() || has & permission::MANAGE_CHANNELS == 0 {
        return Err(ApiError::missing_permissions());
    }
    let channel = world.channel_mut(id)?;
    if let Some(name) = sent["name"].as_str() {
        name.clone_into(&mut channel.name);
    }
    if let Some(topic) = sent["topic"].as_str() {
        channel.topic = Some(topic.chars().take(1_024).collect());
    }
    if let Some(thread) = &mut channel.thread {
        if let Some(archived) = sent["archived"].as_bool() {
            thread.archived = archived;
            thread.archive_changed_ms = now_ms();
        }
        thread.locked = sent["locked"].as_bool().unwrap_or(thread.locked);
        if let Some(minutes) = minutes {
            thread.auto_archive_minutes = u32::try_from(minutes).unwrap_or(thread.auto_archive_minutes);
        }
    }
    let event = if channel.is_thread() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
    world.announce_channel(id, event);
    let json = world.channel_json(world.channel(id)?);
    Ok(axum::Json(json))
}

/// The allowed auto-archive durations of threads, in minutes.
pub(super) const ARCHIVE_MINUTES: [u64; 4] = [60, 1_440, 4_320, 10_080];

async fn remove(State(hub): Shared, Path(id): Path<Id>) -> Answer {
    let mut world = hub.world();
    let channel = world.allow(id, 0)?;
    let needed = if channel.is_thread() { permission::MANAGE_THREADS } else { permission::MANAGE_CHANNELS };
    if channel.is_direct() || world.bot_permissions_in(channel) & needed == 0 {
        return Err(ApiError::missing_permissions());
    }
    let json: Value = world.channel_json(channel);
    world.remove_channel(id);
    Ok(axum::Json(json))
}

async fn typing(State(hub): Shared, Path(id): Path<Id>) -> Done {
    let world = hub.world();
    let channel = world.allow(id, permission::SEND_MESSAGES)?;
    let notice = json!({ "type": "typing", "channel": id, "user": world.bot() });
    world.notify(channel.audience(), notice);
    Ok(StatusCode::NO_CONTENT)
}
