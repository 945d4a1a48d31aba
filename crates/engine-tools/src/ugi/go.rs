//! Parses `go` and computes the limits of the search.

use std::str::FromStr;
use std::time::{Duration, Instant};
use tablero_games::ai::Limits;
use tablero_games::rules::Seat;
use tablero_games::rules::notation::quote;

/// The numbers that can follow `go`. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Depth,
    Nodes,
    MoveTime,
    Time1,
    Time2,
    Increment1,
    Increment2,
    MovesToGo,
}

/// The maximum time or number of nodes: some thirty years in milliseconds.
const NUMBER_MAX: u64 = 1_000_000_000_000;

/// The keywords, with the smallest and largest number that may follow.
const NUMBERS: [(Number, &str, u64, u64); 8] = [
    (Number::Depth, "depth", 1, 255),
    (Number::Nodes, "nodes", 1, NUMBER_MAX),
    (Number::MoveTime, "movetime", 0, NUMBER_MAX),
    (Number::Time1, "p1time", 0, NUMBER_MAX),
    (Number::Time2, "p2time", 0, NUMBER_MAX),
    (Number::Increment1, "p1inc", 0, NUMBER_MAX),
    (Number::Increment2, "p2inc", 0, NUMBER_MAX),
    (Number::MovesToGo, "movestogo", 1, NUMBER_MAX),
];

/// The time for a search without any limit.
const UNLIMITED: Duration = Duration::from_secs(1);

/// The parameters of a `go` command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoRequest {
    numbers: [Option<u64>; NUMBERS.len()],
    /// Whether the move is withheld until `stop`.
    pub infinite: bool,
}

/// Reads the words after `go`. The error is the problem, as a sentence.
impl FromStr for GoRequest {
    type Err = String;

    fn from_str(text: &str) -> Result<GoRequest, String> {
        let mut request = GoRequest::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                request.infinite = true;
                continue;
            }
            let Some((number, _, least, greatest)) = NUMBERS.iter().find(|(_, name, ..)| *name == word) else {
                let known: Vec<&str> = NUMBERS.iter().map(|(_, name, ..)| *name).collect();
                return Err(format!(
                    "go does not know {}; there are {}, infinite, perft",
                    quote(word),
                    known.join(", ")
                ));
            };
            let wanted = || format!("after {word} comes a whole number from {least} to {greatest}");
            let text = words.next().ok_or_else(wanted)?;
            let value = text.parse().ok().filter(|value| (least..=greatest).contains(&value));
            let value = value.ok_or_else(|| format!("{}, not {}", wanted(), quote(text)))?;
            if request.numbers[*number as usize].replace(value).is_some() {
                return Err(format!("go says {word} twice"));
            }
        }
        Ok(request)
    }
}

impl GoRequest {
    fn get(&self, number: Number) -> Option<u64> {
        self.numbers[number as usize]
    }

    /// The limits of a search for `seat` that begins at `started`. `turns_left` estimates how many turns the seat still
    /// has, including this one.
    pub fn limits(&self, started: Instant, seat: Seat, turns_left: u64) -> Limits {
        let (time, increment) = match seat {
            Seat::One => (Number::Time1, Number::Increment1),
            Seat::Two => (Number::Time2, Number::Increment2),
        };
        let turns = self.get(Number::MovesToGo).unwrap_or(turns_left);
        let clock = self.get(time).map(|left| share(left, self.get(increment).unwrap_or(0), turns));
        let moves_in = self.get(Number::MoveTime).map(punctual);
        let depth = self.get(Number::Depth).map(|depth| depth as u32);
        let nodes = self.get(Number::Nodes);
        let limited = self.infinite || clock.is_some() || moves_in.is_some() || depth.is_some() || nodes.is_some();
        let latest = [clock.map(|(_, latest)| latest), moves_in, (!limited).then_some(UNLIMITED)];
        Limits {
            deadline: latest.into_iter().flatten().min().and_then(|latest| started.checked_add(latest)),
            enough: clock.and_then(|(enough, _)| started.checked_add(enough)),
            depth,
            nodes,
        }
    }
}

/// The time for a search limited to `milliseconds`: slightly less, so that the answer arrives in time.
fn punctual(milliseconds: u64) -> Duration {
    let whole = Duration::from_millis(milliseconds);
    whole - (whole / 10).min(Duration::from_millis(5))
}

/// Allots the time on the clock, in milliseconds, to one of `turns` turns: the time after which no deeper iteration
/// begins, and the time by which the search must end.
///
/// An iteration takes several times as long as all earlier ones together, so the last one must begin early. However
/// large the increment is, the search ends before the clock runs out and, except in the last turn of a period, leaves
/// half of the time.
fn share(left: u64, increment: u64, turns: u64) -> (Duration, Duration) {
    let left = Duration::from_millis(left);
    let left = left - (left / 3).min(Duration::from_millis(30));
    let turns = u32::try_from(turns).unwrap_or(u32::MAX).max(1);
    let greatest = if turns == 1 { left } else { left / 2 };
    let even = left / turns + Duration::from_millis(increment) * 3 / 4;
    ((even / 2).min(greatest), (even * 5 / 2).min(greatest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_never_runs_out_and_is_never_left_unused() {
        for left in [0, 1, 2, 10, 100, 1_000, 60_000, 3_600_000, NUMBER_MAX] {
            for increment in [0, 1, 100, 10_000, NUMBER_MAX] {
                for turns in [1, 2, 5, 40, NUMBER_MAX] {
                    let (enough, latest) = share(left, increment, turns);
                    assert!(enough <= latest, "{left} {increment} {turns}");
                    assert!(latest < Duration::from_millis(left) || left == 0, "{left} {increment} {turns}");
                }
            }
        }
        let (enough, latest) = share(60_000, 0, 20);
        assert!(enough > Duration::from_millis(1_000) && latest < Duration::from_millis(10_000));
        assert!(share(60_000, 2_000, 20).0 > enough, "an increment is made use of");
    }

    #[test]
    fn the_strictest_of_several_limits_counts() {
        let started = Instant::now();
        let limits = |text: &str| text.parse::<GoRequest>().expect("it can be asked").limits(started, Seat::Two, 20);
        let latest = |text: &str| limits(text).deadline.map(|deadline| deadline - started);
        assert_eq!(latest(""), Some(UNLIMITED));
        assert_eq!(latest("p1time 10"), Some(UNLIMITED), "a clock of the other player is no limit");
        assert_eq!(latest("infinite"), None);
        assert_eq!(latest("nodes 5"), None);
        assert_eq!(latest("movetime 1000"), Some(Duration::from_millis(995)));
        assert_eq!(latest("movetime 10"), Some(Duration::from_millis(9)));
        assert!(latest("movetime 1000 p2time 2000") < Some(Duration::from_millis(500)));
        assert_eq!(
            limits("depth 7 nodes 99 infinite"),
            Limits { depth: Some(7), nodes: Some(99), ..Limits::default() }
        );
    }

    #[test]
    fn invalid_numbers_are_explained() {
        let sentence = |text: &str| text.parse::<GoRequest>().expect_err("it cannot be asked");
        assert_eq!(sentence("depth"), "after depth comes a whole number from 1 to 255");
        assert_eq!(sentence("depth 0"), "after depth comes a whole number from 1 to 255, not “0”");
        assert_eq!(sentence("movetime -5"), "after movetime comes a whole number from 0 to 1000000000000, not “-5”");
        assert_eq!(sentence("depth 3 movetime 5 depth 4"), "go says depth twice");
        let huge = "p1time 99999999999999999999999";
        assert!(sentence(huge).ends_with("not “99999999999999999999999”"), "{}", sentence(huge));
        assert_eq!(
            sentence("fast"),
            "go does not know “fast”; there are depth, nodes, movetime, p1time, p2time, p1inc, p2inc, movestogo, \
             infinite, perft"
        );
    }
}
