//! Hints for ZÈRTZ.

use super::truth::{count, marbles, text};
use tablero::ai::Finding;
use tablero::ai::explain::{Explain, HintContext, played};
use tablero::rules::hex::Cell;
use tablero::rules::zertz::{GRID, Marble, Move, Zertz};
use tablero::rules::{Game, Notation, Seat, SeededRng};

/// Random moves, biased towards those that gain something, give something, or are beside a marble and give nothing, so
/// that every statement occurs.
pub fn draw(position: &Zertz, rng: &mut SeededRng) -> Option<Move> {
    if position.ending().is_some() {
        return None;
    }
    let moves = position.moves();
    let first = rng.below(moves.len() as u64) as usize;
    let beside = |m: &Move| match m {
        Move::Place { ring, removed: Some(removed), .. } => {
            let marbles = position.occupied() | ring.set();
            !(GRID.neighbours(*ring) & position.occupied()).is_empty()
                && !(GRID.neighbours(*removed) & marbles).is_empty()
        }
        _ => false,
    };
    let kind = rng.below(4);
    let wanted = |m: &&Move| match kind {
        0 => true,
        1 => gained(position, **m).iter().sum::<u32>() > 0,
        2 => played(position, **m).must_capture(),
        _ => beside(m) && !played(position, **m).must_capture(),
    };
    let mut from_there = moves[first..].iter().chain(&moves[..first]);
    from_there.find(wanted).or(moves.get(first)).copied()
}

/// The first move that gains something, if there is one.
pub fn threaten(position: &Zertz, _: &mut SeededRng) -> Option<Move> {
    position.moves().into_iter().find(|m| sum(gained(position, *m)) > 0)
}

/// The marbles that the mover gains, counted from everything else: those that leave the pool, the board and the
/// opponent's captures, or are spent from the mover's own, end up with the mover.
pub fn gained(position: &Zertz, m: Move) -> [u32; 3] {
    let seat = position.seat();
    let after = played(position, m);
    let elsewhere = |position: &Zertz, marble: Marble| {
        let board = position.marbles(marble).len();
        board + u32::from(position.pool()[marble.index()]) + u32::from(position.captured(!seat)[marble.index()])
    };
    Marble::ALL.map(|marble| {
        let spent = match m {
            Move::Place { marble: placed, .. } if position.pool() == [0; 3] => u32::from(placed == marble),
            _ => 0,
        };
        elsewhere(position, marble) + spent - elsewhere(&after, marble)
    })
}

fn sum(marbles: [u32; 3]) -> u32 {
    marbles.iter().sum()
}

pub fn read(position: &Zertz, text: &str) -> Move {
    position.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn ring(name: &str) -> (i32, i32) {
    let bytes = name.as_bytes();
    (i32::from(bytes[0]), i32::from(bytes[1]))
}

/// The opponent's first move if this turn were passed.
fn threatened(context: &HintContext<'_, Zertz>) -> (Zertz, Move) {
    let passed = context.position().passed_over().expect("the turn can be passed");
    assert_eq!((passed.seat(), passed.rings()), (!context.position().seat(), context.position().rings()));
    (passed, context.threat.expect("a threat").moves[0])
}

/// Whether after the hinted move every reply captures `given` and then allows a capture of at least `marbles`.
fn trades(context: &HintContext<'_, Zertz>, given: [u32; 3], marbles: [u32; 3]) -> bool {
    let after = context.after();
    let takes = |position: &Zertz| {
        let more = |m: &Move| gained(position, *m).iter().zip(marbles).all(|(has, wanted)| *has >= wanted);
        position.moves().iter().any(more)
    };
    let replies = after.moves();
    let all_captures = replies.iter().all(|reply| matches!(reply, Move::Capture(_)));
    all_captures && replies.iter().all(|reply| gained(&after, *reply) == given && takes(&played(&after, *reply)))
}

/// The number of lines through a place that have a ring on either side of it.
fn count_lines(position: &Zertz, at: (i32, i32)) -> u32 {
    let rings: Vec<(i32, i32)> = position.rings().map(|other| ring(&GRID.name(other).to_string())).collect();
    let is_open = |(across, up): &(i32, i32)| {
        rings.contains(&(at.0 + across, at.1 + up)) && rings.contains(&(at.0 - across, at.1 - up))
    };
    [(1, 0), (0, 1), (1, 1)].iter().filter(|line| is_open(line)).count() as u32
}

/// The number of rings on which a marble can be placed so that nothing can be captured then.
pub fn safe(position: &Zertz) -> u32 {
    let mut rings: Vec<Cell> = Vec::new();
    for m in position.moves() {
        if let Move::Place { ring, .. } = m
            && !rings.contains(&ring)
            && !played(position, m).must_capture()
        {
            rings.push(ring);
        }
    }
    rings.len() as u32
}

/// Whether a statement about the hinted move is true; false if the line cannot follow the move.
pub fn is_true(context: &HintContext<'_, Zertz>, found: &Finding) -> bool {
    let (position, best, after) = (context.position(), context.best(), context.after());
    let seat = position.seat();
    let replies = || after.moves();
    match found.about {
        "must-capture" => {
            position.moves().iter().all(|m| matches!(m, Move::Capture(_)))
                && position.moves().len() as u32 == count(found, "count")
        }
        "isolate" => matches!(best, Move::Place { .. }) && sum(gained(position, best)) > 0,
        "give" => {
            // The mover takes more, by the next turn or over the whole line.
            let taken = |plies: usize| {
                let mut taken = [0; 2];
                for (before, m) in context.best_line().take(plies) {
                    taken[usize::from(before.seat() != seat)] += sum(gained(&before, m));
                }
                taken
            };
            let brings_more = [3, usize::MAX].map(taken).iter().any(|[mine, theirs]| mine > theirs);
            brings_more && replies().iter().all(|reply| matches!(reply, Move::Capture(_)))
        }
        "captures" => matches!(best, Move::Capture(_)) && gained(position, best) == marbles(found, "marbles"),
        "captures-less" => {
            let other = gained(position, read(position, &text(found, "other")));
            gained(position, best) == marbles(found, "marbles")
                && other == marbles(found, "more")
                && sum(other) > sum(gained(position, best))
        }
        "isolates" => matches!(best, Move::Place { .. }) && gained(position, best) == marbles(found, "marbles"),
        "gives" => trades(context, marbles(found, "given"), marbles(found, "marbles")),
        "gives-isolates" => {
            let [reply] = replies()[..] else { return false };
            let next = played(&after, reply);
            let Ok(then) = next.read_move(&text(found, "then")) else { return false };
            trades(context, marbles(found, "given"), marbles(found, "marbles"))
                && matches!(then, Move::Place { .. })
                && gained(&next, then) == marbles(found, "marbles")
        }
        "combination" => {
            let last = context.last();
            let has = |position: &Zertz, seat: Seat| position.captured(seat).iter().map(|n| u32::from(*n)).sum::<u32>();
            let pool = position.pool() != [0; 3] && last.pool() != [0; 3];
            let (mine, theirs) = (marbles(found, "marbles"), marbles(found, "given"));
            // Where no captured marbles are placed, the gain equals the increase of the captured marbles.
            after.must_capture()
                && (!pool
                    || has(&last, seat) - has(position, seat) == sum(mine)
                        && has(&last, !seat) - has(position, !seat) == sum(theirs))
        }
        "forces" | "forces-some" => {
            let Ok(reply) = after.read_move(&text(found, "reply")) else { return false };
            let Ok(then) = played(&after, reply).read_move(&text(found, "then")) else { return false };
            let ways = replies();
            let is_line = context.variations[0].moves[1..3] == [reply, then];
            ways.iter().all(|m| matches!(m, Move::Capture(_)))
                && is_line
                && match found.about {
                    "forces" => ways == [reply] && gained(&after, reply) == marbles(found, "marbles"),
                    _ => ways.len() as u32 == count(found, "count") && ways.len() > 1,
                }
        }
        "threat" | "stops" => {
            let (passed, threat) = threatened(context);
            let taken = gained(&passed, threat);
            let still = replies().iter().any(|reply| sum(gained(&after, *reply)) >= sum(taken));
            taken == marbles(found, "marbles")
                && !still
                && (found.about == "threat" || text(found, "threat") == threat.to_string())
        }
        "landing" => {
            let Move::Place { removed: Some(removed), .. } = best else { return false };
            let (gone, over) = (ring(&text(found, "ring")), ring(&text(found, "marble")));
            let start = (2 * over.0 - gone.0, 2 * over.1 - gone.1);
            let occupied = |(column, number): (i32, i32)| {
                let cell = GRID.at((column - i32::from(b'a') + 1) as u8, (number - i32::from(b'0')) as u8);
                cell.is_some_and(|cell: Cell| after.occupied().has(cell))
            };
            text(found, "ring") == GRID.name(removed).to_string() && occupied(over) && occupied(start)
        }
        "safe" => safe(&after) == count(found, "count"),
        "quiet" => matches!(best, Move::Place { .. }) && !replies().iter().any(|m| matches!(m, Move::Capture(_))),
        "fewer-safe" => {
            let passed = position.passed_over().expect("the turn can be passed");
            after.ending().is_none()
                && !after.must_capture()
                && safe(&passed) == count(found, "before")
                && safe(&after) <= count(found, "count")
                && safe(&after) < count(found, "before")
        }
        "gains" | "gains-more" | "exchange" => {
            let mut taken = [[0; 3]; 2];
            for (before, m) in context.best_line() {
                let side = usize::from(before.seat() != seat);
                gained(&before, m).iter().zip(&mut taken[side]).for_each(|(more, sum)| *sum += more);
            }
            let given = if found.about == "gains" { [0; 3] } else { marbles(found, "given") };
            let is_trade = found.about == "exchange" && after.must_capture() && sum(taken[0]) > 0;
            taken == [marbles(found, "marbles"), given] && (is_trade || sum(taken[0]) > sum(taken[1]))
        }
        "far-colour" => {
            let Move::Place { marble, .. } = best else { return false };
            let left = [0, 1, 2].map(|at| {
                u32::from(position.setup().variant.goals()[at]).saturating_sub(u32::from(position.captured(!seat)[at]))
            });
            let mut wanted = [0; 3];
            wanted[marble.index()] = left[marble.index()];
            let is_farthest = (0..3).all(|at| at == marble.index() || left[at] < left[marble.index()]);
            marbles(found, "marbles") == wanted && is_farthest
        }
        "shelters" => {
            let marble = ring(&text(found, "marble"));
            count_lines(&after, marble) < count_lines(position, marble)
        }
        "calm" => !after.must_capture() && safe(&after) == count(found, "count"),
        "lines" => {
            let Move::Place { ring: placed, .. } = best else { return false };
            count_lines(&after, ring(&GRID.name(placed).to_string())) <= count(found, "count")
        }
        "alone" => {
            let Move::Place { ring: placed, .. } = best else { return false };
            let at = ring(&GRID.name(placed).to_string());
            let beside = |other: &Cell| {
                let other = ring(&GRID.name(*other).to_string());
                let (across, up) = (other.0 - at.0, other.1 - at.1);
                across.abs().max(up.abs()).max((across - up).abs()) == 1
            };
            !after.occupied().any(|other| beside(&other))
        }
        "otherwise" => {
            let second = &context.variations[1].moves;
            let next = played(position, second[0]);
            text(found, "other") == second[0].to_string() && gained(&next, second[1]) == marbles(found, "marbles")
        }
        "goal" | "goal-each" => {
            let last = context.last();
            let captured = last.captured(seat).map(u32::from);
            let variant = last.setup().variant;
            let won = last.ending().is_some_and(|ending| ending.reason.0 == "goal");
            won && if found.about == "goal" {
                let marbles = marbles(found, "marbles");
                let at = (0..3).find(|at| marbles[*at] > 0).expect("a colour");
                marbles[at] == captured[at] && captured[at] >= u32::from(variant.goals()[at])
            } else {
                captured.iter().all(|has| *has >= count(found, "count"))
                    && count(found, "count") == u32::from(variant.goal_of_each())
            }
        }
        "fills" => context.last().vacant().is_empty(),
        other => panic!("no check of {other}"),
    }
}
