//! The swap rule in a match.

use discord_emulator::MenuView;
use serde_json::json;
use tablero::catalog::SWAP;
use test_support::stage::{Stage, shown};

#[tokio::test(flavor = "multi_thread")]
async fn the_second_player_takes_over_the_first_move() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let [ada, bruno] = table.players.clone();
    let board = table.play("c3").await;
    assert!(board.content.contains("You can also take over the first move"), "{board:?}");
    let step = shown(&bruno.press(&board, "Move").await.expect("a button"));
    let on_the_board = |menu: &MenuView| menu.options.iter().all(|(pick, _)| pick != SWAP);
    assert!(step.menus.len() == 1 && step.menus.iter().all(on_the_board), "{step:?}");
    let question = table.press(&bruno, &step, "take over the first move").await;
    assert!(question.content.contains("**swap**"), "{question:?}");
    let done = table.press(&bruno, &question, "Play swap").await;
    assert!(done.content.contains("swap"), "{done:?}");
    table.line.play(SWAP).expect("it is legal");
    let board = table.wait_board().await;
    assert!(board.content.contains("**swap**"), "{board:?}");
    // Ada now plays Black and answers the move that was hers.
    assert!(board.content.contains("it's your turn with Black"), "{board:?}");
    assert!(!board.content.contains("take over"), "{board:?}");
    assert_eq!(table.to_move().id(), ada.id());
    let refused = table.send_as(&bruno, SWAP).await;
    assert!(refused.content.contains("turn"), "{refused:?}");
    assert!(table.send_as(&ada, SWAP).await.content.contains("swap"), "it can be played once");
    table.play("a1").await;
    assert_eq!(stage.rows("SELECT text FROM moves ORDER BY ply").await, ["c3", "swap", "a1"]);
    assert_eq!(table.to_move().id(), bruno.id());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_the_swap_rule_offers_no_swap() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[("variant", json!("5")), ("swap", json!("off"))]).await;
    let board = table.play("c3").await;
    assert!(!board.content.contains("take over"), "{board:?}");
    let refused = table.send(SWAP).await;
    assert!(refused.content.contains("swap") && stage.count("SELECT COUNT(*) FROM moves").await == 1, "{refused:?}");
    stage.close().await;
}
