//! A connection to PostgreSQL that is lost after a commit, before its answer has come.

use crate::fixture::{ADA, BRUNO, CLUB, Fixture};
use crate::postgres::Postgres;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tablero::service::{Action, EventId, EventOutcome, ExternalId, ServiceError, StorageError};
use tempfile::TempDir;
use test_support::postgres_server::PostgresServer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

/// The name of PostgreSQL's socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// Passes everything on between clients and the server, and cuts the connections of the next commits.
struct Proxy {
    folder: TempDir,
    cuts: Arc<AtomicUsize>,
}

impl Proxy {
    fn start(server: PathBuf) -> Proxy {
        let folder = TempDir::new().expect("a folder");
        let listener = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
        let cuts = Arc::new(AtomicUsize::new(0));
        let proxy = Proxy { folder, cuts: Arc::clone(&cuts) };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = UnixStream::connect(&server).await.expect("the server runs");
                tokio::spawn(pass_on(client, server, Arc::clone(&cuts)));
            }
        });
        proxy
    }

    /// The connections of this many commits from now on are lost.
    fn cut(&self, commits: usize) {
        self.cuts.store(commits, Ordering::SeqCst);
    }
}

async fn pass_on(mut client: UnixStream, mut server: UnixStream, cuts: Arc<AtomicUsize>) {
    let (mut request, mut answer) = ([0; 1 << 16], [0; 1 << 16]);
    loop {
        tokio::select! {
            read = client.read(&mut request) => {
                let Ok(length @ 1..) = read else { return };
                if server.write_all(&request[..length]).await.is_err() {
                    return;
                }
                let is_commit = request[..length].windows(7).any(|window| window == b"COMMIT\0");
                let less = |cuts: usize| cuts.checked_sub(1);
                if is_commit && cuts.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok() {
                    // The server answers when it has committed. The client never reads that.
                    let _ = server.read(&mut answer).await;
                    return;
                }
            }
            read = server.read(&mut answer) => {
                let Ok(length @ 1..) = read else { return };
                if client.write_all(&answer[..length]).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// A database behind a proxy; `None` if PostgreSQL is not installed.
async fn open() -> Option<(Fixture<Postgres>, Proxy)> {
    let url = PostgresServer::get()?.new_database().await;
    let (_, folder) = url.split_once("host=").expect("the folder of the socket");
    let proxy = Proxy::start(Path::new(folder).join(SOCKET));
    let by_way_of = url.replace(folder, &proxy.folder.path().display().to_string());
    let fixture = Fixture::over(Postgres::open_at(&url, &by_way_of).await);
    fixture.know_people().await;
    Some((fixture, proxy))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_was_stored_is_not_decided_again() {
    let Some((fixture, proxy)) = open().await else { return };
    let game = fixture.game().await.id;
    let text = fixture.find(game).await.line.nth_legal(0).expect("a move");
    let id = EventId { platform: CLUB, id: "7".to_owned() };
    // So that the move is the next commit.
    fixture.service.heartbeat().await.expect("it is stored");
    proxy.cut(1);
    let acted = fixture.service.for_event(id.clone(), ADA).act(game, ADA, None, &Action::Move(text), None).await;
    assert!(matches!(acted, Err(ServiceError::Storage(StorageError::AlreadyHandled))), "{acted:?}");
    let outcome = fixture.storage.event_outcome(&id).await.expect("it is read");
    assert_eq!(outcome, Some(EventOutcome::Match { id: game, ply: 0 }));
    assert_eq!(fixture.find(game).await.ply(), 1);
    fixture.play(game, BRUNO).await;
    fixture.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_decides_from_what_is_stored_is_repeated() {
    let Some((fixture, proxy)) = open().await else { return };
    proxy.cut(3);
    for (person, name) in [(ADA, "Ada"), (BRUNO, "Bruno")] {
        fixture.storage.update_player(person, name, None).await.expect("it is stored");
    }
    let server = fixture.storage.server_of(CLUB, &ExternalId("new".to_owned())).await;
    server.expect("it is stored once");
    assert_eq!(fixture.number("SELECT COUNT(*) FROM servers WHERE external_id = 'new'").await, 1);
    let known = fixture.storage.player_names(&[ADA, BRUNO]).await.expect("they are read");
    assert_eq!(known, [(ADA, "Ada".to_owned()), (BRUNO, "Bruno".to_owned())]);
    assert_eq!(proxy.cuts.load(Ordering::SeqCst), 0, "three commits were cut");
    fixture.close().await;
}
