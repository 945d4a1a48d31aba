//! What happened after a mistake in DVONN, by the moves that were played.

use super::effects::{covered, cut_off};
use crate::ai::explain::played;
use crate::ai::finding::Finding;
use crate::rules::Game;
use crate::rules::dvonn::board::name;
use crate::rules::dvonn::{Dvonn, Move, Phase};

/// The keys of [`turned`].
pub(super) const TURNS: &[&str] = &["own-cut", "cut", "covered", "missed-cut", "missed-cover"];

/// The minimum height of a captured stack that is worth mentioning.
const HIGH: u32 = 2;

/// Pieces that the mistake or the reply to it cut off, a stack that the reply captured, or what was overlooked.
pub(super) fn turned(before: &Dvonn, moves: &[Move], best: Move) -> Option<Finding> {
    let mistake = *moves.first().filter(|_| before.phase() == Phase::Stacking)?;
    let (seat, after) = (before.seat(), played(before, mistake));
    let found = |about| Finding::of::<Dvonn>(about);
    let lost = cut_off(before, mistake);
    if lost[seat.index()] > 0 {
        return Some(found("own-cut").count("count", lost[seat.index()] as usize));
    }
    if let Some(reply) = moves.get(1).filter(|_| after.seat() != seat) {
        let cut = cut_off(&after, *reply)[seat.index()];
        if cut > 0 {
            return Some(found("cut").count("count", cut as usize));
        }
        if let Some((space, height)) = covered(&after, *reply).filter(|(_, height)| *height >= HIGH) {
            return Some(found("covered").cell("space", name(space)).count("height", height as usize));
        }
    }
    let theirs = cut_off(before, best)[(!seat).index()];
    if theirs > lost[(!seat).index()] && cut_off(before, best)[seat.index()] == 0 {
        return Some(found("missed-cut").played("best", best).count("count", theirs as usize));
    }
    let own = covered(before, mistake).map_or(0, |(_, height)| height);
    let (space, height) = covered(before, best).filter(|(_, height)| *height >= HIGH && *height > own)?;
    Some(found("missed-cover").played("best", best).cell("space", name(space)).count("height", height as usize))
}
