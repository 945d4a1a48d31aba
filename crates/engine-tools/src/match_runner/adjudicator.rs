//! Plays a single game.

use super::competitor::{Competitor, CompetitorError};
use super::limit::{Limit, Timeouts};
use super::openings::Opening;
use std::time::{Duration, Instant};
use tablero_games::catalog::AnyLine;
use tablero_games::rules::record::{GameResult, Record};
use tablero_games::rules::{Outcome, Seat};

/// The maximum length of a game in plies; after that it is a draw.
pub const PLIES_MAX: usize = 2_000;

/// The time that a player used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUsed {
    /// The number of moves.
    pub moves: u64,
    /// The total time.
    pub time: Duration,
    /// The time of the slowest move.
    pub longest: Duration,
    /// The number of moves that exceeded their time by more than the margin.
    pub late: u64,
}

impl TimeUsed {
    fn add(&mut self, took: Duration, limit: Limit, margin: Duration) {
        self.moves += 1;
        self.time += took;
        self.longest = self.longest.max(took);
        self.late += u64::from(matches!(limit, Limit::Time(time) if took > time + margin));
    }

    /// The sum of both.
    pub fn and(self, other: TimeUsed) -> TimeUsed {
        TimeUsed {
            moves: self.moves + other.moves,
            time: self.time + other.time,
            longest: self.longest.max(other.longest),
            late: self.late + other.late,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The outcome.
    pub outcome: Outcome,
    /// The reason in a word or two: the one given by the rules, or the fault of a player.
    pub reason: &'static str,
    /// The seat that lost by a fault, and a description of the fault.
    pub fault: Option<(Seat, String)>,
    /// The record, including the moves of the opening.
    pub record: Record,
    /// The time used by each seat.
    pub time_used: [TimeUsed; 2],
}

/// Plays one game from an opening. A player that does not offer a legal move loses.
///
/// # Errors
/// The seat whose player cannot begin, and why.
pub fn play(
    opening: &Opening,
    mut players: [(&mut Box<dyn Competitor>, Limit); 2],
    timeouts: Timeouts,
    seed: u64,
) -> Result<Finished, (Seat, CompetitorError)> {
    let mut line = opening.line();
    for (seat, (player, _)) in Seat::BOTH.into_iter().zip(&mut players) {
        player.begin(line.as_ref(), seed ^ seat.index() as u64).map_err(|failure| (seat, failure))?;
    }
    let mut time_used = [TimeUsed::default(); 2];
    loop {
        if let Some(ending) = line.ending() {
            return Ok(finish(line.as_ref(), ending.outcome, ending.reason.0, None, time_used));
        }
        if line.ply() >= PLIES_MAX {
            return Ok(finish(line.as_ref(), Outcome::Draw, "length", None, time_used));
        }
        let seat = line.seat();
        let (player, limit) = &mut players[seat.index()];
        let started = Instant::now();
        let chosen = player.choose(line.as_ref(), *limit);
        time_used[seat.index()].add(started.elapsed(), *limit, timeouts.margin);
        let fault = match chosen {
            Err(failure) => Some((failure.name(), failure.to_string())),
            Ok(text) => line.play(&text).err().map(|refused| {
                ("illegal move", format!("{} is refused: {refused}", tablero_games::rules::notation::quote(&text)))
            }),
        };
        if let Some((word, sentence)) = fault {
            return Ok(finish(line.as_ref(), Outcome::Win(!seat), word, Some((seat, sentence)), time_used));
        }
    }
}

fn finish(
    line: &dyn AnyLine,
    outcome: Outcome,
    reason: &'static str,
    fault: Option<(Seat, String)>,
    time_used: [TimeUsed; 2],
) -> Finished {
    let mut record = line.record();
    record.score = GameResult::Over(outcome);
    record.set_header("Reason", fault.as_ref().map_or(reason.to_owned(), |(_, sentence)| sentence.clone()));
    Finished { outcome, reason, fault, record, time_used }
}
