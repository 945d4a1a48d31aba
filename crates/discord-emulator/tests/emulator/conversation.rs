//! A real client and users exchange messages.

use std::time::Duration;

use discord_emulator::{ActError, Reply, User, permission};
use serde_json::json;

use crate::bot::PNG;
use crate::stage::{Raw, SOON, Stage};

#[tokio::test]
async fn a_command_is_answered_at_once_in_the_users_language() {
    let stage = Stage::open().await;
    let bruno = stage.local.user("Bruno").unwrap();
    let reply = bruno.command(stage.games, "hello", &[]).await.unwrap();
    assert_eq!(reply.message().unwrap().content, "Hello, bruno (it)");
    let names = stage.local.command_names();
    assert!(names.iter().any(|name| name == "pick"));
    stage.close().await;
}

#[tokio::test]
async fn an_ephemeral_answer_is_seen_by_one() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.local.user("Ada").unwrap(), stage.local.user("Bruno").unwrap());
    let Reply::Message(message) = ada.command(stage.games, "secret", &[]).await.unwrap() else { panic!("no message") };
    assert!(message.ephemeral);
    assert_eq!(ada.messages(stage.games).len(), 1);
    assert!(bruno.messages(stage.games).is_empty());
    stage.close().await;
}

#[tokio::test]
async fn a_deferred_answer_brings_a_picture() {
    let stage = Stage::open().await;
    let ada = stage.local.user("Ada").unwrap();
    let reply = ada.command(stage.games, "slow", &[]).await.unwrap();
    let message = reply.message().expect("a message");
    assert_eq!(message.content, "Done");
    let file = &message.attachments[0];
    assert_eq!(file.description.as_deref(), Some("A black square"));
    assert_eq!(file.dimensions, Some((2, 2)));
    assert_eq!(ada.download(file.id).await.unwrap(), PNG);
    let fetched = reqwest::get(&file.url).await.unwrap();
    assert_eq!(fetched.headers()["content-type"], "image/png");
    assert_eq!(fetched.bytes().await.unwrap(), PNG);
    assert_eq!(message.embeds[0]["image"]["url"], file.url.as_str());
    stage.close().await;
}

#[tokio::test]
async fn completions_narrow_with_the_text() {
    let stage = Stage::open().await;
    let ada = stage.local.user("Ada").unwrap();
    let choices = ada.autocomplete(stage.games, "pick", &[], "word", "ap").await.unwrap();
    assert_eq!(choices.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["apple", "apricot"]);
    let reply = ada.command(stage.games, "pick", &[("word", choices[1].value.clone())]).await.unwrap();
    assert_eq!(reply.message().unwrap().content, "You picked apricot");
    stage.close().await;
}

#[tokio::test]
async fn buttons_menus_and_forms_work() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.local.user("Ada").unwrap(), stage.local.user("Bruno").unwrap());
    let reply = ada.command(stage.games, "board", &[("opponent", json!(bruno.id()))]).await.unwrap();
    let board = reply.message().unwrap().clone();
    assert!(board.content.starts_with("Against bruno"));
    assert!(ada.press(&board, "Never").await.is_err(), "a disabled button cannot be pressed");

    let reply = ada.press(&board, "Pressed 0 times").await.unwrap();
    let Reply::Updated(board) = reply else { panic!("no update: {reply:?}") };
    assert!(board.edited && board.button("count:1").is_some());

    assert!(matches!(bruno.press(&board, "later").await.unwrap(), Reply::Acknowledged));
    let note = bruno.wait_message(stage.games, |m| m.content == "Later it is", SOON).await.unwrap();
    assert!(note.ephemeral);

    let reply = ada.press(&board, "form").await.unwrap();
    let modal = reply.modal().expect("a form").clone();
    assert_eq!(modal.title, "Write a word");
    assert!(ada.submit_modal(&modal, &[("word", "")]).await.is_err(), "it is required");
    assert!(bruno.submit_modal(&modal, &[("word", "x")]).await.is_err(), "it is Ada's");
    let reply = ada.submit_modal(&modal, &[("word", "plum")]).await.unwrap();
    assert_eq!(reply.message().unwrap().content, "ada wrote plum");

    let reply = ada.choose(&board, "colour", &["GREEN"]).await.unwrap();
    assert_eq!(reply.message().unwrap().content, "It is green");
    assert!(reply.message().unwrap().buttons.is_empty());
    stage.close().await;
}

#[tokio::test]
async fn a_thread_is_started_and_its_player_pinged() {
    let stage = Stage::open().await;
    let ada = stage.local.user("Ada").unwrap();
    ada.command(stage.games, "thread", &[]).await.unwrap();
    let thread = ada.wait_channel(|c| c.parent == Some(stage.games), SOON).await.unwrap();
    assert_eq!(thread.name, "Ada against Bruno");
    let message = ada.wait_message(thread.id, |m| m.content.ends_with("your turn"), SOON).await.unwrap();
    assert_eq!(message.mentions, [ada.id()]);
    assert_eq!(message.attachments[0].description.as_deref(), Some("The first board"));
    stage.close().await;
}

#[tokio::test]
async fn a_mention_lets_the_bot_read_and_reply() {
    let stage = Stage::open().await;
    let ada = stage.local.user("Ada").unwrap();
    ada.say(stage.games, "not for the bot").unwrap();
    let said = ada.say(stage.games, &format!("<@{}> A1-B2", stage.local.bot_id())).unwrap();
    let reply = ada.wait_message(stage.games, |m| m.reply_to == Some(said), SOON).await.unwrap();
    assert!(reply.content.ends_with("A1-B2"));
    assert!(reply.mentions.contains(&ada.id()));
    // A reply to the bot's message with the ping on counts as a mention.
    let again = ada.reply(&reply, "C3", true).unwrap();
    let reply = ada.wait_message(stage.games, |m| m.reply_to == Some(again), SOON).await.unwrap();
    assert_eq!(reply.content, "You said: C3");
    stage.close().await;
}

#[tokio::test]
async fn commands_work_in_direct_messages() {
    let stage = Stage::open().await;
    let carmen = stage.local.user("Carmen").unwrap();
    let direct = carmen.direct_messages();
    let reply = carmen.command(direct, "hello", &[]).await.unwrap();
    assert_eq!(reply.message().unwrap().content, "Hello, carmen (es-ES)");
    assert!(stage.local.user("Ada").unwrap().messages(direct).is_empty());
    stage.close().await;
}

#[tokio::test]
async fn a_missing_response_is_reported_after_three_seconds() {
    let stage = Stage::open().await;
    let ada = stage.local.user("Ada").unwrap();
    let started = std::time::Instant::now();
    assert!(matches!(ada.command(stage.games, "mute", &[]).await.unwrap(), Reply::NoResponse));
    assert!(started.elapsed() >= Duration::from_secs(3));
    stage.close().await;
}

#[tokio::test]
async fn commands_for_managers_need_the_permission() {
    let stage = Stage::open().await;
    let [ada, bruno, carmen] = ["Ada", "Bruno", "Carmen"].map(|name| stage.local.user(name).unwrap());
    let manage = async |user: &User| user.command(stage.games, "manage", &[]).await;
    assert!(manage(&ada).await.is_ok(), "she owns the server");
    assert!(matches!(manage(&bruno).await, Err(ActError::NoCommand(_))));
    carmen.set_permissions(Some(permission::PERSON | permission::MANAGE_GUILD));
    assert!(manage(&carmen).await.is_ok());
    carmen.set_permissions(Some(permission::ADMINISTRATOR));
    assert!(manage(&carmen).await.is_ok());
    carmen.set_permissions(None);
    assert!(manage(&carmen).await.is_err());
    // Server permissions do not apply to direct messages.
    assert!(bruno.command(bruno.direct_messages(), "manage", &[]).await.is_ok());
    stage.local.open_command("manage");
    assert!(manage(&bruno).await.is_ok());
    stage.close().await;
}

#[tokio::test]
async fn people_and_the_bot_leave_and_come_back() {
    let stage = Stage::open().await;
    let raw = Raw::of(&stage.local);
    let (ada, bruno) = (stage.local.user("Ada").unwrap(), stage.local.user("Bruno").unwrap());
    bruno.leave_server();
    assert!(bruno.say(stage.games, "x").is_err() && bruno.channels().iter().all(|channel| channel.id != stage.games));
    bruno.join_server();
    assert!(bruno.say(stage.games, "x").is_ok());
    let path = format!("/channels/{}/messages", stage.games);
    stage.local.remove_bot();
    assert_eq!(raw.send("POST", &path, json!({ "content": "x" })).await.1["code"], 50_001);
    // The users still have it installed as a user app.
    assert!(ada.command(stage.games, "hello", &[]).await.is_ok());
    stage.local.invite_bot();
    assert_eq!(raw.send("POST", &path, json!({ "content": "x" })).await.0, 200);
    stage.close().await;
}
