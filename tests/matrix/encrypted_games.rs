//! Games in encrypted rooms, between players whose clients are no code of the bot's.

use crate::encrypted_table::{Table, assert_secret, board, id, line, told};
use crate::typing::named_elsewhere;
use serde_json::{Value, json};
use tablero::rules::SeededRng;
use test_support::matrix::bot::Meeting;
use test_support::matrix::device::{Device, Library};
use test_support::matrix::user::User;
use test_support::postgres_server::PostgresServer;
use tokio::process::{Child, Command};

/// Plays a game to its end, with a kill of the bot after each of the first plies.
async fn play(mut table: Table, game: &str, variant: Option<&str>, seed: u64, kills: usize) {
    let options = variant.map_or(format!("game {game}"), |variant| format!("game {game} variant {variant}"));
    let mut shown = table.begin(&options).await;
    let mut line = line(game, &variant.map_or(String::new(), |variant| format!("variant={variant}")));
    let mut chance = SeededRng::new(seed);
    while line.ending().is_none() {
        shown = table.play(&mut *line, &shown, &mut chance).await;
        if line.moves().len() <= kills {
            table.meeting.kill_bot().await;
            table.meeting.start_bot().await;
        }
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zertz_is_played_by_players_who_exclude_insecure_devices() {
    let Some(table) = Table::open([Library::JavaScript; 2]).await else { return };
    for player in [&table.ada, &table.bruno] {
        player.only_signed(true).await;
    }
    play(table, "zertz", Some("37"), 1, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dvonn_is_played_with_clients_of_both_libraries() {
    let Some(table) = Table::open([Library::JavaScript, Library::Nio]).await else { return };
    play(table, "dvonn", None, 11, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn barrier_is_played_in_an_encrypted_room_while_the_bot_is_killed_after_each_move() {
    let Some(table) = Table::open([Library::Nio; 2]).await else { return };
    play(table, "barrier", Some("5"), 3, usize::MAX).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_room_is_encrypted_with_its_pictures() {
    let Some(mut meeting) = Meeting::encrypted().await else { return };
    let Some(ada) = Device::log_in(&meeting.homeserver, "ada", "ADA").await else { return };
    let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
    let room = ada.create_room(&[&meeting.bot.id], with).await;
    ada.wait_member(&room, &meeting.bot.id).await;
    ada.say(&room, "play game barrier level 1 side first variant 6").await;
    let first = board(&ada, &meeting.bot, &room, 0).await;
    // The picture comes before the words.
    let is_picture = |_: &str, event: &Value| first["content"]["tablero.files"] == json!([event["event_id"]]);
    let (_, picture) = ada.wait_from(0, "the picture", is_picture).await;
    let content = &picture["content"];
    for file in [&content["file"], &content["info"]["thumbnail_file"]] {
        assert!(ada.download(file).await.starts_with(b"\x89PNG"), "{content}");
    }
    ada.say(&room, "move c3").await;
    board(&ada, &meeting.bot, &room, 2).await;
    assert_secret(&meeting.bot, &room, &[&ada]).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_a_room_of_version_12_on_a_homeserver_that_is_elsewhere_and_shows_files_to_users_alone() {
    let Some(mut meeting) = Meeting::without_bot(&[], "").await else { return };
    meeting.route = named_elsewhere(meeting.address()).await;
    meeting.settings.clear();
    meeting.start_bot().await;
    let client = Device::log_in_with(Library::JavaScript, &meeting.homeserver, "ada", "ADA").await;
    let Some(ada) = client else { return };
    let room = ada.create_room(&[&meeting.bot.id], json!({ "room_version": "12" })).await;
    assert!(!room.contains(':'), "an id of version 12 names no server: {room}");
    ada.wait_member(&room, &meeting.bot.id).await;
    // The creator is above all levels, which do not mention her.
    ada.ask(&room, "!tablero server limit 7", &meeting.bot.id, "Running games per person: 7").await;
    ada.say(&room, "!tablero play game barrier level 1 side first variant 6").await;
    let first = board(&ada, &meeting.bot, &room, 0).await;
    ada.say_beside(&room, &first, "!move c3", false).await;
    let second = board(&ada, &meeting.bot, &room, 2).await;
    let is_picture = |_: &str, event: &Value| second["content"]["tablero.files"] == json!([event["event_id"]]);
    let (_, picture) = ada.wait_from(0, "the picture", is_picture).await;
    let file = &picture["content"]["file"];
    assert!(ada.download(file).await.starts_with(b"\x89PNG"), "{picture}");
    let media = file["url"].as_str().and_then(|url| url.strip_prefix("mxc://")).expect("an address");
    for path in ["media/v3", "client/v1/media"] {
        let url = format!("{}/_matrix/{path}/download/{media}", meeting.address());
        let status = reqwest::get(url).await.expect("the homeserver answers").status();
        assert!(status.is_client_error(), "{path}: {status}");
    }
    assert_secret(&meeting.bot, &room, &[&ada]).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_encrypted_in_the_middle_of_a_game() {
    let Some(meeting) = Meeting::encrypted().await else { return };
    let Some(ada) = Device::log_in(&meeting.homeserver, "ada", "ADA").await else { return };
    let Some(bruno) = Device::log_in(&meeting.homeserver, "bruno", "BRUNO").await else { return };
    let room = ada.session.create_room(&[&bruno.id, &meeting.bot.id], json!({})).await;
    bruno.join(&room).await;
    ada.wait_member(&room, &meeting.bot.id).await;
    ada.session.say(&room, "!tablero challenge @Bruno side first game barrier variant 5").await;
    let challenge = told(&bruno, &meeting.bot, &room, "challenges").await;
    bruno.react(&room, id(&challenge), "✅").await;
    let mut shown = board(&ada, &meeting.bot, &room, 0).await;
    ada.encrypt(&room).await;
    let table = Table { meeting, ada, bruno, room };
    board(&table.bruno, &table.meeting.bot, &table.room, 0).await;
    let (mut line, mut chance) = (line("barrier", "variant=5"), SeededRng::new(3));
    for _ in 0..2 {
        shown = table.play(&mut *line, &shown, &mut chance).await;
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_devices_and_late_members_read_the_boards_that_follow() {
    let Some(table) = Table::open([Library::Nio; 2]).await else { return };
    let mut shown = table.begin("game barrier variant 5").await;
    let (mut line, mut chance) = (line("barrier", "variant=5"), SeededRng::new(3));
    shown = table.play(&mut *line, &shown, &mut chance).await;
    let Table { meeting, ada, bruno, room } = &table;
    let laptop = Device::log_in(&meeting.homeserver, "bruno", "LAPTOP").await.expect("it is installed");
    User::register(&meeting.homeserver, "carla").await;
    let carla = Device::log_in(&meeting.homeserver, "carla", "CARLA").await.expect("it is installed");
    let path = ["rooms", &**room, "invite"];
    ada.session.call(reqwest::Method::POST, &path, "", Some(json!({ "user_id": carla.id }))).await;
    carla.join(room).await;
    for player in [ada, bruno] {
        player.wait_member(room, &carla.id).await;
    }
    let has_laptop = |notice: &Value| notice["kind"] == "devices" && notice["devices"].to_string().contains("LAPTOP");
    ada.wait_notice("the new device", has_laptop).await;
    // The move of Bruno is that of his old device; both new ones read the board.
    table.play(&mut *line, &shown, &mut chance).await;
    for reader in [&laptop, &carla] {
        board(reader, &meeting.bot, room, 2).await;
    }
    assert_secret(&meeting.bot, room, &[ada, bruno, &laptop, &carla]).await;
    table.close().await;
}

/// The bot's program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_tablero");

#[tokio::test(flavor = "multi_thread")]
async fn another_process_goes_on_when_the_one_with_the_keys_is_killed() {
    let Some(server) = PostgresServer::get() else { return };
    let Some(mut meeting) = Meeting::without_bot(&[], "").await else { return };
    meeting.settings.clear();
    let url = server.new_database().await;
    let mut owner = meeting.start_process(PROGRAM, &url);
    let Some(table) = Table::of(meeting, [Library::Nio; 2]).await else { return };
    let mut shown = table.begin("game barrier variant 5").await;
    let (mut line, mut chance) = (line("barrier", "variant=5"), SeededRng::new(3));
    for _ in 0..2 {
        let next = table.meeting.start_process(PROGRAM, &url);
        shown = table.play(&mut *line, &shown, &mut chance).await;
        owner.kill().await.expect("it is killed");
        owner = next;
        shown = table.play(&mut *line, &shown, &mut chance).await;
    }
    table.assert_secret().await;
    owner.kill().await.expect("it is killed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_was_frozen_does_nothing_more_with_the_keys_when_it_thaws() {
    let Some(server) = PostgresServer::get() else { return };
    let Some(mut meeting) = Meeting::without_bot(&[], "").await else { return };
    meeting.settings.clear();
    let url = server.new_database().await;
    let frozen = meeting.start_process(PROGRAM, &url);
    let Some(table) = Table::of(meeting, [Library::Nio; 2]).await else { return };
    let mut shown = table.begin("game barrier variant 5").await;
    let (mut line, mut chance) = (line("barrier", "variant=5"), SeededRng::new(3));
    let mut next = table.meeting.start_process(PROGRAM, &url);
    shown = table.play(&mut *line, &shown, &mut chance).await;
    signal(&frozen, "-STOP").await;
    shown = table.play(&mut *line, &shown, &mut chance).await;
    signal(&frozen, "-CONT").await;
    for _ in 0..2 {
        shown = table.play(&mut *line, &shown, &mut chance).await;
    }
    table.assert_secret().await;
    next.kill().await.expect("it is killed");
}

async fn signal(process: &Child, signal: &str) {
    let id = process.id().expect("it runs").to_string();
    let sent = Command::new("kill").args([signal, &id]).status().await.expect("kill is installed");
    assert!(sent.success());
}
