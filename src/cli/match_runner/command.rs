//! `tablero match`.

use super::limit::{Limit, Timeouts};
use super::match_run::MatchRun;
use super::openings::Openings;
use super::report;
use super::spec::CompetitorSpec;
use super::statistics::Sprt;
use crate::catalog::{BOARD_OPTION, Catalog};
use crate::cli::CommandResult;
use crate::cli::arguments::MatchArguments;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

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
    let unknown = || format!("there is no game of that name; there are {}", catalog.names());
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
        None => Openings::Random(arguments.plies),
    };
    let limit = match (arguments.nodes, arguments.depth) {
        (Some(nodes), _) => Limit::Nodes(nodes),
        (None, Some(depth)) => Limit::Depth(depth),
        (None, None) => Limit::Time(Duration::from_millis(arguments.movetime.unwrap_or(100))),
    };
    let sprt = arguments.sprt.as_deref().map(|text| {
        Sprt::read(text).ok_or("--sprt takes two differences in Elo, the smaller first, as in 0,20 or 0,20,0.05,0.05")
    });
    let games = arguments.games.unwrap_or(if arguments.sprt.is_some() { 20_000 } else { 200 });
    Ok(MatchRun {
        game,
        setup,
        players: [CompetitorSpec::read(&arguments.first)?, CompetitorSpec::read(&arguments.second)?],
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
