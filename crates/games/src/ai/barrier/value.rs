//! The value of a position as a small number: who wins and in how many plies.

/// Whether the seat to move wins, and when the game ends if the winner hurries and the loser resists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// Whether the seat to move wins.
    pub wins: bool,
    /// The plies to the end of the game, if known: odd for a win, even for a loss.
    pub plies: Option<u32>,
}

impl Verdict {
    /// A win of unknown length.
    pub const WIN: Verdict = Verdict { wins: true, plies: None };
    /// A loss of unknown length.
    pub const LOSS: Verdict = Verdict { wins: false, plies: None };
}

/// A loss in `n` plies is `n`, a win in `n` plies is `127 − n`. No game is longer than 63 plies (two knights on 10×10
/// walk at most 32 times), so everything from [`Value::WIN`] on is a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(pub u8);

impl Value {
    /// Lower bound of wins; every loss is below it.
    pub const WIN: Value = Value(64);

    /// A win within this many plies.
    pub const fn win_within(plies: u32) -> Value {
        Value(127 - plies as u8)
    }

    /// For a win, the maximum number of plies.
    pub const fn plies_to_win(self) -> Option<u32> {
        if self.0 >= Value::WIN.0 { Some(127 - self.0 as u32) } else { None }
    }

    /// The value that the position after a move must *not* reach for its seat to move, for the move to have this value.
    pub const fn refutation(self) -> Value {
        if self.0 >= Value::WIN.0 { Value(127 - self.0) } else { Value(129 - self.0) }
    }

    /// Normalises the queried value. Wins take an odd number of plies and losses an even one; a seat with at most `own`
    /// walks left loses after at most twice as many plies, and wins, if at all, at most one ply after the opponent's
    /// last walk.
    pub const fn simplified(self, own: u32, opponent: u32) -> Value {
        let even = Value(self.0 + self.0 % 2);
        match even.plies_to_win() {
            Some(plies) if plies > 2 * opponent => Value::WIN,
            None if even.0 as u32 > 2 * own => Value::WIN,
            _ => even,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a position from the values of its successors.
    fn best(next: &[u8]) -> u8 {
        let from_parent = |value: &u8| if *value < 64 { 127 - (value + 1) } else { 127 - value + 1 };
        next.iter().map(from_parent).max().unwrap_or(0)
    }

    #[test]
    fn a_move_has_a_value_if_the_reply_stays_below_the_refutation() {
        let possible = (0..=60).filter(|n| n % 2 == 0).chain((1..=61).filter(|n| n % 2 == 1).map(|n| 127 - n));
        for next in possible {
            for bound in 1..=126 {
                let reached = best(&[next]) >= bound;
                assert_eq!(reached, next < Value(bound).refutation().0, "{next} {bound}");
            }
        }
    }

    #[test]
    fn a_simplified_bound_has_the_same_answer() {
        for (own, opponent) in [(1, 1), (3, 2), (5, 9)] {
            let losses = (1..=own).map(|walks| 2 * walks);
            let wins = (0..=opponent).map(|walks| 127 - (2 * walks + 1));
            for value in losses.chain(wins) {
                for bound in 1..=126 {
                    let simple = Value(bound).simplified(own, opponent);
                    assert_eq!(value >= u32::from(bound), value >= u32::from(simple.0), "{value} {bound}");
                }
            }
        }
    }
}
