//! How a game went as a whole: who was ahead, and when that was decided.

use super::analysis::GameAnalysis;
use crate::rules::{Outcome, Seat};

/// A seat with at least this probability of winning is ahead.
const AHEAD: f64 = 0.65;
/// A move that costs at least this probability decided the game if the opponent stayed ahead from then on.
const DECISIVE: f64 = 0.15;

/// How a game went. Plies are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Neither seat was ever ahead.
    Even,
    /// A seat was ahead, but the game was drawn.
    Drawn {
        /// The seat that was ahead last.
        leader: Seat,
    },
    /// The winner was ahead from the position after this ply to the end, and never behind.
    Ahead {
        /// The winner.
        winner: Seat,
        /// The ply; 0 if the winner was ahead from the beginning.
        ply: usize,
    },
    /// Like `Ahead`, because the loser's move at this ply was a mistake.
    Decided {
        /// The winner.
        winner: Seat,
        /// The ply.
        ply: usize,
    },
    /// The loser was ahead first and the winner at the end.
    Comeback {
        /// The winner.
        winner: Seat,
        /// The ply after which the loser was furthest ahead.
        ply: usize,
    },
    /// The lead changed more than once before the winner kept it.
    Changes {
        /// The winner.
        winner: Seat,
        /// The number of changes.
        count: usize,
        /// The ply of the last change.
        ply: usize,
    },
    /// The loser was ahead at the end, and resigned or lost on time.
    Behind {
        /// The winner.
        winner: Seat,
    },
}

impl Course {
    /// The course of an analysed game with this outcome; `None` if not all its moves were analysed.
    pub fn of<M>(analysis: &GameAnalysis<M>, outcome: Outcome) -> Option<Course> {
        if !analysis.complete {
            return None;
        }
        let winning: Vec<f64> =
            analysis.moves.iter().map(|m| m.winning).chain(std::iter::once(analysis.last_winning)).collect();
        let leads: Vec<(usize, Seat)> =
            winning.iter().enumerate().filter_map(|(ply, winning)| Some((ply, leader(*winning)?))).collect();
        let Some((_, last)) = leads.last().copied() else { return Some(Course::Even) };
        let Outcome::Win(winner) = outcome else { return Some(Course::Drawn { leader: last }) };
        if last != winner {
            return Some(Course::Behind { winner });
        }
        let since = winning.iter().rposition(|winning| leader(*winning) != Some(winner)).map_or(0, |before| before + 1);
        let changes = leads.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
        Some(match changes {
            0 => {
                let decisive = since.checked_sub(1).and_then(|index| analysis.moves.get(index));
                match decisive.filter(|m| m.seat != winner && m.loss >= DECISIVE) {
                    Some(_) => Course::Decided { winner, ply: since },
                    None => Course::Ahead { winner, ply: since },
                }
            }
            1 => {
                let of_loser = |ply: &usize| if winner == Seat::One { -winning[*ply] } else { winning[*ply] };
                let furthest = (0..winning.len()).max_by(|a, b| of_loser(a).total_cmp(&of_loser(b)));
                Course::Comeback { winner, ply: furthest.unwrap_or_default() }
            }
            count => Course::Changes { winner, count, ply: since },
        })
    }
}

/// The seat that is ahead at this probability of seat One's winning.
fn leader(winning: f64) -> Option<Seat> {
    match winning {
        winning if winning >= AHEAD => Some(Seat::One),
        winning if winning <= 1.0 - AHEAD => Some(Seat::Two),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::analysis::JudgedMove;
    use crate::ai::score::Score;

    /// An analysis with these probabilities of seat One's winning, in which the seats take turns.
    fn analysis(winning: &[f64]) -> GameAnalysis<()> {
        let seat = |index: usize| if index.is_multiple_of(2) { Seat::One } else { Seat::Two };
        let judged = |(index, pair): (usize, &[f64])| {
            let change = if seat(index) == Seat::One { pair[0] - pair[1] } else { pair[1] - pair[0] };
            JudgedMove {
                ply: index + 1,
                seat: seat(index),
                played: (),
                forced: false,
                score: Score::EVEN,
                winning: pair[0],
                loss: change.max(0.0),
                counts: true,
                better: None,
                refutation: Vec::new(),
                themes: Vec::new(),
            }
        };
        GameAnalysis {
            moves: winning.windows(2).enumerate().map(judged).collect(),
            last_score: Score::EVEN,
            last_winning: winning[winning.len() - 1],
            next: None,
            mistakes: Vec::new(),
            accuracy: [None; 2],
            complete: true,
        }
    }

    fn course(winning: &[f64], outcome: Outcome) -> Course {
        Course::of(&analysis(winning), outcome).expect("it is complete")
    }

    #[test]
    fn the_course_of_a_game_follows_from_who_was_ahead() {
        let [one, two] = [Seat::One, Seat::Two].map(Outcome::Win);
        assert_eq!(course(&[0.5, 0.6, 0.4, 0.5], Outcome::Draw), Course::Even);
        assert_eq!(course(&[0.5, 0.7, 0.5], Outcome::Draw), Course::Drawn { leader: Seat::One });
        assert_eq!(course(&[0.5, 0.55, 0.9, 1.0], one), Course::Decided { winner: Seat::One, ply: 2 });
        assert_eq!(course(&[0.5, 0.6, 0.66, 0.7, 1.0], one), Course::Ahead { winner: Seat::One, ply: 2 });
        assert_eq!(course(&[0.2, 0.1, 0.0], two), Course::Ahead { winner: Seat::Two, ply: 0 });
        assert_eq!(course(&[0.5, 0.3, 0.1, 0.8, 1.0], one), Course::Comeback { winner: Seat::One, ply: 2 });
        assert_eq!(course(&[0.5, 0.9, 0.2, 0.9, 1.0], one), Course::Changes { winner: Seat::One, count: 2, ply: 3 });
        assert_eq!(course(&[0.5, 0.8, 0.9], two), Course::Behind { winner: Seat::Two });
    }

    #[test]
    fn an_incomplete_analysis_has_no_course() {
        let incomplete = GameAnalysis { complete: false, ..analysis(&[0.5, 0.9]) };
        assert_eq!(Course::of(&incomplete, Outcome::Draw), None);
    }
}
