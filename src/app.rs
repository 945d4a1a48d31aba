//! Assembles and runs the bot: opens the storage, builds the game service, the engine and the platform, and supervises
//! the workers. The first worker that ends unexpectedly ends all, with its error.

use crate::catalog::Catalog;
use crate::chat::commands::CommandSpec;
use crate::chat::views::pictures::PictureRenderer;
use crate::chat::{ChatDelivery, RequestHandler};
use crate::config::{Config, TOKEN_VARIABLE};
use crate::db::{self, StorageOptions};
use crate::discord::app_state::AppState;
use crate::discord::connect::{ConnectError, Endpoint};
use crate::discord::gateway::{Gateway, GatewayEnd};
use crate::discord::platform::DiscordPlatform;
use crate::discord::register::register;
use crate::discord::rest::Rest;
use crate::discord::rest_error::RestError;
use crate::emulator::{Emulator, EmulatorOptions, draw_token};
use crate::engine::SearchRunner;
use crate::service::{GameService, SystemClock};
use crate::supervisor::{Supervisor, SupervisorError};
use crate::workers::{EngineWorker, MaintenanceWorker, OutboxDispatcher, Scheduler};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Why the bot stopped.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// No connection could be made.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The connection could not be prepared.
    #[error(transparent)]
    Gateway(#[from] GatewayEnd),
    /// No request can be sent.
    #[error("the bot cannot send requests to Discord: {0}")]
    Rest(#[from] RestError),
    /// A worker ended unexpectedly.
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

/// The timeout for closing the storage, and for closing the emulator.
const CLOSING: Duration = Duration::from_millis(500);

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How long shutdown waits for work in progress.
const GRACE: Duration = Duration::from_secs(4);

/// The bot.
pub struct App {
    gateway: Gateway,
    rest: Rest,
    commands: Arc<[CommandSpec]>,
    dispatcher: OutboxDispatcher,
    engine_worker: EngineWorker,
    scheduler: Scheduler,
    maintenance: MaintenanceWorker,
    service: GameService,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl App {
    /// Prepares a bot that runs until `stop` is cancelled. Sends nothing yet except the request for the gateway's
    /// address.
    ///
    /// # Errors
    /// See [`AppError`].
    pub async fn new(
        endpoint: &Endpoint,
        token: &str,
        request_handler: RequestHandler,
        pictures: PictureRenderer,
        stop: CancellationToken,
    ) -> Result<App, AppError> {
        let service = request_handler.service().clone();
        let engine_worker = EngineWorker::new(service.clone(), request_handler.search_runner());
        let scheduler = Scheduler::new(service.clone());
        let maintenance = MaintenanceWorker::new(service.clone());
        let commands = Arc::clone(request_handler.commands());
        let tasks = TaskTracker::new();
        let rest = Rest::new(endpoint, token)?;
        let app_state = AppState { request_handler, rest: rest.clone(), tasks: tasks.clone() };
        let gateway = Gateway::new(endpoint, token, app_state).await?;
        let platform = Arc::new(DiscordPlatform::new(rest.clone(), service.clone()));
        let delivery = ChatDelivery::new(service.clone(), pictures, platform);
        Ok(App {
            gateway,
            rest,
            commands,
            dispatcher: OutboxDispatcher::new(service.clone(), Arc::new(delivery)),
            engine_worker,
            scheduler,
            maintenance,
            service,
            tasks,
            stop,
        })
    }

    /// Runs until `stop` is cancelled, then finishes work in progress within a few seconds.
    ///
    /// # Errors
    /// If the connection ends for good, for example because the token is not valid, or if a worker ends unexpectedly.
    pub async fn run(self) -> Result<(), AppError> {
        let App { gateway, rest, commands, dispatcher, engine_worker, scheduler, maintenance, service, tasks, stop } =
            self;
        // Accounts for an outage before any request is answered, so that no player is late because of it.
        if let Err(error) = service.heartbeat().await {
            tracing::error!(%error, "storage failed");
        }
        let mut workers = Supervisor::default();
        let shutdown = workers.shutdown();
        workers.spawn("outbox dispatcher", {
            let shutdown = shutdown.clone();
            async move {
                dispatcher.run(shutdown).await;
                Ok(())
            }
        });
        workers.spawn("engine worker", {
            let shutdown = shutdown.clone();
            async move {
                engine_worker.run(shutdown).await;
                Ok(())
            }
        });
        workers.spawn("deadline scheduler", {
            let shutdown = shutdown.clone();
            async move {
                scheduler.run(shutdown).await;
                Ok(())
            }
        });
        workers.spawn("database maintenance", {
            let shutdown = shutdown.clone();
            async move {
                maintenance.run(shutdown).await;
                Ok(())
            }
        });
        workers.spawn("handling of requests", {
            let shutdown = shutdown.clone();
            async move {
                shutdown.cancelled().await;
                tasks.close();
                tasks.wait().await;
                Ok(())
            }
        });
        workers.spawn_once("registration of commands", {
            let shutdown = shutdown.clone();
            let registering = register(rest, commands);
            async move {
                shutdown.run_until_cancelled(registering).await;
                Ok(())
            }
        });
        workers.spawn("connection to Discord", async move { Ok(gateway.run(shutdown).await?) });
        Ok(workers.run(&stop, GRACE).await?)
    }
}

/// Runs the bot on Discord, or on the server that the configuration names, until a stop signal.
///
/// # Errors
/// Why it cannot run, as a sentence for the operator.
pub async fn serve(catalog: &Catalog, config: &Config) -> Result<(), Failure> {
    let token = config.discord.token.expose();
    if token.is_empty() {
        let file = config.path.display();
        return Err(format!(
            "the bot's token is missing: set discord.token in {file}, or the environment variable {TOKEN_VARIABLE}"
        )
        .into());
    }
    let endpoint = config.discord.api_url.clone().map_or(Endpoint::Discord, Endpoint::Other);
    let ended = run(catalog, config, &endpoint, token, &config.store.path, stop_on_signal()?).await;
    ended.map_err(|error| match error.downcast_ref::<AppError>() {
        Some(refused) if refused.is_invalid_token() => format!(
            "{refused}: copy it again from your application's page in Discord's developer portal, into \
             {TOKEN_VARIABLE} or as discord.token into {}",
            config.path.display()
        )
        .into(),
        _ => error,
    })
}

/// Runs the bot with the Discord emulator on this machine, until a stop signal.
///
/// # Errors
/// Why it cannot run, as a sentence for the operator.
pub async fn local(catalog: &Catalog, config: &Config) -> Result<(), Failure> {
    let token = draw_token().map_err(|error| format!("the token of the local channel cannot be generated: {error}"))?;
    let stop = stop_on_signal()?;
    let options = EmulatorOptions {
        address: config.local.address,
        state: Some(config.local.folder.join("channel")),
        token: token.clone(),
        bot_name: "Tablero".to_owned(),
        ..EmulatorOptions::default()
    };
    let channel = Emulator::start(options).await.map_err(|error| {
        format!("{error}. If another tablero is running, stop it, or set another port in config.toml: [local] address")
    })?;
    // The emulator is useful even if standard output cannot be written.
    let _ = writeln!(io::stdout(), "Open {} in a browser to play. Ctrl-C stops.", channel.page_url());
    let endpoint = Endpoint::Other(channel.api_url());
    let ended = run(catalog, config, &endpoint, &token, &config.local.folder.join("tablero.sqlite"), stop).await;
    // Open connections to the emulator do not delay the shutdown.
    let _ = tokio::time::timeout(CLOSING, channel.shutdown()).await;
    ended
}

/// Runs the bot until `stop` is cancelled.
async fn run(
    catalog: &Catalog,
    config: &Config,
    endpoint: &Endpoint,
    token: &str,
    database: &Path,
    stop: CancellationToken,
) -> Result<(), Failure> {
    let options = StorageOptions { catalog: catalog.clone(), ..StorageOptions::default() };
    let storage = db::open(database, options).await?;
    let service = GameService::new(Arc::clone(&storage), Arc::new(SystemClock), random_seed);
    let pictures = PictureRenderer::default();
    let request_handler = RequestHandler::new(service, pictures.clone(), SearchRunner::new(config.engine.resources()));
    let app = App::new(endpoint, token, request_handler, pictures, stop).await?;
    let ended = app.run().await;
    // All stored data is on disk already, so closing does not wait for a connection that is not returned.
    if tokio::time::timeout(CLOSING, storage.close()).await.is_err() {
        tracing::warn!("the database was not closed cleanly; it will be recovered at the next start");
    }
    Ok(ended?)
}

/// An unpredictable seed for random draws and deals.
fn random_seed() -> u64 {
    getrandom::u64().expect("the system has already supplied random bytes, for the keys of hash maps")
}

/// A token that is cancelled by Ctrl-C and by SIGTERM.
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
