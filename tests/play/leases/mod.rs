//! Several workers of each kind over one database: each post, job and check is done once, even if workers are killed or
//! held up.
//!
//! The workers here belong to three processes, as far as they can tell: each has its own service, and they share
//! nothing but the database, the clock and the platform. What a delivery may double is counted, see
//! [`world::Platform`].

mod process;
mod world;

use crate::test_database::TestDatabase;
use process::{Process, service};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tablero::db::SqlStorage;
use tablero::discord::places::DISCORD;
use tablero::rules::{Seat, SeededRng};
use tablero::service::{
    Action, Claimant, Clock, DeliveryMode, DeliveryStorage, DuePost, GameService, LEASE_MS, Level, Match, MatchId,
    Notice, Pauses, Pings, PlaceId, PlayerId, Post, PostId, PostPriority, Preferences, ServerId, Side, Terms,
    TimeControl,
};
use tablero::workers::OutboxDispatcher;
use test_support::stage::SOON;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use world::{Fate, REMEMBERED_MS, SEARCHED_MS, ScriptedDelivery, World};

/// How many processes there are.
const PROCESSES: usize = 3;
/// How many people play, and in how many seeds.
const PLAYERS: u64 = 6;
const SEEDS: u64 = 3;
/// The steps in which something goes wrong.
const STEPS: usize = 300;
fn terms(player: PlayerId, side: Side) -> Terms {
    Terms {
        game: "barrier".to_owned(),
        setup: "variant=5".to_owned(),
        challenger: player,
        opponent: None,
        side,
        hints: true,
        rated: false,
        control: TimeControl::None,
        pauses: Pauses::NONE,
        note: String::new(),
        place: PlaceId(5),
        server: Some(ServerId(9)),
        delivery_mode: DeliveryMode::Threads,
        origin: None,
        language: "en".to_owned(),
    }
}

/// A database with work of every kind.
struct Fixture {
    database: TestDatabase,
    store: SqlStorage,
    world: Arc<World>,
    service: GameService,
}

impl Fixture {
    async fn open() -> Fixture {
        Fixture::over(TestDatabase::file()).await
    }

    async fn over(database: TestDatabase) -> Fixture {
        let store = database.open().await;
        database
            .change(
                "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9)
            INSERT INTO people (id) SELECT i FROM n",
            )
            .await;
        for known in [
            "INSERT INTO accounts (platform, external_id, person) SELECT 'discord', CAST(id AS TEXT), id FROM people",
            "INSERT INTO places (id, platform, external_id) SELECT id, 'discord', CAST(id AS TEXT) FROM people",
        ] {
            database.change(known).await;
        }
        let world = World::still();
        let service = service(&store, &world);
        Fixture { database, store, world, service }
    }

    /// A process with connections of its own, if several processes can use the database.
    async fn start_process(&self) -> Process {
        match &self.database {
            TestDatabase::File(_) => Process::start(&self.store, &self.world),
            TestDatabase::Server(_) => Process::start(&self.database.open().await, &self.world),
        }
    }

    async fn begin(&self, player: PlayerId, side: Side) -> Match {
        self.service.start_against_engine(terms(player, side), Level::FULL, None).await.expect("a game")
    }

    /// Games in which the engine begins, notices whose order matters, outage notices, a digest for each player, and the
    /// analysis of a game that is over.
    async fn fill(&self) {
        let now = self.service.now();
        for player in (1..=PLAYERS).map(PlayerId) {
            self.service.update_player(player, "Ada", Some("en")).await.expect("the store works");
            self.begin(player, Side::Second).await;
            self.begin(player, Side::Second).await;
            // It waits for the player, so the digest has something to say.
            let game = self.begin(player, Side::First).await.id;
            // The next digest is almost a day away.
            let digest = |settings: &mut Preferences| (settings.pings, settings.digest_at) = (Pings::Digest, 7 * 60);
            self.service.update_preferences(player, digest).await.expect("they are stored");
            let notice = |by| Post::Notice { match_id: game, ply: 0, notice: Notice::DrawOffered, by };
            let outage = Post::Outage { match_id: game, from: now, until: now };
            let posts = [notice(Seat::One), notice(Seat::Two), outage, notice(Seat::One)];
            self.store.add_posts(&posts, now).await.expect("they are stored");
        }
        let over = self.begin(PlayerId(1), Side::First).await;
        let first = over.line.nth_legal(0).expect("a move");
        self.service.act(over.id, PlayerId(1), None, &Action::Move(first), None).await.expect("it is legal");
        self.service.act(over.id, PlayerId(1), None, &Action::Resign, None).await.expect("it is possible");
        let over = self.service.find(over.id).await.expect("it is there");
        self.service.analyse(&over, PlayerId(1), None).await.expect("it is over");
        self.database
            .change("UPDATE alarms SET due_at = (SELECT MIN(started_at) FROM matches) WHERE kind = 'digest'")
            .await;
    }

    async fn count(&self, sql: &'static str) -> i64 {
        self.database.count(sql).await
    }

    /// Rows that are waiting or in progress.
    async fn open_rows(&self) -> i64 {
        self.count(
            "SELECT (SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL)
                + (SELECT COUNT(*) FROM jobs WHERE state = 'waiting') + (SELECT COUNT(*) FROM alarms
                    WHERE due_at = (SELECT MIN(started_at) FROM matches))",
        )
        .await
    }
}

/// Something goes wrong, or time passes.
async fn go_wrong(fixture: &Fixture, processes: &mut [Process], chance: &mut SeededRng) {
    let world = &fixture.world;
    let which = chance.below(processes.len() as u64) as usize;
    match chance.below(8) {
        0..=2 => world.clock.advance(chance.below(LEASE_MS as u64) as i64 + LEASE_MS / 3),
        3 | 4 => {
            let mut state = world.state();
            let held = state.held.len() as u64;
            if held > 0 {
                let go_on = state.held.swap_remove(chance.below(held) as usize);
                drop(state);
                go_on();
            }
        }
        5 => {
            processes[which].kill().await;
            processes[which].spawn();
        }
        6 => processes[which].deaf ^= true,
        _ => {}
    }
}

async fn everything_is_done_once(database: TestDatabase, seed: u64) -> (usize, usize) {
    let fixture = Fixture::over(database).await;
    fixture.fill().await;
    let world = &fixture.world;
    let mut chance = SeededRng::new(seed);
    world.state().chance = Some(SeededRng::new(seed + 1_000));
    let mut processes = Vec::new();
    for _ in 0..PROCESSES {
        processes.push(fixture.start_process().await);
    }
    for _ in 0..STEPS {
        world.wait().await;
        go_wrong(&fixture, &mut processes, &mut chance).await;
        processes.iter().for_each(Process::wake);
    }
    // From here on everything succeeds. Items of killed workers are due again when their leases end.
    world.state().chance = None;
    let finish = async {
        while fixture.open_rows().await > 0 {
            processes.iter_mut().for_each(|process| process.deaf = false);
            world.release_all();
            processes.iter().for_each(Process::wake);
            world.wait().await;
            world.clock.advance(LEASE_MS / 6);
        }
    };
    timeout(SOON, finish).await.unwrap_or_else(|_| panic!("seed {seed}: everything is done"));
    for process in processes {
        process.shut_down().await;
    }

    let games = 2 * PLAYERS as i64;
    for (what, sql, expected) in [
        ("posts that are not delivered", "SELECT COUNT(*) FROM outbox WHERE delivered_at IS NULL", 0),
        (
            "leases",
            "SELECT (SELECT COUNT(*) FROM outbox WHERE lease_owner IS NOT NULL)
                + (SELECT COUNT(*) FROM jobs WHERE lease_owner IS NOT NULL)
                + (SELECT COUNT(*) FROM alarms WHERE lease_owner IS NOT NULL)",
            0,
        ),
        ("moves of the engine", "SELECT COUNT(*) FROM jobs WHERE kind = 'turn' AND state = 'done'", games),
        (
            "games in which it has moved once",
            "SELECT COUNT(*) FROM matches WHERE plies = 1 AND status = 'running'",
            games,
        ),
        ("analyses", "SELECT COUNT(*) FROM jobs WHERE kind = 'analysis' AND state = 'done'", 1),
        ("analysed positions", "SELECT COUNT(*) FROM studies", 2),
        ("digests", "SELECT COUNT(*) FROM outbox WHERE post LIKE '{\"post\":\"digest\"%'", PLAYERS as i64),
        ("daily checks", "SELECT COUNT(*) FROM alarms WHERE kind = 'digest'", PLAYERS as i64),
    ] {
        assert_eq!(fixture.count(sql).await, expected, "seed {seed}: {what}");
    }
    let mut boards = HashSet::new();
    for post in fixture.database.texts("SELECT post FROM outbox").await {
        if let Post::Board { match_id, ply, ended, .. } = serde_json::from_str(&post).expect("a post") {
            assert!(boards.insert((match_id, ply, ended)), "seed {seed}: {post} was added twice");
        }
    }
    let posts = fixture.count("SELECT COUNT(*) FROM outbox").await;
    fixture.store.close().await;
    let state = world.state();
    assert_eq!(state.violations, Vec::<String>::new(), "seed {seed}");
    let platform = &state.platform;
    assert_eq!(platform.messages.len() - platform.doubled, posts as usize, "seed {seed}: every post has a message");
    assert!(platform.doubled <= state.frozen, "seed {seed}: {} {}", platform.doubled, state.frozen);
    assert_in_order(&platform.messages, seed);
    (platform.doubled, state.frozen)
}

/// Asserts that the posts of a match arrived in their order, except for those for one person and for what was doubled.
fn assert_in_order(messages: &[DuePost], seed: u64) {
    let mut last: HashMap<(MatchId, bool), PostId> = HashMap::new();
    let mut known = HashSet::new();
    for message in messages.iter().filter(|message| message.post.person().is_none()) {
        let Some(game) = message.post.match_id().filter(|_| known.insert(message.id)) else { continue };
        let before = last.insert((game, message.post.priority() == PostPriority::Turn), message.id);
        assert!(before.is_none_or(|before| before < message.id), "seed {seed}: {before:?} {message:?}");
    }
}

/// Nothing is done twice, except for messages whose sender was frozen between its lease check and the request for
/// longer than the lease and the memory of the platform. Those are counted: there are never more of them than such
/// freezes.
#[tokio::test(flavor = "multi_thread")]
async fn everything_is_done_once_when_workers_are_killed_or_held_up() {
    let mut counts = (0, 0);
    for seed in 0..SEEDS {
        let (doubled, frozen) = everything_is_done_once(TestDatabase::file(), seed).await;
        counts = (counts.0 + doubled, counts.1 + frozen);
    }
    println!("{} messages doubled by {} freezes that outlasted a lease", counts.0, counts.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_done_once_by_processes_with_connections_of_their_own() {
    for seed in 0..SEEDS {
        let Some(database) = TestDatabase::server().await else { return };
        everything_is_done_once(database, seed).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_freeze_between_the_lease_check_and_the_request_doubles_a_message() {
    for (fate, doubled) in [(Fate::HeldBeforeLook, 0), (Fate::Frozen, 1), (Fate::HeldBeforeResponse, 0)] {
        let fixture = Fixture::open().await;
        fixture.begin(PlayerId(1), Side::First).await;
        fixture.database.change("DELETE FROM outbox WHERE id > 1").await;
        let world = &fixture.world;
        world.state().deliveries = vec![fate];
        let slow = Process::start(&fixture.store, world);
        world.until(|state| !state.held.is_empty()).await;
        // It hears of nothing and is held up for longer than its lease and the memory of the platform. The delivery of
        // the other process is late, so it searches before it sends.
        world.clock.advance(LEASE_MS + SEARCHED_MS);
        let other = Process::start(&fixture.store, world);
        world.until(|state| state.platform.messages.len() == 1 && state.delivering.is_empty()).await;
        world.clock.advance(LEASE_MS + REMEMBERED_MS);
        world.release_all();
        slow.shut_down().await;
        other.shut_down().await;
        assert_eq!(world.state().platform.doubled, doubled, "{fate:?}");
        assert_eq!(fixture.count("SELECT COUNT(*) FROM outbox WHERE delivered_at IS NULL OR attempts > 0").await, 0);
        fixture.store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_delays_nothing_because_the_next_start_releases_all_leases() {
    let fixture = Fixture::open().await;
    fixture.begin(PlayerId(1), Side::Second).await;
    let world = &fixture.world;
    world.state().deliveries = vec![Fate::HeldBeforeLook];
    world.state().searches = vec![Fate::HeldBeforeLook];
    let mut killed = Process::start(&fixture.store, world);
    world.until(|state| state.held.len() == 2).await;
    killed.kill().await;
    // The tasks that it had started may end a little later, but now they can no longer store anything.
    fixture.store.close().await;
    world.release_all();
    let leased = "SELECT (SELECT COUNT(*) FROM outbox WHERE lease_until IS NOT NULL)
        + (SELECT COUNT(*) FROM jobs WHERE lease_until IS NOT NULL)";
    assert_eq!(fixture.count(leased).await, 2, "the post and the job");
    let store = fixture.database.open().await;
    assert_eq!(fixture.count(leased).await, 0);
    // The clock stands still.
    let next = Process::start(&store, world);
    let finish = async {
        while fixture.open_rows().await > 0 {
            world.wait().await;
        }
    };
    timeout(SOON, finish).await.expect("nothing waits for a lease to end");
    next.shut_down().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_keeps_its_lease_while_its_worker_lives_and_a_stop_releases_it() {
    let fixture = Fixture::open().await;
    fixture.begin(PlayerId(1), Side::Second).await;
    let world = &fixture.world;
    let ahead = "SELECT MAX(lease_until) FROM jobs";
    world.state().searches = vec![Fate::HeldBeforeLook];
    let process = Process::start(&fixture.store, world);
    world.until(|state| !state.held.is_empty()).await;
    for _ in 0..6 {
        world.clock.advance(LEASE_MS / 3);
        let renewed = world.clock.now().plus(LEASE_MS).0;
        process.wake();
        let reached = async {
            while fixture.count(ahead).await != renewed {
                tokio::task::yield_now().await;
            }
        };
        timeout(SOON, reached).await.expect("it is renewed");
    }
    process.stop.cancel();
    // Nothing releases the search: the cancellation ends it.
    process.shut_down().await;
    assert_eq!(fixture.count("SELECT COUNT(*) FROM jobs WHERE lease_owner IS NULL AND state = 'waiting'").await, 1);
    fixture.store.close().await;
}

/// A dispatcher of another process.
async fn dispatcher(fixture: &Fixture) -> OutboxDispatcher {
    let delivery = Arc::new(ScriptedDelivery(Arc::clone(&fixture.world)));
    OutboxDispatcher::new(service(&fixture.database.open().await, &fixture.world), delivery)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_process_delivers_posts_and_another_takes_over() {
    let Some(database) = TestDatabase::server().await else { return };
    let fixture = Fixture::over(database).await;
    let (leader, other) = (dispatcher(&fixture).await, dispatcher(&fixture).await);
    let waiting = async || fixture.count("SELECT COUNT(*) FROM outbox WHERE delivered_at IS NULL").await;
    fixture.begin(PlayerId(1), Side::First).await;
    leader.deliver_due().await.expect("the store works");
    assert_eq!(waiting().await, 0);
    // Processes of different versions agree on this name.
    assert_eq!(fixture.count("SELECT COUNT(*) FROM leaders WHERE task = 'outbox of discord'").await, 1);

    fixture.begin(PlayerId(2), Side::First).await;
    let led_until = fixture.world.clock.now().plus(LEASE_MS);
    assert_eq!(other.deliver_due().await.expect("the store works"), Some(led_until), "it stands by");
    assert_ne!(waiting().await, 0);
    fixture.world.clock.advance(LEASE_MS - 1);
    other.deliver_due().await.expect("the store works");
    assert_ne!(waiting().await, 0, "the leader may still deliver");
    fixture.world.clock.advance(1);
    other.deliver_due().await.expect("the store works");
    assert_eq!(waiting().await, 0, "the leader is lost");

    fixture.begin(PlayerId(3), Side::First).await;
    leader.deliver_due().await.expect("the store works");
    assert_ne!(waiting().await, 0, "it has lost the lead");
    // A leader that stops resigns, and the clock stands still.
    let stopped = CancellationToken::new();
    stopped.cancel();
    other.run(stopped).await;
    leader.deliver_due().await.expect("the store works");
    assert_eq!(waiting().await, 0);
    fixture.store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_delivery_keeps_its_lease() {
    let fixture = Fixture::open().await;
    fixture.begin(PlayerId(1), Side::First).await;
    fixture.database.change("DELETE FROM outbox WHERE id > 1").await;
    let world = &fixture.world;
    world.state().deliveries = vec![Fate::HeldBeforeLook];
    let slow = Process::start(&fixture.store, world);
    world.until(|state| !state.held.is_empty()).await;
    world.clock.advance(LEASE_MS - 1);
    let renewed = world.clock.now().plus(LEASE_MS).0;
    let is_renewed = async {
        while fixture.count("SELECT MAX(lease_until) FROM outbox").await != renewed {
            tokio::task::yield_now().await;
        }
    };
    timeout(SOON, is_renewed).await.expect("it is renewed");
    world.clock.advance(LEASE_MS - 1);
    let (delivery, now) = (fixture.service.delivery(), world.clock.now());
    let claim = delivery.claim_posts(DISCORD, &[(PostPriority::Turn, 9)], Claimant::new().lease(now), now).await;
    assert_eq!(claim.expect("posts").0, []);
    world.release_all();
    slow.shut_down().await;
    {
        let platform = &world.state().platform;
        assert_eq!((platform.messages.len(), platform.doubled), (1, 0));
    }
    fixture.store.close().await;
}
