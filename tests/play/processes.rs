//! The program as several processes with different roles over one PostgreSQL database.

use crate::restarts::{kill, spawn, spawn_with};
use crate::test_database::TestDatabase;
use discord_emulator::{EmulatorOptions, IdentifyLimit};
use std::process::Stdio;
use std::time::{Duration, Instant};
use test_support::stage::{SOON, Stage};
use tokio::process::Child;
use tokio::time::timeout;

/// What the processes do.
const ROLES: [&str; 4] = ["gateway", "outbox", "outbox", "scheduler,engine"];

/// Starts a process with these roles. Only the one with the gateway connects to Discord.
async fn start(stage: &Stage, url: &str, roles: &str) -> Child {
    let before = stage.connected();
    let child = spawn(stage, &format!("[database]\nurl = {url:?}\n"), &["--roles", roles]);
    if roles == "gateway" {
        stage.wait_ready(before).await;
    }
    child
}

/// Moves arrive at one process, boards are posted by another, and a third one moves for the bot. Each is killed once and
/// started again.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_while_one_process_after_another_is_killed() {
    let Some(database) = TestDatabase::server().await else { return };
    let TestDatabase::Server(url) = &database else { return };
    let stage = Stage::without_bot().await;
    let mut processes = Vec::new();
    for roles in ROLES {
        processes.push(start(&stage, url, roles).await);
    }
    let mut table = stage.table("barrier", &[]).await;
    for (number, roles) in ROLES.into_iter().enumerate() {
        let text = table.line.nth_legal(0).expect("a move");
        table.play(&text).await;
        // A killed process keeps its leases for up to ten seconds, so wait until it holds none.
        let leased = "SELECT COUNT(*) FROM outbox WHERE lease_owner IS NOT NULL";
        let idle = async { while database.count(leased).await > 0 {} };
        timeout(SOON, idle).await.expect("the deliveries are recorded");
        kill(std::mem::replace(&mut processes[number], start(&stage, url, roles).await)).await;
    }
    let text = table.line.nth_legal(0).expect("a move");
    table.play(&text).await;
    for ply in 1..=ROLES.len() + 1 {
        assert_eq!(table.boards(ply), 1, "the board after ply {ply} is posted once");
    }
    assert_eq!(database.count("SELECT COUNT(*) FROM moves").await, ROLES.len() as i64 + 1);
    for process in processes {
        kill(process).await;
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_refused_to_a_process_that_does_not_do_everything() {
    let stage = Stage::without_bot().await;
    let config = format!("[store]\npath = {:?}\n", stage.database());
    let ended = spawn(&stage, &config, &["--roles", "outbox"]).wait().await.expect("it ends");
    assert!(!ended.success());
    stage.close().await;
}

/// Four shards in two processes. The emulator refuses a shard that identifies too shortly after another one of its
/// bucket; there are two buckets.
#[tokio::test(flavor = "multi_thread")]
async fn the_shards_of_two_processes_identify_one_after_another() {
    let Some(database) = TestDatabase::server().await else { return };
    let TestDatabase::Server(url) = &database else { return };
    // The bot leaves six seconds; a shard may take a while to get there.
    let interval = Duration::from_secs(3);
    let identify_limit = IdentifyLimit { shards: 4, max_concurrency: 2, interval };
    let stage = Stage::without_bot_with(EmulatorOptions { identify_limit, ..EmulatorOptions::default() }).await;
    let config = format!("[database]\nurl = {url:?}\n");
    let started = Instant::now();
    let shards = |range| spawn(&stage, &config, &["--roles", "gateway,outbox,scheduler,engine", "--shards", range]);
    let processes = [shards("0-1/4"), shards("2-3/4")];
    timeout(SOON, stage.local.wait_identified(4)).await.expect("all shards identify");
    assert!(started.elapsed() >= interval, "{:?}", started.elapsed());
    assert_eq!(stage.local.refused_identifies(), 0);
    // A single shard receives the events of the server, so each move is answered once.
    timeout(SOON, stage.local.wait_command("about")).await.expect("the commands are registered");
    let mut table = stage.table("barrier", &[]).await;
    for ply in 1..=3 {
        let text = table.line.nth_legal(0).expect("a move");
        table.play(&text).await;
        assert_eq!(table.boards(ply), 1);
    }
    for process in processes {
        kill(process).await;
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_roles_and_shards_are_explained() {
    let stage = Stage::without_bot().await;
    let config = "[database]\nurl = \"postgres://tablero@127.0.0.1:1/none\"\n";
    for (arguments, problem) in [
        (&["--roles", "http"][..], "the role http needs an address to listen on: set http.address"),
        (&["--roles", "outbox", "--shards", "0-1/4"], "only the role gateway has shards"),
        (&["--shards", "4/4"], "write the first and the last shard"),
    ] {
        let child = spawn_with(&stage, config, arguments, Stdio::piped());
        let output = child.wait_with_output().await.expect("it ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(problem), "{arguments:?}: {errors}");
    }
    stage.close().await;
}
