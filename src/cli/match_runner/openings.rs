//! How the games of a match begin.

use crate::catalog::{AnyGame, AnyLine};
use crate::rules::Chance;
use crate::rules::notation::quote;
use crate::rules::setup::{SetupError, Values};
use std::collections::BTreeSet;

/// The beginning of a game: a setup and some moves. Every opening is played twice, with the players' seats swapped.
#[derive(Debug)]
pub struct Opening {
    line: Box<dyn AnyLine>,
}

/// Where openings come from.
#[derive(Debug)]
pub enum Openings {
    /// Random legal moves: so many plies, or as many as suit the game.
    Random(Option<usize>),
    /// The lines of a file, from the first and again from the first when there are more games.
    Lines(Vec<Opening>),
}

/// Why openings cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The setup of the match.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// A line of the file.
    #[error("line {number} of the openings: {why}")]
    Line {
        /// From 1.
        number: usize,
        /// What is wrong with it.
        why: String,
    },
    /// There is no line with an opening in the file.
    #[error("there are no openings in the file; write one a line, as in Wd4,a1 Bd6,a2")]
    Empty,
    /// Random moves always end the game or lose something.
    #[error("no opening of {0} random plies was found in which nothing is lost; ask for fewer with --plies")]
    TooLong(usize),
}

/// The setup of this pair's games: options that are numbers, such as the deal of a DVONN board, are drawn where the game
/// needs them.
fn drawn_setup(game: &'static dyn AnyGame, setup: &str, chance: &mut Chance) -> String {
    let named = |key: &str| setup.split_whitespace().any(|word| word.split('=').next() == Some(key));
    let mut words = vec![setup.to_owned()];
    let deals = game.options().iter().any(|spec| spec.key == "deal" && spec.values == Values::Number);
    if deals && !named("start") {
        words.push("start=random".to_owned());
    }
    let random = words.iter().any(|words| words.split_whitespace().any(|word| word == "start=random"));
    if deals && random && !named("deal") {
        // Small enough to be typed again.
        words.push(format!("deal={}", chance.below(1 << 32)));
    }
    words.join(" ")
}

/// How many random plies suit a game: for ZÈRTZ two to four, for Barrier both knights, for DVONN the first placements,
/// and none where the board is dealt.
fn suitable_plies(line: &dyn AnyLine, chance: &mut Chance) -> usize {
    let is_dealt = line.record().header("Setup").is_some_and(|setup| setup.contains("start=random"));
    match line.game().name() {
        "barrier" => 2,
        "dvonn" if is_dealt => 0,
        "dvonn" => 6,
        _ => 2 + chance.below(3) as usize,
    }
}

/// Openings that were tried and are no good are replaced this many times.
const TRIES: usize = 1_000;

impl Openings {
    /// Reads a file of openings. Empty lines and those that begin with `#` are passed over.
    ///
    /// # Errors
    /// The first line that cannot be played, or that there is none.
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

    /// The first `count` openings of this seed. More of them begin with the same ones, and random ones differ as long as
    /// that is possible.
    ///
    /// # Errors
    /// A setup that is not possible, or that no opening of this length was found.
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
        let mut chance = Chance::new(seed);
        let mut seen = BTreeSet::new();
        let mut drawn = Vec::new();
        // A small board has only so many; from then on they come again.
        let mut may_differ = true;
        while drawn.len() < count {
            let mut opening = draw(game, setup, plies, &mut chance)?;
            if may_differ {
                let mut tries = 0;
                while tries < TRIES && seen.contains(&opening.line.position()) {
                    opening = draw(game, setup, plies, &mut chance)?;
                    tries += 1;
                }
                may_differ = seen.insert(opening.line.position());
            }
            drawn.push(opening);
        }
        Ok(drawn)
    }
}

/// One random opening after which nobody has won or can take anything.
fn draw(
    game: &'static dyn AnyGame,
    setup: &str,
    plies: Option<usize>,
    chance: &mut Chance,
) -> Result<Opening, OpeningError> {
    let setup = drawn_setup(game, setup, chance);
    let start = game.start(&setup)?;
    let plies = plies.unwrap_or_else(|| suitable_plies(start.as_ref(), chance));
    for _ in 0..TRIES {
        let mut line = start.copy();
        let quiet = (0..plies).all(|_| {
            let m = line.nth_legal(chance.below(line.count_legal()));
            m.is_some_and(|m| line.play(&m).is_ok()) && is_quiet(line.as_ref())
        });
        if quiet {
            return Ok(Opening { line });
        }
    }
    Err(OpeningError::TooLong(plies))
}

/// Whether the game goes on and there is nothing to capture. In ZÈRTZ captures are forced, so the first legal move
/// tells; no other game writes an `x`.
fn is_quiet(line: &dyn AnyLine) -> bool {
    line.ending().is_none() && !line.legal(1).iter().any(|m| m.contains('x'))
}

impl Opening {
    /// An opening with this setup and these moves.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
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
