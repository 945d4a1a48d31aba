//! A game as the catalogue lists it: the game's type and its sentences.

use super::any_game::{AnyEngine, AnyGame, AnyLesson, AnyLine, AnyPuzzle, AskedTask, Judged, PuzzleCard, Refused};
use super::game_engine::GameEngine;
use super::played::{CatalogGame, Played, line_refused, refused};
use super::sentence_keys::sentence_keys;
use super::swap::{self, SWAP};
use crate::ai::{Engine, EngineOptions, Level};
use crate::lessons::{Lesson, Puzzle};
use crate::localization::Texts;
use crate::rules::record::Record;
use crate::rules::setup::{self, OptionSpec, SetupError};
use crate::rules::{Example, Line, Setup};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A game of a catalogue. It lives in a `static`, because every line and every engine refers to it.
pub struct Entry<G: CatalogGame> {
    texts: Texts,
    /// The pack of puzzles, read when it is first needed.
    puzzles: OnceLock<Vec<Puzzle<G>>>,
}

impl<G: CatalogGame> Entry<G> {
    /// An entry with the sentences about the game.
    pub const fn new(texts: Texts) -> Self {
        Entry { texts, puzzles: OnceLock::new() }
    }

    fn pack(&self) -> &[Puzzle<G>] {
        self.puzzles.get_or_init(Puzzle::pack)
    }

    fn pack_puzzle(&self, number: u32) -> Option<&Puzzle<G>> {
        self.pack().iter().find(|puzzle| puzzle.number == number)
    }

    fn play_on(&'static self, setup: G::Setup, line: Line<G>) -> Box<dyn AnyLine> {
        Box::new(Played { game: self, setup, line, swapped: false })
    }
}

fn card<G: CatalogGame>(puzzle: &Puzzle<G>) -> PuzzleCard {
    let Puzzle { number, theme, amount, rating, .. } = *puzzle;
    PuzzleCard { number, theme: theme.word, amount, rating }
}

impl<G: CatalogGame> AnyGame for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn texts(&self) -> &Texts {
        &self.texts
    }

    fn sentence_keys(&self) -> BTreeSet<String> {
        sentence_keys::<G>()
    }

    fn move_examples(&self) -> &'static [&'static str] {
        G::MOVE_EXAMPLES
    }

    fn piece_kinds(&self) -> &'static [&'static str] {
        G::PIECE_KINDS
    }

    fn cell_facts(&self) -> &'static [&'static str] {
        G::CELL_FACTS
    }

    fn pick_label(&self, pick: &str) -> Option<&'static str> {
        if pick == SWAP {
            return Some(SWAP);
        }
        G::PICK_LABELS.iter().find(|(text, _)| *text == pick).map(|(_, label)| *label)
    }

    fn options(&self) -> &'static [OptionSpec] {
        G::Setup::OPTIONS
    }

    fn full_setup(&self, setup: &str) -> Result<String, SetupError> {
        setup::read::<G::Setup>(setup).map(|setup| setup::write(&setup))
    }

    fn start(&'static self, setup: &str) -> Result<Box<dyn AnyLine>, SetupError> {
        let setup = setup::read::<G::Setup>(setup)?;
        let line = Line::new(&setup);
        Ok(self.play_on(setup, line))
    }

    fn read_position(&'static self, text: &str) -> Result<Box<dyn AnyLine>, Vec<Refused>> {
        let position = G::read_position(text)
            .map_err(|faults| faults.iter().map(|fault| refused(self, fault)).collect::<Vec<_>>())?;
        Ok(self.play_on(position.setup(), Line::from_position(position)))
    }

    fn examples(&'static self) -> Vec<(&'static Example, Box<dyn AnyLine>)> {
        let read = |example: &'static Example| {
            let mut line = self.start(example.setup).ok()?;
            line.play_all(&example.moves.split_whitespace().collect::<Vec<_>>()).ok()?;
            Some((example, line))
        };
        // A test checks that every example can be played.
        G::EXAMPLES.iter().filter_map(read).collect()
    }

    fn lessons(&'static self) -> Vec<AnyLesson> {
        // A test checks that every position can be read.
        let read = |lesson: &'static Lesson<G>| {
            let line = self.read_position(&lesson.task.position).ok()?;
            Some(AnyLesson { about: lesson.about, line, answer: lesson.task.answer.to_string() })
        };
        G::LESSONS.iter().filter_map(read).collect()
    }

    fn guided_setup(&self) -> &'static str {
        G::GUIDED_SETUP
    }

    fn puzzle_themes(&self) -> Vec<&'static str> {
        G::PUZZLE_THEMES.iter().map(|theme| theme.word).collect()
    }

    fn puzzles(&'static self) -> Vec<PuzzleCard> {
        self.pack().iter().map(card).collect()
    }

    fn puzzle(&'static self, number: u32) -> Option<AnyPuzzle> {
        let puzzle = self.pack_puzzle(number)?;
        let line = self.read_position(&puzzle.task.position).ok()?;
        Some(AnyPuzzle { card: card(puzzle), line, answer: puzzle.task.answer.to_string() })
    }

    fn judge(&'static self, task: AskedTask, text: &str) -> Option<Result<Judged, Refused>> {
        let task = match task {
            AskedTask::Lesson(index) => &G::LESSONS.get(index)?.task,
            AskedTask::Puzzle(number) => &self.pack_puzzle(number)?.task,
        };
        let mut line = Line::from_position(G::read_position(&task.position).ok()?);
        let before = line.position().clone();
        Some(line.play_text(text).map_err(|error| line_refused(self, &error)).map(|m| {
            let verdict = before.judge(task.goal, m);
            let verdict = verdict.map(|follow| follow.iter().map(G::Move::to_string).collect());
            Judged { played: m.to_string(), after: self.play_on(before.setup(), line), verdict }
        }))
    }

    fn replay(&'static self, record: &Record) -> Result<Box<dyn AnyLine>, String> {
        let setup = record.header("Setup").map(setup::read::<G::Setup>).transpose().map_err(|e| e.to_string());
        let mut without_swap = record.clone();
        // An unreadable setup is reported by the replay.
        let swapped = setup.as_ref().is_ok_and(|setup| setup.as_ref().is_some_and(Setup::swap))
            && swap::take_from(&mut without_swap);
        let line = without_swap.replay::<G>().map_err(|error| error.to_string())?;
        Ok(Box::new(Played { game: self, setup: setup?.unwrap_or_default(), line, swapped }))
    }

    fn clear(&self) -> i32 {
        G::CLEAR_MARGIN
    }

    fn highest_level(&self) -> Level {
        G::highest_level()
    }

    fn level_rating(&self, level: Level) -> u16 {
        G::rating(level)
    }

    fn level_seed(&self, random: u64) -> u64 {
        let index = random.checked_rem(G::LEVEL_SEEDS.len() as u64);
        index.map_or(random, |index| u64::from(G::LEVEL_SEEDS[index as usize]))
    }

    fn advises_swap(&self) -> bool {
        G::SWAP_ADVISED
    }

    fn has_draws(&self) -> bool {
        G::DRAWS
    }

    fn has_seat_colours(&self) -> bool {
        G::SEAT_COLOURS
    }

    fn is_solved(&self) -> bool {
        G::SOLVED
    }

    fn engine(&'static self, settings: EngineOptions) -> Box<dyn AnyEngine> {
        Box::new(GameEngine { game: self, engine: Engine::<G>::new(settings) })
    }
}
