//! Games against the engine.

use crate::restarts::{kill, start_process};
use discord_emulator::{MessageView, User};
use serde_json::{Value, json};
use std::time::Duration;
use tablero::engine::EngineResources;
use tablero::rules::{Seat, SeededRng};
use test_support::stage::{SOON, Stage, Table, shown, take_back};

/// Plays random moves against the engine to the end, alternating between buttons and `/move`.
async fn play_to_the_end(stage: &Stage, table: &mut Table, seed: u64) {
    let mut chance = SeededRng::new(seed);
    // The engine's board also shows the move that it answers, so that one has no board of its own.
    let mut unshown = Vec::new();
    unshown.extend(table.engine_answers().then_some(0));
    while table.line.ending().is_none() {
        if table.engine == Some(table.line.seat()) {
            table.wait_engine().await;
            continue;
        }
        let board = table.wait_board().await;
        let mut text = table.line.nth_legal(chance.below(table.line.count_legal())).expect("a legal move");
        let forced = format!("Play {text}");
        let user = table.to_move().clone();
        if board.button(&forced).is_some() {
            table.press(&user, &board, &forced).await;
        } else if table.line.ply() % 4 < 2 {
            text = table.pick(&board, &mut chance).await;
        } else {
            table.send(&text).await;
        }
        table.line.play(&text).expect("it is legal");
        unshown.extend(table.engine_answers().then(|| table.line.ply()));
        if !table.engine_answers() {
            table.wait_board().await;
        }
    }
    for ply in 0..=table.line.ply() {
        let boards = usize::from(!unshown.contains(&ply));
        assert_eq!(table.boards(ply), boards, "board {ply}");
    }
    assert_eq!(stage.count("SELECT plies FROM matches").await, table.line.ply() as i64);
    assert_eq!(stage.count("SELECT COUNT(*) FROM jobs WHERE state = 'waiting'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_barrier_and_a_rematch() {
    let stage = Stage::open().await;
    let mut table = stage.practice("barrier", 1, &[("variant", json!("5"))]).await;
    let ada = table.players[0].clone();
    let announced = ada.message(stage.games, table.thread).expect("the thread's message");
    let response = format!("A game of **Barrier** begins: {} goes first, then Tablero (level 1)", ada.mention());
    assert!(announced.content.contains(&response) && announced.mentions.is_empty(), "{announced:?}");
    let games = shown(&ada.command(table.thread, "games", &[]).await.expect("a command"));
    assert!(games.content.contains("against Tablero (level 1)"), "{}", games.content);
    play_to_the_end(&stage, &mut table, 3).await;
    let end = table.wait_board().await;
    assert!(end.content.contains("Tablero (level 1)"), "{}", end.content);
    let export = shown(&ada.command(table.thread, "export", &[]).await.expect("a command"));
    let record = ada.download(export.attachments[0].id).await.expect("the file");
    let record = String::from_utf8(record).expect("text");
    assert!(record.contains("Player1 \"Ada\"") && record.contains("Player2 \"Tablero (level 1)\""), "{record}");

    // With seats swapped the engine begins, in a separate thread.
    let again = shown(&ada.command(table.thread, "rematch", &[]).await.expect("a command"));
    assert!(again.ephemeral && again.content.contains("Tablero (level 1)"), "{}", again.content);
    let beside =
        |channel: &discord_emulator::ChannelView| channel.parent == Some(stage.games) && channel.id != table.thread;
    let thread = ada.wait_channel(beside, SOON).await.expect("another thread").id;
    let second = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with("-2-1.png"));
    let board = ada.wait_message(thread, second, SOON).await.expect("the engine's first move");
    assert_eq!(board.mentions, [ada.id()]);
    assert_eq!(stage.count("SELECT level1 - 1 FROM matches WHERE id = 2").await, 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_dvonn_on_a_dealt_board() {
    let stage = Stage::open().await;
    let mut table = stage.practice("dvonn", 1, &[("start", json!("random")), ("side", json!("second"))]).await;
    assert_eq!(table.engine, Some(Seat::One));
    play_to_the_end(&stage, &mut table, 5).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_taken_back() {
    let stage = Stage::open().await;
    let mut table = stage.practice("dvonn", 2, &[]).await;
    let ada = table.players[0].clone();
    let response = shown(&ada.command(table.thread, "takeback", &[]).await.expect("a command"));
    assert!(response.content.contains("no move to take back"), "{}", response.content);
    table.play("c3").await;
    table.wait_engine().await;
    // The engine's reply and the player's move are both taken back at once.
    let response = take_back(&ada, table.thread).await;
    assert!(response.content.contains("taken back"), "{}", response.content);
    let begins = |message: &MessageView| message.content.contains("begins") && message.id > response.id;
    ada.wait_message(table.thread, begins, SOON).await.expect("the board before the moves");
    table.line.take_back();
    table.line.take_back();
    table.send("d3").await;
    table.line.play("d3").expect("it is legal");
    let replied = |message: &MessageView| message.content.contains("Turn 2") && message.id > response.id;
    let board = ada.wait_message(table.thread, replied, SOON).await.expect("the engine moves again");
    assert_eq!(board.mentions, [ada.id()]);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_ends_the_game() {
    let stage = Stage::open().await;
    let mut table = stage.practice("barrier", 6, &[("variant", json!("5"))]).await;
    let ada = table.players[0].clone();
    table.play("a1").await;
    table.wait_engine().await;
    let result = table.resign(&ada).await;
    assert!(result.content.contains(&format!("Tablero (level 6) wins: {}", ada.mention())), "{}", result.content);
    assert_eq!(result.mentions, [ada.id()]);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_with_the_bot_one_plays_in_direct_messages() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let direct = ada.direct_messages();
    let options = [("game", json!("barrier")), ("level", json!("1")), ("side", json!("second"))];
    let response = shown(&ada.command(direct, "play", &options).await.expect("a command"));
    assert!(response.content.contains("Tablero (level 1)"), "{}", response.content);
    let moved = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with("-1.png"));
    let board = ada.wait_message(direct, moved, SOON).await.expect("the engine's move");
    assert!(board.content.contains("Turn 1"), "{}", board.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_bot_is_no_member_its_moves_are_answers() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    let private = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    let options =
        [("game", json!("barrier")), ("variant", json!("5")), ("level", json!("1")), ("side", json!("second"))];
    ada.command(private, "play", &options).await.expect("a command");
    let after = |ply: usize| {
        let name = format!("-{ply}.png");
        move |message: &MessageView| {
            message.attachments.iter().any(|file| file.name.ends_with(&name)) && !message.ephemeral
        }
    };
    let board =
        bruno.wait_message(private, after(1), SOON).await.expect("everyone in the channel sees the engine's move");
    let text = if board.content.contains("**c3**") { "a1" } else { "c3" };
    let response = shown(&ada.command(private, "move", &[("text", json!(text))]).await.expect("a command"));
    assert!(response.ephemeral && response.content.contains(text), "{response:?}");
    ada.wait_message(private, after(3), SOON).await.expect("the engine's answer");
    assert_eq!(stage.count("SELECT plies FROM matches").await, 3);
    assert_eq!(stage.count("SELECT COUNT(*) FROM jobs WHERE token IS NOT NULL").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_level_one_that_suits_the_results_is_chosen_and_named() {
    let stage = Stage::open().await;
    let mut table = stage.practice("barrier", 6, &[("variant", json!("5"))]).await;
    let ada = table.players[0].clone();
    table.play("a1").await;
    table.wait_engine().await;
    table.resign(&ada).await;
    for (game, level, why) in [
        ("barrier", "Tablero (level 5)", "I chose level 5 because of your results"),
        ("dvonn", "Tablero (level 1)", "This game seems new to you, so I chose level 1"),
    ] {
        let begun = shown(&ada.command(stage.games, "play", &[("game", json!(game))]).await.expect("a command"));
        assert!(begun.content.contains(level) && begun.content.contains(why), "{}", begun.content);
    }
    stage.close().await;
}

async fn is_refused(user: &User, place: discord_emulator::Id, options: &[(&str, Value)], expected: &str) {
    let answer = shown(&user.command(place, "play", options).await.expect("a command"));
    assert!(answer.ephemeral && answer.content.contains(expected), "{}", answer.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_or_what_cannot_be_played_is_refused() {
    use discord_emulator::permission;
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let options = [("game", json!("dvonn")), ("level", json!("1")), ("variant", json!("48"))];
    is_refused(&ada, stage.games, &options, "DVONN doesn't offer “48 rings”. It has: standard board.").await;
    stage.local.set_bot_permissions(stage.games, Some(permission::VIEW_CHANNEL));
    is_refused(&ada, stage.games, &options[..2], "Send Messages, Attach Files").await;
    assert!(ada.command(stage.games, "play", &[("game", json!("dvonn")), ("level", json!("11"))]).await.is_err());
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_move_is_thought_of_twice_when_it_is_taken_back_meanwhile() {
    let mut stage = Stage::without_bot().await;
    stage.resources.move_time = Duration::from_millis(1_500);
    stage.start_bot().await;
    let mut table = stage.practice("zertz", 8, &[]).await;
    let ada = table.players[0].clone();
    table.play("Wd4,a1").await;
    // The engine is searching this position, but its move is not played.
    let response = take_back(&ada, table.thread).await;
    assert!(response.content.contains("taken back"), "{}", response.content);
    table.line.take_back();
    table.send("Bd4,a2").await;
    table.line.play("Bd4,a2").expect("it is legal");
    table.wait_engine().await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 2);
    assert_eq!(stage.count("SELECT COUNT(*) FROM jobs WHERE state = 'dropped'").await, 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM jobs WHERE state = 'done'").await, 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_it_thinks_it_moves_once_after_the_next_start() {
    let stage = Stage::without_bot().await;
    let child = start_process(&stage, "move_seconds = 600").await;
    let mut table = stage.practice("zertz", 8, &[]).await;
    table.play("Wd4,a1").await;
    kill(child).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM jobs WHERE state = 'waiting' AND ply = 1").await, 1);
    let child = start_process(&stage, "move_seconds = 1").await;
    table.wait_engine().await;
    kill(child).await;
    // All pending work is done after one more start, and nothing is repeated.
    let child = start_process(&stage, "move_seconds = 1").await;
    let text = table.line.nth_legal(0).expect("a legal move");
    table.play(&text).await;
    table.wait_engine().await;
    assert_eq!([1, 2, 3, 4].map(|ply| table.boards(ply)), [0, 1, 0, 1]);
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 4);
    kill(child).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_games_at_once_are_played_in_turn_and_every_player_is_answered() {
    const GAMES: i64 = 50;
    let mut stage = Stage::without_bot().await;
    // A single search thread that is always busy.
    stage.resources = EngineResources { threads: 1, hash: 1 << 20, move_time: Duration::from_millis(100) };
    stage.start_bot().await;
    let ada = stage.user("Ada");
    let options =
        [("game", json!("barrier")), ("variant", json!("5")), ("level", json!("8")), ("side", json!("second"))];
    for _ in 0..GAMES {
        // The emulator waits for a response no longer than Discord does.
        let response = shown(&ada.command(stage.games, "play", &options).await.expect("a command"));
        assert!(response.content.contains("Tablero (level 6)"), "Barrier has no higher level: {}", response.content);
    }
    let games = shown(&ada.command(stage.games, "games", &[]).await.expect("a command"));
    assert!(games.content.contains("**Barrier** against Tablero"), "{}", games.content);
    for game in 1..=GAMES {
        let name = format!("-{game}-1.png");
        let thread = |channel: &discord_emulator::ChannelView| channel.name.contains(&format!(" {game}: "));
        let thread = ada.wait_channel(thread, SOON).await.expect("the game's thread").id;
        let moved = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with(&name));
        ada.wait_message(thread, moved, SOON).await.expect("the engine moves");
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, GAMES);
    assert_eq!(stage.count("SELECT COUNT(*) FROM jobs WHERE state = 'done'").await, GAMES);
    // With one thread the oldest goes first. While its move is being stored the next search runs, so neighbours may
    // change places.
    let overtaken = "SELECT COUNT(*) FROM moves a JOIN moves b ON a.match < b.match - 1 AND a.played_at > b.played_at";
    assert_eq!(stage.count(overtaken).await, 0);
    stage.close().await;
}
