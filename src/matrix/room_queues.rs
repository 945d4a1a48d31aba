//! What was received and is not handled yet: in order within each room, rooms beside each other.

use super::encryption::Encryption;
use super::places::MATRIX;
use super::received::Received;
use crate::backoff::backoff;
use crate::service::{self, GameService, Millis, PendingKey, StorageError};
use crate::workers::DeliveryError;
use futures_util::future::BoxFuture;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// The greatest number of items in the queue of a room. Further ones are dropped.
const QUEUE_MAX: usize = 500;
/// How long an item is tried again. Then it is given up.
const GIVE_UP: Duration = Duration::from_secs(24 * 60 * 60);
/// The first wait after a failure, and the longest.
const RETRY: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5 * 60)];
/// The longest time for handling an item once.
const HANDLING_MAX: Duration = Duration::from_secs(120);
/// The number of items that are handled at once: those that come for the first time, those that enter a room, and those
/// that have failed before. What is slow or fails has places of its own, so the rest does not wait for it.
const PLACES: [usize; 3] = [64, 8, 8];

/// Handles what was received. Its futures are boxed without `async_trait`: with its bounds, the compiler would look once
/// more through all that is below them.
pub trait HandleReceived: Send + Sync {
    /// Handles an item once. To handle it again, after a failure or a restart, changes nothing twice. Returns what is to
    /// be handled in other rooms because of it.
    ///
    /// # Errors
    /// See [`DeliveryError`]. If it may work later, it is handled again later.
    fn handle<'a>(
        &'a self,
        room: &'a str,
        received: &'a Received,
        received_at: Millis,
    ) -> BoxFuture<'a, Result<Vec<(String, Received)>, DeliveryError>>;

    /// Tells those who are concerned that an item is given up.
    fn give_up<'a>(&'a self, room: &'a str, received: &'a Received, why: &'a DeliveryError) -> BoxFuture<'a, ()>;
}

/// An item of a queue.
struct Item {
    number: u64,
    received: Arc<Received>,
    key: PendingKey,
    received_at: Millis,
    /// Until when it is tried again. Told by a clock that is never corrected.
    until: Instant,
    failures: u32,
    is_stored: bool,
    /// Whether the bot has left the room since.
    is_void: bool,
    /// Held while those who wait for [`Batch::handled`] wait for the item.
    _batch: Option<mpsc::Sender<()>>,
}

/// The first item of a room, as it is handled once.
struct Attempt {
    received: Arc<Received>,
    received_at: Millis,
    until: Instant,
    failures: u32,
    is_void: bool,
}

/// Items that were received together.
pub struct Batch {
    sender: mpsc::Sender<()>,
    receiver: mpsc::Receiver<()>,
}

impl Default for Batch {
    fn default() -> Self {
        let (sender, receiver) = mpsc::channel(1);
        Batch { sender, receiver }
    }
}

impl Batch {
    /// Waits until each item was handled, or has failed once.
    pub async fn handled(self) {
        let Batch { sender, mut receiver } = self;
        drop(sender);
        receiver.recv().await;
    }
}

type Queues = HashMap<String, VecDeque<Item>>;

struct Shared {
    handler: Arc<dyn HandleReceived>,
    service: GameService,
    queues: Mutex<Queues>,
    last_number: std::sync::atomic::AtomicU64,
    /// Held while stored items change, so that the queues and the storage agree.
    storing: tokio::sync::Mutex<()>,
    places: [Semaphore; 3],
    try_again: Notify,
    stop: CancellationToken,
}

/// The queues of all rooms, each with a task that handles its items while it has some. Cheap to clone.
///
/// An item that fails is tried again with growing delays, for a day. Those behind it wait; other rooms do not. Items
/// survive a restart: those that are not handled when the position of the homeserver is stored are stored with it.
#[derive(Clone)]
pub struct RoomQueues(Arc<Shared>);

impl RoomQueues {
    /// Empty queues, handled until `stop` is cancelled.
    pub fn new(service: GameService, handler: Arc<dyn HandleReceived>, stop: CancellationToken) -> Self {
        RoomQueues(Arc::new(Shared {
            handler,
            service,
            queues: Mutex::default(),
            last_number: std::sync::atomic::AtomicU64::default(),
            storing: tokio::sync::Mutex::default(),
            places: PLACES.map(Semaphore::new),
            try_again: Notify::new(),
            stop,
        }))
    }

    /// Adds what was stored before a restart.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn load(&self) -> Result<(), StorageError> {
        for pending in self.0.service.queries().pending_events(MATRIX).await? {
            let (room, received_at) = (pending.key.room.clone(), pending.received_at);
            let mut queues = self.queues();
            self.add(&mut queues, &room, Received::from_pending(pending), received_at, true, None);
        }
        Ok(())
    }

    /// Adds what was received in a room. Nobody waits for a room that is busy with something else, or to enter one.
    pub fn push(&self, room: &str, received: Vec<Received>, batch: &Batch) {
        let now = self.0.service.now();
        let mut queues = self.queues();
        let is_idle = !queues.contains_key(room);
        for received in received {
            let batch = (is_idle && !received.enters()).then(|| batch.sender.clone());
            self.add(&mut queues, room, received, now, false, batch);
        }
    }

    /// Stores the position up to which the homeserver's events were received, what is not handled of them, and the keys
    /// that came with them.
    ///
    /// # Errors
    /// If storage fails. Then all is received again, and what is in a queue already is skipped.
    pub async fn store(&self, position: &str, encryption: Option<&Encryption>) -> Result<(), StorageError> {
        let _storing = self.0.storing.lock().await;
        let (numbers, mut added): (Vec<u64>, Vec<_>) = {
            let mut queues = self.queues();
            let items = queues.values_mut().flatten().filter(|item| !item.is_stored);
            let items = items.map(|item| {
                item.is_stored = true;
                (item.number, item.received.pending(&item.key.room, item.received_at))
            });
            let mut items: Vec<_> = items.collect();
            items.sort_by_key(|(number, _)| *number);
            items.into_iter().unzip()
        };
        if !added.is_empty() {
            tracing::info!(count = added.len(), "what was received from the homeserver is not all handled yet");
        }
        let received = service::Received {
            position: Some(position.to_owned()),
            added: std::mem::take(&mut added),
            removed: Vec::new(),
            sealed: None,
        };
        let stored = match encryption {
            Some(encryption) => encryption.commit(received).await,
            None => self.0.service.delivery().store_received(MATRIX, &received).await,
        };
        if stored.is_err() {
            let mut queues = self.queues();
            let items = queues.values_mut().flatten().filter(|item| numbers.contains(&item.number));
            items.for_each(|item| item.is_stored = false);
        }
        stored
    }

    /// The bot has left a room: what was received there before is void.
    pub fn left(&self, room: &str) {
        self.queues().get_mut(room).into_iter().flatten().for_each(|item| item.is_void = true);
    }

    /// The homeserver answers again: what has failed is tried at once.
    pub fn try_again(&self) {
        self.0.try_again.notify_waiters();
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.0.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(
        &self,
        queues: &mut Queues,
        room: &str,
        received: Received,
        received_at: Millis,
        is_stored: bool,
        batch: Option<mpsc::Sender<()>>,
    ) {
        let key = received.pending(room, received_at).key;
        let queue = queues.entry(room.to_owned()).or_insert_with(|| {
            let (this, room) = (self.clone(), room.to_owned());
            tokio::spawn(async move { this.work(&room).await });
            VecDeque::new()
        });
        if queue.iter().any(|item| item.key == key && !item.is_void) {
            return;
        }
        if queue.len() >= QUEUE_MAX {
            tracing::warn!("too much is waiting in a room: what is received there now is dropped");
            return;
        }
        let number = self.0.last_number.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let age_ms = self.0.service.now().0 - received_at.0;
        let age = Duration::from_millis(u64::try_from(age_ms).unwrap_or_default()).min(GIVE_UP);
        let (received, until) = (Arc::new(received), Instant::now() + (GIVE_UP - age));
        let (failures, is_void) = (0, false);
        queue.push_back(Item {
            number,
            received,
            key,
            received_at,
            until,
            failures,
            is_stored,
            is_void,
            _batch: batch,
        });
    }

    /// Handles the items of a room until there are none.
    async fn work(&self, room: &str) {
        while let Some(first) = self.first(room) {
            let Some(wait) = self.0.stop.run_until_cancelled(self.handle(room, first)).await else { return };
            let Some(wait) = wait else { continue };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.0.try_again.notified() => {}
                () = self.0.stop.cancelled() => return,
            }
        }
    }

    /// The first item of a room, to be handled. Ends the queue if there is none.
    fn first(&self, room: &str) -> Option<Attempt> {
        let mut queues = self.queues();
        let first = queues.get(room).and_then(VecDeque::front);
        let first = first.map(|item| Attempt {
            received: Arc::clone(&item.received),
            received_at: item.received_at,
            until: item.until,
            failures: item.failures,
            is_void: item.is_void,
        });
        if first.is_none() {
            queues.remove(room);
        }
        first
    }

    /// Handles an item once. Returns how long to wait before the next attempt, if it is to be tried again.
    async fn handle(&self, room: &str, attempt: Attempt) -> Option<Duration> {
        if attempt.is_void {
            self.finish(room, Vec::new()).await;
            return None;
        }
        let error = match self.attempt(room, &attempt).await {
            Ok(elsewhere) => {
                self.finish(room, elsewhere).await;
                return None;
            }
            Err(error) => error,
        };
        let failures = attempt.failures;
        match &error {
            DeliveryError::Later { why, after } if Instant::now() < attempt.until => {
                tracing::warn!(why, failures, "something received in a room cannot be handled now and waits");
                self.failed(room);
                Some(backoff(RETRY[0], RETRY[1], failures).max(after.unwrap_or_default()))
            }
            _ => {
                tracing::warn!(%error, "something received in a room is given up");
                self.0.handler.give_up(room, &attempt.received, &error).await;
                self.finish(room, Vec::new()).await;
                None
            }
        }
    }

    async fn attempt(&self, room: &str, attempt: &Attempt) -> Result<Vec<(String, Received)>, DeliveryError> {
        let Attempt { received, received_at, failures, .. } = attempt;
        let place = match received {
            _ if *failures > 0 => 2,
            _ if received.enters() => 1,
            _ => 0,
        };
        let _place = self.0.places[place].acquire().await;
        let (handler, room) = (Arc::clone(&self.0.handler), room.to_owned());
        let (received, received_at) = (Arc::clone(received), *received_at);
        // A separate task, so that a panic loses one item.
        let handling = tokio::spawn(async move { handler.handle(&room, &received, received_at).await });
        match tokio::time::timeout(HANDLING_MAX, AbortOnDropHandle::new(handling)).await {
            Ok(Ok(handled)) => handled,
            // If it were handled again, it would panic again.
            Ok(Err(error)) => Err(DeliveryError::Never(error.to_string())),
            Err(_) => Err(DeliveryError::Later { why: "it takes too long".to_owned(), after: None }),
        }
    }

    /// The first item of a room has failed: nobody waits for the room any more.
    fn failed(&self, room: &str) {
        let mut queues = self.queues();
        let Some(queue) = queues.get_mut(room) else { return };
        queue.iter_mut().for_each(|item| item._batch = None);
        if let Some(first) = queue.front_mut() {
            first.failures += 1;
        }
    }

    /// Removes the first item of a room, and adds what is to be handled in other rooms because of it.
    async fn finish(&self, room: &str, elsewhere: Vec<(String, Received)>) {
        let now = self.0.service.now();
        let replace = |queues: &mut Queues, elsewhere: Vec<(String, Received)>, is_stored| {
            for (other, received) in elsewhere {
                self.add(queues, &other, received, now, is_stored, None);
            }
            queues.get_mut(room).and_then(VecDeque::pop_front)
        };
        {
            let mut queues = self.queues();
            if queues.get(room).and_then(VecDeque::front).is_none_or(|first| !first.is_stored) {
                replace(&mut queues, elsewhere, false);
                return;
            }
        }
        let _storing = self.0.storing.lock().await;
        let removed = self.queues().get(room).and_then(VecDeque::front).map(|first| first.key.clone());
        let added = elsewhere.iter().map(|(other, received)| received.pending(other, now)).collect();
        let removed = removed.into_iter().collect();
        let received = service::Received { position: None, added, removed, sealed: None };
        let stored = self.0.service.delivery().store_received(MATRIX, &received).await;
        if let Err(error) = &stored {
            // It is handled again after a restart, which changes nothing.
            tracing::error!(%error, "what was received and handled stays stored");
        }
        replace(&mut self.queues(), elsewhere, stored.is_ok());
    }
}
