//! Removes messages of the bot.

use super::api::Event;
use super::client::Client;
use super::error::MatrixError;
use super::room_events::RoomEvents;
use crate::chat::Subject;
use crate::service::Millis;

/// The key of an event's content that says what the message is about.
pub const SUBJECT: &str = "tablero.about";
/// The assumed maximum difference between the homeserver's clock and the local one.
const CLOCKS_DIFFER_MS: i64 = 60 * 60 * 1000;

/// Redacts what the bot has sent to a thread, and the event from which the thread was opened. Redacted events are no
/// longer part of a thread, so that this can be repeated after a failure.
///
/// # Errors
/// See [`MatrixError`].
pub async fn thread(
    client: &Client,
    room_events: &RoomEvents,
    user: &str,
    room: &str,
    root: &str,
) -> Result<(), MatrixError> {
    let mut from: Option<String> = None;
    let mut events: Vec<Event> = Vec::new();
    loop {
        let page = room_events.related(room, root, from.as_deref()).await?;
        events.extend(page.chunk);
        from = page.next_batch;
        if from.is_none() {
            break;
        }
    }
    events.extend(room_events.event(room, root).await?);
    redact(client, user, room, events.iter()).await
}

/// Redacts the messages of the bot in a room that are about a subject, since an instant.
///
/// # Errors
/// See [`MatrixError`].
pub async fn subject(
    client: &Client,
    room_events: &RoomEvents,
    user: &str,
    room: &str,
    subject: Subject,
    since: Millis,
) -> Result<(), MatrixError> {
    let about = subject.to_string();
    let since = since.0 - CLOCKS_DIFFER_MS;
    let mut from: Option<String> = None;
    loop {
        let page = room_events.messages_before(room, from.as_deref(), Some(user)).await?;
        let recent = page.chunk.iter().take_while(|event| event.origin_server_ts >= since);
        let found = recent.filter(|event| event.content[SUBJECT].as_str() == Some(&about));
        redact(client, user, room, found).await?;
        let is_last = page.chunk.last().is_none_or(|event| event.origin_server_ts < since);
        match page.end {
            Some(end) if !is_last => from = Some(end),
            _ => return Ok(()),
        }
    }
}

async fn redact(
    client: &Client,
    user: &str,
    room: &str,
    events: impl Iterator<Item = &Event>,
) -> Result<(), MatrixError> {
    let has_content = |event: &&Event| event.content.as_object().is_some_and(|content| !content.is_empty());
    for event in events.filter(|event| event.sender == user).filter(has_content) {
        client.redact(room, &event.event_id).await?;
    }
    Ok(())
}
