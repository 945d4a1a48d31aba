//! The engine: who wins, and what hints say. Everything else about the search is as for any game.

use super::rules::{HEAPS, Move, Nim};
use tablero_games::ai::explain::HintContext;
use tablero_games::ai::{Explain, Finding, Think, Value};
use tablero_games::lessons::{Lesson, Teach};

impl Nim {
    /// Whether the seat to move can win: Bouton's theorem, which holds for the misère game as long as a heap has two
    /// stones or more.
    pub fn is_won(&self) -> bool {
        let [red, green, blue] = self.heaps;
        let is_balanced = red ^ green ^ blue == 0;
        if self.setup.last == "loses" && self.heaps.iter().all(|stones| *stones < 2) {
            is_balanced
        } else {
            !is_balanced
        }
    }
}

impl Think for Nim {
    type Weights = ();
    type Oracle = ();
    const SOLVED: bool = true;

    fn evaluate(&self, (): &()) -> i32 {
        if self.is_won() { 100 } else { -100 }
    }
}

impl Explain for Nim {
    const LOOKS: &'static [&'static str] = &["unbalanced"];
    const PIECES: &'static [&'static str] = &["heap"];
    const REASONS: &'static [&'static str] = &["balances", "takes"];

    fn look(study: &HintContext<'_, Nim>) -> Option<Finding> {
        study.position().is_won().then(|| Finding::of::<Nim>("unbalanced"))
    }

    fn piece(&self, m: Move) -> (Finding, usize) {
        (Finding::of::<Nim>("heap").with("heap", Value::Kind(HEAPS[usize::from(m.heap)])), 1)
    }

    fn reasons(study: &HintContext<'_, Nim>) -> Vec<Finding> {
        let Move { heap, count } = study.best();
        let pieces = vec![(HEAPS[usize::from(heap)], u32::from(count))];
        let takes = Finding::of::<Nim>("takes").with("stones", Value::Pieces(pieces));
        let balances = !study.after().is_won();
        [takes].into_iter().chain(balances.then(|| Finding::of::<Nim>("balances"))).collect()
    }
}

/// It has no lessons.
impl Teach for Nim {
    type Goal = ();
    const LESSONS: &'static [Lesson<Nim>] = &[];
    const MISSES: &'static [&'static str] = &[];

    fn judge(&self, (): (), _: Move) -> Result<Vec<Move>, Finding> {
        Ok(Vec::new())
    }
}
