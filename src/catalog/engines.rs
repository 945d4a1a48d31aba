//! Engines behind a dynamic interface: moves are text.

use super::{AnyGame, AnyLine, Offered, Played, entry};
use crate::ai::{Advice, Budget, Engine, EngineOptions, GameAnalysis, Limits, Report, Stop, Variation};
use std::fmt;

/// A search report, with moves in canonical text.
pub type Found = Report<String>;

/// A game analysed move by move, with moves in canonical text.
pub type Review = GameAnalysis<String>;

/// An engine for one game.
pub trait AnyEngine: Send {
    /// The game it plays.
    fn game(&self) -> &'static dyn AnyGame;

    /// Searches for the best move, see [`Engine::search`]. CPU-intensive: do not call it on an async thread. For a line
    /// of another game the report is empty.
    fn search(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop, report: &mut dyn FnMut(&Found)) -> Found;

    /// A hint for the seat to move, see [`Engine::advise`]. CPU-intensive as well. `None` when the game is over or the
    /// line belongs to another game.
    fn advise(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop) -> Option<Advice>;

    /// Analyses the moves of a game, see [`Engine::analyse`]. This takes much longer than a search. `None` for a line
    /// of another game.
    fn analyse(
        &mut self,
        line: &dyn AnyLine,
        budget: Budget,
        stop: &Stop,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Option<Review>;

    /// Clears what earlier searches learned.
    fn forget(&mut self);

    /// Changes the settings, see [`Engine::configure`].
    fn configure(&mut self, settings: EngineOptions);
}

impl<G: Offered> AnyEngine for Engine<G> {
    fn game(&self) -> &'static dyn AnyGame {
        entry::<G>()
    }

    fn search(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop, report: &mut dyn FnMut(&Found)) -> Found {
        match line.as_any().downcast_ref::<Played<G>>() {
            Some(played) => {
                in_text(&Engine::search(self, &played.line, limits, stop, &mut |found| report(&in_text(found))))
            }
            None => Found::default(),
        }
    }

    fn advise(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop) -> Option<Advice> {
        Engine::advise(self, &line.as_any().downcast_ref::<Played<G>>()?.line, limits, stop)
    }

    fn analyse(
        &mut self,
        line: &dyn AnyLine,
        budget: Budget,
        stop: &Stop,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Option<Review> {
        let played = line.as_any().downcast_ref::<Played<G>>()?;
        Some(Engine::analyse(self, &played.line, budget, stop, progress).map(G::Move::to_string))
    }

    fn forget(&mut self) {
        Engine::forget(self);
    }

    fn configure(&mut self, settings: EngineOptions) {
        Engine::configure(self, settings);
    }
}

fn in_text<M: fmt::Display>(report: &Report<M>) -> Found {
    let variation = |variation: &Variation<M>| Variation {
        score: variation.score,
        moves: variation.moves.iter().map(M::to_string).collect(),
    };
    Found {
        depth: report.depth,
        deepest: report.deepest,
        nodes: report.nodes,
        elapsed: report.elapsed,
        fullness: report.fullness,
        variations: report.variations.iter().map(variation).collect(),
    }
}
