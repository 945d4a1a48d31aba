//! What a running bot is made of. The first worker that ends unexpectedly ends all, with its error.

use crate::chat::RequestHandler;
use crate::chat::views::pictures::PictureRenderer;
use crate::front_end::{Connected, FrontEnd, FrontEndError, Surroundings};
use crate::health::{Health, MonitoringServer};
use crate::roles::{Role, Roles};
use crate::service::{PlatformId, WorkQueue};
use crate::supervisor::{Supervisor, SupervisorError};
use crate::web::{self, BoardPage, LiveMatches};
use crate::workers::{EngineWorker, MaintenanceWorker, Scheduler, WakeUpRelay};
use axum::Router;
use http_server::Listener;
use ipnet::IpNet;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Why the bot stopped.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// A platform cannot be used.
    #[error("{source}")]
    FrontEnd {
        /// The platform.
        platform: PlatformId,
        /// Why.
        source: FrontEndError,
    },
    /// A worker ended unexpectedly.
    #[error(transparent)]
    Worker(#[from] SupervisorError),
}

impl AppError {
    /// Whether a platform refused the bot's credentials, at the start or on a later connection.
    pub fn is_refused(&self) -> bool {
        match self {
            AppError::FrontEnd { source, .. } => source.is_refused,
            AppError::Worker(SupervisorError::Failed { source, .. }) => {
                source.downcast_ref::<FrontEndError>().is_some_and(|error| error.is_refused)
            }
            AppError::Worker(_) => false,
        }
    }
}

/// How long shutdown waits for work in progress.
const GRACE: Duration = Duration::from_secs(4);

/// How long an HTTP client may take to send the head of a request, and again to send its body. An idle connection ends
/// after this time too, so it is longer than the minute for which proxies keep them.
pub(super) const HTTP_REQUEST_TIMEOUT: Duration = Duration::from_secs(75);
/// The most connections of the page of boards: open streams and requests.
const BOARD_CONNECTIONS: usize = 4_096;

/// The bot.
pub struct App {
    surroundings: Surroundings,
    front_ends: Vec<(PlatformId, Connected)>,
    listener: Option<Listener>,
    /// Where matches are shown in the browser, and the proxies before it.
    boards: Option<(Listener, Vec<IpNet>)>,
    /// What load balancers and monitoring ask.
    monitoring: Option<MonitoringServer>,
    stop: CancellationToken,
}

impl App {
    /// Prepares a bot that runs until `stop` is cancelled, without any platform yet.
    pub fn new(
        request_handler: RequestHandler,
        pictures: PictureRenderer,
        roles: Roles,
        stop: CancellationToken,
    ) -> App {
        let surroundings = Surroundings { request_handler, pictures, roles, listens: false, tasks: TaskTracker::new() };
        App { surroundings, front_ends: Vec::new(), listener: None, boards: None, monitoring: None, stop }
    }

    /// Serves HTTP at this address, for the platforms that are added afterwards.
    pub fn listen(&mut self, listener: Listener) {
        self.listener = Some(listener);
        self.surroundings.listens = true;
    }

    /// Shows matches in the browser at this address. We trust these `proxies` to name the address behind a
    /// request.
    pub fn show_boards(&mut self, listener: Listener, proxies: Vec<IpNet>) {
        self.boards = Some((listener, proxies));
    }

    /// Answers load balancers and monitoring by this server.
    pub fn monitor(&mut self, server: MonitoringServer) {
        self.monitoring = Some(server);
    }

    /// Adds a platform, and logs in there.
    ///
    /// # Errors
    /// Why the bot cannot run there.
    pub async fn add(&mut self, front_end: &dyn FrontEnd) -> Result<(), AppError> {
        let platform = front_end.id();
        let connected = front_end.connect(&self.surroundings).await;
        let connected = connected.map_err(|source| AppError::FrontEnd { platform, source })?;
        self.front_ends.extend(connected.map(|connected| (platform, connected)));
        Ok(())
    }

    /// What the health of this process depends on: its connections, and the queues for which it has workers.
    fn health(&self) -> Health {
        let Surroundings { request_handler, roles, .. } = &self.surroundings;
        let connections = self.front_ends.iter().flat_map(|(_, connected)| connected.connections.clone()).collect();
        let delivering = self.front_ends.iter().filter(|(_, connected)| connected.delivers);
        let mut queues: Vec<WorkQueue> = delivering.map(|(platform, _)| WorkQueue::Posts(*platform)).collect();
        queues.extend(roles.has(Role::Engine).then_some(WorkQueue::EngineTurns));
        queues.extend(roles.has(Role::Scheduler).then_some(WorkQueue::Checks));
        Health::new(request_handler.service().clone(), connections, queues)
    }

    /// Runs until `stop` is cancelled, then finishes work in progress within a few seconds.
    ///
    /// # Errors
    /// If the connection ends for good, for example because the token is not valid, or if a worker ends unexpectedly.
    pub async fn run(self) -> Result<(), AppError> {
        let health = self.health();
        let App { surroundings, front_ends, listener, boards, monitoring, stop } = self;
        let Surroundings { request_handler, pictures, roles, tasks, .. } = surroundings;
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
        let mut routes = Router::new();
        for (_, connected) in front_ends {
            routes = routes.merge(connected.routes);
            for worker in connected.workers {
                let run = (worker.run)(shutdown.clone());
                match worker.may_end {
                    true => workers.spawn_once(worker.name, run),
                    false => workers.spawn(worker.name, run),
                }
            }
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
        if let Some((listener, proxies)) = boards {
            let (shutdown, live) = (shutdown.clone(), LiveMatches::default());
            let page = BoardPage::new(request_handler, pictures, live.clone(), proxies, shutdown.clone());
            workers.spawn("page of boards", async move {
                let serving = http_server::serve_up_to(
                    BOARD_CONNECTIONS,
                    listener,
                    web::routes(page),
                    HTTP_REQUEST_TIMEOUT,
                    shutdown.clone(),
                );
                tokio::join!(serving, live.run(&service, shutdown));
                Ok(())
            });
        }
        if let Some(server) = monitoring {
            let shutdown = shutdown.clone();
            workers.spawn("monitoring server", async move {
                server.run(health, shutdown).await;
                Ok(())
            });
        }
        Ok(workers.run(&stop, GRACE).await?)
    }
}
