//! Fits the values of captured marbles in ZÈRTZ, and writes `src/ai/zertz/tuned.rs`:
//!
//! `cargo run --release --example tune_zertz -- [GAMES [NODES]]` plays GAMES self-play games with the larger goals
//! (default 8000) and half as many of blitz, with NODES nodes per move (default 10000), and fits a table for each to
//! the results; format the file with `cargo fmt` afterwards. Progress is shown on standard error. Takes some ten
//! minutes.
//!
//! The table is a logistic regression: the difference of the two seats' entries, in hundredths of half a logit, gives
//! the chance that the first of them wins. Entries seen in few games are smoothed by a penalty on second differences,
//! and an additional marble never lowers the value. The positions are the ends of the engine's own lines, hence quiet,
//! which is where the search evaluates.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tablero::ai::{Engine, EngineOptions, Limits, Stop};
use tablero::rules::zertz::{Setup, Variant, Zertz};
use tablero::rules::{Chance, Game, Line, Outcome};

/// The boards with the larger goals, in the order in which they are played: the basic one most often.
const BOARDS: [Variant; 4] = [Variant::Rings37, Variant::Rings48, Variant::Rings37, Variant::Rings61];
/// Hundredths of half a logit in a logit.
const LOGIT: f64 = 200.0;
/// Number of passes of the fit over all positions.
const EPOCHS: usize = 3000;
/// The weight of the squared second differences, in positions per half logit.
const SMOOTHNESS: f64 = 8.0;
/// One move in this many is drawn at random, so that the games differ.
const STRAY: u64 = 20;
/// Longer games, of which there are hardly any, are left out.
const LONGEST: usize = 300;

/// What the mover and the opponent had captured, and the result for the mover: 0 lost, 1 won.
struct Sample {
    mine: [u8; 3],
    theirs: [u8; 3],
    result: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Ok(default), |word| word.parse());
    let (games, nodes) = (number(0, 8000)?, number(1, 10_000)?);
    let mut text = String::from("//! Numbers made by a command, not by hand: see `examples/tune_zertz.rs`.\n");
    let tables = [
        (
            "CAPTURED",
            "What captured marbles are worth, by white, grey and black, in hundredths of half a logit.",
            games,
        ),
        ("CAPTURED_IN_BLITZ", "The same for the lower goals of blitz.", games / 2),
    ];
    for (name, meaning, games) in tables {
        let boards = if name == "CAPTURED" { &BOARDS[..] } else { &[Variant::Blitz] };
        let samples = play(boards, games, nodes);
        let table = Table::fit(boards[0].goals(), &samples);
        eprintln!("{name}: {} positions, {:.4} bits a position", samples.len(), table.surprise(&samples));
        table.write(&mut text, name, meaning)?;
    }
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ai/zertz/tuned.rs"), text)?;
    Ok(())
}

/// Plays games and collects the final positions of the engine's lines.
fn play(boards: &[Variant], games: u64, nodes: u64) -> Vec<Sample> {
    let mut engine = Engine::<Zertz>::new(EngineOptions { hash: 4 << 20, ..EngineOptions::default() });
    let mut samples = Vec::new();
    for game in 0..games {
        if game % 100 == 0 {
            eprintln!("{} {game} of {games}", boards[0].word());
        }
        let variant = boards[game as usize % boards.len()];
        samples.extend(play_game(&mut engine, variant, nodes, &mut Chance::new(game)));
    }
    samples
}

fn play_game(engine: &mut Engine<Zertz>, variant: Variant, nodes: u64, chance: &mut Chance) -> Vec<Sample> {
    let mut line = Line::<Zertz>::new(&Setup { variant, ..Setup::default() });
    let mut ends = Vec::new();
    let opening = 2 + chance.below(6) as usize;
    while line.outcome().is_none() && line.moves().len() < LONGEST {
        let position = line.position();
        let m = if line.moves().len() < opening || chance.below(STRAY) == 0 {
            let moves = position.moves();
            let quiet = |m: &&_| {
                let mut next = *position;
                next.play_unchecked(**m);
                !next.must_capture()
            };
            // A random move that gives marbles away would only teach that this loses.
            let quiet: Vec<_> = moves.iter().filter(quiet).collect();
            let among = if quiet.is_empty() || position.must_capture() { moves.iter().collect() } else { quiet };
            *among[chance.below(among.len() as u64) as usize]
        } else {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = engine.search(&line, limits, &Stop::default(), &mut |_| {});
            let best = &report.variations[0];
            let mut end = *position;
            best.moves.iter().for_each(|m| end.play_unchecked(*m));
            if best.score.decided_in().is_none() && end.ending().is_none() && !end.must_capture() {
                ends.push(end);
            }
            best.moves[0]
        };
        assert!(line.play(m), "the engine and the list of moves give only legal ones");
    }
    let Some(outcome) = line.outcome() else { return Vec::new() };
    let sample = |end: Zertz| Sample {
        mine: end.captured(end.seat()),
        theirs: end.captured(!end.seat()),
        result: match outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(seat) => f64::from(u8::from(seat == end.seat())),
        },
    };
    ends.into_iter().map(sample).collect()
}

/// Values in logits, by white, grey and black marbles below the goals.
struct Table {
    sizes: [usize; 3],
    values: Vec<f64>,
}

impl Table {
    fn fit(goals: [u8; 3], samples: &[Sample]) -> Table {
        let sizes = goals.map(usize::from);
        let mut table = Table { sizes, values: vec![0.0; sizes.iter().product()] };
        // Adam: each entry has its own step size, since some were seen a thousand times as often as others.
        let (mut mean, mut square) = (vec![0.0; table.values.len()], vec![0.0; table.values.len()]);
        let counts = table.counts(samples);
        for epoch in 0..EPOCHS {
            let slopes = table.slopes(&counts);
            let pace = 0.05 * (1.0 - epoch as f64 / EPOCHS as f64);
            for (at, slope) in slopes.into_iter().enumerate() {
                mean[at] = 0.9 * mean[at] + 0.1 * slope;
                square[at] = 0.999 * square[at] + 0.001 * slope * slope;
                let (mean, square) = (mean[at] / (1.0 - 0.9_f64.powi(epoch as i32 + 1)), square[at]);
                let square: f64 = square / (1.0 - 0.999_f64.powi(epoch as i32 + 1));
                table.values[at] -= pace * mean / (square.sqrt() + 1e-8);
            }
            table.order();
        }
        let none = table.values[0];
        table.values.iter_mut().for_each(|value| *value -= none);
        table
    }

    fn at(&self, [white, grey, black]: [usize; 3]) -> usize {
        (white * self.sizes[1] + grey) * self.sizes[2] + black
    }

    fn entry(&self, captured: [u8; 3]) -> usize {
        self.at(captured.map(usize::from))
    }

    /// Groups equal pairs of entries: the two entries, how often they met, and how often the first won.
    fn counts(&self, samples: &[Sample]) -> Vec<(usize, usize, f64, f64)> {
        let size = self.values.len();
        let mut met = vec![(0.0, 0.0); size * size];
        for sample in samples {
            let pair = &mut met[self.entry(sample.mine) * size + self.entry(sample.theirs)];
            *pair = (pair.0 + 1.0, pair.1 + sample.result);
        }
        let pairs = met.into_iter().enumerate().filter(|(_, (often, _))| *often > 0.0);
        pairs.map(|(pair, (often, won))| (pair / size, pair % size, often, won)).collect()
    }

    fn slopes(&self, counts: &[(usize, usize, f64, f64)]) -> Vec<f64> {
        let mut slopes = vec![0.0; self.values.len()];
        for &(mine, theirs, often, won) in counts {
            let slope = often * chance(self.values[mine] - self.values[theirs]) - won;
            slopes[mine] += slope;
            slopes[theirs] -= slope;
        }
        for cell in self.cells() {
            for colour in 0..3 {
                if cell[colour] < 2 {
                    continue;
                }
                let [middle, first] = [1, 2].map(|back| {
                    let mut cell = cell;
                    cell[colour] -= back;
                    self.at(cell)
                });
                let last = self.at(cell);
                let bend = self.values[first] - 2.0 * self.values[middle] + self.values[last];
                slopes[first] += SMOOTHNESS * bend;
                slopes[middle] -= 2.0 * SMOOTHNESS * bend;
                slopes[last] += SMOOTHNESS * bend;
            }
        }
        slopes
    }

    /// Ensures that an additional marble never lowers the value, by moving both entries of a pair that is out of order.
    fn order(&mut self) {
        for cell in self.cells() {
            for colour in (0..3).filter(|colour| cell[*colour] > 0) {
                let mut before = cell;
                before[colour] -= 1;
                let (less, more) = (self.at(before), self.at(cell));
                if self.values[more] < self.values[less] {
                    let middle = (self.values[more] + self.values[less]) / 2.0;
                    (self.values[less], self.values[more]) = (middle, middle);
                }
            }
        }
    }

    /// The entries, those with fewer marbles first.
    fn cells(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let [whites, greys, blacks] = self.sizes;
        (0..whites).flat_map(move |w| (0..greys).flat_map(move |g| (0..blacks).map(move |b| [w, g, b])))
    }

    /// The prediction error of the table, in bits per position.
    fn surprise(&self, samples: &[Sample]) -> f64 {
        let bits = |sample: &Sample| {
            let won = chance(self.values[self.entry(sample.mine)] - self.values[self.entry(sample.theirs)]);
            -(sample.result * won.log2() + (1.0 - sample.result) * (1.0 - won).log2())
        };
        samples.iter().map(bits).sum::<f64>() / samples.len() as f64
    }

    fn write(&self, text: &mut String, name: &str, meaning: &str) -> std::fmt::Result {
        let [whites, greys, blacks] = self.sizes;
        writeln!(text, "\n/// {meaning}")?;
        writeln!(text, "pub const {name}: [[[i32; {blacks}]; {greys}]; {whites}] = [")?;
        // After rounding, an entry could still be below one with a marble fewer that was moved after it.
        let mut rounded: Vec<i32> = Vec::with_capacity(self.values.len());
        for cell in self.cells() {
            let mut value = (self.values[self.at(cell)] * LOGIT).round() as i32;
            for colour in (0..3).filter(|colour| cell[*colour] > 0) {
                let mut before = cell;
                before[colour] -= 1;
                value = value.max(rounded[self.at(before)]);
            }
            rounded.push(value);
        }
        for plane in rounded.chunks(greys * blacks) {
            writeln!(text, "    [")?;
            for row in plane.chunks(blacks) {
                writeln!(text, "        {row:?},")?;
            }
            writeln!(text, "    ],")?;
        }
        writeln!(text, "];")
    }
}

fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}
