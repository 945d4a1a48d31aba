//! A player that looks one turn ahead.

use super::worth::{after, value};
use crate::measured::Measured;
use std::ops::ControlFlow;
use tablero_games::rules::SeededRng;

/// The move after which the position has the highest worth.
pub(super) fn choose<G: Measured>(position: &G, rng: &mut SeededRng) -> Option<G::Move> {
    let seat = position.seat();
    best_by(position, rng, |after| value(after, seat))
}

/// The moves that gain most this turn.
pub(super) fn best_moves<G: Measured>(position: &G) -> Vec<G::Move> {
    let (mut best, mut most) = (Vec::new(), i32::MIN);
    for m in position.moves() {
        let gain = value(&after(position, m), position.seat());
        if gain > most {
            best.clear();
            most = gain;
        }
        if gain == most {
            best.push(m);
        }
    }
    best
}

/// The move after which `worth` is highest; ties are broken uniformly at random.
pub(super) fn best_by<G: Measured>(
    position: &G,
    rng: &mut SeededRng,
    mut worth: impl FnMut(&G) -> i32,
) -> Option<G::Move> {
    let mut best = None;
    let mut best_worth = i32::MIN;
    let mut ties = 0;
    let _ = position.visit_moves(|m| {
        let worth = worth(&after(position, m));
        if worth > best_worth {
            (best_worth, ties) = (worth, 0);
        }
        if worth == best_worth {
            ties += 1;
            if rng.below(ties) == 0 {
                best = Some(m);
            }
        }
        ControlFlow::<()>::Continue(())
    });
    best
}
