//! A database with a game service over it, and people who play.

use crate::backend::Backend;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use tablero::service::{
    Action, Change, ChangeSet, Clock, Consequences, DeliveryMode, DuePost, ExternalId, ExternalPlace, GameService,
    Lease, Level, Match, MatchChange, MatchId, Millis, Pauses, PlaceId, PlatformId, PlayerId, PostPriority, ServerId,
    Side, Storage, StorageError, Terms, TimeControl,
};

/// The platform of all accounts and places, unless a test adds others.
pub const CLUB: PlatformId = PlatformId("club");
/// Another platform.
pub const ELSEWHERE: PlatformId = PlatformId("elsewhere");
pub const ADA: PlayerId = PlayerId(1);
pub const BRUNO: PlayerId = PlayerId(2);
pub const CARLA: PlayerId = PlayerId(3);
pub const CHANNEL: PlaceId = PlaceId(5);
pub const SERVER: ServerId = ServerId(9);

/// A clock that only the test moves.
#[derive(Clone, Default)]
pub struct TestClock(Arc<AtomicI64>);

impl Clock for TestClock {
    fn now(&self) -> Millis {
        Millis(1_700_000_000_000 + self.0.load(Ordering::SeqCst))
    }
}

pub struct Fixture<B> {
    backend: B,
    pub storage: Arc<dyn Storage>,
    pub service: GameService,
    clock: TestClock,
}

impl<B: Backend> Fixture<B> {
    /// A new database, in which three people and a channel are known.
    pub async fn open() -> Option<Self> {
        let fixture = Fixture::over(B::open().await?);
        fixture.know_people().await;
        Some(fixture)
    }

    /// Stores three people and a channel.
    pub async fn know_people(&self) {
        for person in [ADA, BRUNO, CARLA] {
            let known = self.storage.person_of(CLUB, &ExternalId(person.to_string())).await;
            assert_eq!(known.expect("a person"), person);
        }
        let server = self.storage.server_of(CLUB, &ExternalId(SERVER.to_string())).await.expect("a server");
        let channel = ExternalPlace { id: ExternalId(CHANNEL.to_string()), parent: None, server: Some(server) };
        assert_eq!(self.storage.place_of(CLUB, &channel).await.expect("a place"), CHANNEL);
    }

    pub fn over(backend: B) -> Self {
        let (storage, clock) = (backend.storage(), TestClock::default());
        let service = GameService::new(Arc::clone(&storage), Arc::new(clock.clone()), || 7);
        Fixture { backend, storage, service, clock }
    }

    pub fn backend(&self) -> &B {
        &self.backend
    }

    pub fn into_backend(self) -> B {
        self.backend
    }

    pub async fn close(self) {
        self.backend.close().await;
    }

    pub async fn execute(&self, sql: &'static str) {
        self.backend.execute(sql).await;
    }

    pub async fn number(&self, sql: &'static str) -> i64 {
        self.backend.number(sql).await
    }

    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    pub fn advance(&self, milliseconds: i64) {
        self.clock.0.fetch_add(milliseconds, Ordering::SeqCst);
    }

    pub fn terms(&self, challenger: PlayerId) -> Terms {
        Terms {
            game: "barrier".to_owned(),
            setup: "variant=8".to_owned(),
            challenger,
            opponent: None,
            side: Side::First,
            hints: true,
            rated: false,
            control: TimeControl::None,
            pauses: Pauses::NONE,
            note: String::new(),
            place: CHANNEL,
            server: Some(SERVER),
            delivery_mode: DeliveryMode::Threads,
            origin: None,
            language: "en".to_owned(),
        }
    }

    /// A match between the first player, who begins, and the second.
    pub async fn start(&self, terms: Terms, second: PlayerId) -> Match {
        let challenge = self.service.propose(terms).await.expect("a challenge");
        self.service.accept(challenge.id, second, None, None).await.expect("it is open")
    }

    /// A match between Ada, who begins, and Bruno.
    pub async fn game(&self) -> Match {
        self.start(self.terms(ADA), BRUNO).await
    }

    /// A match in which the engine is to move, with a post, a job and a check that are due.
    pub async fn waiting_for_the_engine(&self) -> Match {
        let terms = Terms { side: Side::Second, ..self.terms(ADA) };
        let started = self.service.start_against_engine(terms, Level::FULL, None).await.expect("a game");
        self.execute("INSERT INTO alarms (kind, subject, due_at) VALUES ('digest', 1, 0)").await;
        started
    }

    pub async fn find(&self, id: MatchId) -> Match {
        self.service.find(id).await.expect("it is read")
    }

    /// Plays the first legal move.
    pub async fn play(&self, id: MatchId, by: PlayerId) -> Match {
        let text = self.find(id).await.line.nth_legal(0).expect("a move");
        self.service.act(id, by, None, &Action::Move(text), None).await.expect("it is legal")
    }

    /// The change that an action of a player makes, decided from this state.
    pub fn change(&self, before: &Match, by: PlayerId, action: &Action) -> Change {
        let (mut after, now) = (before.clone(), self.now());
        let events = after.act(by, None, action, now, 7).expect("it is possible");
        Change::Match(Box::new(MatchChange {
            moves_before: before.ply(),
            retained_moves: before.ply(),
            conditional_moves_before: before.conditional_moves.clone(),
            calendars_before: None,
            consequences: Consequences::of(before, &after, &events, |_| None, now),
            after,
            by_engine: false,
            token: None,
            now,
        }))
    }

    /// The change that the first legal move makes.
    pub fn first_move(&self, before: &Match, by: PlayerId) -> Change {
        self.change(before, by, &Action::Move(before.line.nth_legal(0).expect("a move")))
    }

    pub async fn apply(&self, changes: Vec<Change>) -> Result<(), StorageError> {
        self.storage.apply(&ChangeSet { event: None, changes }).await.map(|_| ())
    }

    /// The due posts of a platform and a priority, with this lease.
    pub async fn posts(&self, platform: PlatformId, priority: PostPriority, lease: Lease) -> Vec<DuePost> {
        self.storage.claim_posts(platform, &[(priority, 100)], lease, self.now()).await.expect("posts").0
    }

    /// Delivers all posts that are due.
    pub async fn deliver(&self) {
        for platform in [CLUB, ELSEWHERE] {
            for priority in [PostPriority::Turn, PostPriority::Notice] {
                loop {
                    let lease = tablero::service::Claimant::new().lease(self.now());
                    let due = self.posts(platform, priority, lease).await;
                    if due.is_empty() {
                        break;
                    }
                    for post in due {
                        let delivered = self.storage.mark_delivered(post.id, lease.holder, self.now()).await;
                        delivered.expect("it is held");
                    }
                }
            }
        }
    }

    /// Claims the urgent posts, jobs and checks that are due, and returns their numbers.
    pub async fn claim_all(&self, lease: Lease) -> [usize; 3] {
        let now = self.now();
        [
            self.posts(CLUB, PostPriority::Turn, lease).await.len(),
            self.storage.claim_jobs(lease, now, 100).await.expect("jobs").0.len(),
            self.storage.claim_checks(lease, now, 100).await.expect("checks").0.len(),
        ]
    }
}

/// Asserts that a result is a conflict.
pub fn assert_conflict<T: std::fmt::Debug>(result: &Result<T, StorageError>) {
    assert!(matches!(result, Err(StorageError::Conflict)), "{result:?}");
}
