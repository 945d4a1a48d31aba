//! Endings played out to the last move, to count the pieces.

use crate::ai::explain::played;
use crate::rules::dvonn::Dvonn;
use crate::rules::{Game, Seat};
use std::cmp::Reverse;
use std::collections::HashMap;

/// The most positions that a search visits: a twentieth of a second. It finds the result of three quarters of the decided
/// positions, and of nine tenths of those within eight plies of the end.
const VISITED_MAX: u32 = 60_000;

/// The difference of the scores between which the result of a position lies.
type Bounds = [i32; 2];

/// An alpha-beta search to the end of the game, without evaluation.
struct Ending {
    /// Bounds on the result of positions, for the seat to move.
    known: HashMap<u64, Bounds>,
    visited: u32,
}

impl Ending {
    /// The result of a position for the seat to move if it lies in this window, or else a bound on it; `None` if the search
    /// has visited too many positions.
    fn margin(&mut self, position: &Dvonn, [mut alpha, mut beta]: Bounds) -> Option<i32> {
        let seat = position.seat();
        if position.ending().is_some() {
            return Some(lead(position, seat));
        }
        let key = position.key();
        let [low, high] = self.known.get(&key).copied().unwrap_or([i32::MIN, i32::MAX]);
        (alpha, beta) = (alpha.max(low), beta.min(high));
        if alpha >= beta {
            return Some(if low >= beta { low } else { high });
        }
        self.visited += 1;
        if self.visited > VISITED_MAX {
            return None;
        }
        let mut after: Vec<Dvonn> = position.moves().into_iter().map(|m| played(position, m)).collect();
        after.sort_by_cached_key(|after| (Reverse(lead(after, seat)), after.count_jumps(!seat)));
        let (mut best, mut least) = (i32::MIN + 1, alpha);
        for after in &after {
            best = best.max(-self.margin(after, [-beta, -least])?);
            least = least.max(best);
            if best >= beta {
                break;
            }
        }
        let bounds = if best >= beta {
            [best, high]
        } else if best <= alpha {
            [low, best]
        } else {
            [best, best]
        };
        self.known.insert(key, bounds);
        Some(best)
    }
}

/// By how many pieces a seat is ahead.
fn lead(position: &Dvonn, seat: Seat) -> i32 {
    position.score(seat) as i32 - position.score(!seat) as i32
}

/// By how many pieces a seat is ahead at the end of the game if both seats play as well as possible; negative if it is
/// behind, and `None` if the end is too far away.
pub(super) fn margin(position: &Dvonn, seat: Seat) -> Option<i32> {
    let mut ending = Ending { known: HashMap::new(), visited: 0 };
    let margin = ending.margin(position, [i32::MIN + 1, i32::MAX])?;
    Some(if position.seat() == seat { margin } else { -margin })
}
