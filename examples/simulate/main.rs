//! Simulates a year of correspondence play on a simulated clock, with the real game service, database, scheduler and
//! outbox dispatcher:
//!
//! `cargo run --release --example simulate -- --players 1000 --games 10000 --seed 1 [--kill TIMES]`
//!
//! People with varied schedules challenge each other, move, sleep, go on vacation, forget their games and come back;
//! the program is down now and then. At the end the invariants of `laws.rs` are checked against the database and all
//! delivered messages. The counts are printed as one line of JSON; the exit code is 1 if an invariant is violated.
//!
//! With `--kill`, the year runs in a child process that is killed (SIGKILL) the given number of times at random moments
//! and restarted on the same files. Everything needed to continue is in the database: who wakes when follows from the
//! seed, and the current time from the last heartbeat.

mod chat;
mod checks;
mod clocks;
mod laws;
mod people;
mod records;
mod year;

use clap::Parser;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use tablero::rules::SeededRng;

/// The parameters of the simulation.
#[derive(Clone, Debug, Parser)]
pub struct Arguments {
    /// The number of people.
    #[arg(long, default_value_t = 1000)]
    players: u64,
    /// The number of games to start.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// The random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Kill the process this many times (300 if no number is given) during the year.
    #[arg(long, num_args = 0..=1, default_missing_value = "300")]
    kill: Option<u32>,
    /// The folder for the database and the delivered messages; a temporary one by default. It must be empty.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Continues the year in this folder until it is over (the child process of --kill).
    #[arg(long, hide = true)]
    child: bool,
}

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(std::env::var("RUST_LOG").unwrap_or_else(|_| "error".to_owned()))
        .with_writer(std::io::stderr)
        .init();
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("the simulation was aborted: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the simulation and returns whether all invariants hold.
fn run(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let started = Instant::now();
    let temporary = tempfile::TempDir::new()?;
    let folder = arguments.folder.clone().unwrap_or_else(|| temporary.path().to_owned());
    std::fs::create_dir_all(&folder)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if arguments.child {
        runtime.block_on(year::simulate(arguments, &folder))?;
        return Ok(true);
    }
    if folder.join(year::DATABASE).exists() {
        return Err(format!("{} has a year already", folder.display()).into());
    }
    let kills = match arguments.kill {
        Some(times) => simulate_with_kills(arguments, &folder, times)?,
        None => {
            runtime.block_on(year::simulate(arguments, &folder))?;
            0
        }
    };
    let report = runtime.block_on(laws::check(arguments, &folder, kills, started))?;
    println!("{}", report.json);
    for violations in &report.violations {
        eprintln!("broken: {violations}");
    }
    Ok(report.violations.is_empty())
}

/// Runs the year in child processes, all but the last of which are killed. Returns the number of kills.
fn simulate_with_kills(arguments: &Arguments, folder: &Path, times: u32) -> Result<u32, Box<dyn Error>> {
    let mut chance = SeededRng::new(arguments.seed ^ 0x6b69_6c6c);
    let mut kills = 0;
    loop {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["--child", "--seed", &arguments.seed.to_string()])
            .args(["--players", &arguments.players.to_string(), "--games", &arguments.games.to_string(), "--folder"])
            .arg(folder)
            .spawn()?;
        if kills == times {
            let ended = child.wait()?;
            return if ended.success() { Ok(kills) } else { Err("the last process failed".into()) };
        }
        // Some die while they start, some in the middle of a transaction or of a delivery.
        let schedule = Duration::from_millis(20 + chance.below(600));
        std::thread::sleep(schedule);
        match child.try_wait()? {
            Some(ended) if ended.success() => return Ok(kills),
            Some(_) => return Err("a process failed before it was killed".into()),
            None => {
                child.kill()?;
                child.wait()?;
                kills += 1;
            }
        }
    }
}
