//! What a DVONN move does to stacks: which it captures, and which lose contact with the DVONN pieces.

use crate::ai::explain::played;
use crate::rules::dvonn::board::name;
use crate::rules::dvonn::{Dvonn, Move};
use crate::rules::hex::{Cell, Cells};
use crate::rules::{Game, Guide, Seat};
use std::ops::ControlFlow;

/// The number of pieces each seat loses by a move because they are no longer linked to a DVONN piece, by seat: those in
/// stacks that the seat controlled.
pub fn cut_off(before: &Dvonn, m: Move) -> [u32; 2] {
    let gone = lost(before, m);
    Seat::BOTH.map(|seat| (gone & before.owned(seat)).filter_map(|space| before.stack(space)).map(|s| s.height).sum())
}

/// The spaces of the stacks that lose contact when a move is played.
pub(super) fn lost(before: &Dvonn, m: Move) -> Cells {
    let Move::Stack { from, to } = m else { return Cells::NONE };
    let stays = played(before, m).occupied() | from.set();
    let gone = before.occupied() & !stays;
    // A stack that lands outside all links is removed too, with the stack it was put on.
    let landed = if stays.has(to) { Cells::NONE } else { from.set() | to.set() };
    gone | landed
}

/// Marks on a seat's stacks that lose contact when a move is played.
pub(crate) fn marks(before: &Dvonn, m: Move, seat: Seat) -> impl Iterator<Item = Guide> {
    (lost(before, m) & before.owned(seat)).map(|space| Guide::lost(name(space)))
}

/// The space and the height of the opponent's stack that a move captures, if it captures one and the stack stays on the
/// board.
pub fn covered(before: &Dvonn, m: Move) -> Option<(Cell, u32)> {
    let Move::Stack { to, .. } = m else { return None };
    let captured = before.owned(!before.seat()).has(to) && played(before, m).occupied().has(to);
    captured.then(|| before.stack(to)).flatten().map(|stack| (to, stack.height))
}

/// Whether some legal move of the seat to move satisfies the predicate.
pub(super) fn any_move(position: &Dvonn, mut wanted: impl FnMut(Move) -> bool) -> bool {
    let found = position.visit_moves(|m| if wanted(m) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
    found.is_break()
}
