//! The value of a position.

use std::fmt;
use std::ops::Neg;

/// How good a position is for one of the seats: hundredths of a game's unit, or a game that is decided in a known
/// number of plies. Larger is better; fits 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(pub i32);

impl Score {
    /// Nobody is better, or the game is drawn.
    pub const EVEN: Score = Score(0);
    /// Won on the spot.
    pub const WIN: Score = Score(32_000);
    /// Lost on the spot.
    pub const LOSS: Score = Score(-32_000);
    /// Better than every score.
    pub const MAX: Score = Score(32_001);
    /// Worse than every score.
    pub const MIN: Score = Score(-32_001);
    /// Evaluations stay below this; what is above is a decided game.
    pub const EVALUATION_MAX: i32 = 30_000;

    /// Won after so many plies.
    pub const fn win_in(plies: usize) -> Score {
        Score(Score::WIN.0 - plies as i32)
    }

    /// Lost after so many plies.
    pub const fn loss_in(plies: usize) -> Score {
        Score(Score::LOSS.0 + plies as i32)
    }

    /// An evaluation, held below the decided scores.
    pub const fn evaluation(value: i32) -> Score {
        let most = Score::EVALUATION_MAX;
        Score(if value > most {
            most
        } else if value < -most {
            -most
        } else {
            value
        })
    }

    /// In how many plies the game is won (positive) or lost (negative, or zero where it is lost already), when that
    /// is known.
    pub const fn decided_in(self) -> Option<i32> {
        if self.0 > Score::EVALUATION_MAX {
            Some(Score::WIN.0 - self.0)
        } else if self.0 < -Score::EVALUATION_MAX {
            Some(Score::LOSS.0 - self.0)
        } else {
            None
        }
    }

    /// Whether this is a win that was found.
    pub const fn is_win(self) -> bool {
        self.0 > Score::EVALUATION_MAX
    }

    /// Whether this is a loss that was found.
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::EVALUATION_MAX
    }

    /// The next better score.
    pub const fn above(self) -> Score {
        Score(self.0 + 1)
    }

    /// This score, seen from a position so many plies later (`plies` positive) or earlier (negative): a decided game
    /// is nearer to its end there.
    pub(super) const fn seen_from(self, plies: i32) -> Score {
        if self.is_win() {
            Score(self.0 + plies)
        } else if self.is_loss() {
            Score(self.0 - plies)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// As the interface writes scores: `cp 25`, or `mate -3` in plies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decided_in() {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decided_games_keep_their_distance_through_negation_and_plies() {
        assert_eq!(Score::win_in(3).decided_in(), Some(3));
        assert_eq!((-Score::win_in(3)).decided_in(), Some(-3));
        assert_eq!(Score::win_in(5).seen_from(2), Score::win_in(3));
        assert_eq!(Score::loss_in(5).seen_from(2), Score::loss_in(3));
        assert_eq!(Score(40).seen_from(2), Score(40));
        assert_eq!(Score::evaluation(99_999).decided_in(), None);
        assert_eq!(format!("{} {}", Score(25), Score::loss_in(4)), "cp 25 mate -4");
    }
}
