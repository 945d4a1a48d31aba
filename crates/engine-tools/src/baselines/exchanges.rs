//! A newcomer who knows sacrifices: its own turn, then what must follow.

use super::greedy::best_by;
use super::worth::{OVERLOOKED_IN, after, chosen, value};
use crate::measured::Measured;
use std::ops::ControlFlow;
use tablero_games::rules::{Seat, SeededRng};

/// The move with the highest worth after the forced turns that follow it, in which both seats choose their best turn. The
/// player overlooks some of these turns, at random.
pub(super) fn choose<G: Measured>(position: &G, rng: &mut SeededRng) -> Option<G::Move> {
    let seat = position.seat();
    let mut chance = SeededRng::new(rng.draw());
    best_by(position, rng, |after| settled(after, seat, &mut chance))
}

/// The worth for `seat` once no turn is forced.
fn settled<G: Measured>(position: &G, seat: Seat, chance: &mut SeededRng) -> i32 {
    if position.ending().is_some() || !position.is_forced() {
        return value(position, seat);
    }
    let mine = position.seat() == seat;
    let mut found = None;
    let _ = position.visit_moves(|m| {
        if chance.below(OVERLOOKED_IN) == 0 {
            return ControlFlow::Continue(());
        }
        let worth = settled(&after(position, m), seat, chance);
        found = Some(chosen(found, worth, mine));
        ControlFlow::<()>::Continue(())
    });
    found.unwrap_or_else(|| value(position, seat))
}
