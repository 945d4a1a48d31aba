//! What a running bot is made of. The first worker that ends unexpectedly ends all, with its error.

use crate::chat::views::pictures::PictureRenderer;
use crate::chat::{ChatDelivery, Platform, RequestHandler};
use crate::discord::app_state::AppState;
use crate::discord::connect::{ConnectError, Endpoint};
use crate::discord::gateway::{Gateway, GatewayEnd, Shard};
use crate::discord::interactions_endpoint;
use crate::discord::platform::DiscordPlatform;
use crate::discord::register::register;
use crate::discord::rest::Rest;
use crate::discord::rest_error::RestError;
use crate::discord::venues::Venues;
use crate::health::{ConnectionStatus, Health, MonitoringServer};
use crate::matrix::front_end::{Duties, MatrixFrontEnd};
use crate::matrix::invitations::Invitations;
use crate::matrix::login::{Account, LoginError};
use crate::matrix::places::MATRIX;
use crate::roles::{Role, Roles, ShardRange};
use crate::service::{PlatformId, WorkQueue};
use crate::supervisor::{Supervisor, SupervisorError};
use crate::workers::{EngineWorker, MaintenanceWorker, OutboxDispatcher, Scheduler, WakeUpRelay};
use axum::Router;
use http_server::Listener;
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
    /// Discord's HTTP requests cannot be verified.
    #[error("Discord states no public key of the application, so its requests cannot be verified: remove http.address")]
    NoPublicKey,
    /// No request can be sent.
    #[error("the bot cannot send requests to Discord: {0}")]
    Rest(#[from] RestError),
    /// The bot is not logged in to Matrix.
    #[error(transparent)]
    Matrix(#[from] LoginError),
    /// A worker ended unexpectedly.
    #[error(transparent)]
    Worker(#[from] SupervisorError),
}

impl AppError {
    /// Whether Discord refused the token, at the start or on a later connection.
    pub fn is_invalid_token(&self) -> bool {
        match self {
            AppError::Connect(error) => matches!(error, ConnectError::Token),
            AppError::Worker(SupervisorError::Failed { source, .. }) => {
                matches!(source.downcast_ref(), Some(GatewayEnd::Connect(ConnectError::Token)))
            }
            AppError::Worker(_) | AppError::NoPublicKey | AppError::Rest(_) | AppError::Matrix(_) => false,
        }
    }
}

/// How long shutdown waits for work in progress.
const GRACE: Duration = Duration::from_secs(4);

/// How long an HTTP client may take to send the head of a request, and again to send its body. An idle connection ends
/// after this time too, so it is longer than the minute for which proxies keep them.
pub(super) const HTTP_REQUEST_TIMEOUT: Duration = Duration::from_secs(75);

/// The bot.
pub struct App {
    request_handler: RequestHandler,
    pictures: PictureRenderer,
    /// Registers the commands at Discord.
    command_registrar: Option<Rest>,
    gateways: Vec<Gateway>,
    listener: Option<Listener>,
    /// What the HTTP server serves.
    routes: Router,
    /// What load balancers and monitoring ask.
    monitoring: Option<MonitoringServer>,
    /// The platforms to which this process delivers posts.
    delivers_to: Vec<PlatformId>,
    matrix: Option<MatrixFrontEnd>,
    dispatchers: Vec<OutboxDispatcher>,
    roles: Roles,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl App {
    /// Prepares a bot that runs on Discord until `stop` is cancelled. Sends nothing yet except the requests for the
    /// application and for the gateway's address.
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
        let mut app = App::without_platform(request_handler, pictures, Roles::default(), stop);
        app.add_discord(endpoint, token).await?;
        Ok(app)
    }

    /// Prepares a bot without any platform.
    pub fn without_platform(
        request_handler: RequestHandler,
        pictures: PictureRenderer,
        roles: Roles,
        stop: CancellationToken,
    ) -> App {
        App {
            request_handler,
            pictures,
            command_registrar: None,
            gateways: Vec::new(),
            listener: None,
            routes: Router::new(),
            monitoring: None,
            delivers_to: Vec::new(),
            matrix: None,
            dispatchers: Vec::new(),
            roles,
            tasks: TaskTracker::new(),
            stop,
        }
    }

    /// Serves HTTP at this address, for the platforms that are added afterwards.
    pub fn listen(&mut self, listener: Listener) {
        self.listener = Some(listener);
    }

    /// Answers load balancers and monitoring by this server.
    pub fn monitor(&mut self, server: MonitoringServer) {
        self.monitoring = Some(server);
    }

    /// Adds Discord. Sends nothing yet except the requests for the application and for the gateway's address.
    ///
    /// # Errors
    /// See [`AppError`].
    pub async fn add_discord(&mut self, endpoint: &Endpoint, token: &str) -> Result<(), AppError> {
        if ![Role::Gateway, Role::Http, Role::Outbox].into_iter().any(|role| self.roles.has(role)) {
            return Ok(());
        }
        let application = endpoint.application(token).await?;
        match &application.interactions_endpoint {
            Some(url) if self.listener.is_none() && !self.roles.are_explicit() => tracing::warn!(
                url,
                "Discord sends this bot's interactions to this URL, but http.address is not set: set it, or remove the \
                 Interactions Endpoint URL in Discord's developer portal"
            ),
            None if self.listener.is_some() => tracing::warn!(
                "http.address is set, but the application has no Interactions Endpoint URL in Discord's developer \
                 portal, so Discord sends interactions through the gateway"
            ),
            _ => {}
        }
        let rest = Rest::new(endpoint, token, application.id)?;
        let platform = DiscordPlatform::new(rest.clone(), self.request_handler.service().clone());
        self.add_dispatcher(Arc::new(platform));
        let request_handler = self.request_handler.clone();
        let (venues, tasks) = (Venues::default(), self.tasks.clone());
        let app_state = AppState { request_handler, rest: rest.clone(), venues, tasks };
        if self.listener.is_some() {
            let public_key = application.public_key.ok_or(AppError::NoPublicKey)?;
            let routes = interactions_endpoint::routes(app_state.clone(), public_key);
            self.routes = std::mem::take(&mut self.routes).merge(routes);
            self.command_registrar = Some(rest.clone());
        }
        if self.roles.has(Role::Gateway) {
            let recommended = endpoint.gateway(token).await?.shards;
            let ShardRange { shards, total } = self.roles.shards().cloned().unwrap_or(ShardRange::all(recommended));
            let gateway = |shard| Gateway::new(endpoint, token, app_state.clone(), Shard { number: shard, total });
            self.gateways.extend(shards.map(gateway));
            self.command_registrar = Some(rest);
        }
        Ok(())
    }

    /// Adds Matrix: logs in, or tries again later if the homeserver cannot be used now. `inviters` are the users and
    /// homeservers that may invite the bot; if there are none, anyone may.
    ///
    /// # Errors
    /// If the homeserver refuses the account.
    pub async fn add_matrix(&mut self, account: Account, inviters: &[String]) -> Result<(), AppError> {
        let receives = self.roles.has(Role::Gateway) && self.roles.has_first_shard();
        let duties = Duties { receives, delivers: self.roles.has(Role::Outbox) };
        if !duties.receives && !duties.delivers {
            return Ok(());
        }
        let (request_handler, pictures) = (self.request_handler.clone(), self.pictures.clone());
        let invitations = Invitations::new(inviters);
        let front_end = MatrixFrontEnd::connect(account, invitations, duties, request_handler, pictures).await?;
        if duties.delivers {
            self.delivers_to.push(MATRIX);
        }
        self.matrix = Some(front_end);
        Ok(())
    }

    /// Adds a dispatcher for a platform, if this process delivers posts.
    fn add_dispatcher(&mut self, platform: Arc<dyn Platform>) {
        if !self.roles.has(Role::Outbox) {
            return;
        }
        let service = self.request_handler.service().clone();
        self.delivers_to.push(platform.id());
        let delivery = ChatDelivery::new(service.clone(), self.pictures.clone(), platform);
        self.dispatchers.push(OutboxDispatcher::new(service, Arc::new(delivery)));
    }

    /// What the health of this process depends on: its connections, and the queues for which it has workers.
    fn health(&self) -> Health {
        let mut connections: Vec<(String, ConnectionStatus)> = Vec::new();
        for gateway in &self.gateways {
            connections.push((format!("Discord, shard {}", gateway.shard().number), gateway.status()));
        }
        let matrix = self.matrix.iter().filter(|matrix| matrix.duties().receives);
        connections.extend(matrix.map(|matrix| ("Matrix".to_owned(), matrix.status())));
        let mut queues: Vec<WorkQueue> = self.delivers_to.iter().copied().map(WorkQueue::Posts).collect();
        queues.extend(self.roles.has(Role::Engine).then_some(WorkQueue::EngineTurns));
        queues.extend(self.roles.has(Role::Scheduler).then_some(WorkQueue::Checks));
        Health::new(self.request_handler.service().clone(), connections, queues)
    }

    /// Runs until `stop` is cancelled, then finishes work in progress within a few seconds.
    ///
    /// # Errors
    /// If the connection ends for good, for example because the token is not valid, or if a worker ends unexpectedly.
    pub async fn run(self) -> Result<(), AppError> {
        let health = self.health();
        let App {
            request_handler,
            command_registrar,
            gateways,
            listener,
            routes,
            monitoring,
            matrix,
            dispatchers,
            roles,
            tasks,
            stop,
            ..
        } = self;
        let service = request_handler.service().clone();
        let engine_worker = EngineWorker::new(service.clone(), request_handler.search_runner());
        let scheduler = Scheduler::new(service.clone());
        let maintenance = MaintenanceWorker::new(service.clone());
        // Accounts for an outage before any request is answered, so that no player is late because of it.
        if let Err(error) = service.heartbeat().await {
            tracing::error!(%error, "storage failed");
        }
        let mut workers = Supervisor::default();
        let shutdown = workers.shutdown();
        for dispatcher in dispatchers {
            let shutdown = shutdown.clone();
            workers.spawn("outbox dispatcher", async move {
                dispatcher.run(shutdown).await;
                Ok(())
            });
        }
        if roles.has(Role::Engine) {
            let shutdown = shutdown.clone();
            workers.spawn("engine worker", async move {
                engine_worker.run(shutdown).await;
                Ok(())
            });
        }
        if roles.has(Role::Scheduler) {
            let stopped = shutdown.clone();
            workers.spawn("deadline scheduler", async move {
                scheduler.run(stopped).await;
                Ok(())
            });
            let stopped = shutdown.clone();
            workers.spawn("database maintenance", async move {
                maintenance.run(stopped).await;
                Ok(())
            });
        }
        workers.spawn("relay between processes", {
            let (relay, shutdown) = (WakeUpRelay::new(service.clone()), shutdown.clone());
            async move {
                relay.run(shutdown).await;
                Ok(())
            }
        });
        // Cancelled once no more HTTP requests arrive.
        let received = CancellationToken::new();
        workers.spawn("handling of requests", {
            let (shutdown, received) = (shutdown.clone(), received.clone());
            async move {
                shutdown.cancelled().await;
                received.cancelled().await;
                tasks.close();
                tasks.wait().await;
                Ok(())
            }
        });
        if let Some(rest) = command_registrar {
            let registering = register(rest, Arc::clone(request_handler.commands()));
            let stopped = shutdown.clone();
            workers.spawn_once("registration of commands", async move {
                stopped.run_until_cancelled(registering).await;
                Ok(())
            });
        }
        for gateway in gateways {
            let shutdown = shutdown.clone();
            workers.spawn("connection to Discord", async move { Ok(gateway.run(shutdown).await?) });
        }
        if let Some(listener) = listener {
            let shutdown = shutdown.clone();
            workers.spawn("HTTP server", async move {
                http_server::serve(listener, routes, HTTP_REQUEST_TIMEOUT, shutdown).await;
                received.cancel();
                Ok(())
            });
        } else {
            received.cancel();
        }
        if let Some(server) = monitoring {
            let shutdown = shutdown.clone();
            workers.spawn("monitoring server", async move {
                server.run(health, shutdown).await;
                Ok(())
            });
        }
        if let Some(matrix) = matrix {
            workers.spawn("connection to Matrix", async move {
                matrix.run(shutdown).await;
                Ok(())
            });
        }
        Ok(workers.run(&stop, GRACE).await?)
    }
}
