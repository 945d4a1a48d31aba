//! The subcommands; wiring only.

use clap::Parser;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use tablero::arguments::{Arguments, Command};
use tablero::chat::Conversation;
use tablero::chat::pictures::Studio;
use tablero::config::{Config, LogFormat, TOKEN_VARIABLE};
use tablero::discord::{Bot, Endpoint};
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
        Command::Local | Command::Ugi { .. } | Command::Render(_) => {
            log(&config)?;
            runtime.block_on(local(&config))
        }
    }
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
