//! Measures how often a hint gives a specific true reason:
//!
//! `cargo run --release --example hint_reasons -- --positions 500 [--list] [--games games.txt]` takes about 500 positions,
//! four from each game, and asks for a hint in each. Without a file of game records, a third of the positions are from
//! each game, played between levels 1 to 4; with one, they are from the first games in it. Positions with a single move or
//! a decided game are left out. A reason is specific if it is about the game, not a comparison of values. It counts if the
//! checks of `test_support::hints`, which share no code with the engine's reasons, confirm it, and find the same statement
//! false of at least half of the other legal moves. With `--list`, the three stages of each hint are printed in words,
//! with the arrows and marks of its picture.
//!
//! Game N of each kind has the seed N; the levels are 1 + N % 4 and 1 + (N / 4) % 4.

use clap::Parser;
use engine_tools::analyse::{self, AnalysedGame};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tablero::ai::explain::{Explain, HintContext};
use tablero::ai::hint::explain;
use tablero::ai::{Advice, Engine, EngineOptions, Finding, Level, Limits, Stop, Variation};
use tablero::catalog::{AnyGame, Catalog};
use tablero::chat::hint_stage::HintStage;
use tablero::chat::texts::Language;
use tablero::chat::views::worded_hint::hint;
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Line, SeededRng, setup};
use test_support::hints::truth::Check;
use test_support::hints::{barrier, dvonn, zertz};

/// The positions taken from each game.
const POSITIONS_PER_GAME: usize = 4;
/// The other moves of a position for which a reason is checked; evenly spaced if there are more.
const OTHERS_MAX: usize = 60;
/// The positions visited for a move of a game; the levels also have limits of their own.
const NODES: u64 = 20_000;

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 500)]
    positions: usize,
    /// A file of game records to take the positions from.
    #[arg(long)]
    games: Option<PathBuf>,
    /// Prints each hint.
    #[arg(long)]
    list: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Arguments { positions, games: file, list } = Arguments::parse();
    let text = file.map(std::fs::read_to_string).transpose()?;
    let records = text.map(|text| analyse::read(&Catalog::standard(), &text)).transpose()?;
    let kinds = if records.is_some() { 1 } else { 3 };
    let games = positions.div_ceil(kinds * POSITIONS_PER_GAME);
    let records = records.as_deref();
    let tallies = std::thread::scope(|scope| {
        let zertz = scope.spawn(move || {
            Trial::<Zertz> { game: game("zertz"), setups: &["variant=37"], games, records, check: zertz::is_true, list }
                .run()
        });
        let setups = &["", "start=random deal=3"];
        let dvonn = Trial::<Dvonn> { game: game("dvonn"), setups, games, records, check: dvonn::is_true, list }.run();
        let setups = &["variant=8"];
        let barrier =
            Trial::<Barrier> { game: game("barrier"), setups, games, records, check: barrier::is_true, list }.run();
        [zertz.join().expect("no panic"), dvonn, barrier]
    });
    tallies.iter().filter(|tally| tally.hints > 0).for_each(|tally| println!("{tally}"));
    let (hints, specific) =
        tallies.iter().fold((0, 0), |(hints, specific), tally| (hints + tally.hints, specific + tally.specific));
    println!("all: {specific} of {hints} hints have a specific true reason ({:.1} %)", share(specific, hints));
    Ok(())
}

fn game(name: &str) -> &'static dyn AnyGame {
    Catalog::standard().game(name).expect("the game exists")
}

fn share(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

struct Trial<'a, G: Explain> {
    game: &'static dyn AnyGame,
    setups: &'static [&'static str],
    games: usize,
    /// The games to take the positions from, of all kinds, instead of games between levels.
    records: Option<&'a [AnalysedGame]>,
    check: Check<G>,
    list: bool,
}

/// What a trial has found.
#[derive(Default)]
struct Tally {
    game: &'static str,
    hints: usize,
    specific: usize,
    untrue: usize,
    longest: Duration,
    /// How often each reason was given, and how often it counted.
    reasons: BTreeMap<&'static str, (usize, usize)>,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { game, hints, specific, untrue, longest, reasons } = self;
        writeln!(
            f,
            "{game}: {specific} of {hints} ({:.1} %), {untrue} untrue reasons, longest {:.1} s",
            share(*specific, *hints),
            longest.as_secs_f64()
        )?;
        reasons.iter().try_for_each(|(about, (said, counted))| writeln!(f, "  {about}: {said}, counted {counted}"))
    }
}

impl<G: Explain> Trial<'_, G> {
    fn run(&self) -> Tally {
        let mut tally = Tally { game: G::NAME, ..Tally::default() };
        let lines: Box<dyn Iterator<Item = Line<G>>> = match self.records {
            Some(records) => Box::new(records.iter().filter_map(|record| record.line.as_line().cloned())),
            None => Box::new((0..).map(|seed| self.play(seed))),
        };
        for (seed, line) in (0..).zip(lines.take(self.games)) {
            let mut rng = SeededRng::new(seed);
            for _ in 0..POSITIONS_PER_GAME {
                let mut at = line.clone();
                let ply = rng.below(line.moves().len().max(1) as u64) as usize;
                while at.moves().len() > ply {
                    at.take_back();
                }
                self.hint(&at, &mut tally);
            }
        }
        tally
    }

    /// Plays a game between two of the levels.
    fn play(&self, seed: u64) -> Line<G> {
        let setup = setup::read(self.setups[seed as usize % self.setups.len()]).expect("a setup");
        let mut line = Line::<G>::new(&setup);
        let levels = [seed % 4, seed / 4 % 4].map(|level| Level::new(1 + level as u8).expect("a level"));
        let mut engines = levels.map(|level| Engine::<G>::new(EngineOptions { level, seed, ..options() }));
        while line.ending().is_none() {
            let seat = line.position().seat().index();
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let found = engines[seat].search(&line, limits, &Stop::default(), &mut |_| {});
            let Some(best) = found.best().copied() else { break };
            assert!(line.play(best), "{best} is legal");
        }
        line
    }

    fn hint(&self, line: &Line<G>, tally: &mut Tally) {
        let position = line.position();
        if position.count_moves() < 2 {
            return;
        }
        let started = Instant::now();
        let mut engine = Engine::<G>::new(options());
        let Some(considered) = engine.consider(line, Limits::default(), &Stop::default()) else { return };
        let context = considered.context(line);
        let advice = explain(&context);
        let took = started.elapsed();
        if advice.score.decided_in().is_some() {
            self.print(position, "decided", &advice);
            return;
        }
        tally.hints += 1;
        tally.longest = tally.longest.max(took);
        let others = others(&context);
        let mut is_specific = false;
        for reason in advice.reasons.iter().filter(|reason| reason.game == G::NAME) {
            let is_true = (self.check)(&context, reason);
            tally.untrue += usize::from(!is_true);
            let elsewhere = others.iter().filter(|other| self.holds(&context, **other, reason)).count();
            let counts = is_true && 2 * elsewhere <= others.len();
            let (said, counted) = tally.reasons.entry(reason.about).or_default();
            *said += 1;
            *counted += usize::from(counts);
            is_specific |= counts;
        }
        tally.specific += usize::from(is_specific);
        self.print(position, if is_specific { "specific" } else { "general" }, &advice);
    }

    /// Prints the stages of a hint, and what its picture shows.
    fn print(&self, position: &G, verdict: &str, advice: &Advice) {
        if !self.list {
            return;
        }
        let words = HintStage::ALL.map(|stage| hint(Language::En, self.game, advice, stage).plain());
        let guides: Vec<String> =
            advice.reasons.iter().flat_map(|reason| &reason.guides).map(ToString::to_string).collect();
        // In one call, because several threads print.
        let drawn = if guides.is_empty() { String::new() } else { format!("\n  drawn: {}", guides.join(" ")) };
        println!("{} {}\n  {verdict}: {}{drawn}", G::NAME, position.write_position(), words.join(" / "));
    }

    /// Whether the statement is also true of another move, followed by the same line if that is possible.
    fn holds(&self, context: &HintContext<'_, G>, other: G::Move, reason: &Finding) -> bool {
        let mut line = Line::from_position(context.position().clone());
        let rest = &context.variations[0].moves[1..];
        let moves: Vec<G::Move> =
            std::iter::once(other).chain(rest.iter().copied()).take_while(|m| line.play(*m)).collect();
        let mut variations = context.variations.to_vec();
        variations[0] = Variation { moves, ..variations[0].clone() };
        (self.check)(
            &HintContext { line: context.line, variations: &variations, threat: context.threat, replies: &[] },
            reason,
        )
    }
}

fn options() -> EngineOptions {
    EngineOptions { hash: 32 << 20, ..EngineOptions::default() }
}

/// The other legal moves, evenly spaced if there are many.
fn others<G: Explain>(context: &HintContext<'_, G>) -> Vec<G::Move> {
    let best = context.best();
    let all: Vec<G::Move> = context.position().moves().into_iter().filter(|m| *m != best).collect();
    let step = all.len().div_ceil(OTHERS_MAX).max(1);
    all.into_iter().step_by(step).collect()
}
