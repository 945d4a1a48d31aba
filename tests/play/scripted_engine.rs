//! An engine that reports each search to the test, and then does what the test has chosen.

use std::sync::mpsc as gates;
use std::sync::{Arc, Mutex};
use tablero::ai::{Advice, Budget, EngineOptions, Finding, Limits, Score, Stop, Variation};
use tablero::catalog::{AnyEngine, AnyGame, AnyLine, Found, JudgedMove, Review};
use tablero::service::Level;
use test_support::stage::SOON;
use tokio::sync::mpsc;

/// A search that has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    pub game: &'static str,
    pub ply: usize,
    pub level: u8,
}

/// The action of a scripted engine after it has reported that it begins.
#[derive(Clone)]
pub enum Act {
    /// Finds the last legal move at once.
    Find,
    /// The same, when the gate opens.
    Wait(Arc<Mutex<gates::Receiver<()>>>),
    /// Stops without a result.
    Panic,
}

/// A scripted engine.
pub struct Scripted {
    pub game: &'static dyn AnyGame,
    pub level: Level,
    pub act: Act,
    pub searches: mpsc::UnboundedSender<Search>,
}

impl Scripted {
    fn begin(&self, line: &dyn AnyLine) {
        let (game, ply) = (self.game.name(), line.ply());
        let _ = self.searches.send(Search { game, ply, level: self.level.number() });
        match &self.act {
            Act::Find => {}
            Act::Wait(gate) => {
                let _ = gate.lock().expect("the lock is not poisoned").recv_timeout(SOON);
            }
            Act::Panic => panic!("this test makes the search panic"),
        }
    }
}

pub fn last_legal(line: &dyn AnyLine) -> String {
    line.legal(usize::MAX).pop().expect("the game is not over")
}

impl AnyEngine for Scripted {
    fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    fn search(&mut self, line: &dyn AnyLine, _: Limits, _: &Stop, _: &mut dyn FnMut(&Found)) -> Found {
        self.begin(line);
        let variations = vec![Variation { score: Score::EVEN, moves: vec![last_legal(line)] }];
        Found { variations, ..Found::default() }
    }

    fn advise(&mut self, line: &dyn AnyLine, _: Limits, _: &Stop) -> Option<Advice> {
        self.begin(line);
        let best = last_legal(line);
        let finding = |about| Finding { game: "any", about, args: Vec::new(), guides: Vec::new() };
        Some(Advice {
            score: Score::EVEN,
            line: vec![best.clone()],
            best,
            look: finding("forced"),
            question: None,
            region: Vec::new(),
            piece: finding("pass"),
            picks: Vec::new(),
            reasons: Vec::new(),
        })
    }

    fn analyse(&mut self, _: &dyn AnyLine, _: Budget, _: &Stop, _: &mut dyn FnMut(usize, usize)) -> Option<Review> {
        None
    }

    fn judge_last(&mut self, _: &dyn AnyLine, _: Limits, _: &Stop) -> Option<JudgedMove<String>> {
        None
    }

    fn clear(&mut self) {}

    fn configure(&mut self, _: EngineOptions) {}
}
