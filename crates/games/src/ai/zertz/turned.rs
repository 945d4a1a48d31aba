//! What happened after a mistake in ZÈRTZ, by the moves that were played.

use super::effects::{finding, gain, pieces, total};
use crate::ai::explain::played;
use crate::ai::finding::Finding;
use crate::rules::Game;
use crate::rules::zertz::{Move, Zertz};

/// The keys of [`turned`].
pub(super) const TURNS: &[&str] = &["capture", "sacrifice", "missed"];

/// A capture that the mistake allowed, a sacrifice that followed, or a capture that was overlooked.
pub(super) fn turned(before: &Zertz, moves: &[Move], best: Move) -> Option<Finding> {
    let mistake = *moves.first()?;
    let (own, after) = (gain(before, mistake), played(before, mistake));
    if let Some(reply) = moves.get(1).filter(|_| after.seat() != before.seat()) {
        let taken = gain(&after, *reply);
        // Captures are compulsory, so none was possible before a placement.
        if matches!((mistake, reply), (Move::Place { .. }, Move::Capture(_))) {
            return Some(finding("capture", taken));
        }
        if let (Move::Place { .. }, [forced @ Move::Capture(_), back @ Move::Capture(_), ..]) = (reply, &moves[2..]) {
            let offered = played(&after, *reply);
            let given = gain(&offered, *forced);
            let taken = gain(&played(&offered, *forced), *back);
            if total(taken) > total(given) {
                return Some(finding("sacrifice", taken).with("given", pieces(given)));
            }
        }
    }
    let missed = gain(before, best);
    (total(missed) > total(own)).then(|| finding("missed", missed).played("best", best))
}
