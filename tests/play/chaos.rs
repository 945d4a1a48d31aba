//! Five processes with different roles share one PostgreSQL. While games are played, the test kills, freezes and restarts
//! them at random, and crashes PostgreSQL. No move may be lost, no board missing or posted twice, no deadline missed, and
//! no work left in a queue.

use crate::cluster::{Process, balance_interactions, free_port, play};
use crate::test_database::TestDatabase;
use serde_json::json;
use std::time::{Duration, Instant};
use tablero::rules::SeededRng;
use test_support::postgres_server::PostgresServer;
use test_support::stage::{SOON, Stage};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// What the processes do. Three receive interactions, behind a load balancer.
const ROLES: [&str; 5] =
    ["http,outbox", "http,engine", "gateway,scheduler", "outbox,engine,scheduler", "http,outbox,scheduler"];
/// How long processes are killed and frozen.
const CHAOS: Duration = Duration::from_secs(40);
/// The longest freeze; leases last ten seconds.
const FREEZE_MAX_MS: u64 = 14_000;
/// How long everything may take once all processes run again.
const CALM: Duration = Duration::from_secs(60);

/// Restarts processes that stopped because they could not reach the database, as a service manager does.
async fn restart_ended(stage: &Stage, config: &str, processes: &mut [Process]) {
    for process in processes {
        if process.child.try_wait().expect("its state is known").is_some() {
            *process = Process::start(stage, config, process.roles, process.port).await;
        }
    }
}

/// Kills, freezes and restarts processes at random, and crashes PostgreSQL once.
async fn disturb(stage: &Stage, server: &PostgresServer, config: &str, processes: &mut [Process], seed: u64) -> String {
    let (mut chance, started) = (SeededRng::new(seed), Instant::now());
    let (mut kills, mut freezes, mut crashes) = (0, 0, 0);
    while started.elapsed() < CHAOS {
        sleep(Duration::from_millis(300 + chance.below(900))).await;
        for process in processes.iter_mut() {
            if process.frozen_until.is_some_and(|until| until <= Instant::now()) {
                process.thaw();
            }
        }
        restart_ended(stage, config, processes).await;
        let process = &mut processes[chance.below(ROLES.len() as u64) as usize];
        if process.frozen_until.is_some() {
            continue;
        }
        match chance.below(5) {
            0 | 1 => {
                process.child.kill().await.expect("it is killed");
                *process = Process::start(stage, config, process.roles, process.port).await;
                kills += 1;
            }
            2 | 3 => {
                process.freeze(Duration::from_millis(500 + chance.below(FREEZE_MAX_MS)));
                freezes += 1;
            }
            _ => {}
        }
        if crashes == 0 && started.elapsed() > CHAOS / 2 {
            server.crash();
            crashes += 1;
        }
    }
    processes.iter_mut().filter(|process| process.frozen_until.is_some()).for_each(Process::thaw);
    restart_ended(stage, config, processes).await;
    format!("{kills} kills, {freezes} freezes, {crashes} crash of PostgreSQL")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn games_are_whole_though_processes_and_the_database_fail_at_random() {
    let Some(server) = PostgresServer::new() else { return };
    let url = server.new_database().await;
    let (config, database) = (format!("url = {url:?}"), TestDatabase::Server(url));
    let stage = Stage::without_bot().await;
    let mut processes = Vec::new();
    for roles in ROLES {
        processes.push(Process::start(&stage, &config, roles, roles.contains("http").then(free_port)).await);
    }
    balance_interactions(&stage, processes.iter().filter_map(|process| process.port).collect()).await;
    timeout(SOON, stage.local.wait_command("about")).await.expect("the commands are registered");
    let mut tables = Vec::new();
    for _ in 0..6 {
        tables.push(stage.table("dvonn", &[("start", json!("placement"))]).await);
    }
    for _ in 0..2 {
        tables.push(stage.practice("dvonn", 1, &[]).await);
    }
    // In one more game, the clock of the player to move expires in the middle.
    let mut timed = stage.table("barrier", &[("time", json!("1d")), ("pauses", json!("none"))]).await;
    for _ in 0..2 {
        let text = timed.line.nth_legal(0).expect("a move");
        timed.play(&text).await;
    }
    database
        .change(
            "UPDATE alarms SET due_at = (SELECT since FROM matches WHERE control = '1d') + 15000
             WHERE kind = 'match' AND subject = (SELECT id FROM matches WHERE control = '1d')",
        )
        .await;
    database
        .change("UPDATE matches SET since = since - 86400000 + 15000, flag_at = since + 15000 WHERE control = '1d'")
        .await;
    let flag_at = database.count("SELECT flag_at FROM matches WHERE control = '1d'").await;

    let mut games = JoinSet::new();
    for table in tables {
        games.spawn(play(table, Instant::now() + CHAOS));
    }
    let disturbances = disturb(&stage, &server, &config, &mut processes, 2026).await;
    let calm = Instant::now();
    let (mut moves, mut acknowledged) = (0, 0);
    while let Some(game) = timeout(CALM, games.join_next()).await.expect("every game finishes its moves") {
        let game = game.expect("no check of the game failed");
        moves += game.check();
        acknowledged += game.acknowledged;
    }
    println!("{moves} moves, {acknowledged} acknowledged at once; {disturbances}; calm after {:?}", calm.elapsed());

    let ended = "SELECT COUNT(*) FROM matches WHERE control = '1d' AND status = 'timeout'";
    let undone = "SELECT (SELECT COUNT(*) FROM outbox WHERE due_at <= EXTRACT(EPOCH FROM now()) * 1000)
            + (SELECT COUNT(*) FROM jobs WHERE state = 'waiting')
            + (SELECT COUNT(*) FROM alarms WHERE due_at <= EXTRACT(EPOCH FROM now()) * 1000)";
    let all_done = async {
        while database.count(ended).await == 0 || database.count(undone).await > 0 {
            sleep(Duration::from_millis(100)).await;
        }
    };
    if timeout(CALM, all_done).await.is_err() {
        let rows = "SELECT 'post ' || post || ' ' || attempts || ' ' || COALESCE(problem, '') FROM outbox
                WHERE due_at IS NOT NULL
            UNION ALL SELECT 'job of ' || match || ' ' || attempts || COALESCE(problem, '') FROM jobs
                WHERE state = 'waiting'
            UNION ALL SELECT 'check of ' || kind || ' ' || subject || ' ' || due_at FROM alarms
            UNION ALL SELECT 'match ' || id || ' ' || status || ' ' || since FROM matches
                WHERE control = '1d'";
        panic!("this is left undone: {:#?}", database.texts(rows).await);
    }
    let late = database.count("SELECT changed_at FROM matches WHERE control = '1d'").await - flag_at;
    assert!(late >= 0, "the clock expired {} ms too early", -late);
    println!("the expired clock was noticed {late} ms late");
    assert_eq!(database.count("SELECT SUM(plies)::BIGINT FROM matches WHERE control != '1d'").await, moves as i64);
    for mut process in processes {
        process.child.kill().await.expect("it is killed");
    }
    stage.close().await;
}
