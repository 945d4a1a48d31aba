//! What a channel has chosen about its board of the day, and when its boards come.

use crate::service::ids::{Millis, PlaceId, ServerId};
use crate::service::outbox::post::Post;
use crate::service::time::calendar::{local, minute_of, zone};
use crate::service::time::control::HOUR_MS;
use jiff::ToSpan;
use jiff::civil::{Date, date};

/// After this many boards in a row that nobody has answered, a channel pauses. The sentence that says so has the number
/// in words.
pub const QUIET_MAX: u32 = 7;
/// The hour of a channel that has chosen none, in minutes from midnight.
pub const USUAL_MINUTE: u16 = 9 * 60;
/// A board that is late does not come if the next one is due within this time.
const LATE_MAX_MS: i64 = 2 * HOUR_MS;

/// Whether a channel has a board of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum DailySwitch {
    /// It has.
    On,
    /// It has none.
    Off,
    /// It has none, because nobody has answered for long.
    Paused,
}

/// What a channel has chosen about its board of the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyChannel {
    /// The channel.
    pub place: PlaceId,
    /// Its server.
    pub server: Option<ServerId>,
    /// The language code of what is posted there, unless the server has chosen one.
    pub language: String,
    /// The hour, in minutes from midnight in the time zone.
    pub minute: u16,
    /// The name of the time zone.
    pub zone: String,
    /// The names of the games; all if absent.
    pub games: Option<Vec<String>>,
    /// Whether it has one.
    pub switch: DailySwitch,
    /// The number of its last board; 0 before the first.
    pub number: u32,
    /// How many boards in a row nobody has answered.
    pub quiet: u32,
}

/// The board that is due in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Its day, in days since 1970.
    pub day: i64,
    /// When the next one is due.
    pub next: Millis,
}

const EPOCH: Date = date(1970, 1, 1);

impl DailyChannel {
    /// The board whose hour came last, at most a day ago.
    pub fn due(&self, now: Millis) -> Option<Due> {
        let zone = zone(&self.zone);
        let at = |day: Date| minute_of(day, self.minute, &zone);
        let today = local(now, &zone).date();
        let days = [today.checked_sub(1.day()).ok()?, today, today.checked_add(1.day()).ok()?];
        let day = days.into_iter().rev().find(|day| at(*day).is_some_and(|at| at <= now))?;
        let next = at(day.checked_add(1.day()).ok()?)?;
        Some(Due { day: day.since(EPOCH).ok()?.get_days().into(), next })
    }

    /// When its hour comes next.
    pub fn next(&self, now: Millis) -> Option<Millis> {
        self.due(now).map(|due| due.next)
    }

    /// Whether it has a board of the day.
    pub fn is_on(&self) -> bool {
        self.switch == DailySwitch::On
    }

    /// Whether a game is among those chosen.
    pub fn allows_game(&self, game: &str) -> bool {
        self.games.as_ref().is_none_or(|games| games.iter().any(|chosen| chosen == game))
    }
}

impl Due {
    /// Whether there is time enough left for it.
    pub fn is_worth_it(self, now: Millis) -> bool {
        self.next.0 - now.0 > LATE_MAX_MS
    }
}

/// A board to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedBoard {
    /// Its number in the channel.
    pub number: u32,
    /// Its day, in days since 1970.
    pub day: i64,
    /// The name of its game.
    pub game: &'static str,
    /// The number of its puzzle in the game.
    pub puzzle: u32,
}

/// A board to close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedBoard {
    /// Its number in the channel.
    pub number: u32,
    /// Whether anyone has answered it. Conflicts if that has changed.
    pub is_answered: bool,
}

/// A change of what a channel has chosen, or of its boards. Conflicts if what is stored differs from `before`.
#[derive(Clone, Debug)]
pub struct DailyChange {
    /// What was stored.
    pub before: Option<DailyChannel>,
    /// What is stored now.
    pub after: DailyChannel,
    /// The board that it closes.
    pub closes: Option<ClosedBoard>,
    /// The board that it opens. Conflicts if its day has one.
    pub opens: Option<OpenedBoard>,
    /// When the next board is due; `None` if none is.
    pub due_at: Option<Millis>,
    /// The posts to deliver.
    pub posts: Vec<Post>,
    /// The time of the change.
    pub now: Millis,
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;

    fn at(text: &str) -> Millis {
        Millis(text.parse::<Timestamp>().expect("an instant").as_millisecond())
    }

    fn channel(minute: u16, zone: &str) -> DailyChannel {
        DailyChannel {
            place: PlaceId(1),
            server: None,
            language: "en".to_owned(),
            minute,
            zone: zone.to_owned(),
            games: None,
            switch: DailySwitch::On,
            number: 0,
            quiet: 0,
        }
    }

    fn day(text: &str) -> i64 {
        text.parse::<Date>().expect("a day").since(EPOCH).expect("days").get_days().into()
    }

    #[test]
    fn the_hour_is_that_of_the_clocks_there_all_year() {
        let rome = channel(9 * 60, "Europe/Rome");
        for (now, of, next) in [
            ("2026-03-28T07:59:59Z", "2026-03-27", "2026-03-28T08:00:00Z"),
            // In the night to the 29th, clocks go forward.
            ("2026-03-28T08:00:00Z", "2026-03-28", "2026-03-29T07:00:00Z"),
            ("2026-03-29T07:00:00Z", "2026-03-29", "2026-03-30T07:00:00Z"),
            // In the night to the 25th of October, they go back.
            ("2026-10-24T07:00:00Z", "2026-10-24", "2026-10-25T08:00:00Z"),
            ("2026-10-25T07:30:00Z", "2026-10-24", "2026-10-25T08:00:00Z"),
        ] {
            assert_eq!(rome.due(at(now)), Some(Due { day: day(of), next: at(next) }), "{now}");
        }
    }

    #[test]
    fn an_hour_that_is_skipped_or_comes_twice_has_one_board() {
        // In Rome 02:30 does not exist on 29 March, and comes twice on 25 October.
        let rome = channel(150, "Europe/Rome");
        for (from, hours) in [("2026-03-28T12:00:00Z", 48), ("2026-10-24T12:00:00Z", 48)] {
            let mut seen = Vec::new();
            for minute in 0..hours * 60 {
                let due = rome.due(at(from).plus(minute * 60_000)).expect("a board");
                if seen.last() != Some(&due.day) {
                    seen.push(due.day);
                }
            }
            assert_eq!(seen.len(), 3, "{from}: the one before and two more");
            assert!(seen.windows(2).all(|two| two[0] + 1 == two[1]), "{seen:?}");
        }
    }

    #[test]
    fn a_late_board_comes_unless_the_next_one_is_near() {
        let utc = channel(9 * 60, "UTC");
        for (now, is_worth_it) in
            [("2026-03-02T09:00:00Z", true), ("2026-03-03T06:59:00Z", true), ("2026-03-03T07:00:00Z", false)]
        {
            let due = utc.due(at(now)).expect("a board");
            assert_eq!((due.day, due.is_worth_it(at(now))), (day("2026-03-02"), is_worth_it), "{now}");
        }
    }
}
