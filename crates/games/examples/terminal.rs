//! Plays a game in a terminal, with any number of engines and people:
//!
//! `cargo run --release -p tablero-games --example terminal`

use std::io::{self, Write};
use std::time::{Duration, Instant, SystemTime};
use tablero_games::ai::{EngineOptions, Level, Limits, Stop};
use tablero_games::catalog::{AnyEngine, AnyGame, AnyLine, Catalog};

const HELP: &str = "Type a move, or one of these:
  go          the engine moves for you
  back        take the last move back
  moves       list some legal moves
  level N     how well the engine plays, from 0 to 10
  quit        stop";

fn main() -> io::Result<()> {
    let catalog = Catalog::standard();
    let Some(game) = choose(&catalog)? else { return Ok(()) };
    let Some(mut line) = set_up(game)? else { return Ok(()) };
    let mut options = EngineOptions { seed: seed(), ..EngineOptions::default() };
    let mut engine = game.engine(options);
    println!("{HELP}\nMoves are written like this: {}", game.move_examples().join(", "));
    loop {
        println!("\n{}{}", line.board(), line.position());
        let player = line.seat().index() + 1;
        let question = match line.ending() {
            Some(ending) => format!("The game is over: {} ({}). back or quit?", ending.outcome, ending.reason.0),
            None => format!("Player {player}, move {}:", line.ply() + 1),
        };
        let Some(text) = ask(&question)? else { return Ok(()) };
        match text.split_once(' ').unwrap_or((&text, "")) {
            ("quit", _) => return Ok(()),
            ("", _) => println!("{HELP}"),
            ("back", _) => drop(line.take_back()),
            ("moves", _) => println!("{} moves: {} …", line.count_legal(), line.legal(20).join(" ")),
            ("level", number) => match number.trim().parse().ok().and_then(Level::new) {
                Some(level) => {
                    options.level = level;
                    engine.configure(options);
                }
                None => println!("The levels are 0 to 10."),
            },
            ("go", _) => play_best(engine.as_mut(), line.as_mut()),
            _ => {
                if let Err(refused) = line.play(&text) {
                    println!("Not possible: {refused}.");
                }
            }
        }
    }
}

/// Lets the engine think for a second and play.
fn play_best(engine: &mut dyn AnyEngine, line: &mut dyn AnyLine) {
    let limits = Limits { deadline: Some(Instant::now() + Duration::from_secs(1)), ..Limits::default() };
    let found = engine.search(line, limits, &Stop::default(), &mut |_| {});
    // There is no best move after the end.
    if let Some(best) = found.best() {
        println!("The engine plays {best}; it expects {}.", found.variations[0].moves.join(" "));
        line.play(best).expect("the engine plays legal moves");
    }
}

/// Asks for a game until there is one of that name. `None` at the end of the input.
fn choose(catalog: &Catalog) -> io::Result<Option<&'static dyn AnyGame>> {
    loop {
        let Some(name) = ask(&format!("Which game: {}?", catalog.names()))? else { return Ok(None) };
        match catalog.game(&name) {
            Some(game) => return Ok(Some(game)),
            None => println!("There is no such game."),
        }
    }
}

/// Asks for a setup until it is valid. `None` at the end of the input.
fn set_up(game: &'static dyn AnyGame) -> io::Result<Option<Box<dyn AnyLine>>> {
    loop {
        let known: Vec<String> = game.options().iter().map(|spec| format!("{}: {}", spec.key, spec.values)).collect();
        println!("Options, the default first: {}", known.join("; "));
        let Some(setup) = ask("As in variant=48, or nothing for the defaults:")? else { return Ok(None) };
        match game.drawn_setup(&setup, seed).and_then(|setup| game.start(&setup)) {
            Ok(line) => return Ok(Some(line)),
            Err(error) => println!("Not possible: {error}."),
        }
    }
}

fn seed() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn ask(question: &str) -> io::Result<Option<String>> {
    print!("{question} ");
    io::stdout().flush()?;
    Ok(io::stdin().lines().next().transpose()?.map(|line| line.trim().to_owned()))
}
