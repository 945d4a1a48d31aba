//! The queues of rooms: what fails delays nothing else, and survives a restart.

use futures_util::future::BoxFuture;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use tablero::db::SqlStorage;
use tablero::matrix::places::MATRIX;
use tablero::matrix::received::Received;
use tablero::matrix::room_queues::{Batch, HandleReceived, RoomQueues};
use tablero::service::{Clock, DeliveryQueries, GameService, Millis, PendingKey, PendingKind};
use tablero::workers::DeliveryError;
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;

/// A clock that tests move.
#[derive(Default)]
struct Hands(AtomicI64);

impl Clock for Hands {
    fn now(&self) -> Millis {
        Millis(self.0.load(Ordering::Relaxed))
    }
}

type Answers = HashMap<String, VecDeque<Result<Vec<(String, Received)>, DeliveryError>>>;

/// Answers with what a test has prepared for the room, or well, and says what was handled.
struct Scripted {
    answers: Mutex<Answers>,
    said: UnboundedSender<String>,
}

impl HandleReceived for Scripted {
    fn handle<'a>(
        &'a self,
        room: &'a str,
        received: &'a Received,
        received_at: Millis,
    ) -> BoxFuture<'a, Result<Vec<(String, Received)>, DeliveryError>> {
        Box::pin(async move {
            let subject = received.pending(room, received_at).key.subject;
            self.said.send(format!("{room} {subject}")).expect("the test listens");
            if subject == "$never" {
                std::future::pending::<()>().await;
            }
            assert_ne!(subject, "$panic", "planted");
            let mut answers = self.answers.lock().expect("the lock is not poisoned");
            answers.get_mut(room).and_then(VecDeque::pop_front).unwrap_or_else(|| Ok(Vec::new()))
        })
    }

    fn give_up<'a>(&'a self, room: &'a str, _: &'a Received, _: &'a DeliveryError) -> BoxFuture<'a, ()> {
        Box::pin(async move { self.said.send(format!("{room} given up")).expect("the test listens") })
    }
}

struct Stage {
    queues: RoomQueues,
    said: UnboundedReceiver<String>,
    clock: Arc<Hands>,
    service: GameService,
    store: SqlStorage,
    _folder: TempDir,
}

fn later() -> Result<Vec<(String, Received)>, DeliveryError> {
    Err(DeliveryError::Later { why: "502".to_owned(), after: None })
}

fn event(id: &str) -> Received {
    Received::EventId(id.to_owned())
}

impl Stage {
    async fn open(
        answers: impl IntoIterator<Item = (&'static str, Vec<Result<Vec<(String, Received)>, DeliveryError>>)>,
    ) -> Stage {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let clock = Arc::new(Hands::default());
        let service = GameService::new(Arc::new(store.clone()), Arc::clone(&clock) as Arc<dyn Clock>, || 7);
        let (sender, said) = unbounded_channel();
        let answers = answers.into_iter().map(|(room, answers)| (room.to_owned(), answers.into())).collect();
        let handler = Arc::new(Scripted { answers: Mutex::new(answers), said: sender });
        let queues = RoomQueues::new(service.clone(), handler, CancellationToken::new());
        Stage { queues, said, clock, service, store, _folder: folder }
    }

    async fn receive(&self, received: Vec<(&str, Received)>) {
        let batch = Batch::default();
        for (room, received) in received {
            self.queues.push(room, vec![received], &batch);
        }
        batch.handled().await;
    }

    async fn said(&mut self) -> String {
        self.said.recv().await.expect("something is handled")
    }

    async fn pending(&self) -> Vec<PendingKey> {
        let pending = self.store.pending_events(MATRIX).await.expect("it is read");
        pending.into_iter().map(|pending| pending.key).collect()
    }
}

#[tokio::test]
async fn a_room_that_fails_delays_no_other_and_keeps_its_order() {
    let mut stage = Stage::open([("!a", vec![later(), later()])]).await;
    stage.receive(vec![("!a", event("$1")), ("!a", event("$2")), ("!b", event("$3"))]).await;
    let mut first = [stage.said().await, stage.said().await];
    first.sort();
    assert_eq!(first, ["!a $1", "!b $3"]);
    stage.queues.store("s1", None).await.expect("it is stored");
    assert_eq!(stage.pending().await.iter().map(|key| key.subject.as_str()).collect::<Vec<_>>(), ["$1", "$2"]);
    // Nobody waits for the room any more, and a doubled event is skipped.
    stage.receive(vec![("!a", event("$2")), ("!a", event("$4"))]).await;
    for expected in ["!a $1", "!a $1", "!a $2", "!a $4"] {
        let said = async {
            loop {
                stage.queues.try_again();
                if let Ok(said) = stage.said.try_recv() {
                    return said;
                }
                tokio::task::yield_now().await;
            }
        };
        assert_eq!(said.await, expected);
    }
    stage.store.close().await;
}

#[tokio::test]
async fn what_waits_survives_a_restart_and_is_forgotten_when_it_is_handled() {
    let mut stage = Stage::open([("!a", vec![later()]), ("!b", vec![Ok(vec![("!c".to_owned(), event("$2"))])])]).await;
    stage.receive(vec![("!a", event("$1"))]).await;
    assert_eq!(stage.said().await, "!a $1");
    stage.queues.store("s1", None).await.expect("it is stored");
    // Another process begins with what is stored.
    let (sender, said) = unbounded_channel();
    let handler = Arc::new(Scripted { answers: Mutex::default(), said: sender });
    let service = stage.service.clone();
    (stage.queues, stage.said) = (RoomQueues::new(service, handler, CancellationToken::new()), said);
    stage.queues.load().await.expect("it is read");
    assert_eq!(stage.said().await, "!a $1");
    while !stage.pending().await.is_empty() {
        tokio::task::yield_now().await;
    }
    stage.store.close().await;
}

#[tokio::test]
async fn what_replaces_a_stored_item_is_stored_with_it() {
    let moved = Ok(vec![("!c".to_owned(), event("$never"))]);
    let mut stage = Stage::open([("!b", vec![later(), moved])]).await;
    stage.receive(vec![("!b", event("$1"))]).await;
    assert_eq!(stage.said().await, "!b $1");
    stage.queues.store("s1", None).await.expect("it is stored");
    while stage.said.try_recv().as_deref() != Ok("!c $never") {
        stage.queues.try_again();
        tokio::task::yield_now().await;
    }
    let key = PendingKey { room: "!c".to_owned(), kind: PendingKind::Event, subject: "$never".to_owned() };
    assert_eq!(stage.pending().await, [key]);
    stage.store.close().await;
}

#[tokio::test]
async fn a_panic_or_a_refusal_ends_one_item() {
    let refused = || Err(DeliveryError::Forbidden("403".to_owned()));
    let mut stage = Stage::open([("!b", vec![refused()])]).await;
    stage.receive(vec![("!b", event("$1")), ("!b", event("$panic")), ("!b", event("$2"))]).await;
    for expected in ["!b $1", "!b given up", "!b $panic", "!b given up", "!b $2"] {
        assert_eq!(stage.said().await, expected);
    }
    stage.store.close().await;
}

#[tokio::test]
async fn what_still_fails_after_a_day_is_given_up_and_a_wrong_clock_changes_nothing() {
    let mut stage = Stage::open([("!a", vec![later()])]).await;
    stage.receive(vec![("!a", event("$1"))]).await;
    assert_eq!(stage.said().await, "!a $1");
    stage.queues.store("s1", None).await.expect("it is stored");
    // Each time another process begins: with a clock that is behind, less than a day later, and a day later.
    const DAY_MS: i64 = 24 * 60 * 60 * 1000;
    for (now, expected) in [(-400 * DAY_MS, "tried"), (DAY_MS - 60_000, "tried"), (DAY_MS, "!a given up")] {
        stage.clock.0.store(now, Ordering::Relaxed);
        let (sender, mut said) = unbounded_channel();
        let answers = HashMap::from([("!a".to_owned(), VecDeque::from(vec![later(), later()]))]);
        let handler = Arc::new(Scripted { answers: Mutex::new(answers), said: sender });
        let stop = CancellationToken::new();
        let queues = RoomQueues::new(stage.service.clone(), handler, stop.clone());
        queues.load().await.expect("it is read");
        assert_eq!(said.recv().await.as_deref(), Some("!a $1"));
        if expected == "tried" {
            while said.try_recv().as_deref() != Ok("!a $1") {
                queues.try_again();
                tokio::task::yield_now().await;
            }
        } else {
            assert_eq!(said.recv().await.as_deref(), Some(expected));
        }
        stop.cancel();
    }
    stage.store.close().await;
}

#[tokio::test]
async fn what_was_received_before_the_bot_left_a_room_is_void() {
    let mut stage = Stage::open([("!a", vec![later()])]).await;
    stage.receive(vec![("!a", event("$1")), ("!a", event("$2"))]).await;
    assert_eq!(stage.said().await, "!a $1");
    stage.queues.left("!a");
    stage.queues.push("!a", vec![event("$3")], &Batch::default());
    let said = loop {
        stage.queues.try_again();
        if let Ok(said) = stage.said.try_recv() {
            break said;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(said, "!a $3");
    stage.store.close().await;
}

#[tokio::test]
async fn the_queue_of_a_room_is_bounded() {
    let stage = Stage::open([]).await;
    let received = (0..2_000).map(|number| event(&format!("${number}")));
    stage.queues.push("!a", std::iter::once(event("$never")).chain(received).collect(), &Batch::default());
    stage.queues.store("s1", None).await.expect("it is stored");
    let pending = stage.pending().await;
    assert!((2..1_000).contains(&pending.len()), "{}", pending.len());
    assert_eq!(pending.last().expect("some").subject, format!("${}", pending.len() - 2), "the latest are dropped");
    stage.store.close().await;
}
