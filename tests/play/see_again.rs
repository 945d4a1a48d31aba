//! What the bot says after a game that it has won: which turn cost most, and that turn again in private.

use discord_emulator::MessageView;
use serde_json::json;
use std::time::Duration;
use tablero::engine::EngineResources;
use tablero::lessons::Teach;
use tablero::lessons::zertz::Goal;
use tablero::rules::zertz::{Move, Zertz};
use tablero::rules::{Game, Notation};
use test_support::stage::{Stage, Table, changed, command, shown};

/// A placement after which the opponent can capture, or else any move.
fn gift(table: &Table) -> String {
    let text = table.line.position();
    let position = Zertz::read_position(text.strip_prefix("zertz ").unwrap_or(&text)).expect("a position");
    let moves = position.moves();
    let gives = |m: &&Move| position.judge(Goal::Safe, **m).is_err();
    moves.iter().find(gives).unwrap_or(&moves[0]).to_string()
}

/// Ada gives marbles away until she has lost. Returns the message with the result.
async fn lose(stage: &Stage) -> (Table, MessageView) {
    let mut table = stage.practice("zertz", 8, &[]).await;
    loop {
        let text = gift(&table);
        table.play(&text).await;
        if table.line.ending().is_none() && table.engine_answers() {
            table.wait_engine().await;
        }
        if table.line.ending().is_some() {
            let result = table.wait_board().await;
            return (table, result);
        }
    }
}

/// The turn that cost most, by the message with the result.
fn turn_in(result: &MessageView) -> Option<usize> {
    let (before, _) = result.content.split_once(" cost you most.")?;
    before.rsplit_once("Turn ")?.1.parse().ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_game_names_the_turn_that_cost_most_and_shows_it_again() {
    let mut stage = Stage::without_bot().await;
    stage.resources = EngineResources { threads: 1, hash: 4 << 20, move_time: Duration::from_millis(500) };
    stage.start_bot().await;
    let (table, result) = lose(&stage).await;
    let ada = table.players[0].clone();
    let turn = turn_in(&result).unwrap_or_else(|| panic!("no turn: {}", result.content));
    let moves = table.line.moves();
    let (mistake, reply) = (&moves[turn - 1], &moves[turn]);
    assert!(!mistake.contains('x'), "{mistake} is a placement");
    assert_eq!(result.content.contains("let me capture"), reply.contains('x'), "{}", result.content);
    assert!(!result.content.contains("Next time"), "one line: {}", result.content);
    assert!(result.content.contains("*See it again* shows what was better."), "{}", result.content);

    // The button does the same after a restart.
    stage.stop_bot().await;
    stage.start_bot().await;
    let again = shown(&ada.press(&result, "See it again").await.expect("a button"));
    assert!(again.ephemeral && again.content.contains(&format!("Turn {turn}: ")), "{}", again.content);
    assert!(again.content.contains(mistake.as_str()) && again.content.contains("What followed:"), "{}", again.content);
    assert!(again.content.contains(&format!("**{reply}**")), "{}", again.content);
    assert_eq!(again.attachments.len(), 3, "before, what followed, and what was better: {again:?}");
    assert!(again.button(&format!("Try turn {turn} again")).is_some(), "{again:?}");
    let reply = ada.press(&again, "Replay").await.expect("a button");
    let replay = changed(&ada, &again, reply).await;
    assert!(replay.content.contains(&format!("turn {turn} of")), "{}", replay.content);

    // Only the players see it.
    let denied = shown(&stage.user("Bruno").press(&result, "See it again").await.expect("a button"));
    assert!(denied.attachments.is_empty(), "{denied:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_turn_is_named_for_players_who_want_no_suggestions() {
    let mut stage = Stage::without_bot().await;
    stage.resources = EngineResources { threads: 1, hash: 4 << 20, move_time: Duration::from_millis(500) };
    stage.start_bot().await;
    command(&stage.user("Ada"), stage.games, "settings", &[("suggestions", json!(false))]).await;
    let (_, result) = lose(&stage).await;
    assert_eq!(turn_in(&result), None, "{}", result.content);
    assert!(result.button("See it again").is_none() && !result.content.contains("Next time"), "{}", result.content);
    stage.close().await;
}
