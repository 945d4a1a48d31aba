//! Events of platforms that have been handled.

use super::rows::{corrupt, failed, stored};
use super::sqlite_storage::SqliteStorage;
use crate::service::{EventId, EventOutcome, InboxEvent, StorageError};
use sqlx::SqliteConnection;

/// Records an event. Fails with [`StorageError::AlreadyHandled`] if it is recorded already.
pub(super) async fn record(
    tx: &mut SqliteConnection,
    event: &InboxEvent,
    outcome: EventOutcome,
) -> Result<(), StorageError> {
    let inserted = sqlx::query(
        "INSERT INTO inbox (platform, event, person, outcome, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (platform, event) DO NOTHING",
    )
    .bind(event.id.platform.0)
    .bind(&event.id.id)
    .bind(stored(event.person.0))
    .bind(outcome.word())
    .bind(event.at.0)
    .execute(tx)
    .await
    .map_err(failed)?;
    if inserted.rows_affected() == 0 { Err(StorageError::AlreadyHandled) } else { Ok(()) }
}

/// Records an event that changes nothing else, unless it is recorded already.
pub(super) async fn record_if_new(tx: &mut SqliteConnection, event: &InboxEvent) -> Result<(), StorageError> {
    match record(tx, event, EventOutcome::Done).await {
        Ok(()) | Err(StorageError::AlreadyHandled) => Ok(()),
        Err(error) => Err(error),
    }
}

pub(super) async fn outcome(store: &SqliteStorage, event: &EventId) -> Result<Option<EventOutcome>, StorageError> {
    let found: Option<String> = sqlx::query_scalar("SELECT outcome FROM inbox WHERE platform = $1 AND event = $2")
        .bind(event.platform.0)
        .bind(&event.id)
        .fetch_optional(&store.readers)
        .await
        .map_err(failed)?;
    let read = |word: String| {
        EventOutcome::from_word(&word).ok_or_else(|| corrupt(format_args!("{word} is not the outcome of an event")))
    };
    found.map(read).transpose()
}
