//! The program as several processes with different roles over one PostgreSQL database.

use crate::restarts::{kill, spawn};
use crate::stage::{SOON, Stage};
use crate::test_database::TestDatabase;
use tokio::process::Child;

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
        // What a killed process has leased is done when the lease ends, which is a minute later.
        let leased = "SELECT COUNT(*) FROM outbox WHERE lease_owner IS NOT NULL";
        let idle = async { while database.count(leased).await > 0 {} };
        tokio::time::timeout(SOON, idle).await.expect("the deliveries are recorded");
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
