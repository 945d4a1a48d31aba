//! Hints for DVONN.

use crate::truth::{Trial, count, text};
use tablero::ai::Finding;
use tablero::ai::hint::{Explain, HintContext, played};
use tablero::rules::dvonn::board::GRID;
use tablero::rules::dvonn::position::Stack;
use tablero::rules::dvonn::{Dvonn, Move};
use tablero::rules::hex::Cell;
use tablero::rules::{Game, Seat, SeededRng};

fn draw(position: &Dvonn, rng: &mut SeededRng) -> Option<Move> {
    let moves = position.moves();
    (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u64) as usize])
}

fn cell(name: &str) -> Cell {
    let bytes = name.as_bytes();
    GRID.at(bytes[0] - b'a' + 1, bytes[1] - b'0').expect("a space")
}

/// The pieces that leave a seat's control without being captured, from the counts before and after.
fn lost(position: &Dvonn, m: Move, seat: Seat) -> u32 {
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

fn captured(position: &Dvonn, m: Move) -> Option<(Cell, u32)> {
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

fn is_red(stack: Stack) -> bool {
    stack.reds > 0
}

fn nearest_red(position: &Dvonn, space: Cell) -> i32 {
    let reds = GRID.all().filter(|other| position.stack(*other).is_some_and(is_red));
    reds.map(|other| distance(space, other)).min().expect("a red piece")
}

fn is_true(context: &HintContext<'_, Dvonn>, found: &Finding) -> bool {
    let (position, best, after) = (context.position(), context.best(), context.after());
    let (me, you) = (position.seat(), !position.seat());
    let threat = || {
        let passed = position.passed_over().expect("the turn can be passed");
        assert_eq!((passed.seat(), passed.occupied()), (you, position.occupied()));
        (passed, context.threat.expect("a threat").moves[0])
    };
    match found.about {
        "margin" => {
            let last = context.last();
            last.ending().is_some()
                && (last.score(me), last.score(you)) == (count(found, "mine"), count(found, "theirs"))
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
            let (then_in, then) = context.best_line().nth(2).expect("three plies");
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
        other => panic!("no check of {other}"),
    }
}

#[test]
fn the_findings_of_dvonn_are_true() {
    Trial::<Dvonn> {
        setups: &["start=random deal=3", "start=random deal=8", ""],
        games: 120,
        draw,
        threat: draw,
        check: is_true,
        rare: &[],
    }
    .check();
}
