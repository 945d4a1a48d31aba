//! Conditional moves and notes.

use super::locks::Locks;
use super::rows::{seat_number, stored};
use super::stored_change::{StoredChange, Storing};
use crate::db::driver::{Connection, query, query_as};
use crate::rules::Seat;
use crate::service::{ConditionalMoves, ConditionalMovesChange, MatchId, NoteChange, StorageError};
use async_trait::async_trait;

/// The conditional moves of both seats. Unreadable ones are skipped: the match continues without them.
pub(super) async fn find(
    connection: &mut Connection,
    match_id: MatchId,
) -> Result<[ConditionalMoves; 2], StorageError> {
    let rows: Vec<(i64, String)> =
        query_as("SELECT seat, tree FROM plans WHERE match = $1").bind(match_id.0).fetch_all(connection).await?;
    Ok(Seat::BOTH.map(|seat| {
        let tree = rows.iter().find(|(of, _)| *of == seat_number(seat)).map(|(_, tree)| tree.clone());
        read(match_id, tree)
    }))
}

/// Reads the stored conditional moves of a seat.
pub(super) fn read(match_id: MatchId, tree: Option<String>) -> ConditionalMoves {
    tree.unwrap_or_default().parse().unwrap_or_else(|_| {
        tracing::error!(%match_id, "conditional moves cannot be read and are skipped");
        ConditionalMoves::default()
    })
}

/// Stores the conditional moves of both seats; fails with [`StorageError::Conflict`] if the stored ones differ from
/// `before`.
pub(super) async fn replace(
    connection: &mut Connection,
    match_id: MatchId,
    before: &[ConditionalMoves; 2],
    after: &[ConditionalMoves; 2],
) -> Result<(), StorageError> {
    if find(&mut *connection, match_id).await? != *before {
        return Err(StorageError::Conflict);
    }
    for seat in Seat::BOTH {
        let (before, after) = (&before[seat.index()], &after[seat.index()]);
        if before == after {
            continue;
        }
        let query = if after.is_empty() {
            query("DELETE FROM plans WHERE match = $1 AND seat = $2").bind(match_id.0).bind(seat_number(seat))
        } else {
            query(
                "INSERT INTO plans (match, seat, tree) VALUES ($1, $2, $3)
                 ON CONFLICT (match, seat) DO UPDATE SET tree = excluded.tree",
            )
            .bind(match_id.0)
            .bind(seat_number(seat))
            .bind(after.to_string())
        };
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

#[async_trait]
impl StoredChange for ConditionalMovesChange {
    fn locks(&self, locks: &mut Locks) {
        locks.game(self.match_id);
    }

    /// Stores the conditional moves of one seat, if neither the match nor the conditional moves have changed in the
    /// meantime.
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let version: Option<i64> = query_as("SELECT version FROM matches WHERE id = $1")
            .bind(self.match_id.0)
            .fetch_optional(&mut *tx)
            .await?;
        let mut before = find(tx, self.match_id).await?;
        let mut after = before.clone();
        if version != Some(self.from_version) {
            return Err(StorageError::Conflict);
        }
        before[self.seat.index()] = self.before.clone();
        after[self.seat.index()] = self.after.clone();
        replace(tx, self.match_id, &before, &after).await
    }
}

#[async_trait]
impl StoredChange for NoteChange {
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let NoteChange { match_id, player, text } = self;
        let query = if text.is_empty() {
            query("DELETE FROM notes WHERE match = $1 AND player = $2").bind(match_id.0).bind(stored(player.0))
        } else {
            query(
                "INSERT INTO notes (match, player, text) VALUES ($1, $2, $3)
                 ON CONFLICT (match, player) DO UPDATE SET text = excluded.text",
            )
            .bind(match_id.0)
            .bind(stored(player.0))
            .bind(text)
        };
        query.execute(tx).await.map(drop)
    }
}
