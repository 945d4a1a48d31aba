//! Locations of games: changing permissions, deleted threads and channels, and who sees the thread.

use discord_emulator::{Fault, Id, MessageView, User, permission};
use serde_json::json;
use std::time::Duration;
use tablero::service::time::control::HOUR_MS;
use test_support::stage::{SOON, Stage, is_board, shown, take_back};

/// Enough to receive commands, but not to post.
const READING: u64 = permission::VIEW_CHANNEL | permission::READ_MESSAGE_HISTORY;

async fn wait_text(user: &User, place: Id, text: &str) -> MessageView {
    let has_text = |message: &MessageView| message.content.contains(text);
    let found = user.wait_message(place, has_text, SOON).await;
    found.unwrap_or_else(|error| panic!("{text}: {error}: {:#?}", user.messages(place)))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_refused_comes_directly_and_is_posted_when_permissions_are_back() {
    let mut stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    stage.local.set_bot_permissions(stage.games, Some(READING));
    let response = table.send("d4").await;
    assert!(response.content.contains("d4"), "{}", response.content);
    table.line.play("d4").expect("it is legal");
    let direct = wait_text(&bruno, bruno.direct_messages(), "I'm not allowed to post in").await;
    assert!(direct.content.contains(&format!("<#{}>", table.thread)) && direct.attachments.len() == 1, "{direct:?}");
    let mover = wait_text(&ada, ada.direct_messages(), "I'm also writing to your opponent directly").await;
    assert!(mover.attachments.is_empty() && mover.buttons.is_empty(), "{mover:?}");
    // He moves on the board he received.
    let step = table.press(&bruno, &direct, "Move").await;
    assert!(step.ephemeral && !step.menus.is_empty(), "{step:?}");
    table.send("e5").await;
    table.line.play("e5").expect("it is legal");
    let hers = wait_text(&ada, ada.direct_messages(), "Turn 2: **e5**").await;
    assert_eq!(hers.attachments.len(), 1);
    assert_eq!([1, 2].map(|ply| table.boards(ply)), [0, 0]);

    stage.local.set_bot_permissions(stage.games, None);
    table.wait_board().await;
    assert_eq!([0, 1, 2].map(|ply| table.boards(ply)), [1, 1, 1]);
    table.play("d4d6e6").await;

    // The same by a role, which is a change to the whole server.
    stage.local.set_bot_role(READING);
    let answer = table.line.nth_legal(0).expect("a move");
    table.send(&answer).await;
    table.line.play(&answer).expect("it is legal");
    wait_text(&ada, ada.direct_messages(), "Turn 4").await;
    stage.local.set_bot_role(permission::BOT);
    table.wait_board().await;
    assert_eq!([3, 4].map(|ply| table.boards(ply)), [1, 1]);
    // The role that forbade posting is deleted.
    stage.local.set_bot_role(READING);
    let next = table.line.nth_legal(0).expect("a move");
    table.send(&next).await;
    table.line.play(&next).expect("it is legal");
    wait_text(&bruno, bruno.direct_messages(), "Turn 5").await;
    stage.local.delete_role(permission::BOT);
    table.wait_board().await;
    stage.stop_bot().await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_thread_is_deleted_goes_on_in_the_channel() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    let bruno = table.players[1].clone();
    stage.local.delete_channel(table.thread);
    let board = bruno.wait_message(stage.games, is_board(1), SOON).await.expect("the board in the channel");
    assert!(board.content.contains("I can't post in this game's thread any more"), "{}", board.content);
    assert_eq!(board.mentions, [bruno.id()], "it is his turn, and the place is new");
    let looked = shown(&bruno.command(stage.games, "board", &[]).await.expect("a command"));
    assert!(looked.ephemeral && looked.content.contains("Turn 1: **d4**"), "{looked:?}");
    table.thread = stage.games;
    table.play("e5").await;
    assert_eq!(table.boards(2), 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_is_deleted_while_the_bot_is_away_is_noticed_with_the_next_board() {
    let mut stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    stage.stop_bot().await;
    stage.local.delete_channel(table.thread);
    stage.start_bot().await;
    let ada = table.players[0].clone();
    let next = shown(&ada.command(stage.games, "next", &[]).await.expect("a command"));
    let form = ada.press(&next, "Type a move").await.expect("a button");
    let form = form.modal().expect("a form").clone();
    ada.submit_modal(&form, &[("text", "d4")]).await.expect("a move");
    table.line.play("d4").expect("it is legal");
    table.thread = stage.games;
    table.wait_board().await;
    table.play("e5").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_channel_is_deleted_both_are_notified_and_the_game_goes_on_directly() {
    let stage = Stage::open().await;
    let table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    stage.local.delete_channel(stage.games);
    let response = wait_text(&ada, ada.direct_messages(), "no longer exists").await;
    assert!(response.attachments.len() == 1 && response.button("Move").is_some(), "it is her turn: {response:?}");
    wait_text(&bruno, bruno.direct_messages(), "no longer exists").await;
    let form = ada.press(&response, "Type a move").await.expect("a button");
    let form = form.modal().expect("a form").clone();
    ada.submit_modal(&form, &[("text", "d4")]).await.expect("a move");
    let his = wait_text(&bruno, bruno.direct_messages(), "Turn 1: **d4**").await;
    assert!(his.button("Move").is_some(), "{his:?}");
    stage.close().await;
}

/// Longer than the platform remembers nonces.
const AWAY_MS: i64 = 10 * 60 * 1000;

#[tokio::test(flavor = "multi_thread")]
async fn a_board_whose_nonce_is_forgotten_is_found_and_not_posted_again() {
    let mut stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    // The board is posted, but the bot does not learn of it before it is stopped for longer than nonces last.
    let boards = format!("/channels/{}/messages", table.thread);
    stage.local.faults().inject(Some("POST"), &boards, 1, Fault::LoseResponse);
    stage.local.faults().inject(Some("POST"), &boards, 1000, Fault::Status(503));
    table.send("e5").await;
    table.line.play("e5").expect("it is legal");
    let posted = table.wait_board().await;
    stage.stop_bot().await;
    stage.local.faults().clear();
    stage.local.advance(Duration::from_millis(AWAY_MS.unsigned_abs()));
    stage.clock.advance(AWAY_MS);
    stage.start_bot().await;
    // The next board removes the buttons from the one that was found.
    table.play("d4d6e6").await;
    let bare = |message: &MessageView| message.id == posted.id && message.buttons.is_empty();
    table.players[0].wait_message(table.thread, bare, SOON).await.expect("the buttons are removed");
    assert_eq!([0, 1, 2, 3].map(|ply| table.boards(ply)), [1, 1, 1, 1]);
    assert!(stage.local.faults().count("GET", &boards) >= 1, "the bot searched for the board");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_whose_nonce_is_forgotten_is_found_by_its_text() {
    let mut stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    let ada = table.players[0].clone();
    let boards = format!("/channels/{}/messages", table.thread);
    stage.local.faults().inject(Some("POST"), &boards, 1, Fault::LoseResponse);
    stage.local.faults().inject(Some("POST"), &boards, 1000, Fault::Status(503));
    take_back(&ada, table.thread).await;
    let asks = |message: &MessageView| !message.ephemeral && message.content.contains("for a take-back");
    let question = ada.wait_message(table.thread, asks, SOON).await.expect("the question");
    stage.stop_bot().await;
    stage.local.faults().clear();
    stage.local.advance(Duration::from_millis(AWAY_MS.unsigned_abs()));
    stage.clock.advance(AWAY_MS);
    stage.start_bot().await;
    table.press(&table.players[1], &question, "Decline").await;
    wait_text(&ada, table.thread, "declines the take-back").await;
    assert_eq!(ada.messages(table.thread).iter().filter(|message| asks(message)).count(), 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_quiet_hours_too_both_players_are_members_of_the_thread() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let now = tablero::service::Clock::now(&stage.clock).0;
    let minute = |at: i64| format!("{}:{:02}", at / HOUR_MS % 24, at / 60_000 % 60);
    let quiet = format!("{}-{}", minute(now - HOUR_MS), minute(now + 3 * HOUR_MS));
    ada.command(stage.games, "times", &[("quiet", json!(quiet))]).await.expect("a command");
    let known: Vec<Id> = ada.channels().iter().map(|channel| channel.id).collect();
    let bruno = stage.user("Bruno");
    let options = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string())), ("side", json!("first"))];
    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a challenge"));
    bruno.press(&challenge, "Accept").await.expect("a button");
    let fits =
        |channel: &discord_emulator::ChannelView| channel.parent == Some(stage.games) && !known.contains(&channel.id);
    let thread = ada.wait_channel(fits, SOON).await.expect("the game's thread").id;
    let board = ada.wait_message(thread, is_board(0), SOON).await.expect("the board");
    assert!(board.mentions.is_empty(), "nobody is pinged at night");
    let members = stage.local.thread_members(thread);
    assert!([ada.id(), bruno.id()].iter().all(|player| members.contains(player)), "{members:?}");
    stage.close().await;
}
