//! Rematches: each has a separate thread, and the same rematch is not offered twice.

use discord_emulator::{ChannelView, Id, MessageView, User};
use serde_json::json;
use test_support::stage::{SOON, Stage, Table, shown};

/// A game in which Ada has resigned, and the message with the result.
async fn resigned(stage: &Stage) -> (Table, MessageView) {
    let table = stage.table("barrier", &[]).await;
    let ada = &table.players[0];
    let question = command(ada, table.thread, "resign").await;
    ada.press(&question, "Yes, resign").await.expect("a button");
    let over = |message: &MessageView| !message.ephemeral && message.content.contains("resigned");
    let result = ada.wait_message(table.thread, over, SOON).await.expect("the result");
    (table, result)
}

async fn command(user: &User, place: Id, name: &str) -> MessageView {
    shown(&user.command(place, name, &[]).await.expect("a command"))
}

/// The thread other than this one, once it exists.
async fn thread_beside(stage: &Stage, user: &User, thread: Id) -> Id {
    let beside = |channel: &ChannelView| channel.parent == Some(stage.games) && channel.id != thread;
    user.wait_channel(beside, SOON).await.expect("another thread").id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_has_its_own_thread_with_links_both_ways() {
    let stage = Stage::open().await;
    let (table, _) = resigned(&stage).await;
    let [ada, bruno] = table.players.clone();
    let challenge = command(&bruno, table.thread, "rematch").await;
    assert!(!challenge.ephemeral && challenge.mentions == [ada.id()], "{challenge:?}");

    // A second request by either player refers to the same rematch.
    let again = command(&bruno, table.thread, "rematch").await;
    assert!(again.ephemeral && again.content.contains("already have the same challenge open"), "{again:?}");
    assert!(again.button("Cancel").is_some() && again.button("Accept").is_none(), "{again:?}");
    let hers = command(&ada, table.thread, "rematch").await;
    assert!(hers.ephemeral && hers.button("Accept").is_some() && hers.button("Cancel").is_none(), "{hers:?}");
    assert_eq!(stage.count("SELECT COUNT(*) FROM challenges WHERE state = 'open'").await, 1);

    ada.press(&hers, "Accept").await.expect("a button");
    let thread = thread_beside(&stage, &ada, table.thread).await;
    let board = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with("-2-0.png"));
    let first = ada.wait_message(thread, board, SOON).await.expect("the first board");
    assert_eq!(first.mentions, [bruno.id()], "seats are swapped");
    let links = |message: &MessageView| message.content.contains(&format!("<#{thread}>")) && !message.ephemeral;
    ada.wait_message(table.thread, links, SOON).await.expect("the old thread links to the new one");
    let announced = ada.message(stage.games, thread).expect("the message from which the thread was opened");
    assert!(announced.content.contains(&format!("<#{}>", table.thread)), "{}", announced.content);

    // Each thread refers to its own game, and a confirmation that ends a game names it.
    let old = command(&bruno, table.thread, "board").await;
    assert!(old.content.contains("resigned"), "{}", old.content);
    let question = command(&bruno, thread, "resign").await;
    assert!(
        question.content.contains(
            "resign your game of **Barrier** (no. 2; 8×8 squares, with the swap rule, unrated, no clock)? Ada"
        ),
        "{}",
        question.content
    );
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 2);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_for_in_a_thread_is_played_beside_it() {
    let stage = Stage::open().await;
    let table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    // A pending challenge in the thread of a running game.
    let options = [("game", json!("dvonn")), ("opponent", json!(ada.id().to_string())), ("side", json!("second"))];
    let challenge = shown(&bruno.command(table.thread, "challenge", &options).await.expect("a challenge"));
    let same = shown(&bruno.command(table.thread, "challenge", &options).await.expect("a command"));
    assert!(same.ephemeral && same.content.contains("already have the same challenge open"), "{same:?}");
    ada.press(&challenge, "Accept").await.expect("a button");
    let thread = thread_beside(&stage, &ada, table.thread).await;
    let board = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with("-2-0.png"));
    ada.wait_message(thread, board, SOON).await.expect("the first board");
    let here = command(&ada, table.thread, "board").await;
    assert!(here.content.contains("Barrier"), "{}", here.content);

    // A game against the engine.
    let play = [("game", json!("barrier")), ("level", json!("1")), ("side", json!("first"))];
    let response = shown(&ada.command(thread, "play", &play).await.expect("a command"));
    assert!(response.ephemeral && response.content.contains("gets its own thread"), "{}", response.content);
    let third =
        |channel: &ChannelView| channel.parent == Some(stage.games) && ![table.thread, thread].contains(&channel.id);
    let engine = ada.wait_channel(third, SOON).await.expect("a third thread").id;
    let links = |message: &MessageView| message.content.contains(&format!("<#{engine}>")) && !message.ephemeral;
    ada.wait_message(thread, links, SOON).await.expect("a link to it");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_is_deleted_before_its_thread_is_opened_is_announced_anew() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    let options = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string()))];
    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a challenge"));
    // The button is pressed at the instant in which the message is deleted.
    let threads = format!("/messages/{}/threads", challenge.id);
    let gone = discord_emulator::ApiError::new(404, 10_008, "Unknown Message");
    stage.local.faults().inject(Some("POST"), &threads, 1, discord_emulator::Fault::Refuse(gone));
    bruno.press(&challenge, "Accept").await.expect("a button");
    let opened = |channel: &ChannelView| channel.parent == Some(stage.games);
    let thread = ada.wait_channel(opened, SOON).await.expect("a thread").id;
    assert_ne!(thread, challenge.id);
    let announced = ada.message(stage.games, thread).expect("a message that announces it");
    assert!(announced.content.contains("begins"), "{}", announced.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_below_the_result_proposes_the_rematch_of_that_game() {
    let stage = Stage::open().await;
    let (table, result) = resigned(&stage).await;
    let [ada, bruno] = table.players.clone();
    let stranger = shown(&stage.user("Carmen").press(&result, "Rematch").await.expect("a button"));
    assert!(stranger.ephemeral && stranger.content.contains("No juegas"), "{stranger:?}");
    let challenge = shown(&bruno.press(&result, "Rematch").await.expect("a button"));
    assert!(!challenge.ephemeral && challenge.mentions == [ada.id()], "{challenge:?}");
    let again = shown(&bruno.press(&result, "Rematch").await.expect("a button"));
    assert!(again.ephemeral && again.content.contains("already have the same challenge open"), "{again:?}");
    assert_eq!(stage.count("SELECT COUNT(*) FROM challenges WHERE state = 'open'").await, 1);
    ada.press(&challenge, "Accept").await.expect("a button");
    let thread = thread_beside(&stage, &ada, table.thread).await;
    let begins = |message: &MessageView| message.content.contains("Barrier** begins");
    ada.wait_message(thread, begins, SOON).await.expect("the first board");
    stage.close().await;
}
