//! Cost of lookups with many games: `cargo bench --bench time`. Prints how long it takes to claim what is due, and to
//! list the games of a player with 200 running ones, among 100 and among a million stored games; and to claim a post
//! among 10,000 waiting ones.

use std::time::{Duration, Instant};
use tablero::db::SqlStorage;
use tablero::service::{
    Claimant, DeliveryStorage, Lease, MatchId, MatchQueries, Millis, PlatformId, PlayerId, Post, PostPriority,
    WorkStorage,
};

const STORED: [u64; 2] = [100, 1_000_000];
const NOW: Millis = Millis(1_800_000_000_000);
/// The player with 200 running games.
const BUSY: PlayerId = PlayerId(7);
const ROUNDS: u32 = 200;
/// How many posts wait where one is claimed.
const WAITING: u64 = 10_000;

/// Running games, all with clocks and a scheduled check some time ahead; five are due.
async fn fill(path: &std::path::Path, games: u64) {
    SqlStorage::open_file(path).await.expect("a database").close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let pool = test_support::pools::sqlite_pool(options).await;
    let counted = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)";
    let row = "INSERT INTO matches (id, game, setup, player1, player2, status, started_at, changed_at, version,
            control, left1, left2, since, plies, turn, flag_at)
        SELECT n, 'barrier', 'variant=8', IIF(n % ($1 / 100) = 0 OR $1 = 100, 7, 1000 + n), 1000 + n * 7 % 9973,
            'running', $2, $2, 0, '3d', 259200000, 259200000, $2, 4, 1 + n % 2, $2 + n FROM number";
    let busy = "UPDATE matches SET player2 = 7 WHERE player1 != 7 AND id IN
        (SELECT id FROM matches WHERE player1 != 7 ORDER BY id LIMIT 100)";
    let checks =
        "INSERT INTO alarms (kind, subject, due_at) SELECT 'match', n, $2 + IIF(n <= 5, -n, 1000 * n) FROM number";
    let locations = "INSERT INTO match_locations (match, number, channel, place, delivery_mode, language)
        SELECT n, 1, 1, 1000 + n, 'server', 'en' FROM number";
    let channel = "INSERT INTO places (id, platform, external_id) VALUES (1, 'discord', '1')";
    sqlx::query(channel).execute(&pool).await.expect("a place");
    for text in [row, locations, checks].map(|rows| format!("{counted} {rows}")) {
        let query = sqlx::query(sqlx::AssertSqlSafe(text)).bind(games.cast_signed()).bind(NOW.0);
        query.execute(&pool).await.expect("rows");
    }
    sqlx::query(busy).execute(&pool).await.expect("rows");
    pool.close().await;
}

/// The median duration of many rounds.
async fn median<F: Future<Output = ()>>(mut round: impl FnMut() -> F) -> Duration {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        round().await;
        times.push(started.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

#[tokio::main]
async fn main() {
    for games in STORED {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("time.sqlite");
        fill(&path, games).await;
        let store = SqlStorage::open_file(&path).await.expect("a database");
        let due = median(|| async {
            // A lease that ends at once leaves the checks due for the next round.
            let lease = Lease { until: NOW, ..Claimant::new().lease(NOW) };
            let (due, next) = store.claim_checks(lease, NOW, 100).await.expect("alarms");
            assert_eq!((due.len(), next.is_some()), (5, true));
        });
        let due = due.await;
        let listed = median(|| async {
            let (running, all) = store.running(BUSY, 200).await.expect("a list");
            assert!(running.len() == all && all >= 100, "{all}");
        });
        let listed = listed.await;
        let (_, all) = store.running(BUSY, 1).await.expect("a list");
        println!("{games} stored games: what is due {due:.1?}; a list of {all} running games {listed:.1?}");
        store.close().await;
    }
    println!("claiming a post among {WAITING} waiting ones {:.1?}", claiming_a_post().await);
}

/// The median duration of claiming a post of one match among many.
async fn claiming_a_post() -> Duration {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("time.sqlite");
    fill(&path, WAITING).await;
    let store = SqlStorage::open_file(&path).await.expect("a database");
    let posts: Vec<Post> = (1..=WAITING).map(|game| Post::Open { match_id: MatchId(game.cast_signed()) }).collect();
    store.add_posts(&posts, NOW).await.expect("posts");
    let claimant = Claimant::new();
    let median = median(|| async {
        let claimed = store
            .claim_posts(PlatformId("discord"), &[(PostPriority::Turn, 1)], claimant.lease(NOW), NOW)
            .await
            .expect("posts")
            .0;
        assert_eq!(claimed.len(), 1);
    });
    let median = median.await;
    store.close().await;
    median
}
