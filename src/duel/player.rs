//! Who plays.

use super::limit::Limit;
use crate::ai::baselines::Baseline;
use crate::ai::{Limits, Settings, Stop};
use crate::catalog::{AnyEngine, AnyLine};
use crate::rules::Chance;
use std::time::{Duration, Instant};

/// One side of a match. It plays game after game, in either seat.
pub trait Player: Send {
    /// A game begins; what was learnt in the one before is forgotten. The same seed means the same choices, for players
    /// that choose by chance.
    ///
    /// # Errors
    /// Why there is nobody to play.
    fn begin(&mut self, start: &dyn AnyLine, seed: u64) -> Result<(), Failure>;

    /// Chooses a move for the seat to move. It is checked by the caller.
    ///
    /// # Errors
    /// Why there is no move, which loses the game.
    fn choose(&mut self, line: &dyn AnyLine, limit: Limit) -> Result<String, Failure>;
}

/// Why a player does not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
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

impl Failure {
    /// The same in one or two words, for a table of reasons.
    pub fn word(&self) -> &'static str {
        match self {
            Failure::NoStart { .. } => "no start",
            Failure::NoOption { .. } => "no option",
            Failure::Silent { .. } => "silent",
            Failure::Ended { .. } => "crashed",
            Failure::Complained { .. } => "refused",
            Failure::NoMove | Failure::Stuck => "no move",
        }
    }
}

/// A baseline as a player.
#[derive(Debug)]
pub struct Simple {
    baseline: Baseline,
    chance: Chance,
}

impl Simple {
    /// This baseline.
    pub fn new(baseline: Baseline) -> Simple {
        Simple { baseline, chance: Chance::new(0) }
    }
}

impl Player for Simple {
    fn begin(&mut self, _: &dyn AnyLine, seed: u64) -> Result<(), Failure> {
        self.chance = Chance::new(seed);
        Ok(())
    }

    fn choose(&mut self, line: &dyn AnyLine, limit: Limit) -> Result<String, Failure> {
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
        line.baseline(self.baseline, &mut self.chance, &mut keep_going).ok_or(Failure::Stuck)
    }
}

/// The engine of a game as a player, in this process.
pub struct Thinker {
    settings: Settings,
    engine: Option<Box<dyn AnyEngine>>,
}

impl Thinker {
    /// The engine with these settings; its seed is that of each game.
    pub fn new(settings: Settings) -> Thinker {
        Thinker { settings, engine: None }
    }
}

impl Player for Thinker {
    fn begin(&mut self, start: &dyn AnyLine, seed: u64) -> Result<(), Failure> {
        self.engine = Some(start.game().engine(Settings { seed, ..self.settings }));
        Ok(())
    }

    fn choose(&mut self, line: &dyn AnyLine, limit: Limit) -> Result<String, Failure> {
        let limits = match limit {
            Limit::Time(time) => Limits { deadline: Some(Instant::now() + time), ..Limits::default() },
            Limit::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Limit::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
        };
        let engine = self.engine.as_mut().ok_or(Failure::Stuck)?;
        engine.search(line, limits, &Stop::default(), &mut |_| {}).best().cloned().ok_or(Failure::Stuck)
    }
}
