//! Limits of costly requests.

use crate::restarts::{kill, spawn};
use std::time::Duration;
use tablero::config::Config;
use tablero::service::{Rate, RequestLimits};
use test_support::stage::{Stage, command};

#[tokio::test(flavor = "multi_thread")]
async fn one_file_too_many_in_a_minute_is_refused_until_its_time() {
    // The clock stands still, so that a slow machine gets no more files.
    let mut stage = Stage::open_still().await;
    stage.stop_bot().await;
    stage.limits = Config::default().limits;
    stage.start_bot().await;
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    let [ada, bruno] = table.players.clone();
    let most = Config::default().limits.exports.person;
    for number in 0..most {
        let reply = command(&ada, table.thread, "export", &[]).await;
        assert_eq!(reply.attachments.len(), 1, "file {number}: {}", reply.content);
    }
    let reply = command(&ada, table.thread, "export", &[]).await;
    let why = format!("You've exported a lot of files. The limit is {most} a minute. Try again <t:");
    assert!(reply.attachments.is_empty() && reply.content.starts_with(&why), "{}", reply.content);
    // Neither others nor moves are affected.
    assert_eq!(command(&bruno, table.thread, "export", &[]).await.attachments.len(), 1);
    table.play("e5").await;
    stage.clock.advance(60_000 / i64::from(most));
    assert_eq!(command(&ada, table.thread, "export", &[]).await.attachments.len(), 1);
    assert!(command(&ada, table.thread, "export", &[]).await.attachments.is_empty());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limits_of_the_configuration_hold() {
    let stage = Stage::without_bot().await;
    let before = stage.connected();
    let limits = "[limits]\nexports = { person = 1, server = 100 }\n";
    let child = spawn(&stage, &format!("[store]\npath = {:?}\n{limits}", stage.database()), &[]);
    stage.wait_ready(before).await;
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    let ada = table.players[0].clone();
    assert_eq!(command(&ada, table.thread, "export", &[]).await.attachments.len(), 1);
    let reply = command(&ada, table.thread, "export", &[]).await;
    assert!(reply.content.starts_with("You've exported a lot of files. The limit is 1 a minute."), "{}", reply.content);
    kill(child).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_three_stages_of_a_hint_count_as_one() {
    let mut stage = Stage::open_still().await;
    stage.stop_bot().await;
    stage.limits = RequestLimits { hints: Rate { person: 1, server: 100 }, ..RequestLimits::NONE };
    stage.resources.move_time = Duration::from_millis(200);
    stage.start_bot().await;
    let table = stage.practice("zertz", 1, &[]).await;
    let ada = table.players[0].clone();
    let board = table.wait_board().await;
    let mut hint = table.press(&ada, &board, "Hint").await;
    for _ in 0..2 {
        hint = table.press(&ada, &hint, "Tell me more").await;
    }
    assert!(hint.content.starts_with("**Hint 3 of 3**"), "{}", hint.content);
    let reply = command(&ada, table.thread, "hint", &[]).await;
    assert!(reply.content.contains("The limit is 1 a minute."), "{}", reply.content);
    stage.close().await;
}
