//! Serves an axum router to clients that may be slow, many or silent: those that send a request too slowly, or
//! read no answer, are disconnected, and connections without a request make room for new ones. Requests carry the address
//! of the other end as axum's `ConnectInfo<SocketAddr>`; [`client_address`] also looks behind proxies.
//!
//! ```
//! use axum::Router;
//! use axum::routing::get;
//! use http_server::{Listener, serve};
//! use std::time::Duration;
//! use tokio_util::sync::CancellationToken;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), http_server::ListenError> {
//! let listener = Listener::bind(([127, 0, 0, 1], 0).into()).await?;
//! let router = Router::new().route("/", get(|| async { "hello" }));
//! let stop = CancellationToken::new();
//! let serving = tokio::spawn(serve(listener, router, Duration::from_secs(10), stop.clone()));
//! stop.cancel();
//! serving.await.expect("it has not panicked");
//! # Ok(())
//! # }
//! ```

mod clients;
mod connections;
mod punctual;
mod serve;

pub use clients::{client_address, is_forwarded, is_private, read_network};
pub use serve::{ListenError, Listener, serve, serve_up_to};
