//! Formats the progress and the result of a match.

use super::adjudicator::TimeUsed;
use super::match_run::{Conclusion, MatchRun, Pair};
use super::match_score::MatchScore;
use super::statistics::{Estimate, Sprt, Verdict};
use std::fmt::Write;

/// A progress line: the number of games, the score, Elo, and the state of the test.
pub fn progress(score: &MatchScore, games: usize, sprt: Option<&Sprt>) -> String {
    let [won, drawn, lost] = score.results();
    let mut line = format!(
        "{} of {games} games: {won} won, {drawn} drawn, {lost} lost, Elo {}",
        score.games(),
        elo(score.pairs.elo())
    );
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        // Writing to a string cannot fail.
        let _ = write!(line, ", LLR {:.2} [{lower:.2}, {upper:.2}]", sprt.ratio(&score.pairs));
    }
    line
}

/// A line for each game of a pair that was lost by a fault.
pub fn faults(pair: &Pair) -> Vec<String> {
    let lines = pair.iter().filter_map(|game| {
        let (seat, sentence) = game.fault.as_ref()?;
        let header = |name| game.record.header(name).unwrap_or_default();
        let label = header(["Player1", "Player2"][seat.index()]);
        Some(format!("game {}: {label} loses: {sentence}", header("Round")))
    });
    lines.collect()
}

/// The complete result, on several lines.
pub fn result(match_run: &MatchRun, conclusion: &Conclusion) -> String {
    let score = &conclusion.score;
    let [won, drawn, lost] = score.results();
    let mut rows: Vec<(&str, String)> = Vec::new();
    let setup = if match_run.setup.is_empty() { String::new() } else { format!(" {}", match_run.setup) };
    rows.push(("game", format!("{}{setup}, seed {}", match_run.game.name(), match_run.seed)));
    for (name, spec) in ["first", "second"].into_iter().zip(&match_run.players) {
        let limit = if spec.limit.is_none() { format!(", {}", match_run.limit) } else { String::new() };
        rows.push((name, format!("{}{limit}", spec.label)));
    }
    rows.push(("games", format!("{}: first won {won}, drew {drawn}, lost {lost}", score.games())));
    for (name, [won, drawn, lost]) in ["in seat one", "in seat two"].into_iter().zip(score.by_seat) {
        rows.push((name, format!("won {won}, drew {drawn}, lost {lost}")));
    }
    let [none, half, one, more, both] = score.pairs.0;
    rows.push(("pairs", format!("0: {none}, ½: {half}, 1: {one}, 1½: {more}, 2: {both} (points of the first)")));
    let share = score.pairs.share();
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    rows.push(("score", format!("{} [{}, {}]", percent(share.value), percent(share.low), percent(share.high))));
    rows.push(("Elo", format!("{} (95 %)", elo(score.pairs.elo()))));
    rows.push(("LOS", percent(score.pairs.superiority())));
    if let Some(sprt) = &match_run.sprt {
        rows.push(("SPRT", test(sprt, conclusion)));
    }
    let games = score.games().max(1) as f64;
    rows.push(("plies", format!("{:.1} a game", score.plies as f64 / games)));
    for (name, time_used) in ["time, first", "time, second"].into_iter().zip(score.time_used) {
        rows.push((name, time(time_used)));
    }
    rows.push(("endings", endings(score)));
    rows.into_iter().fold(String::new(), |text, (name, value)| text + format!("{name:<12}  {value}\n").as_str())
}

fn elo(estimate: Estimate) -> String {
    let number = |elo: f64| match elo {
        elo if elo == f64::INFINITY => "+∞".to_owned(),
        elo if elo == f64::NEG_INFINITY => "−∞".to_owned(),
        // Avoids "-0.0".
        elo => format!("{:+.1}", if elo.abs() < 0.05 { 0.0 } else { elo }),
    };
    format!("{} [{}, {}]", number(estimate.value), number(estimate.low), number(estimate.high))
}

fn test(sprt: &Sprt, conclusion: &Conclusion) -> String {
    let (lower, upper) = sprt.bounds();
    let verdict = match conclusion.verdict {
        Some(Verdict::Greater) => format!("H1: rather {:+} than {:+}", sprt.elo1, sprt.elo0),
        Some(Verdict::Smaller) => format!("H0: rather {:+} than {:+}", sprt.elo0, sprt.elo1),
        None => "undecided".to_owned(),
    };
    let ratio = sprt.ratio(&conclusion.score.pairs);
    format!("{:+} against {:+}: LLR {ratio:.2} [{lower:.2}, {upper:.2}], {verdict}", sprt.elo0, sprt.elo1)
}

fn time(time_used: TimeUsed) -> String {
    let milliseconds = |seconds: f64| format!("{:.1} ms", 1_000.0 * seconds);
    let mean = time_used.time.as_secs_f64() / time_used.moves.max(1) as f64;
    format!(
        "{} a move, longest {}, late {} of {}",
        milliseconds(mean),
        milliseconds(time_used.longest.as_secs_f64()),
        time_used.late,
        time_used.moves
    )
}

fn endings(score: &MatchScore) -> String {
    let words = score.reasons.iter().map(|((reason, culprit), count)| match culprit {
        None => format!("{reason} {count}"),
        Some(0) => format!("{reason} by first {count}"),
        Some(_) => format!("{reason} by second {count}"),
    });
    words.collect::<Vec<_>>().join(", ")
}
