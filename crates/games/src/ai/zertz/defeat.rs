//! Why a game of ZÈRTZ was lost: what the loser gave away.

use crate::ai::finding::Finding;
use crate::rules::zertz::{Move, Zertz};
use crate::rules::{Game, Line, Seat};

/// The keys of [`defeat`].
pub(super) const DEFEATS: &[&str] = &["given"];

/// Counts the marbles that the winner captured right after the loser's placements, and all marbles that the winner
/// jumped over. Captures are compulsory, so none was possible before a placement: the placement itself allowed it.
pub(super) fn defeat(line: &Line<Zertz>, loser: Seat) -> Option<Finding> {
    let (mut position, mut placed) = (*line.start(), false);
    let (mut given, mut all) = (0, 0);
    for m in line.moves() {
        if let Move::Capture(chain) = m
            && position.seat() != loser
        {
            let count = chain.jumps().count();
            all += count;
            given += if placed { count } else { 0 };
        }
        placed = position.seat() == loser && matches!(m, Move::Place { .. });
        position.play_unchecked(*m);
    }
    (given > 0 && all > 1).then(|| Finding::of::<Zertz>("given").count("count", given).count("all", all))
}
