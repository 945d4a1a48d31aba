//! The invariants, checked against the database and the delivered messages by independent means.

use super::Plan;
use super::chat::{self, Call};
use super::checks;
use super::clocks::Rows;
use super::records::{self, Chosen, Record, Said};
use super::year::DATABASE;
use serde_json::json;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqliteRow};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::path::Path;
use std::time::Instant;
use tablero::db::SqliteStorage;
use tablero::rules::{Outcome, Seat};
use tablero::service::ratings::rated_result::recompute;
use tablero::service::{Level, Millis, Player, PlayerId, RatedResult, Rating};

/// The results of the year.
pub struct Report {
    /// The counts.
    pub json: serde_json::Value,
    /// The violations.
    pub broken: Vec<String>,
}

/// The number of games lost on time whose clocks are checked minute by minute at the end, and the number of games whose
/// clocks are checked move by move.
const CLOCKS_LOOKED_AT: usize = 400;

struct Laws {
    pool: SqlitePool,
    broken: Vec<String>,
}

/// Checks all invariants.
pub async fn check(plan: &Plan, folder: &Path, kills: u32, begun: Instant) -> Result<Report, Box<dyn Error>> {
    let options = SqliteConnectOptions::new().filename(folder.join(DATABASE)).read_only(true);
    let pool = SqlitePool::connect_with(options).await?;
    let mut laws = Laws { pool, broken: Vec::new() };
    let ended = laws.every_game_has_ended().await?;
    let records = laws.every_game_is_whole(folder).await?;
    let moves: usize = records.iter().map(Record::plies).sum();
    let (said, again) = chat::read(folder)?;
    laws.everything_was_said_once(&said).await?;
    laws.every_turn_was_told_of(&records, &said, &Chosen::read(&laws.pool, plan.seed).await?);
    laws.every_clock_shows_what_is_left(&records).await?;
    checks::found(folder).into_iter().for_each(|what| laws.break_law(what));
    let [pings, reminders, questions] = laws.nobody_was_called_twice(&said).await?;
    let looked_at = laws.no_clock_ran_while_it_stood_still().await?;
    let rated = laws.ratings_follow_from_the_records().await?;
    laws.vacations_keep_to_their_bounds().await?;
    let outages: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM outages").fetch_one(&laws.pool).await?;
    let vacations: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM vacations").fetch_one(&laws.pool).await?;
    let rescues: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM vacations WHERE saved = 1").fetch_one(&laws.pool).await?;
    let exchanges: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'board' AND post ->> 'ply' - post ->> 'since' > 1",
    )
    .fetch_one(&laws.pool)
    .await?;
    let games: i64 = ended.values().sum();
    if games.unsigned_abs() != plan.games {
        laws.broken.push(format!("{games} games were played and not {}", plan.games));
    }
    let json = json!({
        "seed": plan.seed,
        "players": plan.players,
        "games": games,
        "ended": ended,
        "moves": moves,
        "exchanges": exchanges,
        "messages": said.len(),
        "said_again": again,
        "pings": pings,
        "reminders": reminders,
        "questions": questions,
        "outages": outages,
        "vacations": vacations,
        "rescues": rescues,
        "rated": rated,
        "clocks_looked_at": looked_at,
        "kills": kills,
        "broken": laws.broken.len(),
        "seconds": begun.elapsed().as_secs(),
    });
    Ok(Report { json, broken: laws.broken })
}

impl Laws {
    fn break_law(&mut self, what: String) {
        // The first violations are enough for a diagnosis.
        if self.broken.len() < 50 {
            self.broken.push(what);
        }
    }

    /// Every game has ended for a recorded reason. Returns the number of games by reason.
    async fn every_game_has_ended(&mut self) -> Result<BTreeMap<String, i64>, Box<dyn Error>> {
        let rows: Vec<(String, i64)> =
            sqlx::query_as("SELECT status, COUNT(*) FROM matches GROUP BY status").fetch_all(&self.pool).await?;
        let running = rows.iter().find(|(status, _)| status == "running");
        if let Some((_, count)) = running {
            self.break_law(format!("{count} games go on"));
        }
        let alarms: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM alarms WHERE kind = 'match'").fetch_one(&self.pool).await?;
        if alarms > 0 {
            self.break_law(format!("{alarms} games that are over have alarms"));
        }
        let plans: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM plans").fetch_one(&self.pool).await?;
        if plans > 0 {
            self.break_law(format!("{plans} plans are left of games that are over"));
        }
        Ok(rows.into_iter().collect())
    }

    /// Every game can be replayed, and lists show it correctly. Returns all games.
    async fn every_game_is_whole(&mut self, folder: &Path) -> Result<Vec<Record>, Box<dyn Error>> {
        let store = SqliteStorage::open(&folder.join(DATABASE)).await?;
        let (records, broken) = records::read(&self.pool, &store).await?;
        broken.into_iter().for_each(|what| self.break_law(what));
        store.close().await;
        Ok(records)
    }

    /// No message is left in the outbox, and none was delivered twice.
    async fn everything_was_said_once(&mut self, said: &[chat::Message]) -> Result<(), Box<dyn Error>> {
        let left: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL OR delivered_at IS NULL")
                .fetch_one(&self.pool)
                .await?;
        if left > 0 {
            self.break_law(format!("{left} posts were not delivered"));
        }
        // A message's nonce starts with the id of its post.
        let mut times: HashMap<&str, usize> = HashMap::new();
        for message in said {
            let post = message.nonce.split('-').next().unwrap_or_default();
            *times.entry(post).or_default() += 1;
        }
        for (post, times) in times.iter().filter(|(_, times)| **times > 1) {
            self.break_law(format!("post {post} is {times} messages"));
        }
        Ok(())
    }

    /// Each state of a game had one board, the player to move was notified, the player who lost on time had been
    /// reminded, and no turn was saved twice.
    fn every_turn_was_told_of(&mut self, records: &[Record], said: &[chat::Message], chosen: &Chosen) {
        let post = |message: &chat::Message| message.nonce.split('-').next().and_then(|post| post.parse().ok());
        let posted: HashSet<i64> = said.iter().filter_map(post).collect();
        let mut about: Said<'_> = HashMap::new();
        for message in said {
            if let Some(state) = message.about {
                about.entry(state).or_default().push(message);
            }
        }
        for record in records {
            record.boards_follow_each_other(&posted).into_iter().for_each(|what| self.break_law(what));
            record.turns_were_heard_of(&about, chosen).into_iter().for_each(|what| self.break_law(what));
            record.the_late_were_reminded(&about, chosen).into_iter().for_each(|what| self.break_law(what));
            record.turns_were_saved_once().into_iter().for_each(|what| self.break_law(what));
        }
    }

    /// No player moved after their time had run out, and every clock shows the remaining time.
    async fn every_clock_shows_what_is_left(&mut self, records: &[Record]) -> Result<(), Box<dyn Error>> {
        let step = records.len().div_ceil(CLOCKS_LOOKED_AT).max(1);
        for record in records.iter().step_by(step) {
            if let Some(what) = record.clocks_are_right(&self.pool).await? {
                self.break_law(what);
            }
        }
        Ok(())
    }

    /// No player is notified twice of one turn. A turn that recurs after a take-back is a new turn with its own board.
    /// Returns the numbers of turn notifications, reminders and questions.
    async fn nobody_was_called_twice(&mut self, said: &[chat::Message]) -> Result<[usize; 3], Box<dyn Error>> {
        let mut turns: HashMap<(i64, usize), usize> = HashMap::new();
        let rows = sqlx::query("SELECT post FROM outbox WHERE match IS NOT NULL").fetch_all(&self.pool).await?;
        for row in rows {
            let post: serde_json::Value = serde_json::from_str(row.try_get("post")?)?;
            if let (true, Some(game), Some(ply)) =
                (post["post"] == "board", post["game"].as_i64(), post["ply"].as_u64())
            {
                *turns.entry((game, ply as usize)).or_default() += 1;
            }
        }
        let mut calls: HashMap<(i64, usize, u64, Call), usize> = HashMap::new();
        for message in said {
            let Some((game, ply)) = message.about else { continue };
            for person in &message.called {
                *calls.entry((game, ply, *person, message.call)).or_default() += 1;
            }
        }
        let (mut pings, mut reminders, mut questions) = (0, 0, 0);
        for ((game, ply, person, call), times) in &calls {
            let turns = turns.get(&(*game, *ply)).copied().unwrap_or_default();
            let (most, what) = match call {
                Call::Turn => (turns, "called"),
                // No player has chosen more than three reminders a turn.
                Call::Reminder => (3 * turns, "reminded"),
                // The opponent may ask for a draw and for a take-back, each once before the next move.
                Call::Question => (2 * turns, "asked"),
            };
            *match call {
                Call::Turn => &mut pings,
                Call::Reminder => &mut reminders,
                Call::Question => &mut questions,
            } += times;
            if *times > most {
                self.break_law(format!("{person} was {what} {times} times in game {game}, ply {ply}"));
            }
        }
        Ok([pings, reminders, questions])
    }

    /// No clock runs while it is paused, and none stops too early: for games lost on time, the minutes in which the
    /// clock ran are counted one by one. Returns the number of games checked.
    async fn no_clock_ran_while_it_stood_still(&mut self) -> Result<usize, Box<dyn Error>> {
        let rows = sqlx::query(
            "SELECT * FROM matches WHERE status IN ('timeout', 'aborted') ORDER BY (id * 7919) % 10007 LIMIT $1",
        );
        let rows = rows.bind(CLOCKS_LOOKED_AT as i64).fetch_all(&self.pool).await?;
        for row in &rows {
            let id: i64 = row.try_get("id")?;
            let (plies, outcome): (i64, Option<String>) = (row.try_get("plies")?, row.try_get("outcome")?);
            // It was the loser's turn; an aborted game waits for its first or second move.
            let second = outcome.map_or(plies == 1, |outcome| outcome == "1-0");
            let name = if second { ("player2", "left2") } else { ("player1", "left1") };
            let (player, left): (i64, i64) = (row.try_get(name.0)?, row.try_get(name.1)?);
            let (since, ended): (i64, i64) = (row.try_get("since")?, row.try_get("changed_at")?);
            let pauses: &str = row.try_get("pauses")?;
            let calendar = Rows::of(&self.pool, player).await?;
            let ran = calendar.ran(pauses, since, ended);
            if (ran - left).abs() > calendar.about(since, ended) {
                self.break_law(format!("game {id}: the clock of {player} ran for {ran} ms, and there were {left}"));
            }
            if calendar.stands(pauses, ended - 1) && calendar.stands(pauses, ended) {
                self.break_law(format!("game {id}: the time of {player} was over while the clock stood still"));
            }
        }
        Ok(rows.len())
    }

    /// The ratings equal a recomputation from the rated games with a result; all other games changed nothing. Returns
    /// the number of rated games.
    async fn ratings_follow_from_the_records(&mut self) -> Result<i64, Box<dyn Error>> {
        let strange: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM matches WHERE
                (SELECT COUNT(*) FROM rating_changes WHERE rating_changes.match = matches.id)
                != IIF(rated = 1 AND outcome IS NOT NULL, (level1 IS NULL) + (level2 IS NULL), 0)",
        )
        .fetch_one(&self.pool)
        .await?;
        if strange > 0 {
            self.break_law(format!("{strange} games have changed ratings that they must not, or have not"));
        }
        // In the order in which the games ended, which the timestamps alone do not determine if two are equal.
        let rows = sqlx::query(
            "SELECT game, player1, player2, level1, level2, outcome, changed_at, bounded FROM matches
             WHERE rated = 1 AND outcome IS NOT NULL
             ORDER BY changed_at, (SELECT MIN(id) FROM rating_changes WHERE rating_changes.match = matches.id)",
        )
        .fetch_all(&self.pool)
        .await?;
        let contests = rows.iter().map(contest).collect::<Result<Vec<_>, _>>()?;
        let expected = recompute(&contests);
        let kept = sqlx::query("SELECT * FROM ratings").fetch_all(&self.pool).await?;
        if kept.len() != expected.len() {
            self.break_law(format!("{} ratings are kept, and {} players were rated", kept.len(), expected.len()));
        }
        for row in &kept {
            let (game, player): (String, i64) = (row.try_get("game")?, row.try_get("player")?);
            let rating = Rating {
                value: row.try_get("rating")?,
                deviation: row.try_get("deviation")?,
                volatility: row.try_get("volatility")?,
                games: u32::try_from(row.try_get::<i64, _>("games")?)?,
                at: Millis(row.try_get("at")?),
            };
            let recomputed = expected.get(&(game.clone(), PlayerId(player.cast_unsigned())));
            if recomputed != Some(&rating) {
                self.break_law(format!("{player} at {game}: {rating:?} is kept, {recomputed:?} follows"));
            }
        }
        Ok(contests.len() as i64)
    }

    /// No player has overlapping vacations, or more vacation days than allowed.
    async fn vacations_keep_to_their_bounds(&mut self) -> Result<(), Box<dyn Error>> {
        let twice: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM vacations AS one JOIN vacations AS other ON one.player = other.player
                AND one.from_at < other.from_at AND one.until_at > other.from_at",
        )
        .fetch_one(&self.pool)
        .await?;
        if twice > 0 {
            self.break_law(format!("{twice} vacations overlap"));
        }
        let longest: Option<i64> = sqlx::query_scalar(
            "SELECT MAX(days) FROM (SELECT SUM(until_at - from_at) AS days FROM vacations GROUP BY player)",
        )
        .fetch_one(&self.pool)
        .await?;
        // Two calendar years are touched, with at most five weeks each.
        let most = 2 * 35 * 24 * 60 * 60 * 1000;
        if longest.is_some_and(|longest| longest > most) {
            self.break_law(format!("a player was away for {longest:?} ms"));
        }
        Ok(())
    }
}

/// A rated game with a result, from its row.
fn contest(row: &SqliteRow) -> Result<RatedResult, Box<dyn Error>> {
    let player = |player: &str, level: &str| -> Result<Player, Box<dyn Error>> {
        Ok(match row.try_get::<Option<i64>, _>(level)? {
            Some(level) => Player::Engine(Level::new(u8::try_from(level)?).ok_or("no level")?),
            None => Player::Person(PlayerId(row.try_get::<i64, _>(player)?.cast_unsigned())),
        })
    };
    let outcome = match row.try_get::<&str, _>("outcome")? {
        "1-0" => Outcome::Win(Seat::One),
        "0-1" => Outcome::Win(Seat::Two),
        _ => Outcome::Draw,
    };
    let players = [player("player1", "level1")?, player("player2", "level2")?];
    let (at, bounded) = (Millis(row.try_get("changed_at")?), row.try_get("bounded")?);
    Ok(RatedResult { game: row.try_get("game")?, players, outcome, at, bounded })
}
