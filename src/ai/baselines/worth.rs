//! Material worth, as used by the simple players.

use crate::rules::barrier::board::walks;
use crate::rules::barrier::{Barrier, Squares};
use crate::rules::dvonn::Dvonn;
use crate::rules::zertz::Zertz;
use crate::rules::{Game, Outcome, Seat};

/// A value above every [`Worth::worth`].
const WON: i32 = 1_000_000;

/// A game whose positions have a material worth.
pub trait Worth: Game {
    /// How much better a position that is not over is for `seat` than for the opponent, in game-specific units, below
    /// 1,000,000.
    fn worth(&self, seat: Seat) -> i32;
}

/// The worth of any position: a won game is worth more than anything else.
pub(super) fn value<G: Worth>(position: &G, seat: Seat) -> i32 {
    match position.ending().map(|ending| ending.outcome) {
        None => position.worth(seat),
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) if winner == seat => WON,
        Some(Outcome::Win(_)) => -WON,
    }
}

impl Worth for Zertz {
    /// The captured marbles, each weighted by its share of the goal of its colour, in sixtieths: with 37 rings a white
    /// one is worth 15, a grey one 12 and a black one 10.
    fn worth(&self, seat: Seat) -> i32 {
        let goals = self.setup().variant.goals();
        let held = |seat| -> i32 {
            let captured = self.captured(seat).into_iter().zip(goals);
            captured.map(|(count, goal)| i32::from(count) * 60 / i32::from(goal)).sum()
        };
        held(seat) - held(!seat)
    }
}

impl Worth for Dvonn {
    /// The pieces in the stacks a seat controls.
    fn worth(&self, seat: Seat) -> i32 {
        self.score(seat) as i32 - self.score(!seat) as i32
    }
}

impl Worth for Barrier {
    /// The open walks of a knight.
    fn worth(&self, seat: Seat) -> i32 {
        let knights = Seat::BOTH.into_iter().filter_map(|seat| self.knight(seat));
        let beyond = !self.squares().0;
        let closed = Squares(knights.fold(beyond | self.blocked().0, |closed, knight| closed | knight.set().0));
        let open = |seat| -> i32 {
            let Some(from) = self.knight(seat) else { return 0 };
            walks(from).filter(|(_, covered)| covered.is_apart(closed)).count() as i32
        };
        open(seat) - open(!seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Line, Notation};

    fn worth<G: Worth + Notation>(position: &str, seat: Seat) -> i32 {
        G::read_position(position).expect("a position").worth(seat)
    }

    #[test]
    fn gains_are_counted_by_hand() {
        // White's knight is shut in, Black has eight walks.
        let shut_in = "....#W/..B.#./....#./....../....../...... b";
        assert_eq!(worth::<Barrier>(shut_in, Seat::Two), 8);
        assert_eq!(worth::<Barrier>(shut_in, Seat::One), -8);
        // Two white and one grey marble against two black ones.
        let held = "37 automatic .ooo/ooooo/oooooo/oooWooo/oooooo/ooooo/oooo 3,7,8 2,1,0 0,0,2 2";
        assert_eq!(worth::<Zertz>(held, Seat::One), 2 * 15 + 12 - 2 * 10);
        assert_eq!(worth::<Zertz>(held, Seat::Two), -22);
    }

    #[test]
    fn a_stack_counts_with_its_height() {
        let mut line = Line::<Dvonn>::new(&crate::rules::setup::read("start=random deal=7").expect("a setup"));
        assert_eq!(line.position().worth(Seat::One), 0);
        line.play_text("b1c1").expect("a legal move onto a black piece");
        assert_eq!(line.position().worth(Seat::One), 2);
        assert_eq!(line.position().worth(Seat::Two), -2);
    }
}
