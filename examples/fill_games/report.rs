//! The size of the filled database, and how long requests take.

use super::{Failure, ROUNDS, Table};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use std::future::Future;
use std::path::Path;
use std::time::Instant;
use tablero::service::MatchId;
use tablero::service::ratings::player_stats::leaderboard;

/// The bytes of each table and index, the largest first.
async fn sizes(pool: &SqlitePool) -> Result<Vec<(String, i64)>, sqlx::Error> {
    sqlx::query_as("SELECT name, SUM(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC")
        .fetch_all(pool)
        .await
}

pub async fn report_size(path: &Path) -> Result<(), Failure> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    let games: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM matches WHERE status != 'running'").fetch_one(&pool).await?;
    let per_game = |bytes: i64| bytes as f64 / games.max(1) as f64;
    let sizes = sizes(&pool).await?;
    let all: i64 = sizes.iter().map(|(_, bytes)| bytes).sum();
    println!("{games} finished games, {} MB: {:.0} bytes per game", all >> 20, per_game(all));
    println!("  bytes per game  table or index");
    for (name, bytes) in sizes.iter().filter(|(_, bytes)| per_game(*bytes) >= 1.0) {
        println!("  {:14.1}  {name}", per_game(*bytes));
    }
    pool.close().await;
    Ok(())
}

/// Prints the median and the longest duration of many rounds.
async fn time<F: Future<Output = Result<(), Failure>>>(
    what: &str,
    mut round: impl FnMut(u64) -> F,
) -> Result<(), Failure> {
    let mut times = Vec::new();
    for number in 0..ROUNDS {
        let started = Instant::now();
        round(number).await?;
        times.push(started.elapsed());
    }
    times.sort();
    println!("  {what}: {:.2?}, at most {:.2?}", times[times.len() / 2], times[times.len() - 1]);
    Ok(())
}

/// Times what people ask for most.
pub async fn report_times(table: &Table, games: u64) -> Result<(), Failure> {
    let (storage, service, now) = (table.service.storage(), &table.service, table.service.now());
    let (busiest, people) = (table.world.busiest(), &table.world.people);
    println!("the median and the longest of {ROUNDS} requests:");
    time("reading a finished game", |number| async move {
        service.find(MatchId(1 + (number * 7_919 % games) as i64)).await?;
        Ok(())
    })
    .await?;
    time("/games of the busiest person", |_| async move {
        service.running(busiest, 25).await?;
        Ok(())
    })
    .await?;
    time("/stats of the busiest person", |_| async move {
        storage.player_stats(busiest, "zertz", now).await?;
        Ok(())
    })
    .await?;
    time("/stats of another player", |number| async move {
        storage.player_stats(people[(number * 31) as usize % people.len()], "zertz", now).await?;
        Ok(())
    })
    .await?;
    let channels = &table.world.channels;
    time("/leaderboard", |number| async move {
        let server = channels[number as usize % channels.len()].1;
        let rated = storage.rated_players(server, "zertz").await?;
        leaderboard(&rated, busiest, now);
        Ok(())
    })
    .await
}

/// Exports and erases the busiest person.
pub async fn erase(table: &Table) -> Result<(), Failure> {
    let busiest = table.world.busiest();
    let started = Instant::now();
    let (mut games, mut bytes) = (0, 0);
    let facts = table.service.export(busiest, |game| {
        games += 1;
        bytes += game.to_string().len();
    });
    let facts = serde_json::Value::from(facts.await?).to_string().len();
    println!("export of {games} games, {} KB: {:.2?}", (bytes + facts) >> 10, started.elapsed());
    let started = Instant::now();
    table.service.erase(busiest, false, (table.world.channels[0].0, None)).await?;
    println!("erasure of the same person: {:.2?}", started.elapsed());
    Ok(())
}
