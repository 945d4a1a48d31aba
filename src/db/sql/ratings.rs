//! Ratings, rating changes and player statistics.

use super::recent_games;
use super::results;
use super::rows::{external_id, seat, seat_number, stored};
use super::sql_storage::SqlStorage;
use crate::db::driver::{Connection, Row, query, query_as};
use crate::service::consequences::rating_updates;
use crate::service::ratings::player_stats::LEADERS_MAX;
use crate::service::storage::rating_queries::RatingQueries;
use crate::service::{
    LeaderboardRow, Match, MatchId, Millis, PlayerId, PlayerStats, Rating, RatingChange, RatingPoint, RatingUpdate,
    Reader, RecentGame, ServerId, StorageError,
};
use async_trait::async_trait;
use std::collections::BTreeMap;

/// The number of latest rated matches in a rating history.
const HISTORY_MAX: i64 = 600;

/// Reads the rating from a row of `ratings`, `puzzle_ratings` or `rated_puzzles`.
pub(super) fn rating(row: &Row) -> Result<Rating, StorageError> {
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

/// Stores the rating changes of a match that has ended, and returns them. If another match of one of the players has
/// ended since they were computed, they are computed again from what is stored: it would be no use to try again later,
/// because any number of a player's matches may end at once.
pub(super) async fn apply(
    tx: &mut Connection,
    ended: &Match,
    computed: &[RatingUpdate],
    now: Millis,
) -> Result<Vec<RatingUpdate>, StorageError> {
    let game = ended.line.game().name();
    let mut stored = BTreeMap::new();
    for update in computed {
        stored.insert(update.player, of(tx, update.player, game).await?);
    }
    let mut updates = computed.to_vec();
    if computed.iter().any(|update| stored.get(&update.player) != Some(&update.seen)) {
        updates = rating_updates(ended, |player| stored.get(&player).copied().flatten(), now);
    }
    for update in &updates {
        store(tx, ended, update).await?;
    }
    Ok(updates)
}

async fn store(tx: &mut Connection, ended: &Match, update: &RatingUpdate) -> Result<(), StorageError> {
    let RatingUpdate { player, change, .. } = update;
    let game = ended.line.game().name();
    for server in ended.locations().filter_map(|location| location.server) {
        query("INSERT INTO members (server, game, player) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(stored(server.0))
            .bind(game)
            .bind(stored(player.0))
            .execute(&mut *tx)
            .await?;
    }
    store_change(tx, ended.id, *player, game, change).await
}

/// Stores the rating of a player in place of an earlier one, also for the leaderboards of their servers.
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
    .execute(&mut *tx)
    .await?;
    query("UPDATE members SET rating = $1, established_until = $2 WHERE player = $3 AND game = $4")
        .bind(rating.value)
        .bind(rating.established_until().map_or(0, |until| until.0))
        .bind(stored(player.0))
        .bind(game)
        .execute(tx)
        .await?;
    Ok(())
}

/// Corrects the times of the ratings that a match has changed, after the clock was wrong.
pub(super) async fn correct(
    tx: &mut Connection,
    id: MatchId,
    corrected: impl Fn(Millis) -> Millis,
) -> Result<(), StorageError> {
    let changed = "SELECT player, game FROM rating_changes WHERE match = $1 AND player IS NOT NULL";
    let changed: Vec<(i64, String)> = query_as(changed).bind(id.0).fetch_all(&mut *tx).await?;
    for (player, game) in changed {
        let player = PlayerId(external_id(player));
        let Some(rating) = of(tx, player, &game).await? else { continue };
        let at = corrected(rating.at);
        if at != rating.at {
            set_rating(tx, player, &game, &Rating { at, ..rating }).await?;
        }
    }
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
    .bind(seat_number(*seat))
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

fn change(row: &Row) -> Result<RatingChange, StorageError> {
    let real = |name| row.get::<f64>(name);
    let number = |name| row.get::<i64>(name);
    let games = u32::try_from(number("games")?).unwrap_or_default();
    let at = Millis(number("at")?);
    Ok(RatingChange {
        seat: seat(number("seat")?)?,
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

/// The latest ratings of a player (`$1`) after matches that a reader (`$5`) may see: their own, those in a server (`$4`)
/// and those against the reader.
const HISTORY: &str = "SELECT at, after_rating, after_deviation FROM rating_changes AS change
     WHERE player = $1 AND game = $2 AND (
        $5 = $1
        OR EXISTS (SELECT 1 FROM match_locations WHERE match_locations.match = change.match AND server = $4)
        OR EXISTS (SELECT 1 FROM rating_changes AS other WHERE other.match = change.match AND other.player = $5)
     )
     ORDER BY id DESC LIMIT $3";

/// The best players of a game in a server whose ratings are not provisional at `$3`.
const LEADERS: &str = "SELECT ratings.*, (
        SELECT CAST(COALESCE(SUM(won + drawn + lost), 0) AS BIGINT) FROM results
        WHERE results.player = members.player AND results.game = members.game AND results.server = members.server
     ) AS played FROM members
     JOIN ratings ON ratings.player = members.player AND ratings.game = members.game
     WHERE members.server = $1 AND members.game = $2 AND members.established_until > $3
     ORDER BY members.rating DESC, members.player LIMIT $4";

/// The rating of a player in a server, if it is not provisional at `$3`.
const LEADER: &str = "SELECT ratings.*, (
        SELECT CAST(COALESCE(SUM(won + drawn + lost), 0) AS BIGINT) FROM results
        WHERE results.player = members.player AND results.game = members.game AND results.server = members.server
     ) AS played FROM members
     JOIN ratings ON ratings.player = members.player AND ratings.game = members.game
     WHERE members.server = $1 AND members.game = $2 AND members.established_until > $3 AND members.player = $4";

/// The number of players of a game in a server who rank above a rating (`$4`) of a player (`$5`).
const ABOVE: &str = "SELECT COUNT(*) FROM members
     WHERE server = $1 AND game = $2 AND established_until > $3 AND rating >= $4 AND (rating > $4 OR player < $5)";

#[async_trait]
impl RatingQueries for SqlStorage {
    async fn ratings(&self, players: &[PlayerId], game: &str) -> Result<Vec<(PlayerId, Rating)>, StorageError> {
        let mut conn = self.database.reader().await?;
        let mut found = Vec::new();
        for player in players {
            found.extend(of(&mut conn, *player, game).await?.map(|rating| (*player, rating)));
        }
        Ok(found)
    }

    async fn rating_changes(&self, id: MatchId) -> Result<Vec<RatingChange>, StorageError> {
        // The number of games behind a rating is the number of its changes up to that point.
        let rows = query(
            "SELECT change.*, (
                SELECT COUNT(*) FROM rating_changes AS until
                WHERE until.player = change.player AND until.game = change.game AND until.id <= change.id
             ) AS games
             FROM rating_changes AS change WHERE match = $1 ORDER BY seat",
        )
        .bind(id.0)
        .fetch_all(&self.database)
        .await?;
        rows.iter().map(change).collect()
    }

    async fn player_stats(
        &self,
        player: PlayerId,
        game: &str,
        reader: Reader,
        now: Millis,
    ) -> Result<PlayerStats, StorageError> {
        self.read_consistently(|mut tx| {
            Box::pin(async move {
                // One transaction, so that all figures cover the same matches.
                let mut stats = PlayerStats::default();
                results::read(&mut tx, &self.catalog, player, game, reader, &mut stats).await?;
                let history = query_as(HISTORY).bind(stored(player.0)).bind(game).bind(HISTORY_MAX);
                let history = history.bind(reader.server.map(|server| stored(server.0))).bind(stored(reader.person.0));
                let rows: Vec<(i64, f64, f64)> = history.fetch_all(&mut tx).await?;
                let point = |(at, value, deviation)| RatingPoint { at: Millis(at), value, deviation };
                stats.history = rows.into_iter().rev().map(point).collect();
                if !stats.history.is_empty() {
                    stats.rating = of(&mut tx, player, game).await?.map(|rating| rating.as_of(now));
                }
                Ok(stats)
            })
        })
        .await
    }

    async fn recent_games(&self, player: PlayerId, reader: Reader) -> Result<Vec<RecentGame>, StorageError> {
        recent_games::read(self, player, reader).await
    }

    async fn leaders(
        &self,
        server: ServerId,
        game: &str,
        reader: PlayerId,
        now: Millis,
    ) -> Result<Vec<LeaderboardRow>, StorageError> {
        let ranked = |rank: usize, row: &Row| -> Result<LeaderboardRow, StorageError> {
            let player = PlayerId(external_id(row.get("player")?));
            let played: i64 = row.get("played")?;
            let played = u32::try_from(played).unwrap_or(u32::MAX);
            Ok(LeaderboardRow { rank, player, rating: rating(row)?.as_of(now), played })
        };
        let server = stored(server.0);
        self.read_consistently(|mut tx| {
            Box::pin(async move {
                // One transaction, so that the ranks are consistent.
                let best = query(LEADERS).bind(server).bind(game).bind(now.0).bind(LEADERS_MAX as i64);
                let rows = best.fetch_all(&mut tx).await?;
                let rows = (1..).zip(&rows).map(|(rank, row)| ranked(rank, row));
                let mut leaders = rows.collect::<Result<Vec<_>, _>>()?;
                if leaders.len() < LEADERS_MAX || leaders.iter().any(|leader| leader.player == reader) {
                    return Ok(leaders);
                }
                let reader = stored(reader.0);
                let own =
                    query(LEADER).bind(server).bind(game).bind(now.0).bind(reader).fetch_optional(&mut tx).await?;
                if let Some(row) = own {
                    let own = ranked(0, &row)?;
                    let above = query_as(ABOVE).bind(server).bind(game).bind(now.0).bind(own.rating.value).bind(reader);
                    let above: i64 = above.fetch_one(&mut tx).await?;
                    leaders.pop();
                    leaders.push(LeaderboardRow { rank: usize::try_from(above).unwrap_or_default() + 1, ..own });
                }
                Ok(leaders)
            })
        })
        .await
    }
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
    async fn neither_leaderboards_nor_statistics_read_what_they_do_not_show() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let steps = plan(&store, LEADERS).await;
        assert_eq!(steps.len(), 4, "the index has the order of the ranks: {steps:?}");
        assert!(
            steps[3].starts_with("SEARCH results USING PRIMARY KEY (player=? AND game=? AND server=?)"),
            "{steps:?}"
        );
        assert!(steps[0].starts_with("SEARCH members USING COVERING INDEX members_by_rank"), "{steps:?}");
        assert!(steps[1].starts_with("SEARCH ratings USING PRIMARY KEY"), "{steps:?}");
        let steps = plan(&store, ABOVE).await;
        let above = "SEARCH members USING COVERING INDEX members_by_rank (server=? AND game=? AND rating>?)";
        assert_eq!(steps, [above]);
        store.close().await;
    }
}
