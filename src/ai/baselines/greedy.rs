//! A player that looks one turn ahead.

use super::worth::{Worth, value};
use crate::rules::Chance;
use std::ops::ControlFlow;

/// The move after which the position has the highest worth; ties are broken uniformly at random.
pub(super) fn choose<G: Worth>(position: &G, chance: &mut Chance) -> Option<G::Move> {
    let seat = position.seat();
    let mut best = None;
    let mut most = i32::MIN;
    let mut equals = 0;
    let _ = position.visit_moves(|m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        let worth = value(&after, seat);
        if worth > most {
            (most, equals) = (worth, 0);
        }
        if worth == most {
            equals += 1;
            if chance.below(equals) == 0 {
                best = Some(m);
            }
        }
        ControlFlow::<()>::Continue(())
    });
    best
}
