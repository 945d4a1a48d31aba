//! Hints for Barrier.

use super::truth::count;
use std::collections::{HashMap, HashSet};
use tablero::ai::Finding;
use tablero::ai::explain::{HintContext, played};
use tablero::rules::barrier::Square;
use tablero::rules::barrier::{Barrier, Move};
use tablero::rules::{Game, Seat, SeededRng};

pub fn draw(position: &Barrier, rng: &mut SeededRng) -> Option<Move> {
    let moves = position.moves();
    (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u64) as usize])
}

type Place = (i32, i32);

fn place(square: Square) -> Place {
    (i32::from(square.column()), i32::from(square.number()))
}

/// The squares that a seat's knight may touch.
fn free(position: &Barrier, seat: Seat) -> HashSet<Place> {
    let blocked: Vec<Place> = position.blocked().map(place).collect();
    let other = position.knight(!seat).map(place);
    position.squares().map(place).filter(|square| !blocked.contains(square) && Some(*square) != other).collect()
}

/// The walks from a square: the two squares on the way, and the target.
fn walks(from: Place, free: &HashSet<Place>) -> Vec<[Place; 3]> {
    let mut walks = Vec::new();
    for ahead in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        for aside in [(ahead.1, ahead.0), (-ahead.1, -ahead.0)] {
            for steps in [[ahead, ahead, aside], [ahead, aside, aside]] {
                let mut at = from;
                let walk = steps.map(|(column, number)| {
                    at = (at.0 + column, at.1 + number);
                    at
                });
                if walk.iter().all(|square| free.contains(square)) {
                    walks.push(walk);
                }
            }
        }
    }
    walks
}

/// The longest path of a seat's knight while the other stays where it is.
pub fn longest(position: &Barrier, seat: Seat) -> u32 {
    fn longest_from(from: Place, free: &HashSet<Place>) -> u32 {
        let after = |[one, two, target]: [Place; 3]| {
            let mut left = free.clone();
            [from, one, two].iter().for_each(|square| {
                left.remove(square);
            });
            1 + longest_from(target, &left)
        };
        walks(from, free).into_iter().map(after).max().unwrap_or_default()
    }
    position.knight(seat).map_or(0, |from| longest_from(place(from), &free(position, seat)))
}

/// How many squares a seat's knight could touch if the other stayed where it is, its own included.
pub fn reachable(position: &Barrier, seat: Seat) -> usize {
    let Some(from) = position.knight(seat).map(place) else { return 0 };
    let free = free(position, seat);
    let (mut touched, mut visited, mut queue) = (HashSet::from([from]), HashSet::from([from]), vec![from]);
    while let Some(at) = queue.pop() {
        for walk in walks(at, &free) {
            touched.extend(walk);
            if visited.insert(walk[2]) {
                queue.push(walk[2]);
            }
        }
    }
    touched.len()
}

pub fn count_walks(position: &Barrier, seat: Seat) -> u32 {
    position.knight(seat).map_or(0, |from| walks(place(from), &free(position, seat)).len() as u32)
}

/// Whether a statement about the hinted move is true; false if the line cannot follow the move.
pub fn is_true(context: &HintContext<'_, Barrier>, found: &Finding) -> bool {
    let (position, after) = (context.position(), context.after());
    let (me, you) = (position.seat(), !position.seat());
    match found.about {
        "shuts-in" => after.moves().is_empty() && after.ending().is_some(),
        "few" | "leaves" => after.moves().len() as u32 == count(found, "count"),
        "opens" => count_walks(&after, me) >= count(found, "count"),
        "trap" => {
            let counted = winning_replies(&after);
            counted.is_none_or(|counted| counted == (count(found, "count"), count(found, "all")))
        }
        "leaves-fewer" => {
            let (had, left) = (count_walks(position, you), count_walks(&after, you));
            after.ending().is_none() && had == count(found, "before") && left <= count(found, "count") && left < had
        }
        "room" => {
            let [mine, theirs] = [me, you].map(|seat| reachable(&after, seat));
            mine as i64 - theirs as i64 >= i64::from(count(found, "mine")) - i64::from(count(found, "theirs"))
        }
        "more-walks" => {
            let both = (count_walks(&after, me), count_walks(&after, you));
            both == (count(found, "mine"), count(found, "theirs")) && both.0 > both.1
        }
        // That the knights stay apart is tested below.
        "separate" => tablero::ai::barrier::are_apart(&after) && !tablero::ai::barrier::are_apart(position),
        "separates" => (longest(&after, me), longest(&after, you)) == (count(found, "mine"), count(found, "theirs")),
        other => panic!("no check of {other}"),
    }
}

/// The maximum number of positions of a proof.
const POSITIONS_MAX: usize = 200_000;

/// The numbers of winning replies and of all replies, by exhaustive search; `None` if that takes too long or a knight is
/// not on the board yet.
pub fn winning_replies(after: &Barrier) -> Option<(u32, u32)> {
    let (replies, mut known) = (after.moves(), HashMap::new());
    let mut winning = 0;
    for reply in &replies {
        winning += u32::from(!wins_knowing(&played(after, *reply), &mut known)?);
    }
    after.is_walking().then_some((winning, replies.len() as u32))
}

/// The number of turns in which the seat to move can win, by exhaustive search; `None` if it cannot win, or in the cases
/// of [`winning_replies`].
pub fn turns_to_win(position: &Barrier) -> Option<u32> {
    wins(position)?.then_some(())?;
    (1..).find(|turns| wins_within(position, *turns))
}

fn wins_within(position: &Barrier, turns: u32) -> bool {
    let loses = |after: Barrier| {
        let replies = after.moves();
        turns > 1 && replies.iter().all(|reply| wins_within(&played(&after, *reply), turns - 1)) || replies.is_empty()
    };
    position.moves().iter().any(|m| loses(played(position, *m)))
}

/// Whether the seat to move wins, by exhaustive search; `None` in the cases of [`winning_replies`].
pub fn wins(position: &Barrier) -> Option<bool> {
    wins_knowing(position, &mut HashMap::new())
}

fn wins_knowing(position: &Barrier, known: &mut HashMap<(u128, Option<Square>, Option<Square>), bool>) -> Option<bool> {
    let key = (position.blocked().0, position.knight(position.seat()), position.knight(!position.seat()));
    if let Some(wins) = known.get(&key) {
        return Some(*wins);
    }
    if known.len() >= POSITIONS_MAX || !position.is_walking() {
        return None;
    }
    let mut found = false;
    for m in position.moves() {
        if !wins_knowing(&played(position, m), known)? {
            found = true;
            break;
        }
    }
    known.insert(key, found);
    Some(found)
}
