//! Guided games: what the bot says before and after a turn, and when it stops. What it suggests after any game.

use discord_emulator::{ChannelView, MessageView, User};
use serde_json::json;
use std::time::Duration;
use tablero::catalog::Catalog;
use tablero::engine::EngineResources;
use tablero::rules::{Seat, SeededRng};
use tablero::service::GUIDED_TURNS;
use test_support::stage::{SOON, Stage, Table, changed, command, new_game, shown};
use test_support::taught::taught_in;

/// How the sentence about what to look for begins.
const LOOK: &str = "**Look for this:** ";

async fn stage() -> Stage {
    let mut stage = Stage::without_bot().await;
    stage.resources = EngineResources { threads: 1, hash: 4 << 20, move_time: Duration::from_millis(200) };
    stage.start_bot().await;
    stage
}

/// Ada does the lessons by typing the answers, and begins the guided game that follows.
async fn begin_guided(stage: &Stage, game: &str) -> (Table, MessageView) {
    let ada = stage.user("Ada");
    let game = Catalog::standard().game(game).expect("a game");
    let mut last = None;
    for lesson in game.lessons() {
        command(&ada, stage.games, "learn", &[("game", json!(game.name()))]).await;
        last = Some(command(&ada, stage.games, "move", &[("text", json!(lesson.answer))]).await);
    }
    let last = last.expect("there are lessons");
    let labels: Vec<&str> = last.buttons.iter().map(|button| button.label.as_str()).collect();
    assert_eq!(labels, ["Play with guidance", "Challenge a friend", "Play level 1"]);
    let known: Vec<_> = ada.channels().iter().map(|channel| channel.id).collect();
    let begun = shown(&ada.press(&last, "Play with guidance").await.expect("a button"));
    assert!(begun.ephemeral && begun.content.contains("Tablero (level 0)"), "{}", begun.content);
    let fits = |channel: &ChannelView| channel.parent == Some(stage.games) && !known.contains(&channel.id);
    let thread = ada.wait_channel(fits, SOON).await.expect("the game's thread").id;
    let line = new_game(game, game.guided_setup());
    let table = Table { players: [ada.clone(), ada], engine: Some(Seat::Two), thread, line };
    let board = table.wait_board().await;
    (table, board)
}

/// The move that the last stage of a hint shows.
async fn hinted(ada: &User, board: &MessageView) -> String {
    let mut hint = shown(&ada.press(board, "Hint").await.expect("a button"));
    while hint.button("Tell me more").is_some() {
        let reply = ada.press(&hint, "Tell me more").await.expect("a button");
        hint = changed(ada, &hint, reply).await;
    }
    let play = hint.buttons.iter().find(|button| button.label.starts_with("Play ")).expect("the move");
    play.label["Play ".len()..].to_owned()
}

/// Plays a guided game to its end, which the guided player wins, and checks what each board says. `choose` finds the move.
async fn win(name: &str, choose: impl AsyncFn(&Table, &MessageView) -> String) {
    let stage = stage().await;
    let (mut table, mut board) = begin_guided(&stage, name).await;
    let intro = "In your first 10 turns I say what to look for before you move";
    assert!(board.content.contains(intro), "{}", board.content);
    let (mut turns, mut commented) = (0, 0);
    let result = loop {
        assert_eq!(board.content.contains(LOOK), turns < GUIDED_TURNS, "after {turns} turns: {}", board.content);
        assert_eq!(board.content.contains(intro), turns == 0, "{}", board.content);
        assert_eq!(board.content.contains("from here on you're on your own"), turns == GUIDED_TURNS);
        let text = choose(&table, &board).await;
        table.play(&text).await;
        turns += 1;
        if table.line.ending().is_none() {
            board = table.wait_engine().await;
        }
        if table.line.ending().is_some() {
            break table.wait_board().await;
        }
        // The bot comments on the last move, unless the search takes too long on a busy machine.
        let comments = ["would have played too", "was fine", "was your only move", "You played"];
        let is_commented = comments.iter().any(|comment| board.content.contains(comment));
        assert!(turns <= GUIDED_TURNS || !is_commented, "after {turns} turns: {}", board.content);
        commented += usize::from(is_commented);
    };
    assert!(commented > 0, "{turns} turns without a comment");
    let labels: Vec<&str> = result.buttons.iter().map(|button| button.label.as_str()).collect();
    assert_eq!(labels, ["Rematch", "Analyse", "Replay", "Play level 1", "Challenge a friend"], "{}", result.content);
    assert!(result.content.contains("You beat level 0: try level 1."), "{}", result.content);
    stage.close().await;
}

async fn win_as_told(name: &str) {
    win(name, async |table, board| hinted(&table.players[0], board).await).await;
}

async fn win_as_taught(name: &str) {
    win(name, async |table, _| taught_in(&*table.line, &mut SeededRng::new(table.line.ply() as u64))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_the_hints_of_a_guided_game_of_zertz_wins() {
    win_as_told("zertz").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_the_hints_of_a_guided_game_of_dvonn_wins() {
    win_as_told("dvonn").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_the_hints_of_a_guided_game_of_barrier_wins() {
    win_as_told("barrier").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_for_the_ideas_of_the_lessons_wins_a_guided_game_of_zertz() {
    win_as_taught("zertz").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_for_the_ideas_of_the_lessons_wins_a_guided_game_of_dvonn() {
    win_as_taught("dvonn").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_for_the_ideas_of_the_lessons_wins_a_guided_game_of_barrier() {
    win_as_taught("barrier").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guided_game_of_dvonn_begins_with_a_full_board() {
    let stage = stage().await;
    let (table, board) = begin_guided(&stage, "dvonn").await;
    assert_eq!(table.line.placements_left(), 0);
    assert!(board.content.contains(LOOK), "{}", board.content);
    // In other games, the bot gives no guidance.
    let other = stage.practice("barrier", 1, &[]).await;
    assert!(!other.wait_board().await.content.contains(LOOK));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn suggestions_after_a_game_can_be_turned_off() {
    let stage = stage().await;
    let ada = stage.user("Ada");
    let table = stage.practice("barrier", 2, &[]).await;
    let lost = table.resign(&ada).await;
    assert!(!lost.content.contains("try"), "no move was played: {}", lost.content);
    for (is_on, expected) in [(true, true), (false, false)] {
        let settings = command(&ada, stage.games, "settings", &[("suggestions", json!(is_on))]).await;
        let word = if is_on { "yes" } else { "no" };
        assert!(
            settings.content.contains(&format!("suggestions after games against me: {word}")),
            "{}",
            settings.content
        );
        let mut table = stage.practice("barrier", 2, &[]).await;
        table.play("d4").await;
        table.wait_engine().await;
        let lost = table.resign(&ada).await;
        assert_eq!(lost.content.contains("Next time, try"), expected, "{}", lost.content);
    }
    stage.close().await;
}
