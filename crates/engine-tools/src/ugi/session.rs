//! Executes commands.

use super::go::GoRequest;
use super::input::{Input, LINE_MAX};
use super::options::{SPINS, Spin};
use super::work::{Task, Work};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::time::Instant;
use tablero_games::ai::{EngineOptions, Stop};
use tablero_games::catalog::{AnyEngine, AnyGame, AnyLine, BOARD_OPTION, Catalog};
use tablero_games::rules::notation::{join, quote};
use tablero_games::rules::setup::{SetupError, Values};
use tablero_games::rules::{Outcome, Seat};

/// The initial state of a session, from the flags of `tablero ugi`.
#[derive(Args, Clone, Debug, Default)]
pub struct Start {
    /// The game.
    #[arg(long)]
    pub game: Option<String>,
    /// The options of the games: pairs of key and value. [`Tool::with_games`](crate::Tool::with_games) defines a flag for
    /// each key.
    #[arg(skip)]
    pub options: Vec<(String, String)>,
}

/// What to do after a command.
#[derive(Debug)]
pub enum Step {
    /// Read the next command.
    Next,
    /// End the session.
    Quit,
    /// Run this work; its result completes the answer.
    Work(Work),
}

/// The state between commands: the options and the position.
pub struct Session {
    catalog: Catalog,
    game: &'static dyn AnyGame,
    /// The options set so far, by key. Each game uses the options that it has.
    chosen: BTreeMap<&'static str, String>,
    line: Box<dyn AnyLine>,
    settings: EngineOptions,
    /// The engine of the last search, except while it is searching.
    engine: Option<Box<dyn AnyEngine>>,
}

/// Why a command was not executed, on one line.
type ProtocolError = String;

impl Session {
    /// Creates a session.
    ///
    /// # Errors
    /// An unknown game or option, or an option value that is not possible.
    pub fn new(catalog: &Catalog, start: &Start) -> Result<Self, ProtocolError> {
        let game = catalog.games()[0];
        let line = game.start("").map_err(|error| error.to_string())?;
        let settings = EngineOptions::default();
        let mut session =
            Session { catalog: catalog.clone(), game, chosen: BTreeMap::new(), line, settings, engine: None };
        if let Some(game) = &start.game {
            session.set_option("game", game)?;
        }
        for (key, value) in &start.options {
            session.set_option(key, value)?;
        }
        session.line = session.startpos()?;
        Ok(session)
    }

    /// Answers one line of input, or returns the work to run for the answer.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn answer(&mut self, line: Input, out: &mut impl Write) -> io::Result<Step> {
        let text = match line {
            Input::Text(text) => text,
            Input::NotText => {
                writeln!(out, "error the line is not UTF-8 text")?;
                return Ok(Step::Next);
            }
            Input::TooLong => {
                writeln!(out, "error the line is longer than {LINE_MAX} bytes")?;
                return Ok(Step::Next);
            }
        };
        let (command, rest) = split_word(&text);
        match command {
            "ugi" => self.identify(out)?,
            "isready" => {
                self.prepare();
                writeln!(out, "readyok")?;
            }
            "quit" => return Ok(Step::Quit),
            "print" => writeln!(out, "{}{}", self.line.board(), self.line.position())?,
            "legal" => self.list_legal(out)?,
            "go" => match self.go(rest) {
                Ok(work) => return Ok(Step::Work(work)),
                Err(error) => writeln!(out, "error {error}")?,
            },
            "query" => match self.query(rest.trim()) {
                Ok(answer) => writeln!(out, "response {answer}")?,
                Err(error) => writeln!(out, "error {error}")?,
            },
            _ => {
                if let Err(error) = self.change(command, rest) {
                    writeln!(out, "error {error}")?;
                }
            }
        }
        Ok(Step::Next)
    }

    /// Executes a command that has no answer.
    fn change(&mut self, command: &str, rest: &str) -> Result<(), ProtocolError> {
        match command {
            // A `stop` when nothing is running.
            "" | "stop" => {}
            "uginewgame" => {
                self.line = self.startpos()?;
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
            }
            "setoption" => self.read_option(rest)?,
            "position" => self.line = self.read_position(rest)?,
            other => {
                return Err(format!(
                    "unknown command {}; there are ugi, isready, setoption, uginewgame, position, go, stop, query, \
                     legal, print, quit",
                    quote(other)
                ));
            }
        }
        Ok(())
    }

    /// Takes back the engine of a finished search.
    pub fn return_engine(&mut self, engine: Option<Box<dyn AnyEngine>>) {
        self.engine = engine.or(self.engine.take());
    }

    /// Prepares the engine for the current game and options.
    fn prepare(&mut self) -> &mut Box<dyn AnyEngine> {
        let game = self.line.game();
        let engine = self.engine.take().filter(|engine| engine.game().name() == game.name());
        let engine = match engine {
            Some(mut engine) => {
                engine.configure(self.settings);
                engine
            }
            None => game.engine(self.settings),
        };
        self.engine.insert(engine)
    }

    fn identify(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "id name Tablero {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "id author the Tablero authors")?;
        let games: Vec<&str> = self.catalog.games().iter().map(|game| game.name()).collect();
        writeln!(out, "option name Game type combo default {} var {}", self.game.name(), games.join(" var "))?;
        for key in self.catalog.option_keys() {
            let specs = || self.catalog.games().iter().flat_map(|game| game.options()).filter(|spec| spec.key == key);
            let mut seen = BTreeSet::new();
            let words: Vec<&str> = specs()
                .filter_map(|spec| if let Values::OneOf(words) = spec.values { Some(words) } else { None })
                .flatten()
                .copied()
                .filter(|word| seen.insert(*word))
                .collect();
            let name = capital(key);
            if words.is_empty() {
                writeln!(out, "option name {name} type string default")?;
            } else {
                let own = self.game.options().iter().find(|spec| spec.key == key).or_else(|| specs().next());
                let default = match own.map(|spec| spec.values) {
                    Some(Values::OneOf([first, ..])) => first,
                    _ => words[0],
                };
                let default = self.chosen.get(key).map_or(default, String::as_str);
                writeln!(out, "option name {name} type combo default {default} var {}", words.join(" var "))?;
            }
        }
        SPINS.iter().try_for_each(|spin| writeln!(out, "{}", spin.option_line(&self.settings)))?;
        writeln!(out, "ugiok")
    }

    fn read_option(&mut self, rest: &str) -> Result<(), ProtocolError> {
        let usage = || "write setoption name NAME value VALUE".to_owned();
        let words: Vec<&str> = rest.split_whitespace().take(5).collect();
        let ["name", name, "value", value] = words[..] else { return Err(usage()) };
        if let Some(spin) = Spin::find(name) {
            return spin.set(&mut self.settings, value);
        }
        self.set_option(name, value)?;
        // Options of the game take effect at once. Some are only valid together with others that come later; until then
        // the position stays unchanged.
        if let Ok(line) = self.startpos() {
            self.line = line;
        }
        Ok(())
    }

    /// Sets an option of the game.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), ProtocolError> {
        if name.eq_ignore_ascii_case("game") {
            let names = || self.catalog.names();
            let game = self
                .catalog
                .game(value)
                .ok_or_else(|| format!("{} is no game; there are {}", quote(value), names()))?;
            if game.name() != self.game.name() {
                self.chosen.remove(BOARD_OPTION);
            }
            self.game = game;
            return Ok(());
        }
        // An option that this game lacks is stored for a game that has it, but the value must be valid there.
        let owner = std::iter::once(self.game)
            .chain(self.catalog.games().iter().copied())
            .find(|game| game.options().iter().any(|spec| spec.key.eq_ignore_ascii_case(name)));
        let Some(owner) = owner else {
            let own = self.catalog.option_keys().into_iter().map(capital);
            let known: Vec<String> = own.chain(SPINS.iter().map(|spin| spin.name.to_owned())).collect();
            return Err(format!("there is no option {}; there are Game, {}", quote(name), known.join(", ")));
        };
        let key = owner.options().iter().find(|spec| spec.key.eq_ignore_ascii_case(name)).map_or("", |spec| spec.key);
        let value = value.to_ascii_lowercase();
        match owner.full_setup(&format!("{key}={value}")) {
            // The options may only be valid together with others that come later; that is checked when a game begins.
            Ok(_) | Err(SetupError::Unfit(_)) => {
                self.chosen.insert(key, value);
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn startpos(&self) -> Result<Box<dyn AnyLine>, ProtocolError> {
        let keys = self.game.options().iter().map(|spec| spec.key);
        let words: Vec<String> = keys.filter_map(|key| Some(format!("{key}={}", self.chosen.get(key)?))).collect();
        self.game.start(&words.join(" ")).map_err(|error| error.to_string())
    }

    fn read_position(&self, rest: &str) -> Result<Box<dyn AnyLine>, ProtocolError> {
        let (kind, rest) = split_word(rest);
        let mut words = rest.split_whitespace();
        let before: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
        let moves: Vec<&str> = words.collect();
        let mut line = match kind {
            "startpos" if before.is_empty() => self.startpos()?,
            "startpos" => return Err(format!("after startpos comes moves, not {}", quote(before[0]))),
            "fen" => {
                let text = before.join(" ");
                let named = before.first().is_some_and(|name| self.catalog.game(name).is_some());
                let read = if named { self.catalog.read_position(&text) } else { self.game.read_position(&text) };
                read.map_err(|faults| join(&faults))?
            }
            other => return Err(format!("a position begins with startpos or fen, not {}", quote(other))),
        };
        line.play_all(&moves).map_err(|refused| refused.to_string())?;
        Ok(line)
    }

    fn list_legal(&self, out: &mut impl Write) -> io::Result<()> {
        let mut moves = self.line.legal(usize::MAX);
        moves.sort_unstable();
        write!(out, "legal {}", moves.len())?;
        moves.iter().try_for_each(|text| write!(out, " {text}"))?;
        writeln!(out)
    }

    fn go(&mut self, rest: &str) -> Result<Work, ProtocolError> {
        let started = Instant::now();
        let (kind, depth) = split_word(rest);
        if kind == "perft" {
            let depth = depth.trim();
            let wanted = || format!("write go perft N with a whole number up to 255, not {}", quote(depth));
            let depth = depth.parse().map_err(|_| wanted())?;
            let task = Task::Count { line: self.line.copy(), depth };
            return Ok(Work { stop: Stop::default(), endless: false, task });
        }
        let request: GoRequest = rest.parse()?;
        self.prepare();
        let Some(engine) = self.engine.take() else { return Err("no engine is available".to_owned()) };
        let line = self.line.copy();
        let limits = request.limits(started, line.seat(), u64::from(line.turns_left()));
        // After the end of the game there is nothing to search.
        let endless = request.infinite && line.ending().is_none();
        Ok(Work { stop: Stop::default(), endless, task: Task::Search { engine, line, limits } })
    }

    fn query(&self, what: &str) -> Result<String, ProtocolError> {
        let ending = self.line.ending();
        match what {
            "p1turn" => Ok((self.line.seat() == Seat::One).to_string()),
            "gameover" => Ok(ending.is_some().to_string()),
            "result" => Ok(match ending.map(|ending| ending.outcome) {
                None => "none",
                Some(Outcome::Win(Seat::One)) => "p1win",
                Some(Outcome::Win(Seat::Two)) => "p2win",
                Some(Outcome::Draw) => "draw",
            }
            .to_owned()),
            "fen" => Ok(self.line.position()),
            other => Err(format!("unknown query {}; there are p1turn, gameover, result, fen", quote(other))),
        }
    }
}

/// Splits off the first word.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// The name of an option in the interface: its key with an initial capital.
fn capital(key: &str) -> String {
    let mut chars = key.chars();
    chars.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}
