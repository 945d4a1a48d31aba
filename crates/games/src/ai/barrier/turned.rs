//! What happened after a mistake in Barrier, by the moves that were played.

use super::room::walks_of;
use crate::ai::explain::played;
use crate::ai::finding::Finding;
use crate::rules::Game;
use crate::rules::barrier::{Barrier, Move};

/// The keys of [`turned`].
pub(super) const TURNS: &[&str] = &["last-walk", "few-walks"];

/// With this many walks or fewer, a knight is nearly shut in.
const FEW_WALKS: usize = 4;

/// How many walks the reply to the mistake left, if they are few.
pub(super) fn turned(before: &Barrier, moves: &[Move], _: Move) -> Option<Finding> {
    let [mistake, reply, ..] = *moves else { return None };
    let after = played(before, mistake);
    let left = played(&after, reply);
    if after.seat() == before.seat() || !left.is_walking() {
        return None;
    }
    let (had, count) = (walks_of(before, before.seat()), walks_of(&left, before.seat()));
    match count {
        0 => Some(Finding::of::<Barrier>("last-walk")),
        _ if count <= FEW_WALKS && 2 * count <= had => {
            Some(Finding::of::<Barrier>("few-walks").count("count", count).count("before", had))
        }
        _ => None,
    }
}
