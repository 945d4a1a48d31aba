//! Tactical placements: those that leave the opponent something to capture, or take a group.

use super::Weights;
use crate::rules::Game;
use crate::rules::hex::{Cell, Cells, opposite};
use crate::rules::zertz::position::has_jump;
use crate::rules::zertz::{GRID, Marble, Move, Zertz};
use std::ops::ControlFlow;

/// The vacant rings on which a marble creates a capture: it could jump over a neighbour, or be jumped over. Removing
/// the landing ring may prevent that.
pub fn forcing(position: &Zertz) -> Cells {
    beside(position, |vacant, direction| GRID.jump(vacant, opposite(direction), 2) | GRID.step(vacant, direction))
}

/// The vacant rings on which a marble could jump over a neighbour, and so may stay on the board.
fn jumping(position: &Zertz) -> Cells {
    beside(position, |vacant, direction| GRID.jump(vacant, opposite(direction), 2))
}

/// The vacant rings that have a marble next to them in a direction in which `fits` has them too.
fn beside(position: &Zertz, fits: impl Fn(Cells, usize) -> Cells) -> Cells {
    let (occupied, vacant) = (position.occupied(), position.vacant());
    let fitting = |direction| GRID.step(occupied, opposite(direction)) & fits(vacant, direction);
    (0..6).fold(Cells::NONE, |rings, direction| rings | fitting(direction)) & vacant
}

/// The colours that are worth placing where the opponent must capture.
///
/// A marble that can only be jumped over is gone, so it should be worth as little as possible to the opponent. One that
/// can jump may be the next that the mover captures, and then it should be worth as much as possible. A third colour is
/// never better than both of these, unless it takes a group or the supply of one of them runs out.
#[derive(Clone, Copy, Debug)]
pub struct SacrificeColours {
    cheapest: Marble,
    dearest: Marble,
}

impl SacrificeColours {
    /// The colours for this position.
    pub fn new(position: &Zertz, weights: &Weights) -> SacrificeColours {
        let supply = position.supply();
        let worth = |seat, marble: Marble| weights.with_one_more(position, seat, marble);
        let supplied = || Marble::ALL.into_iter().filter(|marble| supply[marble.index()] > 0);
        let (mover, opponent) = (position.seat(), !position.seat());
        SacrificeColours {
            cheapest: supplied().min_by_key(|marble| worth(opponent, *marble)).unwrap_or(Marble::Black),
            dearest: supplied().max_by_key(|marble| worth(mover, *marble)).unwrap_or(Marble::White),
        }
    }

    /// Whether the colour is worth placing on a ring on which it can jump, or can only be jumped over.
    fn includes(self, marble: Marble, jumps: bool) -> bool {
        marble == self.cheapest || jumps && marble == self.dearest
    }
}

/// Whether a quiet placement exists: one on a ring that creates no capture.
pub fn has_quiet(position: &Zertz) -> bool {
    let vacant = position.vacant();
    let quiet = vacant & !forcing(position);
    if vacant.len() <= 3 || quiet.is_empty() {
        return false;
    }
    // A ring beside another vacant one is not the only vacant ring of its part. This nearly always suffices.
    let beside = (0..6).fold(Cells::NONE, |beside, direction| beside | GRID.step(vacant, direction));
    !(quiet & beside).is_empty() || !(quiet & !apart(position, vacant).filled).is_empty()
}

/// Visits every placement on a forcing ring, and every one that may take a group. With `colours`, forcing placements
/// that take nothing are left out if their colour is not worth placing there. With `last`, placements after which the
/// opponent has a capture that leaves nothing to capture are left out: they gain nothing.
pub fn visit(position: &Zertz, last: bool, colours: Option<SacrificeColours>, mut visit: impl FnMut(Move)) {
    let vacant = position.vacant();
    if vacant.len() <= 3 {
        let _ = position.visit_moves(|m| {
            visit(m);
            ControlFlow::<()>::Continue(())
        });
        return;
    }
    let forcing = forcing(position);
    let jumping = colours.map_or(Cells::NONE, |_| jumping(position));
    let removable = position.removable();
    let supply = position.supply();
    let mut place = |ring: Cell, removed: Option<Cell>, takes: bool| {
        let decline = takes && position.may_decline(ring, removed);
        let colours = colours.filter(|_| !takes);
        for marble in Marble::ALL.into_iter().filter(|marble| supply[marble.index()] > 0) {
            if colours.is_some_and(|colours| !colours.includes(marble, jumping.has(ring))) {
                continue;
            }
            visit(Move::Place { marble, ring, removed, decline: false });
            if decline {
                visit(Move::Place { marble, ring, removed, decline: true });
            }
        }
    };
    let apart = apart(position, vacant);
    let mut claiming = apart.filled | apart.halved;
    for removed in removable & GRID.connecting(position.rings()) {
        let filling = filling(position, removed) & !removed.set();
        if !filling.is_empty() {
            claiming.insert(removed);
            (filling & !forcing).for_each(|ring| place(ring, Some(removed), true));
        }
    }
    for ring in forcing {
        let mut rest = removable & !ring.set();
        let fills = apart.filled.has(ring);
        let quiet = if last { quiet_capture(position, ring, None) } else { None };
        rest &= match quiet {
            // Only removing a ring on which this capture lands can prevent it.
            Some(landing) if !fills => landing | claiming,
            // Removing a ring on which nothing can land in the immediate sequence is equivalent to removing any other
            // such ring.
            _ => {
                let landing = landings(position, ring);
                let idle = rest & !landing;
                landing | claiming | idle.first().map_or(Cells::NONE, Cell::set)
            }
        };
        let mut removed = rest.next();
        loop {
            let may_take = fills || removed.is_some_and(|removed| claiming.has(removed));
            let takes = may_take && !position.groups_taken(ring, removed).is_empty();
            let remains = || quiet.is_some_and(|landing| removed.is_none_or(|removed| !landing.has(removed)));
            if takes || !last || !(remains() || quiet_capture(position, ring, removed).is_some()) {
                place(ring, removed, takes);
            }
            removed = rest.next();
            if removed.is_none() {
                break;
            }
        }
    }
    for ring in apart.filled {
        let mut rest = removable & !ring.set();
        let mut removed = rest.next();
        loop {
            place(ring, removed, true);
            removed = rest.next();
            if removed.is_none() || last {
                break;
            }
        }
    }
    for removed in removable & apart.filled {
        let elsewhere = vacant & !removed.set();
        let quiet = elsewhere & !forcing;
        let rings = if last { quiet.first().map_or(elsewhere, Cell::set) } else { elsewhere };
        rings.for_each(|ring| place(ring, Some(removed), true));
    }
    for removed in removable & apart.halved {
        let part = GRID.linked(removed.set(), position.rings());
        (part & apart.halved & !removed.set()).for_each(|ring| place(ring, Some(removed), true));
    }
}

/// Whether a forcing placement takes nothing and is no better at once than another one on the same ring: it removes an
/// equally irrelevant ring, or its colour is not worth placing there.
pub fn is_echo(position: &Zertz, weights: &Weights, m: Move) -> bool {
    let Move::Place { marble, ring, removed: Some(removed), .. } = m else { return false };
    let is_idle = || {
        let idle = position.removable() & !ring.set() & !landings(position, ring);
        idle.has(removed) && idle.first() != Some(removed)
    };
    let is_worth_placing = || SacrificeColours::new(position, weights).includes(marble, jumping(position).has(ring));
    (is_idle() || !is_worth_placing()) && position.groups_taken(ring, Some(removed)).is_empty()
}

/// The vacant rings of nearly full parts of the board that are separate from the rest.
struct Apart {
    /// The only vacant ring of a part: placing a marble on it takes the part, and so does removing it.
    filled: Cells,
    /// The two vacant rings of a part: to take it, one is filled and the other removed.
    halved: Cells,
}

fn apart(position: &Zertz, vacant: Cells) -> Apart {
    let mut found = Apart { filled: Cells::NONE, halved: Cells::NONE };
    let rings = position.rings();
    let mut rest = rings;
    while let Some(start) = rest.first() {
        let part = GRID.linked(start.set(), rest);
        rest &= !part;
        if part == rings {
            break;
        }
        let open = part & vacant;
        match open.len() {
            1 => found.filled |= open,
            2 => found.halved |= open,
            _ => {}
        }
    }
    found
}

/// The rings on which a capture lands that leaves nothing to capture, if the opponent has one after this placement; none
/// if it has no capture at all. This does not depend on the colours of the marbles.
fn quiet_capture(position: &Zertz, ring: Cell, removed: Option<Cell>) -> Option<Cells> {
    let gone = removed.map_or(Cells::NONE, Cell::set);
    let (occupied, vacant) = (position.occupied() | ring.set(), position.vacant() & !ring.set() & !gone);
    let mut none = true;
    for direction in 0..6 {
        let back = opposite(direction);
        for start in occupied & GRID.step(occupied & GRID.step(vacant, back), back) {
            none = false;
            let landing = quiet_jump(occupied & !start.set(), vacant | start.set(), start, direction);
            if landing.is_some() {
                return landing;
            }
        }
    }
    none.then_some(Cells::NONE)
}

/// The rings on which the capture lands that this jump continues, if it can be completed so that nothing is left to
/// capture.
fn quiet_jump(occupied: Cells, vacant: Cells, at: Cell, direction: usize) -> Option<Cells> {
    let over = GRID.next(at, direction)?;
    let at = GRID.next(over, direction)?;
    let (occupied, vacant) = (occupied & !over.set(), vacant | over.set());
    let mut ended = true;
    let beside = GRID.neighbours(at) & occupied;
    for direction in if beside.is_empty() { 0..0 } else { 0..6 } {
        let Some(over) = GRID.next(at, direction).filter(|over| occupied.has(*over)) else { continue };
        if GRID.next(over, direction).is_none_or(|landing| !vacant.has(landing)) {
            continue;
        }
        ended = false;
        if let Some(landing) = quiet_jump(occupied, vacant, at, direction) {
            return Some(landing | at.set());
        }
    }
    (ended && !has_jump(occupied | at.set(), vacant & !at.set())).then(|| at.set())
}

/// The vacant rings on which a marble may land in the next two captures after a placement on `ring`: behind two marbles
/// in a row, where the marble captured first may itself have landed.
fn landings(position: &Zertz, ring: Cell) -> Cells {
    let behind = |marbles: Cells| {
        let two = |direction| GRID.step(GRID.step(marbles, direction) & marbles, direction);
        two(0) | two(1) | two(2) | two(3) | two(4) | two(5)
    };
    let marbles = position.occupied() | ring.set();
    let vacant = position.vacant() & !ring.set();
    let first = behind(marbles) & vacant;
    first | behind(marbles | first) & vacant
}

/// The vacant rings that take a group if filled while `removed`, a [connecting](crate::rules::hex::Grid::connecting)
/// ring, is removed: those that fill a part cut off by it, or all if a part without a vacant ring is cut off.
fn filling(position: &Zertz, removed: Cell) -> Cells {
    let rings = position.rings();
    let (rest, vacant) = (rings & !removed.set(), position.vacant());
    let mut beside = GRID.neighbours(removed) & rest;
    let mut filling = Cells::NONE;
    while let Some(start) = beside.first() {
        let part = GRID.linked(start.set(), rest);
        beside &= !part;
        if part == rest {
            break;
        }
        let open = part & vacant;
        match open.len() {
            0 => return vacant,
            1 => filling |= open,
            _ => {}
        }
    }
    filling
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SeededRng;
    use std::collections::HashSet;

    /// Quiet positions of random games, many of which have separate parts of the board.
    fn quiet_positions(games: u64) -> Vec<Zertz> {
        let mut positions = Vec::new();
        for game in 0..games {
            let (mut position, mut rng) = (Zertz::new(&Default::default()), SeededRng::new(game));
            while position.ending().is_none() {
                let moves = position.moves();
                position.play_unchecked(moves[rng.below(moves.len() as u64) as usize]);
                if position.ending().is_none() && !position.must_capture() && position.supply() != [0; 3] {
                    positions.push(position);
                }
            }
        }
        positions
    }

    fn after(position: &Zertz, m: Move) -> Zertz {
        let mut next = *position;
        next.play_unchecked(m);
        next
    }

    fn gains(position: &Zertz, m: Move) -> bool {
        let seat = position.seat();
        let count = |position: &Zertz| position.captured(seat).iter().sum::<u8>();
        count(&after(position, m)) > count(position)
    }

    #[test]
    fn every_taking_placement_and_every_forcing_ring_is_visited() {
        let mut taking = 0;
        for position in quiet_positions(60) {
            let mut visited = HashSet::new();
            visit(&position, false, None, |m| {
                visited.insert(m);
            });
            let rings: HashSet<_> = visited
                .iter()
                .filter_map(|m| if let Move::Place { ring, .. } = m { Some(*ring) } else { None })
                .collect();
            for m in position.moves() {
                let Move::Place { ring, .. } = m else { continue };
                if gains(&position, m) {
                    taking += 1;
                    assert!(visited.contains(&m), "{m} takes a group in {position:?}");
                }
                assert!(!after(&position, m).must_capture() || rings.contains(&ring), "{m} forces in {position:?}");
            }
        }
        assert!(taking > 100, "only {taking} placements took a group: the games show too little");
    }

    #[test]
    fn omitted_placements_regain_nothing() {
        let mut left_out = 0;
        for position in quiet_positions(20) {
            let (mut all, mut last) = (Vec::new(), HashSet::new());
            visit(&position, false, None, |m| all.push(m));
            visit(&position, true, None, |m| {
                last.insert(m);
            });
            for m in all.into_iter().filter(|m| !last.contains(m) && !gains(&position, *m)) {
                let next = after(&position, m);
                if !next.must_capture() {
                    continue;
                }
                left_out += 1;
                let regains_nothing = next.moves().into_iter().any(|reply| !after(&next, reply).must_capture());
                assert!(regains_nothing, "{m} may get something back in {position:?}");
            }
        }
        assert!(left_out > 100, "only {left_out} placements were left out: the games show too little");
    }

    #[test]
    fn a_colour_left_out_would_be_captured_at_once_and_be_worth_more_to_the_opponent() {
        let (weights, mut captured) = (Weights::default(), 0);
        for position in quiet_positions(20) {
            let colours = SacrificeColours::new(&position, &weights);
            let (mut all, mut some) = (Vec::new(), HashSet::new());
            visit(&position, false, None, |m| all.push(m));
            visit(&position, false, Some(colours), |m| {
                some.insert(m);
            });
            for m in all.into_iter().filter(|m| !some.contains(m)) {
                let Move::Place { ring, removed, decline, .. } = m else { panic!("{m} is a capture") };
                let kept = Move::Place { marble: colours.cheapest, ring, removed, decline };
                assert!(some.contains(&kept), "{m} is left out and {kept} as well in {position:?}");
                if jumping(&position).has(ring) {
                    continue;
                }
                let (next, other) = (after(&position, m), after(&position, kept));
                for reply in next.moves() {
                    let Move::Capture(chain) = reply else { continue };
                    let (next, other) = (after(&next, reply), after(&other, reply));
                    assert!(!next.occupied().has(ring), "{reply} leaves the marble of {m} in {position:?}");
                    if chain.len() > 1 {
                        // Together with another marble, a colour may be worth more.
                        continue;
                    }
                    captured += 1;
                    let values = [&next, &other].map(|position| weights.value(position));
                    assert!(values[0] <= values[1], "{values:?} after {m} and {kept} in {position:?}");
                }
            }
        }
        assert!(captured > 1_000, "only {captured} captures: the games show too little");
    }
}
