//! Hints for DVONN.

use super::truth::{count, text};
use std::collections::HashMap;
use tablero::ai::Finding;
use tablero::ai::explain::{Explain, HintContext, played};
use tablero::rules::dvonn::board::GRID;
use tablero::rules::dvonn::position::Stack;
use tablero::rules::dvonn::{Dvonn, Move, Phase};
use tablero::rules::hex::Cell;
use tablero::rules::{Game, Seat, SeededRng};

/// The most positions of an ending that the search visits.
const RESULTS_MAX: usize = 100_000;

pub fn draw(position: &Dvonn, rng: &mut SeededRng) -> Option<Move> {
    let moves = position.moves();
    (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u64) as usize])
}

fn cell(name: &str) -> Cell {
    let bytes = name.as_bytes();
    GRID.at(bytes[0] - b'a' + 1, bytes[1] - b'0').expect("a space")
}

/// The name of a space.
pub fn named(space: Cell) -> String {
    tablero::rules::dvonn::board::name(space).to_string()
}

/// The pieces that leave a seat's control without being captured, from the counts before and after.
pub fn lost(position: &Dvonn, m: Move, seat: Seat) -> u32 {
    let after = played(position, m);
    let Move::Stack { from, to } = m else { return 0 };
    let height = |space: Cell| position.stack(space).map_or(0, |stack| stack.height);
    let stays_in_place = after.occupied().has(to);
    let taken = if stays_in_place && !position.owned(position.seat()).has(to) { height(to) } else { 0 };
    let (before, now) = (position.score(seat), after.score(seat));
    if seat == position.seat() {
        before + taken - now
    } else {
        let captured = if position.owned(seat).has(to) { taken } else { 0 };
        assert!(position.owned(position.seat()).has(from));
        before - captured - now
    }
}

pub fn captured(position: &Dvonn, m: Move) -> Option<(Cell, u32)> {
    let Move::Stack { to, .. } = m else { return None };
    let stack = position.stack(to)?;
    let taken = stack.owner == Some(!position.seat()) && played(position, m).owned(position.seat()).has(to);
    taken.then_some((to, stack.height))
}

/// The spaces of the best and the second best placement; in the text the second is named.
fn placements(context: &HintContext<'_, Dvonn>) -> [Cell; 2] {
    [0, 1].map(|number| match context.variations[number].moves[0] {
        Move::Place(space) => space,
        other => panic!("{other} is not a placement"),
    })
}

/// The distance between two spaces from their columns and numbers: along the axes, or along both at once.
fn distance(one: Cell, other: Cell) -> i32 {
    let [(c, n), (d, m)] = [one, other].map(|space| GRID.coordinates(space)).map(|(c, n)| (i32::from(c), i32::from(n)));
    let (across, up) = (d - c, m - n);
    across.abs().max(up.abs()).max((across - up).abs())
}

/// The position in which the seat that has just moved is to move again.
fn next_turn(after: &Dvonn) -> Option<Dvonn> {
    (after.ending().is_none() && after.phase() == Phase::Stacking).then(|| played(after, Move::Pass))
}

/// Whether a seat controls a space and no move of the other captures it.
fn is_safe(after: &Dvonn, space: Cell, seat: Seat) -> bool {
    let taken = |reply: &Move| captured(after, *reply).is_some_and(|(at, _)| at == space);
    after.stack(space).is_some_and(|stack| stack.owner == Some(seat))
        && (after.ending().is_some() || !after.moves().iter().any(taken))
}

/// The number of a seat's stacking moves, whichever seat is to move: along the six lines, exactly as many spaces as the
/// stack has pieces, onto a stack; not from a space with six occupied neighbours.
pub fn count_stacking(position: &Dvonn, seat: Seat) -> u32 {
    GRID.all().filter(|from| owner(position, *from) == Some(seat)).map(|from| stacking_from(position, from)).sum()
}

fn owner(position: &Dvonn, space: Cell) -> Option<Seat> {
    position.stack(space).and_then(|stack| stack.owner)
}

/// The number of stacking moves of the stack on a space.
fn stacking_from(position: &Dvonn, from: Cell) -> u32 {
    let Some(stack) = position.stack(from) else { return 0 };
    let (column, number) = GRID.coordinates(from);
    let neighbours = GRID.all().filter(|other| distance(from, *other) == 1);
    if neighbours.filter(|other| position.stack(*other).is_some()).count() == 6 {
        return 0;
    }
    let mut count = 0;
    for (across, up) in [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)] {
        let height = stack.height as i32;
        let (column, number) = (i32::from(column) + across * height, i32::from(number) + up * height);
        let (Ok(column), Ok(number)) = (u8::try_from(column), u8::try_from(number)) else { continue };
        count += u32::from(GRID.at(column, number).is_some_and(|to| position.stack(to).is_some()));
    }
    count
}

fn is_red(stack: Stack) -> bool {
    stack.reds > 0
}

pub fn nearest_red(position: &Dvonn, space: Cell) -> i32 {
    let reds = GRID.all().filter(|other| position.stack(*other).is_some_and(is_red));
    reds.map(|other| distance(space, other)).min().expect("a red piece")
}

/// By how many pieces White is ahead at the end if both seats play as well as possible, found by trying every move.
#[derive(Default)]
struct Results(HashMap<Dvonn, i32>);

impl Results {
    /// The result of a position; `None` if there are too many positions to try.
    fn of(&mut self, position: &Dvonn) -> Option<i32> {
        if let Some(known) = self.0.get(position) {
            return Some(*known);
        }
        if self.0.len() >= RESULTS_MAX {
            return None;
        }
        let results = position.moves().into_iter().map(|m| self.of(&played(position, m)));
        let results = results.collect::<Option<Vec<i32>>>()?;
        let best = if position.seat() == Seat::One { results.iter().max() } else { results.iter().min() };
        let now = || position.score(Seat::One) as i32 - position.score(Seat::Two) as i32;
        let result = best.copied().unwrap_or_else(now);
        self.0.insert(*position, result);
        Some(result)
    }
}

/// Whether a statement about the hinted move is true; false if the line cannot follow the move.
pub fn is_true(context: &HintContext<'_, Dvonn>, found: &Finding) -> bool {
    let (position, best, after) = (context.position(), context.best(), context.after());
    let (me, you) = (position.seat(), !position.seat());
    let threat = || {
        let passed = position.passed_over().expect("the turn can be passed");
        assert_eq!((passed.seat(), passed.occupied()), (you, position.occupied()));
        (passed, context.threat.expect("a threat").moves[0])
    };
    match found.about {
        "wins-by" | "loses-by" => {
            let is_white = (me == Seat::One) == (found.about == "wins-by");
            let expected = if is_white { count(found, "count") as i32 } else { -(count(found, "count") as i32) };
            // Where there are too many positions to try, nothing is checked.
            Results::default().of(&after).is_none_or(|result| result == expected)
        }
        "cut" => lost(position, best, you) > lost(position, best, me),
        "cuts" => lost(position, best, me) == 0 && lost(position, best, you) == count(found, "count"),
        "cuts-both" => {
            let both = (lost(position, best, me), lost(position, best, you));
            both == (count(found, "mine"), count(found, "theirs")) && both.0 < both.1
        }
        "cover" => captured(position, best).is_some_and(|(_, height)| height == count(found, "height")),
        "covers" => captured(position, best) == Some((cell(&text(found, "space")), count(found, "height"))),
        "leaves-none" => after.moves() == [Move::Pass],
        "leaves-few" => {
            let moves = after.moves();
            moves.len() as u32 == count(found, "count") && !moves.contains(&Move::Pass)
        }
        "threat-cut" | "stops-cut" => {
            let (passed, threat) = threat();
            let pieces = count(found, "count");
            lost(&passed, threat, me) == pieces && after.moves().iter().all(|reply| lost(&after, *reply, me) < pieces)
        }
        "threat-cover" | "stops-cover" => {
            let (passed, threat) = threat();
            let taken = captured(&passed, threat).expect("a capture");
            let less = |reply: &Move| captured(&after, *reply).is_none_or(|(_, height)| height < taken.1);
            taken.1 == count(found, "height")
                && after.moves().iter().all(less)
                && (found.about == "threat-cover" || cell(&text(found, "space")) == taken.0)
        }
        "moves-red" => {
            let stack = position.stack(cell(&text(found, "space"))).expect("a stack");
            stack.reds > 0 && best.to_string().starts_with(&text(found, "space"))
        }
        "prepares" => {
            let Some((then_in, then)) = context.best_line().nth(2) else { return false };
            then.to_string() == text(found, "then")
                && then_in.seat() == me
                && lost(&then_in, then, you) == count(found, "count")
        }
        "red-apart" | "red-together" => {
            let [mine, other] = placements(context).map(|space| nearest_red(position, space));
            mine == count(found, "count") as i32 && (mine > other) == (found.about == "red-apart") && mine != other
        }
        "beside-red" => {
            let beside = |space: Cell| {
                let red = |other: &Cell| distance(space, *other) == 1 && position.stack(*other).is_some_and(is_red);
                GRID.all().filter(red).count() as u32
            };
            let [mine, other] = placements(context).map(beside);
            mine == count(found, "count") && mine > other
        }
        "at-edge" => {
            placements(context).map(|space| GRID.all().filter(|other| distance(space, *other) == 1).count() < 6)
                == [true, false]
        }
        "threatens-cut" => next_turn(&after).is_some_and(|next| {
            let then = next.moves().into_iter().find(|m| m.to_string() == text(found, "then"));
            then.is_some_and(|m| lost(&next, m, you) >= count(found, "count"))
        }),
        "threatens-cover" => next_turn(&after).is_some_and(|next| {
            let then = next.moves().into_iter().find(|m| m.to_string() == text(found, "then"));
            let taken = then.and_then(|m| captured(&next, m));
            taken.is_some_and(|(at, height)| at == cell(&text(found, "space")) && height >= count(found, "height"))
        }),
        "rescues" => {
            let from = cell(&text(found, "space"));
            let passed = position.passed_over().expect("the turn can be passed");
            let was_in_danger = passed.moves().iter().any(|m| captured(&passed, *m).is_some_and(|(at, _)| at == from));
            let now = match best {
                Move::Stack { from: start, to } if start == from => to,
                _ => from,
            };
            was_in_danger && is_safe(&after, now, me)
        }
        "secure" => {
            let at = cell(&text(found, "space"));
            after.stack(at).is_some_and(|stack| stack.height == count(found, "height")) && is_safe(&after, at, me)
        }
        "takes" => captured(position, best) == Some((cell(&text(found, "space")), 1)),
        "leaves-fewer" => {
            let left = count_stacking(&after, you);
            after.ending().is_none()
                && count_stacking(position, you) == count(found, "before")
                && left <= count(found, "count")
                && left < count(found, "before")
        }
        "stuck" => {
            let rigid = |space: &Cell| stacking_from(position, *space) > 0 && stacking_from(&after, *space) == 0;
            let theirs = |space: &Cell| [position, &after].iter().all(|on| owner(on, *space) == Some(you));
            let here = GRID.all().filter(theirs).filter(rigid).count() as u32;
            after.ending().is_none() && here >= count(found, "count")
        }
        "frees" => {
            let loose = |space: &Cell| stacking_from(position, *space) == 0 && stacking_from(&after, *space) > 0;
            let mine = |space: &Cell| [position, &after].iter().all(|on| owner(on, *space) == Some(me));
            GRID.all().filter(mine).filter(loose).count() as u32 >= count(found, "count")
        }
        "empty" => GRID.all().all(|space| position.stack(space).is_none()),
        "keeps-moves" => count_stacking(&after, me) >= count(found, "count"),
        "by-red" | "touches" | "edge" | "near-red" | "far-red" => {
            let Move::Place(space) = best else { return false };
            let around = |wanted: &dyn Fn(Stack) -> bool| {
                let near = GRID.all().filter(|other| distance(space, *other) == 1);
                near.filter(|other| position.stack(*other).is_some_and(wanted)).count() as u32
            };
            match found.about {
                "by-red" => around(&is_red) >= count(found, "count"),
                "touches" => around(&|stack| stack.owner == Some(you) && !is_red(stack)) >= count(found, "count"),
                "edge" => GRID.all().filter(|other| distance(space, *other) == 1).count() < 6,
                "near-red" => nearest_red(position, space) <= count(found, "count") as i32,
                _ => nearest_red(position, space) >= count(found, "count") as i32,
            }
        }
        other => panic!("no check of {other}"),
    }
}
