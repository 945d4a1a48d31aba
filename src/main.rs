//! The subcommands; wiring only.

use clap::Parser;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tablero::ai::{Budget, EngineOptions};
use tablero::arguments::{AnalyseArguments, Arguments, Command, MatchArguments};
use tablero::bench;
use tablero::catalog;
use tablero::chat::RequestHandler;
use tablero::chat::pictures::PictureRenderer;
use tablero::config::{Config, TOKEN_VARIABLE, check_api_url};
use tablero::critic::{self, AnalyseOptions};
use tablero::discord::{App, AppError, Endpoint};
use tablero::duel::{CompetitorSpec, Limit, MatchRun, Openings, Sprt, Timeouts, report};
use tablero::easel::{self, RenderRequest};
use tablero::engines::SearchRunner;
use tablero::local::{Emulator, EmulatorOptions, draw_token};
use tablero::logging;
use tablero::play::{GameService, SystemClock};
use tablero::rules::record::FILE_MAX;
use tablero::store::SqliteStorage;
use tablero::ugi;
use tokio_util::sync::CancellationToken;

/// The store and the local channel are closed within this time.
const CLOSING: Duration = Duration::from_millis(500);

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads the output has seen enough of it, as in `tablero bench | head -1`.
        Err(error) if error.downcast_ref::<io::Error>().is_some_and(is_broken_pipe) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tablero: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    let command = arguments.command.unwrap_or(Command::Local);
    if let Command::Ugi { game, variant, claims } = command {
        let given = [("variant", variant), ("claims", claims)];
        let options = given.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect();
        let start = ugi::Start { game, options };
        return Ok(ugi::run(&start, io::BufReader::new(io::stdin()), &mut io::stdout().lock())?);
    }
    if let Command::Render(render) = &command {
        let picture = easel::render(&RenderRequest::from(render))?;
        return Ok(std::fs::write(&render.output, &picture.bytes)
            .map_err(|error| format!("{} cannot be written: {error}", render.output.display()))?);
    }
    if let Command::Match(asked) = command {
        return play_match(&asked);
    }
    if let Command::Analyse(asked) = command {
        return analyse(&asked);
    }
    if let Command::Bench = command {
        let mut told = Ok(());
        let measured = bench::run(0, &mut |row| {
            if told.is_ok() {
                told = writeln!(io::stdout(), "{row}");
            }
        });
        return Ok(told.and_then(|()| writeln!(io::stdout(), "checksum {}", measured.checksum()))?);
    }
    let mut config = Config::load(arguments.config.as_deref(), std::env::var(TOKEN_VARIABLE).ok())?;
    let runtime = runtime()?;
    let ended = match command {
        Command::CheckConfig => {
            for remark in &config.remarks {
                writeln!(io::stdout(), "{remark}")?;
            }
            let token = if config.discord.token.expose().is_empty() { "absent" } else { "present" };
            Ok(writeln!(io::stdout(), "The configuration is right. The Discord token is {token}.")?)
        }
        Command::Serve { api_url } => {
            if let Some(address) = api_url {
                check_api_url("--api-url", &address)?;
                config.discord.api_url = Some(address);
            }
            log(&config)?;
            runtime.block_on(serve(&config))
        }
        Command::Local
        | Command::Ugi { .. }
        | Command::Render(_)
        | Command::Match(_)
        | Command::Analyse(_)
        | Command::Bench => {
            log(&config)?;
            runtime.block_on(local(&config))
        }
    };
    // What has not ended by now is not waited for: a stop must not hang.
    runtime.shutdown_background();
    ended
}

/// What runs the tasks, on several threads also where there is one processor: serenity can keep one busy for a while
/// (see `discord::gateway`), and the others must go on.
fn runtime() -> Result<tokio::runtime::Runtime, io::Error> {
    const THREADS_MIN: usize = 4;
    let threads = std::thread::available_parallelism().map_or(1, usize::from).max(THREADS_MIN);
    tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()
}

fn analyse(asked: &AnalyseArguments) -> Result<(), Failure> {
    let place = asked.file.display();
    let failed = |error: io::Error| format!("{place} cannot be read: {error}");
    let mut bytes = Vec::new();
    // One byte more than there may be, so that a file that is too long is refused rather than cut.
    let most = FILE_MAX as u64 + 1;
    if asked.file.as_os_str() == "-" {
        io::stdin().lock().take(most).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        File::open(&asked.file).and_then(|file| file.take(most).read_to_end(&mut bytes)).map_err(failed)?;
    }
    let text = String::from_utf8(bytes).map_err(|_| format!("{place} is not UTF-8 text"))?;
    let cases = critic::read(&text).map_err(|error| format!("{place}: {error}"))?;
    let hash = usize::try_from(asked.hash << 20)?;
    if Vec::<u8>::new().try_reserve_exact(hash).is_err() {
        return Err(
            format!("there is not enough memory for a table of {} MB; give a smaller --hash", asked.hash).into()
        );
    }
    let care = AnalyseOptions {
        budget: Budget { time: Some(Duration::from_millis(asked.movetime)), ..Budget::default() },
        settings: EngineOptions { hash, threads: asked.threads as usize, ..EngineOptions::default() },
    };
    let is_watched = io::stderr().is_terminal();
    for (number, case) in cases.iter().enumerate() {
        let table = critic::analyse(case, care, &mut |done, all| {
            if is_watched {
                eprint!("\r{done} of {all} positions{}", if done == all { "\n" } else { "" });
            }
        });
        write!(io::stdout(), "{}{table}", if number > 0 { "\n" } else { "" })?;
    }
    Ok(())
}

fn play_match(asked: &MatchArguments) -> Result<(), Failure> {
    let contest = contest(asked)?;
    let mut records = asked.records.as_ref().map(File::create).transpose()?;
    let games = contest.games;
    let finish = contest.run(|pair, tally| {
        for fault in report::faults(pair) {
            eprintln!("{fault}");
        }
        eprintln!("{}", report::progress(tally, games, contest.sprt.as_ref()));
        match &mut records {
            Some(file) => pair.iter().try_for_each(|game| writeln!(file, "{}", game.record)),
            None => Ok(()),
        }
    })?;
    Ok(write!(io::stdout(), "{}", report::result(&contest, &finish))?)
}

fn contest(asked: &MatchArguments) -> Result<MatchRun, Failure> {
    let game = catalog::game(&asked.game).ok_or_else(|| {
        let names = catalog::GAMES.map(|game| game.name()).join(", ");
        format!("there is no game of that name; there are {names}")
    })?;
    let variant = asked.variant.iter().map(|variant| format!("variant={variant}"));
    let setup =
        variant.chain(Some(asked.setup.clone()).filter(|setup| !setup.is_empty())).collect::<Vec<_>>().join(" ");
    let openings = match &asked.openings {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
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

fn log(config: &Config) -> Result<(), Failure> {
    logging::start(&config.log.filter, config.log.format)?;
    for remark in &config.remarks {
        tracing::warn!("{remark}");
    }
    Ok(())
}

async fn serve(config: &Config) -> Result<(), Failure> {
    let token = config.discord.token.expose();
    if token.is_empty() {
        let file = config.path.display();
        return Err(format!("there is no token: set discord.token in {file}, or {TOKEN_VARIABLE}").into());
    }
    let endpoint = config.discord.api_url.clone().map_or(Endpoint::Discord, Endpoint::Other);
    let ended = bot(config, &endpoint, token, &config.store.path, stop_on_signal()?).await;
    ended.map_err(|error| match error.downcast_ref::<AppError>() {
        Some(refused) if refused.is_invalid_token() => format!(
            "{refused}: copy it again from the page of your application, into {TOKEN_VARIABLE} or as discord.token into {}",
            config.path.display()
        )
        .into(),
        _ => error,
    })
}

async fn local(config: &Config) -> Result<(), Failure> {
    let token = draw_token().map_err(|error| format!("no token can be drawn for the local channel: {error}"))?;
    let stop = stop_on_signal()?;
    let options = EmulatorOptions {
        address: config.local.address,
        state: Some(config.local.folder.join("channel")),
        token: token.clone(),
        bot_name: "Tablero".to_owned(),
        ..EmulatorOptions::default()
    };
    let channel = Emulator::start(options).await.map_err(|error| {
        format!("{error}. Perhaps another tablero is running; [local] address in config.toml chooses another port")
    })?;
    // The channel is of use even where nobody reads this.
    let _ = writeln!(io::stdout(), "Open {} in a browser to play. Ctrl-C stops.", channel.page_url());
    let endpoint = Endpoint::Other(channel.api_url());
    let ended = bot(config, &endpoint, &token, &config.local.folder.join("tablero.sqlite"), stop).await;
    // Whoever holds a connection to the channel does not hold up the stop.
    let _ = tokio::time::timeout(CLOSING, channel.shutdown()).await;
    ended
}

/// Runs the bot until it is told to stop.
async fn bot(
    config: &Config,
    endpoint: &Endpoint,
    token: &str,
    database: &Path,
    stop: CancellationToken,
) -> Result<(), Failure> {
    let store = SqliteStorage::open(database).await?;
    let desk = GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), random_seed);
    let studio = PictureRenderer::default();
    let conversation = RequestHandler::new(desk, studio.clone(), SearchRunner::new(config.engine.means()));
    let bot = App::new(endpoint, token, conversation, studio, stop).await?;
    let ended = bot.run().await;
    // What was kept is on the disk already; a connection that does not come back is not waited for.
    if tokio::time::timeout(CLOSING, store.close()).await.is_err() {
        tracing::warn!("the database was not closed cleanly; it is recovered at the next start");
    }
    Ok(ended?)
}

/// A number that nobody can foresee, for lots and deals: the standard library hashes with keys drawn by the system.
fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id())
}

/// Is cancelled by Ctrl-C and by SIGTERM.
fn stop_on_signal() -> Result<CancellationToken, Failure> {
    let stop = CancellationToken::new();
    let signalled = stop.clone();
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::spawn(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
        signalled.cancel();
    });
    Ok(stop)
}
