//! The value of a position by exhaustive search: no window, no table, no move ordering.

use tablero::ai::{Score, Think};
use tablero::rules::{Line, Outcome};

/// The value of each legal move for the seat to move, searched to a depth of `depth` turns. Forced turns do not count.
pub fn values_of_moves<G: Think>(line: &Line<G>, depth: u32) -> Vec<(G::Move, Score)> {
    // A line includes the current position among those that may repeat; so does the search.
    let position = line.position();
    let mut tree = Tree { weights: G::Weights::default(), past: line.past().to_vec() };
    position.moves().into_iter().map(|m| (m, tree.value_of_move(position, m, depth, 0))).collect()
}

struct Tree<G: Think> {
    weights: G::Weights,
    /// The positions that may repeat.
    past: Vec<G>,
}

impl<G: Think> Tree<G> {
    fn value_of_move(&mut self, position: &G, m: G::Move, depth: u32, ply: usize) -> Score {
        let mut next = position.clone();
        next.play_unchecked(m);
        let depth = if position.is_forced() { depth } else { depth - 1 };
        let value = self.value_for_mover(&next, depth, ply + 1);
        if next.seat() == position.seat() { value } else { -value }
    }

    fn value_for_mover(&mut self, position: &G, depth: u32, ply: usize) -> Score {
        if let Some(ending) = position.ending() {
            return match ending.outcome {
                Outcome::Draw => Score::EVEN,
                Outcome::Win(seat) if seat == position.seat() => Score::win_in(ply),
                Outcome::Win(_) => Score::loss_in(ply),
            };
        }
        // A repeated position is scored as a draw, because it may occur a third time.
        if position.can_repeat() && self.past.contains(position) {
            return Score::EVEN;
        }
        if depth == 0 && !position.is_forced() {
            return Score::evaluation(position.evaluate(&self.weights));
        }
        let can_repeat = position.can_repeat();
        if can_repeat {
            self.past.push(position.clone());
        }
        let values = position.moves().into_iter().map(|m| self.value_of_move(position, m, depth, ply));
        let best = values.max().expect("while a game goes on there is a move");
        if can_repeat {
            self.past.pop();
        }
        best
    }
}
