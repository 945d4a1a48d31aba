//! Serves connections. Clients that send a request too slowly or read no answer are disconnected, so that half-open
//! connections do not accumulate, and connections without a request make room for new ones.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use super::connections::{Connection, Connections};
use super::punctual::Punctual;
use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::extract::{ConnectInfo, Request};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long connections may take to end when the server closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// The maximum number of connections. For another one, the one that has been without a request for the longest time is
/// closed; if all have one, it waits.
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
/// The head of a request must arrive within `timeout`, and its body again within `timeout`. So must a client read something
/// of an answer.
pub async fn serve(listener: Listener, router: Router, timeout: Duration, closing: CancellationToken) {
    serve_up_to(CONNECTIONS_MAX, listener, router, timeout, closing).await;
}

/// Like [`serve`], with up to `most` connections.
pub async fn serve_up_to(
    most: usize,
    listener: Listener,
    router: Router,
    timeout: Duration,
    closing: CancellationToken,
) {
    let router = router.layer(from_fn(move |request: Request, next: Next| limit_body_time(timeout, request, next)));
    let tasks = TaskTracker::new();
    let connections = Connections::up_to(most);
    let accept = async || match listener.socket.accept().await {
        Ok((stream, peer)) => Ok((stream, peer, connections.add().await)),
        Err(error) => Err(error),
    };
    while let Some(accepted) = closing.run_until_cancelled(accept()).await {
        match accepted {
            Ok((stream, peer, connection)) => {
                tasks.spawn(serve_connection(stream, peer, connection, router.clone(), timeout, closing.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                // There may be too many open files, which may be over in a moment.
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    drop(listener);
    tasks.close();
    if tokio::time::timeout(CLOSE_TIMEOUT, tasks.wait()).await.is_err() {
        tracing::debug!(open = tasks.len(), "connections were aborted");
    }
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    held: Connection,
    router: Router,
    timeout: Duration,
    closing: CancellationToken,
) {
    // Without TCP_NODELAY the first event of a connection is delayed by some 40 ms.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::warn!(%error, "TCP_NODELAY cannot be set");
    }
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(timeout);
    let service = TowerToHyperService::new(router);
    let held = Arc::new(held);
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        let busy = held.begin_request();
        let answer = service.call(request);
        async move { answer.await.map(|response| busy.until_end_of(response)) }
    });
    let connection = protocol.serve_connection(TokioIo::new(Punctual::new(stream, timeout)), service).with_upgrades();
    tokio::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = held.closed() => return,
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::Notify;
    use tokio::task::JoinHandle;

    const SOON: Duration = Duration::from_secs(30);
    const MOST: usize = 4;

    /// A server for a few connections, of which one has a request that is answered after the notification.
    async fn server() -> (SocketAddr, Arc<Notify>, JoinHandle<String>, CancellationToken) {
        let (begun, finish, stop) = (Arc::new(Notify::new()), Arc::new(Notify::new()), CancellationToken::new());
        let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a free port");
        let address = listener.address();
        let slow = {
            let (begun, finish) = (Arc::clone(&begun), Arc::clone(&finish));
            move || async move {
                begun.notify_one();
                finish.notified().await;
                "slow"
            }
        };
        let router = Router::new().route("/quick", get(|| async { "quick" })).route("/slow", get(slow));
        tokio::spawn(serve_up_to(MOST, listener, router, SOON, stop.clone()));
        let mut busy = TcpStream::connect(address).await.expect("a connection");
        busy.write_all(b"GET /slow HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("it is sent");
        begun.notified().await;
        let answer = tokio::spawn(async move { read_answer(&mut busy).await });
        (address, finish, answer, stop)
    }

    /// The answer with its short body, or what came before the connection was closed.
    async fn read_answer(stream: &mut TcpStream) -> String {
        let mut answer = Vec::new();
        while !["quick", "slow"].iter().any(|end| answer.ends_with(end.as_bytes())) {
            let mut part = [0; 512];
            match stream.read(&mut part).await {
                Ok(0) | Err(_) => break,
                Ok(length) => answer.extend(&part[..length]),
            }
        }
        String::from_utf8(answer).expect("UTF-8")
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_disconnected() {
        let endless = || async { Body::from_stream(stream::repeat_with(|| Ok::<_, io::Error>(vec![b'x'; 1 << 16]))) };
        let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a free port");
        let (address, stop) = (listener.address(), CancellationToken::new());
        let router = Router::new().route("/endless", get(endless));
        let serving = tokio::spawn(serve_up_to(MOST, listener, router, Duration::from_millis(300), stop.clone()));
        let mut deaf = TcpStream::connect(address).await.expect("a connection");
        deaf.write_all(b"GET /endless HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("it is sent");
        // While it reads, it gets more, for longer than the timeout.
        let mut part = vec![0; 1 << 20];
        for _ in 0..8 {
            assert!(deaf.read(&mut part).await.expect("there is more") > 0);
            sleep(Duration::from_millis(100)).await;
        }
        let read_to_the_end = async {
            // It reads nothing for longer than the timeout, and then what was sent before.
            sleep(Duration::from_secs(2)).await;
            while deaf.read(&mut part).await.is_ok_and(|length| length > 0) {}
        };
        tokio::time::timeout(SOON, read_to_the_end).await.expect("the answer ends");
        stop.cancel();
        serving.await.expect("no panic");
    }

    #[tokio::test]
    async fn connections_without_a_request_make_room_for_those_with_one() {
        let (address, finish, answer, stop) = server().await;
        let all = async {
            let mut idle = Vec::new();
            for _ in 0..3 * MOST {
                idle.push(TcpStream::connect(address).await.expect("a connection"));
            }
            // One that is kept after its request is as idle as one that never had any.
            for _ in 0..MOST {
                let mut kept = TcpStream::connect(address).await.expect("a connection");
                kept.write_all(b"GET /quick HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("it is sent");
                assert!(read_answer(&mut kept).await.ends_with("quick"));
                idle.push(kept);
            }
            // The oldest have been closed; the one with a request never was.
            for closed in &mut idle[..3 * MOST] {
                assert_eq!(read_answer(closed).await, "");
            }
            finish.notify_one();
            assert!(answer.await.expect("no panic").ends_with("slow"));
        };
        tokio::time::timeout(SOON, all).await.expect("nobody waits for those that ask for nothing");
        stop.cancel();
    }
}
