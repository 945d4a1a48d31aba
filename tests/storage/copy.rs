//! Copying a database into another, from SQLite to PostgreSQL and back.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, Fixture};
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use tablero::db::copy::{CopyError, CopyProgress, copy};
use tablero::service::{Action, BlockChange, Change, Claimant, Level, Millis, NoteChange, Terms};

/// A database with rows in most tables: games that run, have ended and wait for the engine, with their posts.
async fn filled<B: Backend>() -> Fixture<B> {
    let fixture = Fixture::<B>::open().await.expect("it was asked before");
    let timed = Terms {
        control: "3d".parse().expect("a time control"),
        rated: true,
        note: "¿zero\0?".to_owned(),
        ..fixture.terms(ADA)
    };
    let ended = fixture.start(timed, BRUNO).await.id;
    for by in [ADA, BRUNO, ADA] {
        fixture.play(ended, by).await;
    }
    fixture.service.act(ended, BRUNO, None, &Action::Resign, None).await.expect("it is running");
    let running = fixture.game().await.id;
    fixture.play(running, ADA).await;
    fixture
        .apply(vec![
            Change::Note(NoteChange { match_id: running, player: ADA, text: "mine".to_owned() }),
            Change::Block(BlockChange { player: BRUNO, other: ADA, is_blocked: true }),
        ])
        .await
        .expect("stored");
    fixture.waiting_for_the_engine().await;
    fixture.service.start_vacation(ADA, Some(1)).await.expect("she has a vacation");
    fixture.service.propose(fixture.terms(BRUNO)).await.expect("a challenge");
    fixture
}

/// A moment at which no bot has used the database for a while.
fn later<B: Backend>(fixture: &Fixture<B>) -> Millis {
    fixture.now().plus(3_600_000)
}

async fn copied<A: Backend, B: Backend>(from: &Fixture<A>, to: &Fixture<B>) -> u64 {
    let (old, new) = (from.backend().store(), to.backend().store());
    copy(old, new, later(from), |_| {}).await.expect("it is copied")
}

/// Games continue in a copy, and new rows get numbers that were never used.
async fn play_goes_on<B: Backend>(fixture: &Fixture<B>) {
    let (running, _) = fixture.storage.running(BRUNO, 9).await.expect("a list");
    assert_eq!(running.len(), 1);
    fixture.play(running[0].id, BRUNO).await;
    let lease = Claimant::new().lease(fixture.now());
    assert_eq!(fixture.storage.claim_jobs(lease, fixture.now(), 9).await.expect("jobs").0.len(), 1);
    let known = fixture.number("SELECT MAX(id) FROM matches").await;
    let terms = Terms { opponent: None, ..fixture.terms(ADA) };
    let new = fixture.service.start_against_engine(terms, Level::FULL, None).await.expect("a game");
    assert!(new.id.0 > known, "{} after {known}", new.id);
    // Reminders are due later.
    fixture.advance(86_400_000);
    fixture.deliver().await;
    assert_eq!(fixture.number("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL").await, 0);
}

async fn a_copy_has_everything_and_play_goes_on<A: Backend, B: Backend>() {
    let (Some(to), Some(back)) = (B::open().await.map(Fixture::over), A::open().await.map(Fixture::over)) else {
        return;
    };
    let from = filled::<A>().await;
    let rows = copied(&from, &to).await;
    assert!(rows > 40, "{rows}");
    assert_eq!(copied(&to, &back).await, rows);
    play_goes_on(&to).await;
    play_goes_on(&back).await;
    for fixture in [from, back] {
        fixture.close().await;
    }
    to.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn from_sqlite_to_postgresql_and_back() {
    if Postgres::open().await.is_some() {
        a_copy_has_everything_and_play_goes_on::<Sqlite, Postgres>().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn from_one_file_to_another() {
    a_copy_has_everything_and_play_goes_on::<Sqlite, Sqlite>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_copy_goes_on_where_it_was() {
    let (from, to) = (filled::<Sqlite>().await, Fixture::over(Sqlite::open().await.expect("SQLite is built in")));
    let (old, new) = (from.backend().store(), to.backend().store());
    // Dropping the copy at some table interrupts it, as a kill would.
    let reached = AtomicBool::new(false);
    {
        let report = |progress: CopyProgress| {
            reached.fetch_or(progress.table == "outbox", Ordering::Relaxed);
        };
        let mut copying = std::pin::pin!(copy(old, new, later(&from), report));
        std::future::poll_fn(|context| {
            assert!(copying.as_mut().poll(context).is_pending(), "it ended before");
            if reached.load(Ordering::Relaxed) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
    let begun = to.number("SELECT COUNT(*) FROM copy_progress").await;
    assert!(begun > 0, "nothing was copied yet");
    let mut tables = Vec::new();
    let note = |progress: CopyProgress| tables.push((progress.table, progress.rows, progress.is_comparing));
    copy(old, new, later(&from), note).await.expect("it is copied");
    let first = tables.iter().find(|(table, ..)| *table == "people");
    assert_eq!(first, Some(&("people", 3, false)), "people are not copied again");
    from.close().await;
    to.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_refused_while_a_bot_runs_and_into_a_database_with_games() {
    let (from, to) = (filled::<Sqlite>().await, filled::<Sqlite>().await);
    let (old, new) = (from.backend().store(), to.backend().store());
    from.storage.record_heartbeat(from.now()).await.expect("it is stored");
    let refused = copy(old, new, from.now().plus(60_000), |_| {}).await;
    assert!(matches!(refused, Err(CopyError::InUse { seconds: 60 })), "{refused:?}");
    let refused = copy(old, new, later(&from), |_| {}).await;
    assert!(matches!(refused, Err(CopyError::NotEmpty { table: "people" })), "{refused:?}");
    from.close().await;
    to.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_changes_while_it_is_copied_is_noticed() {
    let (from, to) = (filled::<Sqlite>().await, Fixture::over(Sqlite::open().await.expect("SQLite is built in")));
    let (old, new) = (from.backend().store(), to.backend().store());
    let mut changed = None;
    let change = |progress: CopyProgress| {
        if progress.is_comparing && changed.is_none() {
            changed = Some(());
            let change = from.execute("UPDATE notes SET text = 'other'");
            tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(change));
        }
    };
    let refused = copy(old, new, later(&from), change).await;
    assert!(matches!(refused, Err(CopyError::Differs { table: "notes", rows: 1, copied: 1 })), "{refused:?}");
    from.close().await;
    to.close().await;
}
