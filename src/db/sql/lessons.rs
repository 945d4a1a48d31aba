//! The lessons that players have seen and done.

use super::rows::stored;
use super::stored_change::{StoredChange, Storing};
use crate::db::driver::{Connection, Database, query, query_as};
use crate::service::{LessonChange, Millis, PlayerId, SeenLesson, StorageError};
use async_trait::async_trait;

/// The lessons that a player has seen, the latest first.
pub(super) async fn seen(database: &Database, player: PlayerId) -> Result<Vec<SeenLesson>, StorageError> {
    let query = query_as(
        "SELECT game, lesson, shown_at, done_at FROM lessons WHERE player = $1 ORDER BY shown_at DESC, game, lesson",
    );
    let rows: Vec<(String, String, i64, Option<i64>)> = query.bind(stored(player.0)).fetch_all(database).await?;
    let seen = |(game, lesson, shown_at, done_at): (String, String, i64, Option<i64>)| SeenLesson {
        game,
        lesson,
        shown_at: Millis(shown_at),
        done_at: done_at.map(Millis),
    };
    Ok(rows.into_iter().map(seen).collect())
}

#[async_trait]
impl StoredChange for LessonChange {
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let LessonChange { player, game, lesson, is_done, now } = self;
        query(
            "INSERT INTO lessons (player, game, lesson, shown_at, done_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (player, game, lesson) DO UPDATE
             SET shown_at = excluded.shown_at, done_at = COALESCE(lessons.done_at, excluded.done_at)",
        )
        .bind(stored(player.0))
        .bind(*game)
        .bind(*lesson)
        .bind(now.0)
        .bind(is_done.then_some(now.0))
        .execute(tx)
        .await?;
        Ok(())
    }
}
