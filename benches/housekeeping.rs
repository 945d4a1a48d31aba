//! How long players wait during maintenance of a large database: `cargo bench --bench housekeeping`. A file of version
//! 7 with a million finished games, two years of delivered posts and one player with 10,000 of the games is migrated,
//! pruned and compacted; that player's data is exported and deleted. Other players keep moving meanwhile, and the
//! longest of those moves is printed. Then a file of version 5 with 12,000 running games is started.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tablero::db::{SqlStorage, sqlite::migrations};
use tablero::service::{Action, Clock, GameService, MatchId, Millis, PlaceId, PlayerId};
use tablero::workers::{MaintenanceWorker, Scheduler};

const GAMES: i64 = 1_000_000;
const RUNNING: i64 = 12_000;
const NOW: Millis = Millis(1_800_000_000_000);
/// The player with one game in a hundred.
const BUSY: PlayerId = PlayerId(7);
/// The players who move during the maintenance.
const OTHERS: [PlayerId; 2] = [PlayerId(901), PlayerId(902)];
/// Pause between their moves, in addition to the time a move takes.
const PAUSE: Duration = Duration::from_millis(10);

struct Now;

impl Clock for Now {
    fn now(&self) -> Millis {
        NOW
    }
}

/// Runs statements, with `$1` bound to a number, on a file migrated to a given version.
async fn fill(path: &Path, version: usize, number: i64, statements: &[&str]) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let pool = sqlx::sqlite::SqlitePoolOptions::new().max_connections(1).connect_with(options).await;
    let pool = pool.expect("a database");
    migrations(version).run(&pool).await.expect("an earlier version");
    for statement in statements {
        let counted = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)";
        let text = statement.replace("COUNTED", counted);
        sqlx::query(sqlx::AssertSqlSafe(text)).bind(number).bind(NOW.0).execute(&pool).await.expect("rows");
    }
    pool.close().await;
}

/// A million games of six plies each, which ended in the last two years, with a post for each ply.
const OVER: &[&str] = &[
    "INSERT INTO players (id, name) VALUES (7, 'Busy'), (901, 'One'), (902, 'Two')",
    "INSERT INTO matches (id, game, setup, player1, player2, channel, place, language, status, outcome, started_at, changed_at,
        version, plies) COUNTED SELECT n, 'barrier', 'variant=8', IIF(n % 100 = 0, 7, 1000 + n % 99991), 1000 + n * 7 % 9973,
        1, n, 'en', 'resigned', '1-0', $2 - n * 60000, $2 - n * 60000, 6, 6 FROM number",
    "INSERT INTO moves (match, ply, text, played_at) COUNTED SELECT n, ply.column1, ply.column2, $2 - n * 60000 FROM number,
        (VALUES (0, 'd4'), (1, 'g7'), (2, 'd4d6e6'), (3, 'g7g5h5'), (4, 'e6e4f4'), (5, 'h5h3g3')) AS ply",
    "INSERT INTO outbox (match, post, created_at, delivered_at, attempts) COUNTED SELECT n, '{\"post\":\"board\",\"game\":' || n ||
        ',\"ply\":' || ply.column1 || ',\"last\":\"d4d6e6\",\"ended\":false}', $2 - n * 60000, $2 - n * 60000, 1 FROM number,
        (VALUES (1), (2), (3), (4), (5), (6)) AS ply",
    "INSERT INTO matches (id, game, setup, player1, player2, channel, place, language, status, started_at, changed_at, version,
        plies, turn) COUNTED SELECT $1 + n, 'barrier', 'variant=8', 901, 902, 1, 1, 'en', 'running', $2, $2, 0, 0, 1
        FROM number WHERE n <= 10000",
];

/// Running games with one move each, as stored by an earlier version.
const UNDER_WAY: &[&str] = &[
    "INSERT INTO matches (id, game, setup, player1, player2, channel, place, reach, language, status, started_at, changed_at,
        version) COUNTED SELECT n, 'barrier', 'variant=8', 1000 + n % 3001, 5000 + n % 2003, 1, n, 'server', 'en', 'running',
        $2, $2, 1 FROM number",
    "INSERT INTO moves (match, ply, text, played_at) COUNTED SELECT n, 0, 'd4', $2 FROM number",
];

fn megabytes(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |file| file.len() >> 20)
}

/// The peak memory of this process since the last call, in megabytes, if the system reports it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().split(' ').next()?.parse::<u64>();
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    Some(peak.ok()? >> 10)
}

/// Runs some work while two players move continuously, and prints how long the work took and how long the moves waited.
async fn beside_play<T>(service: &GameService, what: &str, work: impl Future<Output = T>) -> T {
    peak();
    let done = Arc::new(AtomicBool::new(false));
    let playing = tokio::spawn({
        let (service, done) = (service.clone(), Arc::clone(&done));
        async move {
            let (mut longest, mut moves) = (Duration::ZERO, 0);
            while !done.load(Ordering::Relaxed) {
                // The first move of each of ten thousand games, then the second.
                let game = MatchId(GAMES + 1 + moves % 10_000);
                let before = service.find(game).await.expect("the game is read");
                let seat = before.to_move().expect("it is running");
                let text = before.line.nth_legal(0).expect("a legal move");
                let started = Instant::now();
                service.act(game, OTHERS[seat.index()], None, &Action::Move(text), None).await.expect("a move");
                longest = longest.max(started.elapsed());
                moves += 1;
                tokio::time::sleep(PAUSE).await;
            }
            (longest, moves)
        }
    });
    let started = Instant::now();
    let result = work.await;
    let took = started.elapsed();
    done.store(true, Ordering::Relaxed);
    let (longest, moves) = playing.await.expect("no panic");
    let memory = peak().map_or(String::new(), |peak| format!(", at most {peak} MB of memory"));
    println!("{what}: {took:.2?}; the longest of {moves} moves meanwhile {longest:.1?}{memory}");
    result
}

#[tokio::main]
async fn main() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("large.sqlite");
    fill(&path, 7, GAMES, OVER).await;
    println!("a file of version 7 with {GAMES} games: {} MB", megabytes(&path));
    let started = Instant::now();
    let store = SqlStorage::open_file(&path).await.expect("a database");
    println!("brought up to date in {:.1?}, then {} MB", started.elapsed(), megabytes(&path));
    let service = GameService::new(Arc::new(store.clone()), Arc::new(Now), || 7);

    let mut bytes = 0;
    let export = service.export(BUSY, |game| bytes += game.to_string().len());
    let facts = beside_play(&service, "export of 10,000 games", export).await.expect("an export");
    println!("  {} KB", (bytes + serde_json::Value::from(facts).to_string().len()) >> 10);
    let deletion = service.erase(BUSY, false, (PlaceId(1), None));
    beside_play(&service, "deletion of the same person", deletion).await.expect("a deletion");
    let maintenance = MaintenanceWorker::new(service.clone());
    let upkeep = maintenance.tick();
    beside_play(&service, "pruning and shrinking", upkeep).await.expect("the store works");
    store.close().await;
    println!("  then {} MB", megabytes(&path));

    let path = folder.path().join("running.sqlite");
    fill(&path, 5, RUNNING, UNDER_WAY).await;
    let started = Instant::now();
    let store = SqlStorage::open_file(&path).await.expect("a database");
    let service = GameService::new(Arc::new(store.clone()), Arc::new(Now), || 7);
    service.heartbeat().await.expect("the store works");
    Scheduler::new(service).tick().await.expect("the store works");
    println!("start with {RUNNING} running games of version 5: {:.2?}", started.elapsed());
    store.close().await;
}
