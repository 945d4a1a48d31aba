//! Game files: headers, then numbered moves with comments. `docs/notation.md` describes the format.
//!
//! ```text
//! [Game "zertz"]
//! [Setup "variant=37 claims=automatic"]
//! [Player1 "Ada"]
//! [Player2 "Bruno"]
//! [Result "*"]
//!
//! 1. Wd4,a1 {the centre} 2. Bd6,a2 3. Bd2,a3
//! *
//! ```
//!
//! A file is processed in two passes: [`read`] parses the text without knowing the game, [`Record::replay`] plays the
//! moves.

use super::game::{Ending, Outcome};
use super::line::{Line, LineError};
use super::notation::{MOVE_TEXT_MAX, Notation, join, quote};
use super::setup::{self, SetupError};
use std::fmt;
use std::str::FromStr;
use strum::ParseError;

/// The maximum size of a file in bytes.
pub const FILE_MAX: usize = 16 << 20;
/// The maximum number of moves in a game; no known game comes near it.
pub const MOVES_MAX: usize = 10_000;
/// The maximum number of headers of a game.
pub const HEADERS_MAX: usize = 100;
/// The maximum length of a header name in bytes.
pub const NAME_MAX: usize = 40;

/// The result token at the end of the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// `*`: the game is still running, or was abandoned.
    #[default]
    Open,
    /// `1-0`, `0-1` or `1/2-1/2`.
    Over(Outcome),
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::Open => f.write_str("*"),
            GameResult::Over(outcome) => outcome.fmt(f),
        }
    }
}

impl FromStr for GameResult {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<GameResult, ParseError> {
        if text == "*" { Ok(GameResult::Open) } else { text.parse().map(GameResult::Over) }
    }
}

/// A move with its comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move text as written.
    pub text: String,
    /// The comments that follow it.
    pub comments: Vec<String>,
}

/// One game of a file. Its content is not validated until [`Record::replay`] plays it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and values in file order; each name occurs once. `Game`, `Setup` and `Position` (a start other than the
    /// setup's) decide what is played. `Result` is written from [`Record::score`]. Others in use: `Player1`, `Player2`,
    /// `Started`, `Ended` (dates), `Reason` (why it ended), `Event`.
    pub headers: Vec<(String, String)>,
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// The result.
    pub score: GameResult,
}

/// A syntax error in a game file, with its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: RecordProblem,
}

/// The kinds of syntax errors in a game file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordProblem {
    /// The file is too long.
    #[error("the file is longer than {FILE_MAX} bytes")]
    TooLong,
    /// A header is not of the form `[Name "value"]`.
    #[error(
        "a header has the form [Name \"value\"], with \\\" and \\\\ for a quotation mark and a backslash in the value"
    )]
    Header,
    /// A header occurs twice.
    #[error("the header {0} appears twice")]
    HeaderTwice(String),
    /// There are too many headers.
    #[error("a game may have at most {HEADERS_MAX} headers")]
    Headers,
    /// The Result header is not a result, or differs from the one at the end of the moves.
    #[error("the Result header says {0}, but the moves end with {1}")]
    Result(String, GameResult),
    /// A comment is not closed.
    #[error("this comment is not closed: add a closing brace")]
    Comment,
    /// A word is too long to be a move.
    #[error("{0} is not a move")]
    Word(String),
    /// A move number is out of sequence.
    #[error("this should be move {wanted}, not {found}")]
    Number {
        /// The number in the file.
        found: String,
        /// The expected number.
        wanted: usize,
    },
    /// There are too many moves.
    #[error("a game may have at most {MOVES_MAX} moves")]
    Moves,
    /// The game ends without a result token.
    #[error("the moves end without a result: add 1-0, 0-1, 1/2-1/2 or *")]
    Unfinished,
}

/// Why the moves of a record could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError<E: fmt::Display + fmt::Debug> {
    /// The record is of another game.
    #[error("this is a record of {found}, not of {wanted}")]
    Game {
        /// The value of the header, quoted.
        found: String,
        /// The expected game.
        wanted: &'static str,
    },
    /// The Setup header is invalid.
    #[error("the Setup header: {0}")]
    Setup(SetupError),
    /// The Position header is invalid.
    #[error("the Position header: {0}")]
    Position(String),
    /// A move is refused.
    #[error("{0}")]
    Move(LineError<E>),
    /// The result by the rules contradicts the record.
    #[error("the moves end the game with {played}, but the record says {written}")]
    GameResult {
        /// The result by the rules.
        played: GameResult,
        /// The result in the record.
        written: GameResult,
    },
}

impl Record {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a header, in place if it already exists. Characters of the name other than letters, digits and underscores
    /// are dropped, so that the output can be parsed.
    pub fn set_header(&mut self, name: &str, value: impl Into<String>) {
        let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(NAME_MAX).collect();
        let value = value.into();
        match self.headers.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.headers.push((name, value)),
        }
    }

    /// The record of a line up to its current position.
    pub fn of_line<G: Notation>(setup: &G::Setup, line: &Line<G>) -> Record {
        let mut record = Record::default();
        record.set_header("Game", G::NAME);
        record.set_header("Setup", setup::write(setup));
        if *line.start() != G::new(setup) {
            record.set_header("Position", line.start().write_position());
        }
        record.moves =
            line.moves().iter().map(|m| RecordedMove { text: m.to_string(), comments: Vec::new() }).collect();
        record.score = GameResult::from(line.ending());
        record
    }

    /// Plays the moves under the rules of the game.
    ///
    /// # Errors
    /// What is wrong with the headers; the first refused move, with its number; or a result that contradicts the rules.
    /// A game may end early, for example by resignation, but not continue after the rules ended it.
    pub fn replay<G: Notation>(&self) -> Result<Line<G>, ReplayError<G::MoveError>> {
        let game = self.header("Game").unwrap_or_default();
        if !game.eq_ignore_ascii_case(G::NAME) {
            return Err(ReplayError::Game { found: quote(game), wanted: G::NAME });
        }
        let setup = setup::read::<G::Setup>(self.header("Setup").unwrap_or_default()).map_err(ReplayError::Setup)?;
        let mut line = match self.header("Position") {
            None => Line::new(&setup),
            Some(text) => {
                Line::from_position(G::read_position(text).map_err(|errors| ReplayError::Position(join(&errors)))?)
            }
        };
        line.play_all(self.moves.iter().map(|m| m.text.as_str())).map_err(ReplayError::Move)?;
        let played = GameResult::from(line.ending());
        if line.ending().is_some() && played != self.score {
            return Err(ReplayError::GameResult { played, written: self.score });
        }
        Ok(line)
    }
}

impl From<Option<Ending>> for GameResult {
    fn from(ending: Option<Ending>) -> GameResult {
        ending.map_or(GameResult::Open, |ending| GameResult::Over(ending.outcome))
    }
}

/// The width in characters at which lines of moves are wrapped where possible.
const WIDTH: usize = 80;

impl fmt::Display for Record {
    /// Writes the game so that [`read`] returns the same record.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.headers.iter().filter(|(name, _)| name != "Result") {
            writeln!(f, "[{name} \"{}\"]", escape(value, '"'))?;
        }
        writeln!(f, "[Result \"{}\"]\n", self.score)?;
        let mut words: Vec<String> = self.comments.iter().map(|comment| write_comment(comment)).collect();
        for (number, m) in (1..).zip(&self.moves) {
            words.push(format!("{number}. {}", m.text));
            words.extend(m.comments.iter().map(|comment| write_comment(comment)));
        }
        words.push(self.score.to_string());
        let mut column = 0;
        for word in words {
            let length = word.chars().count();
            if column > 0 {
                let fits = column + 1 + length <= WIDTH;
                f.write_str(if fits { " " } else { "\n" })?;
                column = if fits { column + 1 } else { 0 };
            }
            f.write_str(&word)?;
            column += length;
        }
        writeln!(f)
    }
}

fn write_comment(comment: &str) -> String {
    format!("{{{}}}", escape(comment, '}'))
}

/// Escapes `end` and backslashes with a backslash, and writes line breaks as `\n` and `\r`.
fn escape(text: &str, end: char) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            c if c == end || c == '\\' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Writes several games so that [`read`] returns the same records.
pub fn write<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    records.into_iter().map(Record::to_string).collect::<Vec<_>>().join("\n")
}

/// Parses a file of games.
///
/// # Errors
/// The first syntax error and its location. No game is returned then.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    // Some editors write a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = FileReader { text, at: 0 };
    if text.len() > FILE_MAX {
        return Err(reader.fail(0, RecordProblem::TooLong));
    }
    let mut records = Vec::new();
    reader.skip_space();
    while reader.at < text.len() {
        records.push(reader.record()?);
        reader.skip_space();
    }
    Ok(records)
}

struct FileReader<'a> {
    text: &'a str,
    /// The offset of the next byte; always on a character boundary.
    at: usize,
}

impl<'a> FileReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, sign: char) -> bool {
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    fn fail(&self, at: usize, problem: RecordProblem) -> RecordError {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        RecordError { line, column: before[line_start..].chars().count() + 1, problem }
    }

    fn record(&mut self) -> Result<Record, RecordError> {
        let mut record = Record::default();
        let mut result = None;
        while self.rest().starts_with('[') {
            let at = self.at;
            let (name, value) = self.header().ok_or_else(|| self.fail(at, RecordProblem::Header))?;
            if record.header(&name).is_some() || (name == "Result" && result.is_some()) {
                return Err(self.fail(at, RecordProblem::HeaderTwice(name)));
            }
            if name != "Result" && record.headers.len() >= HEADERS_MAX {
                return Err(self.fail(at, RecordProblem::Headers));
            }
            if name == "Result" {
                result = Some((at, value));
            } else {
                record.headers.push((name, value));
            }
            self.skip_space();
        }
        record.score = self.moves(&mut record)?;
        if let Some((at, written)) = result.filter(|(_, written)| written.parse() != Ok(record.score)) {
            return Err(self.fail(at, RecordProblem::Result(quote(&written), record.score)));
        }
        Ok(record)
    }

    fn header(&mut self) -> Option<(String, String)> {
        self.take('[');
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
        if length == 0 || length > NAME_MAX {
            return None;
        }
        let name = rest[..length].to_owned();
        self.at += length;
        self.skip_space();
        if !self.take('"') {
            return None;
        }
        let value = self.escaped('"')?;
        self.skip_space();
        self.take(']').then_some((name, value))
    }

    /// Reads escaped text up to `end` and consumes `end`.
    fn escaped(&mut self, end: char) -> Option<String> {
        let mut value = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => value.push(match chars.next()?.1 {
                    'n' => '\n',
                    'r' => '\r',
                    other => other,
                }),
                c if c == end => {
                    self.at += at + c.len_utf8();
                    return Some(value);
                }
                c => value.push(c),
            }
        }
        None
    }

    fn moves(&mut self, record: &mut Record) -> Result<GameResult, RecordError> {
        loop {
            self.skip_space();
            let at = self.at;
            if self.take('{') {
                let comment = self.escaped('}').ok_or_else(|| self.fail(at, RecordProblem::Comment))?;
                match record.moves.last_mut() {
                    Some(m) => m.comments.push(comment),
                    None => record.comments.push(comment),
                }
                continue;
            }
            let rest = self.rest();
            let length = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
            let word = &rest[..length];
            if word.is_empty() || word.starts_with('[') {
                return Err(self.fail(at, RecordProblem::Unfinished));
            }
            self.at += length;
            if let Ok(score) = word.parse() {
                return Ok(score);
            }
            self.take_move(word, at, record)?;
        }
    }

    /// Reads one word of the move text: a number with a point, a move, or both.
    fn take_move(&self, word: &str, at: usize, record: &mut Record) -> Result<(), RecordError> {
        let wanted = record.moves.len() + 1;
        let text = match word.split_once('.') {
            None => word,
            Some((number, text)) => {
                if number != wanted.to_string() {
                    return Err(self.fail(at, RecordProblem::Number { found: quote(number), wanted }));
                }
                text
            }
        };
        if text.is_empty() {
            return Ok(());
        }
        // Such words would be misread when written on their own, as the writer does.
        let misread = text.contains('.') || text.starts_with('[') || text.parse::<GameResult>().is_ok();
        if text.len() > MOVE_TEXT_MAX || misread {
            return Err(self.fail(at, RecordProblem::Word(quote(text))));
        }
        if wanted > MOVES_MAX {
            return Err(self.fail(at, RecordProblem::Moves));
        }
        record.moves.push(RecordedMove { text: text.to_owned(), comments: Vec::new() });
        Ok(())
    }
}
