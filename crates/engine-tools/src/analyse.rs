//! `tablero analyse`: reads game records or a position and prints move-by-move tables.

use crate::CommandResult;
use clap::Args;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::time::Duration;
use tablero_games::ai::{Budget, EngineOptions, GameAnalysis, JudgedMove, Score, Stop};
use tablero_games::catalog::{AnyLine, Catalog};
use tablero_games::rules::Seat;
use tablero_games::rules::notation::{is_direction_mark, join};
use tablero_games::rules::record::{self, FILE_MAX, Record};

/// Analyse a game move by move: the value of each move, better alternatives, and the accuracy of both players.
#[derive(Debug, Args)]
pub struct AnalyseArguments {
    /// A file with game records, or with a position after the name of its game; - for standard input.
    pub file: PathBuf,
    /// The time for each position, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: u64,
    /// The memory for the search table, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    pub hash: u64,
    /// The number of search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=64))]
    pub threads: u64,
}

/// A game to analyse.
#[derive(Debug)]
pub struct AnalysedGame {
    /// A heading with the players and the like; may be empty.
    pub title: String,
    /// The names of the players, or their seat numbers.
    pub names: [String; 2],
    /// The game.
    pub line: Box<dyn AnyLine>,
}

/// Reads the games of a file: records, or one position after the name of its game.
///
/// # Errors
/// The problem, as a sentence.
pub fn read(catalog: &Catalog, text: &str) -> Result<Vec<AnalysedGame>, String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err("there is no game in it; give a record, or the name of a game and a position".to_owned());
    }
    let is_position = text.split_whitespace().next().is_some_and(|name| catalog.game(name).is_some());
    if is_position {
        let line = catalog.read_position(text).map_err(|faults| join(&faults))?;
        return Ok(vec![AnalysedGame { title: String::new(), names: ["1", "2"].map(str::to_owned), line }]);
    }
    let records = record::read(text).map_err(|error| error.to_string())?;
    let several = records.len() > 1;
    let numbered = |(number, record): (usize, &Record)| {
        analysed_game(catalog, record).map_err(|error| if several { format!("game {number}: {error}") } else { error })
    };
    (1..).zip(&records).map(numbered).collect()
}

fn analysed_game(catalog: &Catalog, record: &Record) -> Result<AnalysedGame, String> {
    let name = record.header("Game").ok_or_else(|| {
        let (example, names) = (catalog.games()[0].name(), catalog.names());
        format!(
            "the record does not say which game it is: add [Game \"{example}\"] above its moves; the games are {names}"
        )
    })?;
    let unknown =
        || format!("{} is no game; there are {}", tablero_games::rules::notation::quote(name), catalog.names());
    let game = catalog.game(name).ok_or_else(unknown)?;
    let player = |header: &str, number: &str| record.header(header).map_or(number.to_owned(), sanitize);
    let names = [player("Player1", "1"), player("Player2", "2")];
    let line = game.replay(record)?;
    let title = format!(
        "{} {}: {} – {}, {}",
        game.title(),
        sanitize(record.header("Setup").unwrap_or_default()),
        names[0],
        names[1],
        record.score
    );
    Ok(AnalysedGame { title, names, line })
}

/// Makes foreign text safe to print on one line of a terminal.
fn sanitize(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !is_direction_mark(*c)).take(NAME_MAX).collect()
}

/// The number of characters shown of a name.
const NAME_MAX: usize = 40;

/// Settings for an analysis.
#[derive(Clone, Copy, Debug)]
pub struct AnalyseOptions {
    /// The budget for each position.
    pub budget: Budget,
    /// Settings of the engine: table size and threads.
    pub settings: EngineOptions,
}

/// Analyses a game and returns its table. `progress` receives the number of finished positions and the total.
pub fn analyse(game: &AnalysedGame, options: AnalyseOptions, progress: &mut dyn FnMut(usize, usize)) -> String {
    let mut engine = game.line.game().engine(options.settings);
    match engine.analyse(game.line.as_ref(), options.budget, &Stop::default(), progress) {
        Some(analysis) => table(game, &analysis),
        // Not reached: an engine can analyse every line of its own game.
        None => String::new(),
    }
}

/// The table: a row for each move, the worst mistakes, and both players' accuracy.
pub fn table(game: &AnalysedGame, analysis: &GameAnalysis<String>) -> String {
    let mut text = String::new();
    if !game.title.is_empty() {
        let _ = writeln!(text, "{}\n", game.title);
    }
    if !analysis.moves.is_empty() {
        let widest = analysis.moves.iter().map(|m| m.played.chars().count()).max().unwrap_or(0).max(4);
        let _ = writeln!(text, " ply seat {:widest$}   value   win  loss  better", "move");
        for m in &analysis.moves {
            let _ = writeln!(text, "{}", row(m, widest));
        }
        text.push('\n');
    }
    append_last_position(&mut text, game, analysis);
    if !analysis.mistakes.is_empty() {
        text.push_str("\nThe worst mistakes:\n");
    }
    for index in &analysis.mistakes {
        let JudgedMove { ply, played, loss, better, .. } = &analysis.moves[*index];
        let better = better.as_ref().map_or(String::new(), |better| moves_text(&better.moves));
        let _ = writeln!(text, "{ply}. {played} costs {}; better was {better}", percent(*loss));
    }
    if !analysis.moves.is_empty() {
        let of = |seat: Seat| {
            let value = analysis.accuracy[seat.index()].map_or("–".to_owned(), |value| format!("{value:.0}"));
            format!("{} {value}", game.names[seat.index()])
        };
        let _ = writeln!(text, "\nAccuracy: {}, {}", of(Seat::One), of(Seat::Two));
        for seat in Seat::BOTH.into_iter().filter(|seat| analysis.was_always_lost(*seat)) {
            let _ = writeln!(text, "{} could not win against perfect play.", game.names[seat.index()]);
        }
    }
    text
}

/// Appends the evaluation or the result of the last position.
fn append_last_position(text: &mut String, game: &AnalysedGame, analysis: &GameAnalysis<String>) {
    let names = &game.names;
    match &analysis.next {
        Some(next) => {
            let mover = &names[game.line.seat().index()];
            let (value, win) = (value(analysis.last_score), percent(analysis.last_winning));
            let _ = writeln!(text, "{mover} to move: {value}, {win}; best is {}", moves_text(&next.moves));
        }
        None => {
            let end = match analysis.last_score {
                score if score.is_win() => format!("{} has won.", names[0]),
                score if score.is_loss() => format!("{} has won.", names[1]),
                _ => "The game is drawn.".to_owned(),
            };
            let _ = writeln!(text, "{end}");
        }
    }
}

fn row(m: &JudgedMove<String>, widest: usize) -> String {
    let JudgedMove { ply, seat, played, score, winning, loss, better, .. } = m;
    let seat = seat.index() + 1;
    let row = format!("{ply:>4} {seat:>4} {played:widest$} {:>7} {:>5}", value(*score), percent(*winning));
    match better {
        // A loss that rounds to 0 % is not shown.
        Some(better) if *loss >= 0.005 => format!("{row} {:>5}  {}", percent(*loss), moves_text(&better.moves)),
        _ => row,
    }
}

/// The number of moves shown of a line.
const SHOWN_MOVES: usize = 4;

fn moves_text(moves: &[String]) -> String {
    let more = if moves.len() > SHOWN_MOVES { " …" } else { "" };
    moves[..moves.len().min(SHOWN_MOVES)].join(" ") + more
}

/// A score for seat One: units with a sign, or `#5` where seat One wins after five moves and `#-5` where seat Two does.
fn value(score: Score) -> String {
    match score.decided_in() {
        Some(0) => if score.is_win() { "#0" } else { "#-0" }.to_owned(),
        Some(plies) => format!("#{plies}"),
        None => format!("{:+.2}", f64::from(score.0) / 100.0),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// `tablero analyse`.
///
/// # Errors
/// A file that cannot be read, invalid input, too little memory, or output that fails; each as a sentence.
pub fn run(catalog: &Catalog, arguments: &AnalyseArguments) -> CommandResult {
    let path = arguments.file.display();
    let failed = |error: io::Error| format!("{path} cannot be read: {error}");
    let mut bytes = Vec::new();
    // One byte more than the limit, so that an oversized file is rejected rather than truncated.
    let limit = FILE_MAX as u64 + 1;
    if arguments.file.as_os_str() == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        File::open(&arguments.file).and_then(|file| file.take(limit).read_to_end(&mut bytes)).map_err(failed)?;
    }
    let text = String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8 text; convert it to UTF-8"))?;
    let games = read(catalog, &text).map_err(|error| format!("{path}: {error}"))?;
    let hash = usize::try_from(arguments.hash << 20)?;
    if Vec::<u8>::new().try_reserve_exact(hash).is_err() {
        return Err(
            format!("there is not enough memory for a table of {} MB; give a smaller --hash", arguments.hash).into()
        );
    }
    let options = AnalyseOptions {
        budget: Budget { time: Some(Duration::from_millis(arguments.movetime)), ..Budget::default() },
        settings: EngineOptions { hash, threads: arguments.threads as usize, ..EngineOptions::default() },
    };
    let is_terminal = io::stderr().is_terminal();
    for (number, game) in games.iter().enumerate() {
        let table = analyse(game, options, &mut |done, all| {
            if is_terminal {
                eprint!("\r{done} of {all} positions{}", if done == all { "\n" } else { "" });
            }
        });
        write!(io::stdout(), "{}{table}", if number > 0 { "\n" } else { "" })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const RECORD: &str = "[Game \"barrier\"]\n[Setup \"variant=5\"]\n[Player1 \"Ada\u{7}\"]\n\n1. c3 2. b4 *\n";

    fn table_of(text: &str) -> String {
        table_within(Budget { depth: Some(3), time: Some(Duration::from_secs(20)), ..Budget::default() }, text)
    }

    fn table_within(budget: Budget, text: &str) -> String {
        let options = AnalyseOptions { budget, settings: EngineOptions { hash: 1 << 20, ..EngineOptions::default() } };
        read(&Catalog::standard(), text)
            .expect("it can be read")
            .iter()
            .map(|game| analyse(game, options, &mut |_, _| {}))
            .collect()
    }

    #[test]
    fn a_record_gives_a_table() {
        let table = table_of(RECORD);
        assert!(table.starts_with("Barrier variant=5: Ada – 2, *\n\n ply seat move "), "{table}");
        assert!(table.contains("\n   1    1 c3 ") && table.contains("\n   2    2 b4 "), "{table}");
        assert!(table.contains("Ada to move: ") && table.contains("\nAccuracy: Ada "), "{table}");
        assert!(!table.contains('\u{7}'), "names cannot ring bells");
    }

    #[test]
    fn a_player_who_was_lost_from_the_start_is_told_so() {
        let budget = Budget { nodes: Some(100_000), ..Budget::default() };
        let table =
            |moves: &str| table_within(budget, &format!("[Game \"barrier\"]\n[Setup \"variant=6\"]\n\n{moves}"));
        let table_of_a_lost_game = table("1. b5 2. c2 *");
        assert!(table_of_a_lost_game.ends_with("1 could not win against perfect play.\n"), "{table_of_a_lost_game}");
        // The answer c5 gives the win away.
        let table_of_a_won_game = table("1. b5 2. c5 3. b5b4d4 *");
        assert!(!table_of_a_won_game.contains("1 could not win"), "{table_of_a_won_game}");
    }

    #[test]
    fn a_position_has_a_value_and_a_best_move() {
        let table = table_of("barrier ....#W/..B.#./....#./....../....../...... b");
        assert_eq!(table, "2 to move: #-1, 0 %; best is c5d5d3\n");
        let over = table_of("dvonn stack ........./...r....../....w5....../w4.w4......./rb2...w2*... b");
        assert_eq!(over, "1 has won.\n");
    }

    #[test]
    fn invalid_input_is_explained() {
        let sentence = |text: &str| read(&Catalog::standard(), text).expect_err("it cannot be read");
        assert!(sentence(" \n").starts_with("there is no game in it"));
        assert!(sentence("barrier x").starts_with("“x” is not a position"), "{}", sentence("barrier x"));
        assert!(sentence("1. c3 *").starts_with("the record does not say which game it is"));
        assert_eq!(sentence("[Game \"chess\"]\n*"), "“chess” is no game; there are zertz, dvonn, barrier");
        assert!(sentence(&format!("{RECORD}\n{}", RECORD.replace("b4", "c3"))).starts_with("game 2: move 2, “c3”: "));
        assert!(sentence("hello").starts_with("line 1, column 6: "), "{}", sentence("hello"));
    }
}
