//! Parses player descriptions: `uct; nodes 1000`, `engine; Level=3`, `cmd:./tablero ugi; Hash=16; as old`.

use super::competitor::{BaselinePlayer, Competitor, EnginePlayer};
use super::limit::{Limit, Timeouts};
use super::program::Program;
use crate::baselines::Baseline;
use std::str::FromStr;
use strum::IntoEnumIterator;
use tablero_games::ai::{EngineOptions, Level, Skill};
use tablero_games::rules::notation::quote;

/// A player as described on the command line: a kind, then any options (`Name=value`), a separate limit (`movetime
/// 100`, `nodes 1000`, `depth 4`) and a name for tables and records (`as NAME`), all separated by semicolons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompetitorSpec {
    /// The name in tables and records.
    pub label: String,
    /// The kind of player.
    pub kind: CompetitorKind,
    /// Options for a program or the engine.
    pub options: Vec<(String, String)>,
    /// Its own limit, if any.
    pub limit: Option<Limit>,
}

/// The kind of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompetitorKind {
    /// A baseline player.
    Baseline(Baseline),
    /// The built-in engine, in this process.
    Engine(EngineOptions),
    /// A program that speaks the Universal Game Interface: the words of its command line.
    Program(Vec<String>),
}

/// Why a player description is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The kind of player is unknown.
    #[error("{0} isn't a player; choose {1}, engine or cmd:PROGRAM")]
    Unknown(String, String),
    /// The command is empty or has an unclosed quote.
    #[error("cmd: needs a command line, and {0} isn't one")]
    Command(String),
    /// A part is not recognised.
    #[error("{0} is neither Name=value, nor movetime N, nodes N or depth N with N above 0, nor as NAME")]
    Part(String),
    /// Options were given for a baseline, which has none.
    #[error("{0} has no options")]
    NoOptions(&'static str),
    /// The engine does not have this option or does not accept this value.
    #[error(
        "the engine has the options Level (0 to 10), Hash (1 to 4096, in megabytes), Threads (1 to 64) and Skill (six \
         numbers, see docs/engines.md), not {0}"
    )]
    Option(String),
    /// A depth limit was given for UCT, which has no depth.
    #[error("uct needs movetime or nodes, as in “uct; nodes 1000”: a depth does not bound it")]
    Depth,
}

/// The prefix of a program's command line.
const COMMAND: &str = "cmd:";
/// The name of the built-in engine.
const ENGINE: &str = "engine";

/// Reads a player description. The error is the first problem found.
impl FromStr for CompetitorSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<CompetitorSpec, SpecError> {
        let mut parts = text.split(';').map(str::trim);
        let player = parts.next().unwrap_or_default();
        let kind = read_kind(player)?;
        let mut spec = CompetitorSpec { label: String::new(), kind, options: Vec::new(), limit: None };
        let mut label = player.strip_prefix(COMMAND).unwrap_or(player).trim().to_owned();
        let mut named = None;
        for part in parts.filter(|part| !part.is_empty()) {
            if let Some((name, value)) = part.split_once('=').map(|(name, value)| (name.trim(), value.trim()))
                && !name.is_empty()
                && !value.is_empty()
            {
                spec.options.push((name.to_owned(), value.to_owned()));
                label = format!("{label}; {name}={value}");
                continue;
            }
            let (word, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            let rest = rest.trim();
            if word == "as" && !rest.is_empty() {
                named = Some(rest.to_owned());
                continue;
            }
            let limit = Limit::read(word, rest).ok_or_else(|| SpecError::Part(quote(part)))?;
            spec.limit = Some(limit);
            label = format!("{label}; {limit}");
        }
        match &mut spec.kind {
            CompetitorKind::Baseline(baseline) if !spec.options.is_empty() => {
                return Err(SpecError::NoOptions(baseline.name()));
            }
            CompetitorKind::Engine(settings) => {
                for (name, value) in &spec.options {
                    set(settings, name, value).ok_or_else(|| SpecError::Option(quote(&format!("{name}={value}"))))?;
                }
            }
            _ => {}
        }
        spec.label = named.unwrap_or(label);
        Ok(spec)
    }
}

impl CompetitorSpec {
    /// The player's own limit, or `default` if it has none.
    ///
    /// # Errors
    /// When the limit does not apply to this kind of player.
    pub fn limit(&self, default: Limit) -> Result<Limit, SpecError> {
        match (&self.kind, self.limit.unwrap_or(default)) {
            (CompetitorKind::Baseline(Baseline::Uct), Limit::Depth(_)) => Err(SpecError::Depth),
            (_, limit) => Ok(limit),
        }
    }

    /// Creates the player. Several instances may play at the same time.
    pub fn player(&self, timeouts: Timeouts) -> Box<dyn Competitor> {
        match &self.kind {
            CompetitorKind::Baseline(baseline) => Box::new(BaselinePlayer::new(*baseline)),
            CompetitorKind::Engine(settings) => Box::new(EnginePlayer::new(*settings)),
            CompetitorKind::Program(words) => Box::new(Program::new(words.clone(), self.options.clone(), timeouts)),
        }
    }
}

/// The numbers of a [`Skill`] in the order of its fields, with commas.
fn skill(text: &str) -> Option<Skill> {
    let numbers: Vec<u64> = text.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
    let [depth, nodes, blur, candidates, overlooks, oracle_nodes] = numbers[..] else { return None };
    Some(Skill {
        depth: depth.try_into().ok()?,
        nodes,
        blur: blur.try_into().ok()?,
        candidates: usize::try_from(candidates).ok().filter(|candidates| *candidates > 0)?,
        overlooks: overlooks.try_into().ok()?,
        oracle_nodes,
    })
}

fn read_kind(player: &str) -> Result<CompetitorKind, SpecError> {
    if let Some(command) = player.strip_prefix(COMMAND) {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        return words.map(CompetitorKind::Program).ok_or_else(|| SpecError::Command(quote(command)));
    }
    if player == ENGINE {
        // A small table, because several engines may play at the same time and moves in matches are fast.
        return Ok(CompetitorKind::Engine(EngineOptions { hash: 16 << 20, ..EngineOptions::default() }));
    }
    let names = || Baseline::iter().map(Baseline::name).collect::<Vec<_>>().join(", ");
    player.parse().map(CompetitorKind::Baseline).map_err(|_| SpecError::Unknown(quote(player), names()))
}

fn set(settings: &mut EngineOptions, name: &str, value: &str) -> Option<()> {
    if name.eq_ignore_ascii_case("skill") {
        settings.skill = Some(skill(value)?);
        return Some(());
    }
    let number: usize = value.parse().ok()?;
    match name.to_ascii_lowercase().as_str() {
        "level" => settings.level = Level::new(number.try_into().ok()?)?,
        "hash" if (1..=4096).contains(&number) => settings.hash = number << 20,
        "threads" if (1..=64).contains(&number) => settings.threads = number,
        _ => return None,
    }
    Some(())
}
