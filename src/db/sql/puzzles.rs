//! The puzzles that players have seen and answered, and the ratings of both.

use super::ratings::rating;
use super::rows::stored;
use super::stored_change::{StoredChange, Storing};
use crate::db::driver::{Connection, Database, Row, query, query_as};
use crate::service::{Millis, PlayerId, PuzzleChange, Rating, SeenPuzzle, StorageError};
use async_trait::async_trait;

/// The puzzles of a game that a player has seen, the latest first.
pub(super) async fn seen(database: &Database, player: PlayerId, game: &str) -> Result<Vec<SeenPuzzle>, StorageError> {
    let query = query_as(
        "SELECT number, shown_at, answered_at, is_solved FROM puzzles
         WHERE player = $1 AND game = $2 ORDER BY shown_at DESC, number",
    );
    let rows: Vec<(i64, i64, Option<i64>, bool)> = query.bind(stored(player.0)).bind(game).fetch_all(database).await?;
    let seen = |(number, shown_at, answered_at, is_solved): (i64, i64, Option<i64>, bool)| SeenPuzzle {
        number: u32::try_from(number).unwrap_or_default(),
        shown_at: Millis(shown_at),
        is_solved: answered_at.map(|_| is_solved),
    };
    Ok(rows.into_iter().map(seen).collect())
}

/// The rating of a player for the puzzles of a game.
pub(super) async fn rating_of(
    database: &Database,
    player: PlayerId,
    game: &str,
) -> Result<Option<Rating>, StorageError> {
    let query = query("SELECT * FROM puzzle_ratings WHERE player = $1 AND game = $2");
    let row = query.bind(stored(player.0)).bind(game).fetch_optional(database).await?;
    row.as_ref().map(rating).transpose()
}

/// The open puzzle that a player has seen last.
pub(super) async fn open(database: &Database, player: PlayerId) -> Result<Option<(String, u32, Millis)>, StorageError> {
    let query = query_as(
        "SELECT game, number, shown_at FROM puzzles WHERE player = $1 AND is_open ORDER BY shown_at DESC, number LIMIT 1",
    );
    let row: Option<(String, i64, i64)> = query.bind(stored(player.0)).fetch_optional(database).await?;
    Ok(row.map(|(game, number, at)| (game, u32::try_from(number).unwrap_or_default(), Millis(at))))
}

/// The ratings of the answered puzzles of a game.
pub(super) async fn rated(database: &Database, game: &str) -> Result<Vec<(u32, Rating)>, StorageError> {
    let query = query("SELECT * FROM rated_puzzles WHERE game = $1").bind(game);
    let rows = query.fetch_all(database).await?;
    let number = |row: &Row| Ok::<_, StorageError>(u32::try_from(row.get::<i64>("number")?).unwrap_or_default());
    rows.iter().map(|row| Ok((number(row)?, rating(row)?))).collect()
}

/// Stores a rating after one more answer. Conflicts if there has been another answer since it was computed.
async fn store_rating(tx: &mut Connection, of: &PuzzleChange, puzzle: Rating) -> Result<(), StorageError> {
    let Rating { value, deviation, volatility, games, at } = puzzle;
    let query = query(
        "INSERT INTO rated_puzzles (game, number, rating, deviation, volatility, games, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (game, number) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
            volatility = excluded.volatility, games = excluded.games, at = excluded.at
         WHERE rated_puzzles.games = excluded.games - 1",
    );
    let query = query.bind(of.game).bind(i64::from(of.number)).bind(value).bind(deviation).bind(volatility);
    match query.bind(i64::from(games)).bind(at.0).execute(tx).await? {
        1 => Ok(()),
        _ => Err(StorageError::Conflict),
    }
}

#[async_trait]
impl StoredChange for PuzzleChange {
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let PuzzleChange { player, game, number, is_open, answer, now } = self;
        query(
            "INSERT INTO puzzles (player, game, number, shown_at, is_open) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (player, game, number) DO UPDATE
             SET shown_at = excluded.shown_at, is_open = excluded.is_open",
        )
        .bind(stored(player.0))
        .bind(*game)
        .bind(i64::from(*number))
        .bind(now.0)
        .bind(*is_open)
        .execute(&mut *tx)
        .await?;
        let Some(answer) = answer else { return Ok(()) };
        let answered = query(
            "UPDATE puzzles SET answered_at = $4, is_solved = $5
             WHERE player = $1 AND game = $2 AND number = $3 AND answered_at IS NULL",
        )
        .bind(stored(player.0))
        .bind(*game)
        .bind(i64::from(*number))
        .bind(now.0)
        .bind(answer.is_solved)
        .execute(&mut *tx)
        .await?;
        let Rating { value, deviation, volatility, games, at } = answer.rating;
        let rated = query(
            "INSERT INTO puzzle_ratings (player, game, rating, deviation, volatility, games, at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (player, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
                volatility = excluded.volatility, games = excluded.games, at = excluded.at
             WHERE puzzle_ratings.games = excluded.games - 1",
        )
        .bind(stored(player.0))
        .bind(*game)
        .bind(value)
        .bind(deviation)
        .bind(volatility)
        .bind(i64::from(games))
        .bind(at.0)
        .execute(&mut *tx)
        .await?;
        if answered != 1 || rated != 1 {
            return Err(StorageError::Conflict);
        }
        // Last, because others may wait for this row.
        store_rating(tx, self, answer.puzzle).await
    }
}
