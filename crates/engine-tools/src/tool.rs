//! The command line of the tools. Doc comments are the help texts.

use crate::{CommandResult, analyse, bench, match_runner, render, ugi};
use clap::{Arg, ArgMatches, Subcommand};
use tablero_games::catalog::{BOARD_OPTION, Catalog};
use tablero_games::rules::Values;

/// A tool, as a subcommand of a program.
///
/// The help names the games, and `ugi` has a flag for each of their options. A program that has the tools among its
/// subcommands adds both with [`Tool::with_games`], and reads these flags with [`Tool::read_options`].
#[derive(Debug, Subcommand)]
pub enum Tool {
    /// Draw a game: a board, an animation, or a sheet of its most eventful positions.
    Render(Box<render::RenderArguments>),
    /// Run as an engine that speaks the Universal Game Interface on standard input and output.
    Ugi(ugi::Start),
    /// Play many games between two players and estimate which one is stronger.
    ///
    /// PLAYER is one of random, greedy, taker, careless, exchanges, depth2, uct, engine (the built-in one) and
    /// cmd:PROGRAM (a program that speaks the Universal Game Interface). You can add options (Name=value), a limit for
    /// this player alone (movetime MS, nodes N or depth N) and a name (as NAME), each after a semicolon:
    /// "engine; Level=3", "cmd:./tablero ugi; Hash=16; as old".
    Match(Box<match_runner::MatchArguments>),
    /// Analyse a game move by move: the value of each move, better alternatives, and the accuracy of both players.
    Analyse(analyse::AnalyseArguments),
    /// Search a fixed set of positions and report the speed; the node counts are the same on every machine.
    Bench,
}

impl Tool {
    /// A program's command line, in which the tools know the names and options of these games.
    pub fn with_games(program: clap::Command, catalog: &Catalog) -> clap::Command {
        let games = format!("The game: {}", catalog.names());
        let flags = catalog
            .option_keys()
            .into_iter()
            .map(|key| Arg::new(key).long(key).value_name("VALUE").help(option_help(catalog, key)));
        let named = ["render", "ugi", "match"].into_iter().fold(program, |program, name| {
            program.mut_subcommand(name, |tool| tool.mut_arg("game", |game| game.help(games.clone())))
        });
        named.mut_subcommand("ugi", |ugi| ugi.args(flags)).mut_subcommand("match", |command| {
            command.mut_arg(BOARD_OPTION, |board| board.help(option_help(catalog, BOARD_OPTION)))
        })
    }

    /// Adds the options of the games to `tablero ugi`. `given` are the arguments of the subcommand.
    pub fn read_options(&mut self, catalog: &Catalog, given: &ArgMatches) {
        if let Tool::Ugi(start) = self {
            let value = |key: &str| given.get_one::<String>(key).map(|value| (key.to_owned(), value.clone()));
            start.options = catalog.option_keys().into_iter().filter_map(value).collect();
        }
    }

    /// Runs the tool.
    ///
    /// # Errors
    /// Invalid arguments, or input or output that fails; each as a sentence.
    pub fn run(&self, catalog: &Catalog) -> CommandResult {
        match self {
            Tool::Render(arguments) => render::run(catalog, arguments),
            Tool::Ugi(start) => ugi::run_command(catalog, start),
            Tool::Match(arguments) => match_runner::run(catalog, arguments),
            Tool::Analyse(arguments) => analyse::run(catalog, arguments),
            Tool::Bench => bench::run_command(catalog),
        }
    }
}

/// The help for an option of the games: the values that each game accepts.
fn option_help(catalog: &Catalog, key: &str) -> String {
    let specs = catalog
        .games()
        .iter()
        .flat_map(|game| game.options().iter().map(move |spec| (game.name(), spec.key, spec.values)));
    let values = specs.filter(|(_, known, _)| *known == key).map(|(game, _, values)| match values {
        Values::OneOf(words) => format!("{} for {game}", words.join(", ")),
        Values::Seed => format!("a whole number for {game}"),
    });
    let values = values.collect::<Vec<_>>().join("; ");
    if key == BOARD_OPTION { format!("The board: {values}") } else { format!("An option of the game: {values}") }
}
