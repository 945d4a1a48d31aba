//! The confirmation of moves, and the number of clicks that a picked move takes.

use discord_emulator::{MessageView, User};
use serde_json::json;
use test_support::stage::picks::is_pick;
use test_support::stage::{SOON, Stage, Table, changed, pick_next, shown};

/// Presses the button that changes the preference until it has this label.
async fn choose(stage: &Stage, user: &User, label: &str) {
    let mut message = shown(&user.command(stage.games, "settings", &[]).await.expect("a command"));
    for _ in 0..3 {
        let button = message.buttons.iter().find(|button| button.custom_id == "set confirm").expect("a button");
        if button.label == label {
            return;
        }
        let pressed = button.label.clone();
        let reply = user.press(&message, &pressed).await.expect("a button");
        message = changed(user, &message, reply).await;
    }
    panic!("no button {label}");
}

/// Picks a move with *Move*, buttons and menus. Returns the number of clicks from the board to the move.
async fn pick(table: &mut Table) -> usize {
    let user = table.to_move().clone();
    let board = table.wait_board().await;
    let mut message = shown(&user.press(&board, "Move").await.expect("a button"));
    let mut clicks = 1;
    while !message.menus.is_empty() || message.buttons.iter().any(is_pick) {
        message = pick_next(&user, &message, 7 * table.line.ply() + 12).await;
        clicks += 1;
    }
    assert!(message.content.starts_with("Played"), "{message:?}");
    let played = message.content.split("**").nth(1).expect("the move is bold");
    table.line.play(played).expect("it is legal");
    clicks
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_picked_with_few_clicks() {
    let stage = Stage::open().await;
    for user in [stage.user("Ada"), stage.user("Bruno")] {
        user.set_locale("en-US");
        choose(&stage, &user, "Confirm first: every move").await;
        choose(&stage, &user, "Confirm first: no moves").await;
    }
    let mut table = stage.table("barrier", &[]).await;
    for _ in 0..2 {
        assert_eq!(pick(&mut table).await, 2, "a knight is placed");
    }
    for _ in 0..2 {
        let clicks = pick(&mut table).await;
        assert!((2..=3).contains(&clicks), "{clicks}: a walk, with its corner where there are two");
    }
    let mut table = stage.practice("dvonn", 1, &[("start", json!("random"))]).await;
    assert_eq!(pick(&mut table).await, 3, "from and to");
    let mut table = stage.table("zertz", &[]).await;
    let board = table.wait_board().await;
    let step = shown(&table.to_move().press(&board, "Move").await.expect("a button"));
    let labels: Vec<&str> = step.buttons.iter().filter(|button| is_pick(button)).map(|b| b.label.as_str()).collect();
    assert_eq!(labels, ["white (6 left)", "grey (8 left)", "black (10 left)"]);
    let clicks = pick(&mut table).await;
    assert!(clicks <= 5, "{clicks}: marble, place and ring");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_confirms_every_move_sees_a_typed_one_first() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    choose(&stage, &ada, "Confirm first: every move").await;
    let question = table.send_as(&ada, "D4").await;
    assert!(question.ephemeral && question.content.contains("**d4**"), "{question:?}");
    assert_eq!(question.attachments.len(), 1, "the move is drawn");
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 0);
    // An impossible move is explained at once, and another player's preference changes nothing.
    assert!(table.send_as(&ada, "z9").await.buttons.is_empty());
    assert!(table.send_as(&bruno, "e5").await.content.contains("turn"));
    let cancelled = ada.press(&question, "Cancel").await.expect("a button");
    let cancelled = changed(&ada, &question, cancelled).await;
    assert!(cancelled.buttons.is_empty(), "{cancelled:?}");
    let question = table.send_as(&ada, "d4").await;
    let reply = ada.press(&question, "Play d4").await.expect("a button");
    assert!(changed(&ada, &question, reply).await.content.contains("d4"));
    table.line.play("d4").expect("it is legal");
    table.wait_board().await;
    table.play("e5").await;
    let is_second = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with("-2.png"));
    bruno.wait_message(table.thread, is_second, SOON).await.expect("he plays at once");
    stage.close().await;
}
