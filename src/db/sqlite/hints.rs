//! Storage of the hints that were given.

use super::rows::failed;
use super::sqlite_storage::SqliteStorage;
use crate::rules::Seat;
use crate::service::{Hint, MatchId, Millis, StorageError};
use sqlx::{Row, SqliteConnection};

const fn number(seat: Seat) -> i64 {
    seat.index() as i64 + 1
}

pub(super) async fn find(
    store: &SqliteStorage,
    game: MatchId,
    ply: usize,
    seat: Seat,
) -> Result<Option<Hint>, StorageError> {
    let row = sqlx::query("SELECT * FROM hints WHERE match = $1 AND ply = $2 AND seat = $3")
        .bind(game.0)
        .bind(ply as i64)
        .bind(number(seat))
        .fetch_optional(&store.readers)
        .await
        .map_err(failed)?;
    let Some(row) = row else { return Ok(None) };
    let stage: i64 = row.try_get("stage").map_err(failed)?;
    Ok(Some(Hint {
        game,
        ply,
        seat,
        position: row.try_get("position").map_err(failed)?,
        stage: u8::try_from(stage).unwrap_or(u8::MAX),
        worded: row.try_get("told").map_err(failed)?,
        requested_at: Millis(row.try_get("asked_at").map_err(failed)?),
    }))
}

/// Stores a hint, and counts it if it is the first one for its position.
pub(super) async fn store(tx: &mut SqliteConnection, hint: &Hint) -> Result<(), StorageError> {
    let position_before: Option<String> =
        sqlx::query_scalar("SELECT position FROM hints WHERE match = $1 AND ply = $2 AND seat = $3")
            .bind(hint.game.0)
            .bind(hint.ply as i64)
            .bind(number(hint.seat))
            .fetch_optional(&mut *tx)
            .await
            .map_err(failed)?;
    if position_before.is_none_or(|before| before != hint.position) {
        let count = match hint.seat {
            Seat::One => "UPDATE matches SET hints1 = hints1 + 1 WHERE id = $1",
            Seat::Two => "UPDATE matches SET hints2 = hints2 + 1 WHERE id = $1",
        };
        sqlx::query(count).bind(hint.game.0).execute(&mut *tx).await.map_err(failed)?;
    }
    sqlx::query(
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
    .await
    .map_err(failed)?;
    Ok(())
}
