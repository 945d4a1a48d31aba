//! The room that a knight of Barrier has: its walks, and the squares that it can still touch.

use crate::rules::Seat;
use crate::rules::barrier::Barrier;
use crate::rules::barrier::board::{Square, Squares, walks};

/// Maximum number of positions visited to find a knight's longest path.
const STEPS_MAX: u32 = 200_000;

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
pub(super) fn reach(position: &Barrier, seat: Seat) -> Squares {
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
