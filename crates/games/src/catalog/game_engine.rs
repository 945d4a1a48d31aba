//! The engine of one game behind the dynamic interface.

use super::any_game::{AnyEngine, AnyGame, AnyLine, Found, Review};
use super::played::{CatalogGame, Played};
use crate::ai::{Advice, Budget, Engine, EngineOptions, JudgedMove, Limits, Report, Stop, Variation};
use std::fmt;

/// An engine, and the game it plays.
pub(super) struct GameEngine<G: CatalogGame> {
    pub game: &'static dyn AnyGame,
    pub engine: Engine<G>,
}

impl<G: CatalogGame> AnyEngine for GameEngine<G> {
    fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    fn search(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop, report: &mut dyn FnMut(&Found)) -> Found {
        match line.as_any().downcast_ref::<Played<G>>() {
            Some(played) => {
                in_text(&self.engine.search(&played.line, limits, stop, &mut |found| report(&in_text(found))))
            }
            None => Found::default(),
        }
    }

    fn advise(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop) -> Option<Advice> {
        self.engine.advise(&line.as_any().downcast_ref::<Played<G>>()?.line, limits, stop)
    }

    fn analyse(
        &mut self,
        line: &dyn AnyLine,
        budget: Budget,
        stop: &Stop,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Option<Review> {
        let played = line.as_any().downcast_ref::<Played<G>>()?;
        Some(self.engine.analyse(&played.line, budget, stop, progress).map(G::Move::to_string))
    }

    fn judge_last(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop) -> Option<JudgedMove<String>> {
        let played = line.as_any().downcast_ref::<Played<G>>()?;
        Some(self.engine.judge_last(&played.line, limits, stop)?.map(G::Move::to_string))
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn configure(&mut self, settings: EngineOptions) {
        self.engine.configure(settings);
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
