//! `tablero match`.

use super::limit::{Limit, Timeouts};
use super::match_run::MatchRun;
use super::openings::Openings;
use super::report;
use crate::CommandResult;
use clap::Args;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;
use tablero_games::catalog::{BOARD_OPTION, Catalog};

/// The arguments of `tablero match`.
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// The game.
    #[arg(long)]
    pub game: String,
    /// The board.
    #[arg(long)]
    pub variant: Option<String>,
    /// Other options of the game, for example "claims=optional" or "start=placement"; where a random start exists, it
    /// is the default here.
    #[arg(long, value_name = "WORDS", default_value = "")]
    pub setup: String,
    /// The player whose strength is measured.
    #[arg(long, value_name = "PLAYER")]
    pub first: String,
    /// The player to measure it against.
    #[arg(long, value_name = "PLAYER")]
    pub second: String,
    /// The maximum number of games, 200 by default, or 20000 with --sprt; every opening is played twice, with the seats
    /// swapped.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// The time for a move, in milliseconds; 100 if no limit is given.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["nodes", "depth"])]
    pub movetime: Option<u64>,
    /// The nodes per move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "depth")]
    pub nodes: Option<u64>,
    /// The search depth, in turns.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// The seed for openings and random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Stop as soon as a test decides whether the difference is ELO0 or ELO1; you can add alpha and beta after two more
    /// commas (0.05 each by default).
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// The number of games played concurrently.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// A file of openings, one line of moves each, to use instead of the book's.
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    pub openings: Option<PathBuf>,
    /// Begin with this number of random plies instead of an opening of the book.
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,
    /// The file to write the game records to.
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// By how much a move may exceed its time before it counts as late, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub margin: u64,
    /// How long to wait for a program beyond its time for a move before it loses, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub patience: u64,
}

/// Plays the match and prints its result.
///
/// # Errors
/// Invalid arguments, players that do not start, or output that fails; each as a sentence.
pub fn run(catalog: &Catalog, arguments: &MatchArguments) -> CommandResult {
    let run = match_run(catalog, arguments)?;
    let create = |path: &PathBuf| {
        File::create(path).map_err(|error| {
            format!("the records cannot be written to {}: {error}; check that its folder exists", path.display())
        })
    };
    let mut records = arguments.records.as_ref().map(create).transpose()?;
    let games = run.games;
    let conclusion = run.run(|pair, score| {
        for fault in report::faults(pair) {
            eprintln!("{fault}");
        }
        eprintln!("{}", report::progress(score, games, run.sprt.as_ref()));
        match &mut records {
            Some(file) => pair.iter().try_for_each(|game| writeln!(file, "{}", game.record)),
            None => Ok(()),
        }
    })?;
    Ok(write!(io::stdout(), "{}", report::result(&run, &conclusion))?)
}

fn match_run(catalog: &Catalog, arguments: &MatchArguments) -> CommandResult<MatchRun> {
    let unknown = || format!("there is no game of that name; choose one of {}", catalog.names());
    let game = catalog.game(&arguments.game).ok_or_else(unknown)?;
    let variant = arguments.variant.iter().map(|variant| format!("{BOARD_OPTION}={variant}"));
    let setup =
        variant.chain(Some(arguments.setup.clone()).filter(|setup| !setup.is_empty())).collect::<Vec<_>>().join(" ");
    let openings = match &arguments.openings {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("the openings cannot be read from {}: {error}", path.display()))?;
            Openings::read(game, &setup, &text)?
        }
        None if arguments.plies.is_some() => Openings::Random(arguments.plies),
        None => Openings::book(game, &setup, arguments.seed)?,
    };
    let limit = match (arguments.nodes, arguments.depth) {
        (Some(nodes), _) => Limit::Nodes(nodes),
        (None, Some(depth)) => Limit::Depth(depth),
        (None, None) => Limit::Time(Duration::from_millis(arguments.movetime.unwrap_or(100))),
    };
    let sprt = arguments.sprt.as_deref().map(str::parse);
    let games = arguments.games.unwrap_or(if arguments.sprt.is_some() { 20_000 } else { 200 });
    Ok(MatchRun {
        game,
        setup,
        players: [arguments.first.parse()?, arguments.second.parse()?],
        limit,
        timeouts: Timeouts {
            thinking: Duration::from_secs(arguments.patience),
            margin: Duration::from_millis(arguments.margin),
            ..Timeouts::default()
        },
        games: games.next_multiple_of(2) as usize,
        openings,
        seed: arguments.seed,
        sprt: sprt.transpose()?,
        jobs: arguments.jobs,
    })
}
