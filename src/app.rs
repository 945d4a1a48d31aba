//! Assembles and runs the bot: opens the storage, builds the game service, the engine and the platform, and supervises
//! the workers. The first worker that ends unexpectedly ends all, with its error.

use crate::catalog::Catalog;
use crate::chat::views::pictures::PictureRenderer;
use crate::chat::{ChatDelivery, Conversation, Platform, RequestHandler};
use crate::config::{Config, DatabaseLocation, MATRIX_TOKEN_VARIABLE, Matrix, TOKEN_VARIABLE};
use crate::db::{self, DatabaseAddress, ServerAddress, StorageOptions};
use crate::discord::app_state::AppState;
use crate::discord::connect::{ConnectError, Endpoint};
use crate::discord::gateway::{Gateway, GatewayEnd, Shard};
use crate::discord::interactions_endpoint;
use crate::discord::platform::DiscordPlatform;
use crate::discord::register::register;
use crate::discord::rest::Rest;
use crate::discord::rest_error::RestError;
use crate::emulator::{Emulator, EmulatorOptions, draw_token};
use crate::engine::SearchRunner;
use crate::health::{self, ConnectionStatus, Health};
use crate::http::{self, ListenError, Listener};
use crate::matrix::events::EventHandler;
use crate::matrix::invitations::Invitations;
use crate::matrix::login::{Account, LoginError, log_in, verify};
use crate::matrix::platform::MatrixPlatform;
use crate::matrix::rooms::Rooms;
use crate::matrix::sync::SyncLoop;
use crate::metrics::{Exporter, ExporterError};
use crate::roles::{Role, Roles, ShardRange};
use crate::service::{GameService, PlatformId, SystemClock, WorkQueue};
use crate::supervisor::{Supervisor, SupervisorError};
use crate::workers::{EngineWorker, MaintenanceWorker, OutboxDispatcher, Scheduler, WakeUpRelay};
use axum::Router;
use std::io::{self, Write};
use std::net::SocketAddr;
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

/// The timeout for closing the storage, and for closing the emulator.
const CLOSING: Duration = Duration::from_millis(500);

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How long shutdown waits for work in progress.
const GRACE: Duration = Duration::from_secs(4);

/// How long an HTTP client may take to send the head of a request, and again to send its body. An idle connection ends
/// after this time too, so it is longer than the minute for which proxies keep them.
const HTTP_REQUEST_TIMEOUT: Duration = Duration::from_secs(75);

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
    /// Where load balancers and monitoring ask for the health of the process.
    monitoring: Option<(Listener, Exporter)>,
    /// The platforms to which this process delivers posts.
    delivers_to: Vec<PlatformId>,
    matrix: Option<SyncLoop>,
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

    /// Answers load balancers and monitoring at this address (see [`health::routes`]).
    ///
    /// # Errors
    /// If the metrics cannot be collected.
    pub fn monitor(&mut self, listener: Listener) -> Result<(), ExporterError> {
        self.monitoring = Some((listener, Exporter::install()?));
        Ok(())
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
        let app_state = AppState { request_handler, rest: rest.clone(), tasks: self.tasks.clone() };
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

    /// Adds Matrix: logs in, and asks for the upload limit. `inviters` are the users and homeservers that may invite the
    /// bot; if there are none, anyone may.
    ///
    /// # Errors
    /// See [`AppError`].
    pub async fn add_matrix(&mut self, account: &Account<'_>, inviters: &[String]) -> Result<(), AppError> {
        if ![Role::Gateway, Role::Outbox].into_iter().any(|role| self.roles.has(role)) {
            return Ok(());
        }
        let (client, whoami) = log_in(self.request_handler.service().storage(), account).await?;
        let rooms = Rooms::new(client.clone(), &whoami.user_id);
        let service = self.request_handler.service().clone();
        let upload_max = client.upload_max().await.map_err(LoginError::from)?;
        let platform = MatrixPlatform::new(client.clone(), rooms.clone(), service.clone(), upload_max);
        let platform = Arc::new(platform);
        self.add_dispatcher(Arc::clone(&platform) as Arc<dyn Platform>);
        if !self.roles.has(Role::Gateway) || !self.roles.has_first_shard() {
            return Ok(());
        }
        let conversation = Conversation::new(self.request_handler.clone(), Arc::clone(&platform) as Arc<dyn Platform>);
        let handler = EventHandler::new(
            client.clone(),
            rooms,
            service.clone(),
            conversation,
            platform,
            Invitations::new(inviters),
        );
        self.matrix = Some(SyncLoop::new(client, service, handler));
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
        connections.extend(self.matrix.iter().map(|matrix| ("Matrix".to_owned(), matrix.status())));
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
                http::serve(listener, routes, HTTP_REQUEST_TIMEOUT, shutdown).await;
                received.cancel();
                Ok(())
            });
        } else {
            received.cancel();
        }
        if let Some((listener, exporter)) = monitoring {
            let (summarized, stopped) = (exporter.clone(), shutdown.clone());
            workers.spawn("summary of metrics", async move {
                stopped.run_until_cancelled(summarized.summarize()).await;
                Ok(())
            });
            let shutdown = shutdown.clone();
            workers.spawn("monitoring server", async move {
                http::serve(listener, health::routes(health, exporter), HTTP_REQUEST_TIMEOUT, shutdown).await;
                Ok(())
            });
        }
        if let Some(matrix) = matrix {
            workers.spawn("connection to Matrix", async move { Ok(matrix.run(shutdown).await?) });
        }
        Ok(workers.run(&stop, GRACE).await?)
    }
}

/// Runs the bot on Discord, or on the server that the configuration names, and on Matrix, or on one of them, until a
/// stop signal.
///
/// # Errors
/// Why it cannot run, as a sentence for the operator.
pub async fn serve(catalog: &Catalog, config: &Config, roles: Roles) -> Result<(), Failure> {
    let database = database_address(config);
    if matches!(database, DatabaseAddress::File(_)) && !roles.do_everything(config.http.address.is_some()) {
        return Err(
            "only one process can use a database file, so it needs all roles and all shards: leave out --roles \
            and --shards, or set database.url to a PostgreSQL database"
                .into(),
        );
    }
    let (token, file) = (config.discord.token.expose(), config.path.display());
    if token.is_empty() && config.matrix.homeserver.is_none() {
        return Err(format!(
            "the bot's token is missing: set discord.token in {file}, or the environment variable {TOKEN_VARIABLE}"
        )
        .into());
    }
    check_matrix(config)?;
    let is_http_chosen = roles.are_explicit() && roles.has(Role::Http);
    if is_http_chosen && token.is_empty() {
        return Err(format!(
            "the role http receives interactions from Discord: set discord.token in {file}, or the environment variable \
             {TOKEN_VARIABLE}"
        )
        .into());
    }
    if is_http_chosen && config.http.address.is_none() {
        return Err(format!("the role http needs an address to listen on: set http.address in {file}").into());
    }
    if roles.shards().is_some() && !roles.has(Role::Gateway) {
        return Err("only the role gateway has shards: leave out --shards, or add the role".into());
    }
    let endpoint = config.discord.api_url.clone().map_or(Endpoint::Discord, Endpoint::Other);
    let discord = (!token.is_empty()).then_some((&endpoint, token));
    let ended = run(catalog, config, discord, &config.matrix, (&database, roles), stop_on_signal()?).await;
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

/// Logs in to each configured platform, prints the result, and leaves no session behind.
///
/// # Errors
/// The first platform that refuses the bot or cannot be reached, as a sentence for the operator.
pub async fn check_online(config: &Config) -> Result<(), Failure> {
    let token = config.discord.token.expose();
    if !token.is_empty() {
        let endpoint = config.discord.api_url.clone().map_or(Endpoint::Discord, Endpoint::Other);
        let shards = endpoint.gateway(token).await?.shards;
        writeln!(io::stdout(), "Discord accepts the token, and recommends this number of shards: {shards}.")?;
    }
    if let Some(homeserver) = &config.matrix.homeserver {
        let user = check_matrix_login(config, homeserver).await?;
        writeln!(io::stdout(), "The homeserver knows the bot as {user}.")?;
    }
    Ok(())
}

/// Logs in to the homeserver and out again; returns the user id of the bot.
///
/// # Errors
/// Why it cannot, as a sentence for the operator.
pub async fn check_matrix_login(config: &Config, homeserver: &str) -> Result<String, Failure> {
    check_matrix(config)?;
    Ok(verify(&account(&config.matrix, homeserver)).await?)
}

/// Fails if there is a homeserver, but nothing to log in with.
fn check_matrix(config: &Config) -> Result<(), Failure> {
    if config.matrix.homeserver.is_none() || config.matrix.can_log_in() {
        return Ok(());
    }
    let file = config.path.display();
    Err(format!(
        "Matrix's access token is missing: set matrix.token in {file} or the environment variable \
         {MATRIX_TOKEN_VARIABLE}, or log in with matrix.user and matrix.password"
    )
    .into())
}

/// The bot's account on a homeserver.
fn account<'a>(matrix: &'a Matrix, homeserver: &'a str) -> Account<'a> {
    let (token, password) = (matrix.token.expose(), matrix.password.expose());
    Account { homeserver, token, user: &matrix.user, password }
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
    let database = DatabaseAddress::File(config.local.folder.join("tablero.sqlite"));
    // The emulator sends interactions through its gateway.
    let roles = Roles::new(vec![Role::Gateway, Role::Outbox, Role::Scheduler, Role::Engine], None);
    let ended = run(catalog, config, Some((&endpoint, &token)), &Matrix::default(), (&database, roles), stop).await;
    // Open connections to the emulator do not delay the shutdown.
    let _ = tokio::time::timeout(CLOSING, channel.shutdown()).await;
    ended
}

/// Where the database of `serve` is.
pub fn database_address(config: &Config) -> DatabaseAddress {
    match config.database.location(&config.store) {
        DatabaseLocation::File(path) => DatabaseAddress::File(path),
        DatabaseLocation::Server { url } => DatabaseAddress::Server(ServerAddress {
            url: url.expose().to_owned(),
            is_pooled: config.database.pooler,
            connections: config.database.connections,
        }),
    }
}

/// Runs the bot until `stop` is cancelled.
async fn run(
    catalog: &Catalog,
    config: &Config,
    discord: Option<(&Endpoint, &str)>,
    matrix: &Matrix,
    (database, roles): (&DatabaseAddress, Roles),
    stop: CancellationToken,
) -> Result<(), Failure> {
    let options = StorageOptions { catalog: catalog.clone(), ..StorageOptions::default() };
    let storage = db::open(database, options).await?;
    let service = GameService::new(Arc::clone(&storage), Arc::new(SystemClock), random_seed);
    let is_across = discord.is_some() && matrix.homeserver.is_some();
    let service = if is_across { service.across_platforms() } else { service };
    let pictures = PictureRenderer::default();
    let search_runner = SearchRunner::new(config.engine.resources());
    let request_handler = RequestHandler::new(service, pictures.clone(), search_runner).with_limits(config.limits);
    let listens = roles.has(Role::Http);
    let mut app = App::without_platform(request_handler, pictures, roles, stop);
    if let Some(address) = config.http.address.filter(|_| listens) {
        app.listen(listen(config, address, "[http] address").await?);
    }
    if let Some(address) = config.monitoring.address {
        app.monitor(listen(config, address, "[monitoring] address").await?)?;
    }
    if let Some((endpoint, token)) = discord {
        app.add_discord(endpoint, token).await?;
    }
    if let Some(homeserver) = &matrix.homeserver {
        app.add_matrix(&account(matrix, homeserver), &matrix.inviters).await?;
    }
    let ended = app.run().await;
    // All stored data is on disk already, so closing does not wait for a connection that is not returned.
    if tokio::time::timeout(CLOSING, storage.close()).await.is_err() {
        tracing::warn!("the database was not closed cleanly; it will be recovered at the next start");
    }
    Ok(ended?)
}

/// Listens on the address that `key` of the configuration names.
async fn listen(config: &Config, address: SocketAddr, key: &str) -> Result<Listener, String> {
    let listener = Listener::bind(address).await.map_err(|error: ListenError| {
        let file = config.path.display();
        format!("{error}. If another program uses the port, set another one in {file}: {key}")
    })?;
    tracing::info!(address = %listener.address(), key, "listening for HTTP requests");
    Ok(listener)
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
