//! How hard a lost game is to win.
//!
//! On most boards perfect play decides the game before the first walk, so the player who loses needs another measure
//! than the winner: how many of the replies to a move win, and how long the game lasts.

use super::Solver;
use crate::ai::explain::played;
use crate::rules::Game;
use crate::rules::barrier::{Barrier, Move};

/// Memory of the solver, in bytes.
const MEMORY: usize = 1 << 20;
/// Positions visited for each reply. 8×8 rarely needs a tenth of it; on larger boards, the first walks may need more.
const NODES_MAX: u64 = 20_000;
/// How often a player who is not perfect finds a move that wins later in a won game. An assumption: it decides only how
/// much a longer game is worth.
const FINDS_LATER: f64 = 0.9;

/// What it takes to win after a losing move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Resistance {
    /// The replies that win.
    pub winning: usize,
    /// All replies.
    pub replies: usize,
    /// The plies to the end if the winner hurries, from the reply on; `None` if counting takes too long.
    pub plies: Option<u32>,
}

impl Resistance {
    /// What it takes to win after this move, which must lose. `None` if counting takes too long.
    pub fn of(position: &Barrier, m: Move) -> Option<Resistance> {
        let after = played(position, m);
        let mut solver = Solver::new(MEMORY).with_node_limit(NODES_MAX).with_refinement(NODES_MAX);
        let never = &mut || false;
        let replies = after.moves();
        let mut winning = 0;
        for reply in &replies {
            winning += usize::from(!solver.solve(&played(&after, *reply), never)?.wins);
        }
        let plies = solver.best(&after, never).and_then(|(_, verdict)| verdict.plies);
        Some(Resistance { winning, replies: replies.len(), plies })
    }

    /// The chance that an opponent who replies at random lets the game slip, now or later. `with_length` is whether
    /// later turns count.
    fn chance(self, with_length: bool) -> f64 {
        let later = self.plies.filter(|_| with_length).map_or(0, |plies| plies / 2);
        1.0 - self.winning as f64 / self.replies.max(1) as f64 * FINDS_LATER.powi(later as i32)
    }

    /// How much better the chances are after another move.
    pub fn lacks(self, other: Resistance) -> f64 {
        let with_length = self.plies.is_some() && other.plies.is_some();
        (other.chance(with_length) - self.chance(with_length)).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Notation, setup};

    fn resistance(size: &str, moves: &[&str], m: &str) -> Resistance {
        let mut position = Barrier::new(&setup::read(size).expect("a setup"));
        for text in moves {
            position.play_unchecked(position.read_move(text).expect("a move"));
        }
        Resistance::of(&position, position.read_move(m).expect("a move")).expect("it is counted in time")
    }

    /// The numbers are those of docs/barrier.md.
    #[test]
    fn the_first_square_with_the_fewest_winning_replies_resists_most() {
        let [d3, a1] = ["d3", "a1"].map(|square| resistance("variant=8", &[], square));
        assert_eq!((d3.winning, d3.replies), (6, 63));
        assert_eq!((a1.winning, a1.replies), (52, 63));
        assert!(a1.lacks(d3) > 0.7 && d3.lacks(a1) == 0.0);
    }

    #[test]
    fn of_two_moves_after_which_every_reply_wins_the_one_that_lasts_longer_resists_more() {
        let of = |plies| Resistance { winning: 4, replies: 4, plies: Some(plies) };
        assert!(of(1).lacks(of(5)) > 0.1 && of(5).lacks(of(1)) == 0.0);
        let unknown = Resistance { plies: None, ..of(1) };
        assert_eq!((of(1).lacks(unknown), unknown.lacks(of(5))), (0.0, 0.0));
    }
}
