//! Hints, in three stages.

use discord_emulator::{Fault, MessageView, User};
use serde_json::json;
use std::time::Duration;
use tablero::engine::EngineResources;
use test_support::stage::{SOON, Stage, shown};

/// A stage whose engine searches briefly.
async fn quick_stage() -> Stage {
    let mut stage = Stage::without_bot().await;
    stage.resources = EngineResources { threads: 1, hash: 1 << 20, move_time: Duration::from_millis(200) };
    stage.start_bot().await;
    stage
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_tells_more_and_more_about_one_move() {
    let mut stage = quick_stage().await;
    let mut table = stage.practice("zertz", 1, &[]).await;
    let ada = table.players[0].clone();
    let board = table.wait_board().await;
    let first = table.press(&ada, &board, "Hint").await;
    assert!(first.ephemeral && first.content.starts_with("**Hint 1 of 3**"), "{}", first.content);
    assert_eq!((first.attachments.len(), first.buttons.len()), (1, 1));
    assert!(!first.content.contains("Play **"), "{}", first.content);
    let response = "SELECT COUNT(DISTINCT told) FROM hints WHERE told LIKE '%Play **%' AND stage = 1";
    assert_eq!(stage.count(response).await, 1, "the later steps of the hint are already stored");

    // A restart in between changes nothing about it.
    stage.stop_bot().await;
    stage.resources.move_time = Duration::from_millis(50);
    stage.start_bot().await;
    let second = table.press(&ada, &first, "Tell me more").await;
    let sentences = first.content.lines().nth(1).expect("a sentence");
    assert!(second.content.starts_with("**Hint 2 of 3**") && second.content.contains(sentences), "{}", second.content);
    let third = table.press(&ada, &second, "Tell me more").await;
    assert!(third.content.starts_with("**Hint 3 of 3**") && third.content.contains(sentences), "{}", third.content);
    let text = third.content.split("Play **").nth(1).and_then(|rest| rest.split("**").next()).expect("the move");
    assert!(table.line.legal(usize::MAX).contains(&text.to_owned()), "{text}");

    // The command returns the same text again, and it counts as one hint.
    let again = shown(&ada.command(table.thread, "hint", &[]).await.expect("a command"));
    assert_eq!(again.content, first.content);
    assert_eq!(stage.count("SELECT hints1 FROM matches").await, 1);
    assert_eq!(stage.count("SELECT stage FROM hints").await, 3);

    let (text, play) = (text.to_owned(), format!("Play {text}"));
    let played = table.press(&ada, &third, &play).await;
    assert!(played.content.contains(&text) && played.attachments.is_empty(), "{}", played.content);
    table.line.play(&text).expect("it is legal");
    let board = table.wait_engine().await;
    assert!(board.content.contains(&format!("Hints: {} 1.", ada.mention())), "{}", board.content);
    ada.press(&again, "Tell me more").await.expect("a button");
    let stale = |message: &MessageView| message.ephemeral && message.content.contains("has moved on");
    ada.wait_message(table.thread, stale, SOON).await.expect("the hint is about an older position");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_whose_turn_it_is_gets_a_hint_and_both_see_that() {
    let stage = quick_stage().await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let (ada, bruno, carmen) = (table.players[0].clone(), table.players[1].clone(), stage.user("Carmen"));
    for (user, expected) in [(&bruno, "your opponent's turn"), (&carmen, "")] {
        carmen.set_locale("en-US");
        let answer = shown(&user.command(table.thread, "hint", &[]).await.expect("a command"));
        assert!(answer.ephemeral && answer.content.contains(expected) && answer.attachments.is_empty(), "{answer:?}");
    }
    let board = table.wait_board().await;
    // A hint counts once it has been given, which takes as long as the machine needs.
    let thread = table.thread;
    let hint = async |user: &User| {
        user.command(thread, "hint", &[]).await.expect("a command");
        let given = |message: &MessageView| message.ephemeral && message.content.starts_with("**Hint 1 of 3**");
        user.wait_message(thread, given, SOON).await.expect("the hint");
    };
    hint(&ada).await;
    // Discord refuses the edit of the old board, so its buttons stay; otherwise they are removed soon.
    stage.local.faults().inject(Some("PATCH"), &format!("/messages/{}", board.id), 1000, Fault::Status(503));
    table.play("c3").await;
    let old = shown(&ada.press(&board, "Hint").await.expect("a button"));
    assert!(old.content.contains("has moved on"), "{}", old.content);
    hint(&bruno).await;
    let games = shown(&bruno.command(table.thread, "games", &[]).await.expect("a command"));
    assert!(games.content.contains("hints: you 1, your opponent 1"), "{}", games.content);
    ada.command(table.thread, "resign", &[]).await.expect("a command");
    let asks = |message: &MessageView| message.content.contains("really");
    let question = ada.wait_message(table.thread, asks, SOON).await.expect("the question");
    ada.press(&question, "Yes, resign").await.expect("a button");
    let result = format!("Hints: {} 1, {} 1.", ada.mention(), bruno.mention());
    let over = |message: &MessageView| message.content.contains("resigned") && message.content.contains(&result);
    bruno.wait_message(table.thread, over, SOON).await.expect("the result mentions the hints");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_hints_are_switched_off_none_are_given() {
    let stage = quick_stage().await;
    let ada = stage.user("Ada");
    let options = [("game", json!("dvonn")), ("hints", json!(false))];
    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a command"));
    assert!(challenge.content.contains("No hints in this game."), "{}", challenge.content);
    let table = stage.practice("barrier", 1, &[("hints", json!(false))]).await;
    let announced = ada.message(stage.games, table.thread).expect("the announcement");
    assert!(announced.content.contains("No hints in this game."), "{}", announced.content);
    let board = table.wait_board().await;
    assert!(board.button("Hint").is_none() && board.button("Move").is_some(), "{:?}", board.buttons);
    let refused = shown(&ada.command(table.thread, "hint", &[]).await.expect("a command"));
    assert!(refused.content.contains("set up without them"), "{}", refused.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM hints").await, 0);
    stage.close().await;
}
