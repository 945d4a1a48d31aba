//! Serves connections. Clients that send a request too slowly are disconnected, so that half-open connections do not
//! accumulate.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long connections may take to end when the server closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// The maximum number of connections; more wait until one ends.
const CONNECTIONS_MAX: usize = 1_024;
/// The delay before accepting again after accepting a connection failed.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// The address is in use or not available on this machine.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address}: {source}")]
pub struct ListenError {
    /// The address.
    pub address: SocketAddr,
    /// The error of the operating system.
    pub source: io::Error,
}

/// An address that clients can connect to. Their connections wait until [`serve`] accepts them.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// Listens on an address. Port 0 takes any free port.
    ///
    /// # Errors
    /// See [`ListenError`].
    pub async fn bind(address: SocketAddr) -> Result<Listener, ListenError> {
        let refused = |source| ListenError { address, source };
        let socket = TcpListener::bind(address).await.map_err(refused)?;
        let address = socket.local_addr().map_err(refused)?;
        Ok(Listener { socket, address })
    }

    /// The address, with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Serves connections until shutdown, and then lets requests in progress finish.
///
/// The head of a request must arrive within `timeout`, and its body again within `timeout`.
pub async fn serve(listener: Listener, router: Router, timeout: Duration, closing: CancellationToken) {
    let router = router.layer(from_fn(move |request: Request, next: Next| limit_body_time(timeout, request, next)));
    let connections = TaskTracker::new();
    let free = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let accept = async || {
        let place = Arc::clone(&free).acquire_owned().await;
        (place, listener.socket.accept().await)
    };
    while let Some((place, accepted)) = closing.run_until_cancelled(accept()).await {
        match accepted {
            Ok((stream, _)) => {
                let connection = serve_connection(stream, router.clone(), timeout, closing.clone());
                connections.spawn(async move {
                    connection.await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                // There may be too many open files, which may be over in a moment.
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(CLOSE_TIMEOUT, connections.wait()).await.is_err() {
        tracing::debug!(open = connections.len(), "connections were aborted");
    }
}

async fn serve_connection(stream: TcpStream, router: Router, timeout: Duration, closing: CancellationToken) {
    // Without TCP_NODELAY the first event of a connection is delayed by some 40 ms.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::warn!(%error, "TCP_NODELAY cannot be set");
    }
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(timeout);
    let service = TowerToHyperService::new(router);
    let connection = protocol.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%error, "a connection failed");
    }
}

/// Middleware that makes reading a request's body fail when it takes longer than `timeout`.
async fn limit_body_time(timeout: Duration, request: Request, next: Next) -> Response {
    let deadline = Instant::now() + timeout;
    let bounded = |body: Body| {
        let parts = stream::unfold(Some(body.into_data_stream()), move |rest| read_until(deadline, rest));
        Body::from_stream(parts)
    };
    next.run(request.map(bounded)).await
}

type Part = Result<axum::body::Bytes, axum::Error>;

/// The next part of a body, and the rest of it.
async fn read_until(deadline: Instant, rest: Option<BodyDataStream>) -> Option<(Part, Option<BodyDataStream>)> {
    let mut rest = rest?;
    match timeout_at(deadline, rest.next()).await {
        Ok(part) => part.map(|part| (part, Some(rest))),
        Err(_) => {
            let late = io::Error::new(io::ErrorKind::TimedOut, "the body was not sent in time");
            Some((Err(axum::Error::new(late)), None))
        }
    }
}
