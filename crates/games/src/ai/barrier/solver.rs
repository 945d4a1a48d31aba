//! The solver: who wins, and the move to play.

use super::bitboard::Bitboard;
use super::openings;
use super::proof_table::ProofTable;
use super::search::{ReducedPosition, Search};
use super::value::{Value, Verdict};
use crate::rules::Game;
use crate::rules::barrier::{Barrier, Move, Squares};

/// Once the winner is known, this many positions may be visited to find a quick win or the most stubborn defence: some
/// hundredths of a second.
const REFINING_NODES: u64 = 30_000;

/// Solves positions exactly. Results are reused in later calls.
///
/// The solver has no clock: every call takes a `stop` callback, polled every few hundred positions (less than a
/// millisecond), and ends when it returns true.
#[derive(Debug)]
pub struct Solver {
    proof_table: ProofTable,
    nodes_max: u64,
    refining_nodes: u64,
    nodes: u64,
    uses_openings: bool,
}

/// A move and the position after it.
#[derive(Clone, Copy)]
struct Choice<W> {
    m: Move,
    next: ReducedPosition<W>,
}

impl Solver {
    /// Creates a solver with a table of at most this many bytes; 16 MiB are plenty up to 8×8, 64 MiB for 10×10.
    pub fn new(memory_bytes: usize) -> Self {
        Solver {
            proof_table: ProofTable::new(memory_bytes),
            nodes_max: u64::MAX,
            refining_nodes: REFINING_NODES,
            nodes: 0,
            uses_openings: true,
        }
    }

    /// Limits the number of positions visited per call.
    #[must_use]
    pub fn with_node_limit(self, nodes_max: u64) -> Self {
        Solver { nodes_max, ..self }
    }

    /// Changes the number of positions visited per call.
    pub fn limit_nodes(&mut self, nodes_max: u64) {
        self.nodes_max = nodes_max;
    }

    /// Sets how many more positions are visited to choose among moves once the winner is known.
    #[must_use]
    pub fn with_refinement(self, refining_nodes: u64) -> Self {
        Solver { refining_nodes, ..self }
    }

    /// Disables the opening table: the solver then has no answer until both knights are on the board.
    #[must_use]
    pub fn without_openings(self) -> Self {
        Solver { uses_openings: false, ..self }
    }

    /// The number of positions visited by the last call.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Clears everything learned.
    pub fn clear(&mut self) {
        self.proof_table.clear();
    }

    /// Who wins. `None` if the call was stopped or reached its limit, or if knights are still to be placed and there is
    /// no table.
    pub fn solve(&mut self, position: &Barrier, stop: &mut dyn FnMut() -> bool) -> Option<Verdict> {
        self.nodes = 0;
        if let Some((wins, _)) = self.opening(position) {
            return Some(if wins { Verdict::WIN } else { Verdict::LOSS });
        }
        if !position.is_walking() {
            return None;
        }
        if is_small(position) { self.solve_as::<u64>(position, stop) } else { self.solve_as::<u128>(position, stop) }
    }

    /// Who wins and a move to play: a winning one if there is one, quick if that is cheap to find; otherwise the one
    /// that is hardest to win against. `None` if the game is over or for the reasons given in [`solve`](Self::solve).
    pub fn best(&mut self, position: &Barrier, stop: &mut dyn FnMut() -> bool) -> Option<(Move, Verdict)> {
        self.nodes = 0;
        let known = self.opening(position);
        if let Some((wins, moves)) = &known
            && let Some(m) = moves.first()
        {
            return Some((*m, if *wins { Verdict::WIN } else { Verdict::LOSS }));
        }
        if !position.is_walking() {
            return None;
        }
        let is_lost = known.is_some();
        if is_small(position) {
            self.best_as::<u64>(position, is_lost, stop)
        } else {
            self.best_as::<u128>(position, is_lost, stop)
        }
    }

    fn opening(&self, position: &Barrier) -> Option<(bool, Vec<Move>)> {
        if self.uses_openings { openings::look_up(position) } else { None }
    }

    fn solve_as<W: Bitboard>(&mut self, position: &Barrier, stop: &mut dyn FnMut() -> bool) -> Option<Verdict> {
        let reduced = reduced::<W>(position)?;
        let mut search = Search::new(&mut self.proof_table, self.nodes_max, stop);
        let wins = search.is_at_least(&reduced, Value::WIN);
        self.nodes = search.nodes;
        wins.map(|wins| if wins { Verdict::WIN } else { Verdict::LOSS })
    }

    fn best_as<W: Bitboard>(
        &mut self,
        position: &Barrier,
        is_lost: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<(Move, Verdict)> {
        let mut choices = choices::<W>(position);
        choices.sort_by_key(|choice| choice.next.rank());
        let mut search = Search::new(&mut self.proof_table, self.nodes_max, stop);
        let best = best_of(&mut search, &choices, is_lost, self.refining_nodes);
        self.nodes = search.nodes;
        best
    }
}

pub(super) fn is_small(position: &Barrier) -> bool {
    u32::from(position.setup().size()) <= u64::ROW
}

/// Converts a position with both knights on the board to the search's form.
pub(super) fn reduced<W: Bitboard>(position: &Barrier) -> Option<ReducedPosition<W>> {
    let seat = position.seat();
    let (own, other) = (position.knight(seat)?, position.knight(!seat)?);
    let taken = position.blocked().0 | own.set().0 | other.set().0;
    Some(ReducedPosition::new(W::set(Squares(position.squares().0 & !taken)), W::index(own), W::index(other)))
}

fn choices<W: Bitboard>(position: &Barrier) -> Vec<Choice<W>> {
    let after = |m: Move| {
        let mut next = *position;
        next.play_unchecked(m);
        reduced(&next).map(|next| Choice { m, next })
    };
    position.moves().into_iter().filter_map(after).collect()
}

fn best_of<W: Bitboard>(
    search: &mut Search<'_, W>,
    choices: &[Choice<W>],
    is_lost: bool,
    refining_nodes: u64,
) -> Option<(Move, Verdict)> {
    let mut winning = None;
    for choice in choices.iter().filter(|_| !is_lost) {
        if !search.is_at_least(&choice.next, Value::WIN)? {
            winning = Some((choice.m, Verdict::WIN));
            break;
        }
    }
    search.nodes_max = search.nodes_max.min(search.nodes + refining_nodes);
    match winning {
        Some(winning) => quickest(search, choices).or(Some(winning)),
        None => hardest(search, choices),
    }
}

/// The fastest win, if it is found within the limit.
fn quickest<W: Bitboard>(search: &mut Search<'_, W>, choices: &[Choice<W>]) -> Option<(Move, Verdict)> {
    for plies in wins() {
        for choice in choices {
            if !search.is_at_least(&choice.next, Value::win_within(plies).refutation())? {
                return Some((choice.m, Verdict { wins: true, plies: Some(plies) }));
            }
        }
    }
    None
}

/// The possible lengths of a win, in plies.
fn wins() -> impl Iterator<Item = u32> {
    (1..64).step_by(2)
}

/// If every move loses: the one after which the opponent can go wrong most often, as far as that is found within the
/// limit.
fn hardest<W: Bitboard>(search: &mut Search<'_, W>, choices: &[Choice<W>]) -> Option<(Move, Verdict)> {
    let mistakes: Vec<f32> = choices.iter().map(|choice| mistakes(search, &choice.next)).collect();
    let mut lengths = vec![LossLength { plies: 2, is_exact: false }; choices.len()];
    let plies = last(search, choices, &mut lengths).and_then(|()| lengths.iter().map(|lengths| lengths.plies).max());
    let difficulty = |at: usize| (mistakes[at] + 0.1) * lengths[at].plies as f32;
    let at = (0..choices.len()).max_by(|one, other| difficulty(*one).total_cmp(&difficulty(*other)))?;
    Some((choices[at].m, Verdict { wins: false, plies }))
}

/// A lower bound on the length of a lost game, in plies.
#[derive(Clone, Copy)]
struct LossLength {
    plies: u32,
    is_exact: bool,
}

/// Finds how long each losing move lasts, deepening all of them in step, so that they are comparable whenever the
/// search ends.
fn last<W: Bitboard>(search: &mut Search<'_, W>, choices: &[Choice<W>], lengths: &mut [LossLength]) -> Option<()> {
    for plies in wins() {
        for (choice, lengths) in choices.iter().zip(&mut *lengths).filter(|(_, lengths)| !lengths.is_exact) {
            lengths.plies = plies + 1;
            lengths.is_exact = search.is_at_least(&choice.next, Value::win_within(plies))?;
        }
        if lengths.iter().all(|lengths| lengths.is_exact) {
            break;
        }
    }
    Some(())
}

/// The share of moves in a won position that do not win, as far as known.
fn mistakes<W: Bitboard>(search: &mut Search<'_, W>, won: &ReducedPosition<W>) -> f32 {
    let (mut moves, mut mistakes) = (0.0, 0.0);
    for next in won.moves() {
        moves += 1.0;
        match search.is_at_least(&next, Value::WIN) {
            Some(true) => mistakes += 1.0,
            Some(false) => {}
            None => return 0.0,
        }
    }
    mistakes / f32::max(moves, 1.0)
}
