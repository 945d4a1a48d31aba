//! A channel on a scripted platform, with processes of the bot that are killed at any moment.

use crate::platforms::{SCRIPTED, ScriptedPlatform, Shown};
use crate::test_database::TestDatabase;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::chat::{Capabilities, ChatDelivery, Platform};
use tablero::db::SqlStorage;
use tablero::rules::SeededRng;
use tablero::service::{
    Address, BoardId, Clock, DailyChannel, DailyQueries, DailySwitch, DeliveryMode, ExternalId, ExternalPlace,
    GameService, Millis, NewLocation, PeopleStorage, PlaceId, PlaceStorage, PlayerId, ServerId,
};
use tablero::workers::{OutboxDispatcher, Scheduler};
use test_support::stage::TestClock;

pub const HOUR_MS: i64 = 60 * 60 * 1000;
pub const DAY_MS: i64 = 24 * HOUR_MS;

/// A process of the bot: what posts boards, and what delivers them.
pub struct Process {
    pub store: SqlStorage,
    pub service: GameService,
    pub scheduler: Scheduler,
    pub dispatcher: OutboxDispatcher,
}

pub struct Club {
    pub database: TestDatabase,
    pub clock: TestClock,
    pub platform: Arc<ScriptedPlatform>,
    pub process: Process,
    pub channel: PlaceId,
    pub server: ServerId,
    pub people: Vec<PlayerId>,
    pub chance: SeededRng,
    pub kills: usize,
}

fn account(text: impl Into<String>) -> ExternalId {
    ExternalId(text.into())
}

/// The result of a future, unless it takes more than this many polls: then it ends where it is, as in a process that is
/// killed.
async fn cut_after<F: Future>(polls: u64, future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut left = polls;
    std::future::poll_fn(|context| {
        let Some(next) = left.checked_sub(1) else { return Poll::Ready(None) };
        left = next;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

impl Process {
    pub async fn start(database: &TestDatabase, clock: &TestClock, platform: &Arc<ScriptedPlatform>) -> Process {
        let store = database.open().await;
        let service = GameService::new(Arc::new(store.clone()), Arc::new(clock.clone()), || 7);
        let platform = Arc::clone(platform) as Arc<dyn Platform>;
        let delivery = ChatDelivery::new(service.clone(), PictureRenderer::closed(), platform);
        let scheduler = Scheduler::new(service.clone());
        let dispatcher = OutboxDispatcher::new(service.clone(), Arc::new(delivery));
        Process { store, service, scheduler, dispatcher }
    }
}

impl Club {
    /// A channel of this many people in an empty database.
    pub async fn open(database: TestDatabase, people: usize, seed: u64) -> Club {
        let clock = TestClock::still();
        let store = database.open().await;
        let server = store.server_of(SCRIPTED, &account("club")).await.expect("a server");
        let channel = ExternalPlace { id: account("games"), parent: None, server: Some(server) };
        let channel = store.place_of(SCRIPTED, &channel).await.expect("a place");
        let mut members = Vec::new();
        for number in 0..people {
            let person = store.person_of(SCRIPTED, &account(format!("@{number}"))).await.expect("a person");
            store.update_player(person, &format!("Person {number}"), Some("en")).await.expect("it is stored");
            members.push(person);
        }
        let platform = Arc::new(ScriptedPlatform::new(Capabilities::all(4_000), store.clone(), Vec::new()));
        store.close().await;
        let process = Process::start(&database, &clock, &platform).await;
        let (chance, kills) = (SeededRng::new(seed), 0);
        Club { database, clock, platform, process, channel, server, people: members, chance, kills }
    }

    pub fn location(&self) -> NewLocation {
        NewLocation {
            channel: self.channel,
            origin: None,
            server: Some(self.server),
            delivery_mode: DeliveryMode::Threads,
            language: "en".to_owned(),
        }
    }

    /// Changes what the channel has chosen.
    pub async fn choose(&self, change: impl Fn(&mut DailyChannel)) -> Option<Millis> {
        let chosen = self.process.service.change_daily(&self.location(), "Europe/Rome", change).await;
        chosen.expect("it is stored").1
    }

    pub async fn switch(&self, switch: DailySwitch) -> Option<Millis> {
        self.choose(|channel| channel.switch = switch).await
    }

    /// The process ends, and another one begins. What it was working on is free after ten seconds.
    pub async fn kill(&mut self) {
        self.process.store.close().await;
        self.clock.advance(11_000);
        self.process = Process::start(&self.database, &self.clock, &self.platform).await;
        self.kills += 1;
    }

    /// Does something in the process. Of three times, one is cut short by a kill; then the result is `None`.
    pub async fn try_once<T>(&mut self, run: impl AsyncFn(&Process) -> T) -> Option<T> {
        if self.chance.below(3) > 0 {
            return Some(run(&self.process).await);
        }
        // A file answers within fewer polls than a server.
        let most = if matches!(self.database, TestDatabase::File(_)) { 15 } else { 60 };
        let polls = self.chance.below(most);
        let done = cut_after(polls, run(&self.process)).await;
        if done.is_none() {
            self.kill().await;
        }
        done
    }

    /// Does something until it is not cut short.
    pub async fn until_done<T>(&mut self, run: impl AsyncFn(&Process) -> T) -> T {
        loop {
            if let Some(done) = self.try_once(&run).await {
                return done;
            }
        }
    }

    /// Everything that is due is done and delivered, with kills.
    pub async fn work(&mut self) {
        self.until_done(async |process| process.scheduler.tick().await.expect("the store works")).await;
        self.until_done(async |process| process.dispatcher.deliver_due().await.expect("the store works")).await;
    }

    /// Advances the clock to an instant.
    pub fn wait_until(&self, at: Millis) {
        self.clock.advance(at.0 - self.clock.now().0);
    }

    /// What was posted in the channel, in order.
    pub fn posted(&self) -> Vec<Shown> {
        let here = |shown: &Shown| shown.address == Address::Place(self.channel);
        self.platform.messages().into_iter().filter(here).collect()
    }

    /// The texts of what was posted in the channel.
    pub fn texts(&self) -> Vec<String> {
        self.posted().iter().map(|shown| shown.view.text.plain()).collect()
    }

    /// The number of the last board, and its id.
    pub async fn last_board(&self) -> (u32, BoardId) {
        let channel = self.process.store.daily_channel(self.channel).await.expect("it is read").expect("it is there");
        let board = self.process.store.numbered_daily_board(self.channel, channel.number).await.expect("it is read");
        (channel.number, board.expect("a board").id)
    }

    pub async fn close(self) {
        self.process.store.close().await;
    }
}
