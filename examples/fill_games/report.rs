//! The size of the filled database, and how long requests take.

use super::{Failure, Table};
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use std::future::Future;
use std::time::{Duration, Instant};
use tablero::rules::SeededRng;
use tablero::service::{MatchId, ServiceError, Status};

const COUNT: &str = "SELECT COUNT(*) FROM matches WHERE status != 'running'";

/// The number of finished games, and the bytes of each table and index, the largest first.
async fn sizes(url: &str) -> Result<(i64, Vec<(String, i64)>), sqlx::Error> {
    if let Some(file) = url.strip_prefix("sqlite:") {
        let options = SqliteConnectOptions::new().filename(file).read_only(true);
        let pool = SqlitePoolOptions::new().idle_timeout(None).max_lifetime(None).connect_with(options).await?;
        let games = sqlx::query_scalar(COUNT).fetch_one(&pool).await?;
        let sizes = "SELECT name, SUM(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC";
        let sizes = sqlx::query_as(sizes).fetch_all(&pool).await?;
        pool.close().await;
        return Ok((games, sizes));
    }
    let pool = PgPoolOptions::new().idle_timeout(None).max_lifetime(None).connect(url).await?;
    // What was deleted no longer counts.
    sqlx::raw_sql("VACUUM FULL").execute(&pool).await?;
    let games = sqlx::query_scalar(COUNT).fetch_one(&pool).await?;
    let sizes = "SELECT relname::TEXT, pg_total_relation_size(pg_class.oid) - pg_indexes_size(pg_class.oid) AS bytes
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = 'public' AND relkind IN ('r', 'i') ORDER BY bytes DESC";
    let sizes = sqlx::query_as(sizes).fetch_all(&pool).await?;
    pool.close().await;
    Ok((games, sizes))
}

/// Collects the statistics by which PostgreSQL chooses plans, as its own maintenance does sooner or later.
pub async fn analyse(url: &str) -> Result<(), Failure> {
    if !url.starts_with("sqlite:") {
        let pool = PgPoolOptions::new().idle_timeout(None).max_lifetime(None).connect(url).await?;
        sqlx::raw_sql("VACUUM ANALYZE").execute(&pool).await?;
        pool.close().await;
    }
    Ok(())
}

pub async fn report_size(url: &str) -> Result<(), Failure> {
    let (games, sizes) = sizes(url).await?;
    let per_game = |bytes: i64| bytes as f64 / games.max(1) as f64;
    let all: i64 = sizes.iter().map(|(_, bytes)| bytes).sum();
    println!("{games} finished games, {} MB: {:.0} bytes per game", all >> 20, per_game(all));
    println!("  bytes per game  table or index");
    for (name, bytes) in sizes.iter().filter(|(_, bytes)| per_game(*bytes) >= 1.0) {
        println!("  {:14.1}  {name}", per_game(*bytes));
    }
    Ok(())
}

/// Plays moves in running games, one after another, until `done`, and returns the longest time of a move.
async fn move_until<T>(
    table: &Table,
    running: &[MatchId],
    done: impl Future<Output = T>,
) -> Result<(T, Duration), Failure> {
    tokio::pin!(done);
    let (mut longest, mut number) = (Duration::ZERO, 0_usize);
    loop {
        let moved = async {
            let id = running.get(number * 31 % running.len().max(1)).copied();
            let Some(id) = id else { return std::future::pending().await };
            let before = table.service.find(id).await?;
            let started = Instant::now();
            if before.status == Status::Running {
                table.play(before, &mut SeededRng::new(number as u64)).await?;
            }
            Ok::<_, ServiceError>(started.elapsed())
        };
        tokio::select! {
            biased;
            done = &mut done => return Ok((done, longest)),
            moved = moved => longest = longest.max(moved?),
        }
        number += 1;
    }
}

/// Exports and erases the busiest person, while others move.
pub async fn erase(table: &Table, running: &[MatchId]) -> Result<(), Failure> {
    let busiest = table.world.busiest();
    let started = Instant::now();
    let (mut games, mut bytes) = (0, 0);
    let facts = table.service.export(busiest, |game| {
        games += 1;
        bytes += game.to_string().len();
    });
    let (facts, longest) = move_until(table, running, facts).await?;
    let facts = serde_json::Value::from(facts?).to_string().len();
    let taken = started.elapsed();
    println!(
        "export of {games} games, {} KB: {taken:.2?}; the longest move meanwhile {longest:.2?}",
        (bytes + facts) >> 10
    );
    let started = Instant::now();
    let erased = table.service.erase(busiest, false, table.world.channels[0].0, None);
    let (erased, longest) = move_until(table, running, erased).await?;
    erased?;
    println!("erasure of the same person: {:.2?}; the longest move meanwhile {longest:.2?}", started.elapsed());
    Ok(())
}
