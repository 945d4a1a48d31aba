//! Players that look two turns ahead.

use super::worth::{OVERLOOKED_IN, after, chosen, value};
use crate::measured::Measured;
use std::ops::ControlFlow;
use tablero_games::rules::{Seat, SeededRng};

/// Of these moves, the one with the best worth after the best answer; ties are broken uniformly at random. All pairs of
/// turns count: a move is abandoned at the first answer that shows it to be no better than the best so far, which leaves
/// few of the millions of pairs at the start of ZÈRTZ to be examined. A careless player overlooks some answers, at random.
pub(super) fn choose<G: Measured>(
    position: &G,
    mut moves: Vec<G::Move>,
    rng: &mut SeededRng,
    careless: bool,
) -> Option<G::Move> {
    let seat = position.seat();
    rng.shuffle(&mut moves);
    let mut best = None;
    let mut best_worth = i32::MIN;
    for m in moves {
        let worth = answered(&after(position, m), seat, best_worth, rng, careless);
        if worth > best_worth || best.is_none() {
            (best, best_worth) = (Some(m), worth);
        }
    }
    best
}

/// The worth for `seat` after the next turn that is not overlooked, whichever seat takes it; exact if it is above
/// `enough`.
fn answered<G: Measured>(position: &G, seat: Seat, enough: i32, rng: &mut SeededRng, careless: bool) -> i32 {
    if position.ending().is_some() {
        return value(position, seat);
    }
    let mine = position.seat() == seat;
    let mut found = None;
    let _ = position.visit_moves(|m| {
        if careless && rng.below(OVERLOOKED_IN) == 0 {
            return ControlFlow::Continue(());
        }
        let worth = value(&after(position, m), seat);
        let best = chosen(found, worth, mine);
        found = Some(best);
        if !mine && best <= enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.unwrap_or_else(|| value(position, seat))
}
