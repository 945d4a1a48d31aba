//! PostgreSQL servers that cannot be used: a standby, and others that say why.

use crate::fixture::{ADA, Fixture};
use crate::postgres::Postgres;
use futures_util::future::join_all;
use sqlx::{Connection, PgConnection};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tablero::catalog::Catalog;
use tablero::db::{DatabaseAddress, ServerAddress, SqlStorage};
use tablero::doctor::{Severity, examine_database};
use tablero::health::Health;
use tablero::service::{Action, GameService, Match, MatchId, Millis, ServiceError};
use tempfile::TempDir;
use test_support::postgres_server::PostgresServer;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

/// The name of PostgreSQL's socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// An address that leads to one server or another. Connections stay with theirs until they are cut.
struct MovingAddress {
    folder: TempDir,
    server: watch::Sender<PathBuf>,
    cuts: watch::Sender<u32>,
    freezes: watch::Sender<u32>,
}

impl MovingAddress {
    fn new(server: &Path) -> MovingAddress {
        let folder = TempDir::new().expect("a folder");
        let listener = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
        let (address, cuts, freezes) =
            (watch::Sender::new(server.to_owned()), watch::Sender::new(0), watch::Sender::new(0));
        let (server, cut, freeze) = (address.clone(), cuts.clone(), freezes.clone());
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let (folder, mut cut, mut freeze) = (server.borrow().clone(), cut.subscribe(), freeze.subscribe());
                tokio::spawn(async move {
                    let mut server = UnixStream::connect(folder.join(SOCKET)).await.expect("the server runs");
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => {}
                        _ = cut.changed() => {}
                        // Both sides stay connected, and hear nothing.
                        _ = freeze.changed() => std::future::pending().await,
                    }
                });
            }
        });
        MovingAddress { folder, server: address, cuts, freezes }
    }

    fn leads_to(&self, server: &Path) {
        self.server.send_replace(server.to_owned());
    }

    fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    fn freeze(&self) {
        self.freezes.send_modify(|freezes| *freezes += 1);
    }

    /// The URL of a server's database by way of this address.
    fn url(&self, url: &str, server: &Path) -> String {
        url.replace(&server.display().to_string(), &self.folder.path().display().to_string())
    }
}

/// Plays the first legal move of a game.
async fn play(service: GameService, id: MatchId) -> Result<Match, ServiceError> {
    let text = service.find(id).await?.line.nth_legal(0).expect("a move");
    service.act(id, ADA, None, &Action::Move(text), None).await
}

/// Waits until a query returns this number.
async fn until(session: &mut PgConnection, query: &'static str, number: i64) {
    let mut again = tokio::time::interval(Duration::from_millis(20));
    let reached = async {
        loop {
            again.tick().await;
            let found: i64 = sqlx::query_scalar(query).fetch_one(&mut *session).await.expect("a number");
            if found == number {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), reached).await.unwrap_or_else(|_| panic!("{query} is not {number}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_that_met_a_standby_are_closed_and_the_moves_stored() {
    const SESSIONS: &str = "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'tablero'";
    const GAMES: usize = 8;
    let Some(primary) = PostgresServer::new() else { return };
    let url = primary.new_database().await;
    let standby = primary.standby();
    let address = MovingAddress::new(primary.folder());
    let fixture = Fixture::over(Postgres::open_at(&url, &address.url(&url, primary.folder())).await);
    fixture.know_people().await;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(fixture.game().await.id);
    }
    let on_standby = url.replace(&primary.folder().display().to_string(), &standby.folder().display().to_string());
    let mut on_standby = PgConnection::connect(&on_standby).await.expect("the standby runs");
    until(&mut on_standby, "SELECT COUNT(*) FROM matches", GAMES as i64).await;

    address.leads_to(standby.folder());
    address.cut();
    let plays = join_all(games.iter().map(|id| play(fixture.service.clone(), *id)));
    tokio::pin!(plays);
    // As soon as there is a session with the standby, the address is right again; the session stays where it is.
    let met = async {
        let mut again = tokio::time::interval(Duration::from_millis(5));
        loop {
            again.tick().await;
            let met: i64 = sqlx::query_scalar(SESSIONS).fetch_one(&mut on_standby).await.expect("a number");
            if met > 0 {
                return;
            }
        }
    };
    tokio::select! {
        played = &mut plays => panic!("there is no primary: {played:?}"),
        () = met => address.leads_to(primary.folder()),
    }
    let played = tokio::time::timeout(Duration::from_secs(20), plays).await.expect("it does not last");
    assert!(played.iter().all(Result::is_ok), "{played:?}");
    // The next requests close what is left there.
    join_all(games.iter().map(|id| fixture.find(*id))).await;
    until(&mut on_standby, SESSIONS, 0).await;
    on_standby.close().await.expect("it is closed");
    fixture.close().await;
}

/// After one session was lost, the others are not used any more, because they may be with a server that is no longer the
/// primary, but does not know it.
#[tokio::test(flavor = "multi_thread")]
async fn one_lost_session_renews_the_whole_pool() {
    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    let fixture = Fixture::over(Postgres::open_at(&url, &url).await);
    fixture.know_people().await;
    let games = [fixture.game().await.id, fixture.game().await.id];
    join_all([0, 1, 0, 1, 0, 1].map(|game: usize| fixture.find(games[game]))).await;
    const PIDS: &str = "SELECT pid FROM pg_stat_activity
        WHERE application_name = 'tablero' AND datname = current_database() AND pid <> pg_backend_pid()";
    let mut admin = PgConnection::connect(&url).await.expect("a connection");
    let before: Vec<i32> = sqlx::query_scalar(PIDS).fetch_all(&mut admin).await.expect("sessions");
    assert!(before.len() > 1, "there are several");
    let end = sqlx::query("SELECT pg_terminate_backend($1)").bind(before[0]);
    end.execute(&mut admin).await.expect("it is ended");
    let mut again = tokio::time::interval(Duration::from_millis(20));
    let renewed = async {
        loop {
            again.tick().await;
            join_all(games.map(|game| fixture.find(game))).await;
            let now: Vec<i32> = sqlx::query_scalar(PIDS).fetch_all(&mut admin).await.expect("sessions");
            if before.iter().all(|pid| !now.contains(pid)) {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), renewed).await.expect("all are replaced");
    fixture.close().await;
}

/// A session that never hears of its server again holds up those who use it for seconds, and nobody else: neither the
/// sessions that are idle then, nor one that waits for an answer.
#[tokio::test(flavor = "multi_thread")]
async fn sessions_that_are_never_answered_are_given_up() {
    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    let address = MovingAddress::new(server.folder());
    let fixture = Fixture::over(Postgres::open_at(&url, &address.url(&url, server.folder())).await);
    fixture.know_people().await;
    let games = [fixture.game().await.id, fixture.game().await.id];
    address.freeze();
    let played = tokio::time::timeout(Duration::from_secs(10), play(fixture.service.clone(), games[0])).await;
    played.expect("idle sessions are tested").expect("new ones are answered");

    let mut other = PgConnection::connect(&url).await.expect("a connection");
    sqlx::raw_sql("BEGIN; LOCK TABLE moves").execute(&mut other).await.expect("a lock");
    let playing = play(fixture.service.clone(), games[1]);
    tokio::pin!(playing);
    const WAITING: &str = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'moves'::regclass
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let mut admin = PgConnection::connect(&url).await.expect("a connection");
    tokio::select! {
        played = &mut playing => panic!("the table is locked: {played:?}"),
        () = until(&mut admin, WAITING, 1) => address.freeze(),
    }
    other.close().await.expect("the lock ends");
    let played = tokio::time::timeout(Duration::from_secs(40), playing).await;
    played.expect("it is given up").expect("it is played by another session");
    fixture.close().await;
}

/// What `serve` and the doctor say of a server.
async fn refusals(url: &str) -> [String; 2] {
    let address = ServerAddress::new(url, 2);
    let opened = SqlStorage::open_server(&address, Catalog::standard()).await;
    let findings =
        examine_database(&Catalog::standard(), &DatabaseAddress::Server(address), Millis(0), |_, _| {}).await;
    let found = findings.into_iter().find(|finding| finding.severity == Severity::Error);
    [opened.expect_err("it is refused").to_string(), found.expect("an error").found]
}

async fn assert_refused(url: &str, sentence: &str) {
    for refusal in refusals(url).await {
        assert!(refusal.contains(sentence) && !refusal.contains("at line"), "{refusal}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_is_told_within_seconds() {
    let folder = TempDir::new().expect("a folder");
    let listener = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
    let silent = tokio::spawn(async move {
        let mut clients = Vec::new();
        while let Ok((client, _)) = listener.accept().await {
            clients.push(client);
        }
    });
    let begun = tokio::time::Instant::now();
    let url = format!("postgres://tablero@localhost/tablero?host={}", folder.path().display());
    assert_refused(&url, "the PostgreSQL server does not answer within 4 seconds").await;
    assert!(begun.elapsed() < Duration::from_secs(11), "two attempts");
    silent.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn each_server_that_cannot_be_used_has_its_sentence() {
    let Some(server) = PostgresServer::new() else { return };
    let url = server.new_database().await;
    let run = async |url: &str, sql: &'static str| {
        let mut admin = PgConnection::connect(url).await.expect("the server runs");
        sqlx::raw_sql(sql).execute(&mut admin).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        admin.close().await.expect("it is closed");
    };
    let database = |name: &str| url.replace("/test0?", &format!("/{name}?"));
    run(&url, "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0").await;
    assert_refused(&database("latin"), "has the encoding LATIN1").await;

    run(&url, "CREATE ROLE reader LOGIN; CREATE ROLE crowd LOGIN CONNECTION LIMIT 0").await;
    let by = |user: &str| url.replace("postgres@", &format!("{user}@"));
    assert_refused(&by("crowd"), "the PostgreSQL server has no connection left").await;

    // The program that creates the tables finds the disk full.
    run(&url, "CREATE DATABASE full_disk").await;
    let full = "CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
        CREATE EVENT TRIGGER refuse ON ddl_command_start EXECUTE FUNCTION refuse()";
    run(&database("full_disk"), full).await;
    let address = ServerAddress::new(database("full_disk"), 2);
    let opened = SqlStorage::open_server(&address, Catalog::standard()).await.expect_err("it is full").to_string();
    assert!(opened.contains("the disk of the PostgreSQL server is full: could not extend file (SQLSTATE"), "{opened}");

    let fixture = Fixture::over(Postgres::open_at(&url, &url).await);
    fixture.know_people().await;
    // The disk becomes full while the bot runs.
    let full = "CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER no_space BEFORE UPDATE ON program FOR EACH STATEMENT EXECUTE FUNCTION no_space()";
    run(&url, full).await;
    let refused = fixture.storage.check_writable().await.expect_err("it is full");
    assert!(refused.is_disk_full(), "{refused:?}");
    let address = DatabaseAddress::Server(ServerAddress::new(url.clone(), 2));
    let findings = examine_database(&Catalog::standard(), &address, fixture.now(), |_, _| {}).await;
    let found = findings.iter().find(|finding| finding.found.contains("the disk of the PostgreSQL server is full"));
    assert_eq!(found.map(|finding| finding.severity), Some(Severity::Error), "{findings:?}");
    let monitored = Health::new(fixture.service.clone(), Vec::new(), Vec::new()).check().await;
    assert_eq!(monitored[0].problem, Some("cannot be written: its disk is full"));
    run(&url, "DROP TRIGGER no_space ON program").await;
    assert_refused(&by("reader"), "lacks rights").await;
    run(
        &url,
        "GRANT ALL ON ALL TABLES IN SCHEMA public TO reader; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO reader",
    )
    .await;
    run(&url, "REVOKE UPDATE ON moves FROM reader; REVOKE ALL ON SEQUENCE match_numbers FROM reader").await;
    assert_refused(&by("reader"), "match_numbers, moves").await;
    run(&url, "GRANT ALL ON moves TO reader; GRANT ALL ON SEQUENCE match_numbers TO reader").await;
    let address = ServerAddress::new(by("reader"), 2);
    let opened = SqlStorage::open_server(&address, Catalog::standard()).await;
    opened.expect("it need not own the tables").close().await;

    // Only a standby refuses for good: that transactions read by default is no obstacle.
    run(&url, "ALTER DATABASE test0 SET default_transaction_read_only = on").await;
    let address = ServerAddress { url: url.clone(), ..address };
    SqlStorage::open_server(&address, Catalog::standard()).await.expect("it can be written").close().await;
    let standby = server.standby();
    let standby = url.replace(&server.folder().display().to_string(), &standby.folder().display().to_string());
    assert_refused(&standby, "can only be read, because it is a standby").await;
    fixture.close().await;
}
