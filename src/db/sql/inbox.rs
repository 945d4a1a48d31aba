//! Events of platforms that have been handled.

use super::rows::stored;
use crate::db::driver::{Connection, query};
use crate::service::{EventOutcome, InboxEvent, StorageError};

/// Records an event. Fails with [`StorageError::AlreadyHandled`] if it is recorded already.
pub(super) async fn record(tx: &mut Connection, event: &InboxEvent, outcome: EventOutcome) -> Result<(), StorageError> {
    let inserted = query(
        "INSERT INTO inbox (platform, event, person, outcome, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (platform, event) DO NOTHING",
    )
    .bind(event.id.platform.0)
    .bind(&event.id.id)
    .bind(stored(event.person.0))
    .bind(outcome.to_string())
    .bind(event.at.0)
    .execute(tx)
    .await?;
    if inserted == 0 { Err(StorageError::AlreadyHandled) } else { Ok(()) }
}

/// Records an event unless it is recorded already.
pub(super) async fn record_if_new(
    tx: &mut Connection,
    event: &InboxEvent,
    outcome: EventOutcome,
) -> Result<(), StorageError> {
    match record(tx, event, outcome).await {
        Ok(()) | Err(StorageError::AlreadyHandled) => Ok(()),
        Err(error) => Err(error),
    }
}
