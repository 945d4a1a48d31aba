//! A platform, a clock and an engine that block, fail or succeed, as a test decides.

use std::collections::HashMap;
use std::sync::mpsc as gates;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tablero::ai::{Advice, Budget, EngineOptions, Limits, Score, Stop, Variation};
use tablero::catalog::{AnyEngine, AnyGame, AnyLine, Found, JudgedMove, Review};
use tablero::discord::places::DISCORD;
use tablero::rules::SeededRng;
use tablero::service::{Clock, DuePost, Lease, Millis, PlatformId, Post, PostId, StorageError};
use tablero::workers::{Deliver, DeliveryError};
use test_support::stage::{SOON, TestClock};
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

/// How long the test waits for the next event before it does something itself.
pub const NO_EVENT: Duration = Duration::from_millis(20);
/// How long the platform remembers the nonce of a message, in milliseconds.
pub const REMEMBERED_MS: i64 = 3 * 60 * 1000;
/// From this age on, in milliseconds, a delivery first searches for the message, as `ChatDelivery` does.
pub const SEARCHED_MS: i64 = 2 * 60 * 1000;

/// A chat platform. It ignores a message whose nonce it remembers.
///
/// A message can be doubled in one way: its sender is frozen between its last look (at its lease, and for an earlier
/// message) and the request, for longer than its lease and the memory of the platform together, and another
/// worker has delivered the post in that time.
#[derive(Default)]
pub struct Platform {
    /// The messages, in the order in which they arrived.
    pub messages: Vec<DuePost>,
    pub nonces: HashMap<PostId, Millis>,
    /// Messages that another one of the same post preceded.
    pub doubled: usize,
}

impl Platform {
    pub fn has(&self, post: PostId) -> bool {
        self.messages.iter().any(|message| message.id == post)
    }

    pub fn receive(&mut self, due: &DuePost, now: Millis) {
        if self.nonces.get(&due.id).is_some_and(|at| now.0 - at.0 < REMEMBERED_MS) {
            return;
        }
        self.doubled += usize::from(self.has(due.id));
        self.nonces.insert(due.id, now);
        self.messages.push(due.clone());
    }
}

/// What happens to a delivery or a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Succeeds,
    Fails,
    /// It is held up before it looks at its lease, between that and the request, or before it hears the response. A
    /// search is held up in any case.
    HeldBeforeLook,
    Frozen,
    HeldBeforeResponse,
}

/// What the processes share, besides the database.
#[derive(Default)]
pub struct World {
    pub state: Mutex<WorldState>,
    pub clock: TestClock,
    /// Something has begun or ended.
    pub happened: Notify,
}

#[derive(Default)]
pub struct WorldState {
    pub platform: Platform,
    /// Chooses fates; without it, all succeed.
    pub chance: Option<SeededRng>,
    /// The fates of the next deliveries and searches, before chance decides.
    pub deliveries: Vec<Fate>,
    pub searches: Vec<Fate>,
    /// Unblocks the task or thread.
    pub held: Vec<Box<dyn FnOnce() + Send>>,
    /// The lease of the last delivery of each post that began, unless that has ended by itself.
    pub delivering: HashMap<PostId, Lease>,
    /// Deliveries that were frozen until their lease had ended.
    pub frozen: usize,
    /// Two deliveries of a post at a time, with the lease of the first still valid.
    pub violations: Vec<String>,
}

impl World {
    pub fn still() -> Arc<World> {
        Arc::new(World { clock: TestClock::still(), ..World::default() })
    }

    pub fn state(&self) -> MutexGuard<'_, WorldState> {
        self.state.lock().expect("the lock is not poisoned")
    }

    fn fate(&self, script: impl Fn(&mut WorldState) -> &mut Vec<Fate>) -> Fate {
        let mut state = self.state();
        if let Some(fate) = script(&mut state).pop() {
            return fate;
        }
        match state.chance.as_mut().map(|chance| chance.below(10)) {
            Some(0) => Fate::Fails,
            Some(1) => Fate::HeldBeforeLook,
            Some(2 | 3) => Fate::Frozen,
            Some(4) => Fate::HeldBeforeResponse,
            _ => Fate::Succeeds,
        }
    }

    async fn hold(&self) {
        let (go_on, gone_on) = oneshot::channel();
        self.state().held.push(Box::new(move || {
            let _ = go_on.send(());
        }));
        self.happened.notify_one();
        let _ = gone_on.await;
    }

    /// Holds a search on its thread until it is released or told to stop.
    fn hold_thread(&self, stop: &Stop) {
        let (go_on, gone_on) = gates::channel();
        self.state().held.push(Box::new(move || {
            let _ = go_on.send(());
        }));
        self.happened.notify_one();
        let deadline = Instant::now() + SOON;
        while !stop.is_raised() && Instant::now() < deadline {
            if gone_on.recv_timeout(NO_EVENT) != Err(gates::RecvTimeoutError::Timeout) {
                return;
            }
        }
    }

    /// Waits until something has happened, but not for long.
    pub async fn wait(&self) {
        let _ = timeout(NO_EVENT, self.happened.notified()).await;
    }

    /// Waits until this is true of the state.
    pub async fn until(&self, what: impl Fn(&WorldState) -> bool) {
        let reached = async {
            while !what(&self.state()) {
                self.happened.notified().await;
            }
        };
        timeout(SOON, reached).await.expect("it happens");
    }

    /// Unblocks everything.
    pub fn release_all(&self) {
        let held = std::mem::take(&mut self.state().held);
        held.into_iter().for_each(|go_on| go_on());
    }
}

/// Delivers to the platform of the world, in the order of `ChatDelivery`: look at the lease, search if it is late,
/// send.
pub struct ScriptedDelivery(pub Arc<World>);

#[async_trait::async_trait]
impl Deliver for ScriptedDelivery {
    fn platform(&self) -> PlatformId {
        DISCORD
    }

    async fn deliver(&self, due: &DuePost) -> Result<(), DeliveryError> {
        let ScriptedDelivery(world) = self;
        let fate = world.fate(|state| &mut state.deliveries);
        {
            let now = world.clock.now();
            let mut state = world.state();
            // A task may begin after its lease has ended: it looks at its lease and does nothing.
            if !due.may_be_lost(now) {
                if state.delivering.get(&due.id).is_some_and(|other| !other.has_ended(now)) {
                    state.violations.push(format!("post {} is delivered twice at a time", due.id));
                }
                state.delivering.insert(due.id, due.lease);
            }
        }
        let result = world.deliver(due, fate).await;
        let mut state = world.state();
        if state.delivering.get(&due.id) == Some(&due.lease) {
            state.delivering.remove(&due.id);
        }
        drop(state);
        world.happened.notify_one();
        result
    }

    async fn notices(&self, _: &DuePost, _: &DeliveryError) -> Result<Vec<Post>, StorageError> {
        Ok(Vec::new())
    }
}

fn later(why: &str) -> DeliveryError {
    DeliveryError::Later { why: why.to_owned(), after: None }
}

impl World {
    async fn deliver(&self, due: &DuePost, fate: Fate) -> Result<(), DeliveryError> {
        if fate == Fate::HeldBeforeLook {
            self.hold().await;
        }
        let now = self.clock.now();
        if due.may_be_lost(now) {
            return Err(later("the lease has ended"));
        }
        if now.0 - due.first_due_at().0 > SEARCHED_MS && self.state().platform.has(due.id) {
            return Ok(());
        }
        if fate == Fate::Frozen {
            self.hold().await;
            let ended = due.may_be_lost(self.clock.now());
            self.state().frozen += usize::from(ended);
        }
        if fate == Fate::Fails {
            return Err(later("out of order"));
        }
        let now = self.clock.now();
        self.state().platform.receive(due, now);
        if fate == Fate::HeldBeforeResponse {
            self.hold().await;
        }
        Ok(())
    }
}

/// An engine that plays the last legal move, unless it blocks or panics.
pub struct ScriptedEngine {
    pub game: &'static dyn AnyGame,
    pub world: Arc<World>,
}

impl AnyEngine for ScriptedEngine {
    fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    fn search(&mut self, line: &dyn AnyLine, _: Limits, stop: &Stop, _: &mut dyn FnMut(&Found)) -> Found {
        match self.world.fate(|state| &mut state.searches) {
            Fate::Succeeds => {}
            Fate::Fails => panic!("this test makes the search panic"),
            Fate::HeldBeforeLook | Fate::Frozen | Fate::HeldBeforeResponse => self.world.hold_thread(stop),
        }
        self.world.happened.notify_one();
        let best = line.legal(usize::MAX).pop().expect("the game is not over");
        let variations = vec![Variation { score: Score::EVEN, moves: vec![best] }];
        Found { variations, ..Found::default() }
    }

    fn advise(&mut self, _: &dyn AnyLine, _: Limits, _: &Stop) -> Option<Advice> {
        None
    }

    fn analyse(&mut self, _: &dyn AnyLine, _: Budget, _: &Stop, _: &mut dyn FnMut(usize, usize)) -> Option<Review> {
        None
    }

    fn judge_last(&mut self, _: &dyn AnyLine, _: Limits, _: &Stop) -> Option<JudgedMove<String>> {
        None
    }

    fn clear(&mut self) {}

    fn configure(&mut self, _: EngineOptions) {}
}
