//! The openings of a match.

use crate::measured::instruments;
use std::collections::BTreeSet;
use tablero_games::catalog::{AnyGame, AnyLine};
use tablero_games::rules::SeededRng;
use tablero_games::rules::notation::quote;
use tablero_games::rules::setup::SetupError;

/// An opening: a setup and some moves. Every opening is played twice, with the seats swapped.
#[derive(Debug)]
pub struct Opening {
    line: Box<dyn AnyLine>,
}

/// Where openings come from.
#[derive(Debug)]
pub enum Openings {
    /// Random legal moves: the given number of plies, or a number that suits the game.
    Random(Option<usize>),
    /// The lines of a file, starting again from the first when there are more games.
    Lines(Vec<Opening>),
}

/// Why there are no openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The setup of the match is invalid.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// A line of the file is invalid.
    #[error("line {number} of the openings: {why}")]
    Line {
        /// The line number, from 1.
        number: usize,
        /// The problem.
        why: String,
    },
    /// The file contains no opening.
    #[error("there are no openings in the file; write one per line, as in Wd4,a1 Bd6,a2")]
    Empty,
    /// Random moves of this length always end the game or allow a capture.
    #[error("no opening of {0} random plies without a win or a capture was found; ask for fewer with --plies")]
    TooLong(usize),
}

/// Draws the setup of a pair of games: the options that make games differ, unless they are given, and the seed of a
/// random setup.
fn drawn_setup(game: &'static dyn AnyGame, setup: &str, rng: &mut SeededRng) -> Result<String, SetupError> {
    let is_given = |word: &str| {
        let key = |word: &str| word.split('=').next().map(str::to_owned);
        setup.split_whitespace().any(|given| key(given) == key(word))
    };
    let added = instruments(game).varied_setup().split_whitespace().filter(|word| !is_given(word));
    let words: Vec<&str> = setup.split_whitespace().chain(added).collect();
    // Small enough to be retyped.
    game.drawn_setup(&words.join(" "), || rng.below(1 << 32))
}

/// The number of random plies that suits the game.
fn suitable_plies(line: &dyn AnyLine, rng: &mut SeededRng) -> usize {
    let plies = instruments(line.game()).opening_plies(line);
    match (plies.end() - plies.start()) as u64 {
        0 => *plies.start(),
        more => plies.start() + rng.below(more + 1) as usize,
    }
}

/// The number of attempts to find a suitable or new opening.
const ATTEMPTS_MAX: usize = 1_000;

impl Openings {
    /// Reads a file of openings. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// The first line that cannot be played, or that the file contains no opening.
    pub fn read(game: &'static dyn AnyGame, setup: &str, text: &str) -> Result<Openings, OpeningError> {
        let lines = text.lines().map(str::trim).zip(1..);
        let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let read = |(line, number): (&str, usize)| {
            let (options, moves): (Vec<&str>, Vec<&str>) = line.split_whitespace().partition(|word| word.contains('='));
            let own = if options.is_empty() { setup.to_owned() } else { options.join(" ") };
            Opening::new(game, &own, &moves).map_err(|why| OpeningError::Line { number, why })
        };
        let openings = lines.map(read).collect::<Result<Vec<_>, _>>()?;
        if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(Openings::Lines(openings)) }
    }

    /// The book of level openings for this setup, in an order that follows from the seed; random openings if there is no
    /// book.
    ///
    /// # Errors
    /// An invalid setup.
    pub fn book(game: &'static dyn AnyGame, setup: &str, seed: u64) -> Result<Openings, OpeningError> {
        let mut rng = SeededRng::new(seed);
        let start = game.start(&drawn_setup(game, setup, &mut rng)?)?;
        let Some(book) = instruments(game).book(start.as_ref()) else { return Ok(Openings::Random(None)) };
        let mut openings = Openings::read(game, setup, book)?;
        if let Openings::Lines(lines) = &mut openings {
            rng.shuffle(lines);
        }
        Ok(openings)
    }

    /// The first `count` openings of this seed. A larger count starts with the same openings. Random openings differ
    /// from each other as long as that is possible.
    ///
    /// # Errors
    /// An invalid setup, or that no opening of this length was found.
    pub fn draw(
        &self,
        game: &'static dyn AnyGame,
        setup: &str,
        seed: u64,
        count: usize,
    ) -> Result<Vec<Opening>, OpeningError> {
        let plies = match self {
            Openings::Lines(openings) => return Ok(openings.iter().cycle().take(count).cloned().collect()),
            Openings::Random(plies) => *plies,
        };
        let mut rng = SeededRng::new(seed);
        let mut seen = BTreeSet::new();
        let mut drawn = Vec::new();
        // A small board has only a limited number of openings; after that they repeat.
        let mut may_differ = true;
        while drawn.len() < count {
            let mut opening = draw(game, setup, plies, &mut rng)?;
            if may_differ {
                let mut attempts = 0;
                while attempts < ATTEMPTS_MAX && seen.contains(&opening.line.position()) {
                    opening = draw(game, setup, plies, &mut rng)?;
                    attempts += 1;
                }
                may_differ = seen.insert(opening.line.position());
            }
            drawn.push(opening);
        }
        Ok(drawn)
    }
}

/// Draws one random opening after which the game is not over and nothing can be captured.
fn draw(
    game: &'static dyn AnyGame,
    setup: &str,
    plies: Option<usize>,
    rng: &mut SeededRng,
) -> Result<Opening, OpeningError> {
    let setup = drawn_setup(game, setup, rng)?;
    let start = game.start(&setup)?;
    let plies = plies.unwrap_or_else(|| suitable_plies(start.as_ref(), rng));
    for _ in 0..ATTEMPTS_MAX {
        let mut line = start.copy();
        let quiet = (0..plies).all(|_| {
            let m = line.nth_legal(rng.below(line.count_legal()));
            m.is_some_and(|m| line.play(&m).is_ok()) && is_quiet(line.as_ref())
        });
        if quiet {
            return Ok(Opening { line });
        }
    }
    Err(OpeningError::TooLong(plies))
}

/// Whether the game is still running and nothing is forced, such as a capture.
fn is_quiet(line: &dyn AnyLine) -> bool {
    line.ending().is_none() && !line.is_forced()
}

impl Opening {
    /// Creates an opening from a setup and moves.
    ///
    /// # Errors
    /// The problem, as a sentence.
    pub fn new(game: &'static dyn AnyGame, setup: &str, moves: &[&str]) -> Result<Opening, String> {
        let mut line = game.start(setup).map_err(|error| error.to_string())?;
        line.play_all(moves).map_err(|refused| refused.to_string())?;
        if line.ending().is_some() {
            return Err(format!("the game is over after {}", quote(&moves.join(" "))));
        }
        Ok(Opening { line })
    }

    /// The game after the opening.
    pub fn line(&self) -> Box<dyn AnyLine> {
        self.line.copy()
    }
}

impl Clone for Opening {
    fn clone(&self) -> Self {
        Opening { line: self.line.copy() }
    }
}
