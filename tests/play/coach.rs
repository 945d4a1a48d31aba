//! The engine's comments on the player's last move, in games against its lowest levels.

use crate::analysis::blunder;
use serde_json::json;
use tablero::rules::Seat;
use test_support::stage::{Stage, shown};

const REFUSED: &str = "unrated games against levels 0 to 3";

#[tokio::test(flavor = "multi_thread")]
async fn a_comment_says_what_a_bad_move_allowed() {
    let stage = Stage::open_still().await;
    stage.open_gate();
    let mut table = stage.practice("barrier", 1, &[("variant", json!("5"))]).await;
    let ada = table.players[0].clone();
    let board = table.wait_board().await;
    assert!(board.button("How was my move?").is_none(), "there is no move yet");
    let coach = async || shown(&ada.command(table.thread, "coach", &[]).await.expect("a command"));
    assert!(coach().await.content.contains("No moves yet."), "{}", coach().await.content);
    // Plays until a move can throw away a win, after both knights have been placed.
    let mut bad = None;
    while bad.is_none() {
        let text = blunder(&*table.line).filter(|_| table.line.ply() > 1);
        let text = match text {
            Some(text) => {
                bad = Some(text.clone());
                text
            }
            None => table.line.nth_legal(table.line.count_legal() / 2).expect("a legal move"),
        };
        table.play(&text).await;
        if table.line.ending().is_none() {
            table.wait_engine().await;
        }
    }
    let bad = bad.expect("a move");
    let comment = shown(&ada.command(table.thread, "coach", &[]).await.expect("a command"));
    let begins = format!("You played **{bad}**. This move loses; **");
    assert!(comment.ephemeral && comment.content.starts_with(&begins), "{}", comment.content);
    let names: Vec<&str> = comment.attachments.iter().map(|file| file.name.as_str()).collect();
    assert!(names.iter().any(|name| name.ends_with("-better.png")), "{names:?}");
    if table.line.ending().is_none() {
        let board = table.wait_board().await;
        let again = table.press(&ada, &board, "How was my move?").await;
        assert_eq!(again.content, comment.content);
    }
    assert_eq!(stage.count("SELECT hints1 + hints2 FROM matches").await, 0, "a comment is not a hint");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_good_move_is_praised() {
    let stage = Stage::open_still().await;
    stage.open_gate();
    let mut table = stage.practice("barrier", 3, &[("variant", json!("5")), ("swap", json!("off"))]).await;
    let ada = table.players[0].clone();
    let best = {
        let settings = tablero::ai::EngineOptions { hash: 1 << 20, ..Default::default() };
        let limits = tablero::ai::Limits { nodes: Some(1_000), ..Default::default() };
        let mut engine = table.line.game().engine(settings);
        engine.search(&*table.line, limits, &tablero::ai::Stop::default(), &mut |_| {}).best().cloned()
    };
    let text = best.expect("a move");
    table.play(&text).await;
    let board = table.wait_engine().await;
    let comment = table.press(&ada, &board, "How was my move?").await;
    assert!(comment.content.starts_with(&format!("**{text}** ")), "{}", comment.content);
    assert!(comment.attachments.is_empty(), "{comment:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_unrated_games_with_hints_against_low_levels_have_comments() {
    let stage = Stage::open_still().await;
    stage.open_gate();
    let cases = [(4, "hints", true), (1, "hints", false), (1, "rated", true)];
    for (level, option, value) in cases {
        let mut table = stage.practice("zertz", level, &[(option, json!(value))]).await;
        let ada = table.players[0].clone();
        let text = table.line.nth_legal(0).expect("a move");
        table.play(&text).await;
        let board = table.wait_engine().await;
        assert!(board.button("How was my move?").is_none(), "{board:?}");
        let refused = shown(&ada.command(table.thread, "coach", &[]).await.expect("a command"));
        assert!(refused.ephemeral && refused.content.contains(REFUSED), "{level} {option}: {}", refused.content);
    }
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    let player = &table.players[Seat::One.index()];
    let refused = shown(&player.command(table.thread, "coach", &[]).await.expect("a command"));
    assert!(refused.content.contains(REFUSED), "{}", refused.content);
    stage.close().await;
}
