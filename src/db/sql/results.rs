//! How the matches of players ended, by game and opponent.

use super::rows::{player, stored, stored_player};
use crate::catalog::Catalog;
use crate::db::driver::{Connection, query, query_as};
use crate::rules::{Outcome, Seat};
use crate::service::matches::player::ERASED_PLAYER;
use crate::service::{Level, Match, Player, PlayerId, PlayerStats, RatingUpdate, StorageError};

/// Adds a result to those of a player against an opponent.
const ADD: &str = "INSERT INTO results (player, game, opponent, level, won, drawn, lost, rated_wins, best)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (player, game, opponent, level) DO UPDATE SET won = results.won + excluded.won,
        drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost,
        rated_wins = results.rated_wins + excluded.rated_wins,
        best = CASE WHEN results.best >= excluded.best THEN results.best ELSE COALESCE(excluded.best, results.best) END";

/// Counts the result of a match that has ended, for each person who played it. `ratings` are the rating changes of the
/// match, if it was rated.
pub(super) async fn count(
    tx: &mut Connection,
    ended: &Match,
    outcome: Outcome,
    ratings: &[RatingUpdate],
) -> Result<(), StorageError> {
    let rating_before = |seat: Seat| {
        let update = ratings.iter().find(|update| update.change.seat == seat);
        update.map(|update| update.change.before.value)
    };
    for seat in Seat::BOTH {
        let Some(person) = ended.player(seat).person().filter(|person| *person != ERASED_PLAYER) else { continue };
        let (opponent, level) = stored_player(ended.player(!seat));
        let has_won = outcome == Outcome::Win(seat);
        let is_rated_win = has_won && rating_before(seat).is_some();
        query(ADD)
            .bind(stored(person.0))
            .bind(ended.line.game().name())
            .bind(opponent)
            .bind(level.unwrap_or_default())
            .bind(i64::from(has_won))
            .bind(i64::from(outcome == Outcome::Draw))
            .bind(i64::from(outcome == Outcome::Win(!seat)))
            .bind(i64::from(is_rated_win))
            .bind(rating_before(!seat).filter(|_| is_rated_win))
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// All results of a player in a game: the number of matches won, drawn and lost, the most matches with one opponent who
/// is not erased, the highest rating of a person who was beaten in a rated match, and the highest level that was.
const SUMMARY: &str =
    "SELECT CAST(COALESCE(SUM(won), 0) AS BIGINT) AS won, CAST(COALESCE(SUM(drawn), 0) AS BIGINT) AS drawn,
        CAST(COALESCE(SUM(lost), 0) AS BIGINT) AS lost,
        MAX(CASE WHEN opponent != 0 OR level != 0 THEN won + drawn + lost END) AS most,
        MAX(CASE WHEN level = 0 THEN best END) AS best,
        MAX(CASE WHEN rated_wins > 0 AND level > 0 THEN level END) AS best_level
     FROM results WHERE player = $1 AND game = $2";

/// The first opponent who is not erased with this number of matches.
const MOST_FREQUENT: &str = "SELECT opponent, level FROM results
     WHERE player = $1 AND game = $2 AND won + drawn + lost = $3 AND (opponent != 0 OR level != 0)
     ORDER BY opponent, level LIMIT 1";

/// The first person who was beaten with this rating.
const BEST: &str = "SELECT opponent FROM results WHERE player = $1 AND game = $2 AND level = 0 AND best = $3
     ORDER BY opponent LIMIT 1";

/// Sets the parts of a player's statistics that results tell.
pub(super) async fn read(
    tx: &mut Connection,
    catalog: &Catalog,
    id: PlayerId,
    game: &str,
    stats: &mut PlayerStats,
) -> Result<(), StorageError> {
    let count_of = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
    let id = stored(id.0);
    let summary = query(SUMMARY).bind(id).bind(game).fetch_one(&mut *tx).await?;
    let count = |name| summary.get(name).map(count_of);
    (stats.won, stats.drawn, stats.lost) = (count("won")?, count("drawn")?, count("lost")?);
    if let Some(matches) = summary.get::<Option<i64>>("most")? {
        let (opponent, level): (i64, i64) =
            query_as(MOST_FREQUENT).bind(id).bind(game).bind(matches).fetch_one(&mut *tx).await?;
        let level = Some(level).filter(|level| *level != 0);
        stats.most_frequent_opponent = Some((player(opponent, level)?, count_of(matches)));
    }
    let mut wins = Vec::new();
    if let Some(rating) = summary.get::<Option<f64>>("best")? {
        let opponent: i64 = query_as(BEST).bind(id).bind(game).bind(rating).fetch_one(&mut *tx).await?;
        wins.push((player(opponent, None)?, rating));
    }
    // A level's rating does not depend on the time.
    let level: Option<i64> = summary.get("best_level")?;
    let level = level.and_then(|level| u8::try_from(level).ok()).and_then(Level::new).zip(catalog.game(game));
    wins.extend(level.map(|(level, game)| (Player::Engine(level), f64::from(game.level_rating(level)))));
    stats.best_win = wins.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other));
    Ok(())
}

/// Statements that remove a person (`$1`) from the results of `$2` opponents. The opponents keep the results, as those
/// against erased people. After the last statement, these opponents are no longer found.
const REMOVE_FROM_OPPONENTS: [&str; 3] = [
    "INSERT INTO results (player, game, opponent, level, won, drawn, lost, rated_wins)
     SELECT theirs.player, theirs.game, 0, 0, theirs.won, theirs.drawn, theirs.lost, theirs.rated_wins
     FROM (
        SELECT game, opponent FROM results WHERE player = $1 AND level = 0 AND opponent NOT IN (0, $1)
        ORDER BY game, opponent LIMIT $2
     ) AS own JOIN results AS theirs ON theirs.player = own.opponent AND theirs.game = own.game
        AND theirs.opponent = $1 AND theirs.level = 0
     WHERE TRUE
     ON CONFLICT (player, game, opponent, level) DO UPDATE SET won = results.won + excluded.won,
        drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost,
        rated_wins = results.rated_wins + excluded.rated_wins",
    "DELETE FROM results WHERE opponent = $1 AND level = 0 AND (game, player) IN (
        SELECT game, opponent FROM results WHERE player = $1 AND level = 0 AND opponent NOT IN (0, $1)
        ORDER BY game, opponent LIMIT $2
     )",
    "DELETE FROM results WHERE player = $1 AND level = 0 AND (game, opponent) IN (
        SELECT game, opponent FROM results WHERE player = $1 AND level = 0 AND opponent NOT IN (0, $1)
        ORDER BY game, opponent LIMIT $2
     )",
];

/// Removes a person from the results of up to `limit` opponents; returns the number of opponents.
pub(super) async fn remove_from_opponents(
    tx: &mut Connection,
    person: PlayerId,
    limit: i64,
) -> Result<u64, StorageError> {
    let mut opponents = 0;
    for statement in REMOVE_FROM_OPPONENTS {
        opponents = query(statement).bind(stored(person.0)).bind(limit).execute(&mut *tx).await?;
    }
    Ok(opponents)
}

/// Statements that give the results of a person (`$2`), and those of opponents against them, to another (`$1`). What the
/// two won against each other no longer counts as a rated win.
pub(super) const MERGE: [&str; 5] = [
    "INSERT INTO results (player, game, opponent, level, won, drawn, lost, rated_wins, best)
     SELECT theirs.player, theirs.game, CAST($1 AS BIGINT), 0, theirs.won, theirs.drawn, theirs.lost,
        theirs.rated_wins, theirs.best
     FROM results AS own JOIN results AS theirs ON theirs.player = own.opponent AND theirs.game = own.game
        AND theirs.opponent = $2 AND theirs.level = 0
     WHERE own.player = $2 AND own.level = 0
     ON CONFLICT (player, game, opponent, level) DO UPDATE SET won = results.won + excluded.won,
        drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost,
        rated_wins = results.rated_wins + excluded.rated_wins,
        best = CASE WHEN results.best >= excluded.best THEN results.best
            ELSE COALESCE(excluded.best, results.best) END",
    "DELETE FROM results WHERE opponent = $2 AND level = 0 AND (game, player) IN (
        SELECT game, opponent FROM results WHERE player = $2 AND level = 0
     )",
    "INSERT INTO results (player, game, opponent, level, won, drawn, lost, rated_wins, best)
     SELECT CAST($1 AS BIGINT), game, opponent, level, won, drawn, lost, rated_wins, best FROM results
     WHERE player = $2
     ON CONFLICT (player, game, opponent, level) DO UPDATE SET won = results.won + excluded.won,
        drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost,
        rated_wins = results.rated_wins + excluded.rated_wins,
        best = CASE WHEN results.best >= excluded.best THEN results.best
            ELSE COALESCE(excluded.best, results.best) END",
    "DELETE FROM results WHERE player = $2",
    "UPDATE results SET rated_wins = 0, best = NULL WHERE player = $1 AND opponent = $1",
];
