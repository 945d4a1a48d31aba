//! Who plays.

use super::limit::Limit;
use crate::ai::baselines::Baseline;
use crate::ai::{EngineOptions, Limits, Stop};
use crate::catalog::{AnyEngine, AnyLine};
use crate::rules::Chance;
use std::time::{Duration, Instant};

/// One side of a match. It plays game after game, in either seat.
pub trait Competitor: Send {
    /// A game begins; what was learnt in the one before is forgotten. The same seed means the same choices, for players
    /// that choose by chance.
    ///
    /// # Errors
    /// Why there is nobody to play.
    fn begin(&mut self, start: &dyn AnyLine, seed: u64) -> Result<(), CompetitorError>;

    /// Chooses a move for the seat to move. It is checked by the caller.
    ///
    /// # Errors
    /// Why there is no move, which loses the game.
    fn choose(&mut self, line: &dyn AnyLine, limit: Limit) -> Result<String, CompetitorError>;
}

/// Why a player does not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompetitorError {
    /// The program cannot be started.
    #[error("{program} does not start: {why}")]
    NoStart {
        /// Its first word.
        program: String,
        /// What the system says.
        why: String,
    },
    /// The program does not know an option that it must have.
    #[error("the program has no option {name}; it has {known}")]
    NoOption {
        /// What was to be set, quoted.
        name: String,
        /// What it has.
        known: String,
    },
    /// The program did not answer in time.
    #[error("the program did not answer {command} within {waited:?}")]
    Silent {
        /// The first word of the command.
        command: &'static str,
        /// How long was waited.
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
    Complained {
        /// The first word of the command.
        command: &'static str,
        /// What it said, quoted.
        answer: String,
    },
    /// There is a `bestmove` without a move.
    #[error("the program answered bestmove without a move")]
    NoMove,
    /// The player has no move although the game goes on.
    #[error("the player has no move")]
    Stuck,
}

impl CompetitorError {
    /// The same in one or two words, for a table of reasons.
    pub fn word(&self) -> &'static str {
        match self {
            CompetitorError::NoStart { .. } => "no start",
            CompetitorError::NoOption { .. } => "no option",
            CompetitorError::Silent { .. } => "silent",
            CompetitorError::Ended { .. } => "crashed",
            CompetitorError::Complained { .. } => "refused",
            CompetitorError::NoMove | CompetitorError::Stuck => "no move",
        }
    }
}

/// A baseline as a player.
#[derive(Debug)]
pub struct BaselinePlayer {
    baseline: Baseline,
    chance: Chance,
}

impl BaselinePlayer {
    /// This baseline.
    pub fn new(baseline: Baseline) -> BaselinePlayer {
        BaselinePlayer { baseline, chance: Chance::new(0) }
    }
}

impl Competitor for BaselinePlayer {
    fn begin(&mut self, _: &dyn AnyLine, seed: u64) -> Result<(), CompetitorError> {
        self.chance = Chance::new(seed);
        Ok(())
    }

    fn choose(&mut self, line: &dyn AnyLine, limit: Limit) -> Result<String, CompetitorError> {
        let begun = Instant::now();
        let mut games = 0;
        let mut keep_going = || {
            games += 1;
            match limit {
                Limit::Time(time) => begun.elapsed() < time,
                Limit::Nodes(nodes) => games < nodes,
                // A depth means nothing to a tree that grows by random games; `Spec` refuses it.
                Limit::Depth(_) => false,
            }
        };
        line.baseline(self.baseline, &mut self.chance, &mut keep_going).ok_or(CompetitorError::Stuck)
    }
}

/// The engine of a game as a player, in this process.
pub struct EnginePlayer {
    settings: EngineOptions,
    engine: Option<Box<dyn AnyEngine>>,
}

impl EnginePlayer {
    /// The engine with these settings; its seed is that of each game.
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
