//! Mines puzzles from games of the engine against itself:
//! `cargo run --release -p engine-tools --example mine_puzzles -- zertz 100 safe most` adds puzzles of these themes to
//! `crates/games/assets/puzzles/zertz.txt` until there are a hundred of each. Without themes, it adds to all of the game.
//! You can stop it at any time: the next run continues with the file.
//!
//! A puzzle is a position in which one idea achieves the goal of a theme, and full strength plays it. [`Puzzle::prove`]
//! then tries every move. Its rating is that of a player who would solve it half of the time, given which levels from 1
//! on found the solution.
//!
//! `-- prove` proves every puzzle of every game again, which takes about a minute.

use std::borrow::Cow;
use std::collections::HashSet;
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tablero_games::ai::{Engine, EngineOptions, Level, Limits, Score, Stop};
use tablero_games::lessons::{Puzzle, Task, Teach, Theme};
use tablero_games::rules::barrier::Barrier;
use tablero_games::rules::dvonn::Dvonn;
use tablero_games::rules::zertz::Zertz;
use tablero_games::rules::{Game, Line, SeededRng, setup};

/// Memory of the engine, in bytes: little, because it is cleared often.
const HASH: usize = 1 << 20;
/// How many positions full strength visits in a position of a game.
const NODES: u64 = 20_000;
/// How many positions the highest level visits when it solves a puzzle.
const SOLVER_NODES: u64 = 60_000;
/// How often each level tries a puzzle.
const ATTEMPTS: u64 = 2;
/// The most puzzles from one game.
const PER_GAME: usize = 3;
/// The rating that a puzzle has before any level has tried it.
const FIRST_RATING: f64 = 1500.0;
/// A proof that takes longer is not worth a puzzle: the bot judges answers in the same way.
const PROOF_TIME: Duration = Duration::from_millis(1_500);

/// What the miner needs to know of a game.
trait Mined: Teach {
    /// The setups of the games.
    const SETUPS: &'static [&'static str];
    /// The number of random plies that a game begins with.
    const RANDOM_PLIES: usize;
    /// The lengths of wins that puzzles ask for, in plies. Longer ones are not proved by trying every move.
    const WIN_PLIES: RangeInclusive<i32>;
    /// A puzzle has this many moves to choose from. Among more, one alone is hardly ever the solution.
    const MOVES: RangeInclusive<u64> = 5..=800;

    /// Whether full strength may see the end of the game.
    fn is_late(&self) -> bool;
}

impl Mined for Zertz {
    const SETUPS: &'static [&'static str] = &["37", "40", "43", "44", "48", "61", "blitz"];
    const RANDOM_PLIES: usize = 4;
    const WIN_PLIES: RangeInclusive<i32> = 1..=5;
    // There are seldom more than four captures.
    const MOVES: RangeInclusive<u64> = 3..=800;

    fn is_late(&self) -> bool {
        self.captured(self.seat()).iter().sum::<u8>() >= 4
    }
}

impl Mined for Dvonn {
    const SETUPS: &'static [&'static str] = &["start=random"];
    const RANDOM_PLIES: usize = 2;
    const WIN_PLIES: RangeInclusive<i32> = 3..=13;

    fn is_late(&self) -> bool {
        self.occupied().len() < 20
    }
}

impl Mined for Barrier {
    const SETUPS: &'static [&'static str] = &["5", "6", "7", "8", "9", "10"];
    const RANDOM_PLIES: usize = 6;
    const WIN_PLIES: RangeInclusive<i32> = 3..=25;

    fn is_late(&self) -> bool {
        self.is_walking()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["zertz", count, themes @ ..] => mine::<Zertz>(count.parse()?, themes),
        ["dvonn", count, themes @ ..] => mine::<Dvonn>(count.parse()?, themes),
        ["barrier", count, themes @ ..] => mine::<Barrier>(count.parse()?, themes),
        ["prove"] => {
            prove::<Zertz>()?;
            prove::<Dvonn>()?;
            prove::<Barrier>()
        }
        _ => Err("say `zertz 100`, `dvonn 100 win`, `barrier 100 last leave` or `prove`".into()),
    }
}

fn file<G: Teach>() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../games/assets/puzzles/{}.txt", G::NAME))
}

/// Proves every puzzle of a game.
fn prove<G: Teach>() -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let pack = Puzzle::<G>::pack();
    for puzzle in &pack {
        puzzle.prove().map_err(|error| format!("puzzle {} of {}: {error}", puzzle.number, G::NAME))?;
    }
    println!("{}: {} puzzles proved in {:.0?}", G::NAME, pack.len(), started.elapsed());
    Ok(())
}

/// Adds puzzles to the pack until it has this many of each of these themes.
fn mine<G: Mined>(wanted: usize, themes: &[&str]) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file::<G>()).unwrap_or_default();
    let mut pack: Vec<Puzzle<G>> = text.lines().filter_map(|line| Puzzle::read(line.to_owned().leak())).collect();
    let mut known: HashSet<String> = pack.iter().map(|puzzle| puzzle.task.position.to_string()).collect();
    let mut out = OpenOptions::new().append(true).create(true).open(file::<G>())?;
    let mut miner = Miner::<G>::new();
    for attempt in 1_u64.. {
        let count = |word| pack.iter().filter(|puzzle| puzzle.theme.word == word).count();
        let is_wanted = |theme: &Theme<G>| themes.is_empty() || themes.contains(&theme.word);
        let open: Vec<_> =
            G::PUZZLE_THEMES.iter().filter(|theme| is_wanted(theme) && count(theme.word) < wanted).collect();
        if open.is_empty() {
            break;
        }
        // Another start of the program tries other games, because the pack has grown.
        let mut rng = SeededRng::new(pack.len() as u64 * 1_000_000 + attempt);
        for mut puzzle in miner.game(&mut rng, &open)? {
            if known.insert(puzzle.task.position.to_string()) {
                puzzle.number = pack.iter().map(|known| known.number).max().unwrap_or(0) + 1;
                writeln!(out, "{puzzle}")?;
                eprintln!("{} {}: {} after {attempt} games", G::NAME, puzzle.number, puzzle.theme.word);
                pack.push(puzzle);
            }
        }
    }
    Ok(())
}

struct Miner<G: Mined> {
    engine: Engine<G>,
}

impl<G: Mined> Miner<G> {
    fn new() -> Self {
        Miner { engine: Engine::new(EngineOptions { hash: HASH, ..EngineOptions::default() }) }
    }

    /// The move of a level and its score.
    fn search(&mut self, line: &Line<G>, level: Level, seed: u64, nodes: u64) -> Option<(G::Move, Score)> {
        self.engine.configure(EngineOptions { level, seed, ..self.engine.settings() });
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = self.engine.search(line, limits, &Stop::default(), &mut |_| {});
        Some((*found.best()?, found.score()?))
    }

    /// Plays a game and returns its puzzles.
    fn game(&mut self, rng: &mut SeededRng, open: &[&'static Theme<G>]) -> Result<Vec<Puzzle<G>>, Box<dyn Error>> {
        let setup = G::SETUPS[rng.below(G::SETUPS.len() as u64) as usize];
        let setup = if setup.contains('=') {
            format!("{setup} deal={}", rng.below(1 << 32))
        } else {
            format!("variant={setup}")
        };
        let mut line = Line::<G>::new(&setup::read(&setup)?);
        for _ in 0..G::RANDOM_PLIES {
            let count = line.position().count_moves();
            let Some(m) = line.position().nth_move(rng.below(count.max(1))) else { break };
            if !line.play(m) {
                break;
            }
        }
        let level = Level::new(2 + rng.below(4) as u8).unwrap_or_default();
        let mut found = Vec::new();
        self.engine.clear();
        while line.ending().is_none() && found.len() < PER_GAME {
            if let Some(puzzle) = self.puzzle(line.position(), open)
                && found
                    .iter()
                    .all(|known: &Puzzle<G>| (known.theme.word, known.amount) != (puzzle.theme.word, puzzle.amount))
            {
                found.push(puzzle);
            }
            let Some((m, _)) = self.search(&line, level, rng.draw(), NODES) else { break };
            if !line.play(m) {
                break;
            }
        }
        Ok(found)
    }

    /// The puzzle in a position, if there is one.
    fn puzzle(&mut self, position: &G, open: &[&'static Theme<G>]) -> Option<Puzzle<G>> {
        if !G::MOVES.contains(&position.count_moves()) {
            return None;
        }
        let line = Line::from_position(position.clone());
        let mut best = None;
        for theme in open.iter().copied() {
            let (amount, answers) = match theme.depth {
                Some(_) => {
                    let Some((amount, moves)) = most(position, theme) else { continue };
                    if moves.iter().any(|m| !G::is_same((theme.goal)(amount), *m, moves[0])) {
                        continue;
                    }
                    (amount, moves)
                }
                None if !position.is_late() => continue,
                None => {
                    let (m, score) = self.best(&line, &mut best)?;
                    let Some(plies) = score.decided_in().filter(|plies| G::WIN_PLIES.contains(plies)) else {
                        continue;
                    };
                    match theme.amounts {
                        [0] => (0, vec![m]),
                        amounts => match amounts.iter().find(|amount| 2 * **amount - 1 == plies as u32) {
                            Some(amount) => (*amount, vec![m]),
                            None => continue,
                        },
                    }
                }
            };
            let (answer, score) = self.best(&line, &mut best)?;
            if !answers.contains(&answer) {
                continue;
            }
            let depth = theme.depth.or_else(|| score.decided_in().and_then(|plies| u32::try_from(plies).ok()))?;
            let task = Task {
                position: Cow::Owned(position.write_position()),
                goal: (theme.goal)(amount),
                answer: Cow::Owned(answer.to_string()),
            };
            let mut puzzle = Puzzle { number: 0, theme, amount, depth, rating: 0, task };
            let started = Instant::now();
            if puzzle.prove().is_ok() && started.elapsed() < PROOF_TIME {
                puzzle.rating = self.rating(&line, &answers)?;
                return Some(puzzle);
            }
        }
        None
    }

    /// What full strength plays, searched once for a position.
    fn best(&mut self, line: &Line<G>, known: &mut Option<(G::Move, Score)>) -> Option<(G::Move, Score)> {
        if known.is_none() {
            *known = self.search(line, Level::FULL, 0, NODES);
        }
        *known
    }

    /// The rating at which a player is expected to find an answer as often as the levels did.
    fn rating(&mut self, line: &Line<G>, answers: &[G::Move]) -> Option<u16> {
        // One puzzle solved and one missed at the first rating keep the result finite.
        let mut results = vec![(FIRST_RATING, 0.5), (FIRST_RATING, 0.5)];
        for level in G::highest_level().and_below().skip(1) {
            for seed in 0..ATTEMPTS {
                self.engine.clear();
                let (m, _) = self.search(line, level, seed, SOLVER_NODES)?;
                results.push((f64::from(G::rating(level)), f64::from(u8::from(answers.contains(&m)))));
            }
        }
        let surplus = |rating: f64| -> f64 {
            results.iter().map(|(level, solved)| solved - 1.0 / (1.0 + 10_f64.powf((rating - level) / 400.0))).sum()
        };
        // The easier the puzzle, the more its solvers were expected to find it.
        let (mut low, mut high) = (0.0, 4_000.0);
        while high - low > 0.5 {
            let middle = (low + high) / 2.0;
            if surplus(middle) > 0.0 { high = middle } else { low = middle }
        }
        Some(low.round() as u16)
    }
}

/// The largest amount of a theme that a move achieves, and the moves that achieve it.
fn most<G: Teach>(position: &G, theme: &Theme<G>) -> Option<(u32, Vec<G::Move>)> {
    let (mut moves, mut largest) = (position.moves(), None);
    for amount in theme.amounts {
        moves.retain(|m| position.judge((theme.goal)(*amount), *m).is_ok());
        if moves.is_empty() {
            break;
        }
        largest = Some((*amount, moves.clone()));
    }
    largest
}
