//! How hard a lost game is to win.
//!
//! On most boards, perfect play decides the game before the first walk. The loser's moves then differ in how many of the
//! replies to them win, and in how long the game lasts.

use super::Solver;
use crate::ai::explain::played;
use crate::rules::Game;
use crate::rules::barrier::{Barrier, Move};

/// Memory of the solver, in bytes.
const MEMORY: usize = 1 << 20;
/// How many positions the count of the winning replies may visit. 8×8 rarely needs them all; on larger boards, the first
/// walks need more and are not counted, because a player waits for the analysis.
const NODES_MAX: u64 = 5_000;
/// The share of later turns in which we assume that an imperfect player keeps the win. It only decides how much a longer
/// game is worth.
const FINDS_LATER: f64 = 0.9;

/// What the opponent needs to do to win after a losing move.
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
    /// The resistance of this move, which must lose. `None` if counting takes too long.
    pub fn of(position: &Barrier, m: Move) -> Option<Resistance> {
        let after = played(position, m);
        let mut solver = Solver::new(MEMORY).with_refinement(NODES_MAX);
        let never = &mut || false;
        let replies = after.moves();
        let (mut winning, mut nodes) = (0, NODES_MAX);
        for reply in &replies {
            solver.limit_nodes(nodes);
            winning += usize::from(!solver.solve(&played(&after, *reply), never)?.wins);
            nodes -= solver.nodes().min(nodes);
        }
        solver.limit_nodes(NODES_MAX);
        let plies = solver.best(&after, never).and_then(|(_, verdict)| verdict.plies);
        Some(Resistance { winning, replies: replies.len(), plies })
    }

    /// The chance that an opponent who replies at random throws the win away, now or, `with_length`, in a later turn.
    fn chance(self, with_length: bool) -> f64 {
        let later = self.plies.filter(|_| with_length).map_or(0, |plies| plies / 2);
        1.0 - self.winning as f64 / self.replies.max(1) as f64 * FINDS_LATER.powi(later as i32)
    }

    /// How much better the player's chances are after another move.
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
    fn the_square_that_leaves_the_fewest_winning_replies_resists_most() {
        let [d3, a1] = ["d3", "a1"].map(|square| resistance("variant=8", &[], square));
        assert_eq!((d3.winning, d3.replies), (6, 63));
        assert_eq!((a1.winning, a1.replies), (52, 63));
        assert!(a1.lacks(d3) > 0.7 && d3.lacks(a1) == 0.0);
    }

    #[test]
    fn if_every_reply_wins_the_move_that_lasts_longer_resists_more() {
        let of = |plies| Resistance { winning: 4, replies: 4, plies: Some(plies) };
        assert!(of(1).lacks(of(5)) > 0.1 && of(5).lacks(of(1)) == 0.0);
        let unknown = Resistance { plies: None, ..of(1) };
        assert_eq!((of(1).lacks(unknown), unknown.lacks(of(5))), (0.0, 0.0));
    }
}
