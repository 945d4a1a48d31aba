//! Plays with a program that speaks the Universal Game Interface, run as a child process.

use super::competitor::{Competitor, CompetitorError};
use super::limit::{Limit, Timeouts};
use crate::ugi::input::{Input, read_line};
use std::collections::BTreeMap;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};
use tablero_games::catalog::AnyLine;
use tablero_games::rules::notation::quote;

/// A program given by its command line. It is started when a game begins and it is not yet running, keeps running from
/// game to game, and is stopped when it fails or is no longer needed.
///
/// Separate threads read its output and write its input, so that a program that does not read, or never stops writing,
/// cannot block the match.
#[derive(Debug)]
pub struct Program {
    words: Vec<String>,
    /// The options other than those of the game.
    options: Vec<(String, String)>,
    timeouts: Timeouts,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    commands: Sender<String>,
    lines: Receiver<Input>,
    /// The names of the program's options, in lower case.
    known: Vec<String>,
    /// The options of the game as last set.
    game: BTreeMap<String, String>,
}

/// The maximum number of unread lines of a program. Beyond that, the program has to wait.
const QUEUE: usize = 1_000;
/// How long a program may take to quit.
const GRACE: Duration = Duration::from_secs(1);

impl Program {
    /// A program with the words of its command line and its options. It is not started yet.
    pub fn new(words: Vec<String>, options: Vec<(String, String)>, timeouts: Timeouts) -> Program {
        Program { words, options, timeouts, running: None }
    }

    fn start(&self) -> Result<Running, CompetitorError> {
        let (name, arguments) = self.words.split_first().map_or(("", &[][..]), |(name, rest)| (name.as_str(), rest));
        let fails = |why: &str| CompetitorError::NoStart { program: quote(name), why: why.to_owned() };
        let started = Command::new(name).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| fails(&error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            // Both pipes were requested above, so this does not happen; the child is still not left behind.
            kill(&mut child);
            return Err(fails("its input or output is not available"));
        };
        let (commands, to_write) = channel();
        std::thread::spawn(move || write_all(input, &to_write));
        let (sender, lines) = sync_channel(QUEUE);
        std::thread::spawn(move || {
            let mut reader = BufReader::new(output);
            while let Ok(Some(line)) = read_line(&mut reader) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut running = Running { child, commands, lines, known: Vec::new(), game: BTreeMap::new() };
        running.handshake(&self.options, self.timeouts.answer)?;
        Ok(running)
    }
}

fn write_all(mut input: ChildStdin, commands: &Receiver<String>) {
    for order in commands {
        // The missing answer will reveal that the program has ended.
        if writeln!(input, "{order}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Kills a child and reaps it, so that it does not remain as a zombie.
fn kill(child: &mut Child) {
    // It may already have exited.
    let _ = child.kill();
    let _ = child.wait();
}

impl Running {
    fn send(&self, order: String) {
        // If the writer thread has ended, the missing answer will reveal it.
        let _ = self.commands.send(order);
    }

    /// Waits for a line that begins with `wanted` and returns the rest of it. Other lines are passed to `other`.
    fn wait(
        &self,
        command: &'static str,
        wanted: &str,
        timeout: Duration,
        mut other: impl FnMut(&str) -> Result<(), CompetitorError>,
    ) -> Result<String, CompetitorError> {
        let deadline = Instant::now() + timeout;
        loop {
            let line = match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(CompetitorError::TimedOut { command, waited: timeout }),
                Err(RecvTimeoutError::Disconnected) => return Err(CompetitorError::Ended { command }),
            };
            let Input::Text(text) = line else { continue };
            let text = text.trim();
            match text.split_once(char::is_whitespace).unwrap_or((text, "")) {
                (word, rest) if word == wanted => return Ok(rest.trim().to_owned()),
                ("error", answer) => return Err(CompetitorError::Rejected { command, answer: quote(answer) }),
                _ => other(text)?,
            }
            // A program that writes without end gets no more time than a silent one.
            if Instant::now() >= deadline {
                return Err(CompetitorError::TimedOut { command, waited: timeout });
            }
        }
    }

    fn is_ready(&self, timeout: Duration) -> Result<(), CompetitorError> {
        self.send("isready".to_owned());
        self.wait("isready", "readyok", timeout, |_| Ok(())).map(|_| ())
    }

    fn handshake(&mut self, options: &[(String, String)], timeout: Duration) -> Result<(), CompetitorError> {
        self.send("ugi".to_owned());
        let mut known = Vec::new();
        self.wait("ugi", "ugiok", timeout, |line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let ["option", "name", rest @ ..] = words.as_slice() {
                let name: Vec<&str> = rest.iter().take_while(|word| **word != "type").copied().collect();
                known.push(name.join(" ").to_lowercase());
            }
            Ok(())
        })?;
        self.known = known;
        for (name, value) in options {
            self.set(name, value)?;
        }
        self.is_ready(timeout)
    }

    fn has_option(&self, name: &str) -> bool {
        self.known.contains(&name.to_lowercase())
    }

    fn set(&self, name: &str, value: &str) -> Result<(), CompetitorError> {
        if !self.has_option(name) {
            return Err(CompetitorError::NoOption { name: quote(name), known: self.known.join(", ") });
        }
        self.send(format!("setoption name {name} value {value}"));
        Ok(())
    }

    /// Sets the options of the game. Options that the program lacks are skipped if they have their default value.
    fn set_game(&mut self, line: &dyn AnyLine) -> Result<(), CompetitorError> {
        let wanted = game_options(line);
        if wanted == self.game {
            return Ok(());
        }
        let defaults = line.game().full_setup("").unwrap_or_default();
        let name = line.game().name();
        if self.has_option("Game") {
            self.set("Game", name)?;
        }
        for spec in line.game().options() {
            let Some(value) = wanted.get(spec.key) else { continue };
            let is_default = defaults.split_whitespace().any(|word| word == format!("{}={value}", spec.key));
            let mut name = spec.key.to_owned();
            name[..1].make_ascii_uppercase();
            if self.has_option(&name) || !is_default {
                self.set(&name, value)?;
            }
        }
        self.game = wanted;
        Ok(())
    }
}

impl Drop for Running {
    /// Asks the program to quit, and kills it if it does not.
    fn drop(&mut self) {
        self.send("quit".to_owned());
        // Without a sender the writer thread ends after its last write, which closes the program's input.
        self.commands = channel().0;
        let deadline = Instant::now() + GRACE;
        let left = || deadline.saturating_duration_since(Instant::now());
        while !left().is_zero() && self.lines.recv_timeout(left()).is_ok() {}
        kill(&mut self.child);
    }
}

/// The options of a line's game with their values, by key.
fn game_options(line: &dyn AnyLine) -> BTreeMap<String, String> {
    let record = line.record();
    let setup = record.header("Setup").unwrap_or_default();
    let pairs = setup.split_whitespace().filter_map(|word| word.split_once('='));
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

/// The `position` command: where the line began, and its moves.
fn position_command(line: &dyn AnyLine) -> String {
    let record = line.record();
    let mut command = match record.header("Position") {
        None => "position startpos".to_owned(),
        Some(position) => format!("position fen {} {position}", line.game().name()),
    };
    if !record.moves.is_empty() {
        command.push_str(" moves");
    }
    for m in &record.moves {
        command.push(' ');
        command.push_str(&m.text);
    }
    command
}

impl Competitor for Program {
    fn begin(&mut self, start: &dyn AnyLine, seed: u64) -> Result<(), CompetitorError> {
        // Options cannot be unset; a program with an extra option set is restarted.
        let wanted = game_options(start);
        let too_many = |running: &Running| running.game.keys().any(|key| !wanted.contains_key(key));
        let mut running = match self.running.take().filter(|running| !too_many(running)) {
            Some(running) => running,
            None => self.start()?,
        };
        running.set_game(start)?;
        let chosen = |(name, _): &(String, String)| name.eq_ignore_ascii_case("seed");
        if running.has_option("Seed") && !self.options.iter().any(chosen) {
            running.set("Seed", &seed.to_string())?;
        }
        running.send("uginewgame".to_owned());
        running.is_ready(self.timeouts.answer)?;
        self.running = Some(running);
        Ok(())
    }

    fn choose(&mut self, line: &dyn AnyLine, limit: Limit) -> Result<String, CompetitorError> {
        // A program that fails is dropped, which stops it.
        let running = self.running.take().ok_or(CompetitorError::Ended { command: "go" })?;
        running.send(position_command(line));
        running.is_ready(self.timeouts.answer)?;
        running.send(format!("go {limit}"));
        let timeout = match limit {
            Limit::Time(time) => time + self.timeouts.thinking,
            _ => self.timeouts.thinking,
        };
        let answer = running.wait("go", "bestmove", timeout, |_| Ok(()))?;
        let m = answer.split_whitespace().next().map(str::to_owned).ok_or(CompetitorError::NoMove);
        self.running = Some(running);
        m
    }
}
