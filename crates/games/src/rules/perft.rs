//! Perft: counts move sequences, to test a move generator against another and to benchmark it.

use super::game::Game;
use super::line::{Line, is_repetition_draw};
use std::ops::ControlFlow;

/// The number of sequences of exactly `depth` moves from here; a finished game has no moves. `None` when `stop` returns
/// true. It is polled at positions with three or more plies below them.
///
/// The last ply is counted without listing its moves.
pub fn perft<G: Game>(line: &Line<G>, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    if line.ending().is_some() {
        return Some(u64::from(depth == 0));
    }
    count(line.position(), &mut line.past().to_vec(), depth, stop)
}

/// `past` holds the earlier positions that can recur, and this one if it can.
fn count<G: Game>(position: &G, past: &mut Vec<G>, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    match depth {
        0 => return Some(1),
        1 => return Some(position.count_moves()),
        2 => {}
        _ if stop() => return None,
        _ => {}
    }
    let mut leaves = 0u64;
    let stopped = position.visit_moves(|m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        let below = if next.can_repeat() {
            past.push(next.clone());
            let below = if is_repetition_draw(past) { Some(0) } else { count(&next, past, depth - 1, stop) };
            past.pop();
            below
        } else {
            count(&next, past, depth - 1, stop)
        };
        match below {
            Some(below) => {
                leaves = leaves.saturating_add(below);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    });
    if stopped.is_break() { None } else { Some(leaves) }
}
