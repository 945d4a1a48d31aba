//! Formats the progress and the result of a match.

use super::adjudicator::Spent;
use super::match_run::{Conclusion, MatchRun, Pair};
use super::match_score::MatchScore;
use super::statistics::{Estimate, Sprt, Verdict};
use std::fmt::Write;

/// A progress line: the number of games, the score, Elo, and the state of the test.
pub fn progress(tally: &MatchScore, games: usize, sprt: Option<&Sprt>) -> String {
    let [won, drawn, lost] = tally.results();
    let mut line = format!(
        "{} of {games} games: {won} won, {drawn} drawn, {lost} lost, Elo {}",
        tally.games(),
        elo(tally.pairs.elo())
    );
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        // Writing to a string cannot fail.
        let _ = write!(line, ", LLR {:.2} [{lower:.2}, {upper:.2}]", sprt.ratio(&tally.pairs));
    }
    line
}

/// A line for each game of a pair that was lost by a fault.
pub fn faults(pair: &Pair) -> Vec<String> {
    let told = pair.iter().filter_map(|game| {
        let (seat, sentence) = game.fault.as_ref()?;
        let header = |name| game.record.header(name).unwrap_or_default();
        let label = header(["Player1", "Player2"][seat.index()]);
        Some(format!("game {}: {label} loses: {sentence}", header("Round")))
    });
    told.collect()
}

/// The complete result, on several lines.
pub fn result(contest: &MatchRun, finish: &Conclusion) -> String {
    let tally = &finish.tally;
    let [won, drawn, lost] = tally.results();
    let mut rows: Vec<(&str, String)> = Vec::new();
    let setup = if contest.setup.is_empty() { String::new() } else { format!(" {}", contest.setup) };
    rows.push(("game", format!("{}{setup}, seed {}", contest.game.name(), contest.seed)));
    for (name, spec) in ["first", "second"].into_iter().zip(&contest.players) {
        let limit = if spec.limit.is_none() { format!(", {}", contest.limit) } else { String::new() };
        rows.push((name, format!("{}{limit}", spec.label)));
    }
    rows.push(("games", format!("{}: first won {won}, drew {drawn}, lost {lost}", tally.games())));
    for (name, [won, drawn, lost]) in ["in seat one", "in seat two"].into_iter().zip(tally.by_seat) {
        rows.push((name, format!("won {won}, drew {drawn}, lost {lost}")));
    }
    let [none, half, one, more, both] = tally.pairs.0;
    rows.push(("pairs", format!("0: {none}, ½: {half}, 1: {one}, 1½: {more}, 2: {both} (points of the first)")));
    let share = tally.pairs.share();
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    rows.push(("score", format!("{} [{}, {}]", percent(share.value), percent(share.low), percent(share.high))));
    rows.push(("Elo", format!("{} (95 %)", elo(tally.pairs.elo()))));
    rows.push(("LOS", percent(tally.pairs.superiority())));
    if let Some(sprt) = &contest.sprt {
        rows.push(("SPRT", test(sprt, finish)));
    }
    let games = tally.games().max(1) as f64;
    rows.push(("plies", format!("{:.1} a game", tally.plies as f64 / games)));
    for (name, spent) in ["time, first", "time, second"].into_iter().zip(tally.spent) {
        rows.push((name, time(spent)));
    }
    rows.push(("endings", endings(tally)));
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

fn test(sprt: &Sprt, finish: &Conclusion) -> String {
    let (lower, upper) = sprt.bounds();
    let verdict = match finish.verdict {
        Some(Verdict::Greater) => format!("H1: rather {:+} than {:+}", sprt.elo1, sprt.elo0),
        Some(Verdict::Smaller) => format!("H0: rather {:+} than {:+}", sprt.elo0, sprt.elo1),
        None => "undecided".to_owned(),
    };
    let ratio = sprt.ratio(&finish.tally.pairs);
    format!("{:+} against {:+}: LLR {ratio:.2} [{lower:.2}, {upper:.2}], {verdict}", sprt.elo0, sprt.elo1)
}

fn time(spent: Spent) -> String {
    let milliseconds = |seconds: f64| format!("{:.1} ms", 1_000.0 * seconds);
    let mean = spent.time.as_secs_f64() / spent.moves.max(1) as f64;
    format!(
        "{} a move, longest {}, late {} of {}",
        milliseconds(mean),
        milliseconds(spent.longest.as_secs_f64()),
        spent.late,
        spent.moves
    )
}

fn endings(tally: &MatchScore) -> String {
    let words = tally.reasons.iter().map(|((reason, culprit), count)| match culprit {
        None => format!("{reason} {count}"),
        Some(0) => format!("{reason} by first {count}"),
        Some(_) => format!("{reason} by second {count}"),
    });
    words.collect::<Vec<_>>().join(", ")
}
