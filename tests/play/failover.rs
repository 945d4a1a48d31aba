//! The loss of the primary of a highly available PostgreSQL (Patroni, etcd, HAProxy, PgBouncer in transaction mode), while
//! games are played. `.ci/failover` starts such a cluster and runs this test; without it, the test says that it was
//! skipped.

use crate::cluster::{Process, balance_interactions, free_port, play};
use serde_json::json;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Row};
use std::time::{Duration, Instant};
use test_support::requirements;
use test_support::stage::{SOON, Stage};
use tokio::process::Command;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

const ROLES: [&str; 3] = ["http,outbox", "http,engine,scheduler", "gateway,outbox"];
/// How long games are played, and when the primary is lost.
const PLAYED: Duration = Duration::from_secs(75);
const LOST_AFTER: Duration = Duration::from_secs(10);
/// The longest interruption of play: Patroni notices the loss after 20 seconds, then the others have to follow.
const GAP_MAX: Duration = Duration::from_secs(40);

/// Runs the program that manages the cluster in this folder.
async fn cluster(command: &str, folder: &str) -> String {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/postgres-cluster");
    let output = Command::new(program).args([command, folder]).output().await.expect("the cluster is managed");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn play_goes_on_by_itself_when_the_primary_is_lost() {
    let (Ok(folder), Ok(url)) = (std::env::var("TABLERO_CLUSTER"), std::env::var("TABLERO_CLUSTER_URL")) else {
        requirements::skipped("there is no cluster of PostgreSQL; see .ci/failover");
        return;
    };
    let config = format!("url = {url:?}\npooler = true");
    let stage = Stage::without_bot().await;
    let mut processes = Vec::new();
    for roles in ROLES {
        processes.push(Process::start(&stage, &config, roles, roles.contains("http").then(free_port)).await);
    }
    balance_interactions(&stage, processes.iter().filter_map(|process| process.port).collect()).await;
    timeout(SOON, stage.local.wait_command("about")).await.expect("the commands are registered");
    let mut games = JoinSet::new();
    let started = Instant::now();
    for _ in 0..6 {
        let table = stage.table("dvonn", &[("start", json!("placement"))]).await;
        games.spawn(play(table, started + PLAYED));
    }
    games.spawn(play(stage.practice("dvonn", 1, &[]).await, started + PLAYED));
    sleep(LOST_AFTER.saturating_sub(started.elapsed())).await;
    let lost = cluster("kill-primary", &folder).await;
    let lost_at = Instant::now();

    let (mut moves, mut acknowledged, mut gap, mut after) = (0, 0, Duration::ZERO, 0);
    while let Some(game) = games.join_next().await {
        let game = game.expect("no check of the game failed");
        moves += game.check();
        acknowledged += game.acknowledged;
        gap = gap.max(game.longest_gap());
        after += game.posted.iter().filter(|posted| **posted > lost_at + GAP_MAX).count();
    }
    println!(
        "{lost} was lost, now {} is the primary; {moves} moves, {acknowledged} acknowledged at once, {after} of them \
         more than {GAP_MAX:?} later; the longest gap in a game was {gap:?}",
        cluster("primary", &folder).await
    );
    assert!(gap < GAP_MAX && after > 0, "games resume soon after the fail-over");
    let options: PgConnectOptions = url.parse().expect("a URL");
    let mut connection = options.extra_float_digits(None).connect().await.expect("the new primary serves");
    // The simple protocol: a pooler may prepare and run a statement on two connections.
    let stored = sqlx::raw_sql("SELECT SUM(plies)::BIGINT FROM matches").fetch_one(&mut connection).await;
    assert_eq!(stored.expect("a sum").get::<i64, _>(0), moves as i64);
    for process in &mut processes {
        assert!(process.child.try_wait().expect("its state is known").is_none(), "{} has ended", process.roles);
        process.child.kill().await.expect("it is killed");
    }
    stage.close().await;
}
