//! Search scheduling: which search runs when, and what happens when none can finish. The engines are scripted by each
//! test.

use crate::scripted_engine::{Act, Scripted, Search, last_legal};
use futures_util::FutureExt;
use futures_util::future::join_all;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc as gates;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tablero::ai::{Advice, Budget, EngineOptions, Limits, Stop};
use tablero::catalog::{AnyEngine, AnyGame, AnyLine, Catalog, Found, JudgedMove, Review};
use tablero::chat::views::pictures::PictureRenderer;
use tablero::chat::{Answer, Arguments, Language, Request, RequestContext, RequestHandler, RequestKind, Requester};
use tablero::db::SqlStorage;
use tablero::engine::{EngineResources, HintError, HintSearches, SearchRunner};
use tablero::service::{
    Action, Claimant, Clock, Confirmation, DeliveryMode, GameService, JobEnd, Level, Match, MatchId, Millis, Pauses,
    PlaceId, PlayerId, ServerId, Side, Status, Terms, TimeControl, WorkStorage,
};
use tablero::workers::EngineWorker;
use tempfile::TempDir;
use test_support::stage::{SOON, TestClock, open_service, written};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

const ADA: PlayerId = PlayerId(1);
const BRUNO: PlayerId = PlayerId(2);

/// A search runner with one slot whose searches follow the acts in order and repeat the last one. Also returns the
/// receiver of the searches it begins.
fn scripted(acts: impl IntoIterator<Item = Act>) -> (SearchRunner, mpsc::UnboundedReceiver<Search>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let acts: Mutex<VecDeque<Act>> = Mutex::new(acts.into_iter().collect());
    let means = EngineResources { threads: 1, hash: 1 << 16, move_time: Duration::from_secs(2) };
    let make = move |line: &dyn AnyLine, settings: EngineOptions| {
        let mut acts = acts.lock().expect("the lock is not poisoned");
        let act = if acts.len() > 1 { acts.pop_front() } else { acts.front().cloned() };
        let (game, searches) = (line.game(), sender.clone());
        let act = act.expect("there is a script");
        Box::new(Scripted { game, level: settings.level, act, searches }) as Box<dyn AnyEngine>
    };
    (SearchRunner::with_engines(means, make), receiver)
}

/// A gate that searches wait at.
fn gate() -> (gates::Sender<()>, Act) {
    let (open, gate) = gates::channel();
    (open, Act::Wait(Arc::new(Mutex::new(gate))))
}

/// A database, and a clock that only the test moves.
struct Fixture {
    folder: TempDir,
    store: SqlStorage,
    clock: TestClock,
    service: GameService,
}

impl Fixture {
    async fn open() -> Fixture {
        let (service, store, clock, folder) = open_service().await;
        Fixture { folder, store, clock, service }
    }

    fn database(&self) -> std::path::PathBuf {
        self.folder.path().join("tablero.sqlite")
    }

    /// Begins a game of a player against the engine at full strength.
    async fn begin(&self, player: PlayerId, game: &str, side: Side) -> Match {
        self.service.start_against_engine(terms(player, game, side), Level::FULL, None).await.expect("a game")
    }

    /// Runs workers until the returned token is cancelled.
    fn work(&self, search_runner: &SearchRunner) -> (CancellationToken, tokio::task::JoinHandle<()>) {
        let stop = CancellationToken::new();
        let pool = EngineWorker::new(self.service.clone(), search_runner.clone());
        let worker = tokio::spawn({
            let stop = stop.clone();
            async move { pool.run(stop).await }
        });
        (stop, worker)
    }

    /// Waits until a match has this many plies.
    async fn wait_ply(&self, id: MatchId, ply: usize) -> Match {
        let mut changed = self.service.outbox_changed().subscribe();
        let reached = async {
            loop {
                let found = self.service.find(id).await.expect("the match is there");
                if found.ply() >= ply {
                    return found;
                }
                changed.changed().await.expect("the service lives");
            }
        };
        timeout(SOON, reached).await.expect("the match goes on")
    }
}

fn terms(player: PlayerId, game: &str, side: Side) -> Terms {
    Terms {
        game: game.to_owned(),
        setup: String::new(),
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

async fn stop((stop, worker): (CancellationToken, tokio::task::JoinHandle<()>)) {
    stop.cancel();
    timeout(SOON, worker).await.expect("the workers stop").expect("no panic");
}

async fn next(searches: &mut mpsc::UnboundedReceiver<Search>) -> Search {
    timeout(SOON, searches.recv()).await.expect("a search begins").expect("the scripted engine is still running")
}

/// Waits until this many searches are queued.
async fn wait_queue(search_runner: &SearchRunner, searches: usize) {
    let full = async {
        while search_runner.queue().waiting() != searches {
            tokio::task::yield_now().await;
        }
    };
    timeout(SOON, full).await.expect("the searches are queued");
}

async fn state(database: &Path, match_id: MatchId) -> (String, i64) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database).read_only(true);
    let pool = test_support::pools::sqlite_pool(options).await;
    let row = sqlx::query_as("SELECT state, attempts FROM jobs WHERE match = $1 ORDER BY id DESC").bind(match_id.0);
    let found = row.fetch_one(&pool).await.expect("a job");
    pool.close().await;
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_cannot_think_plays_the_first_legal_move() {
    let fixture = Fixture::open().await;
    let (search_runner, mut searches) = scripted([Act::Panic]);
    let rated = Terms {
        rated: true,
        hints: false,
        control: TimeControl::PerMove { days: 3 },
        ..terms(ADA, "zertz", Side::Second)
    };
    let game = fixture.service.start_against_engine(rated, Level::FULL, None).await.expect("a rated game");
    let workers = fixture.work(&search_runner);
    let mut levels = Vec::new();
    for _ in 0..6 {
        levels.push(next(&mut searches).await.level);
        // However long the delay is, it is over now.
        fixture.clock.advance(60 * 60 * 1000);
        fixture.service.jobs_changed().notify();
    }
    let highest = Catalog::standard().game("zertz").expect("it is there").highest_level().number();
    assert_eq!(levels, [highest, highest, highest, 1, 1, 1], "first as strong as it is, then with less effort");
    let moved = fixture.wait_ply(game.id, 1).await;
    assert_eq!(
        moved.line.last_move(),
        game.line.nth_legal(0),
        "after too many attempts the engine moves without a search"
    );
    assert!(moved.status == Status::Running && searches.try_recv().is_err());
    stop(workers).await;
    assert_eq!(state(&fixture.database(), game.id).await, ("done".to_owned(), 6));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_thinks_again_plays_what_it_finds() {
    let fixture = Fixture::open().await;
    let (search_runner, mut searches) = scripted([Act::Panic, Act::Panic, Act::Find]);
    let game = fixture.begin(ADA, "barrier", Side::Second).await;
    let workers = fixture.work(&search_runner);
    for _ in 0..3 {
        assert_eq!(next(&mut searches).await.level, 6);
        fixture.clock.advance(60 * 60 * 1000);
        fixture.service.jobs_changed().notify();
    }
    let moved = fixture.wait_ply(game.id, 1).await;
    assert_eq!(moved.line.last_move(), Some(last_legal(&*game.line)));
    stop(workers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_given_up_is_tried_again_at_the_next_start() {
    let fixture = Fixture::open().await;
    let [waits, resigned] =
        [fixture.begin(ADA, "barrier", Side::Second).await, fixture.begin(BRUNO, "barrier", Side::Second).await];
    let lease = Claimant::new().lease(fixture.service.now());
    let (jobs, _) = fixture.store.claim_jobs(lease, fixture.service.now(), 10).await.expect("jobs");
    assert_eq!(jobs.len(), 2);
    for job in jobs {
        fixture.store.end_job(job.id, lease.holder, JobEnd::Failed).await.expect("it is stored");
    }
    fixture.service.act(resigned.id, BRUNO, None, &Action::Resign, None).await.expect("it is possible");
    let (search_runner, mut searches) = scripted([Act::Find]);
    let workers = fixture.work(&search_runner);
    assert_eq!(next(&mut searches).await, Search { game: "barrier", ply: 0, level: 6 });
    fixture.wait_ply(waits.id, 1).await;
    stop(workers).await;
    assert!(searches.try_recv().is_err(), "a match that is over needs nothing");
    assert_eq!(state(&fixture.database(), waits.id).await, ("done".to_owned(), 0));
    assert_eq!(state(&fixture.database(), resigned.id).await.0, "failed");
    assert_eq!(fixture.store.retry_failed_jobs(fixture.service.now()).await.expect("the failed jobs are read"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_match_is_given_up_and_the_others_go_on() {
    let fixture = Fixture::open().await;
    let damaged = fixture.begin(ADA, "barrier", Side::Second).await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(fixture.database());
    let pool = test_support::pools::sqlite_pool(options).await;
    let nonsense = sqlx::query("INSERT INTO moves (match, ply, text, played_at) VALUES ($1, 0, 'nonsense', 0)");
    nonsense.bind(damaged.id.0).execute(&pool).await.expect("the statement is valid");
    pool.close().await;
    let healthy = fixture.begin(BRUNO, "barrier", Side::Second).await;
    let (search_runner, _begun) = scripted([Act::Find]);
    let workers = fixture.work(&search_runner);
    fixture.wait_ply(healthy.id, 1).await;
    stop(workers).await;
    assert_eq!(state(&fixture.database(), damaged.id).await, ("failed".to_owned(), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_overtake_an_analysis_and_people_take_turns() {
    let fixture = Fixture::open().await;
    // A finished game that is being analysed.
    let played = fixture.begin(ADA, "zertz", Side::First).await;
    let first = played.line.nth_legal(0).expect("a move");
    fixture.service.act(played.id, ADA, None, &Action::Move(first), None).await.expect("it is legal");
    fixture.service.act(played.id, ADA, None, &Action::Resign, None).await.expect("it is possible");
    let over = fixture.service.find(played.id).await.expect("it is there");
    fixture.service.analyse(&over, ADA, None).await.expect("it is over");
    let (open, wait) = gate();
    let (search_runner, mut searches) = scripted([wait, Act::Find]);
    let workers = fixture.work(&search_runner);
    assert_eq!(next(&mut searches).await, Search { game: "zertz", ply: 1, level: 10 }, "there is nothing else to do");
    // While the first position is analysed, one player begins many games, and another a single one.
    for _ in 0..4 {
        fixture.begin(ADA, "barrier", Side::Second).await;
    }
    wait_queue(&search_runner, 4).await;
    let single = fixture.begin(BRUNO, "dvonn", Side::Second).await;
    wait_queue(&search_runner, 5).await;
    open.send(()).expect("a search waits");
    let mut order = Vec::new();
    for _ in 0..6 {
        let Search { game, ply, .. } = next(&mut searches).await;
        order.push((game, ply));
    }
    // The analysis has yielded after one position, and goes on with the next one when no move is pending.
    assert_eq!(order, ["barrier", "dvonn", "barrier", "barrier", "barrier", "zertz"].map(|game| (game, 0)));
    fixture.wait_ply(single.id, 1).await;
    stop(workers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_of_a_match_that_has_gone_on_leaves_the_queue() {
    let fixture = Fixture::open().await;
    let (open, wait) = gate();
    let (search_runner, mut searches) = scripted([wait, Act::Find]);
    fixture.begin(BRUNO, "zertz", Side::Second).await;
    let workers = fixture.work(&search_runner);
    assert_eq!(next(&mut searches).await.game, "zertz");
    let game = fixture.begin(ADA, "barrier", Side::First).await;
    let moves = game.line.legal(2);
    fixture.service.act(game.id, ADA, None, &Action::Move(moves[0].clone()), None).await.expect("it is legal");
    wait_queue(&search_runner, 1).await;
    fixture.service.act(game.id, ADA, None, &Action::RequestTakeBack, None).await.expect("the take-back is granted");
    wait_queue(&search_runner, 0).await;
    fixture.service.act(game.id, ADA, None, &Action::Move(moves[1].clone()), None).await.expect("it is legal");
    wait_queue(&search_runner, 1).await;
    open.send(()).expect("a search waits");
    assert_eq!(next(&mut searches).await, Search { game: "barrier", ply: 1, level: 6 });
    fixture.wait_ply(game.id, 2).await;
    stop(workers).await;
    assert!(searches.try_recv().is_err(), "the move that was taken back is not thought about");
}

/// A clock that stops the workers when they read it for the second time, which is in the middle of a check for jobs.
struct Stopping {
    looks: AtomicUsize,
    stop: CancellationToken,
}

impl Clock for Stopping {
    fn now(&self) -> Millis {
        if self.looks.fetch_add(1, Ordering::SeqCst) == 1 {
            self.stop.cancel();
        }
        Millis(0)
    }
}

#[tokio::test]
async fn workers_stop_when_they_are_told_to_while_they_look_for_jobs() {
    let fixture = Fixture::open().await;
    let stop = CancellationToken::new();
    let clock = Stopping { looks: AtomicUsize::new(0), stop: stop.clone() };
    let service = GameService::new(Arc::new(fixture.store.clone()), Arc::new(clock), || 7);
    timeout(SOON, EngineWorker::new(service, SearchRunner::default()).run(stop)).await.expect("the workers stop");
}

#[tokio::test]
async fn each_player_gets_one_job_before_any_player_gets_a_second() {
    let fixture = Fixture::open().await;
    let mut games = Vec::new();
    for player in [ADA, ADA, ADA, BRUNO] {
        games.push(fixture.begin(player, "barrier", Side::Second).await.id);
    }
    let due = async |most| {
        let claimant = Claimant::new();
        let lease = claimant.lease(fixture.service.now());
        let (jobs, later) = fixture.store.claim_jobs(lease, fixture.service.now(), most).await.expect("jobs");
        assert!(later == Some(lease.until) && jobs.iter().all(|job| job.server == Some(ServerId(9))));
        fixture.store.release_jobs_of(claimant.id()).await.expect("they are released");
        jobs.into_iter().map(|job| job.match_id).collect::<Vec<_>>()
    };
    assert_eq!(due(10).await, [games[0], games[3], games[1], games[2]]);
    assert_eq!(due(2).await, [games[0], games[3]]);
    let lease = Claimant::new().lease(fixture.service.now());
    let (jobs, _) = fixture.store.claim_jobs(lease, fixture.service.now(), 10).await.expect("jobs");
    assert_eq!(jobs[1].people.iter().flatten().collect::<Vec<_>>(), [&BRUNO]);
}

fn hint_request(person: PlayerId, language: Language) -> Request {
    Request {
        requester: Requester {
            id: person,
            name: "Ada".to_owned(),
            language,
            theme: String::new(),
            turned_boards: false,
            confirmation: Confirmation::default(),
        },
        context: RequestContext {
            id: PlaceId(5),
            parent: None,
            server: Some(ServerId(9)),
            manages: false,
            delivery_mode: DeliveryMode::Threads,
            language: Language::En,
            obstacles: Vec::new(),
            can_remove_messages: false,
        },
        kind: RequestKind::Command("hint", Arguments::default()),
        token: None,
        event: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_ask_for_one_position_wait_for_one_search() {
    let fixture = Fixture::open().await;
    let game = fixture.begin(ADA, "barrier", Side::First).await;
    let (open, wait) = gate();
    let (search_runner, mut searches) = scripted([wait, Act::Find]);
    let hints = HintSearches::new(search_runner.clone());
    let mut waiting: Vec<_> = (0..20).map(|_| Box::pin(hints.find(&game, ADA))).collect();
    assert!(waiting.iter_mut().all(|waiting| waiting.now_or_never().is_none()), "all wait");
    assert_eq!(next(&mut searches).await.game, "barrier");
    // The other player's hint is next.
    let other = fixture.begin(BRUNO, "dvonn", Side::First).await;
    let mut others = Box::pin(hints.find(&other, BRUNO));
    assert!((&mut others).now_or_never().is_none() && search_runner.queue().waiting() == 1);
    open.send(()).expect("a search waits");
    let advice = timeout(SOON, join_all(waiting)).await.expect("every request is answered");
    let moves: Vec<String> = advice.into_iter().map(|found| found.expect("a hint").expect("a move").best).collect();
    assert_eq!(moves, vec![last_legal(&*game.line); 20]);
    timeout(SOON, others).await.expect("an answer").expect("a hint").expect("the game goes on");
    assert_eq!(next(&mut searches).await.game, "dvonn");
    assert!(searches.try_recv().is_err(), "there was one search for each position");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stored_hint_is_repeated_without_a_search() {
    let fixture = Fixture::open().await;
    let game = fixture.begin(ADA, "barrier", Side::First).await;
    fixture.service.delivery().set_match_place(game.location.id, PlaceId(5)).await.expect("it is stored");
    let (search_runner, mut searches) = scripted([Act::Find]);
    let conversation = RequestHandler::new(fixture.service.clone(), PictureRenderer::closed(), search_runner);
    let request = hint_request(ADA, Language::En);
    let response = [conversation.answer(&request).await, conversation.answer(&request).await];
    assert!(
        matches!(&response[0], Answer::Private(view) if written(&view.text).starts_with("**Hint 1 of 3**")),
        "{response:?}"
    );
    assert_eq!(response[0], response[1]);
    assert_eq!(next(&mut searches).await.game, "barrier");
    assert!(searches.try_recv().is_err());
    assert_eq!(fixture.service.find(game.id).await.expect("it is there").hints_used, [1, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_more_than_three_hints_at_a_time() {
    let fixture = Fixture::open().await;
    let (open, wait) = gate();
    let (search_runner, mut searches) = scripted([wait, Act::Find]);
    let conversation = RequestHandler::new(fixture.service.clone(), PictureRenderer::closed(), search_runner.clone());
    let mut waiting = tokio::task::JoinSet::new();
    for number in 0..3 {
        // The hint is requested at the place of the newest game.
        let game = fixture.begin(ADA, "barrier", Side::First).await;
        fixture.service.delivery().set_match_place(game.location.id, PlaceId(5)).await.expect("it is stored");
        let conversation = conversation.clone();
        waiting.spawn(async move { conversation.answer(&hint_request(ADA, Language::En)).await });
        if number == 0 {
            assert_eq!(next(&mut searches).await.game, "barrier");
        } else {
            wait_queue(&search_runner, number).await;
        }
    }
    let game = fixture.begin(ADA, "barrier", Side::First).await;
    fixture.service.delivery().set_match_place(game.location.id, PlaceId(5)).await.expect("it is stored");
    for (language, expected) in
        [(Language::En, "3 hints"), (Language::Es, "3 pistas"), (Language::It, "3 suggerimenti")]
    {
        let answer = conversation.answer(&hint_request(ADA, language)).await;
        let (Answer::Private(view) | Answer::Reply(view)) = answer else { panic!("{answer:?}") };
        let text = written(&view.text);
        assert!(text.contains(expected), "{text}");
    }
    // Another player is not affected.
    let other = fixture.begin(BRUNO, "dvonn", Side::First).await;
    let others = {
        let hints = HintSearches::new(search_runner.clone());
        tokio::spawn(async move { hints.find(&other, BRUNO).await })
    };
    wait_queue(&search_runner, 3).await;
    open.send(()).expect("a search waits");
    assert_eq!(timeout(SOON, waiting.join_all()).await.expect("every request is answered").len(), 3);
    others.await.expect("no panic").expect("a hint");
    // Those are done, so there can be another.
    let answer = conversation.answer(&hint_request(ADA, Language::En)).await;
    assert!(
        matches!(&answer, Answer::Private(view) if written(&view.text).starts_with("**Hint 1 of 3**")),
        "{answer:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_for_a_hint_that_breaks_off_is_not_the_last_one() {
    let fixture = Fixture::open().await;
    let game = fixture.begin(ADA, "barrier", Side::First).await;
    let (search_runner, _begun) = scripted([Act::Panic, Act::Find]);
    let hints = HintSearches::new(search_runner);
    let error = hints.find(&game, ADA).await.expect_err("the search is aborted");
    assert!(matches!(error, HintError::SearchPanicked(_)), "{error}");
    assert!(hints.find(&game, ADA).await.expect("there is room for another search").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn all_searches_together_keep_to_the_memory() {
    let fixture = Fixture::open().await;
    let in_use = Arc::new(Mutex::new((0, 0)));
    /// An engine that counts the memory of its tables while it exists.
    struct Counted(Box<dyn AnyEngine>, usize, Arc<Mutex<(usize, usize)>>);
    impl Drop for Counted {
        fn drop(&mut self) {
            self.2.lock().expect("the lock is not poisoned").0 -= self.1;
        }
    }
    impl AnyEngine for Counted {
        fn game(&self) -> &'static dyn AnyGame {
            self.0.game()
        }
        fn search(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop, report: &mut dyn FnMut(&Found)) -> Found {
            self.0.search(line, limits, stop, report)
        }
        fn advise(&mut self, line: &dyn AnyLine, limits: Limits, stop: &Stop) -> Option<Advice> {
            self.0.advise(line, limits, stop)
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
    const MOST: usize = 1 << 20;
    let means = EngineResources { threads: 2, hash: MOST, move_time: Duration::from_millis(20) };
    let counter = Arc::clone(&in_use);
    let search_runner = SearchRunner::with_engines(means, move |line, settings| {
        let mut in_use = counter.lock().expect("the lock is not poisoned");
        in_use.0 += settings.hash;
        in_use.1 = in_use.1.max(in_use.0);
        Box::new(Counted(line.game().engine(settings), settings.hash, Arc::clone(&counter)))
    });
    let over = fixture.begin(BRUNO, "barrier", Side::First).await;
    let first = over.line.nth_legal(0).expect("a move");
    fixture.service.act(over.id, BRUNO, None, &Action::Move(first), None).await.expect("it is legal");
    fixture.service.act(over.id, BRUNO, None, &Action::Resign, None).await.expect("it is possible");
    fixture
        .service
        .analyse(&fixture.service.find(over.id).await.expect("it is there"), BRUNO, None)
        .await
        .expect("it is over");
    let mut moving = Vec::new();
    for _ in 0..6 {
        moving.push(fixture.begin(ADA, "zertz", Side::Second).await.id);
    }
    let hints = HintSearches::new(search_runner.clone());
    let mut advised = tokio::task::JoinSet::new();
    for person in 3..9 {
        let (hints, game) = (hints.clone(), fixture.begin(PlayerId(person), "dvonn", Side::First).await);
        advised.spawn(async move { hints.find(&game, PlayerId(person)).await.expect("a hint") });
    }
    let workers = fixture.work(&search_runner);
    for id in moving {
        fixture.wait_ply(id, 1).await;
    }
    timeout(SOON, advised.join_all()).await.expect("every request is answered");
    stop(workers).await;
    let (now, most) = *in_use.lock().expect("the lock is not poisoned");
    assert!(now == 0 && (1..=MOST).contains(&most), "{now} {most}");
}
