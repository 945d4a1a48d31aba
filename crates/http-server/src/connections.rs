//! The connections of a server, of which there may be only so many: those without a request make room for new ones.

use axum::body::{Body, Bytes};
use axum::response::Response;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// The connections of a server. Clones share them.
#[derive(Clone)]
pub(super) struct Connections {
    free: Arc<Semaphore>,
    idle: Arc<Idle>,
}

/// The connections without a request, in the order in which they began to have none.
#[derive(Default)]
struct Idle {
    waiting: Mutex<(u64, BTreeMap<u64, CancellationToken>)>,
    /// Notified when there is another one.
    added: Notify,
}

impl Idle {
    fn lock(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, CancellationToken>)> {
        // Each entry is valid by itself, whatever a thread that panicked has left undone.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, close: CancellationToken) -> u64 {
        let mut waiting = self.lock();
        let (next, entries) = &mut *waiting;
        *next += 1;
        entries.insert(*next, close);
        self.added.notify_one();
        *next
    }

    fn remove(&self, number: u64) {
        self.lock().1.remove(&number);
    }

    /// Closes the connection that has had no request for the longest time; false if there is none.
    fn close_first(&self) -> bool {
        let first = self.lock().1.pop_first();
        first.map(|(_, close)| close.cancel()).is_some()
    }
}

impl Connections {
    /// At most this many.
    pub fn up_to(most: usize) -> Connections {
        Connections { free: Arc::new(Semaphore::new(most)), idle: Arc::default() }
    }

    /// Adds a connection, when there is room for it.
    pub async fn add(&self) -> Connection {
        let place = loop {
            if let Ok(place) = Arc::clone(&self.free).try_acquire_owned() {
                break Some(place);
            }
            let has_closed = self.idle.close_first();
            tokio::select! {
                // The semaphore is never closed.
                place = Arc::clone(&self.free).acquire_owned() => break place.ok(),
                () = self.idle.added.notified(), if !has_closed => {}
            }
        };
        let close = CancellationToken::new();
        let number = Mutex::new(Some(self.idle.add(close.clone())));
        Connection { idle: Arc::clone(&self.idle), close, number, _place: place }
    }
}

/// A connection. When it is dropped, there is room for another one.
pub(super) struct Connection {
    idle: Arc<Idle>,
    close: CancellationToken,
    /// Its number among those without a request.
    number: Mutex<Option<u64>>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Connection {
    /// Waits until it has to make room for another one.
    pub async fn closed(&self) {
        self.close.cancelled().await;
    }

    /// A request has arrived. Until the result is dropped, the connection is not closed.
    pub fn begin_request(self: &Arc<Self>) -> Busy {
        self.set(None);
        Busy(Arc::clone(self))
    }

    fn set(&self, number: Option<u64>) {
        let before = std::mem::replace(&mut *self.number.lock().unwrap_or_else(PoisonError::into_inner), number);
        if let Some(before) = before {
            self.idle.remove(before);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.set(None);
    }
}

/// A connection with a request in progress.
pub(super) struct Busy(Arc<Connection>);

impl Busy {
    /// A response that keeps the connection until it has been sent.
    pub fn until_end_of(self, response: Response) -> Response {
        response.map(|body| Body::new(BusyBody { body, _busy: self }))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let number = self.0.idle.add(self.0.close.clone());
        self.0.set(Some(number));
    }
}

struct BusyBody {
    body: Body,
    _busy: Busy,
}

impl HttpBody for BusyBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
