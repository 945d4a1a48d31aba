//! How long players wait during maintenance of a large database: `cargo bench --bench housekeeping`. A file with a
//! million finished games, two years of delivered posts and one player with 10,000 of the games is pruned and compacted;
//! that player's data is exported and deleted. Other players keep moving meanwhile, and the longest of those moves is
//! printed.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tablero::db::SqlStorage;
use tablero::db::move_list::{StoredMove, encode};
use tablero::service::{Action, Clock, GameService, MatchId, Millis, PlaceId, PlayerId};
use tablero::workers::MaintenanceWorker;

const GAMES: i64 = 1_000_000;
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

/// The moves of each finished game.
const MOVES: [&str; 6] = ["d4", "g7", "d4d6e6", "g7g5h5", "e6e4f4", "h5h3g3"];

/// Fills a new database by statements, with `$1` bound to the number of games, `$2` to the time, and `$3` to their moves.
async fn fill(path: &Path) {
    SqlStorage::open_file(path).await.expect("a database").close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let pool = test_support::pools::sqlite_pool(options).await;
    let moves = MOVES.map(|text| StoredMove { text: text.to_owned(), played_at: NOW.0, earned: 0 });
    let moves = encode(&moves);
    for statement in ROWS {
        let counted = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)";
        let text = statement.replace("COUNTED", counted);
        let query = sqlx::query(sqlx::AssertSqlSafe(text)).bind(GAMES).bind(NOW.0).bind(&moves);
        query.execute(&pool).await.expect("rows");
    }
    pool.close().await;
}

/// A million games of six plies each, which ended in the last two years, with a post for each ply.
const ROWS: &[&str] = &[
    "INSERT INTO people (id) VALUES (7), (901), (902)",
    "INSERT INTO accounts (platform, external_id, person) VALUES ('discord', '7', 7), ('discord', '901', 901),
        ('discord', '902', 902)",
    "INSERT INTO players (id, name) VALUES (7, 'Busy'), (901, 'One'), (902, 'Two')",
    "INSERT INTO places (id, platform, external_id) VALUES (1, 'discord', '1')",
    "INSERT INTO matches (id, game, setup, player1, player2, status, outcome, started_at, changed_at, version, plies)
        COUNTED SELECT n, 'barrier', 'variant=8', IIF(n % 100 = 0, 7, 1000 + n % 99991), 1000 + n * 7 % 9973, 'resigned',
        '1-0', $2 - n * 60000, $2 - n * 60000, 6, 6 FROM number",
    "INSERT INTO move_lists (match, moves) COUNTED SELECT n, $3 FROM number",
    "INSERT INTO outbox (platform, subject_kind, subject, location, priority, post, created_at, delivered_at, attempts)
        COUNTED SELECT 'discord', 'match', n, 1, 0, '{\"post\":\"board\",\"game\":' || n || ',\"ply\":' || ply.column1 ||
        ',\"last\":\"d4d6e6\",\"since\":null,\"ended\":false,\"pings\":[true,true]}', $2 - n * 60000, $2 - n * 60000, 1
        FROM number, (VALUES (1), (2), (3), (4), (5), (6)) AS ply",
    "INSERT INTO matches (id, game, setup, player1, player2, status, started_at, changed_at, version, plies, turn)
        COUNTED SELECT $1 + n, 'barrier', 'variant=8', 901, 902, 'running', $2, $2, 0, 0, 1 FROM number WHERE n <= 10000",
    "INSERT INTO match_locations (match, number, channel, place, delivery_mode, language)
        SELECT id, 1, 1, 1, 'server', 'en' FROM matches",
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
    fill(&path).await;
    println!("a file with {GAMES} games: {} MB", megabytes(&path));
    let store = SqlStorage::open_file(&path).await.expect("a database");
    let service = GameService::new(Arc::new(store.clone()), Arc::new(Now), || 7);

    let mut bytes = 0;
    let export = service.export(BUSY, |game| bytes += game.to_string().len());
    let facts = beside_play(&service, "export of 10,000 games", export).await.expect("an export");
    println!("  {} KB", (bytes + serde_json::Value::from(facts).to_string().len()) >> 10);
    let deletion = service.erase(BUSY, false, PlaceId(1), None);
    beside_play(&service, "deletion of the same person", deletion).await.expect("a deletion");
    let maintenance = MaintenanceWorker::new(service.clone());
    let upkeep = maintenance.tick();
    beside_play(&service, "pruning and shrinking", upkeep).await.expect("the store works");
    store.close().await;
    println!("  then {} MB", megabytes(&path));
}
