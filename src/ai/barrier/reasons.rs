//! Reasons for Barrier moves.

use crate::ai::finding::Finding;
use crate::ai::hint::{Explain, HintContext};
use crate::rules::barrier::board::{Square, Squares, walks};
use crate::rules::barrier::{Barrier, Move};
use crate::rules::{Game, Seat};

/// Maximum number of positions visited to find a knight's longest path.
const STEPS_MAX: u32 = 200_000;
/// Maximum number of the opponent's remaining walks that is worth mentioning.
const FEW_WALKS: usize = 4;

/// The squares that no walk of a seat may touch: the blocked ones and the other knight's.
fn closed(position: &Barrier, seat: Seat) -> Squares {
    let beyond = Squares(!position.squares().0);
    let other = position.knight(!seat).map_or(Squares::default(), Square::set);
    position.blocked().with(beyond).with(other)
}

/// The number of walks a seat has, whichever seat is to move.
pub fn walks_of(position: &Barrier, seat: Seat) -> usize {
    let Some(from) = position.knight(seat) else { return 0 };
    let closed = closed(position, seat);
    walks(from).filter(|(_, covered)| covered.is_disjoint(closed)).count()
}

/// Every square that a seat's knight could still touch if it had the board for itself, its own included.
fn reach(position: &Barrier, seat: Seat) -> Squares {
    let Some(from) = position.knight(seat) else { return Squares::default() };
    let closed = closed(position, seat);
    let (mut touched, mut visited, mut queue) = (from.set(), from.set(), vec![from]);
    while let Some(from) = queue.pop() {
        for (walk, covered) in walks(from).filter(|(_, covered)| covered.is_disjoint(closed)) {
            touched = touched.with(covered);
            if !visited.has(walk.target) {
                visited = visited.with(walk.target.set());
                queue.push(walk.target);
            }
        }
    }
    touched
}

/// Whether the knights can never touch the same square again.
pub fn are_apart(position: &Barrier) -> bool {
    position.is_walking() && reach(position, Seat::One).is_disjoint(reach(position, Seat::Two))
}

/// The longest sequence of walks of a seat's knight if the other stays away; `None` if counting takes too long.
pub fn longest(position: &Barrier, seat: Seat) -> Option<usize> {
    let from = position.knight(seat)?;
    let mut left = STEPS_MAX;
    longest_from(from, closed(position, seat), &mut left)
}

fn longest_from(from: Square, closed: Squares, left: &mut u32) -> Option<usize> {
    *left = left.checked_sub(1)?;
    let mut most = 0;
    for (walk, covered) in walks(from).filter(|(_, covered)| covered.is_disjoint(closed)) {
        let behind = closed.with(from.set()).with(Squares(covered.0 & !walk.target.set().0));
        most = most.max(1 + longest_from(walk.target, behind, left)?);
    }
    Some(most)
}

/// The walks left to the mover and to the opponent if the move separates knights that were not apart before.
fn separated(before: &Barrier, after: &Barrier) -> Option<(usize, usize)> {
    if are_apart(before) || !are_apart(after) {
        return None;
    }
    let seat = before.seat();
    Some((longest(after, seat)?, longest(after, !seat)?))
}

impl Explain for Barrier {
    const LOOKS: &'static [&'static str] = &["separate", "few"];
    const PIECES: &'static [&'static str] = &["target"];
    const REASONS: &'static [&'static str] = &["shuts-in", "separates", "leaves", "more-walks"];

    fn cells(&self) -> Vec<String> {
        let mut squares: Vec<Square> = self.squares().collect();
        squares.sort_by_key(|square| (square.column(), square.number()));
        squares.iter().map(Square::to_string).collect()
    }

    fn touched(&self, m: Move) -> Vec<String> {
        match m {
            Move::Place(square) => vec![square.to_string()],
            Move::Walk { walk, .. } => vec![walk.target.to_string(), walk.corner.to_string()],
        }
    }

    /// A seat that cannot walk has lost, so turns cannot be passed.
    fn passed_over(&self) -> Option<Barrier> {
        None
    }

    fn look(context: &HintContext<'_, Barrier>) -> Option<Finding> {
        let (before, after) = (context.position(), context.after());
        if separated(before, &after).is_some() {
            return Some(Finding::of::<Barrier>("separate"));
        }
        let left = walks_of(&after, after.seat());
        let few = after.is_walking() && left <= FEW_WALKS && left < walks_of(before, after.seat());
        few.then(|| Finding::of::<Barrier>("few").count("count", left))
    }

    fn piece(&self, m: Move) -> (Finding, usize) {
        match m {
            Move::Place(square) => {
                let column = (b'a' + square.column().saturating_sub(1)) as char;
                (Finding::any("column").cell("column", column), 0)
            }
            Move::Walk { walk, .. } => (Finding::of::<Barrier>("target").cell("square", walk.target), 1),
        }
    }

    fn reasons(context: &HintContext<'_, Barrier>) -> Vec<Finding> {
        let (before, after) = (context.position(), context.after());
        if !after.is_walking() {
            return Vec::new();
        }
        let seat = before.seat();
        let (mine, theirs) = (walks_of(&after, seat), walks_of(&after, !seat));
        let mut reasons = Vec::new();
        if theirs == 0 {
            reasons.push(Finding::of::<Barrier>("shuts-in"));
            return reasons;
        }
        if let Some((mine, theirs)) = separated(before, &after) {
            reasons.push(Finding::of::<Barrier>("separates").count("mine", mine).count("theirs", theirs));
        }
        if theirs <= FEW_WALKS && theirs < walks_of(before, !seat) {
            reasons.push(Finding::of::<Barrier>("leaves").count("count", theirs));
        }
        if before.is_walking() && mine > theirs {
            reasons.push(Finding::of::<Barrier>("more-walks").count("mine", mine).count("theirs", theirs));
        }
        reasons
    }
}
