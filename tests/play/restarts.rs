//! Nothing is lost and nothing is posted twice, whenever the bot stops.

use discord_emulator::{EmulatorOptions, Fault, Id, MessageView, User};
use serde_json::json;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tablero::chat::actions::commands;
use tablero::chat::{Platform, View};
use tablero::db::SqlStorage;
use tablero::discord::Endpoint;
use tablero::discord::places::place_of;
use tablero::discord::platform::DiscordPlatform;
use tablero::discord::register::register;
use tablero::discord::rest::Rest;
use tablero::service::{Address, GameService, Millis, SystemClock};
use test_support::stage::{SOON, Stage, shown};
use tokio::process::{Child, Command};

/// The program itself, as a process that can be killed, with these keys of `[engine]`.
pub async fn start_process(stage: &Stage, engine: &str) -> Child {
    let before = stage.connected();
    let child = spawn(stage, &format!("[store]\npath = {:?}\n[engine]\n{engine}\n", stage.database()), &[]);
    stage.wait_ready(before).await;
    child
}

/// Starts the program with this configuration and these arguments after `serve`.
pub fn spawn(stage: &Stage, config: &str, arguments: &[&str]) -> Child {
    spawn_with(stage, config, arguments, Stdio::inherit())
}

/// Does the same with another standard error.
pub fn spawn_with(stage: &Stage, config: &str, arguments: &[&str], errors: Stdio) -> Child {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let file = stage.database().with_file_name(format!("config{}.toml", FILES.fetch_add(1, Ordering::Relaxed)));
    std::fs::write(&file, format!("[log]\nfilter = \"error\"\n{config}")).expect("a configuration");
    Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["serve", "--api-url", &stage.local.api_url(), "--config"])
        .arg(&file)
        .args(arguments)
        .env("DISCORD_TOKEN", EmulatorOptions::default().token)
        .stdin(Stdio::null())
        .stderr(errors)
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts")
}

pub async fn kill(mut child: Child) {
    // SIGKILL: no code of the program runs after it.
    child.kill().await.expect("the process can be killed");
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_between_a_move_and_its_board_the_board_is_posted_once() {
    let stage = Stage::without_bot().await;
    let child = start_process(&stage, "").await;
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    // The move is stored, but its board cannot be posted.
    let boards = format!("/channels/{}/messages", table.thread);
    stage.local.faults().inject(Some("POST"), &boards, 1000, Fault::Status(503));
    let response = table.send("e5").await;
    assert!(response.content.contains("e5"), "{}", response.content);
    table.line.play("e5").expect("it is legal");
    tokio::time::timeout(SOON, stage.local.faults().wait_requests("POST", &boards, 3)).await.expect("a failed attempt");
    kill(child).await;
    assert_eq!(table.boards(2), 0);
    stage.local.faults().clear();
    let child = start_process(&stage, "").await;
    table.wait_board().await;
    table.play("d4d6e6").await.attachments.first().expect("the game goes on");
    assert_eq!(table.boards(2), 1);
    kill(child).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_between_a_board_and_the_record_of_its_delivery_the_board_is_posted_once() {
    let stage = Stage::without_bot().await;
    let child = start_process(&stage, "").await;
    let mut table = stage.table("dvonn", &[]).await;
    // The board is posted, but the bot does not learn of it.
    let boards = format!("/channels/{}/messages", table.thread);
    stage.local.faults().inject(Some("POST"), &boards, 1, Fault::LoseResponse);
    table.play("c3").await;
    kill(child).await;
    let child = start_process(&stage, "").await;
    table.play("d3").await;
    assert_eq!(table.boards(1), 1);
    kill(child).await;
    // All pending work is finished after one more start, and nothing earlier is posted again.
    let child = start_process(&stage, "").await;
    table.play("e3").await;
    assert_eq!([1, 2, 3].map(|ply| table.boards(ply)), [1, 1, 1]);
    kill(child).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_an_invalid_session_the_game_goes_on() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    stage.local.invalidate_session(false);
    tokio::time::timeout(SOON, stage.local.wait_identified(2)).await.expect("the bot identifies again");
    table.play("e5").await;
    assert_eq!([0, 1, 2].map(|ply| table.boards(ply)), [1, 1, 1]);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_fails_is_tried_again_and_later_ones_wait_for_it() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let boards = format!("/channels/{}/messages", table.thread);
    stage.local.faults().inject(Some("POST"), &boards, 2, Fault::Status(500));
    table.send("d4").await;
    table.line.play("d4").expect("it is legal");
    table.send("e5").await;
    table.line.play("e5").expect("it is legal");
    table.wait_board().await;
    assert_eq!([0, 1, 2].map(|ply| table.boards(ply)), [1, 1, 1]);
    let names: Vec<String> = table.players[0]
        .messages(table.thread)
        .iter()
        .flat_map(|message| message.attachments.iter().map(|file| file.name.clone()))
        .collect();
    assert!(names.is_sorted(), "{names:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_threads_the_game_is_played_in_the_channel() {
    use discord_emulator::permission;
    let stage = Stage::open().await;
    let bits =
        permission::VIEW_CHANNEL | permission::SEND_MESSAGES | permission::ATTACH_FILES | permission::EMBED_LINKS;
    stage.local.set_bot_permissions(stage.games, Some(bits));
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    let options = [("game", serde_json::json!("barrier")), ("side", serde_json::json!("first"))];
    let challenge =
        test_support::stage::shown(&ada.command(stage.games, "challenge", &options).await.expect("a command"));
    bruno.press(&challenge, "Accept").await.expect("a button");
    let has_board =
        |message: &discord_emulator::MessageView| message.attachments.iter().any(|file| file.name.ends_with("-0.png"));
    ada.wait_message(stage.games, has_board, SOON).await.expect("the board in the channel");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_only_when_they_have_changed() {
    let mut stage = Stage::open().await;
    let puts = |stage: &Stage| stage.local.faults().count("PUT", "/commands");
    let registered = stage.local.faults().wait_requests("PUT", "/commands", 1);
    tokio::time::timeout(SOON, registered).await.expect("the first registration");
    assert_eq!(puts(&stage), 1);
    // The background work of each start, here run to completion.
    let endpoint = Endpoint::Other(stage.local.api_url());
    let commands = commands(&tablero::catalog::Catalog::standard(), false).into();
    let application = stage.local.bot_id().0.into();
    let rest = Rest::new(&endpoint, &EmulatorOptions::default().token, application).expect("a client");
    tokio::time::timeout(SOON, register(rest, commands)).await.expect("registering does not wait");
    assert_eq!(puts(&stage), 1, "the registered commands are up to date");

    // A word of one command is changed by other means.
    stage.stop_bot().await;
    let url = format!("{}/api/v10/applications/{}/commands", stage.local.api_url(), stage.local.bot_id());
    let client = reqwest::Client::new();
    let bot = format!("Bot {}", EmulatorOptions::default().token);
    let list = client.get(&url).header("authorization", &bot).send().await.expect("an answer");
    let list: serde_json::Value = list.json().await.expect("commands");
    let id = list[0]["id"].as_str().expect("an id");
    let change = client.patch(format!("{url}/{id}")).header("authorization", &bot);
    let changed = change.json(&serde_json::json!({ "description": "Another" })).send().await.expect("an answer");
    assert_eq!(changed.status(), 200);
    stage.start_bot().await;
    let registered = stage.local.faults().wait_requests("PUT", "/commands", 2);
    tokio::time::timeout(SOON, registered).await.expect("the change is noticed");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_was_stored_but_not_shown_before_a_kill_is_shown_after_it() {
    let mut stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    let options = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string()))];
    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a challenge"));
    let games = stage.games;
    let challenges = |user: &User| {
        let shown = user.messages(games);
        shown.into_iter().filter(|message| message.button("Accept").is_some()).map(|message| message.id).collect()
    };
    // Its message is there, and is not posted again.
    stage.stop_bot().await;
    stage.start_bot().await;
    stage.wait_count("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL", 0).await;
    let there: Vec<Id> = challenges(&ada);
    assert_eq!(there, [challenge.id]);
    // There is none, as if the bot had been killed before it answered.
    stage.stop_bot().await;
    stage.local.delete_message(stage.games, challenge.id).expect("it is there");
    stage.start_bot().await;
    let is_new = |message: &MessageView| message.button("Accept").is_some();
    let again = bruno.wait_message(stage.games, is_new, SOON).await.expect("the challenge");
    assert_eq!(again.mentions, [bruno.id()]);
    bruno.press(&again, "Accept").await.expect("a button");
    stage.wait_count("SELECT COUNT(*) FROM matches", 1).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_has_written_is_not_taken_for_a_message_that_the_bot_has_posted() {
    let stage = Stage::without_bot().await;
    let (endpoint, application) = (Endpoint::Other(stage.local.api_url()), stage.local.bot_id().0.into());
    let rest = Rest::new(&endpoint, &EmulatorOptions::default().token, application).expect("a client");
    let store = SqlStorage::open_file(&stage.database()).await.expect("a database");
    let service = GameService::new(Arc::new(store), Arc::new(SystemClock), || 7);
    let ada = stage.user("Ada");
    // In direct messages, the bot sees what Ada writes.
    let channel = ada.direct_messages();
    let direct = Address::Place(place_of(&service, channel.0.into(), None, None).await.expect("a place"));
    let platform = DiscordPlatform::new(rest, service);
    let view = View::text("It is your turn.");
    let find = async || platform.find(direct, &view, Millis(0), None).await.expect("it is searched for");
    ada.say(channel, "It is your turn.").expect("she may write");
    assert_eq!(find().await, None);
    let posted = platform.post(direct, &view, "1").await.expect("it is posted");
    assert_eq!(find().await, Some(posted));
    stage.close().await;
}
