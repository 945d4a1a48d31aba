//! The game service: loads the current state, applies a change, and stores the result.

mod analysis;
mod blocked_posts;
mod blocks;
mod board_links;
mod changes;
mod conditional_moves;
pub mod daily;
pub mod heartbeat;
mod lessons;
mod links;
pub mod lobby;
mod matches;
mod people;
mod personal_data;
mod places;
pub mod profiles;
pub mod puzzles;
pub mod tasks;
mod schedule;
mod server_settings;

use self::board_links::BoardPage;
use self::changes::CurrentEvent;
use crate::catalog::Catalog;
use crate::service::ids::Millis;
use crate::service::matches::state::Match;
use crate::service::outbox::delivery_mode::DeliveryMode;
use crate::service::outbox::token::Token;
use crate::service::storage::{DeliveryStorage, Queries, SealedStorage, Storage, UpkeepStorage, WorkStorage};
use crate::service::wake_up::WakeUp;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A source of the current time. Tests provide their own.
pub trait Clock: Send + Sync {
    /// The current time.
    fn now(&self) -> Millis;
}

/// The system clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// The token, if posts in this delivery mode can only be sent with one.
fn token_if_needed(delivery_mode: DeliveryMode, token: Option<&Token>) -> Option<Token> {
    token.filter(|_| delivery_mode == DeliveryMode::InteractionOnly).cloned()
}

/// The maximum number of attempts at a change that conflicts with concurrent changes. Of changes that conflict, one always
/// succeeds, so this is how many can be made at once. Only changes of one match, one person or one server's settings
/// conflict: whatever strangers share, such as numbers and ratings, is decided in the transaction that writes.
pub(in crate::service) const ATTEMPTS_MAX: usize = 30;

/// The game service. Cheap to clone.
#[derive(Clone)]
pub struct GameService {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Fn() -> u64 + Send + Sync>,
    /// The event for which it acts, if any.
    event: Option<Arc<CurrentEvent>>,
    /// Wakes workers when posts were added.
    outbox_changed: WakeUp,
    /// Wakes workers when jobs were added.
    jobs_changed: WakeUp,
    /// Wakes workers when scheduled checks have changed.
    schedule_changed: WakeUp,
    /// Wakes the relay that notifies other processes of changes in this one.
    changed_here: WakeUp,
    /// Whether the bot runs on several platforms.
    is_across_platforms: bool,
    /// The page of boards, if there is one.
    board_page: Option<Arc<BoardPage>>,
    /// When the last heartbeat was recorded, in milliseconds since 1970.
    last_heartbeat: Arc<AtomicI64>,
    /// The heartbeat of another process that lies ahead, and when it was seen first.
    heartbeat_ahead: Arc<Mutex<Option<(Millis, Instant)>>>,
}

impl GameService {
    /// A service backed by this storage. `rng` returns an unpredictable random number; it decides who begins and seeds
    /// random setups.
    pub fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        rng: impl Fn() -> u64 + Send + Sync + 'static,
    ) -> Self {
        GameService {
            storage,
            clock,
            rng: Arc::new(rng),
            event: None,
            is_across_platforms: false,
            board_page: None,
            outbox_changed: WakeUp::default(),
            jobs_changed: WakeUp::default(),
            schedule_changed: WakeUp::default(),
            changed_here: WakeUp::default(),
            last_heartbeat: Arc::new(AtomicI64::new(i64::MIN)),
            heartbeat_ahead: Arc::default(),
        }
    }

    /// The same service for a bot on several platforms: challenges have codes, and accounts can be linked.
    #[must_use]
    pub fn across_platforms(self) -> Self {
        GameService { is_across_platforms: true, ..self }
    }

    /// Whether the bot runs on several platforms.
    pub fn is_across_platforms(&self) -> bool {
        self.is_across_platforms
    }

    /// The storage. Only the service may change what is in it.
    pub(in crate::service) fn storage(&self) -> &dyn Storage {
        &*self.storage
    }

    /// Reads what is stored.
    pub fn queries(&self) -> &dyn Queries {
        &*self.storage
    }

    /// Claims posts and stores the results of deliveries.
    pub fn delivery(&self) -> &dyn DeliveryStorage {
        &*self.storage
    }

    /// Claims work and stores its results.
    pub fn work(&self) -> &dyn WorkStorage {
        &*self.storage
    }

    /// Reads and stores what a platform's encryption has sealed.
    pub fn sealed(&self) -> &dyn SealedStorage {
        &*self.storage
    }

    /// Reports the health of the bot and deletes obsolete data.
    pub fn upkeep(&self) -> &dyn UpkeepStorage {
        &*self.storage
    }

    /// The games that can be played.
    pub fn catalog(&self) -> &Catalog {
        self.storage.catalog()
    }

    /// The current time.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Wakes workers whenever posts were added.
    pub fn outbox_changed(&self) -> &WakeUp {
        &self.outbox_changed
    }

    /// Wakes workers whenever jobs were added.
    pub fn jobs_changed(&self) -> &WakeUp {
        &self.jobs_changed
    }

    /// Wakes workers whenever scheduled checks have changed.
    pub fn schedule_changed(&self) -> &WakeUp {
        &self.schedule_changed
    }

    pub(in crate::service) fn last_heartbeat(&self) -> Millis {
        Millis(self.last_heartbeat.load(Ordering::Relaxed))
    }

    pub(in crate::service) fn set_last_heartbeat(&self, now: Millis) {
        self.last_heartbeat.store(now.0, Ordering::Relaxed);
    }

    /// Wakes the relay that notifies other processes of changes in this one.
    pub fn changed_here(&self) -> &WakeUp {
        &self.changed_here
    }

    /// Wakes the workers of all processes, because posts, jobs or scheduled checks may have been added.
    pub(crate) fn notify_workers(&self) {
        self.wake_workers();
        self.changed_here.notify();
    }

    /// Wakes the workers that a change of a match concerns. Each of them reads storage when it wakes. Without an engine, a
    /// match has no jobs; if no check follows, there is none to wait for.
    pub(in crate::service) fn notify_workers_of(&self, changed: &Match, has_check: bool) {
        self.outbox_changed.notify();
        if changed.engine_seat().is_some() {
            self.jobs_changed.notify();
        }
        if has_check {
            self.schedule_changed.notify();
        }
        self.changed_here.notify();
    }

    /// Wakes the workers of this process, because another one may have added posts, jobs or scheduled checks.
    pub fn wake_workers(&self) {
        self.outbox_changed.notify();
        self.jobs_changed.notify();
        self.schedule_changed.notify();
    }
}
