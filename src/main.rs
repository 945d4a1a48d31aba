//! The subcommands; wiring only.

use clap::Parser;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tablero::arguments::{Arguments, Command, Match};
use tablero::catalog;
use tablero::chat::Conversation;
use tablero::chat::pictures::Studio;
use tablero::config::{Config, LogFormat, TOKEN_VARIABLE};
use tablero::discord::{Bot, Endpoint};
use tablero::duel::{Contest, Limit, Openings, Patience, Spec, Sprt, table};
use tablero::easel::{self, Commission};
use tablero::engines::Thinker;
use tablero::local::{Local, LocalOptions};
use tablero::play::{Desk, SystemClock};
use tablero::store::Store;
use tablero::ugi;
use tokio_util::sync::CancellationToken;

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tablero: {error}");
            ExitCode::FAILURE
        }
    }
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
        let picture = easel::paint(&Commission::from(render))?;
        return Ok(std::fs::write(&render.output, &picture.bytes)
            .map_err(|error| format!("{} cannot be written: {error}", render.output.display()))?);
    }
    if let Command::Match(asked) = command {
        return play_match(&asked);
    }
    let mut config = Config::load(arguments.config.as_deref(), std::env::var(TOKEN_VARIABLE).ok())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match command {
        Command::CheckConfig => {
            tracing_subscriber::EnvFilter::try_new(&config.log.filter)?;
            let token = if config.discord.token.expose().is_empty() { "absent" } else { "present" };
            println!("The configuration is right. The Discord token is {token}.");
            Ok(())
        }
        Command::Serve { api_url } => {
            config.discord.api_url = api_url.or(config.discord.api_url);
            log(&config)?;
            runtime.block_on(serve(&config))
        }
        Command::Local | Command::Ugi { .. } | Command::Render(_) | Command::Match(_) => {
            log(&config)?;
            runtime.block_on(local(&config))
        }
    }
}

fn play_match(asked: &Match) -> Result<(), Failure> {
    let contest = contest(asked)?;
    let mut records = asked.records.as_ref().map(File::create).transpose()?;
    let games = contest.games;
    let finish = contest.run(|pair, tally| {
        for fault in table::faults(pair) {
            eprintln!("{fault}");
        }
        eprintln!("{}", table::progress(tally, games, contest.sprt.as_ref()));
        match &mut records {
            Some(file) => pair.iter().try_for_each(|game| writeln!(file, "{}", game.record)),
            None => Ok(()),
        }
    })?;
    print!("{}", table::result(&contest, &finish));
    Ok(())
}

fn contest(asked: &Match) -> Result<Contest, Failure> {
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
    Ok(Contest {
        game,
        setup,
        players: [Spec::read(&asked.first)?, Spec::read(&asked.second)?],
        limit,
        patience: Patience {
            thinking: Duration::from_secs(asked.patience),
            margin: Duration::from_millis(asked.margin),
            ..Patience::default()
        },
        games: games.next_multiple_of(2) as usize,
        openings,
        seed: asked.seed,
        sprt: sprt.transpose()?,
        jobs: asked.jobs,
    })
}

fn log(config: &Config) -> Result<(), Failure> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log.filter)?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    match config.log.format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
    Ok(())
}

async fn serve(config: &Config) -> Result<(), Failure> {
    let token = config.discord.token.expose();
    if token.is_empty() {
        return Err(format!("there is no token: set discord.token in config.toml, or {TOKEN_VARIABLE}").into());
    }
    let endpoint = config.discord.api_url.clone().map_or(Endpoint::Discord, Endpoint::Other);
    bot(config, &endpoint, token, &config.store.path, stop_on_signal()?).await
}

async fn local(config: &Config) -> Result<(), Failure> {
    const TOKEN: &str = "local-token";
    let stop = stop_on_signal()?;
    let options = LocalOptions {
        address: config.local.address,
        state: Some(config.local.folder.join("channel")),
        token: TOKEN.to_owned(),
        bot_name: "Tablero".to_owned(),
        ..LocalOptions::default()
    };
    let channel = Local::start(options).await.map_err(|error| {
        format!("{error}. Perhaps another tablero is running; [local] address in config.toml chooses another port")
    })?;
    println!("Open {} in a browser to play. Ctrl-C stops.", channel.page_url());
    let endpoint = Endpoint::Other(channel.api_url());
    let ended = bot(config, &endpoint, TOKEN, &config.local.folder.join("tablero.sqlite"), stop).await;
    channel.shutdown().await;
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
    let store = Store::open(database).await?;
    let desk = Desk::new(Arc::new(store.clone()), Arc::new(SystemClock), lot);
    let studio = Studio::default();
    let conversation = Conversation::new(desk, studio.clone(), Thinker::new(config.engine.means()));
    let bot = Bot::new(endpoint, token, conversation, studio, stop).await?;
    let ended = bot.run().await;
    store.close().await;
    Ok(ended?)
}

/// A number that nobody can foresee, for lots and deals: the standard library hashes with keys drawn by the system.
fn lot() -> u64 {
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
