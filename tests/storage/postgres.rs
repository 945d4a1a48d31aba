//! PostgreSQL under the contracts, and what holds for PostgreSQL alone. Where it is not installed, these tests say that
//! they were skipped.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CLUB, Fixture};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgPool};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tablero::catalog::Catalog;
use tablero::db::{ServerAddress, SqlStorage};
use tablero::service::{Action, EventId, ServiceError, StorageError};
use tablero::workers::WakeUpRelay;
use test_support::postgres_server::PostgresServer;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// A database of the server of the tests.
pub struct Postgres {
    store: SqlStorage,
    pool: PgPool,
}

impl Postgres {
    /// Opens the database at the first address, where tests look into it, through the second.
    pub async fn open_at(url: &str, by_way_of: &str) -> Postgres {
        Postgres::open_with(url, ServerAddress::new(by_way_of, 10)).await
    }

    /// As [`Postgres::open_at`], for the contracts of the storage, which hold however busy the machine is.
    pub async fn open_patiently(url: &str, by_way_of: &str, is_pooled: bool) -> Postgres {
        let patience = Duration::from_secs(60);
        let address = ServerAddress { is_pooled, patience, ..ServerAddress::new(by_way_of, 10) };
        Postgres::open_with(url, address).await
    }

    async fn open_with(url: &str, address: ServerAddress) -> Postgres {
        let store = SqlStorage::open_server(&address, Catalog::standard()).await.expect("a database");
        Postgres { store, pool: test_support::pools::postgres_pool(url).await }
    }
}

#[async_trait::async_trait]
impl Backend for Postgres {
    async fn open() -> Option<Postgres> {
        let url = PostgresServer::get()?.new_database().await;
        Some(Postgres::open_patiently(&url, &url, false).await)
    }

    fn store(&self) -> &SqlStorage {
        &self.store
    }

    async fn execute(&self, sql: &'static str) {
        sqlx::query(sql).execute(&self.pool).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    async fn number(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    async fn close(self) {
        self.pool.close().await;
        self.store.close().await;
    }
}

crate::contracts! { crate::postgres::Postgres }

/// What one process changes wakes the workers of another, and not its own again.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_hears_of_the_changes_of_others() {
    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    let [one, other] = [Postgres::open_at(&url, &url).await, Postgres::open_at(&url, &url).await];
    let (one, other) = (one.storage(), other.storage());
    assert!(one.is_shared());
    let own = one.wait_for_others();
    let heard = other.wait_for_others();
    // The listener is not ready at once, so the change is announced until it arrives.
    let mut again = tokio::time::interval(std::time::Duration::from_millis(20));
    tokio::pin!(own, heard);
    let listen = async {
        loop {
            tokio::select! {
                () = async { again.tick().await; } => one.wake_others().await.expect("it is sent"),
                result = &mut own => panic!("it hears itself: {result:?}"),
                result = &mut heard => return result,
            }
        }
    };
    let heard = tokio::time::timeout(std::time::Duration::from_secs(30), listen).await;
    heard.expect("it hears").expect("it listens");
}

/// The changes of a process with a relay wake other processes at once, not only when they look.
#[tokio::test(flavor = "multi_thread")]
async fn a_relay_tells_other_processes_of_changes() {
    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    let fixture = Fixture::over(Postgres::open_at(&url, &url).await);
    fixture.know_people().await;
    let other = Postgres::open_at(&url, &url).await;
    let (relay, other) = (WakeUpRelay::new(fixture.service.clone()), other.storage());
    let stop = CancellationToken::new();
    let running = tokio::spawn({
        let stop = stop.clone();
        async move { relay.run(stop).await }
    });
    let heard = other.wait_for_others();
    tokio::pin!(heard);
    // The listener is not ready at once, so there are changes until one is heard.
    let mut again = tokio::time::interval(Duration::from_millis(50));
    let hear = async {
        loop {
            tokio::select! {
                result = &mut heard => return result,
                _ = again.tick() => drop(fixture.game().await),
            }
        }
    };
    let heard = tokio::time::timeout(Duration::from_secs(30), hear).await;
    heard.expect("it hears").expect("it listens");
    stop.cancel();
    running.await.expect("it ends");
}

/// Storing a move fails once with each of these SQLSTATEs.
#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_fails_for_a_reason_that_passes_is_repeated() {
    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    let fixture = Fixture::over(Postgres::open_at(&url, &url).await);
    fixture.know_people().await;
    fixture.execute("CREATE TABLE failure (code TEXT)").await;
    // What a sequence has counted is not rolled back.
    fixture.execute("CREATE SEQUENCE attempts").await;
    fixture
        .execute(
            "CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF nextval('attempts') = 1 THEN
                    RAISE EXCEPTION 'not now' USING ERRCODE = (SELECT code FROM failure);
                END IF;
                RETURN NEW;
            END $$",
        )
        .await;
    fixture.execute("CREATE TRIGGER fails BEFORE INSERT ON moves FOR EACH ROW EXECUTE FUNCTION fail_once()").await;
    // A conflict, a deadlock, a lock held too long, an idle transaction ended, an operator's stop, too many connections.
    for insert in [
        "INSERT INTO failure VALUES ('40001')",
        "INSERT INTO failure VALUES ('40P01')",
        "INSERT INTO failure VALUES ('55P03')",
        "INSERT INTO failure VALUES ('25P03')",
        "INSERT INTO failure VALUES ('57P01')",
        "INSERT INTO failure VALUES ('53300')",
    ] {
        fixture.execute("DELETE FROM failure").await;
        fixture.execute(insert).await;
        fixture.execute("ALTER SEQUENCE attempts RESTART").await;
        let game = fixture.game().await.id;
        fixture.play(game, ADA).await;
        assert_eq!(fixture.number("SELECT last_value FROM attempts").await, 2, "{insert}");
    }
    fixture.close().await;
}

/// Games are played while the server crashes again and again. Each move is acknowledged once, and none is lost or played
/// twice, even if the connection was lost during its commit.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_crashes_of_the_server() {
    const GAMES: usize = 24;
    const PLIES: usize = 4;
    let Some(server) = PostgresServer::new() else { return };
    let url = server.new_database().await;
    let fixture = Fixture::over(Postgres::open_patiently(&url, &url, false).await);
    fixture.know_people().await;
    let mut players = JoinSet::new();
    let played = Arc::new(AtomicUsize::new(0));
    for _ in 0..GAMES {
        let (service, game, played) = (fixture.service.clone(), fixture.game().await.id, Arc::clone(&played));
        players.spawn(async move {
            for ply in 0..PLIES {
                let event = EventId { platform: CLUB, id: format!("{game}-{ply}") };
                let by = [ADA, BRUNO][ply % 2];
                let text = service.find(game).await.expect("it is read").line.nth_legal(0).expect("a move");
                let acted = service.for_event(event, by).act(game, by, None, &Action::Move(text), None).await;
                // The answer to an event whose change was found to be stored.
                let handled = matches!(acted, Err(ServiceError::Storage(StorageError::AlreadyHandled)));
                assert!(handled || acted.is_ok(), "{game} {ply}: {acted:?}");
                played.fetch_add(1, Ordering::Relaxed);
            }
            game
        });
    }
    let mut crashes = 0;
    let mut looks = tokio::time::interval(Duration::from_millis(5));
    while !players.is_empty() {
        tokio::select! {
            Some(game) = players.join_next() => {
                let game = game.expect("no panic");
                assert_eq!(fixture.find(game).await.ply(), PLIES, "{game}");
            }
            _ = looks.tick() => {
                // After a fourth, a half and three fourths of the moves.
                if crashes < 3 && played.load(Ordering::Relaxed) >= GAMES * PLIES * (crashes + 1) / 4 {
                    server.crash();
                    crashes += 1;
                }
            }
        }
    }
    assert_eq!(crashes, 3);
    assert_eq!(fixture.number("SELECT COUNT(*) FROM moves").await, (GAMES * PLIES) as i64);
    fixture.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_whose_clocks_differ_do_not_undo_each_others_heartbeats() {
    const MINUTE_MS: i64 = 60_000;
    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    for ahead in [4 * MINUTE_MS, 20 * MINUTE_MS] {
        let [behind, other] =
            [Fixture::over(Postgres::open_at(&url, &url).await), Fixture::over(Postgres::open_at(&url, &url).await)];
        behind.execute("DELETE FROM pulse").await;
        other.advance(ahead);
        for _ in 0..10 {
            other.service.heartbeat().await.expect("the store works");
            behind.service.heartbeat().await.expect("the store works");
            assert_eq!(behind.storage.last_heartbeat().await.expect("it is read"), Some(other.now()));
            behind.advance(MINUTE_MS);
            other.advance(MINUTE_MS);
        }
        assert_eq!(behind.number("SELECT COUNT(*) FROM outages").await, 0);
        // A process whose own clock is set back is not another one.
        other.advance(-20 * MINUTE_MS);
        other.service.heartbeat().await.expect("the store works");
        assert_eq!(behind.storage.last_heartbeat().await.expect("it is read"), Some(other.now()));
        behind.close().await;
        other.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_crashes_while_it_starts_ends_with_its_test() {
    let Some(server) = PostgresServer::new() else { return };
    // At every moment of a start: each crash waits for a hundred refused connections, about a millisecond, more than the
    // one before.
    let address = PgConnectOptions::new().socket(server.folder());
    for crash in 0..15 {
        server.crash();
        for _ in 0..100 * crash {
            let _ = address.connect().await;
        }
    }
    tokio::task::spawn_blocking(move || server.end()).await.expect("it ends");
}
