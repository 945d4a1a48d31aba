//! Backups of a database that is in use, and their way back.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, Fixture};
use crate::postgres::Postgres;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tablero::db::SqlStorage;
use tablero::db::sqlite::{BackupError, BackupSummary, backup, restore};
use tablero::service::{Action, Claimant, GameService, Match, MatchId, Ownership, Status, SystemClock, Terms};
use tempfile::TempDir;
use test_support::postgres_server::PostgresServer;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// A database file whose folder the tests know.
pub struct KnownFile {
    store: SqlStorage,
    pool: sqlx::SqlitePool,
}

impl KnownFile {
    pub async fn open(path: &Path) -> Fixture<KnownFile> {
        let store = SqlStorage::open_file(path).await.expect("a database");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
        let pool = test_support::pools::sqlite_pool(options).await;
        let fixture = Fixture::over(KnownFile { store, pool });
        fixture.know_people().await;
        fixture
    }
}

#[async_trait::async_trait]
impl Backend for KnownFile {
    async fn open() -> Option<KnownFile> {
        None
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

/// Starts games and plays them until `stop`, and counts the moves.
async fn play_on(service: GameService, terms: Terms, moves: Arc<AtomicU64>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let challenge = service.propose(terms.clone()).await.expect("a challenge");
        let mut game = service.accept(challenge.id, BRUNO, None, None).await.expect("it is open");
        while let Some(seat) = game.to_move().filter(|_| game.status == Status::Running && !stop.is_cancelled()) {
            let (by, text) = (game.player(seat).person().expect("a person"), game.line.nth_legal(0).expect("a move"));
            game = service.act(game.id, by, None, &Action::Move(text), None).await.expect("it is legal");
            moves.fetch_add(1, Ordering::Relaxed);
        }
    }
}

async fn games(service: &GameService, count: i64) -> Vec<Match> {
    let mut games = Vec::new();
    for id in 1..=count {
        games.push(service.find(MatchId(id)).await.expect("its moves are legal"));
    }
    games
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_is_made_while_games_are_played_has_whole_games() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let fixture = KnownFile::open(&path("tablero.sqlite")).await;
    let (moves, stop, mut players) = (Arc::new(AtomicU64::new(0)), CancellationToken::new(), JoinSet::new());
    for _ in 0..3 {
        let terms = fixture.terms(ADA);
        players.spawn(play_on(fixture.service.clone(), terms, Arc::clone(&moves), stop.clone()));
    }
    let moves_until = async |count: u64| {
        while moves.load(Ordering::Relaxed) < count {
            tokio::task::yield_now().await;
        }
    };
    moves_until(50).await;
    for number in 0..3 {
        let file = path(&format!("backup-{number}"));
        let mut reported = Vec::new();
        let before = moves.load(Ordering::Relaxed);
        let made = backup(&path("tablero.sqlite"), &file, |written, size| reported.push((written, size))).await;
        let made = made.expect("the bot does not prevent it");
        assert!(made.matches > 0 && made.bytes > 10_000, "{made:?}");
        let (written, size) = reported.last().copied().expect("a report");
        assert!(written == size && reported.iter().all(|(written, size)| written <= size), "{reported:?}");
        moves_until(before + 10).await;

        let restored = path(&format!("elsewhere-{number}/tablero.sqlite"));
        let BackupSummary { matches, .. } = restore(&file, &restored, |_, _| {}).await.expect("it is sound");
        assert_eq!(matches, made.matches);
        let store = SqlStorage::open_file(&restored).await.expect("the bot opens it");
        let service = GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), || 7);
        let (then, now) = (games(&service, matches).await, games(&fixture.service, matches).await);
        for (then, now) in then.iter().zip(&now) {
            let (earlier, later) = (then.line.moves(), now.line.moves());
            assert!(later.starts_with(&earlier), "{earlier:?} {later:?}");
        }
        let total: usize = then.iter().map(Match::ply).sum();
        assert!(total as u64 >= before, "what was stored before the backup is in it");
        let running = then.iter().find(|game| game.status == Status::Running && game.to_move().is_some());
        if let Some(game) = running {
            let by = game.to_move().and_then(|seat| game.player(seat).person()).expect("a person");
            let text = game.line.nth_legal(0).expect("a move");
            service.act(game.id, by, None, &Action::Move(text), None).await.expect("the game continues");
        }
        store.close().await;
    }
    stop.cancel();
    while let Some(ended) = players.join_next().await {
        ended.expect("nobody was disturbed");
    }
    assert_eq!(partial_files(folder.path()), [""; 0]);
    fixture.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_may_read_a_backup_and_what_is_restored() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let fixture = KnownFile::open(&path("tablero.sqlite")).await;
    backup(&path("tablero.sqlite"), &path("backup"), |_, _| {}).await.expect("a backup");
    std::fs::set_permissions(path("backup"), PermissionsExt::from_mode(0o644)).expect("the file is ours");
    restore(&path("backup"), &path("restored"), |_, _| {}).await.expect("it is sound");
    let mode = std::fs::metadata(path("restored")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    fixture.close().await;
}

#[tokio::test]
async fn a_restored_database_does_not_know_who_has_owned_the_keys() {
    async fn own(service: &GameService) -> i64 {
        let owned = service.sealed().own_records(Claimant::new().id(), service.now()).await.expect("it is stored");
        let Ownership::Mine { generation, .. } = owned else { panic!("{owned:?}") };
        service.sealed().release_records(generation).await.expect("it is stored");
        generation
    }
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let fixture = KnownFile::open(&path("tablero.sqlite")).await;
    assert_eq!([own(&fixture.service).await, own(&fixture.service).await], [1, 2]);
    backup(&path("tablero.sqlite"), &path("backup"), |_, _| {}).await.expect("a backup");
    restore(&path("backup"), &path("restored"), |_, _| {}).await.expect("it is sound");
    let store = SqlStorage::open_file(&path("restored")).await.expect("the bot opens it");
    let service = GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), || 7);
    assert_eq!(own(&service).await, 1, "the first owner, as of a copy");
    store.close().await;
    fixture.close().await;
}

#[tokio::test]
async fn what_cannot_be_backed_up_or_restored_is_refused_and_leaves_no_file() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let fixture = KnownFile::open(&path("tablero.sqlite")).await;
    for _ in 0..20 {
        fixture.game().await;
    }
    backup(&path("tablero.sqlite"), &path("backup"), |_, _| {}).await.expect("a backup");
    let again = backup(&path("tablero.sqlite"), &path("backup"), |_, _| {}).await;
    assert!(matches!(again, Err(BackupError::Exists(_))), "{again:?}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(path("elsewhere"), path("link")).expect("a link to nothing");
        let linked = backup(&path("tablero.sqlite"), &path("link"), |_, _| {}).await;
        assert!(matches!(linked, Err(BackupError::Exists(_))), "{linked:?}");
        let linked = restore(&path("backup"), &path("link"), |_, _| {}).await;
        assert!(matches!(linked, Err(BackupError::Exists(_))), "{linked:?}");
        assert!(!path("elsewhere").exists());
    }
    let nothing = backup(&path("nothing"), &path("other"), |_, _| {}).await;
    assert!(matches!(nothing, Err(BackupError::Missing(_))), "{nothing:?}");
    let nowhere = backup(&path("tablero.sqlite"), &path("missing/folder/backup"), |_, _| {}).await;
    assert!(matches!(nowhere, Err(BackupError::Unwritable { .. })), "{nowhere:?}");
    let used = restore(&path("backup"), &path("tablero.sqlite"), |_, _| {}).await;
    assert!(matches!(used, Err(BackupError::InUse(_))), "{used:?}");
    fixture.close().await;
    let existing = restore(&path("backup"), &path("tablero.sqlite"), |_, _| {}).await;
    assert!(matches!(existing, Err(BackupError::Exists(_))), "{existing:?}");

    std::fs::write(path("letter"), "Dear Ada, this is no database. ".repeat(1000)).expect("a file");
    let mut bytes = std::fs::read(path("backup")).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xa5);
    std::fs::write(path("damaged"), &bytes).expect("a file");
    bytes.truncate(middle);
    std::fs::write(path("cut"), &bytes).expect("a file");
    std::fs::copy(path("backup"), path("newer")).expect("a file");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path("newer"));
    let mut newer: sqlx::SqliteConnection = sqlx::ConnectOptions::connect(&options).await.expect("a connection");
    sqlx::query("UPDATE _sqlx_migrations SET version = version + 100").execute(&mut newer).await.expect("changed");
    sqlx::Connection::close(newer).await.expect("it is closed");
    std::fs::write(path("earlier.sqlite-wal"), "changes of a database that was removed").expect("a file");
    std::fs::write(path("older.sqlite-journal"), "what such a database was like").expect("a file");
    for (file, to, expected) in [
        ("letter", "new", "is not a database of Tablero"),
        ("damaged", "new", "is damaged"),
        ("cut", "new", "is damaged"),
        ("newer", "new", "is from a newer version"),
        ("missing", "new", "does not exist"),
        ("backup", "earlier.sqlite", "earlier.sqlite-wal exists already"),
        ("backup", "older.sqlite", "older.sqlite-journal exists already"),
    ] {
        let error = restore(&path(file), &path(to), |_, _| {}).await.expect_err(file).to_string();
        assert!(error.contains(expected), "{file}: {error}");
        assert!(!path(to).exists() && partial_files(folder.path()).is_empty(), "{file}");
    }
}

/// The files in a folder that are not complete, and SQLite's journals of them.
pub fn partial_files(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    names.filter(|name| name.contains(".partial")).collect()
}

#[tokio::test]
async fn what_is_only_in_the_write_ahead_log_of_a_database_that_was_moved_away_is_restored() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let fixture = KnownFile::open(&path("tablero.sqlite")).await;
    fixture.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
    fixture.game().await;
    // As the files are when the bot was killed.
    for ending in ["", "-wal"] {
        std::fs::copy(path(&format!("tablero.sqlite{ending}")), path(&format!("old{ending}"))).expect("a copy");
    }
    assert!(std::fs::metadata(path("old-wal")).expect("a file").len() > 0);
    let restored = restore(&path("old"), &path("new"), |_, _| {}).await.expect("it is sound");
    assert_eq!(restored.matches, 1);
    let store = SqlStorage::open_file(&path("new")).await.expect("the bot opens it");
    let service = GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), || 7);
    assert_eq!(games(&service, 1).await.len(), 1);
    store.close().await;
    fixture.close().await;
}

/// Runs a program of PostgreSQL, as docs/backups.md says.
fn run(program: &str, arguments: &[&str]) {
    let output = std::process::Command::new(program).args(arguments).output().expect("it is installed");
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_of_postgresql_that_is_made_while_games_are_played_is_restored() {
    let Some(server) = PostgresServer::get() else { return };
    let (url, other) = (server.new_database().await, server.new_database().await);
    let fixture = Fixture::over(Postgres::open_at(&url, &url).await);
    fixture.know_people().await;
    let (moves, stop) = (Arc::new(AtomicU64::new(0)), CancellationToken::new());
    let playing = play_on(fixture.service.clone(), fixture.terms(ADA), Arc::clone(&moves), stop.clone());
    let playing = tokio::spawn(playing);
    while moves.load(Ordering::Relaxed) < 20 {
        tokio::task::yield_now().await;
    }
    let folder = TempDir::new().expect("a folder");
    let file: PathBuf = folder.path().join("tablero.dump");
    let dump = format!("--file={}", file.display());
    run("pg_dump", &["--format=custom", "--no-owner", &dump, &url]);
    run("pg_restore", &["--exit-on-error", "--no-owner", &format!("--dbname={other}"), &file.to_string_lossy()]);
    stop.cancel();
    playing.await.expect("nobody was disturbed");
    let restored = Fixture::over(Postgres::open_at(&other, &other).await);
    let count = restored.number("SELECT COUNT(*) FROM matches").await;
    let then = games(&restored.service, count).await;
    assert!(then.iter().map(Match::ply).sum::<usize>() >= 20, "what was stored before the dump is in it");
    restored.game().await;
    restored.close().await;
    fixture.close().await;
}
