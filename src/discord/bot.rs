//! All of it running.

use super::app_state::AppState;
use super::commands;
use super::connect::{ConnectError, Endpoint};
use super::gateway::{Gateway, GatewayEnd};
use super::messenger::DiscordMessenger;
use super::register::register;
use super::rest::Rest;
use super::rest_error::RestError;
use crate::chat::pictures::PictureRenderer;
use crate::chat::{Messenger, OutboxDispatcher, RequestHandler};
use crate::engines::EngineWorker;
use crate::play::{GameService, MaintenanceWorker, Scheduler};
use crate::supervisor::{Supervisor, SupervisorError};
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
