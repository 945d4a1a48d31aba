//! Ratings, rating changes and player statistics.

use super::rows::{external_id, player, stored};
use super::sql_storage::SqlStorage;
use crate::catalog::Catalog;
use crate::db::driver::{Connection, Row, query, query_as, retried};
use crate::rules::Seat;
use crate::service::{
    Level, Match, MatchId, Millis, Player, PlayerId, PlayerStats, Rating, RatingChange, RatingPoint, RatingStorage,
    RatingUpdate, ServerId, StorageError,
};
use async_trait::async_trait;

/// The number of latest rated matches in a rating history.
const HISTORY_MAX: i64 = 600;

const fn number(seat: Seat) -> i64 {
    seat.index() as i64 + 1
}

/// Reads the rating from a row of `ratings`.
fn rating(row: &Row) -> Result<Rating, StorageError> {
    let real = |name| row.get::<f64>(name);
    let games: i64 = row.get("games")?;
    Ok(Rating {
        value: real("rating")?,
        deviation: real("deviation")?,
        volatility: real("volatility")?,
        games: u32::try_from(games).unwrap_or_default(),
        at: Millis(row.get("at")?),
    })
}

async fn of(db: &mut Connection, player: PlayerId, game: &str) -> Result<Option<Rating>, StorageError> {
    let row = query("SELECT * FROM ratings WHERE player = $1 AND game = $2")
        .bind(stored(player.0))
        .bind(game)
        .fetch_optional(db)
        .await?;
    row.as_ref().map(rating).transpose()
}

#[async_trait]
impl RatingStorage for SqlStorage {
    async fn ratings(&self, players: &[PlayerId], game: &str) -> Result<Vec<(PlayerId, Rating)>, StorageError> {
        let mut conn = self.database.reader().await?;
        let mut found = Vec::new();
        for player in players {
            found.extend(of(&mut conn, *player, game).await?.map(|rating| (*player, rating)));
        }
        Ok(found)
    }

    async fn rating_changes(&self, game: MatchId) -> Result<Vec<RatingChange>, StorageError> {
        changes(self, game).await
    }

    async fn player_stats(&self, player: PlayerId, game: &str, now: Millis) -> Result<PlayerStats, StorageError> {
        stats(self, player, game, now).await
    }

    async fn rated_players(&self, server: ServerId, game: &str) -> Result<Vec<(PlayerId, Rating)>, StorageError> {
        rated_players(self, server, game).await
    }
}

/// Stores a rating change of a match that has ended. Fails with [`StorageError::Conflict`] if the rating is no longer
/// the one from which the change was computed: another match of the player ended in between.
pub(super) async fn apply(tx: &mut Connection, ended: &Match, update: &RatingUpdate) -> Result<(), StorageError> {
    let game = ended.line.game().name();
    let RatingUpdate { player, seen, change } = update;
    if of(tx, *player, game).await? != *seen {
        return Err(StorageError::Conflict);
    }
    store_change(tx, ended.id, *player, game, change).await?;
    for server in ended.locations().filter_map(|location| location.server) {
        query("INSERT INTO members (server, game, player) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(stored(server.0))
            .bind(game)
            .bind(stored(player.0))
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Stores the rating of a player in place of an earlier one.
pub(super) async fn set_rating(
    tx: &mut Connection,
    player: PlayerId,
    game: &str,
    rating: &Rating,
) -> Result<(), StorageError> {
    query(
        "INSERT INTO ratings (player, game, rating, deviation, volatility, games, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (player, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
            volatility = excluded.volatility, games = excluded.games, at = excluded.at",
    )
    .bind(stored(player.0))
    .bind(game)
    .bind(rating.value)
    .bind(rating.deviation)
    .bind(rating.volatility)
    .bind(i64::from(rating.games))
    .bind(rating.at.0)
    .execute(tx)
    .await?;
    Ok(())
}

async fn store_change(
    tx: &mut Connection,
    id: MatchId,
    player: PlayerId,
    game: &str,
    change: &RatingChange,
) -> Result<(), StorageError> {
    let RatingChange { seat, before, after } = change;
    set_rating(tx, player, game, after).await?;
    query(
        "INSERT INTO rating_changes (match, seat, player, game, before_rating, before_deviation, before_volatility,
            after_rating, after_deviation, after_volatility, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(id.0)
    .bind(number(*seat))
    .bind(stored(player.0))
    .bind(game)
    .bind(before.value)
    .bind(before.deviation)
    .bind(before.volatility)
    .bind(after.value)
    .bind(after.deviation)
    .bind(after.volatility)
    .bind(after.at.0)
    .execute(&mut *tx)
    .await?;
    Ok(())
}

async fn changes(store: &SqlStorage, id: MatchId) -> Result<Vec<RatingChange>, StorageError> {
    // The number of games behind a rating at that point equals the number of its changes up to then.
    let rows = query(
        "SELECT change.*, (
            SELECT COUNT(*) FROM rating_changes AS until
            WHERE until.player = change.player AND until.game = change.game AND until.id <= change.id
         ) AS games
         FROM rating_changes AS change WHERE match = $1 ORDER BY seat",
    )
    .bind(id.0)
    .fetch_all(&store.database)
    .await?;
    rows.iter().map(change).collect()
}

fn change(row: &Row) -> Result<RatingChange, StorageError> {
    let real = |name| row.get::<f64>(name);
    let number = |name| row.get::<i64>(name);
    let games = u32::try_from(number("games")?).unwrap_or_default();
    let at = Millis(number("at")?);
    Ok(RatingChange {
        seat: Seat::BOTH[usize::from(number("seat")? == 2)],
        before: Rating {
            value: real("before_rating")?,
            deviation: real("before_deviation")?,
            volatility: real("before_volatility")?,
            games: games.saturating_sub(1),
            at,
        },
        after: Rating {
            value: real("after_rating")?,
            deviation: real("after_deviation")?,
            volatility: real("after_volatility")?,
            games,
            at,
        },
    })
}

async fn stats(store: &SqlStorage, player: PlayerId, game: &str, now: Millis) -> Result<PlayerStats, StorageError> {
    retried(|| {
        Box::pin(async move {
            // One transaction, so that all figures cover the same matches.
            let mut tx = store.database.snapshot().await?;
            let rating = of(&mut tx, player, game).await?.map(|rating| rating.as_of(now));
            let mut stats = PlayerStats { rating, ..PlayerStats::default() };
            count(&mut tx, player, game, &mut stats).await?;
            stats.best_win = best_win(&store.catalog, &mut tx, player, game).await?;
            let rows: Vec<(i64, f64, f64)> = query_as(
                "SELECT at, after_rating, after_deviation FROM rating_changes WHERE player = $1 AND game = $2
                 ORDER BY id DESC LIMIT $3",
            )
            .bind(stored(player.0))
            .bind(game)
            .bind(HISTORY_MAX)
            .fetch_all(&mut tx)
            .await?;
            let point = |(at, value, deviation)| RatingPoint { at: Millis(at), value, deviation };
            stats.history = rows.into_iter().rev().map(point).collect();
            Ok(stats)
        })
    })
    .await
}

/// A player's results in a game, by opponent, the most frequent opponent first.
const RESULTS: &str = "SELECT opponent, level, COUNT(*) FILTER (WHERE outcome = win),
        COUNT(*) FILTER (WHERE outcome = '1/2-1/2'), COUNT(*) FILTER (WHERE outcome NOT IN (win, '1/2-1/2'))
     FROM (
        SELECT player2 AS opponent, level2 AS level, outcome, '1-0' AS win FROM matches
        WHERE player1 = $1 AND level1 IS NULL AND status != 'running' AND game = $2 AND outcome IS NOT NULL
        UNION ALL
        SELECT player1, level1, outcome, '0-1' FROM matches
        WHERE player2 = $1 AND level2 IS NULL AND status != 'running' AND game = $2 AND outcome IS NOT NULL
     ) AS found GROUP BY opponent, level ORDER BY COUNT(*) DESC, opponent, level";

/// Counts results by opponent, reading only the player's own matches.
async fn count(tx: &mut Connection, id: PlayerId, game: &str, stats: &mut PlayerStats) -> Result<(), StorageError> {
    let rows: Vec<(i64, Option<i64>, i64, i64, i64)> =
        query_as(RESULTS).bind(stored(id.0)).bind(game).fetch_all(tx).await?;
    let count_of = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
    for (opponent, level, won, drawn, lost) in rows {
        stats.won += count_of(won);
        stats.drawn += count_of(drawn);
        stats.lost += count_of(lost);
        let is_not_erased = opponent != 0 || level.is_some();
        if stats.most_frequent_opponent.is_none() && is_not_erased {
            stats.most_frequent_opponent = Some((player(opponent, level)?, count_of(won + drawn + lost)));
        }
    }
    Ok(())
}

/// The strongest opponent beaten in a rated match. People are compared by their rating at that time, engine levels by
/// their number.
async fn best_win(
    catalog: &Catalog,
    tx: &mut Connection,
    id: PlayerId,
    game: &str,
) -> Result<Option<(Player, f64)>, StorageError> {
    let person: Option<(i64, f64)> = query_as(
        "SELECT theirs.player, theirs.before_rating
         FROM rating_changes AS mine
         JOIN rating_changes AS theirs ON theirs.match = mine.match AND theirs.seat != mine.seat
         JOIN matches ON matches.id = mine.match
         WHERE mine.player = $1 AND mine.game = $2 AND theirs.player IS NOT NULL
            AND matches.outcome = CASE WHEN mine.seat = 1 THEN '1-0' ELSE '0-1' END
         ORDER BY theirs.before_rating DESC, mine.id LIMIT 1",
    )
    .bind(stored(id.0))
    .bind(game)
    .fetch_optional(&mut *tx)
    .await?;
    let level: Option<i64> = query_as(
        "SELECT MAX(CASE WHEN mine.seat = 1 THEN matches.level2 ELSE matches.level1 END)
         FROM rating_changes AS mine JOIN matches ON matches.id = mine.match
         WHERE mine.player = $1 AND mine.game = $2 AND matches.outcome = CASE WHEN mine.seat = 1 THEN '1-0' ELSE '0-1' END",
    )
    .bind(stored(id.0))
    .bind(game)
    .fetch_one(&mut *tx)
    .await?;
    let person = person.map(|(id, value)| (Player::Person(PlayerId(external_id(id))), value));
    let level = level.and_then(|level| u8::try_from(level).ok()).and_then(Level::new);
    let level = level.zip(catalog.game(game));
    let level = level.map(|(level, game)| (Player::Engine(level), f64::from(game.level_rating(level))));
    Ok([person, level].into_iter().flatten().max_by(|(_, one), (_, other)| one.total_cmp(other)))
}

/// The players who have finished a rated match of this game in this server, with their stored ratings.
const RATED_PLAYERS: &str = "SELECT ratings.* FROM members
     JOIN ratings ON ratings.player = members.player AND ratings.game = members.game
     WHERE members.server = $1 AND members.game = $2";

async fn rated_players(
    store: &SqlStorage,
    server: ServerId,
    game: &str,
) -> Result<Vec<(PlayerId, Rating)>, StorageError> {
    let query = query(RATED_PLAYERS).bind(stored(server.0)).bind(game);
    let rows = query.fetch_all(&store.database).await?;
    let read = |row: &Row| {
        let id: i64 = row.get("player")?;
        Ok((PlayerId(external_id(id)), rating(row)?))
    };
    rows.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::AssertSqlSafe;
    use sqlx::Row as _;
    use tempfile::TempDir;

    /// The steps of the query plan for a query about a player (or a server) and a game.
    async fn plan(store: &SqlStorage, sql: &str) -> Vec<String> {
        let rows = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")))
            .bind(1)
            .bind("zertz")
            .fetch_all(&store.sqlite().readers)
            .await
            .expect("a plan");
        rows.iter().map(|row| row.try_get("detail").expect("a detail")).collect()
    }

    #[tokio::test]
    async fn neither_leaderboards_nor_statistics_look_at_the_matches_of_others() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let steps = plan(&store, RATED_PLAYERS).await;
        assert_eq!(steps.len(), 2, "{steps:?}");
        assert!(steps.iter().all(|step| step.starts_with("SEARCH") && step.contains("PRIMARY KEY")), "{steps:?}");
        let steps = plan(&store, RESULTS).await;
        let matches: Vec<_> = steps.iter().filter(|step| step.contains(" matches")).collect();
        assert_eq!(matches.len(), 2, "{steps:?}");
        assert!(matches.iter().all(|step| step.contains("USING INDEX matches_ended_")), "{steps:?}");
        store.close().await;
    }
}
