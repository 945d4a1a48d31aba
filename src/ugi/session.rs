//! The commands.

use super::input::{Input, LINE_MAX, Stops, read_line};
use crate::catalog::{self, AnyGame, AnyLine, GAMES};
use crate::rules::notation::{join, quote};
use crate::rules::setup::{SetupError, Values};
use crate::rules::{Chance, Outcome, Seat};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

/// What a session begins with, as the flags of `tablero ugi` have it.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The name of the game.
    pub game: Option<String>,
    /// Values of its options, by their keys.
    pub options: Vec<(String, String)>,
}

/// Reads commands and answers them until `quit` or the end of the input. A `stop` reaches a running search even
/// though commands are carried out one after another.
///
/// # Errors
/// A [`Start`] that is not possible (kind `InvalidInput`), or input and output that fail. An output that nobody
/// reads any more ends the session without error.
pub fn run(start: &Start, input: impl BufRead + Send + 'static, output: &mut impl Write) -> io::Result<()> {
    let stops = Arc::new(Stops::default());
    let mut session =
        Session::new(start, Arc::clone(&stops)).map_err(|e| io::Error::new(io::ErrorKind::InvalidInput, e))?;
    let (sender, receiver) = sync_channel(QUEUE);
    // The thread ends with the input; when the session ends before it, with the process.
    std::thread::spawn(move || read_all(input, &stops, |line| sender.send(line).is_ok()));
    for line in receiver {
        match session.answer(line?, output) {
            Ok(true) => output.flush()?,
            Ok(false) => break,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    output.flush()
}

/// Lines that wait for their turn. A sender that is further ahead waits, so that the session's memory stays bounded;
/// a `stop` behind more lines than these is seen only when its turn comes near.
const QUEUE: usize = 1_000;

fn read_all(mut input: impl BufRead, stops: &Stops, send: impl Fn(io::Result<Input>) -> bool) {
    loop {
        let line = match read_line(&mut input) {
            Ok(Some(line)) => Ok(line),
            Ok(None) => return,
            Err(error) => Err(error),
        };
        if matches!(&line, Ok(Input::Text(text)) if split_word(text).0 == "stop") {
            stops.note_read();
        }
        let is_last = line.is_err();
        if !send(line) || is_last {
            return;
        }
    }
}

/// The state between commands: the options and the position.
pub struct Session {
    game: &'static dyn AnyGame,
    /// What was set, by the key of the option. A game takes from it the options it has.
    wishes: BTreeMap<&'static str, String>,
    line: Box<dyn AnyLine>,
    seed: u64,
    stops: Arc<Stops>,
}

/// Why a command was not carried out, as one line.
type Complaint = String;

impl Session {
    /// A session before its first command.
    ///
    /// # Errors
    /// A game or an option that does not exist.
    pub fn new(start: &Start, stops: Arc<Stops>) -> Result<Self, Complaint> {
        let line = GAMES[0].start("").map_err(|error| error.to_string())?;
        let mut session = Session { game: GAMES[0], wishes: BTreeMap::new(), line, seed: 0, stops };
        if let Some(game) = &start.game {
            session.set_option("game", game)?;
        }
        for (key, value) in &start.options {
            session.set_option(key, value)?;
        }
        session.line = session.startpos()?;
        Ok(session)
    }

    /// Answers one line of input. `false` means that the session is over.
    ///
    /// # Errors
    /// Those of the output.
    pub fn answer(&mut self, line: Input, out: &mut impl Write) -> io::Result<bool> {
        let text = match line {
            Input::Text(text) => text,
            Input::NotText => {
                writeln!(out, "error the line is not UTF-8 text")?;
                return Ok(true);
            }
            Input::TooLong => {
                writeln!(out, "error the line is longer than {LINE_MAX} bytes")?;
                return Ok(true);
            }
        };
        let (command, rest) = split_word(&text);
        let done = match command {
            "" => Ok(()),
            "ugi" => return self.introduce(out).map(|()| true),
            "isready" => return writeln!(out, "readyok").map(|()| true),
            "quit" => return Ok(false),
            "stop" => {
                self.stops.note_done();
                Ok(())
            }
            "uginewgame" => self.startpos().map(|line| self.line = line),
            "setoption" => self.read_option(rest),
            "position" => self.read_position(rest).map(|line| self.line = line),
            "print" => return writeln!(out, "{}{}", self.line.board(), self.line.position()).map(|()| true),
            "legal" => return self.list_legal(out).map(|()| true),
            "go" => return self.go(rest, out).map(|()| true),
            "query" => match self.query(rest.trim()) {
                Ok(answer) => return writeln!(out, "response {answer}").map(|()| true),
                Err(complaint) => Err(complaint),
            },
            other => Err(format!(
                "unknown command {}; there are ugi, isready, setoption, uginewgame, position, go, stop, query, legal, print, quit",
                quote(other)
            )),
        };
        if let Err(complaint) = done {
            writeln!(out, "error {complaint}")?;
        }
        Ok(true)
    }

    fn introduce(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "id name Tablero {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "id author the Tablero authors")?;
        let games: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
        writeln!(out, "option name Game type combo default {} var {}", self.game.name(), games.join(" var "))?;
        for key in option_keys() {
            let specs = || GAMES.iter().flat_map(|game| game.options()).filter(|spec| spec.key == key);
            let words: Vec<&str> = specs()
                .filter_map(|spec| if let Values::OneOf(words) = spec.values { Some(words) } else { None })
                .flatten()
                .copied()
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
                let default = self.wishes.get(key).map_or(default, String::as_str);
                writeln!(out, "option name {name} type combo default {default} var {}", words.join(" var "))?;
            }
        }
        writeln!(out, "option name Seed type spin default 0 min 0 max {}", u64::MAX)?;
        writeln!(out, "ugiok")
    }

    fn read_option(&mut self, rest: &str) -> Result<(), Complaint> {
        let form = || "write setoption name NAME value VALUE".to_owned();
        let words: Vec<&str> = rest.split_whitespace().take(5).collect();
        let ["name", name, "value", value] = words[..] else { return Err(form()) };
        self.set_option(name, value)?;
        // Options of the game take effect at once. Some fit only together with others that come later; until then the
        // position stays.
        if !name.eq_ignore_ascii_case("seed")
            && let Ok(line) = self.startpos()
        {
            self.line = line;
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Complaint> {
        if name.eq_ignore_ascii_case("game") {
            let names = || GAMES.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ");
            let game =
                catalog::game(value).ok_or_else(|| format!("{} is no game; there are {}", quote(value), names()))?;
            if game.name() != self.game.name() {
                self.wishes.remove("variant");
            }
            self.game = game;
            return Ok(());
        }
        if name.eq_ignore_ascii_case("seed") {
            self.seed = value.parse().map_err(|_| format!("{} is not a whole number", quote(value)))?;
            return Ok(());
        }
        // An option that this game lacks is kept for the game that has it, but must be possible there.
        let holder = std::iter::once(self.game)
            .chain(GAMES)
            .find(|game| game.options().iter().any(|spec| spec.key.eq_ignore_ascii_case(name)));
        let Some(holder) = holder else {
            let known: Vec<String> = option_keys().into_iter().map(capital).collect();
            return Err(format!("there is no option {}; there are Game, {}, Seed", quote(name), known.join(", ")));
        };
        let key = holder.options().iter().find(|spec| spec.key.eq_ignore_ascii_case(name)).map_or("", |spec| spec.key);
        let value = value.to_ascii_lowercase();
        match holder.full_setup(&format!("{key}={value}")) {
            // Options may only fit together with others that come later, which is seen when a game begins.
            Ok(_) | Err(SetupError::Unfit(_)) => {
                self.wishes.insert(key, value);
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn startpos(&self) -> Result<Box<dyn AnyLine>, Complaint> {
        let keys = self.game.options().iter().map(|spec| spec.key);
        let words: Vec<String> = keys.filter_map(|key| Some(format!("{key}={}", self.wishes.get(key)?))).collect();
        self.game.start(&words.join(" ")).map_err(|error| error.to_string())
    }

    fn read_position(&self, rest: &str) -> Result<Box<dyn AnyLine>, Complaint> {
        let (kind, rest) = split_word(rest);
        let mut words = rest.split_whitespace();
        let before: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
        let moves: Vec<&str> = words.collect();
        let mut line = match kind {
            "startpos" if before.is_empty() => self.startpos()?,
            "startpos" => return Err(format!("after startpos comes moves, not {}", quote(before[0]))),
            "fen" => {
                let text = before.join(" ");
                let named = before.first().is_some_and(|name| catalog::game(name).is_some());
                let read = if named { catalog::read_position(&text) } else { self.game.read_position(&text) };
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

    fn go(&mut self, rest: &str, out: &mut impl Write) -> io::Result<()> {
        let (kind, rest) = split_word(rest);
        if kind == "perft" {
            return self.perft(rest.trim(), out);
        }
        let drawn = Chance::new(self.seed ^ self.line.moves().len() as u64).below(self.line.count_legal());
        match self.line.nth_legal(drawn) {
            Some(text) => writeln!(out, "bestmove {text}"),
            None => writeln!(out, "bestmove none"),
        }
    }

    fn perft(&self, depth: &str, out: &mut impl Write) -> io::Result<()> {
        let Ok(depth) = depth.parse::<u8>() else {
            return writeln!(out, "error write go perft N with a whole number up to 255, not {}", quote(depth));
        };
        let begun = Instant::now();
        let Some(count) = self.line.perft(u32::from(depth), &|| self.stops.is_wanted()) else {
            return writeln!(out, "error perft was stopped before depth {depth} was counted");
        };
        let elapsed = begun.elapsed();
        let per_second = (count as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
        writeln!(out, "info perft depth {depth} result {count} time {} nps {per_second}", elapsed.as_millis())
    }

    fn query(&self, what: &str) -> Result<String, Complaint> {
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

/// The first word, and what comes after it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// The keys of all games' options, each once.
fn option_keys() -> Vec<&'static str> {
    let mut keys = Vec::new();
    for spec in GAMES.iter().flat_map(|game| game.options()) {
        if !keys.contains(&spec.key) {
            keys.push(spec.key);
        }
    }
    keys
}

/// The name of an option in the interface: its key with a capital.
fn capital(key: &str) -> String {
    let mut chars = key.chars();
    chars.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}
