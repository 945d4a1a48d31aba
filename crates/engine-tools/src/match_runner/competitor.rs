//! The players of a match.

use super::limit::Limit;
use crate::baselines::Baseline;
use crate::measured::instruments;
use std::time::{Duration, Instant};
use tablero_games::ai::{EngineOptions, Limits, Stop};
use tablero_games::catalog::{AnyEngine, AnyLine};
use tablero_games::rules::SeededRng;

/// One side of a match. It plays many games, in either seat.
pub trait Competitor: Send {
    /// Begins a game; anything learned in the previous game is forgotten. For players that choose at random, the same
    /// seed means the same choices.
    ///
    /// # Errors
    /// Why the player cannot start.
    fn begin(&mut self, start: &dyn AnyLine, seed: u64) -> Result<(), CompetitorError>;

    /// Chooses a move for the seat to move. The caller checks its legality.
    ///
    /// # Errors
    /// Why there is no move; the player then loses the game.
    fn choose(&mut self, line: &dyn AnyLine, limit: Limit) -> Result<String, CompetitorError>;
}

/// Why a player failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompetitorError {
    /// The program cannot be started.
    #[error("{program} does not start: {why}")]
    NoStart {
        /// The first word of its command line.
        program: String,
        /// The error of the operating system.
        why: String,
    },
    /// The program lacks a required option.
    #[error("the program has no option {name}; it has {known}")]
    NoOption {
        /// The option to set, quoted.
        name: String,
        /// The options that it has.
        known: String,
    },
    /// The program did not answer in time.
    #[error("the program did not answer {command} within {waited:?}")]
    TimedOut {
        /// The first word of the command.
        command: &'static str,
        /// The timeout.
        waited: Duration,
    },
    /// The program ended or closed its output.
    #[error("the program ended before it answered {command}")]
    Ended {
        /// The first word of the command.
        command: &'static str,
    },
    /// The program answered with an error.
    #[error("the program answered {command} with an error: {answer}")]
    Rejected {
        /// The first word of the command.
        command: &'static str,
        /// The program's message, quoted.
        answer: String,
    },
    /// The program sent `bestmove` without a move.
    #[error("the program sent bestmove without a move")]
    NoMove,
    /// The player does not know what counts as gain in this game.
    #[error("{baseline} does not know {game}; random and engine play every game")]
    UnknownGame {
        /// The name of the player.
        baseline: &'static str,
        /// The title of the game.
        game: &'static str,
    },
    /// The player found no move although the game has not ended.
    #[error("the player has no move")]
    Stuck,
}

impl CompetitorError {
    /// A short name for a table of reasons.
    pub fn name(&self) -> &'static str {
        match self {
            CompetitorError::NoStart { .. } => "no start",
            CompetitorError::UnknownGame { .. } => "unknown game",
            CompetitorError::NoOption { .. } => "no option",
            CompetitorError::TimedOut { .. } => "silent",
            CompetitorError::Ended { .. } => "crashed",
            CompetitorError::Rejected { .. } => "refused",
            CompetitorError::NoMove | CompetitorError::Stuck => "no move",
        }
    }
}

/// A baseline as a player.
#[derive(Debug)]
pub struct BaselinePlayer {
    baseline: Baseline,
    rng: SeededRng,
}

impl BaselinePlayer {
    /// Creates the player.
    pub fn new(baseline: Baseline) -> BaselinePlayer {
        BaselinePlayer { baseline, rng: SeededRng::new(0) }
    }
}

impl Competitor for BaselinePlayer {
    fn begin(&mut self, start: &dyn AnyLine, seed: u64) -> Result<(), CompetitorError> {
        let (baseline, game) = (self.baseline.name(), start.game());
        if !instruments(game).knows(self.baseline) {
            return Err(CompetitorError::UnknownGame { baseline, game: game.title() });
        }
        self.rng = SeededRng::new(seed);
        Ok(())
    }

    fn choose(&mut self, line: &dyn AnyLine, limit: Limit) -> Result<String, CompetitorError> {
        let started = Instant::now();
        let mut games = 0;
        let mut keep_going = || {
            games += 1;
            match limit {
                Limit::Time(time) => started.elapsed() < time,
                Limit::Nodes(nodes) => games < nodes,
                // A tree that grows by random games has no depth; [`CompetitorSpec`](super::spec::CompetitorSpec)
                // rejects this.
                Limit::Depth(_) => false,
            }
        };
        instruments(line.game())
            .choose(self.baseline, line, &mut self.rng, &mut keep_going)
            .ok_or(CompetitorError::Stuck)
    }
}

/// The built-in engine as a player, in this process.
pub struct EnginePlayer {
    settings: EngineOptions,
    engine: Option<Box<dyn AnyEngine>>,
}

impl EnginePlayer {
    /// An engine with these settings; each game sets its own seed.
    pub fn new(settings: EngineOptions) -> EnginePlayer {
        EnginePlayer { settings, engine: None }
    }
}

impl Competitor for EnginePlayer {
    fn begin(&mut self, start: &dyn AnyLine, seed: u64) -> Result<(), CompetitorError> {
        self.engine = Some(start.game().engine(EngineOptions { seed, ..self.settings }));
        Ok(())
    }

    fn choose(&mut self, line: &dyn AnyLine, limit: Limit) -> Result<String, CompetitorError> {
        let limits = match limit {
            Limit::Time(time) => Limits { deadline: Some(Instant::now() + time), ..Limits::default() },
            Limit::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Limit::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
        };
        let engine = self.engine.as_mut().ok_or(CompetitorError::Stuck)?;
        engine.search(line, limits, &Stop::default(), &mut |_| {}).best().cloned().ok_or(CompetitorError::Stuck)
    }
}
