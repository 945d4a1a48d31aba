//! What a ZÈRTZ move brings: marbles gained, now and along a line, and rings left to place on safely.

use crate::ai::explain::{HintContext, played};
use crate::ai::finding::{Finding, Value};
use crate::rules::hex::Cells;
use crate::rules::zertz::{Marble, Move, Zertz};
use crate::rules::{Game, Notation};
use std::ops::ControlFlow;

/// The numbers of white, grey and black marbles.
pub type Marbles = [u32; 3];

/// The mover's gain by a legal move: by capturing, or by cutting off or filling a group.
pub fn gain(before: &Zertz, m: Move) -> Marbles {
    let seat = before.seat();
    let (had, has) = (before.captured(seat), played(before, m).captured(seat));
    let spent = |marble: Marble| match m {
        // With an empty pool the placed marble is one of the mover's own.
        Move::Place { marble: placed, .. } if before.pool() == [0; 3] => u32::from(placed == marble),
        _ => 0,
    };
    Marble::ALL.map(|marble| {
        let at = marble.index();
        (u32::from(has[at]) + spent(marble)).saturating_sub(u32::from(had[at]))
    })
}

pub(crate) fn total(marbles: Marbles) -> u32 {
    marbles.iter().sum()
}

/// Whether some legal move satisfies the predicate.
pub(super) fn any_move(position: &Zertz, mut wanted: impl FnMut(Move) -> bool) -> bool {
    let found = position.visit_moves(|m| if wanted(m) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
    found.is_break()
}

/// The rings on which the seat to move can place a marble so that the opponent then has no capture.
pub fn safe_rings(position: &Zertz) -> Cells {
    let mut safe = Cells::NONE;
    any_move(position, |m| {
        if let Move::Place { ring, .. } = m
            && !safe.has(ring)
            && !played(position, m).must_capture()
        {
            safe.insert(ring);
        }
        false
    });
    safe
}

/// The numbers of marbles of each colour, as an argument.
pub(crate) fn pieces(marbles: Marbles) -> Value {
    Value::Pieces(Zertz::PIECE_KINDS.iter().copied().zip(marbles).collect())
}

pub(crate) fn finding(about: &'static str, marbles: Marbles) -> Finding {
    Finding::of::<Zertz>(about).with("marbles", pieces(marbles))
}

/// The gains of both seats in the best line, the seat to move first.
pub fn line_gains(context: &HintContext<'_, Zertz>) -> [Marbles; 2] {
    let mut gains = [[0; 3]; 2];
    for (position, m) in context.best_line() {
        let side = usize::from(position.seat() != context.position().seat());
        gain(&position, m).iter().zip(&mut gains[side]).for_each(|(more, sum)| *sum += more);
    }
    gains
}
