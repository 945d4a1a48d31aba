//! Dropped connections and process restarts: nothing is lost.

use std::time::Duration;

use discord_emulator::{Emulator, EmulatorError, EmulatorOptions, Reply};
use serde_json::json;
use serenity::all::{ClientBuilder, Error, GatewayError, GatewayIntents, HttpBuilder};
use tokio::time::timeout;

use crate::stage::{SOON, Stage};

#[tokio::test]
async fn a_dropped_connection_is_resumed_with_what_was_missed() {
    let stage = Stage::open().await;
    let ada = stage.local.user("Ada").unwrap();
    for nudge in [
        Emulator::drop_gateway,
        Emulator::ask_reconnect,
        |l: &Emulator| l.invalidate_session(true),
        |l: &Emulator| {
            l.close_gateway(4000);
        },
    ] {
        nudge(&stage.local);
        // Sent while the bot is disconnected: it must be replayed.
        let reply = ada.command(stage.games, "hello", &[]).await.unwrap();
        assert!(matches!(reply, Reply::Message(_)), "{reply:?}");
    }
    stage.close().await;
}

#[tokio::test]
async fn an_invalid_session_is_replaced() {
    let stage = Stage::open().await;
    let ada = stage.local.user("Ada").unwrap();
    assert_eq!(stage.local.identified(), 1);
    stage.local.invalidate_session(false);
    timeout(SOON, stage.local.wait_identified(2)).await.expect("the client identifies again");
    // Events sent in between are lost; new events arrive once.
    let reply = ada.command(stage.games, "hello", &[]).await.unwrap();
    assert_eq!(reply.message().unwrap().content, "Hello, ada (en-US)");
    assert_eq!(ada.messages(stage.games).len(), 1);
    // The new session can be resumed like the first.
    stage.local.drop_gateway();
    let reply = ada.command(stage.games, "secret", &[]).await.unwrap();
    assert!(matches!(reply, Reply::Message(_)), "{reply:?}");
    assert_eq!(stage.local.identified(), 2);
    stage.close().await;
}

#[tokio::test]
async fn a_wrong_token_and_a_privileged_intent_end_the_client() {
    let local = Emulator::start(EmulatorOptions::default()).await.unwrap();
    let token = EmulatorOptions::default().token;
    let connect = async |token: &str, intents| {
        let http = HttpBuilder::new(token).proxy(local.api_url()).ratelimiter_disabled(true).build();
        let mut client = ClientBuilder::new_with_http(http, intents).await.unwrap();
        timeout(SOON, client.start()).await.expect("the client stops by itself")
    };
    let ended = connect("wrong", GatewayIntents::GUILDS).await;
    assert!(ended.is_err());
    let ended = connect(&token, GatewayIntents::GUILDS | GatewayIntents::MESSAGE_CONTENT).await;
    assert!(matches!(ended, Err(Error::Gateway(GatewayError::DisallowedGatewayIntents))), "{ended:?}");
    local.shutdown().await;
}

#[tokio::test]
async fn the_state_outlives_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let options = EmulatorOptions { state: Some(folder.path().to_owned()), ..EmulatorOptions::default() };
    let stage = Stage::open_with(options.clone()).await;
    let ada = stage.local.user("Ada").unwrap();
    let (ada_id, games) = (ada.id(), stage.games);
    ada.say(games, "before").unwrap();
    ada.command(games, "secret", &[]).await.unwrap();
    let reply = ada.command(games, "slow", &[]).await.unwrap();
    let file = reply.message().unwrap().attachments[0].id;
    let board = ada.command(games, "board", &[]).await.unwrap().message().unwrap().clone();
    stage.close().await;

    let stage = Stage::open_with(options).await;
    let ada = stage.local.user("Ada").unwrap();
    assert_eq!((ada.id(), stage.games), (ada_id, games));
    let kept: Vec<String> = ada.messages(games).into_iter().map(|m| m.content).collect();
    assert_eq!(kept.len(), 3, "ephemeral messages are gone: {kept:?}");
    assert!(ada.download(file).await.is_some());
    let reply = ada.press(&board, "count:0").await.unwrap();
    assert!(matches!(reply, Reply::Updated(_)), "old buttons work");
    stage.close().await;
}

#[tokio::test]
async fn moderators_and_the_clock_are_simulated() {
    let stage = Stage::open().await;
    let ada = stage.local.user("Ada").unwrap();
    ada.command(stage.games, "thread", &[]).await.unwrap();
    let thread = ada.wait_channel(|c| c.parent.is_some(), SOON).await.unwrap();
    stage.local.archive_thread(thread.id, true).unwrap();
    assert!(ada.say(thread.id, "x").is_err(), "locked");
    stage.local.delete_channel(thread.id);
    assert!(ada.command(thread.id, "hello", &[]).await.is_err());
    // A wait for a message that never comes times out.
    let none = ada.wait_message(stage.games, |m| m.content == "never", Duration::ZERO).await;
    assert!(none.is_err());
    assert!(ada.command(stage.games, "board", &[("opponent", json!("1"))]).await.is_err());
    stage.close().await;
}

#[tokio::test]
async fn an_address_that_is_in_use_leaves_no_folder_behind() {
    let (folder, stage) = (tempfile::tempdir().unwrap(), Stage::open().await);
    let state = folder.path().join("state");
    let address = stage.local.api_url().trim_start_matches("http://").parse().unwrap();
    let refused = Emulator::start(EmulatorOptions { address, state: Some(state.clone()), ..Default::default() }).await;
    assert!(matches!(refused, Err(EmulatorError::Listen(_))), "{refused:?}");
    assert!(!state.exists());
    stage.close().await;
}
