//! Plays every pair of the given players against each other, and fits one scale of strength (Bradley–Terry) over all
//! results:
//!
//! `cargo run --release --example level_scale -- --game zertz --variant 37 --games 60 "engine; Level=1" "engine; Level=2"`
//!
//! The chance that a player beats another is 1 / (1 + 10^(−d/400)), where d is the distance of their ratings. The ratings
//! are the most likely ones given all games, each with its 95 % interval; the player given by `--anchor` (from 1) has 1500.
//! The last line compares the results of all pairs with the scale: χ² is about the number of degrees of freedom if one
//! number for each player explains them.

use clap::Parser;
use engine_tools::match_runner::{CompetitorSpec, Limit, MatchRun, Openings, Timeouts};
use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use tablero_games::catalog::Catalog;

#[derive(Parser)]
struct Arguments {
    #[arg(long)]
    game: String,
    /// The board and other options.
    #[arg(long, default_value = "")]
    variant: String,
    /// Games of each pair of players.
    #[arg(long, default_value_t = 60)]
    games: usize,
    /// Games of each pair of neighbours in the list; they say most about the steps.
    #[arg(long)]
    neighbours: Option<usize>,
    /// Pairs farther apart in the list than this are not played.
    #[arg(long, default_value_t = usize::MAX)]
    apart: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Random plies instead of the book of openings.
    #[arg(long)]
    plies: Option<usize>,
    /// The player whose rating is 1500, from 1.
    #[arg(long, default_value_t = 1)]
    anchor: usize,
    /// A folder for the records of each pair.
    #[arg(long)]
    records: Option<PathBuf>,
    players: Vec<String>,
}

/// The games of a pair of players.
struct Pairing {
    players: [usize; 2],
    /// The games, and the points of the first.
    games: f64,
    points: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let game = Catalog::standard().game(&arguments.game).ok_or("there is no such game")?;
    let players: Vec<CompetitorSpec> = arguments.players.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let mut pairings = Vec::new();
    for second in 0..players.len() {
        for first in second.saturating_sub(arguments.apart)..second {
            let games = arguments.neighbours.filter(|_| second == first + 1).unwrap_or(arguments.games);
            let openings = match arguments.plies {
                Some(plies) => Openings::Random(Some(plies)),
                None => Openings::book(game, &arguments.variant, arguments.seed)?,
            };
            let run = MatchRun {
                game,
                setup: arguments.variant.clone(),
                players: [players[second].clone(), players[first].clone()],
                limit: Limit::Nodes(500_000),
                timeouts: Timeouts::default(),
                games,
                openings,
                seed: arguments.seed ^ (first * 64 + second) as u64,
                sprt: None,
                jobs: arguments.jobs,
            };
            let name = |folder: &PathBuf| folder.join(format!("{second}-{first}.txt"));
            let mut records = arguments.records.as_ref().map(|folder| File::create(name(folder))).transpose()?;
            let score = run.run(|pair, _| match &mut records {
                Some(file) => pair.iter().try_for_each(|game| writeln!(file, "{}", game.record)),
                None => Ok(()),
            })?;
            let points = score.score.pairs.share().value;
            let games = score.score.games() as f64;
            println!("{} – {}: {:.1} %", players[second].label, players[first].label, 100.0 * points);
            // One drawn game keeps the ratings of neighbours finite if one of them lost every game.
            let drawn = f64::from(u8::from(second == first + 1));
            let (games, points) = (games + drawn, points * games + drawn / 2.0);
            pairings.push(Pairing { players: [second, first], games, points });
        }
    }
    let anchor = arguments.anchor.clamp(1, players.len()) - 1;
    let (ratings, errors) = fit(players.len(), anchor, &pairings).ok_or("some players have no game that links them")?;
    println!("\n| player | rating | step |\n| --- | --- | --- |");
    for (number, player) in players.iter().enumerate() {
        let step =
            number.checked_sub(1).map_or(String::new(), |below| format!("{:+.0}", ratings[number] - ratings[below]));
        println!("| {} | {:.0} ± {:.0} | {step} |", player.label, ratings[number], 1.96 * errors[number]);
    }
    let deviation: f64 = pairings
        .iter()
        .map(|pairing| {
            let [first, second] = pairing.players;
            let expected = expected(ratings[first] - ratings[second]);
            (pairing.points - expected * pairing.games).powi(2) / (pairing.games * expected * (1.0 - expected))
        })
        .sum();
    println!("\nχ² {deviation:.1} with {} degrees of freedom", (pairings.len() + 1).saturating_sub(players.len()));
    Ok(())
}

/// Elo for each unit of the logistic function.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

fn expected(distance: f64) -> f64 {
    1.0 / (1.0 + (-distance / SCALE).exp())
}

/// The most likely ratings and their standard errors, by Newton's method.
fn fit(players: usize, anchor: usize, pairings: &[Pairing]) -> Option<(Vec<f64>, Vec<f64>)> {
    let mut ratings = vec![0.0; players];
    let mut inverse = Vec::new();
    for _ in 0..50 {
        let mut gradient = vec![0.0; players];
        let mut information = vec![vec![0.0; players]; players];
        for pairing in pairings {
            let [first, second] = pairing.players;
            let expected = expected(ratings[first] - ratings[second]);
            let (slope, weight) =
                (pairing.points - expected * pairing.games, pairing.games * expected * (1.0 - expected));
            gradient[first] += slope;
            gradient[second] -= slope;
            for (row, column, sign) in
                [(first, first, 1.0), (second, second, 1.0), (first, second, -1.0), (second, first, -1.0)]
            {
                information[row][column] += sign * weight / SCALE;
            }
        }
        // The anchor keeps its rating.
        information[anchor].iter_mut().for_each(|entry| *entry = 0.0);
        information.iter_mut().for_each(|row| row[anchor] = 0.0);
        information[anchor][anchor] = 1.0;
        gradient[anchor] = 0.0;
        inverse = inverted(information)?;
        for (rating, row) in ratings.iter_mut().zip(&inverse) {
            let change: f64 = row.iter().zip(&gradient).map(|(entry, slope)| entry * slope).sum();
            *rating += change.clamp(-200.0, 200.0);
        }
    }
    let errors =
        (0..players).map(|player| if player == anchor { 0.0 } else { (inverse[player][player] * SCALE).sqrt() });
    let errors = errors.collect();
    ratings.iter_mut().for_each(|rating| *rating += 1500.0);
    Some((ratings, errors))
}

/// The inverse of a symmetric matrix with a positive diagonal, by Gauss and Jordan; `None` if it has none.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (number, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == number))));
    }
    for pivot in 0..size {
        let factor = matrix[pivot][pivot];
        if factor < 1e-9 {
            return None;
        }
        matrix[pivot].iter_mut().for_each(|entry| *entry /= factor);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(number, _)| *number != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(&pivot_row).for_each(|(entry, of_pivot)| *entry -= factor * of_pivot);
        }
    }
    Some(matrix.into_iter().map(|mut row| row.split_off(size)).collect())
}
