//! Serves connections. Clients that send a request too slowly are disconnected, so that half-open connections do not
//! accumulate.

use std::io;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::limits;

/// Serves connections until shutdown, and then lets requests in progress finish.
///
/// The head of a request must arrive within `timeout`; [`limit_body_time`] does the same for its body.
pub(super) async fn serve(listener: TcpListener, router: Router, timeout: Duration, closing: CancellationToken) {
    let connections = TaskTracker::new();
    while let Some(accepted) = closing.run_until_cancelled(listener.accept()).await {
        match accepted {
            Ok((stream, _)) => {
                connections.spawn(serve_connection(stream, router.clone(), timeout, closing.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                // There may be too many open files, which may be over in a moment.
                sleep(limits::ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(limits::CLOSE_TIMEOUT, connections.wait()).await.is_err() {
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
pub(super) async fn limit_body_time(timeout: Duration, request: Request, next: Next) -> Response {
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
