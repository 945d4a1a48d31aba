//! A player who looks for nothing but the ideas of the lessons.

use tablero::ai::explain::played;
use tablero::catalog::AnyLine;
use tablero::lessons::{Teach, barrier, dvonn, zertz};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Seat, SeededRng};

/// How many moves a person looks at in one turn, and how many answers to each.
const LOOKED_AT: usize = 60;
/// With this many walks or fewer, a player of Barrier can count to the end.
const COUNTED: u64 = 10;

/// What each game's lessons tell to look for.
pub trait Ideas: Teach {
    /// What a move can achieve, the best first.
    fn ideas(position: &Self) -> Vec<Self::Goal>;

    /// What the lessons tell to count, for the seat that has just moved, after an answer; without one, before it.
    fn standing(after: &Self, answered: Option<&Self>) -> i64;
}

impl Ideas for Zertz {
    fn ideas(_: &Zertz) -> Vec<zertz::Goal> {
        vec![
            zertz::Goal::Win(1),
            zertz::Goal::Most(4),
            zertz::Goal::Most(3),
            zertz::Goal::Most(2),
            zertz::Goal::Most(1),
            zertz::Goal::Give(3),
            zertz::Goal::Give(2),
            zertz::Goal::Safe,
        ]
    }

    /// The marbles.
    fn standing(after: &Zertz, answered: Option<&Zertz>) -> i64 {
        let position = answered.unwrap_or(after);
        let marbles = |seat: Seat| position.captured(seat).iter().map(|count| i64::from(*count)).sum::<i64>();
        marbles(!after.seat()) - marbles(after.seat())
    }
}

impl Ideas for Dvonn {
    fn ideas(_: &Dvonn) -> Vec<dvonn::Goal> {
        Vec::new()
    }

    /// The pieces in stacks and the moves left, because who has none passes.
    fn standing(after: &Dvonn, answered: Option<&Dvonn>) -> i64 {
        let position = answered.unwrap_or(after);
        let pieces = |seat: Seat| -> i64 {
            let stacks = position.owned(seat).filter_map(|cell| position.stack(cell));
            stacks.map(|stack| i64::from(stack.height)).sum()
        };
        let (own, other) = (!after.seat(), after.seat());
        let moves = position.count_jumps(own) as i64 - position.count_jumps(other) as i64;
        pieces(own) - pieces(other) + moves
    }
}

impl Ideas for Barrier {
    fn ideas(position: &Barrier) -> Vec<barrier::Goal> {
        let is_late = position.is_walking() && position.count_moves() <= COUNTED;
        [barrier::Goal::Last].into_iter().chain(is_late.then_some(barrier::Goal::Outlast)).collect()
    }

    /// The walks of both.
    fn standing(after: &Barrier, answered: Option<&Barrier>) -> i64 {
        let walks = |position: &Barrier| position.count_moves() as i64;
        answered.map_or(0, walks) - walks(after)
    }
}

/// How the seat that has just moved stands after the opponent's worst answer, among as many as a person looks at.
fn worst<G: Ideas>(after: &G) -> i64 {
    let answers = after.moves();
    let looked_at = answers.iter().step_by(answers.len().div_ceil(LOOKED_AT).max(1));
    let answered = looked_at.map(|answer| G::standing(after, Some(&played(after, *answer))));
    answered.min().unwrap_or_else(|| G::standing(after, None))
}

/// A move that does what the lessons teach, among those that a person looks at: the best idea that there is, and then
/// the answer that is least bad.
pub fn taught<G: Ideas>(position: &G, rng: &mut SeededRng) -> G::Move {
    let mut moves = position.moves();
    for index in (1..moves.len()).rev() {
        moves.swap(index, rng.below(index as u64 + 1) as usize);
    }
    moves.truncate(LOOKED_AT);
    let does = |goal: G::Goal, m: G::Move| position.judge(goal, m).is_ok();
    if let Some(goal) = G::ideas(position).into_iter().find(|goal| moves.iter().any(|m| does(*goal, *m))) {
        moves.retain(|m| does(goal, *m));
    }
    moves.into_iter().max_by_key(|m| worst(&played(position, *m))).expect("the game is not over")
}

/// The move of this player in a game of any kind.
pub fn taught_in(line: &dyn AnyLine, rng: &mut SeededRng) -> String {
    fn of<G: Ideas>(line: &dyn AnyLine, rng: &mut SeededRng) -> String {
        let text = line.position();
        let position = G::read_position(text.strip_prefix(G::NAME).unwrap_or(&text).trim_start()).expect("a position");
        taught(&position, rng).to_string()
    }
    match line.game().name() {
        "zertz" => of::<Zertz>(line, rng),
        "dvonn" => of::<Dvonn>(line, rng),
        "barrier" => of::<Barrier>(line, rng),
        other => panic!("{other} has no lessons"),
    }
}
