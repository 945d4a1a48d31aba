//! Text about time: time controls, time left, hours.

use crate::chat::text::Text;
use crate::chat::texts::instants::{duration, short_duration};
use crate::chat::texts::{Arg, Language, label, localize, localize_with};
use crate::render::ClockLabel;
use crate::rules::Seat;
use crate::service::time::calendar::Cause;
use crate::service::time::control::HOUR_MS;
use crate::service::{Match, Millis, Pauses, TimeControl};

/// A time control as text.
pub fn control(language: Language, control: TimeControl) -> String {
    let hours = |hours: u16| duration(language, i64::from(hours) * HOUR_MS);
    match control {
        TimeControl::None => label(language, "control-none", &[]),
        TimeControl::PerMove { days } => label(language, "control-per-move", &[("days", &days.to_string())]),
        TimeControl::Bank { bank, increment, cap } => {
            let values = [hours(bank), hours(increment), hours(cap)];
            label(language, "control-bank", &[("bank", &values[0]), ("increment", &values[1]), ("cap", &values[2])])
        }
    }
}

/// The time control, the pauses and, if `begins_at` is given, when the first move would be due. Empty without clocks.
pub fn terms(language: Language, terms: TimeControl, pauses: Pauses, begins_at: Option<Millis>) -> Vec<Text> {
    if terms == TimeControl::None {
        return Vec::new();
    }
    let control = control(language, terms);
    let time = match begins_at.map(|begins_at| begins_at.plus(terms.start())) {
        Some(first) => {
            let args = [("control", (&control).into()), ("when", Arg::date(first)), ("relative", Arg::relative(first))];
            localize_with(language, "challenge-time", &args)
        }
        None => localize(language, "terms-time", &[("control", &control)]),
    };
    vec![time, localize(language, &format!("challenge-pauses-{pauses}"), &[])]
}

/// The deadline of the player to move, or why and until when the clock is paused; `None` without a deadline.
pub fn due(language: Language, played: &Match, now: Millis) -> Option<Text> {
    let flag_at = played.flag_at()?;
    let args = [("when", Arg::date(flag_at)), ("relative", Arg::relative(flag_at))];
    let due = localize_with(language, "board-due", &args);
    let Some((seat, pause)) = played.pause(now) else { return Some(due) };
    let key = match pause.cause {
        Cause::Vacation => "board-paused-vacation",
        Cause::Weekend => "board-paused-weekend",
        Cause::Night => "board-paused-night",
        Cause::Outage => "board-paused-outage",
    };
    let args = [("player", Arg::Player(played.player(seat))), ("until", Arg::date(pause.until))];
    Some(localize_with(language, key, &args).then(" ").then(due))
}

/// The clocks of both players, for a picture; empty without clocks and for the engine.
pub fn clocks(language: Language, played: &Match, now: Millis) -> [ClockLabel; 2] {
    let runs = played.running_clock().filter(|_| !played.is_paused(now)).map(|(seat, _)| seat);
    Seat::BOTH.map(|seat| ClockLabel {
        left: played.left(seat, now).map_or(String::new(), |left| short_duration(language, left)),
        runs: runs == Some(seat),
    })
}

/// A minute of the day, in the form `07:30`.
pub fn minute(minute: u16) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// Parses a minute of the day: `7`, `7:30`, `07:30`.
pub fn read_minute(text: &str) -> Option<u16> {
    let (hours, minutes) = text.trim().split_once([':', '.']).unwrap_or((text.trim(), "0"));
    let number = |text: &str, below: u16| {
        let digits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number: &u16| digits && *number < below)
    };
    Some(number(hours, 24)? * 60 + number(minutes, 60)?)
}

/// Parses a range of hours: two minutes of the day with a dash between.
pub fn read_hours(text: &str) -> Option<(u16, u16)> {
    let (from, until) = text.split_once(['-', '‐', '‑', '–', '—', '−'])?;
    Some((read_minute(from)?, read_minute(until)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_read_as_people_write_them() {
        assert_eq!(read_hours("22-7"), Some((22 * 60, 7 * 60)));
        assert_eq!(read_hours(" 22:30 – 07.15 "), Some((22 * 60 + 30, 7 * 60 + 15)));
        for wrong in ["", "22", "24-7", "22-7:60", "a-b", "-", "22--7", "1:2:3-4", "+1-2"] {
            assert_eq!(read_hours(wrong), None, "{wrong}");
        }
        assert_eq!(minute(7 * 60 + 5), "07:05");
    }
}
