//! The engine's board shows both moves. While the engine takes long, a note says that it is thinking.

use discord_emulator::{Fault, MessageView};
use serde_json::json;
use test_support::stage::{SOON, Stage, Table};

const NOTE: &str = "is thinking";

async fn table(stage: &Stage) -> Table {
    stage.practice("barrier", 1, &[("variant", json!("5"))]).await
}

fn notes(table: &Table) -> usize {
    table.players[0].messages(table.thread).iter().filter(|message| message.content.contains(NOTE)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_appears_after_five_seconds_and_goes_when_the_engine_has_moved() {
    let mut stage = Stage::open_still().await;
    let mut table = table(&stage).await;
    let ada = table.players[0].clone();
    table.play("a1").await;
    stage.run_for(4_999).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL").await, 1, "the note waits");
    assert_eq!(notes(&table), 0);
    stage.run_for(1).await;
    let is_note = |message: &MessageView| message.content.contains(NOTE);
    let note = ada.wait_message(table.thread, is_note, SOON).await.expect("the note");
    assert!(note.mentions.is_empty() && note.buttons.is_empty(), "{note:?}");
    assert_eq!(note.content, "Tablero (level 1) is thinking …");
    stage.open_gate();
    let board = table.wait_engine().await;
    let lines: Vec<&str> = board.content.lines().collect();
    assert!(lines[0].starts_with("Turn 1: **a1** – <@") && lines[1].starts_with("Turn 2: **"), "{}", board.content);
    assert_eq!(board.mentions, [ada.id()]);
    ada.wait_deleted(table.thread, note.id, SOON).await.expect("the note is deleted");
    assert_eq!(table.boards(1), 0, "the engine's board shows that move too");
    stage.stop_bot().await;
    let shown = "SELECT COUNT(*) FROM match_locations WHERE thinking_message IS NOT NULL";
    assert_eq!(stage.count(shown).await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_deleted_even_if_its_response_was_lost() {
    let stage = Stage::open_still().await;
    let mut table = table(&stage).await;
    let ada = table.players[0].clone();
    table.play("a1").await;
    let messages = format!("/channels/{}/messages", table.thread);
    stage.local.faults().inject(Some("POST"), &messages, 1, Fault::LoseResponse);
    stage.local.faults().inject(Some("POST"), &messages, 1000, Fault::Status(503));
    stage.run_for(5_000).await;
    let is_note = |message: &MessageView| message.content.contains(NOTE);
    let note = ada.wait_message(table.thread, is_note, SOON).await.expect("the note");
    let has_failed = "SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'thinking' AND attempts > 0";
    stage.wait_count(has_failed, 1).await;
    stage.open_gate();
    stage.wait_count("SELECT COUNT(*) FROM matches WHERE plies = 2", 1).await;
    stage.local.faults().clear();
    stage.run_for(60 * 60 * 1000).await;
    ada.wait_deleted(table.thread, note.id, SOON).await.expect("the note is deleted");
    table.wait_engine().await;
    assert_eq!(notes(&table), 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_note_if_the_engine_moves_at_once() {
    let stage = Stage::open_still().await;
    stage.open_gate();
    let mut table = table(&stage).await;
    table.play("a1").await;
    table.wait_engine().await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'thinking'").await, 0);
    stage.run_for(60_000).await;
    let text = table.line.nth_legal(0).expect("a legal move");
    table.play(&text).await;
    let board = table.wait_engine().await;
    assert!(board.content.starts_with("Turn 3: "), "only the last two turns are new: {}", board.content);
    assert_eq!(notes(&table), 0);
    stage.close().await;
}
