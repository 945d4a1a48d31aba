//! The engine: evaluation, levels and hints.

use super::rules::{HEAPS, Move, Nim, STONES_MAX};
use tablero::ai::hint::HintContext;
use tablero::ai::level::Skill;
use tablero::ai::mistake::Themes;
use tablero::ai::{Explain, Finding, Think, Value};
use tablero::rules::Steps;

impl Nim {
    /// Whether the seat to move can win: Bouton's theorem, which holds for the misère game as long as a heap has two
    /// stones or more.
    pub fn is_won(&self) -> bool {
        let [red, green, blue] = self.heaps;
        let is_balanced = red ^ green ^ blue == 0;
        if self.is_misere && self.heaps.iter().all(|stones| *stones < 2) { is_balanced } else { !is_balanced }
    }
}

const SKILL: Skill = Skill { depth: 1, nodes: 200, extends_forced: true, blur: 200, candidates: 6, oracle_nodes: 0 };

impl Think for Nim {
    type Weights = ();
    type Oracle = ();
    const SLOTS: usize = 24;
    const REDUCTION: f32 = 0.0;
    const LOGIT: i32 = 100;
    const SKILLS: [Skill; 7] = [SKILL; 7];
    const RATINGS: [u16; 8] = [1000, 1150, 1300, 1500, 1650, 1800, 1950, 2100];
    const SOLVED: bool = true;
    const HAS_QUIET: bool = false;

    fn evaluate(&self, (): &()) -> i32 {
        if self.is_won() { 100 } else { -100 }
    }

    fn is_forced(&self) -> bool {
        false
    }

    fn order_value(&self, m: Move) -> i32 {
        i32::from(m.count)
    }

    fn slots(&self, m: Move) -> [usize; 2] {
        [usize::from(m.heap) * 8 + usize::from(m.count); 2]
    }

    fn code(m: Move) -> u32 {
        u32::from(m.heap) << 8 | u32::from(m.count)
    }

    fn decode(&self, _: u32) -> Option<Move> {
        None
    }

    fn turns_left(&self) -> u32 {
        let stones: u32 = self.heaps.into_iter().map(u32::from).sum();
        (stones / 3).max(1)
    }
}

impl Explain for Nim {
    const LOOKS: &'static [&'static str] = &["unbalanced"];
    const PIECES: &'static [&'static str] = &["heap"];
    const REASONS: &'static [&'static str] = &["balances", "takes"];

    fn cells(&self) -> Vec<String> {
        let cell = |heap: usize, stone: u8| format!("{}{stone}", (b'a' + heap as u8) as char);
        (0..3).flat_map(|heap| (1..=STONES_MAX).map(move |stone| cell(heap, stone))).collect()
    }

    fn touched(&self, m: Move) -> Vec<String> {
        vec![format!("{}1", (b'a' + m.heap) as char)]
    }

    fn passed_over(&self) -> Option<Nim> {
        None
    }

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

impl Themes for Nim {}

const _: () = assert!(!<Nim as Steps>::PICK_LABELS.is_empty(), "menus show words for the heaps");
