//! The invariants, checked against the database and the delivered messages by independent means.

use super::Arguments;
use super::chat::{self, NotificationKind};
use super::checks;
use super::clocks::CalendarRows;
use super::records::{self, MessagesByState, Record, StoredPreferences};
use super::year::DATABASE;
use serde_json::json;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions, SqliteRow};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::path::Path;
use std::time::Instant;
use tablero::catalog::Catalog;
use tablero::db::SqlStorage;
use tablero::rules::{Outcome, Seat};
use tablero::service::ratings::rated_result::recompute;
use tablero::service::{Level, Millis, Player, PlayerId, RatedResult, Rating};

/// The results of the year.
pub struct Report {
    /// The counts.
    pub json: serde_json::Value,
    /// The violations.
    pub violations: Vec<String>,
}

/// The number of games lost on time whose clocks are checked minute by minute at the end, and the number of games whose
/// clocks are checked move by move.
const CLOCKS_CHECKED: usize = 400;

struct Invariants {
    pool: SqlitePool,
    violations: Vec<String>,
}

/// Checks all invariants.
pub async fn check(
    arguments: &Arguments,
    folder: &Path,
    kills: u32,
    started: Instant,
) -> Result<Report, Box<dyn Error>> {
    let options = SqliteConnectOptions::new().filename(folder.join(DATABASE)).read_only(true);
    let pool = SqlitePoolOptions::new().idle_timeout(None).max_lifetime(None).connect_with(options).await?;
    let mut laws = Invariants { pool, violations: Vec::new() };
    let ended = laws.every_game_has_ended().await?;
    let records = laws.every_game_can_be_replayed(folder).await?;
    let moves: usize = records.iter().map(Record::plies).sum();
    let (delivered, duplicates) = chat::read(folder)?;
    laws.every_post_was_delivered_once(&delivered).await?;
    laws.every_turn_was_notified(&records, &delivered, &StoredPreferences::read(&laws.pool, arguments.seed).await?);
    laws.every_clock_shows_what_is_left(&records).await?;
    checks::found(folder).into_iter().for_each(|what| laws.report_violation(what));
    let [pings, reminders, questions] = laws.no_turn_was_notified_twice(&delivered).await?;
    let clocks_checked = laws.paused_clocks_did_not_run().await?;
    let rated = laws.ratings_follow_from_the_records().await?;
    laws.vacations_keep_to_their_bounds().await?;
    let outages: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM outages").fetch_one(&laws.pool).await?;
    let vacations: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM vacations").fetch_one(&laws.pool).await?;
    let automatic_vacations: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM vacations WHERE saved = 1").fetch_one(&laws.pool).await?;
    let exchanges: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'board' AND post ->> 'ply' - post ->> 'since' > 1",
    )
    .fetch_one(&laws.pool)
    .await?;
    let games: i64 = ended.values().sum();
    if games.unsigned_abs() != arguments.games {
        laws.violations.push(format!("{games} games were played and not {}", arguments.games));
    }
    let json = json!({
        "seed": arguments.seed,
        "players": arguments.players,
        "games": games,
        "ended": ended,
        "moves": moves,
        "exchanges": exchanges,
        "messages": delivered.len(),
        "said_again": duplicates,
        "pings": pings,
        "reminders": reminders,
        "questions": questions,
        "outages": outages,
        "vacations": vacations,
        "rescues": automatic_vacations,
        "rated": rated,
        "clocks_looked_at": clocks_checked,
        "kills": kills,
        "broken": laws.violations.len(),
        "seconds": started.elapsed().as_secs(),
    });
    Ok(Report { json, violations: laws.violations })
}

impl Invariants {
    fn report_violation(&mut self, what: String) {
        // The first violations are enough for a diagnosis.
        if self.violations.len() < 50 {
            self.violations.push(what);
        }
    }

    /// Every game has ended for a recorded reason. Returns the number of games by reason.
    async fn every_game_has_ended(&mut self) -> Result<BTreeMap<String, i64>, Box<dyn Error>> {
        let rows: Vec<(String, i64)> =
            sqlx::query_as("SELECT status, COUNT(*) FROM matches GROUP BY status").fetch_all(&self.pool).await?;
        let running = rows.iter().find(|(status, _)| status == "running");
        if let Some((_, count)) = running {
            self.report_violation(format!("{count} games are still running"));
        }
        let checks: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM alarms WHERE kind = 'match'").fetch_one(&self.pool).await?;
        if checks > 0 {
            self.report_violation(format!("{checks} games that are over have alarms"));
        }
        let conditional_moves: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM plans").fetch_one(&self.pool).await?;
        if conditional_moves > 0 {
            self.report_violation(format!("{conditional_moves} plans are left of games that are over"));
        }
        Ok(rows.into_iter().collect())
    }

    /// Every game can be replayed, and lists show it correctly. Returns all games.
    async fn every_game_can_be_replayed(&mut self, folder: &Path) -> Result<Vec<Record>, Box<dyn Error>> {
        let store = SqlStorage::open_file(&folder.join(DATABASE)).await?;
        let (records, violations) = records::read(&self.pool, &store).await?;
        violations.into_iter().for_each(|what| self.report_violation(what));
        store.close().await;
        Ok(records)
    }

    /// No message is left in the outbox, and none was delivered twice.
    async fn every_post_was_delivered_once(&mut self, delivered: &[chat::Message]) -> Result<(), Box<dyn Error>> {
        let left: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL OR delivered_at IS NULL")
                .fetch_one(&self.pool)
                .await?;
        if left > 0 {
            self.report_violation(format!("{left} posts were not delivered"));
        }
        // A message's nonce starts with the id of its post.
        let mut times: HashMap<&str, usize> = HashMap::new();
        for message in delivered {
            let post = message.nonce.split('-').next().unwrap_or_default();
            *times.entry(post).or_default() += 1;
        }
        for (post, times) in times.iter().filter(|(_, times)| **times > 1) {
            self.report_violation(format!("post {post} is {times} messages"));
        }
        Ok(())
    }

    /// Each state of a game had one board, the player to move was notified, the player who lost on time had been
    /// reminded, and no turn was saved twice.
    fn every_turn_was_notified(&mut self, records: &[Record], delivered: &[chat::Message], chosen: &StoredPreferences) {
        let post = |message: &chat::Message| message.nonce.split('-').next().and_then(|post| post.parse().ok());
        let posted: HashSet<i64> = delivered.iter().filter_map(post).collect();
        let mut about: MessagesByState<'_> = HashMap::new();
        for message in delivered {
            if let Some(state) = message.about {
                about.entry(state).or_default().push(message);
            }
        }
        for record in records {
            record.boards_are_consecutive(&posted).into_iter().for_each(|what| self.report_violation(what));
            record.turns_were_notified(&about, chosen).into_iter().for_each(|what| self.report_violation(what));
            record.timeouts_were_reminded(&about, chosen).into_iter().for_each(|what| self.report_violation(what));
            record.one_automatic_vacation_per_turn().into_iter().for_each(|what| self.report_violation(what));
        }
    }

    /// No player moved after their time had run out, and every clock shows the remaining time.
    async fn every_clock_shows_what_is_left(&mut self, records: &[Record]) -> Result<(), Box<dyn Error>> {
        let step = records.len().div_ceil(CLOCKS_CHECKED).max(1);
        for record in records.iter().step_by(step) {
            if let Some(what) = record.clocks_are_right(&self.pool).await? {
                self.report_violation(what);
            }
        }
        Ok(())
    }

    /// No player is notified twice of one turn. A turn that recurs after a take-back is a new turn with its own board.
    /// Returns the numbers of turn notifications, reminders and questions.
    async fn no_turn_was_notified_twice(&mut self, delivered: &[chat::Message]) -> Result<[usize; 3], Box<dyn Error>> {
        let mut turns: HashMap<(i64, usize), usize> = HashMap::new();
        let rows = sqlx::query("SELECT post FROM outbox WHERE person IS NULL AND subject_kind = 'match'")
            .fetch_all(&self.pool)
            .await?;
        for row in rows {
            let post: serde_json::Value = serde_json::from_str(row.try_get("post")?)?;
            if let (true, Some(game), Some(ply)) =
                (post["post"] == "board", post["game"].as_i64(), post["ply"].as_u64())
            {
                *turns.entry((game, ply as usize)).or_default() += 1;
            }
        }
        let mut notifications: HashMap<(i64, usize, u64, NotificationKind), usize> = HashMap::new();
        for message in delivered {
            let Some((game, ply)) = message.about else { continue };
            for person in &message.notified {
                *notifications.entry((game, ply, *person, message.kind)).or_default() += 1;
            }
        }
        let (mut pings, mut reminders, mut questions) = (0, 0, 0);
        for ((game, ply, person, kind), times) in &notifications {
            let turns = turns.get(&(*game, *ply)).copied().unwrap_or_default();
            let (most, what) = match kind {
                NotificationKind::Turn => (turns, "called"),
                // No player has chosen more than three reminders a turn.
                NotificationKind::Reminder => (3 * turns, "reminded"),
                // The opponent may ask for a draw and for a take-back, each once before the next move.
                NotificationKind::Question => (2 * turns, "asked"),
            };
            *match kind {
                NotificationKind::Turn => &mut pings,
                NotificationKind::Reminder => &mut reminders,
                NotificationKind::Question => &mut questions,
            } += times;
            if *times > most {
                self.report_violation(format!("{person} was {what} {times} times in game {game}, ply {ply}"));
            }
        }
        Ok([pings, reminders, questions])
    }

    /// No clock runs while it is paused, and none stops too early: for games lost on time, the minutes in which the
    /// clock ran are counted one by one. Returns the number of games checked.
    async fn paused_clocks_did_not_run(&mut self) -> Result<usize, Box<dyn Error>> {
        let rows = sqlx::query(
            "SELECT * FROM matches WHERE status IN ('timeout', 'aborted') ORDER BY (id * 7919) % 10007 LIMIT $1",
        );
        let rows = rows.bind(CLOCKS_CHECKED as i64).fetch_all(&self.pool).await?;
        for row in &rows {
            let id: i64 = row.try_get("id")?;
            let (plies, outcome): (i64, Option<String>) = (row.try_get("plies")?, row.try_get("outcome")?);
            // It was the loser's turn; an aborted game waits for its first or second move.
            let second = outcome.map_or(plies == 1, |outcome| outcome == "1-0");
            let name = if second { ("player2", "left2") } else { ("player1", "left1") };
            let (player, left): (i64, i64) = (row.try_get(name.0)?, row.try_get(name.1)?);
            let (since, ended): (i64, i64) = (row.try_get("since")?, row.try_get("changed_at")?);
            let pauses: &str = row.try_get("pauses")?;
            let calendar = CalendarRows::of(&self.pool, player).await?;
            let ran = calendar.ran(pauses, since, ended);
            if (ran - left).abs() > calendar.tolerance(since, ended) {
                self.report_violation(format!(
                    "game {id}: the clock of {player} ran for {ran} ms, and there were {left}"
                ));
            }
            if calendar.is_paused(pauses, ended - 1) && calendar.is_paused(pauses, ended) {
                self.report_violation(format!("game {id}: the time of {player} was over while the clock stood still"));
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
            self.report_violation(format!("{strange} games have changed ratings that they must not, or have not"));
        }
        // In the order in which the games ended, which the timestamps alone do not determine if two are equal.
        let rows = sqlx::query(
            "SELECT game, player1, player2, level1, level2, outcome, changed_at FROM matches
             WHERE rated = 1 AND outcome IS NOT NULL
             ORDER BY changed_at, (SELECT MIN(id) FROM rating_changes WHERE rating_changes.match = matches.id)",
        )
        .fetch_all(&self.pool)
        .await?;
        let results = rows.iter().map(rated_result).collect::<Result<Vec<_>, _>>()?;
        let expected = recompute(&results);
        let stored = sqlx::query("SELECT * FROM ratings").fetch_all(&self.pool).await?;
        if stored.len() != expected.len() {
            self.report_violation(format!(
                "{} ratings are kept, and {} players were rated",
                stored.len(),
                expected.len()
            ));
        }
        for row in &stored {
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
                self.report_violation(format!("{player} at {game}: {rating:?} is kept, {recomputed:?} follows"));
            }
        }
        Ok(results.len() as i64)
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
            self.report_violation(format!("{twice} vacations overlap"));
        }
        let longest: Option<i64> = sqlx::query_scalar(
            "SELECT MAX(days) FROM (SELECT SUM(until_at - from_at) AS days FROM vacations GROUP BY player)",
        )
        .fetch_one(&self.pool)
        .await?;
        // Two calendar years are touched, with at most five weeks each.
        let most = 2 * 35 * 24 * 60 * 60 * 1000;
        if longest.is_some_and(|longest| longest > most) {
            self.report_violation(format!("a player was away for {longest:?} ms"));
        }
        Ok(())
    }
}

/// A rated game with a result, from its row.
fn rated_result(row: &SqliteRow) -> Result<RatedResult, Box<dyn Error>> {
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
    let at = Millis(row.try_get("changed_at")?);
    let game = Catalog::standard().game(row.try_get("game")?).ok_or("no game")?;
    Ok(RatedResult { game, players, outcome, at })
}
