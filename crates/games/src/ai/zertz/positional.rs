//! Reasons for quiet ZÈRTZ placements: what they keep from the opponent, and what the best line brings.

use super::effects::{Marbles, finding, line_gains, pieces, safe_rings, total};
use crate::ai::explain::{Explain, HintContext, is_telling, played};
use crate::ai::finding::Finding;
use crate::rules::hex::Cell;
use crate::rules::zertz::{GRID, Marble, Move, Zertz};
use crate::rules::{Game, Guide, Seat};

/// Up to this number, safe rings need no comparison; a greater number must be unusually small.
pub(super) const SAFE_MAX: usize = 6;
/// Maximum number of other moves after which the safe rings are counted.
const TRIED_MAX: usize = 60;

/// How many marbles of a colour a seat still needs for the goal of this colour alone.
fn needed(position: &Zertz, seat: Seat, marble: Marble) -> u32 {
    let goal = position.setup().variant.goals()[marble.index()];
    u32::from(goal.saturating_sub(position.captured(seat)[marble.index()]))
}

/// Whether no marble is next to a ring.
fn is_alone(after: &Zertz, ring: Cell) -> bool {
    (GRID.neighbours(ring) & after.occupied()).is_empty()
}

/// The number of lines along which a marble on a ring can be jumped over: those with a ring on either side of it.
fn jump_lines(after: &Zertz, ring: Cell) -> usize {
    let is_ring = |direction| GRID.next(ring, direction).is_some_and(|next| after.rings().has(next));
    (0..3).filter(|direction| is_ring(*direction) && is_ring(direction + 3)).count()
}

/// A marble next to the removed ring that can be jumped over along fewer lines than before.
fn shelters(context: &HintContext<'_, Zertz>, removed: Cell) -> Option<Finding> {
    let (before, after) = (context.position(), context.after());
    let has_fewer = |after: &Zertz, marble: Cell| jump_lines(after, marble) < jump_lines(before, marble);
    let sheltered =
        (GRID.neighbours(removed) & before.occupied() & after.occupied()).find(|marble| has_fewer(&after, *marble))?;
    let also = |other: Move| has_fewer(&played(before, other), sheltered);
    let found =
        || Finding::of::<Zertz>("shelters").cell("ring", GRID.name(removed)).cell("marble", GRID.name(sheltered));
    let found = || found().marking([Guide::mark(GRID.name(sheltered))]);
    context.sets_apart(also).then(found)
}

/// The colour placed, if the opponent needs more marbles of it than of any other.
fn far_colour(context: &HintContext<'_, Zertz>, marble: Marble) -> Option<Finding> {
    let (position, opponent) = (context.position(), !context.position().seat());
    let count = needed(position, opponent, marble);
    let is_farthest = Marble::ALL.iter().all(|other| *other == marble || needed(position, opponent, *other) < count);
    let also = |other: Move| matches!(other, Move::Place { marble: placed, .. } if placed == marble);
    let mut marbles: Marbles = [0; 3];
    marbles[marble.index()] = count;
    (is_farthest && context.sets_apart(also)).then(|| finding("far-colour", marbles))
}

/// What both seats take in the best line, if the mover takes more.
fn gains(context: &HintContext<'_, Zertz>) -> Option<Finding> {
    let [mine, theirs] = line_gains(context);
    match (total(mine), total(theirs)) {
        (mine, theirs) if mine <= theirs => None,
        (_, 0) => Some(finding("gains", mine)),
        _ => Some(finding("gains-more", mine).with("given", pieces(theirs))),
    }
}

/// The reasons for a placement that gives nothing away, the most telling first.
pub(super) fn quiet(
    context: &HintContext<'_, Zertz>,
    marble: Marble,
    ring: Cell,
    removed: Option<Cell>,
) -> Vec<Finding> {
    let (before, after) = (context.position(), context.after());
    let mut reasons: Vec<Finding> = gains(context).into_iter().collect();
    if context.sets_apart(|other| !played(before, other).must_capture()) {
        reasons.push(Finding::of::<Zertz>("quiet"));
    }
    reasons.extend(removed.and_then(|removed| shelters(context, removed)));
    let safe = safe_rings(&after).len();
    let as_few = |other: Move| {
        let after = played(before, other);
        !after.must_capture() && after.ending().is_none() && safe_rings(&after).len() <= safe
    };
    let had = before.passed_over().map_or(0, |passed| safe_rings(&passed).len());
    if safe as usize > SAFE_MAX
        && is_telling(safe as usize, had as usize)
        && context.sets_apart_among(TRIED_MAX, as_few)
    {
        let found = Finding::of::<Zertz>("fewer-safe").count("before", had as usize);
        reasons.push(found.count("count", safe as usize));
    }
    reasons.extend(far_colour(context, marble));
    let also_alone = |other: Move| match other {
        Move::Place { ring, .. } => is_alone(&played(before, other), ring),
        Move::Capture(_) | Move::Pass => false,
    };
    let lines = jump_lines(&after, ring);
    let also_few = |other: Move| match other {
        Move::Place { ring, .. } => jump_lines(&played(before, other), ring) <= lines,
        Move::Capture(_) | Move::Pass => false,
    };
    if context.sets_apart(also_few) {
        reasons.push(Finding::of::<Zertz>("lines").cell("ring", GRID.name(ring)).count("count", lines));
    }
    if is_alone(&after, ring) && context.sets_apart(also_alone) {
        reasons.push(Finding::of::<Zertz>("alone").cell("ring", GRID.name(ring)));
    }
    if reasons.is_empty() {
        reasons.push(Finding::of::<Zertz>("calm").count("count", safe as usize));
    }
    reasons
}
