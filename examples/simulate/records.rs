//! The history of each game, from its moves and the posts about it, and the invariants on it.

use super::chat::{Message, NotificationKind, refuses};
use super::clocks::{CalendarRows, control};
use super::people::Person;
use super::year::START;
use serde_json::Value;
use sqlx::Row;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use std::collections::{HashMap, HashSet};
use std::error::Error;
use tablero::db::{SqlStorage, move_list};
use tablero::service::MatchId;
use tablero::service::MatchQueries;

/// Longer than anyone's quiet hours, in milliseconds: a player whose turn lasts longer has been notified.
const NOTIFIED_WITHIN_MS: i64 = 12 * 60 * 60 * 1000;
/// A turn shorter than this may be over before a notification is possible, in milliseconds.
const SHORT_MS: i64 = 60 * 60 * 1000;
/// How far the clock may go back after a kill, in milliseconds.
const REPLAYED_MS: i64 = 60 * 1000;

/// A board post.
struct Board {
    post: i64,
    ply: usize,
    since: Option<usize>,
    ended: bool,
}

/// A game.
pub struct Record {
    /// The game's id.
    pub id: i64,
    players: [i64; 2],
    status: String,
    control: String,
    pauses: String,
    started: i64,
    ended: i64,
    left: [i64; 2],
    muted: [bool; 2],
    /// The seat and the time of each move.
    moves: Vec<(usize, i64)>,
    /// The seat to move at the end.
    last: usize,
    boards: Vec<Board>,
    /// The automatic vacations that started because of this game: when, and for which player.
    automatic_vacations: Vec<(i64, i64)>,
}

/// People's preferences, and the instant from which they apply.
pub struct StoredPreferences(HashMap<i64, (Value, i64)>);

impl StoredPreferences {
    /// Reads the preferences, which each person sets once, on first use.
    pub async fn read(pool: &SqlitePool, seed: u64) -> Result<StoredPreferences, Box<dyn Error>> {
        let rows: Vec<(i64, String)> =
            sqlx::query_as("SELECT id, chosen FROM settings WHERE kind = 'person'").fetch_all(pool).await?;
        let mut chosen = HashMap::new();
        for (id, text) in rows {
            let since = START.plus(Person::new(seed, id.unsigned_abs()).time_to_next_waking(0)).0 + REPLAYED_MS;
            chosen.insert(id, (serde_json::from_str(&text)?, since));
        }
        Ok(StoredPreferences(chosen))
    }

    /// A person's preferences at an instant; `None` before they were set.
    fn at(&self, person: i64, at: i64) -> Option<&Value> {
        self.0.get(&person).filter(|(_, since)| *since <= at).map(|(chosen, _)| chosen)
    }
}

/// The messages about each state of each game.
pub type MessagesByState<'a> = HashMap<(i64, usize), Vec<&'a Message>>;

/// Reads all games, and the errors of those that cannot be read.
pub async fn read(pool: &SqlitePool, store: &SqlStorage) -> Result<(Vec<Record>, Vec<String>), Box<dyn Error>> {
    let (mut records, mut violations) = (Vec::new(), Vec::new());
    let mut played: HashMap<i64, Vec<i64>> = HashMap::new();
    let moves: Vec<(i64, i64)> =
        sqlx::query_as("SELECT match, played_at FROM moves ORDER BY match, ply").fetch_all(pool).await?;
    moves.into_iter().for_each(|(game, at)| played.entry(game).or_default().push(at));
    let lists: Vec<(i64, Vec<u8>)> = sqlx::query_as("SELECT match, moves FROM move_lists").fetch_all(pool).await?;
    for (game, list) in lists {
        let moves = move_list::decode(&list)?;
        played.entry(game).or_default().extend(moves.into_iter().map(|played| played.played_at));
    }
    for row in sqlx::query("SELECT * FROM matches ORDER BY id").fetch_all(pool).await? {
        let (id, plies): (i64, i64) = (row.try_get("id")?, row.try_get("plies")?);
        let found = match store.find_match(MatchId(id)).await {
            Ok(Some(found)) if found.ply() as i64 == plies => found,
            Ok(_) => {
                violations.push(format!("game {id} has not {plies} plies"));
                continue;
            }
            Err(error) => {
                violations.push(format!("game {id}: {error}"));
                continue;
            }
        };
        let (mut line, mut seats) = (found.line.copy(), Vec::new());
        let last = line.seat().index();
        while line.take_back().is_some() {
            seats.push(line.seat().index());
        }
        seats.reverse();
        let moves = seats.into_iter().zip(played.remove(&id).unwrap_or_default()).collect();
        records.push(Record::new(&row, moves, last)?);
    }
    let at: HashMap<i64, usize> = records.iter().enumerate().map(|(at, record)| (record.id, at)).collect();
    let posts =
        sqlx::query("SELECT id, created_at, post FROM outbox WHERE post ->> 'post' IN ('board', 'rescue') ORDER BY id");
    for row in posts.fetch_all(pool).await? {
        let post: Value = serde_json::from_str(row.try_get("post")?)?;
        let Some(record) = post["game"].as_i64().and_then(|game| records.get_mut(*at.get(&game)?)) else { continue };
        let ply = |key: &str| post[key].as_u64().map(|ply| ply as usize);
        if post["post"] == "rescue" {
            record.automatic_vacations.push((row.try_get("created_at")?, post["person"].as_i64().unwrap_or_default()));
        } else {
            let (ply, since) = (ply("ply").unwrap_or_default(), ply("since"));
            record.boards.push(Board { post: row.try_get("id")?, ply, since, ended: post["ended"] == true });
        }
    }
    Ok((records, violations))
}

impl Record {
    fn new(row: &SqliteRow, moves: Vec<(usize, i64)>, last: usize) -> Result<Record, Box<dyn Error>> {
        Ok(Record {
            id: row.try_get("id")?,
            players: [row.try_get("player1")?, row.try_get("player2")?],
            status: row.try_get("status")?,
            control: row.try_get("control")?,
            pauses: row.try_get("pauses")?,
            started: row.try_get("started_at")?,
            ended: row.try_get("changed_at")?,
            left: [row.try_get("left1")?, row.try_get("left2")?],
            muted: [row.try_get("muted1")?, row.try_get("muted2")?],
            moves,
            last,
            boards: Vec::new(),
            automatic_vacations: Vec::new(),
        })
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Whether a move was taken back: then the moves do not show all turns.
    fn had_take_back(&self) -> bool {
        self.boards.iter().skip(1).any(|board| board.since.is_none() && !board.ended)
    }

    /// The beginning and end of the turn after this many plies.
    fn turn(&self, ply: usize) -> (i64, i64) {
        let began = ply.checked_sub(1).map_or(self.started, |before| self.moves[before].1);
        (began, self.moves.get(ply).map_or(self.ended, |(_, at)| *at))
    }

    /// The seat to move after this many plies.
    fn seat(&self, ply: usize) -> usize {
        self.moves.get(ply).map_or(self.last, |(seat, _)| *seat)
    }

    /// Each board continues from the previous one, or goes back, and the last one shows the end of the game: none is
    /// missing and none is duplicated. All of them were posted, except for those of moves taken back before.
    pub fn boards_are_consecutive(&self, posted: &HashSet<i64>) -> Option<String> {
        let (mut at, mut expires_at) = (None, false);
        for board in &self.boards {
            let follows = match (at, board.since) {
                _ if expires_at => false,
                (None, since) => board.ply == 0 && since.is_none() && !board.ended,
                (Some(at), Some(since)) => since == at && board.ply > at,
                (Some(at), None) if board.ended => board.ply == at,
                (Some(at), None) => board.ply < at,
            };
            if !follows {
                return Some(format!("game {}: a board of ply {} came after that of {at:?}", self.id, board.ply));
            }
            (at, expires_at) = (Some(board.ply), board.ended);
        }
        if (at, expires_at) != (Some(self.plies()), true) {
            return Some(format!("game {}: {} plies, and the last board is of {at:?}", self.id, self.plies()));
        }
        let must = |board: &&Board| board.ended || !self.had_take_back();
        let missing = self.boards.iter().filter(must).find(|board| !posted.contains(&board.post));
        missing.map(|board| format!("game {}: the board of ply {} was not posted", self.id, board.ply))
    }

    /// A player whose turn lasted was notified in the way they had chosen; a player who had turned notifications off
    /// was not.
    pub fn turns_were_notified(&self, delivered: &MessagesByState<'_>, chosen: &StoredPreferences) -> Vec<String> {
        let is_over = self.status.starts_with("rules");
        let turns = if self.had_take_back() { 0..0 } else { 0..self.plies() + usize::from(!is_over) };
        let violation = |ply: usize| -> Option<String> {
            let (seat, (began, ended)) = (self.seat(ply), self.turn(ply));
            let same = ply.checked_sub(1).is_some_and(|before| self.seat(before) == seat);
            let person = self.players[seat];
            let chosen = chosen.at(person, began)?;
            let messages = delivered.get(&(self.id, ply)).into_iter().flatten();
            let mut notifications = messages.filter(|message| {
                message.kind == NotificationKind::Turn && message.notified.contains(&person.cast_unsigned())
            });
            let what = match chosen["pings"].as_str()? {
                "direct" if !refuses(person.cast_unsigned()) => {
                    let was_notified = notifications.any(|kind| kind.direct);
                    (ended - began >= NOTIFIED_WITHIN_MS && !same && !was_notified).then_some("was not written to")
                }
                "thread" | "direct" => {
                    let was_notified = notifications.any(|kind| !kind.direct);
                    (ended - began >= NOTIFIED_WITHIN_MS && !same && !was_notified).then_some("was not pinged")
                }
                _ => notifications.next().map(|_| "was called, and wants to hear nothing"),
            };
            what.map(|what| format!("game {}, ply {ply}: {person} {what}", self.id))
        };
        turns.filter_map(violation).collect()
    }

    /// A player who lost on time had been reminded as often as they had chosen.
    pub fn timeouts_were_reminded(
        &self,
        delivered: &MessagesByState<'_>,
        chosen: &StoredPreferences,
    ) -> Option<String> {
        let (ply, seat) = (self.plies(), self.last);
        let is_late = ["timeout", "aborted"].contains(&self.status.as_str());
        if !is_late || self.had_take_back() || self.muted[seat] || self.left[seat] < SHORT_MS {
            return None;
        }
        let person = self.players[seat];
        let chosen = chosen.at(person, self.turn(ply).0)?;
        let wanted = match chosen["pings"].as_str()? {
            "thread" | "direct" => chosen["reminders"].as_array()?.len(),
            _ => 0,
        };
        let messages = delivered.get(&(self.id, ply)).into_iter().flatten();
        let reminders = messages.filter(|message| {
            message.kind == NotificationKind::Reminder && message.notified.contains(&person.cast_unsigned())
        });
        let times = reminders.count();
        (times != wanted).then(|| {
            format!("game {}: {person} was reminded {times} times of {wanted} before the time was over", self.id)
        })
    }

    /// No turn is saved by two automatic vacations.
    pub fn one_automatic_vacation_per_turn(&self) -> Option<String> {
        let turn = |at: i64| self.moves.iter().filter(|(_, played)| *played <= at).count();
        let mut saved = HashSet::new();
        let twice = self.automatic_vacations.iter().find(|(at, person)| !saved.insert((turn(*at), *person)));
        let (at, person) = twice.filter(|_| !self.had_take_back())?;
        Some(format!("game {}: a second vacation of {person} began in one turn, at {at}", self.id))
    }

    /// No player has moved after their time had run out, and the clocks show the remaining time, counted move by move.
    pub async fn clocks_are_right(&self, pool: &SqlitePool) -> Result<Option<String>, Box<dyn Error>> {
        let Some((start, increment, cap)) = control(&self.control).filter(|_| !self.had_take_back()) else {
            return Ok(None);
        };
        let days = self.control.ends_with('d');
        let calendars =
            [CalendarRows::of(pool, self.players[0]).await?, CalendarRows::of(pool, self.players[1]).await?];
        let (mut left, mut tolerance, mut began) = ([start; 2], [0; 2], self.started);
        for (ply, (seat, at)) in self.moves.iter().enumerate() {
            let (seat, calendar) = (*seat, &calendars[*seat]);
            tolerance[seat] += calendar.tolerance(began, *at);
            left[seat] -= calendar.ran(&self.pauses, began, *at);
            if left[seat] < -tolerance[seat] {
                let late = -left[seat] / 60_000;
                return Ok(Some(format!("game {}: move {ply} came {late} minutes too late", self.id)));
            }
            (left[seat], tolerance[seat]) =
                if days { (start, 0) } else { ((left[seat].max(0) + increment).min(cap), tolerance[seat]) };
            began = *at;
        }
        let wrong = (0..2).find(|seat| (left[*seat] - self.left[*seat]).abs() > tolerance[*seat]);
        Ok(wrong.map(|seat| {
            let [counted, stored] = [left, self.left].map(|left| left[seat] / 60_000);
            format!("game {}: {counted} minutes were left for seat {seat}, and {stored} are kept", self.id)
        }))
    }
}
