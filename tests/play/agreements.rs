//! What the players agree on besides draws: random placements, and take-backs as the opponent prefers.

use discord_emulator::MessageView;
use serde_json::json;
use tablero::rules::Seat;
use test_support::stage::{SOON, Stage, changed, command, shown, take_back};

const RANDOM: &str = "Place the rest at random";

fn is_full(message: &MessageView) -> bool {
    message.attachments.iter().any(|file| file.name.ends_with("-49.png"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rest_is_placed_at_random_when_both_agree() {
    let stage = Stage::open().await;
    let mut table = stage.table("dvonn", &[]).await;
    let [ada, bruno] = table.players.clone();
    table.play("c3").await;
    let board = table.play("d3").await;
    let picking = table.press(&ada, &board, "Move").await;
    let offered = table.press(&ada, &picking, RANDOM).await;
    assert_eq!(offered.content, "I've asked your opponent whether to place the rest at random.");
    let asks =
        |message: &MessageView| message.content.contains("would like to place") && message.attachments.is_empty();
    let question = bruno.wait_message(table.thread, asks, SOON).await.expect("the question");
    assert_eq!(question.mentions, [bruno.id()]);
    bruno.press(&question, "Decline").await.expect("a button");
    let declined = |message: &MessageView| message.content.contains("prefers to place the pieces by hand");
    ada.wait_message(table.thread, declined, SOON).await.expect("the answer");
    // A move later, Bruno offers it.
    let board = table.play("e3").await;
    let picking = table.press(&bruno, &board, "Move").await;
    table.press(&bruno, &picking, RANDOM).await;
    let again = |message: &MessageView| asks(message) && message.id > board.id;
    let question = ada.wait_message(table.thread, again, SOON).await.expect("the question");
    ada.press(&question, "Agree").await.expect("a button");
    let board = ada.wait_message(table.thread, is_full, SOON).await.expect("the full board");
    assert_eq!(board.mentions, [ada.id()], "White moves first");
    let lines: Vec<&str> = board.content.lines().collect();
    assert_eq!(lines[0], "The remaining pieces have been placed at random.");
    assert!(lines[1].starts_with("Turn 49: "), "{}", board.content);
    let picking = table.press(&ada, &board, "Move").await;
    assert!(picking.button(RANDOM).is_none(), "all pieces are placed: {:?}", picking.buttons);
    assert_eq!(stage.count("SELECT COUNT(DISTINCT text) FROM moves").await, 49);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_agrees_to_a_random_placement_at_once() {
    let stage = Stage::open().await;
    let table = stage.practice("dvonn", 1, &[]).await;
    let ada = table.players[0].clone();
    let board = table.wait_board().await;
    let picking = table.press(&ada, &board, "Move").await;
    let done = table.press(&ada, &picking, RANDOM).await;
    assert_eq!(done.content, "Done: all the pieces are on the board.");
    let board = ada.wait_message(table.thread, is_full, SOON).await.expect("the full board");
    assert_eq!(table.engine, Some(Seat::Two));
    assert!(board.button("Move").is_some(), "{:?}", board.buttons);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_take_back_is_granted_or_refused_as_the_opponent_prefers() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let [ada, bruno] = table.players.clone();
    let mut settings = shown(&bruno.command(stage.games, "settings", &[]).await.expect("a command"));
    let reply = bruno.press(&settings, "Take-backs: ask me").await.expect("a button");
    settings = changed(&bruno, &settings, reply).await;
    table.play("a1").await;
    let question = command(&ada, table.thread, "takeback", &[]).await;
    let asked = "Take back your last move in your game of **Barrier** (no. 1; 5×5 squares, with the swap rule, unrated, no clock) against Bruno?";
    assert!(question.content.starts_with(asked), "{question:?}");
    assert_eq!(take_back(&ada, table.thread).await.content, "Done: I've taken back your last move.");
    let granted = |message: &MessageView| message.content.contains("Take-back granted.");
    bruno.wait_message(table.thread, granted, SOON).await.expect("the board before the move");
    table.line.take_back();
    let reply = bruno.press(&settings, "Take-backs: always allow").await.expect("a button");
    settings = changed(&bruno, &settings, reply).await;
    assert!(settings.button("Take-backs: never allow").is_some(), "{:?}", settings.buttons);
    table.send("b2").await;
    assert_eq!(command(&ada, table.thread, "takeback", &[]).await.content, "Your opponent doesn't allow take-backs.");
    assert_eq!(stage.count("SELECT plies FROM matches").await, 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_take_back_names_the_turns_that_it_undoes_to_both_players() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[("variant", json!("8")), ("time", json!("3d"))]).await;
    let [ada, bruno] = table.players.clone();
    for text in ["d4", "e5"] {
        table.play(text).await;
    }
    let turns = format!(
        "These 2 turns would be undone:\nTurn 1: **d4** – {}\nTurn 2: **e5** – {}\nThat includes moves of {}.",
        ada.mention(),
        bruno.mention(),
        bruno.mention()
    );
    let question = command(&ada, table.thread, "takeback", &[]).await;
    let asked = "Ask Bruno to let you take back your last move in your game of **Barrier** (no. 1; 8×8 squares, \
                 with the swap rule, unrated, 3 days per move)?";
    assert!(question.ephemeral && question.mentions.is_empty(), "{question:?}");
    assert!(question.content.starts_with(asked) && question.content.ends_with(&turns), "{}", question.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE offer IS NOT NULL").await, 0, "nothing is asked yet");
    table.press(&ada, &question, "Yes, ask").await;
    let asks = |message: &MessageView| message.content.contains("for a take-back") && !message.ephemeral;
    let request = bruno.wait_message(table.thread, asks, SOON).await.expect("the request");
    assert!(request.content.ends_with(&turns) && request.mentions == [bruno.id()], "{request:?}");
    // Bruno takes back only his own move, so none of Ada's is undone.
    let own = command(&bruno, table.thread, "takeback", &[]).await;
    assert!(own.content.contains("answer that first"), "{}", own.content);
    bruno.press(&request, "Decline").await.expect("a button");
    let declined = |message: &MessageView| message.content.contains("declines the take-back");
    ada.wait_message(table.thread, declined, SOON).await.expect("the answer");
    let own = command(&bruno, table.thread, "takeback", &[]).await;
    let turn = format!("This turn would be undone:\nTurn 2: **e5** – {}", bruno.mention());
    assert!(own.content.ends_with(&turn), "{}", own.content);
    // The question goes stale with the next move.
    table.play("d4d6e6").await;
    bruno.press(&own, "Yes, ask").await.expect("a button");
    let stale = |message: &MessageView| message.ephemeral && message.content.contains("has moved on");
    bruno.wait_message(table.thread, stale, SOON).await.expect("the question is stale");
    stage.close().await;
}
