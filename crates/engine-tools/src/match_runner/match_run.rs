//! Plays a match: pairs of games, several at the same time, until all are played or the test has decided.

use super::adjudicator::{Finished, play};
use super::competitor::{Competitor, CompetitorError};
use super::limit::{Limit, Timeouts};
use super::match_score::MatchScore;
use super::openings::{Opening, OpeningError, Openings};
use super::spec::{CompetitorSpec, SpecError};
use super::statistics::{Sprt, Verdict};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use tablero_games::catalog::AnyGame;
use tablero_games::rules::{Seat, SeededRng};

/// The parameters of a match.
pub struct MatchRun {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its setup as text, without the parts that are drawn for each opening.
    pub setup: String,
    /// The two players.
    pub players: [CompetitorSpec; 2],
    /// The limit for both players, unless a player has its own.
    pub limit: Limit,
    /// The timeouts for programs.
    pub timeouts: Timeouts,
    /// The maximum number of games; an odd number is rounded up.
    pub games: usize,
    /// The openings.
    pub openings: Openings,
    /// The seed for openings and players.
    pub seed: u64,
    /// The test that may stop the match early.
    pub sprt: Option<Sprt>,
    /// The number of games played at the same time, at least one.
    pub jobs: usize,
}

/// Why a match failed.
#[derive(Debug, thiserror::Error)]
pub enum MatchRunError {
    /// A player description is invalid.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// The openings could not be determined.
    #[error("{0}")]
    Opening(#[from] OpeningError),
    /// A player could not begin a game.
    #[error("{label}: {failure}")]
    Player {
        /// Which player.
        label: String,
        /// The failure.
        failure: CompetitorError,
    },
    /// The callback for a finished pair failed, for example to write its records.
    #[error("the games could not be stored: {0}")]
    Report(#[from] io::Error),
}

/// The result of a match.
#[derive(Clone, Debug)]
pub struct Conclusion {
    /// The score.
    pub score: MatchScore,
    /// The verdict of the test, if there was a test and it reached one.
    pub verdict: Option<Verdict>,
}

/// Two games from one opening, the first player in seat one and then in seat two.
pub type Pair = [Finished; 2];

impl MatchRun {
    /// Plays the match. After each pair, `report` receives it with the score so far. Games still running when the test
    /// decides are played to the end and count.
    ///
    /// # Errors
    /// See [`MatchRunError`]; errors of `report` are returned too. External programs are stopped in any case.
    pub fn run(
        &self,
        mut report: impl FnMut(&Pair, &MatchScore) -> io::Result<()>,
    ) -> Result<Conclusion, MatchRunError> {
        let limits = [self.players[0].limit(self.limit)?, self.players[1].limit(self.limit)?];
        let openings = self.openings.draw(self.game, &self.setup, self.seed, self.games.div_ceil(2))?;
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let jobs = self.jobs.clamp(1, openings.len().max(1));
            // Workers wait for the report, so that the match ends soon after it is decided.
            let (sender, pairs) = sync_channel(jobs);
            for _ in 0..jobs {
                let (sender, openings, next, stop) = (sender.clone(), &openings, &next, &stop);
                scope.spawn(move || {
                    let mut worker = Worker { players: [self.player(0), self.player(1)], limits };
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(opening) = openings.get(number) else { break };
                        let pair = self.play_pair(&mut worker, opening, number);
                        if sender.send(pair).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut conclusion = Conclusion { score: MatchScore::default(), verdict: None };
            let mut outcome = Ok(());
            for pair in pairs {
                if outcome.is_ok() {
                    outcome = pair.and_then(|pair| {
                        conclusion.score.add(&pair);
                        Ok(report(&pair, &conclusion.score)?)
                    });
                }
                if conclusion.verdict.is_none() {
                    conclusion.verdict = self.sprt.and_then(|sprt| sprt.verdict(&conclusion.score.pairs));
                }
                if outcome.is_err() || conclusion.verdict.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            outcome.map(|()| conclusion)
        })
    }

    fn player(&self, which: usize) -> Box<dyn Competitor> {
        self.players[which].player(self.timeouts)
    }

    fn play_pair(&self, worker: &mut Worker, opening: &Opening, number: usize) -> Result<Pair, MatchRunError> {
        // Every game has its own seed, independent of the thread that plays it.
        let mut rng = SeededRng::new(self.seed ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let seeds = [rng.draw(), rng.draw()];
        let first = self.play_game(worker, opening, Seat::One, seeds[0], 2 * number + 1)?;
        let second = self.play_game(worker, opening, Seat::Two, seeds[1], 2 * number + 2)?;
        Ok([first, second])
    }

    /// Plays one game in which the first player has this seat.
    fn play_game(
        &self,
        worker: &mut Worker,
        opening: &Opening,
        seat: Seat,
        seed: u64,
        round: usize,
    ) -> Result<Finished, MatchRunError> {
        let [first, second] = &mut worker.players;
        let first = (first, worker.limits[0]);
        let second = (second, worker.limits[1]);
        let players = if seat == Seat::One { [first, second] } else { [second, first] };
        let mut labels = [&self.players[0].label, &self.players[1].label];
        if seat == Seat::Two {
            labels.reverse();
        }
        let mut game = play(opening, players, self.timeouts, seed)
            .map_err(|(seat, failure)| MatchRunError::Player { label: labels[seat.index()].clone(), failure })?;
        game.record.set_header("Player1", labels[0]);
        game.record.set_header("Player2", labels[1]);
        game.record.set_header("Round", round.to_string());
        game.record.set_header("Opening", opening.line().ply().to_string());
        Ok(game)
    }
}

/// The players of one thread.
struct Worker {
    players: [Box<dyn Competitor>; 2],
    limits: [Limit; 2],
}
