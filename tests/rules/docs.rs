//! The examples of `docs/notation.md`, each parsed as the page says, and the counts of `docs/rules.md`. The last
//! section of the former explains the marks of its blocks.

use tablero::rules::notation::join;
use tablero::rules::{Line, Notation, Setup, barrier::Barrier, dvonn::Dvonn, perft, record, setup, zertz::Zertz};

const NOTATION: &str = include_str!("../../docs/notation.md");
const RULES: &str = include_str!("../../docs/rules.md");

/// A fenced block: its mark, its start (for messages) and its lines.
struct Block<'a> {
    mark: &'a str,
    line: usize,
    lines: Vec<&'a str>,
}

/// The fenced blocks of a page. The lines of an indented fence keep their indent.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (number, line) in (1..).zip(page.lines()) {
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(mark), None) => open = Some(Block { mark: mark.trim(), line: number, lines: Vec::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is never closed");
    blocks
}

/// The part of an example before the colon: a game, a setup, and moves.
struct Head<'a> {
    game: &'a str,
    setup: String,
    moves: Vec<&'a str>,
}

fn read_head(text: &str) -> Head<'_> {
    let mut words = text.split_whitespace();
    let game = words.next().expect("an example begins with the name of a game");
    let setup: Vec<&str> = words.by_ref().take_while(|word| *word != "after").collect();
    Head { game, setup: setup.join(" "), moves: words.collect() }
}

impl Head<'_> {
    fn line<G: Notation>(&self) -> Line<G> {
        let setup = setup::read::<G::Setup>(&self.setup).expect("the setup is possible");
        let mut line = Line::new(&setup);
        line.play_all(self.moves.iter().copied()).expect("the moves before the colon are legal");
        line
    }
}

/// Calls a generic function with the type of the named game.
macro_rules! of_game {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match $name {
            "zertz" => $function::<Zertz>($($argument),*),
            "dvonn" => $function::<Dvonn>($($argument),*),
            "barrier" => $function::<Barrier>($($argument),*),
            other => panic!("{other} is not a game"),
        }
    };
}

fn check_moves<G: Notation>(head: &Head<'_>, texts: &str) {
    let mut line = head.line::<G>();
    for text in texts.split_whitespace() {
        let m = line.play_text(text).expect("the move is legal");
        assert_eq!(m.to_string(), text, "the text is canonical");
    }
}

fn check_alike<G: Notation>(head: &Head<'_>, texts: &str) {
    let line = head.line::<G>();
    let read = |text: &str| line.position().read_move(text).map_err(|refusal| format!("{text}: {refusal}"));
    let texts: Vec<&str> = texts.split('|').map(str::trim).collect();
    let first = read(texts[0]).expect("the first text is a legal move");
    assert_eq!(first.to_string(), texts[0], "the first text is canonical");
    for text in texts {
        assert_eq!(read(text), Ok(first), "{text}");
    }
}

fn check_refused<G: Notation>(head: &Head<'_>, text: &str, sentence: &str) {
    let refusal = head.line::<G>().position().read_move(text).expect_err("the move is refused");
    assert_eq!(refusal.to_string(), sentence);
}

fn check_setup<G: Notation>(text: &str) {
    let read: G::Setup = setup::read(text).expect("the setup is possible");
    assert_eq!(setup::read(&setup::write(&read)), Ok(read), "the setup reads back");
}

fn check_start<G: Notation>(head: &Head<'_>, position: &str) {
    assert_eq!(head.line::<G>().position().write_position(), position);
}

fn read_position<G: Notation>(text: &str) -> G {
    G::read_position(text).unwrap_or_else(|faults| panic!("{text}: {}", join(&faults)))
}

fn check_position<G: Notation>(text: &str) {
    assert_eq!(read_position::<G>(text).write_position(), text, "the text is canonical");
}

fn check_refused_position<G: Notation>(text: &str, sentence: &str) {
    let faults = G::read_position(text).expect_err("the position is refused");
    assert_eq!(join(&faults), sentence);
}

fn check_board<G: Notation>(text: &str, picture: &[&str]) {
    check_position::<G>(text);
    let drawn = read_position::<G>(text).board();
    // Editors strip trailing spaces.
    let trimmed: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    assert_eq!(trimmed, picture);
}

fn check_replay<G: Notation>(record: &record::Record) {
    record.replay::<G>().unwrap_or_else(|error| panic!("{error}"));
}

fn check_records(text: &str) {
    let records = record::read(text).unwrap_or_else(|error| panic!("{error}"));
    assert!(!records.is_empty(), "a block of records has one");
    for record in &records {
        of_game!(record.header("Game").unwrap_or_default(), check_replay(record));
    }
    let written: String = records.iter().map(ToString::to_string).collect();
    assert_eq!(record::read(&written), Ok(records));
}

fn split<'a>(line: &'a str, sign: &str) -> (&'a str, &'a str) {
    let (before, after) = line.split_once(sign).unwrap_or_else(|| panic!("{line} has no {sign}"));
    (before.trim(), after.trim())
}

/// Splits a position from the name of its game.
fn split_game(text: &str) -> (&str, &str) {
    split(text, " ")
}

fn check_line(mark: &str, line: &str) {
    match mark {
        "position" => {
            let (game, text) = split_game(line);
            of_game!(game, check_position(text));
        }
        "refused position" => {
            let (position, sentence) = split(line, "=>");
            let (game, text) = split_game(position);
            of_game!(game, check_refused_position(text, sentence));
        }
        _ => {
            let (before, after) = split(line, ":");
            let head = read_head(before);
            match mark {
                "moves" => of_game!(head.game, check_moves(&head, after)),
                "alike" => of_game!(head.game, check_alike(&head, after)),
                "refused" => {
                    let (text, sentence) = split(after, "=>");
                    of_game!(head.game, check_refused(&head, text, sentence));
                }
                "setup" => of_game!(head.game, check_setup(after)),
                "start" => of_game!(head.game, check_start(&head, after)),
                other => panic!("no block is marked {other}"),
            }
        }
    }
}

#[test]
fn every_example_of_the_notation_document_is_correct() {
    let mut checked = Vec::new();
    for block in blocks(NOTATION) {
        // Printed when the test fails, to show the location.
        println!("docs/notation.md, line {}: {}", block.line, block.mark);
        let Some(mark) = block.mark.strip_prefix("text") else { panic!("a block is not marked text") };
        match mark.trim() {
            "" => continue,
            "record" => check_records(&block.lines.join("\n")),
            "board" => {
                let (game, text) = split_game(block.lines[0]);
                of_game!(game, check_board(text, &block.lines[1..]));
            }
            mark => {
                for line in &block.lines {
                    println!("{line}");
                    check_line(mark, line);
                }
            }
        }
        checked.push(mark.trim());
    }
    let kinds = ["moves", "alike", "refused", "setup", "start", "position", "refused position", "board", "record"];
    for kind in kinds {
        assert!(checked.contains(&kind), "the page has no block marked {kind}");
    }
}

/// Every option and every value of the setups is in the table of options.
#[test]
fn the_notation_names_every_option() {
    let (_, section) = NOTATION.split_once("### Options").expect("there is such a section");
    fn check<G: Notation>(section: &str) {
        for spec in G::Setup::OPTIONS {
            let begin = format!("| {} | `{}` |", G::NAME, spec.key);
            let row = section.lines().find(|line| line.starts_with(&begin)).unwrap_or_else(|| panic!("no row {begin}"));
            if let setup::Values::OneOf(words) = spec.values {
                let mut at = begin.len();
                for word in words {
                    let found = row[at..].find(&format!("`{word}`")).unwrap_or_else(|| panic!("{row} lacks {word}"));
                    at += found;
                }
            }
        }
    }
    check::<Zertz>(section);
    check::<Dvonn>(section);
    check::<Barrier>(section);
}

/// Larger counts are left to the tests of the move generators.
const COUNTED_MAX: u64 = 500_000;

fn check_counts<G: Notation>(head: &Head<'_>, counts: &[u64]) {
    let line = head.line::<G>();
    for (depth, count) in (1..).zip(counts).filter(|(_, count)| **count <= COUNTED_MAX) {
        assert_eq!(perft(&line, depth, &|| false), Some(*count), "depth {depth}");
    }
}

/// Rows of the table that begin with a head in backquotes, and the blocks marked `text perft`.
#[test]
fn the_counts_of_the_rules_are_right() {
    let mut checked = 0;
    let mut check = |head: &str, counts: &str, separator: &str| {
        println!("{head}");
        let numbers = counts.split(separator).map(str::trim).filter(|number| !number.is_empty());
        let numbers: Vec<u64> =
            numbers.map(|number| number.replace(',', "").parse().expect("counts are numbers")).collect();
        let head = read_head(head);
        of_game!(head.game, check_counts(&head, &numbers));
        checked += 1;
    };
    for row in RULES.lines().filter_map(|line| line.strip_prefix("| `")) {
        let (head, counts) = split(row, "` |");
        check(head, counts, "|");
    }
    for block in blocks(RULES).iter().filter(|block| block.mark == "text perft") {
        for line in &block.lines {
            let (head, counts) = split(line, ":");
            check(head, counts, ", ");
        }
    }
    assert!(checked >= 17, "only {checked} rows of counts were found");
}
