//! The engine of one game behind the dynamic interface.

use super::any_game::{AnyEngine, AnyGame, AnyLine, Found, Review};
use super::played::{CatalogGame, Played};
use super::swap;
use crate::ai::analysis::winning;
use crate::ai::{Advice, Budget, Engine, EngineOptions, JudgedMove, Level, Limits, Report, Stop, Variation};
use crate::rules::Setup;
use std::fmt;

/// How many first moves the engine compares if the opponent may take over the first move.
const OPENINGS: usize = 12;

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
        let Some(played) = line.as_any().downcast_ref::<Played<G>>() else { return Found::default() };
        let settings = self.engine.settings();
        // With the swap, the best first move may be too good to keep.
        let opens = played.opens_with_swap();
        if opens {
            self.engine.configure(EngineOptions { variations: settings.variations.max(OPENINGS), ..settings });
        }
        let converted = |found: &Report<G::Move>| {
            let mut found = in_text(found);
            if opens {
                swap::open(&mut found, G::CLEAR_MARGIN, settings.variations);
            }
            if played.may_swap() {
                swap::consider(&mut found);
            }
            found
        };
        let found = self.engine.search(&played.line, limits, stop, &mut |found| report(&converted(found)));
        self.engine.configure(settings);
        converted(&found)
    }

    fn advise(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop) -> Option<Advice> {
        let played = line.as_any().downcast_ref::<Played<G>>()?;
        if played.opens_with_swap() {
            let settings = self.engine.settings();
            self.engine.configure(EngineOptions { level: Level::FULL, skill: None, ..settings });
            let found = self.search(line, limits, stop, &mut |_| {});
            self.engine.configure(settings);
            let best = found.variations.into_iter().next()?;
            let position = played.line.position();
            let (piece, _) = position.piece(position.read_move(best.moves.first()?).ok()?);
            return Some(swap::plain_advice(best, "even", piece));
        }
        let advice = self.engine.advise(&played.line, limits, stop)?;
        Some(if played.may_swap() { swap::advise(advice) } else { advice })
    }

    fn analyse(
        &mut self,
        line: &dyn AnyLine,
        budget: Budget,
        stop: &Stop,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Option<Review> {
        let played = line.as_any().downcast_ref::<Played<G>>()?;
        let review = self.engine.analyse(&played.line, budget, stop, progress).map(G::Move::to_string);
        Some(if played.setup.swap() { swap::review(review, played.swapped) } else { review })
    }

    fn judge_last(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop) -> Option<JudgedMove<String>> {
        let played = line.as_any().downcast_ref::<Played<G>>()?;
        if played.ends_with_swap() {
            let found = in_text(&self.engine.search(&played.line, limits, stop, &mut |_| {}));
            let stay = found.variations.into_iter().next().filter(|_| found.depth > 0)?;
            let winning = winning::<G>(stay.score);
            return Some(swap::judged(stay, winning));
        }
        let judged = self.engine.judge_last(&played.line, limits, stop)?.map(G::Move::to_string);
        Some(match played.swapped {
            true => swap::after(judged),
            false if played.may_swap() => swap::ungraded(judged),
            false => judged,
        })
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
