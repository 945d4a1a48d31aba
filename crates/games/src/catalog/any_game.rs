//! Games, games in progress and engines behind dynamic interfaces. Moves, picks and positions are text.

use crate::ai::{Advice, Budget, EngineOptions, Finding, GameAnalysis, JudgedMove, Level, Limits, Report, Score, Stop};
use crate::localization::Texts;
use crate::render::{self, DrawOptions, Header, Picture, RenderError, Scene};
use crate::rules::record::Record;
use crate::rules::setup::{self, OptionSpec, SetupError, Values};
use crate::rules::{Ending, Example, Fact, Guide, Seat};
use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::{self, Debug};

/// A [`Refusal`](crate::rules::Refusal) of any game: the English message and the data to localise it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The game; absent if the text names none.
    pub game: Option<&'static dyn AnyGame>,
    /// See [`Refusal::code`](crate::rules::Refusal::code).
    pub code: &'static str,
    /// See [`Refusal::args`](crate::rules::Refusal::args).
    pub args: Vec<(&'static str, String)>,
    /// The English message, with the move number when several moves were played.
    pub text: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refused {}

/// The possible continuations of a sequence of picks, see [`steps::choices`](crate::rules::steps::choices).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnyChoices {
    /// The possible next picks.
    pub picks: Vec<String>,
    /// The move, if the picks complete one.
    pub complete: Option<String>,
    /// The number of legal moves that begin with these picks.
    pub moves: u64,
    /// The key of the question that the next pick answers, see [`Steps::question`](crate::rules::Steps::question).
    pub question: Option<&'static str>,
}

/// A [`Lesson`](crate::lessons::Lesson) of any game.
#[derive(Clone, Debug)]
pub struct AnyLesson {
    /// The key of its sentences.
    pub about: &'static str,
    /// The line that begins in its position.
    pub line: Box<dyn AnyLine>,
    /// A move that achieves its goal.
    pub answer: String,
}

/// A puzzle of any game, without its position and its solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleCard {
    /// Its number in the game, which never changes.
    pub number: u32,
    /// The key of the sentences about what it asks for.
    pub theme: &'static str,
    /// How much of it, for example how many marbles.
    pub amount: u32,
    /// How difficult it was for the levels of the engine, on their scale.
    pub rating: u16,
}

/// A [`Puzzle`](crate::lessons::Puzzle) of any game.
#[derive(Clone, Debug)]
pub struct AnyPuzzle {
    /// What it asks for.
    pub card: PuzzleCard,
    /// The line that begins in its position.
    pub line: Box<dyn AnyLine>,
    /// The only move that solves it.
    pub answer: String,
}

/// A position of a game in which a player is asked for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedTask {
    /// The lesson with this index.
    Lesson(usize),
    /// The puzzle with this number.
    Puzzle(u32),
}

/// What a move in a lesson or a puzzle does.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The move in canonical text.
    pub played: String,
    /// The line with the move.
    pub after: Box<dyn AnyLine>,
    /// The moves that show its effect if it achieves the goal; otherwise what it does instead. See
    /// [`Teach::judge`](crate::lessons::Teach::judge).
    pub verdict: Result<Vec<String>, Finding>,
}

/// A game behind a dynamic interface.
pub trait AnyGame: Sync {
    /// The name in commands and records: lower-case letters.
    fn name(&self) -> &'static str;

    /// The display name.
    fn title(&self) -> &'static str;

    /// The sentences about this game alone, in every language.
    fn texts(&self) -> &Texts;

    /// The keys of all sentences that the program can look up in [`texts`](AnyGame::texts).
    fn sentence_keys(&self) -> BTreeSet<String>;

    /// Moves that show how moves are written, see
    /// [`Notation::MOVE_EXAMPLES`](crate::rules::Notation::MOVE_EXAMPLES).
    fn move_examples(&self) -> &'static [&'static str];

    /// The kinds of piece that sentences name, see
    /// [`Notation::PIECE_KINDS`](crate::rules::Notation::PIECE_KINDS).
    fn piece_kinds(&self) -> &'static [&'static str];

    /// The kinds of fact that say what is on a cell, see [`Notation::CELL_FACTS`](crate::rules::Notation::CELL_FACTS).
    fn cell_facts(&self) -> &'static [&'static str];

    /// The key of a pick's label; `None` if the pick is the name of a cell. See
    /// [`Steps::PICK_LABELS`](crate::rules::Steps::PICK_LABELS).
    fn pick_label(&self, pick: &str) -> Option<&'static str>;

    /// The setup options.
    fn options(&self) -> &'static [OptionSpec];

    /// The setup with all its options spelled out.
    ///
    /// # Errors
    /// Why the setup is invalid.
    fn full_setup(&self, setup: &str) -> Result<String, SetupError>;

    /// A new game with this setup.
    ///
    /// # Errors
    /// Why the setup is invalid.
    fn start(&'static self, setup: &str) -> Result<Box<dyn AnyLine>, SetupError>;

    /// A game that starts from this position (written without the game's name).
    ///
    /// # Errors
    /// Every fault of the position.
    fn read_position(&'static self, text: &str) -> Result<Box<dyn AnyLine>, Vec<Refused>>;

    /// Examples that explain the rules, each with its line.
    fn examples(&'static self) -> Vec<(&'static Example, Box<dyn AnyLine>)>;

    /// The lessons, in the order in which they build on each other.
    fn lessons(&'static self) -> Vec<AnyLesson>;

    /// The setup of the guided game that follows the lessons, see
    /// [`Teach::GUIDED_SETUP`](crate::lessons::Teach::GUIDED_SETUP).
    fn guided_setup(&self) -> &'static str;

    /// The words of the themes of its puzzles.
    fn puzzle_themes(&self) -> Vec<&'static str>;

    /// The puzzles, in the order of the pack.
    fn puzzles(&'static self) -> Vec<PuzzleCard>;

    /// The puzzle with this number.
    fn puzzle(&'static self, number: u32) -> Option<AnyPuzzle>;

    /// Judges a move in a lesson or a puzzle; `None` if there is no such task. CPU-intensive for a puzzle: do not call it
    /// on an async thread.
    ///
    /// # Errors
    /// Why the move is refused.
    fn judge(&'static self, task: AskedTask, text: &str) -> Option<Result<Judged, Refused>>;

    /// Plays the moves of a record.
    ///
    /// # Errors
    /// A message that says where the record is wrong.
    fn replay(&'static self, record: &Record) -> Result<Box<dyn AnyLine>, String>;

    /// The difference in score, in hundredths, from which one move is clearly better than another.
    fn clear(&self) -> i32;

    /// The engine's highest level, which is full strength.
    fn highest_level(&self) -> Level;

    /// The Elo rating of an engine level, see [`Think::RATINGS`](crate::ai::Think::RATINGS).
    fn level_rating(&self, level: Level) -> u16;

    /// Uses a random number to pick a seed from [`Think::LEVEL_SEEDS`](crate::ai::Think::LEVEL_SEEDS). Returns the
    /// number itself if the game has none.
    fn level_seed(&self, random: u64) -> u64;

    /// Whether new games should have the [swap](super::SWAP) unless the players decide otherwise, see
    /// [`Think::SWAP_ADVISED`](crate::ai::Think::SWAP_ADVISED).
    fn advises_swap(&self) -> bool;

    /// Whether the game can end in a draw.
    fn has_draws(&self) -> bool;

    /// Whether the players have colours, see [`Draw::SEAT_COLOURS`](crate::render::Draw::SEAT_COLOURS).
    fn has_seat_colours(&self) -> bool;

    /// Whether its engine knows the winner from every position, see [`Think::SOLVED`](crate::ai::Think::SOLVED).
    fn is_solved(&self) -> bool;

    /// Creates an engine for this game.
    fn engine(&'static self, settings: EngineOptions) -> Box<dyn AnyEngine>;
}

impl dyn AnyGame {
    /// The setup with all its options spelled out. If it needs a seed that is missing, `draw` returns it.
    ///
    /// # Errors
    /// Why the setup is invalid.
    pub fn drawn_setup(&self, setup: &str, draw: impl FnOnce() -> u64) -> Result<String, SetupError> {
        let full = self.full_setup(setup);
        let Some(seed) = self.options().iter().find(|spec| spec.values == Values::Seed) else { return full };
        match full {
            // The options may not fit together only because they lack the seed.
            Err(SetupError::Unfit(_)) => self.full_setup(&format!("{setup} {}={}", seed.key, draw())).or(full),
            full => full,
        }
    }

    /// The words of a setup that players chose. Adds the [swap](super::SWAP) if it is
    /// [advised](AnyGame::advises_swap) and the words do not mention it.
    pub fn advised_setup(&self, setup: &str) -> String {
        let is_decided = |word: &str| word.split('=').next() == Some(setup::SWAP.key);
        if !self.advises_swap() || setup.split_whitespace().any(is_decided) {
            return setup.to_owned();
        }
        format!("{setup} {}=on", setup::SWAP.key).trim_start().to_owned()
    }

    /// The words of a setup without its seed, so that another game on the same terms is drawn again.
    pub fn setup_without_seed(&self, setup: &str) -> String {
        let is_seed = |word: &str| {
            let key = word.split('=').next();
            self.options().iter().any(|spec| spec.values == Values::Seed && Some(spec.key) == key)
        };
        setup.split_whitespace().filter(|word| !is_seed(word)).collect::<Vec<_>>().join(" ")
    }
}

/// Games are equal when their names are.
impl PartialEq for dyn AnyGame {
    fn eq(&self, other: &dyn AnyGame) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn AnyGame {}

impl Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Clone for Box<dyn AnyLine> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

/// A game in progress behind a dynamic interface. Moves are text.
pub trait AnyLine: Send + Sync + Debug {
    /// The game being played.
    fn game(&self) -> &'static dyn AnyGame;

    /// The concrete value, see [`as_line`](trait@AnyLine#method.as_line).
    fn as_any(&self) -> &dyn Any;

    /// A copy.
    fn copy(&self) -> Box<dyn AnyLine>;

    /// The seat to move.
    fn seat(&self) -> Seat;

    /// The side that a seat plays. Each seat starts on its own side; the [swap](super::SWAP) exchanges the sides.
    fn side(&self, seat: Seat) -> Seat;

    /// Whether the seat to move may play the [swap](super::SWAP).
    fn may_swap(&self) -> bool;

    /// How the rules ended the game, if they have.
    fn ending(&self) -> Option<Ending>;

    /// The number of moves played.
    fn ply(&self) -> usize;

    /// The moves played so far, in canonical text.
    fn moves(&self) -> Vec<String>;

    /// An estimate of the turns the seat to move has left, including this one, see
    /// [`Think::turns_left`](crate::ai::Think::turns_left).
    fn turns_left(&self) -> u32;

    /// The ply from which the engine's scores indicate who is ahead, see
    /// [`Think::first_reviewed_ply`](crate::ai::Think::first_reviewed_ply).
    fn first_reviewed_ply(&self) -> usize;

    /// Plays a move and returns its canonical text.
    ///
    /// # Errors
    /// Why the move is refused; the line is unchanged.
    fn play(&mut self, text: &str) -> Result<String, Refused>;

    /// Plays several moves, all or none.
    ///
    /// # Errors
    /// The error of the first refused move, with its number; the line is unchanged.
    fn play_all(&mut self, moves: &[&str]) -> Result<(), Refused>;

    /// Undoes the last move and returns it.
    fn take_back(&mut self) -> Option<String>;

    /// Whether the seat to move is forced, see [`Think::is_forced`](crate::ai::Think::is_forced). False after the end.
    fn is_forced(&self) -> bool;

    /// The legal moves in canonical text and generator order, at most `most` of them; the [swap](super::SWAP) comes last.
    /// Empty after the end.
    fn legal(&self, most: usize) -> Vec<String>;

    /// The only legal move, if it is of a kind that may be played automatically for a player who opted in, see
    /// [`Notation::is_played_when_forced`](crate::rules::Notation::is_played_when_forced).
    fn forced_move(&self) -> Option<String>;

    /// The number of legal moves without the [swap](super::SWAP).
    fn count_legal(&self) -> u64;

    /// The legal move with this index in generator order.
    fn nth_legal(&self, number: u64) -> Option<String>;

    /// How many pieces like this first pick are left to place, see [`Steps::left`](crate::rules::steps::Steps::left).
    fn pieces_left(&self, pick: &str) -> Option<u32>;

    /// The possible next picks. Picks that fit no legal move yield no choices.
    fn choices(&self, picked: &[&str]) -> AnyChoices;

    /// The names of all cells of the board, column by column, see [`Explain::cells`](crate::ai::Explain::cells).
    fn cells(&self) -> Vec<String>;

    /// The position as one line, prefixed with the game's name.
    fn position(&self) -> String;

    /// The board as text art.
    fn board(&self) -> String;

    /// The last move, if there is one.
    fn last_move(&self) -> Option<String>;

    /// The facts that describe the position.
    fn facts(&self) -> Vec<Fact>;

    /// What the player to move should know about this turn, see
    /// [`Notation::turn_facts`](crate::rules::Notation::turn_facts). Empty after the end.
    fn turn_facts(&self) -> Vec<Fact>;

    /// The number of plies in which pieces are still placed, see
    /// [`Notation::placements_left`](crate::rules::Notation::placements_left).
    fn placements_left(&self) -> usize;

    /// The values that the sentences about the result name, see
    /// [`Notation::result_facts`](crate::rules::Notation::result_facts).
    fn result_facts(&self) -> Vec<Fact>;

    /// Why this seat lost the game, see [`Explain::defeat`](crate::ai::Explain::defeat).
    fn defeat(&self, loser: Seat) -> Option<Finding>;

    /// What came of the mistake that was played as the ply with this number, from 1, instead of `best`. `None` if the
    /// moves show nothing; see [`Explain::turned`](crate::ai::Explain::turned).
    fn turned(&self, ply: usize, best: &str) -> Option<Finding>;

    /// Grades the moves by the evaluations found for the positions before them. `known` returns the score of the
    /// position after that many plies, for the seat to move, and the best play from it.
    fn review(&self, known: &dyn Fn(usize) -> Option<(Score, Vec<String>)>) -> Review;

    /// Numbered arrows and marks for moves that follow this position, see [`Steps::path`](crate::rules::Steps::path).
    /// Ends at a move that is not legal.
    fn guides(&self, moves: &[String]) -> Vec<Guide>;

    /// Draws the position with the last move marked. CPU-intensive: do not call it on an async thread.
    ///
    /// # Errors
    /// When the drawing fails.
    fn draw(&self, header: &Header, options: &DrawOptions) -> Result<Picture, RenderError>;

    /// Draws the position with the picks made so far and the possible next picks. If cells are highlighted and no pick
    /// so far is a cell, it draws only the next picks that are highlighted.
    ///
    /// # Errors
    /// When the drawing fails.
    fn draw_steps(&self, header: &Header, picked: &[&str], options: &DrawOptions) -> Result<Picture, RenderError> {
        render::png(&self.scene_of_steps(header, picked, options))
    }

    /// The drawing of [`draw_steps`](AnyLine::draw_steps).
    fn scene_of_steps(&self, header: &Header, picked: &[&str], options: &DrawOptions) -> Scene;

    /// The positions after the given plies, each with the move that led to it marked, for replays and sheets. The
    /// header's names appear on every picture, its other texts and the suggestion only on the last picture of the line.
    /// Plies beyond the line are dropped.
    fn scenes(&self, header: &Header, plies: &[usize], options: &DrawOptions) -> Vec<Scene>;

    /// The plies after notable changes, in order and including the last ply; at most `most`.
    fn key_plies(&self, most: usize) -> Vec<usize>;

    /// The game as a record, with the headers that follow from the rules.
    fn record(&self) -> Record;
}

/// A search report, with moves in canonical text.
pub type Found = Report<String>;

/// A game analysed move by move, with moves in canonical text.
pub type Review = GameAnalysis<String>;

/// An engine for one game.
pub trait AnyEngine: Send {
    /// The game it plays.
    fn game(&self) -> &'static dyn AnyGame;

    /// Searches for the best move, see [`Engine::search`](crate::ai::Engine::search). CPU-intensive: do not call it on
    /// an async thread. For a line of another game the report is empty.
    fn search(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop, report: &mut dyn FnMut(&Found)) -> Found;

    /// A hint for the seat to move, see [`Engine::advise`](crate::ai::Engine::advise). CPU-intensive as well. `None`
    /// when the game is over or the line belongs to another game.
    fn advise(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop) -> Option<Advice>;

    /// Analyses the moves of a game, see [`Engine::analyse`](crate::ai::Engine::analyse). This takes much longer than a
    /// search. `None` for a line of another game.
    fn analyse(
        &mut self,
        line: &dyn AnyLine,
        budget: Budget,
        stop: &Stop,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Option<Review>;

    /// Judges the last move of a line, see [`Engine::judge_last`](crate::ai::Engine::judge_last). CPU-intensive as well.
    /// `None` if there is none, if there was not enough time, or for a line of another game.
    fn judge_last(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop) -> Option<JudgedMove<String>>;

    /// Clears what earlier searches learned.
    fn clear(&mut self);

    /// Changes the settings, see [`Engine::configure`](crate::ai::Engine::configure).
    fn configure(&mut self, settings: EngineOptions);
}
