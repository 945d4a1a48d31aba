//! Puzzles by the naive rules: the goals are written anew from what the themes ask, and neither the fast rules nor the
//! proofs of the lessons judge a move. Only the positions are read by the fast rules.

use crate::naive::{Cell, Naive, barrier, cells_in, dvonn, zertz};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tablero::lessons::{Puzzle, Teach};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::{self as fast_dvonn, Dvonn};
use tablero::rules::zertz::{self as fast_zertz, Marble, Zertz};
use tablero::rules::{Game, Seat};

/// The test solves one puzzle of a theme in this many.
const SAMPLED: usize = 8;
/// The longest wins, in plies, and the most moves of a position: the naive rules are slow.
const PLIES_MAX: u32 = 5;
const MOVES_MAX: usize = 40;

/// What the moves of a position achieve, as a number for each move; a larger one is better.
trait Judge: Naive {
    /// By how much a move does what a theme that does not look to the end of the game asks.
    fn achieved(&self, theme: &str, text: &str, after: &Self) -> i32;
}

fn captured(position: &zertz::Zertz, seat: u8) -> i32 {
    position.captured[usize::from(seat) - 1].values().map(|count| i32::from(*count)).sum()
}

/// The marbles of the capture that takes the most, for the player to move; 0 without a capture.
fn best_capture(position: &zertz::Zertz) -> i32 {
    let before = captured(position, position.seat);
    let captures = position.legal().into_iter().filter(|text| text.contains('x'));
    captures.map(|text| captured(&position.play(&text), position.seat) - before).max().unwrap_or(0)
}

impl Judge for zertz::Zertz {
    fn achieved(&self, theme: &str, _: &str, after: &Self) -> i32 {
        let gained = captured(after, self.seat) - captured(self, self.seat);
        match theme {
            "most" | "isolate" => gained,
            "safe" => i32::from(best_capture(after) == 0),
            // The opponent must capture; whatever it takes, the mover then takes more. It is the least of all replies.
            "give" => {
                let replies = after.legal().into_iter().filter(|text| text.contains('x'));
                let outcomes = replies.map(|text| {
                    let reply = after.play(&text);
                    let given = captured(&reply, after.seat) - captured(after, after.seat);
                    let taken = best_capture(&reply);
                    if taken > given { taken } else { 0 }
                });
                outcomes.min().unwrap_or(0)
            }
            other => panic!("a theme of ZÈRTZ: {other}"),
        }
    }
}

impl Judge for dvonn::Dvonn {
    fn achieved(&self, theme: &str, text: &str, after: &Self) -> i32 {
        match theme {
            // The pieces in stacks of the opponent that lost their link; none if the mover lost some.
            "cut" => {
                let [from, to] = <[Cell; 2]>::try_from(cells_in(text)).expect("a stack moves");
                if !after.stacks.contains_key(&to) {
                    return 0;
                }
                let gone = self.stacks.iter().filter(|(cell, _)| **cell != from && !after.stacks.contains_key(cell));
                let mine = if self.seat == 1 { 'w' } else { 'b' };
                let (own, others): (Vec<_>, Vec<_>) = gone.partition(|(_, stack)| stack[stack.len() - 1] == mine);
                if own.is_empty() { others.iter().map(|(_, stack)| stack.len() as i32).sum() } else { 0 }
            }
            "pass" => i32::from(after.legal().iter().all(|text| text == "pass")),
            other => panic!("a theme of DVONN: {other}"),
        }
    }
}

impl Judge for barrier::Barrier {
    fn achieved(&self, theme: &str, _: &str, after: &Self) -> i32 {
        match theme {
            "leave" | "last" => -(after.legal().len() as i32),
            other => panic!("a theme of Barrier: {other}"),
        }
    }
}

/// Whether a player wins within a number of plies, whatever the other one does.
fn wins<N: Naive>(position: &N, me: u8, plies: u32, known: &mut HashMap<(String, u32), bool>) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == me;
    }
    if plies == 0 {
        return false;
    }
    let key = (position.picture(), plies);
    if let Some(known) = known.get(&key) {
        return *known;
    }
    let mut nexts = position.legal().into_iter().map(|text| position.play(&text));
    let found = match position.seat() == me {
        true => nexts.any(|next| wins(&next, me, plies - 1, known)),
        false => nexts.all(|next| wins(&next, me, plies - 1, known)),
    };
    known.insert(key, found);
    found
}

/// Tries a sample of a pack; of the wins that are not too long, one in `wins_sampled`. Returns how many puzzles of each theme
/// were tried.
fn try_pack<G: Teach, N: Judge>(wins_sampled: usize, naive: impl Fn(&G, &str) -> N) -> BTreeMap<&'static str, usize> {
    let mut tried = BTreeMap::new();
    for theme in G::PUZZLE_THEMES {
        let pack: Vec<Puzzle<G>> = Puzzle::pack().into_iter().filter(|known| known.theme.word == theme.word).collect();
        let looks_to_the_end = theme.depth.is_none();
        let step = if looks_to_the_end { wins_sampled } else { SAMPLED };
        let is_short = |puzzle: &&Puzzle<G>| {
            let position = G::read_position(&puzzle.task.position).expect("a position");
            !looks_to_the_end || (puzzle.depth <= PLIES_MAX && position.moves().len() <= MOVES_MAX)
        };
        for puzzle in pack.iter().filter(is_short).step_by(step) {
            let text = &puzzle.task.position;
            let position = naive(&G::read_position(text).expect("a position"), text);
            let nexts = position.legal().into_iter().map(|text| (position.play(&text), text));
            let solutions: Vec<String> = if looks_to_the_end {
                let (me, mut known) = (position.seat(), HashMap::new());
                let plies = if G::NAME == "zertz" { puzzle.depth - 1 } else { u32::MAX };
                nexts.filter(|(next, _)| wins(next, me, plies, &mut known)).map(|(_, text)| text).collect()
            } else {
                let judged: Vec<(i32, String)> =
                    nexts.map(|(next, text)| (position.achieved(theme.word, &text, &next), text)).collect();
                let most = judged.iter().map(|(achieved, _)| *achieved).max().expect("a move");
                let asked = match theme.word {
                    "safe" | "pass" => 1,
                    "isolate" => most,
                    "leave" | "last" => -(puzzle.amount as i32),
                    _ => puzzle.amount as i32,
                };
                assert_eq!(most, asked, "what the best move achieves: {puzzle:?}");
                assert!(most > 0 || G::NAME == "barrier", "{puzzle:?}");
                judged.into_iter().filter(|(achieved, _)| *achieved == most).map(|(_, text)| text).collect()
            };
            assert!(solutions.contains(&puzzle.task.answer.to_string()), "{solutions:?}: {puzzle:?}");
            // Placements on one ring that leave nothing to capture are one idea.
            let ideas: BTreeSet<&str> =
                solutions.iter().map(|text| if theme.word == "safe" { &text[1..3] } else { &**text }).collect();
            assert_eq!(ideas.len(), 1, "{solutions:?}: {puzzle:?}");
            *tried.entry(theme.word).or_insert(0) += 1;
        }
    }
    println!("{}: {tried:?}", G::NAME);
    tried
}

#[test]
fn the_puzzles_of_zertz_have_the_same_solution_by_the_naive_rules() {
    let tried = try_pack(12, |fast: &Zertz, text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut naive = zertz::Zertz::new(words[0], words[1] == "optional");
        let places = |cells: tablero::rules::hex::Cells| cells.map(|cell| fast_zertz::GRID.coordinates(cell));
        let counts = |counts: [u8; 3]| ['W', 'G', 'B'].into_iter().zip(counts).collect();
        naive.rings = places(fast.rings()).collect();
        for marble in Marble::ALL {
            naive.marbles.extend(places(fast.marbles(marble)).map(|ring| (ring, marble.letter())));
        }
        naive.pool = counts(fast.pool());
        naive.captured = Seat::BOTH.map(|seat| counts(fast.captured(seat)));
        naive.seat = fast.seat().index() as u8 + 1;
        naive.past = vec![naive.picture()];
        naive
    });
    assert!(tried.len() == 5 && tried["win"] > 2, "{tried:?}");
}

#[test]
fn the_puzzles_of_dvonn_have_the_same_solution_by_the_naive_rules() {
    let tried = try_pack(1, |fast: &Dvonn, _| {
        let mut naive = dvonn::Dvonn::full(&BTreeMap::new());
        for space in fast_dvonn::GRID.all() {
            let Some(stack) = fast.stack(space) else { continue };
            let top = match stack.owner {
                None => 'r',
                Some(Seat::One) => 'w',
                Some(Seat::Two) => 'b',
            };
            // Only the top and whether there is a red piece make a difference.
            let mut pieces = vec!['w'; stack.height as usize];
            pieces[..stack.reds as usize].fill('r');
            *pieces.last_mut().expect("a piece") = top;
            naive.stacks.insert(fast_dvonn::GRID.coordinates(space), pieces);
        }
        naive.seat = fast.seat().index() as u8 + 1;
        naive
    });
    assert!(tried.len() == 3 && tried["win"] > 50, "{tried:?}");
}

#[test]
fn the_puzzles_of_barrier_have_the_same_solution_by_the_naive_rules() {
    let tried = try_pack(1, |fast: &Barrier, text| {
        let size = u8::try_from(text.split('/').count()).expect("a small board");
        let place = |square: tablero::rules::barrier::Square| (square.column(), square.number());
        let mut naive = barrier::Barrier::new(size);
        naive.blocked = fast.blocked().map(place).collect();
        naive.knights = Seat::BOTH.map(|seat| fast.knight(seat).map(place));
        naive.seat = fast.seat().index() as u8 + 1;
        naive
    });
    assert!(tried.len() == 3 && tried["outlast"] > 30, "{tried:?}");
}
