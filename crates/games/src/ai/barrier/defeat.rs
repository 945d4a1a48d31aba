//! Why a game of Barrier was lost: from some turn on, the loser always had fewer walks.

use super::room::walks_of;
use crate::ai::finding::Finding;
use crate::rules::barrier::Barrier;
use crate::rules::{Game, Line, Seat};

/// The keys of [`defeat`].
pub(super) const DEFEATS: &[&str] = &["fewer-walks"];

/// The first turn after which the winner always had more walks than the loser; `None` if there is no such turn before
/// the last one.
pub(super) fn defeat(line: &Line<Barrier>, loser: Seat) -> Option<Finding> {
    let mut position = *line.start();
    let mut since = None;
    for (turn, m) in (1..).zip(line.moves()) {
        position.play_unchecked(*m);
        let ahead = position.is_walking() && walks_of(&position, !loser) > walks_of(&position, loser);
        since = if ahead { since.or(Some(turn)) } else { None };
    }
    let turn = since.filter(|turn| *turn < line.moves().len())?;
    Some(Finding::of::<Barrier>("fewer-walks").count("turn", turn))
}
