//! The laws, checked against the database and against what was said, by other means than those that kept them.

use super::Plan;
use super::chat::{self, Call};
use super::year::DATABASE;
use serde_json::json;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqliteRow};
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::path::Path;
use std::time::Instant;
use tablero::play::contest::recompute;
use tablero::play::{
    Calendar, Contest, Habit, Keep, Level, MatchId, Millis, Pauses, Player, PlayerId, Post, Rating, Sleep, Span,
    Vacation,
};
use tablero::rules::{Outcome, Seat};
use tablero::store::Store;

/// What came of the year.
pub struct Report {
    /// What was counted.
    pub json: serde_json::Value,
    /// Which laws are broken, and how.
    pub broken: Vec<String>,
}

/// Of how many games that ended on time the clocks are looked at minute by minute.
const CLOCKS_LOOKED_AT: usize = 400;
/// The step of that look, in milliseconds.
const LOOK_MS: i64 = 60 * 1000;

struct Laws {
    pool: SqlitePool,
    broken: Vec<String>,
}

/// Checks everything.
pub async fn check(plan: &Plan, folder: &Path, kills: u32, begun: Instant) -> Result<Report, Box<dyn Error>> {
    let options = SqliteConnectOptions::new().filename(folder.join(DATABASE)).read_only(true);
    let pool = SqlitePool::connect_with(options).await?;
    let mut laws = Laws { pool, broken: Vec::new() };
    let ended = laws.every_game_has_ended().await?;
    let moves = laws.every_game_is_whole(folder).await?;
    let (said, again) = chat::read(folder)?;
    laws.everything_was_said_once(&said).await?;
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
        // The first ones tell enough.
        if self.broken.len() < 50 {
            self.broken.push(what);
        }
    }

    /// Every game has ended for a stated reason. Returns how many for which.
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

    /// Every game can be replayed, and what lists show of it is true. Returns how many moves were played.
    async fn every_game_is_whole(&mut self, folder: &Path) -> Result<usize, Box<dyn Error>> {
        let store = Store::open(&folder.join(DATABASE)).await?;
        let rows: Vec<(i64, i64)> = sqlx::query_as("SELECT id, plies FROM matches").fetch_all(&self.pool).await?;
        let mut moves = 0;
        for (id, plies) in rows {
            match store.find_match(MatchId(id)).await {
                Ok(Some(found)) if found.ply() as i64 == plies => moves += found.ply(),
                Ok(_) => self.break_law(format!("game {id} has not {plies} plies")),
                Err(error) => self.break_law(format!("game {id}: {error}")),
            }
        }
        store.close().await;
        Ok(moves)
    }

    /// Everything that had to be said was, and each board of each state of a game once.
    async fn everything_was_said_once(&mut self, said: &[chat::Message]) -> Result<(), Box<dyn Error>> {
        let left: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL OR delivered_at IS NULL")
                .fetch_one(&self.pool)
                .await?;
        if left > 0 {
            self.break_law(format!("{left} posts were not delivered"));
        }
        // A message's nonce begins with the number of its post.
        let mut times: HashMap<&str, usize> = HashMap::new();
        for message in said {
            let post = message.nonce.split('-').next().unwrap_or_default();
            *times.entry(post).or_default() += 1;
        }
        for (post, times) in times.iter().filter(|(_, times)| **times > 1) {
            self.break_law(format!("post {post} is {times} messages"));
        }
        let rows = sqlx::query("SELECT id, post FROM outbox").fetch_all(&self.pool).await?;
        for row in rows {
            let (id, text): (i64, String) = (row.try_get("id")?, row.try_get("post")?);
            let post: Post = serde_json::from_str(&text)?;
            // Others may have become untrue before they were said.
            let must = matches!(post, Post::Board { ended: true, .. });
            if must && !times.contains_key(id.to_string().as_str()) {
                self.break_law(format!("nobody was told how game {:?} ended", post.game()));
            }
        }
        Ok(())
    }

    /// Nobody is called twice for one turn. A turn that comes again after a take-back is another one; each has a board.
    /// Returns how many calls, reminders and questions there were.
    async fn nobody_was_called_twice(&mut self, said: &[chat::Message]) -> Result<[usize; 3], Box<dyn Error>> {
        let mut turns: HashMap<(i64, usize), usize> = HashMap::new();
        let rows = sqlx::query("SELECT post FROM outbox WHERE match IS NOT NULL").fetch_all(&self.pool).await?;
        for row in rows {
            let text: String = row.try_get("post")?;
            if let Post::Board { game, ply, .. } = serde_json::from_str(&text)? {
                *turns.entry((game.0, ply)).or_default() += 1;
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
                // Nobody has chosen more than three reminders a turn.
                Call::Reminder => (3 * turns, "reminded"),
                // The opponent may ask for a draw and for a move, each once before somebody moves.
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

    /// The whole calendar of a person, read from the tables.
    async fn calendar(&self, player: i64) -> Result<Calendar, Box<dyn Error>> {
        let rows = sqlx::query("SELECT * FROM habits WHERE player = $1 ORDER BY from_at").bind(player);
        let mut habits = Vec::new();
        for row in rows.fetch_all(&self.pool).await? {
            let minutes: (Option<i64>, Option<i64>) = (row.try_get("sleep_from")?, row.try_get("sleep_until")?);
            let sleep = minutes.0.zip(minutes.1).and_then(|(from, until)| Sleep::new(from as u16, until as u16));
            habits.push(Habit {
                from_at: Millis(row.try_get("from_at")?),
                zone: row.try_get("zone")?,
                sleep,
                weekend: row.try_get("weekend")?,
            });
        }
        let span = |from, until| Span { from: Millis(from), until: Millis(until) };
        let vacations: Vec<(i64, i64, bool)> =
            sqlx::query_as("SELECT from_at, until_at, saved FROM vacations WHERE player = $1")
                .bind(player)
                .fetch_all(&self.pool)
                .await?;
        let outages: Vec<(i64, i64)> =
            sqlx::query_as("SELECT from_at, until_at FROM outages").fetch_all(&self.pool).await?;
        Ok(Calendar {
            habits,
            vacations: vacations.into_iter().map(|(f, u, saved)| Vacation { span: span(f, u), saved }).collect(),
            outages: outages.into_iter().map(|(from, until)| span(from, until)).collect(),
        })
    }

    /// No clock runs while it is paused, and none is stopped too early: of games that ended on time, the minutes in which
    /// the clock ran are counted one by one. Returns of how many.
    async fn no_clock_ran_while_it_stood_still(&mut self) -> Result<usize, Box<dyn Error>> {
        let rows = sqlx::query(
            "SELECT * FROM matches WHERE status IN ('timeout', 'aborted') ORDER BY (id * 7919) % 10007 LIMIT $1",
        );
        let rows = rows.bind(CLOCKS_LOOKED_AT as i64).fetch_all(&self.pool).await?;
        for row in &rows {
            let id: i64 = row.try_get("id")?;
            let (plies, outcome): (i64, Option<String>) = (row.try_get("plies")?, row.try_get("outcome")?);
            // Who lost had the turn; an aborted game waits for its first or its second move.
            let second = outcome.map_or(plies == 1, |outcome| outcome == "1-0");
            let name = if second { ("player2", "left2") } else { ("player1", "left1") };
            let (player, left): (i64, i64) = (row.try_get(name.0)?, row.try_get(name.1)?);
            let (since, ended): (i64, i64) = (row.try_get("since")?, row.try_get("changed_at")?);
            let pauses: String = row.try_get("pauses")?;
            let pauses = Pauses::from_word(&pauses).ok_or("no pauses")?;
            let calendar = self.calendar(player).await?;
            let ran = ran(&calendar, pauses, since, ended);
            // Stops begin and end on minutes but for vacations and outages, each of which may cost one.
            let about = LOOK_MS * (2 + 2 * (calendar.vacations.len() + calendar.outages.len()) as i64);
            if (ran - left).abs() > about {
                self.break_law(format!("game {id}: the clock of {player} ran for {ran} ms, and there were {left}"));
            }
            let stands = calendar.is_stopped(pauses, Millis(ended - 1)) && calendar.is_stopped(pauses, Millis(ended));
            if stands {
                self.break_law(format!("game {id}: the time of {player} was over while the clock stood still"));
            }
        }
        Ok(rows.len())
    }

    /// Ratings are what a recomputation makes of the games that were rated and had a result; all others have changed
    /// nothing. Returns how many games were rated.
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
        // In the order in which they ended, of which the instants alone say too little when two are the same.
        let rows = sqlx::query(
            "SELECT game, player1, player2, level1, level2, outcome, changed_at FROM matches
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

    /// Nobody has two vacations at once, nor more than there are days.
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
        // Two calendar years are touched, of five weeks each at most.
        let most = 2 * 35 * 24 * 60 * 60 * 1000;
        if longest.is_some_and(|longest| longest > most) {
            self.break_law(format!("somebody was away for {longest:?} ms"));
        }
        Ok(())
    }
}

/// A rated game with a result, from its row.
fn contest(row: &SqliteRow) -> Result<Contest, Box<dyn Error>> {
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
    Ok(Contest { game: row.try_get("game")?, players, outcome, at: Millis(row.try_get("changed_at")?) })
}

/// How long the clock ran from one instant to another, found by looking every minute.
fn ran(calendar: &Calendar, pauses: Pauses, from: i64, to: i64) -> i64 {
    let looks = (from..to).step_by(LOOK_MS.unsigned_abs() as usize);
    looks.filter(|at| !calendar.is_stopped(pauses, Millis(*at))).count() as i64 * LOOK_MS
}
