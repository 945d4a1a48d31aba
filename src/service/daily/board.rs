//! Boards of the day, and what people answer.

use crate::service::ids::{Millis, PlaceId, PlayerId};
use std::fmt;

/// The id of a board of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardId(pub i64);

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A board of the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyBoard {
    /// Its id.
    pub id: BoardId,
    /// The channel.
    pub place: PlaceId,
    /// Its number in the channel, from 1.
    pub number: u32,
    /// The day there, in days since 1970.
    pub day: i64,
    /// The name of its game.
    pub game: String,
    /// The number of its puzzle in the game.
    pub puzzle: u32,
    /// When it was closed; `None` while people can answer.
    pub closed_at: Option<Millis>,
}

/// How far a person has come with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum DailyState {
    /// They have tried, but not solved it.
    Trying,
    /// They have solved it.
    Solved,
    /// They have asked for the solution.
    Shown,
}

/// What a person answered to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyAnswer {
    /// The person.
    pub player: PlayerId,
    /// How many moves they have tried.
    pub tries: u32,
    /// The first move that did not solve it.
    pub wrong: Option<String>,
    /// How far they have come.
    pub state: DailyState,
    /// When they made the last try or were shown the solution.
    pub answered_at: Millis,
}

impl DailyAnswer {
    /// The answer after another try. If the person has solved the board or knows its solution, nothing changes.
    pub fn after_try(before: Option<DailyAnswer>, player: PlayerId, tried: Try<'_>, now: Millis) -> DailyAnswer {
        let none = DailyAnswer { player, tries: 0, wrong: None, state: DailyState::Trying, answered_at: now };
        let before = before.unwrap_or(none);
        if before.state != DailyState::Trying {
            return before;
        }
        let tries = before.tries.saturating_add(1);
        match tried {
            Try::Solution => DailyAnswer { tries, state: DailyState::Solved, answered_at: now, ..before },
            Try::Wrong(text) => {
                let wrong = before.wrong.clone().or_else(|| Some(text.to_owned()));
                DailyAnswer { tries, wrong, answered_at: now, ..before }
            }
            Try::AskedForSolution => DailyAnswer { state: DailyState::Shown, answered_at: now, ..before },
        }
    }
}

/// What a person does with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Try<'a> {
    /// They play the move that solves it.
    Solution,
    /// They play this move, which does not solve it.
    Wrong(&'a str),
    /// They ask for the solution.
    AskedForSolution,
}

/// Stores what a person answered. Conflicts if the board is closed, or if the stored answer differs from `before`.
#[derive(Clone, Debug)]
pub struct DailyAnswerChange {
    /// The board.
    pub board: BoardId,
    /// What was stored before.
    pub before: Option<DailyAnswer>,
    /// The new answer.
    pub after: DailyAnswer,
}

/// How a person has done at the boards of the day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DailyRecord {
    /// How many they have solved.
    pub solved: u32,
    /// How many of a channel in a row, up to its last board or the one before.
    pub streak: u32,
    /// The most in a row.
    pub best: u32,
}

impl DailyRecord {
    /// The record from the numbers of the solved boards of each channel, in ascending order, with the number of the
    /// channel's last board. A day without a board interrupts nothing.
    pub fn of(solved: &[(PlaceId, u32, u32)]) -> DailyRecord {
        let mut record = DailyRecord::default();
        let mut run: Option<(PlaceId, u32, u32)> = None;
        for (place, number, last) in solved.iter().copied() {
            let length = match run {
                Some((same, before, length)) if same == place && before + 1 == number => length + 1,
                _ => 1,
            };
            run = Some((place, number, length));
            record.solved += 1;
            record.best = record.best.max(length);
            if number + 1 >= last {
                record.streak = record.streak.max(length);
            }
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_lasts_until_a_board_is_missed() {
        let here = |numbers: &[u32], last| numbers.iter().map(|number| (PlaceId(1), *number, last)).collect::<Vec<_>>();
        let record = |solved, streak, best| DailyRecord { solved, streak, best };
        assert_eq!(DailyRecord::of(&[]), record(0, 0, 0));
        assert_eq!(DailyRecord::of(&here(&[1, 2, 3, 5, 6], 6)), record(5, 2, 3));
        assert_eq!(DailyRecord::of(&here(&[1, 2, 3, 5, 6], 7)), record(5, 2, 3), "the last one is still open");
        assert_eq!(DailyRecord::of(&here(&[1, 2, 3, 5, 6], 8)), record(5, 0, 3));
        let elsewhere = [(PlaceId(2), 7, 7), (PlaceId(2), 8, 8)];
        assert_eq!(DailyRecord::of(&[here(&[6], 6), elsewhere.to_vec()].concat()), record(3, 2, 2));
    }

    #[test]
    fn what_happens_after_the_end_changes_nothing() {
        let (player, now) = (PlayerId(1), Millis(5));
        let next = |before, tried| DailyAnswer::after_try(before, player, tried, now);
        let first = next(None, Try::Wrong("d4"));
        let second = next(Some(first), Try::Wrong("e5"));
        assert_eq!((second.tries, second.wrong.as_deref(), second.state), (2, Some("d4"), DailyState::Trying));
        let solved = next(Some(second.clone()), Try::Solution);
        assert_eq!((solved.tries, solved.state), (3, DailyState::Solved));
        let shown = next(Some(second), Try::AskedForSolution);
        assert_eq!((shown.tries, shown.state), (2, DailyState::Shown));
        for over in [solved, shown] {
            for tried in [Try::Solution, Try::Wrong("f6"), Try::AskedForSolution] {
                assert_eq!(next(Some(over.clone()), tried), over);
            }
        }
    }
}
