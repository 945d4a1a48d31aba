//! One game.

use super::competitor::{Competitor, CompetitorError};
use super::limit::{Limit, Timeouts};
use super::openings::Opening;
use crate::catalog::AnyLine;
use crate::rules::record::{Record, Score};
use crate::rules::{Outcome, Seat};
use std::time::{Duration, Instant};

/// A game that is longer than this many plies is drawn.
pub const PLIES_MAX: usize = 2_000;

/// What a player has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// The moves chosen.
    pub moves: u64,
    /// The time for all of them.
    pub time: Duration,
    /// The time for the slowest.
    pub longest: Duration,
    /// The moves that took longer than allowed, by more than the margin.
    pub late: u64,
}

impl Spent {
    fn add(&mut self, took: Duration, limit: Limit, margin: Duration) {
        self.moves += 1;
        self.time += took;
        self.longest = self.longest.max(took);
        self.late += u64::from(matches!(limit, Limit::Time(time) if took > time + margin));
    }

    /// Both together.
    pub fn and(self, other: Spent) -> Spent {
        Spent {
            moves: self.moves + other.moves,
            time: self.time + other.time,
            longest: self.longest.max(other.longest),
            late: self.late + other.late,
        }
    }
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Who won.
    pub outcome: Outcome,
    /// Why, in a word or two: the rules' reason, or what a player did wrong.
    pub reason: &'static str,
    /// Who lost by a fault, and which.
    pub fault: Option<(Seat, String)>,
    /// The moves, those of the opening included.
    pub record: Record,
    /// What the seats have spent.
    pub spent: [Spent; 2],
}

/// Plays one game from an opening. Whoever has no legal move to offer loses.
///
/// # Errors
/// The seat whose player cannot begin, and why.
pub fn play(
    opening: &Opening,
    mut players: [(&mut Box<dyn Competitor>, Limit); 2],
    patience: Timeouts,
    seed: u64,
) -> Result<Finished, (Seat, CompetitorError)> {
    let mut line = opening.line();
    for (seat, (player, _)) in Seat::BOTH.into_iter().zip(&mut players) {
        player.begin(line.as_ref(), seed ^ seat.index() as u64).map_err(|failure| (seat, failure))?;
    }
    let mut spent = [Spent::default(); 2];
    loop {
        if let Some(ending) = line.ending() {
            return Ok(finish(line.as_ref(), ending.outcome, ending.reason.0, None, spent));
        }
        if line.ply() >= PLIES_MAX {
            return Ok(finish(line.as_ref(), Outcome::Draw, "length", None, spent));
        }
        let seat = line.seat();
        let (player, limit) = &mut players[seat.index()];
        let begun = Instant::now();
        let chosen = player.choose(line.as_ref(), *limit);
        spent[seat.index()].add(begun.elapsed(), *limit, patience.margin);
        let fault = match chosen {
            Err(failure) => Some((failure.word(), failure.to_string())),
            Ok(text) => line.play(&text).err().map(|refused| {
                ("illegal move", format!("{} is refused: {refused}", crate::rules::notation::quote(&text)))
            }),
        };
        if let Some((word, sentence)) = fault {
            return Ok(finish(line.as_ref(), Outcome::Win(!seat), word, Some((seat, sentence)), spent));
        }
    }
}

fn finish(
    line: &dyn AnyLine,
    outcome: Outcome,
    reason: &'static str,
    fault: Option<(Seat, String)>,
    spent: [Spent; 2],
) -> Finished {
    let mut record = line.record();
    record.score = Score::Over(outcome);
    record.set_header("Reason", fault.as_ref().map_or(reason.to_owned(), |(_, sentence)| sentence.clone()));
    Finished { outcome, reason, fault, record, spent }
}
