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
pub fn run(catalog: &Catalog, asked: &MatchArguments) -> CommandResult {
    let run = match_run(catalog, asked)?;
    let create = |path: &PathBuf| {
        File::create(path).map_err(|error| {
            format!("the records cannot be written to {}: {error}; check that its folder exists", path.display())
        })
    };
    let mut records = asked.records.as_ref().map(create).transpose()?;
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

fn match_run(catalog: &Catalog, asked: &MatchArguments) -> CommandResult<MatchRun> {
    let unknown = || format!("there is no game of that name; there are {}", catalog.names());
    let game = catalog.game(&asked.game).ok_or_else(unknown)?;
    let variant = asked.variant.iter().map(|variant| format!("{BOARD_OPTION}={variant}"));
    let setup =
        variant.chain(Some(asked.setup.clone()).filter(|setup| !setup.is_empty())).collect::<Vec<_>>().join(" ");
    let openings = match &asked.openings {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("the openings cannot be read from {}: {error}", path.display()))?;
            Openings::read(game, &setup, &text)?
        }
        None => Openings::Random(asked.plies),
    };
    let limit = match (asked.nodes, asked.depth) {
        (Some(nodes), _) => Limit::Nodes(nodes),
        (None, Some(depth)) => Limit::Depth(depth),
        (None, None) => Limit::Time(Duration::from_millis(asked.movetime.unwrap_or(100))),
    };
    let sprt = asked.sprt.as_deref().map(|text| {
        Sprt::read(text).ok_or("--sprt takes two differences in Elo, the smaller first, as in 0,20 or 0,20,0.05,0.05")
    });
    let games = asked.games.unwrap_or(if asked.sprt.is_some() { 20_000 } else { 200 });
    Ok(MatchRun {
        game,
        setup,
        players: [CompetitorSpec::read(&asked.first)?, CompetitorSpec::read(&asked.second)?],
        limit,
        patience: Timeouts {
            thinking: Duration::from_secs(asked.patience),
            margin: Duration::from_millis(asked.margin),
            ..Timeouts::default()
        },
        games: games.next_multiple_of(2) as usize,
        openings,
        seed: asked.seed,
        sprt: sprt.transpose()?,
        jobs: asked.jobs,
    })
}
