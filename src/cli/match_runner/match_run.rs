//! The match: pairs of games, several at a time, until they are all played or have decided.

use super::adjudicator::{Finished, play};
use super::competitor::{Competitor, CompetitorError};
use super::limit::{Limit, Timeouts};
use super::match_score::MatchScore;
use super::openings::{Opening, OpeningError, Openings};
use super::spec::{CompetitorSpec, SpecError};
use super::statistics::{Sprt, Verdict};
use crate::catalog::AnyGame;
use crate::rules::{Chance, Seat};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// A match as it is asked for.
pub struct MatchRun {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its setup, in words; what is drawn for each opening is left out.
    pub setup: String,
    /// The two players.
    pub players: [CompetitorSpec; 2],
    /// What each of them may spend, unless it has a limit of its own.
    pub limit: Limit,
    /// How long is waited for programs.
    pub patience: Timeouts,
    /// The most games; an odd number is one more.
    pub games: usize,
    /// Where the games begin.
    pub openings: Openings,
    /// What openings and baselines are drawn from.
    pub seed: u64,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// How many games are played at a time, at least one.
    pub jobs: usize,
}

/// Why there is no match.
#[derive(Debug, thiserror::Error)]
pub enum MatchRunError {
    /// A player cannot be what it is asked to be.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// There are no openings.
    #[error("{0}")]
    Opening(#[from] OpeningError),
    /// A player does not begin a game.
    #[error("{label}: {failure}")]
    Player {
        /// Which player.
        label: String,
        /// What happened.
        failure: CompetitorError,
    },
    /// What was to be done after a pair failed.
    #[error("the games could not be kept: {0}")]
    Kept(#[from] io::Error),
}

/// A match that is over.
#[derive(Clone, Debug)]
pub struct Conclusion {
    /// Its games.
    pub tally: MatchScore,
    /// What the test decided, if there was one and it did.
    pub verdict: Option<Verdict>,
}

/// Two games from one opening, the first player in seat one and then in seat two.
pub type Pair = [Finished; 2];

impl MatchRun {
    /// Plays. After each pair `report` is shown it with the tally so far. Games that run when the test decides are
    /// played to their end and count.
    ///
    /// # Errors
    /// What cannot be played, and what `report` fails with. Programs are ended in any case.
    pub fn run(
        &self,
        mut report: impl FnMut(&Pair, &MatchScore) -> io::Result<()>,
    ) -> Result<Conclusion, MatchRunError> {
        let limits = [self.players[0].limit(self.limit)?, self.players[1].limit(self.limit)?];
        let openings = self.openings.draw(self.game, &self.setup, self.seed, self.games.div_ceil(2))?;
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (sender, pairs) = channel();
            for _ in 0..self.jobs.clamp(1, openings.len().max(1)) {
                let (sender, openings, next, stop) = (sender.clone(), &openings, &next, &stop);
                scope.spawn(move || {
                    let mut table = Table { players: [self.player(0), self.player(1)], limits };
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(opening) = openings.get(number) else { break };
                        let pair = self.play_pair(&mut table, opening, number);
                        if sender.send(pair).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut finish = Conclusion { tally: MatchScore::default(), verdict: None };
            let mut outcome = Ok(());
            for pair in pairs {
                let done = pair.and_then(|pair| {
                    finish.tally.add(&pair);
                    Ok(report(&pair, &finish.tally)?)
                });
                if finish.verdict.is_none() {
                    finish.verdict = self.sprt.and_then(|sprt| sprt.verdict(&finish.tally.pairs));
                }
                if done.is_err() || finish.verdict.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
                outcome = outcome.and(done);
            }
            outcome.map(|()| finish)
        })
    }

    fn player(&self, which: usize) -> Box<dyn Competitor> {
        self.players[which].player(self.patience)
    }

    fn play_pair(&self, table: &mut Table, opening: &Opening, number: usize) -> Result<Pair, MatchRunError> {
        // Every game has a seed of its own that does not depend on which thread plays it.
        let mut chance = Chance::new(self.seed ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let seeds = [chance.draw(), chance.draw()];
        let first = self.play_game(table, opening, Seat::One, seeds[0], 2 * number + 1)?;
        let second = self.play_game(table, opening, Seat::Two, seeds[1], 2 * number + 2)?;
        Ok([first, second])
    }

    /// One game in which the first player has this seat.
    fn play_game(
        &self,
        table: &mut Table,
        opening: &Opening,
        seat: Seat,
        seed: u64,
        round: usize,
    ) -> Result<Finished, MatchRunError> {
        let [first, second] = &mut table.players;
        let first = (first, table.limits[0]);
        let second = (second, table.limits[1]);
        let players = if seat == Seat::One { [first, second] } else { [second, first] };
        let mut labels = [&self.players[0].label, &self.players[1].label];
        if seat == Seat::Two {
            labels.reverse();
        }
        let mut game = play(opening, players, self.patience, seed)
            .map_err(|(seat, failure)| MatchRunError::Player { label: labels[seat.index()].clone(), failure })?;
        game.record.set_header("Player1", labels[0]);
        game.record.set_header("Player2", labels[1]);
        game.record.set_header("Round", round.to_string());
        game.record.set_header("Opening", opening.line().ply().to_string());
        Ok(game)
    }
}

/// The players of one thread.
struct Table {
    players: [Box<dyn Competitor>; 2],
    limits: [Limit; 2],
}
