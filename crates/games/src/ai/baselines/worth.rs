//! Material worth, as used by the simple players.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::barrier::Barrier;
    use crate::rules::dvonn::Dvonn;
    use crate::rules::zertz::Zertz;
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
