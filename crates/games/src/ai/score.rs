//! Scores of positions.

use std::fmt;
use std::ops::Neg;

/// The value of a position for one of the seats: hundredths of a game's unit, or a game decided in a known number of
/// plies. Larger is better; fits 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(pub i32);

impl Score {
    /// Neither seat is better, or the game is drawn.
    pub const EVEN: Score = Score(0);
    /// The game is won now.
    pub const WIN: Score = Score(32_000);
    /// The game is lost now.
    pub const LOSS: Score = Score(-32_000);
    /// Better than every score.
    pub const MAX: Score = Score(32_001);
    /// Worse than every score.
    pub const MIN: Score = Score(-32_001);
    /// Upper bound of evaluations; scores above it are decided games.
    pub const EVALUATION_MAX: i32 = 30_000;

    /// A win in the given number of plies.
    pub const fn win_in(plies: usize) -> Score {
        Score(Score::WIN.0 - plies as i32)
    }

    /// A loss in the given number of plies.
    pub const fn loss_in(plies: usize) -> Score {
        Score(Score::LOSS.0 + plies as i32)
    }

    /// An evaluation, clamped below the decided scores.
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

    /// The number of plies until a decided game is won (positive) or lost (negative, or zero if it is already lost);
    /// `None` if the game is not decided.
    pub const fn decided_in(self) -> Option<i32> {
        if self.0 > Score::EVALUATION_MAX {
            Some(Score::WIN.0 - self.0)
        } else if self.0 < -Score::EVALUATION_MAX {
            Some(Score::LOSS.0 - self.0)
        } else {
            None
        }
    }

    /// Whether this is a proven win.
    pub const fn is_win(self) -> bool {
        self.0 > Score::EVALUATION_MAX
    }

    /// Whether this is a proven loss.
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::EVALUATION_MAX
    }

    /// The next better score.
    pub const fn above(self) -> Score {
        Score(self.0 + 1)
    }

    /// This score as seen from a position `plies` later (positive) or earlier (negative): the end of a decided game is
    /// nearer in a later position.
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
    /// Formats the score as in the engine protocol: `cp 25`, or `mate -3` in plies.
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
