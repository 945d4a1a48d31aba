//! What a running bot is made of: opens the storage, builds the service, the engine and the platform, and supervises the
//! workers. The first that ends unasked ends all, with its error.

use crate::chat::views::pictures::PictureRenderer;
use crate::chat::{Messenger, OutboxDispatcher, RequestHandler};
use crate::config::{Config, TOKEN_VARIABLE};
use crate::db::SqliteStorage;
use crate::discord::app_state::AppState;
use crate::discord::commands;
use crate::discord::connect::{ConnectError, Endpoint};
use crate::discord::gateway::{Gateway, GatewayEnd};
use crate::discord::messenger::DiscordMessenger;
use crate::discord::register::register;
use crate::discord::rest::Rest;
use crate::discord::rest_error::RestError;
use crate::emulator::{Emulator, EmulatorOptions, draw_token};
use crate::engine::SearchRunner;
use crate::service::{GameService, SystemClock};
use crate::supervisor::{Supervisor, SupervisorError};
use crate::workers::{EngineWorker, MaintenanceWorker, Scheduler};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Why the bot stopped.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// There is no connection.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The connection could not be prepared.
    #[error(transparent)]
    Gateway(#[from] GatewayEnd),
    /// No request can be sent.
    #[error("no request can be sent to Discord: {0}")]
    Rest(#[from] RestError),
    /// A part of it ended unasked.
    #[error(transparent)]
    Worker(#[from] SupervisorError),
}

impl AppError {
    /// Whether Discord refused the token, at the start or on a later connection.
    pub fn is_invalid_token(&self) -> bool {
        let gateway = match self {
            AppError::Connect(error) => return matches!(error, ConnectError::Token),
            AppError::Gateway(error) => Some(error),
            AppError::Worker(SupervisorError::Failed { source, .. }) => source.downcast_ref(),
            AppError::Worker(_) | AppError::Rest(_) => None,
        };
        matches!(gateway, Some(GatewayEnd::Connect(ConnectError::Token)))
    }
}

/// The storage and the emulator are closed within this time.
const CLOSING: Duration = Duration::from_millis(500);

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A stop waits no longer for what is under way.
const GRACE: Duration = Duration::from_secs(4);

/// The bot.
pub struct App {
    gateway: Gateway,
    rest: Rest,
    courier: OutboxDispatcher,
    pool: EngineWorker,
    warden: Scheduler,
    maintenance: MaintenanceWorker,
    desk: GameService,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl App {
    /// Prepares a bot that runs until `stop`; nothing is sent yet but the question for the gateway's address.
    ///
    /// # Errors
    /// See [`BotError`].
    pub async fn new(
        endpoint: &Endpoint,
        token: &str,
        conversation: RequestHandler,
        studio: PictureRenderer,
        stop: CancellationToken,
    ) -> Result<App, AppError> {
        let desk = conversation.service().clone();
        let pool = EngineWorker::new(desk.clone(), conversation.search_runner());
        let warden = Scheduler::new(desk.clone());
        let maintenance = MaintenanceWorker::new(desk.clone());
        let tasks = TaskTracker::new();
        let rest = Rest::new(endpoint, token)?;
        let reception = AppState { conversation, rest: rest.clone(), tasks: tasks.clone() };
        let gateway = Gateway::new(endpoint, token, reception).await?;
        let messenger: Arc<dyn Messenger> = Arc::new(DiscordMessenger::new(rest.clone()));
        Ok(App {
            gateway,
            rest,
            courier: OutboxDispatcher::new(desk.clone(), studio, messenger),
            pool,
            warden,
            maintenance,
            desk,
            tasks,
            stop,
        })
    }

    /// Runs until it is told to stop; what is under way then is finished, within a few seconds.
    ///
    /// # Errors
    /// When the connection ends for good, for example because the token is not valid, or when a worker ends unasked.
    pub async fn run(self) -> Result<(), AppError> {
        let App { gateway, rest, courier, pool, warden, maintenance, desk, tasks, stop } = self;
        // Nobody is late because we were not there: that is settled before anybody is answered.
        if let Err(error) = desk.heartbeat().await {
            tracing::error!(%error, "the store failed");
        }
        let mut workers = Supervisor::default();
        let halt = workers.halt();
        workers.spawn("delivery of posts", {
            let halt = halt.clone();
            async move {
                courier.run(halt).await;
                Ok(())
            }
        });
        workers.spawn("engine", {
            let halt = halt.clone();
            async move {
                pool.run(halt).await;
                Ok(())
            }
        });
        workers.spawn("scheduler of deadlines", {
            let halt = halt.clone();
            async move {
                warden.run(halt).await;
                Ok(())
            }
        });
        workers.spawn("upkeep of the database", {
            let halt = halt.clone();
            async move {
                maintenance.run(halt).await;
                Ok(())
            }
        });
        workers.spawn("answering of requests", {
            let halt = halt.clone();
            async move {
                halt.cancelled().await;
                tasks.close();
                tasks.wait().await;
                Ok(())
            }
        });
        workers.spawn_once("registration of commands", {
            let halt = halt.clone();
            let registering = register(rest, poise::builtins::create_application_commands(&commands::all()));
            async move {
                halt.run_until_cancelled(registering).await;
                Ok(())
            }
        });
        workers.spawn("connection to Discord", async move { Ok(gateway.run(halt).await?) });
        Ok(workers.run(&stop, GRACE).await?)
    }
}

/// Runs the bot on Discord, or on the server that the configuration names, until it is told to stop.
///
/// # Errors
/// What keeps it from running, as a sentence for the host.
pub async fn serve(config: &Config) -> Result<(), Failure> {
    let token = config.discord.token.expose();
    if token.is_empty() {
        let file = config.path.display();
        return Err(format!("there is no token: set discord.token in {file}, or {TOKEN_VARIABLE}").into());
    }
    let endpoint = config.discord.api_url.clone().map_or(Endpoint::Discord, Endpoint::Other);
    let ended = run(config, &endpoint, token, &config.store.path, stop_on_signal()?).await;
    ended.map_err(|error| match error.downcast_ref::<AppError>() {
        Some(refused) if refused.is_invalid_token() => format!(
            "{refused}: copy it again from the page of your application, into {TOKEN_VARIABLE} or as discord.token into {}",
            config.path.display()
        )
        .into(),
        _ => error,
    })
}

/// Runs the bot with the Discord emulator on this machine, until it is told to stop.
///
/// # Errors
/// What keeps it from running, as a sentence for the host.
pub async fn local(config: &Config) -> Result<(), Failure> {
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
    let ended = run(config, &endpoint, &token, &config.local.folder.join("tablero.sqlite"), stop).await;
    // Whoever holds a connection to the channel does not hold up the stop.
    let _ = tokio::time::timeout(CLOSING, channel.shutdown()).await;
    ended
}

/// Runs the bot until it is told to stop.
async fn run(
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
    let app = App::new(endpoint, token, conversation, studio, stop).await?;
    let ended = app.run().await;
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
