//! Replays, and what becomes of a thread and its challenge at the end of a game.

use crate::restarts::{kill, start_process};
use discord_emulator::{ChannelView, Fault, MessageView, User};
use serde_json::json;
use test_support::stage::{SOON, Stage, Table, changed, shown};
use tokio::time::timeout;

/// A game of Barrier after two moves.
async fn two_moves(stage: &Stage) -> Table {
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    for _ in 0..2 {
        let text = table.line.nth_legal(0).expect("a legal move");
        table.play(&text).await;
    }
    table
}

async fn press(user: &User, message: &MessageView, button: &str) -> MessageView {
    let reply = user.press(message, button).await.expect("a button");
    changed(user, message, reply).await
}

fn picture(message: &MessageView) -> &str {
    let [file] = &message.attachments[..] else { panic!("not one file: {message:?}") };
    &file.name
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_stepped_through_in_one_private_message() {
    let stage = Stage::open().await;
    let table = two_moves(&stage).await;
    let moves = table.line.moves();
    let result = table.resign(&table.players[0]).await;
    // Anyone can look, not only the players.
    let carmen = stage.user("Carmen");
    carmen.set_locale("en-US");
    let mut message = shown(&carmen.press(&result, "Replay").await.expect("a button"));
    // It opens at the move that changed the board most, not counting the last one.
    assert!(
        message.ephemeral && message.content.contains("turn 1 of 2") && message.content.contains(&moves[0]),
        "{}",
        message.content
    );
    assert_eq!(picture(&message), "barrier-1-1.png");
    message = press(&carmen, &message, "⏭").await;
    assert!(message.content.contains("turn 2 of 2") && message.content.contains("resigned"), "{}", message.content);
    message = press(&carmen, &message, "◀").await;
    assert!(message.content.contains("turn 1 of 2") && !message.content.contains("resigned"), "{}", message.content);
    message = press(&carmen, &message, "⏮").await;
    assert_eq!(picture(&message), "barrier-1-0.png");
    let posted = stage.user("Ada").messages(table.thread).iter().filter(|message| !message.ephemeral).count();
    assert_eq!(posted, 4, "three boards and the result");
    let animation = shown(&carmen.press(&message, "GIF").await.expect("a button"));
    assert!(animation.ephemeral && animation.buttons.is_empty(), "only players share: {animation:?}");
    let [ada, bruno] = table.players.each_ref().map(discord_emulator::User::mention);
    let title = format!("**Barrier** 1: {ada} against {bruno}");
    assert!(animation.content.starts_with(&title) && animation.content.contains("resigned"), "{}", animation.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_shares_the_animation() {
    let stage = Stage::open().await;
    let table = two_moves(&stage).await;
    let bruno = &table.players[1];
    // A running game is shown as it is.
    let replay = shown(&bruno.command(table.thread, "replay", &[]).await.expect("a command"));
    assert!(replay.ephemeral && replay.content.contains("turn 2 of 2"), "{replay:?}");
    let animation = shown(&bruno.press(&replay, "GIF").await.expect("a button"));
    assert!(animation.ephemeral, "{animation:?}");
    assert_eq!(picture(&animation), "barrier-1.gif");
    assert!(animation.attachments[0].description.as_ref().is_some_and(|alt| alt.contains("Barrier: Ada – Bruno")));
    let answer = press(bruno, &animation, "Share with everyone").await;
    assert!(answer.content.contains("where the game is played"), "{answer:?}");
    let is_shared = |message: &MessageView| !message.ephemeral && picture_or_none(message) == Some("barrier-1.gif");
    let shared = stage.user("Carmen").wait_message(table.thread, is_shared, SOON).await.expect("the animation");
    assert!(
        shared.mentions.is_empty() && shared.buttons.is_empty(),
        "it pings no one, and nobody shares it: {shared:?}"
    );
    let line = format!("{} shares this game:\n**Barrier** 1: ", bruno.mention());
    assert!(shared.content.starts_with(&line), "{}", shared.content);
    stage.close().await;
}

fn picture_or_none(message: &MessageView) -> Option<&str> {
    message.attachments.first().map(|file| file.name.as_str())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_moves_has_no_replay() {
    let stage = Stage::open().await;
    let table = stage.table("dvonn", &[]).await;
    let answer = shown(&table.players[0].command(table.thread, "replay", &[]).await.expect("a command"));
    assert!(answer.ephemeral && answer.attachments.is_empty(), "{answer:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_stands_in_the_channel_and_the_thread_is_archived_after_a_quiet_day() {
    let stage = Stage::open().await;
    let table = two_moves(&stage).await;
    let ada = &table.players[0];
    let minutes = |channel: &ChannelView| channel.auto_archive_minutes;
    let running = ada.wait_channel(|channel| channel.id == table.thread, SOON).await.expect("the thread");
    assert_eq!(minutes(&running), Some(7 * 24 * 60), "a slow game stays in sight");
    table.resign(&table.players[0]).await;
    let has_result = |message: &MessageView| message.content.ends_with(" resigned.");
    let challenge = ada.wait_message(stage.games, has_result, SOON).await.expect("the result in the channel");
    assert_eq!(challenge.id, table.thread, "it is written into the challenge");
    assert!(challenge.buttons.is_empty() && challenge.mentions.is_empty(), "{challenge:?}");
    assert!(challenge.content.contains(&format!("<#{}>", table.thread)), "{}", challenge.content);
    let archives = |channel: &ChannelView| channel.id == table.thread && minutes(channel) == Some(24 * 60);
    ada.wait_channel(archives, SOON).await.expect("the thread is archived after a day");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_before_the_result_is_in_the_channel_it_is_written_there_by_the_next_start() {
    let stage = Stage::without_bot().await;
    let child = start_process(&stage, "").await;
    let table = stage.table("barrier", &[]).await;
    let (ada, faults) = (&table.players[0], stage.local.faults());
    let challenge = format!("/channels/{}/messages/{}", stage.games, table.thread);
    faults.inject(Some("PATCH"), &challenge, 1000, Fault::Status(503));
    let result = table.resign(&table.players[0]).await;
    assert_eq!(result.mentions.len(), 2, "{result:?}");
    timeout(SOON, faults.wait_requests("PATCH", &challenge, 2)).await.expect("failed attempts");
    kill(child).await;
    faults.clear();
    let child = start_process(&stage, "").await;
    let has_result = |message: &MessageView| message.id == table.thread && message.content.ends_with(" resigned.");
    ada.wait_message(stage.games, has_result, SOON).await.expect("the result in the channel");
    let archives = |channel: &ChannelView| channel.id == table.thread && channel.auto_archive_minutes == Some(24 * 60);
    ada.wait_channel(archives, SOON).await.expect("the thread is archived after a day");
    let is_result = |message: &&MessageView| !message.ephemeral && message.content.contains("resigned");
    assert_eq!(ada.messages(table.thread).iter().filter(is_result).count(), 1);
    kill(child).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_answer_is_lost_before_a_kill_everything_of_a_game_happens_once() {
    let stage = Stage::without_bot().await;
    let faults = stage.local.faults();
    let lose = |method, path: &str| faults.inject(Some(method), path, 1, Fault::LoseResponse);
    let mut child = start_process(&stage, "").await;
    // The thread and its members.
    lose("POST", "/threads");
    lose("PUT", "/thread-members/");
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let ada = table.players[0].clone();
    // A board with a ping.
    for _ in 0..2 {
        kill(child).await;
        child = start_process(&stage, "").await;
        lose("POST", &format!("/channels/{}/messages", table.thread));
        let text = table.line.nth_legal(0).expect("a legal move");
        table.play(&text).await;
    }
    // The result, which is written into the challenge too, and the archiving.
    kill(child).await;
    child = start_process(&stage, "").await;
    lose("POST", &format!("/channels/{}/messages", table.thread));
    lose("PATCH", &format!("/channels/{}/messages/{}", stage.games, table.thread));
    table.resign(&table.players[0]).await;
    kill(child).await;
    child = start_process(&stage, "").await;
    let has_result = |message: &MessageView| message.id == table.thread && message.content.ends_with(" resigned.");
    ada.wait_message(stage.games, has_result, SOON).await.expect("the result in the channel");
    lose("PATCH", &format!("/channels/{}", table.thread));
    kill(child).await;
    child = start_process(&stage, "").await;
    let archives = |channel: &ChannelView| channel.id == table.thread && channel.auto_archive_minutes == Some(24 * 60);
    ada.wait_channel(archives, SOON).await.expect("the thread is archived after a day");

    let threads = ada.channels().iter().filter(|channel| channel.parent == Some(stage.games)).count();
    assert_eq!(threads, 1);
    // The pings of each board were checked when it was posted.
    let public = ada.messages(table.thread).into_iter().filter(|message| !message.ephemeral);
    let pictures: Vec<String> = public.filter_map(|message| picture_or_none(&message).map(str::to_owned)).collect();
    assert_eq!(pictures, ["barrier-1-0.png", "barrier-1-1.png", "barrier-1-2.png", "barrier-1-2.png"]);
    let challenges =
        ada.messages(stage.games).into_iter().filter(|message| message.content.contains("resigned")).count();
    assert_eq!(challenges, 1);
    kill(child).await;
    stage.close().await;
}
