//! Why a game of DVONN was lost: the winner cut off or captured pieces.

use super::effects::{covered, cut_off};
use crate::ai::finding::Finding;
use crate::rules::dvonn::Dvonn;
use crate::rules::{Game, Line, Seat};

/// The keys of [`defeat`].
pub(super) const DEFEATS: &[&str] = &["cut", "covered"];

/// Counts the loser's pieces that the winner cut off and those that the winner captured, and reports the larger number.
pub(super) fn defeat(line: &Line<Dvonn>, loser: Seat) -> Option<Finding> {
    let mut position = *line.start();
    let (mut cut, mut captured) = (0, 0);
    for m in line.moves() {
        if position.seat() != loser {
            cut += cut_off(&position, *m)[loser.index()];
            captured += covered(&position, *m).map_or(0, |(_, height)| height);
        }
        position.play_unchecked(*m);
    }
    let (about, count) = if cut >= captured { ("cut", cut) } else { ("covered", captured) };
    (count > 0).then(|| Finding::of::<Dvonn>(about).count("count", count as usize))
}
