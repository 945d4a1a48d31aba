//! The server that load balancers and monitoring ask.

use super::checks::Health;
use super::endpoint::{StartedHealth, routes};
use crate::metrics::{Exporter, ExporterError};
use http_server::Listener;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// Answers load balancers and monitoring from the start of the process, also while the database is migrated and the
/// platforms are asked. If it is dropped, it stops.
pub struct MonitoringServer {
    health: StartedHealth,
    exporter: Exporter,
    task: AbortOnDropHandle<()>,
    stop: CancellationToken,
}

impl MonitoringServer {
    /// Begins to answer, and to collect metrics. A client may take `request_timeout` to send the head of a request.
    ///
    /// # Errors
    /// If metrics cannot be collected.
    pub fn start(listener: Listener, request_timeout: Duration) -> Result<MonitoringServer, ExporterError> {
        let (health, exporter, stop) = (StartedHealth::default(), Exporter::install()?, CancellationToken::new());
        let routes = routes(health.clone(), exporter.clone());
        let serving = http_server::serve(listener, routes, request_timeout, stop.clone());
        Ok(MonitoringServer { health, exporter, task: AbortOnDropHandle::new(tokio::spawn(serving)), stop })
    }

    /// Answers with this health from now on, until `shutdown` is cancelled.
    pub async fn run(self, health: Health, shutdown: CancellationToken) {
        // It is set once, because this takes the server.
        let _ = self.health.set(health);
        shutdown.run_until_cancelled(self.exporter.summarize()).await;
        self.stop.cancel();
        // If the server panicked, the log says so.
        let _ = self.task.await;
    }
}
