//! Storage of the hints that were given.

use super::sql_storage::SqlStorage;
use crate::db::driver::{Connection, query, query_as};
use crate::rules::Seat;
use crate::service::{Hint, MatchId, Millis, StorageError};

const fn number(seat: Seat) -> i64 {
    seat.index() as i64 + 1
}

pub(super) async fn find(
    store: &SqlStorage,
    game: MatchId,
    ply: usize,
    seat: Seat,
) -> Result<Option<Hint>, StorageError> {
    let row = query("SELECT * FROM hints WHERE match = $1 AND ply = $2 AND seat = $3")
        .bind(game.0)
        .bind(ply as i64)
        .bind(number(seat))
        .fetch_optional(&store.database)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let stage: i64 = row.get("stage")?;
    Ok(Some(Hint {
        game,
        ply,
        seat,
        position: row.get("position")?,
        stage: u8::try_from(stage).unwrap_or(u8::MAX),
        worded: row.get("told")?,
        requested_at: Millis(row.get("asked_at")?),
    }))
}

/// Stores a hint, and counts it if it is the first one for its position.
pub(super) async fn store(tx: &mut Connection, hint: &Hint) -> Result<(), StorageError> {
    let position_before: Option<String> =
        query_as("SELECT position FROM hints WHERE match = $1 AND ply = $2 AND seat = $3")
            .bind(hint.game.0)
            .bind(hint.ply as i64)
            .bind(number(hint.seat))
            .fetch_optional(&mut *tx)
            .await?;
    if position_before.is_none_or(|before| before != hint.position) {
        let count = match hint.seat {
            Seat::One => "UPDATE matches SET hints1 = hints1 + 1 WHERE id = $1",
            Seat::Two => "UPDATE matches SET hints2 = hints2 + 1 WHERE id = $1",
        };
        query(count).bind(hint.game.0).execute(&mut *tx).await?;
    }
    query(
        "INSERT INTO hints (match, ply, seat, position, stage, told, asked_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (match, ply, seat)
         DO UPDATE SET position = excluded.position, stage = excluded.stage, told = excluded.told",
    )
    .bind(hint.game.0)
    .bind(hint.ply as i64)
    .bind(number(hint.seat))
    .bind(&hint.position)
    .bind(i64::from(hint.stage))
    .bind(&hint.worded)
    .bind(hint.requested_at.0)
    .execute(&mut *tx)
    .await?;
    Ok(())
}
