//! The puzzles that players have seen and answered, and how answers change the ratings of both.

use crate::rules::{Outcome, Seat};
use crate::service::ids::{Millis, PlayerId};
use crate::service::ratings::rating::{Rating, rate};

/// The deviation of a puzzle's rating: at most as much as that of a puzzle nobody has answered, and at least so much that
/// the rating still moves. A single answer moves it by less than fifty points.
const DEVIATIONS: (f64, f64) = (50.0, 90.0);

/// A puzzle that a person has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenPuzzle {
    /// Its number in its game.
    pub number: u32,
    /// When it was shown last.
    pub shown_at: Millis,
    /// Whether the first answer solved it; `None` before that. A hint and the solution count as a wrong answer.
    pub is_solved: Option<bool>,
}

/// Stores that a person has seen or answered a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleChange {
    /// The person.
    pub player: PlayerId,
    /// The name of its game.
    pub game: &'static str,
    /// Its number.
    pub number: u32,
    /// Whether the person has yet to find the solution or to look at it.
    pub is_open: bool,
    /// What the answer decides, if it is the first one. Conflicts if another answer has been stored since.
    pub answer: Option<PuzzleAnswer>,
    /// The time of the change.
    pub now: Millis,
}

/// The first answer to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleAnswer {
    /// Whether it solves the puzzle.
    pub is_solved: bool,
    /// The person's rating after it.
    pub rating: Rating,
    /// The puzzle's rating after it.
    pub puzzle: Rating,
}

/// The rating of a puzzle that nobody has answered, from how the levels of the engine fared.
pub fn unanswered(rating: u16, now: Millis) -> Rating {
    Rating { value: f64::from(rating), deviation: DEVIATIONS.1, ..Rating::start(now) }
}

/// The ratings of a person and of a puzzle after the person's first answer to it.
pub fn rate_answer(person: Rating, puzzle: Rating, is_solved: bool, now: Millis) -> [Rating; 2] {
    // However long it was not answered, nobody's answer counts for more.
    let within = |rating: Rating| Rating { deviation: rating.deviation.clamp(DEVIATIONS.0, DEVIATIONS.1), ..rating };
    let puzzle = Rating { at: now, ..within(puzzle.as_of(now)) };
    let outcome = Outcome::Win(if is_solved { Seat::One } else { Seat::Two });
    let [person, puzzle] = rate([person, puzzle], outcome, now);
    [person, within(puzzle)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = Millis(1_800_000_000_000);

    #[test]
    fn an_answer_moves_both_ratings_in_opposite_directions() {
        let before = [Rating::start(NOW), unanswered(1500, NOW)];
        for is_solved in [true, false] {
            let [person, puzzle] = rate_answer(before[0], before[1], is_solved, NOW);
            assert_eq!((person.value > 1500.0, puzzle.value < 1500.0), (is_solved, is_solved));
            assert!(puzzle.deviation < before[1].deviation && puzzle.games == 1);
        }
    }

    #[test]
    fn one_answer_moves_a_puzzle_by_less_than_fifty_points() {
        let long_ago = Millis(0);
        for person in [100.0, 1500.0, 4000.0] {
            let person = Rating { value: person, deviation: 30.0, ..Rating::start(NOW) };
            for (rating, at) in [(400, NOW), (1500, long_ago), (3000, long_ago)] {
                for is_solved in [true, false] {
                    let [_, puzzle] = rate_answer(person, unanswered(rating, at), is_solved, NOW);
                    assert!((puzzle.value - f64::from(rating)).abs() < 50.0, "{puzzle:?}");
                }
            }
        }
    }

    #[test]
    fn a_puzzle_that_everyone_answered_still_moves() {
        let mut puzzle = unanswered(1500, NOW);
        let person = Rating { deviation: 60.0, ..Rating::start(NOW) };
        for number in 0..1_000 {
            puzzle = rate_answer(person, puzzle, number % 2 == 0, NOW)[1];
        }
        assert!((puzzle.value - 1500.0).abs() < 50.0, "{puzzle:?}");
        for _ in 0..30 {
            puzzle = rate_answer(person, puzzle, true, NOW)[1];
        }
        assert!(puzzle.value < 1400.0, "{puzzle:?}");
    }
}
