//! How the matches of players ended, by game, server and opponent.

use super::rows::{player, stored, stored_player};
use crate::catalog::Catalog;
use crate::db::driver::{Connection, query};
use crate::rules::{Outcome, Seat};
use crate::service::matches::player::ERASED_PLAYER;
use crate::service::{Match, Player, PlayerId, PlayerStats, RatingUpdate, Reader, StorageError, Tally};
use std::collections::BTreeSet;

/// Adds a result to those of a player against an opponent.
const ADD: &str = "INSERT INTO results (player, game, server, opponent, level, won, drawn, lost, rated_wins, best)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (player, game, server, opponent, level) DO UPDATE SET won = results.won + excluded.won,
        drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost,
        rated_wins = results.rated_wins + excluded.rated_wins,
        best = CASE WHEN results.best >= excluded.best THEN results.best ELSE COALESCE(excluded.best, results.best) END";

/// The server of the results of all matches, wherever they were played.
const EVERYWHERE: i64 = 0;

/// Counts the result of a match that has ended, for each person who played it: among all their results, and among those of
/// each server where it was played. `ratings` are the rating changes of the match, if it was rated.
pub(super) async fn count(
    tx: &mut Connection,
    ended: &Match,
    outcome: Outcome,
    ratings: &[RatingUpdate],
) -> Result<(), StorageError> {
    if ended.players[0] == ended.players[1] {
        // Two people who have been linked since they began.
        return Ok(());
    }
    let rating_before = |seat: Seat| {
        let update = ratings.iter().find(|update| update.change.seat == seat);
        update.map(|update| update.change.before.value)
    };
    let servers = ended.locations().filter_map(|location| location.server);
    let servers: BTreeSet<i64> = servers.map(|server| stored(server.0)).chain([EVERYWHERE]).collect();
    for seat in Seat::BOTH {
        let Some(person) = ended.player(seat).person().filter(|person| *person != ERASED_PLAYER) else { continue };
        let (opponent, level) = stored_player(ended.player(!seat));
        let has_won = outcome == Outcome::Win(seat);
        let is_rated_win = has_won && rating_before(seat).is_some();
        for server in &servers {
            query(ADD)
                .bind(stored(person.0))
                .bind(ended.line.game().name())
                .bind(*server)
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
    }
    Ok(())
}

/// The results of a player in a game that a reader (`$4`) may see: those of a server (`$3`), and all those against the
/// reader.
const SEEN: &str = "SELECT opponent, level, won, drawn, lost, rated_wins, best FROM results
     WHERE player = $1 AND game = $2 AND server = $3 AND NOT (opponent = $4 AND level = 0)
     UNION ALL SELECT opponent, level, won, drawn, lost, rated_wins, best FROM results
     WHERE player = $1 AND game = $2 AND server = 0 AND opponent = $4 AND level = 0
     ORDER BY opponent, level";

/// Sets the parts of a player's statistics that results tell, as this reader sees them.
pub(super) async fn read(
    tx: &mut Connection,
    catalog: &Catalog,
    id: PlayerId,
    game: &str,
    reader: Reader,
    stats: &mut PlayerStats,
) -> Result<(), StorageError> {
    // Nobody is their own opponent, so players see all of their own results.
    let server = if reader.person == id { Some(EVERYWHERE) } else { reader.server.map(|server| stored(server.0)) };
    let seen = query(SEEN).bind(stored(id.0)).bind(game).bind(server).bind(stored(reader.person.0));
    let count_of = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
    let (mut all, mut most, mut best) = ([0; 3], (None, 0), None);
    for row in seen.fetch_all(tx).await? {
        let number = |name| row.get::<i64>(name);
        let opponent = player(number("opponent")?, Some(number("level")?).filter(|level| *level != 0))?;
        let [won, drawn, lost] = [number("won")?, number("drawn")?, number("lost")?];
        let played = won + drawn + lost;
        all = [all[0] + won, all[1] + drawn, all[2] + lost];
        let tally = Tally { won: count_of(won), drawn: count_of(drawn), lost: count_of(lost) };
        match opponent {
            Player::Engine(level) => stats.against_levels.push((level, tally)),
            Player::Person(person) => {
                stats.against_people.add(tally);
                if person == reader.person {
                    stats.against_reader.add(tally);
                }
            }
        }
        if opponent != Player::Person(ERASED_PLAYER) && played > most.1 {
            most = (Some(opponent), played);
        }
        let rating = match (opponent, catalog.game(game)) {
            // A level's rating does not depend on the time.
            (Player::Engine(level), Some(game)) if number("rated_wins")? > 0 => Some(game.level_rating(level).into()),
            (Player::Engine(_), _) => None,
            (Player::Person(_), _) => row.get::<Option<f64>>("best")?,
        };
        if let Some(rating) = rating.filter(|rating| best.is_none_or(|(_, best)| *rating > best)) {
            best = Some((opponent, rating));
        }
    }
    stats.against_levels.sort_by_key(|(level, _)| *level);
    (stats.won, stats.drawn, stats.lost) = (count_of(all[0]), count_of(all[1]), count_of(all[2]));
    stats.most_frequent_opponent = most.0.map(|opponent| (opponent, count_of(most.1)));
    stats.best_win = best;
    Ok(())
}

/// Statements that remove a person (`$1`) from the results of `$2` opponents. The opponents keep the results, as those
/// against erased people. After the last statement, these opponents are no longer found.
const REMOVE_FROM_OPPONENTS: [&str; 4] = [
    "INSERT INTO results (player, game, server, opponent, level, won, drawn, lost, rated_wins)
     SELECT theirs.player, theirs.game, theirs.server, 0, 0, theirs.won, theirs.drawn, theirs.lost, theirs.rated_wins
     FROM (
        SELECT game, opponent FROM results
        WHERE player = $1 AND server = 0 AND level = 0 AND opponent NOT IN (0, $1) ORDER BY game, opponent LIMIT $2
     ) AS own JOIN results AS theirs ON theirs.player = own.opponent AND theirs.game = own.game
        AND theirs.opponent = $1 AND theirs.level = 0
     WHERE TRUE
     ON CONFLICT (player, game, server, opponent, level) DO UPDATE SET won = results.won + excluded.won,
        drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost,
        rated_wins = results.rated_wins + excluded.rated_wins",
    "DELETE FROM results WHERE opponent = $1 AND level = 0 AND (game, player) IN (
        SELECT game, opponent FROM results
        WHERE player = $1 AND server = 0 AND level = 0 AND opponent NOT IN (0, $1) ORDER BY game, opponent LIMIT $2
     )",
    "DELETE FROM results WHERE player = $1 AND server != 0 AND level = 0 AND (game, opponent) IN (
        SELECT game, opponent FROM results
        WHERE player = $1 AND server = 0 AND level = 0 AND opponent NOT IN (0, $1) ORDER BY game, opponent LIMIT $2
     )",
    "DELETE FROM results WHERE player = $1 AND server = 0 AND level = 0 AND (game, opponent) IN (
        SELECT game, opponent FROM results
        WHERE player = $1 AND server = 0 AND level = 0 AND opponent NOT IN (0, $1) ORDER BY game, opponent LIMIT $2
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
/// two played against each other is no result any more.
pub(super) const MERGE: [&str; 5] = [
    "INSERT INTO results (player, game, server, opponent, level, won, drawn, lost, rated_wins, best)
     SELECT theirs.player, theirs.game, theirs.server, CAST($1 AS BIGINT), 0, theirs.won, theirs.drawn, theirs.lost,
        theirs.rated_wins, theirs.best
     FROM results AS own JOIN results AS theirs ON theirs.player = own.opponent AND theirs.game = own.game
        AND theirs.opponent = $2 AND theirs.level = 0
     WHERE own.player = $2 AND own.server = 0 AND own.level = 0
     ON CONFLICT (player, game, server, opponent, level) DO UPDATE SET won = results.won + excluded.won,
        drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost,
        rated_wins = results.rated_wins + excluded.rated_wins,
        best = CASE WHEN results.best >= excluded.best THEN results.best
            ELSE COALESCE(excluded.best, results.best) END",
    "DELETE FROM results WHERE opponent = $2 AND level = 0 AND (game, player) IN (
        SELECT game, opponent FROM results WHERE player = $2 AND level = 0
     )",
    "INSERT INTO results (player, game, server, opponent, level, won, drawn, lost, rated_wins, best)
     SELECT CAST($1 AS BIGINT), game, server, opponent, level, won, drawn, lost, rated_wins, best FROM results
     WHERE player = $2
     ON CONFLICT (player, game, server, opponent, level) DO UPDATE SET won = results.won + excluded.won,
        drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost,
        rated_wins = results.rated_wins + excluded.rated_wins,
        best = CASE WHEN results.best >= excluded.best THEN results.best
            ELSE COALESCE(excluded.best, results.best) END",
    "DELETE FROM results WHERE player = $2",
    "DELETE FROM results WHERE player = $1 AND opponent = $1",
];
