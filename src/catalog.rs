//! The list of games, and the boundary between generic and dynamic code. Callers of this module refer to games by name
//! and exchange moves and positions as text.
//!
//! To add a game: its folder in `rules`, its drawing in `render`, its texts, and one line in [`GAMES`].

mod engines;

pub use crate::ai::{Advice, Finding, JudgedMove, Value};
pub use engines::{AnyEngine, Found, Review};

use crate::ai::analysis::review;
use crate::ai::baselines::{Baseline, Worth};
use crate::ai::{Engine, EngineOptions, Explain, Level, Score, Stop, Variation};
use crate::render::{self, Draw, Header, Look, Picture, RenderError, Scene, View};
use crate::rules::record::Record;
use crate::rules::setup::{self, OptionSpec, SetupError};
use crate::rules::{
    Chance, Ending, Example, Fact, Facts, Game, Line, LineError, Notation, Refusal, Seat, Setup, perft, steps,
};
use crate::rules::{barrier::Barrier, dvonn::Dvonn, zertz::Zertz};
use std::any::Any;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Every game, in the order in which they are offered to players.
pub static GAMES: [&dyn AnyGame; 3] =
    [&Entry::<Zertz>::new("ZÈRTZ"), &Entry::<Dvonn>::new("DVONN"), &Entry::<Barrier>::new("Barrier")];

/// The game with this name, in either case.
pub fn game(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.into_iter().find(|game| game.name().eq_ignore_ascii_case(name))
}

/// Parses a position prefixed with the name of its game.
///
/// # Errors
/// An unknown game name, or every fault of the position.
pub fn read_position(text: &str) -> Result<Box<dyn AnyLine>, Vec<Refused>> {
    let text = text.trim();
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let unknown = || {
        let names: Vec<_> = GAMES.iter().map(|game| game.name()).collect();
        vec![Refused {
            game: "any",
            code: "no-game",
            args: vec![("name", crate::rules::notation::quote(name))],
            text: format!("{} is no game; there are {}", crate::rules::notation::quote(name), names.join(", ")),
        }]
    };
    game(name).ok_or_else(unknown)?.read_position(rest)
}

/// A [`Refusal`] of any game: the English message and the data to localise it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The game, or `any`.
    pub game: &'static str,
    /// See [`Refusal::code`].
    pub code: &'static str,
    /// See [`Refusal::args`].
    pub args: Vec<(&'static str, String)>,
    /// The English message, with the move number when several moves were played.
    pub text: String,
}

impl Refused {
    fn of<G: Notation>(refusal: &impl Refusal) -> Refused {
        Refused { game: G::NAME, code: refusal.code(), args: refusal.args(), text: refusal.to_string() }
    }

    fn of_line<G: Notation>(error: &LineError<G::MoveError>) -> Refused {
        match error {
            LineError::Over { .. } => {
                Refused { game: G::NAME, code: "over", args: Vec::new(), text: "the game is over".to_owned() }
            }
            LineError::Refused { error, .. } => Refused::of::<G>(error),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refused {}

/// The possible continuations of a sequence of picks, see [`steps::choices`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnyChoices {
    /// The possible next picks.
    pub picks: Vec<String>,
    /// The move, if the picks complete one.
    pub complete: Option<String>,
    /// The number of legal moves that begin with these picks.
    pub moves: u64,
}

/// A game behind a dynamic interface.
pub trait AnyGame: Sync {
    /// The name in commands and records: lower-case letters.
    fn name(&self) -> &'static str;

    /// The display name.
    fn title(&self) -> &'static str;

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
    fn start(&self, setup: &str) -> Result<Box<dyn AnyLine>, SetupError>;

    /// A game that starts from this position (written without the game's name).
    ///
    /// # Errors
    /// Every fault of the position.
    fn read_position(&self, text: &str) -> Result<Box<dyn AnyLine>, Vec<Refused>>;

    /// Examples that explain the rules, each with its line.
    fn examples(&self) -> Vec<(&'static Example, Box<dyn AnyLine>)>;

    /// Plays the moves of a record.
    ///
    /// # Errors
    /// A message that says where the record is wrong.
    fn replay(&self, record: &Record) -> Result<Box<dyn AnyLine>, String>;

    /// The difference in score, in hundredths, from which one move is clearly better than another.
    fn clear(&self) -> i32;

    /// The Elo rating of an engine level, see [`Think::RATINGS`](crate::ai::Think::RATINGS).
    fn level_rating(&self, level: Level) -> u16;

    /// Whether the game can end in a draw.
    fn has_draws(&self) -> bool;

    /// Whether its engine knows the winner from every position, see [`Think::SOLVED`](crate::ai::Think::SOLVED).
    fn is_solved(&self) -> bool;

    /// Creates an engine for this game.
    fn engine(&self, settings: EngineOptions) -> Box<dyn AnyEngine>;
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

    /// The concrete line, so that the game's engine can downcast it.
    fn as_any(&self) -> &dyn Any;

    /// A copy.
    fn copy(&self) -> Box<dyn AnyLine>;

    /// The seat to move.
    fn seat(&self) -> Seat;

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
    /// [`Think::judged_from`](crate::ai::Think::judged_from).
    fn judged_from(&self) -> usize;

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

    /// The legal moves in canonical text and generator order, at most `most` of them. Empty after the end.
    fn legal(&self, most: usize) -> Vec<String>;

    /// The only legal move, if it is of a kind that may be played automatically for a player who opted in, see
    /// [`Notation::is_played_when_forced`].
    fn forced_move(&self) -> Option<String>;

    /// The number of legal moves.
    fn count_legal(&self) -> u64;

    /// The legal move with this index in generator order.
    fn nth_legal(&self, number: u64) -> Option<String>;

    /// The possible next picks. Picks that fit no legal move yield no choices.
    fn choices(&self, picked: &[&str]) -> AnyChoices;

    /// The position as one line, prefixed with the game's name.
    fn position(&self) -> String;

    /// The board as text art.
    fn board(&self) -> String;

    /// The last move, if there is one.
    fn last_move(&self) -> Option<String>;

    /// The facts that describe the position.
    fn facts(&self) -> Vec<Fact>;

    /// Grades the moves by the evaluations found for the positions before them. `known` returns the score of the
    /// position after that many plies, for the seat to move, and the best move in it.
    fn review(&self, known: &dyn Fn(usize) -> Option<(Score, String)>) -> Review;

    /// Draws the position with the last move marked. CPU-intensive: do not call it on an async thread.
    ///
    /// # Errors
    /// When the drawing fails.
    fn draw(&self, header: &Header, look: &Look) -> Result<Picture, RenderError>;

    /// Draws the position with the picks made so far and the possible next picks.
    ///
    /// # Errors
    /// When the drawing fails.
    fn draw_steps(&self, header: &Header, picked: &[&str], look: &Look) -> Result<Picture, RenderError>;

    /// The positions after the given plies, each with the move that led to it marked, for replays and sheets. The
    /// header's names appear on every picture, its other texts and the suggestion only on the last picture of the line.
    /// Plies beyond the line are dropped.
    fn scenes(&self, header: &Header, plies: &[usize], look: &Look) -> Vec<Scene>;

    /// The plies after notable changes, in order and including the last ply; at most `most`.
    fn key_plies(&self, most: usize) -> Vec<usize>;

    /// The number of move sequences of length `depth`, see [`perft`](fn@perft).
    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64>;

    /// The move of a baseline player, see [`Baseline::choose`]. `None` after the end.
    fn baseline(&self, baseline: Baseline, chance: &mut Chance, keep_going: &mut dyn FnMut() -> bool)
    -> Option<String>;

    /// The game as a record, with the headers that follow from the rules.
    fn record(&self) -> Record;
}

/// The traits a game needs to be in the catalogue.
trait Offered: Notation + Facts + Draw + Explain + Worth {}

impl<G: Notation + Facts + Draw + Explain + Worth> Offered for G {}

struct Entry<G> {
    title: &'static str,
    game: PhantomData<fn() -> G>,
}

impl<G> Entry<G> {
    const fn new(title: &'static str) -> Self {
        Entry { title, game: PhantomData }
    }
}

#[derive(Clone, Debug)]
struct Played<G: Game> {
    setup: G::Setup,
    line: Line<G>,
}

impl<G: Offered> Entry<G> {
    fn play_on(&self, setup: G::Setup, line: Line<G>) -> Box<dyn AnyLine> {
        Box::new(Played { setup, line })
    }
}

impl<G: Offered> AnyGame for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn options(&self) -> &'static [OptionSpec] {
        G::Setup::OPTIONS
    }

    fn full_setup(&self, setup: &str) -> Result<String, SetupError> {
        setup::read::<G::Setup>(setup).map(|setup| setup::write(&setup))
    }

    fn start(&self, setup: &str) -> Result<Box<dyn AnyLine>, SetupError> {
        let setup = setup::read::<G::Setup>(setup)?;
        let line = Line::new(&setup);
        Ok(self.play_on(setup, line))
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyLine>, Vec<Refused>> {
        let position =
            G::read_position(text).map_err(|faults| faults.iter().map(Refused::of::<G>).collect::<Vec<_>>())?;
        Ok(self.play_on(position.setup(), Line::from_position(position)))
    }

    fn examples(&self) -> Vec<(&'static Example, Box<dyn AnyLine>)> {
        let read = |example: &'static Example| {
            let mut line = self.start(example.setup).ok()?;
            line.play_all(&example.moves.split_whitespace().collect::<Vec<_>>()).ok()?;
            Some((example, line))
        };
        // A test checks that every example can be played.
        G::EXAMPLES.iter().filter_map(read).collect()
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn AnyLine>, String> {
        let line = record.replay::<G>().map_err(|error| error.to_string())?;
        let setup = setup::read::<G::Setup>(record.header("Setup").unwrap_or_default()).map_err(|e| e.to_string())?;
        Ok(self.play_on(setup, line))
    }

    fn clear(&self) -> i32 {
        G::CLEAR
    }

    fn level_rating(&self, level: Level) -> u16 {
        G::rating(level)
    }

    fn has_draws(&self) -> bool {
        G::DRAWS
    }

    fn is_solved(&self) -> bool {
        G::SOLVED
    }

    fn engine(&self, settings: EngineOptions) -> Box<dyn AnyEngine> {
        Box::new(Engine::<G>::new(settings))
    }
}

/// The catalogue entry of a game. Every line and engine is created through one.
fn entry<G: Notation>() -> &'static dyn AnyGame {
    let own = GAMES.into_iter().find(|game| game.name() == G::NAME);
    own.expect("lines and engines are made by entries of the list, each for its own game")
}

fn view<'a, G: Draw>(header: &'a Header, look: &'a Look) -> View<'a, G> {
    let plain = View::plain(header, look.theme());
    View { spotlight: &look.spotlight, guides: &look.guides, seat: look.seat, ..plain }
}

impl<G: Notation + Draw> Played<G> {
    /// The suggested move, if it is legal now.
    fn suggested(&self, look: &Look) -> Option<G::Move> {
        let text = look.suggestion.as_deref().filter(|_| self.line.ending().is_none())?;
        self.line.position().read_move(text).ok()
    }

    /// Parses a sequence of picks; `None` when no legal move begins with it.
    fn read_picks(&self, picked: &[&str]) -> Option<Vec<G::Pick>> {
        if self.line.ending().is_some() {
            return None;
        }
        let mut prefix = Vec::new();
        for text in picked {
            let next = steps::choices(self.line.position(), &prefix).picks;
            prefix.push(next.into_iter().find(|pick| pick.to_string() == *text)?);
        }
        Some(prefix)
    }
}

impl<G: Offered> AnyLine for Played<G> {
    fn game(&self) -> &'static dyn AnyGame {
        entry::<G>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copy(&self) -> Box<dyn AnyLine> {
        Box::new(self.clone())
    }

    fn seat(&self) -> Seat {
        self.line.seat()
    }

    fn ending(&self) -> Option<Ending> {
        self.line.ending()
    }

    fn ply(&self) -> usize {
        self.line.moves().len()
    }

    fn moves(&self) -> Vec<String> {
        self.line.moves().iter().map(G::Move::to_string).collect()
    }

    fn turns_left(&self) -> u32 {
        self.line.position().turns_left()
    }

    fn judged_from(&self) -> usize {
        G::judged_from(&self.setup)
    }

    fn play(&mut self, text: &str) -> Result<String, Refused> {
        self.line.play_text(text).map(|m| m.to_string()).map_err(|error| Refused::of_line::<G>(&error))
    }

    fn play_all(&mut self, moves: &[&str]) -> Result<(), Refused> {
        let numbered = |error: LineError<_>| Refused { text: error.to_string(), ..Refused::of_line::<G>(&error) };
        self.line.play_all(moves.iter().copied()).map_err(numbered)
    }

    fn take_back(&mut self) -> Option<String> {
        self.line.take_back().map(|m| m.to_string())
    }

    fn legal(&self, most: usize) -> Vec<String> {
        let mut moves = Vec::new();
        if self.line.ending().is_none() && most > 0 {
            let _ = self.line.position().visit_moves(|m| {
                moves.push(m.to_string());
                if moves.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        moves
    }

    fn forced_move(&self) -> Option<String> {
        let mut only = None;
        if self.line.ending().is_none() {
            let several = self.line.position().visit_moves(|m| match only.replace(m) {
                None => ControlFlow::Continue(()),
                Some(_) => ControlFlow::Break(()),
            });
            only = only.filter(|_| several.is_continue());
        }
        only.filter(G::is_played_when_forced).map(|m| m.to_string())
    }

    fn count_legal(&self) -> u64 {
        if self.line.ending().is_some() { 0 } else { self.line.position().count_moves() }
    }

    fn nth_legal(&self, number: u64) -> Option<String> {
        if self.line.ending().is_some() {
            return None;
        }
        self.line.position().nth_move(number).map(|m| m.to_string())
    }

    fn choices(&self, picked: &[&str]) -> AnyChoices {
        let Some(prefix) = self.read_picks(picked) else { return AnyChoices::default() };
        let choices = steps::choices(self.line.position(), &prefix);
        AnyChoices {
            picks: choices.picks.iter().map(G::Pick::to_string).collect(),
            complete: choices.complete.map(|m| m.to_string()),
            moves: choices.moves,
        }
    }

    fn position(&self) -> String {
        format!("{} {}", G::NAME, self.line.position().write_position())
    }

    fn board(&self) -> String {
        self.line.position().board()
    }

    fn last_move(&self) -> Option<String> {
        self.line.moves().last().map(G::Move::to_string)
    }

    fn facts(&self) -> Vec<Fact> {
        self.line.position().facts()
    }

    fn review(&self, known: &dyn Fn(usize) -> Option<(Score, String)>) -> Review {
        let known = |line: &Line<G>| {
            let (score, text) = known(line.moves().len())?;
            Some(Variation { score, moves: vec![line.position().read_move(&text).ok()?] })
        };
        review(&self.line, known, &Stop::default(), &mut |_, _| {}).map(G::Move::to_string)
    }

    fn draw(&self, header: &Header, look: &Look) -> Result<Picture, RenderError> {
        let mut before = self.line.clone();
        let last = before.take_back();
        let last = last.map(|m| (before.position(), m));
        let suggestion = self.suggested(look);
        render::png(&self.line.position().draw(&View { last, suggestion, ..view(header, look) }))
    }

    fn draw_steps(&self, header: &Header, picked: &[&str], look: &Look) -> Result<Picture, RenderError> {
        let picked = self.read_picks(picked).unwrap_or_default();
        let choices = steps::choices(self.line.position(), &picked).picks;
        render::png(&self.line.position().draw(&View { picked: &picked, choices: &choices, ..view(header, look) }))
    }

    fn scenes(&self, header: &Header, plies: &[usize], look: &Look) -> Vec<Scene> {
        let moves = self.line.moves();
        let (mut now, mut before) = (self.line.start().clone(), None);
        let mut scenes = Vec::new();
        for ply in 0..=moves.len() {
            if let Some(m) = ply.checked_sub(1).map(|last| moves[last]) {
                before = Some((now.clone(), m));
                now.play_unchecked(m);
            }
            if plies.contains(&ply) {
                let last = before.as_ref().map(|(before, m)| (before, *m));
                let text = last.map_or(String::new(), |(_, m)| m.to_string());
                let active = Some(now.seat()).filter(|_| now.ending().is_none());
                let then = Header { names: header.names.clone(), active, last: text, ply, ..Header::default() };
                let (header, suggestion) =
                    if ply == moves.len() { (header, self.suggested(look)) } else { (&then, None) };
                scenes.push(now.draw(&View { last, suggestion, ..view(header, look) }));
            }
        }
        scenes
    }

    fn key_plies(&self, most: usize) -> Vec<usize> {
        let mut now = self.line.start().clone();
        let mut weights = Vec::new();
        for (m, ply) in self.line.moves().iter().zip(1..) {
            let before = now.clone();
            now.play_unchecked(*m);
            weights.push((now.weight(&before), ply));
        }
        // Heaviest first; among equals, the later ply, because more has happened by then.
        let last = weights.pop().map_or(0, |(_, ply)| ply);
        weights.sort_by(|one, other| other.cmp(one));
        let mut plies: Vec<usize> = weights.into_iter().take(most.saturating_sub(1)).map(|(_, ply)| ply).collect();
        plies.push(last);
        plies.sort_unstable();
        plies.truncate(most);
        plies
    }

    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        perft(&self.line, depth, stop)
    }

    fn baseline(
        &self,
        baseline: Baseline,
        chance: &mut Chance,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<String> {
        if self.line.ending().is_some() {
            return None;
        }
        baseline.choose(self.line.position(), chance, keep_going).map(|m| m.to_string())
    }

    fn record(&self) -> Record {
        Record::of_line(&self.setup, &self.line)
    }
}
