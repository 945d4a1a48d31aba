//! Games in encrypted rooms, between players whose clients are no code of the bot's.

use serde_json::{Value, json};
use std::process::Stdio;
use tablero::catalog::{AnyLine, Catalog};
use tablero::rules::{Seat, SeededRng};
use tempfile::TempDir;
use test_support::matrix::bot::Meeting;
use test_support::matrix::device::{Device, assert_no_key_twice};
use test_support::matrix::user::{User, body};
use test_support::postgres_server::PostgresServer;
use tokio::process::{Child, Command};

/// What processes over one database share, to read each other's keys there.
const STORE_KEY: &str = "5a1e0c7d5a1e0c7d5a1e0c7d5a1e0c7d5a1e0c7d5a1e0c7d5a1e0c7d5a1e0c7d";

/// The bot and two players in an encrypted room.
struct Table {
    meeting: Meeting,
    ada: Device,
    bruno: Device,
    room: String,
}

fn id(event: &Value) -> &str {
    event["event_id"].as_str().expect("an id")
}

/// Waits for the next board of the bot in a room, which is that after a number of plies.
async fn board(reader: &Device, bot: &User, room: &str, ply: usize) -> Value {
    let is_board = |event: &Value| {
        let file = event["content"]["tablero.file"].as_str().unwrap_or_default();
        event["sender"] == bot.id.as_str() && file.ends_with(&format!("-{ply}.png"))
    };
    reader.wait_event(room, &format!("the board after {ply} plies"), is_board).await
}

/// Waits for the next message of the bot in a room with a text.
async fn told(reader: &Device, bot: &User, room: &str, text: &str) -> Value {
    let is_it = |event: &Value| {
        event["sender"] == bot.id.as_str() && event["type"] == "m.room.message" && body(event).contains(text)
    };
    reader.wait_event(room, text, is_it).await
}

/// What the bot has posted in the clear in a room since the room was encrypted. Reactions and redactions always are.
fn plain_posts(reader: &Device, bot: &User, room: &str) -> Vec<Value> {
    let seen = reader.seen().into_iter().filter(|seen| seen.room == room);
    let encrypted = seen.skip_while(|seen| seen.event["type"] != "m.room.encryption");
    let by_bot = encrypted.filter(|seen| seen.event["sender"] == bot.id.as_str() && seen.session.is_none());
    let posts = by_bot.map(|seen| seen.event).filter(|event| event.get("state_key").is_none());
    posts.filter(|event| event["type"] != "m.reaction" && event["type"] != "m.room.redaction").collect()
}

/// Checks that these devices can read everything, that the bot has sent nothing in the clear, and that no key was used
/// twice.
async fn assert_secret(bot: &User, room: &str, devices: &[&Device]) {
    for device in devices {
        device.wait_all_read().await;
        assert_eq!(plain_posts(device, bot, room), Vec::<Value>::new());
    }
    assert_no_key_twice(devices);
}

impl Table {
    /// `None` if something is not installed.
    async fn open() -> Option<Table> {
        Table::of(Meeting::encrypted().await?).await
    }

    /// The same with a bot that runs already.
    async fn of(meeting: Meeting) -> Option<Table> {
        let ada = Device::log_in(&meeting.homeserver, "ada", "ADA").await?;
        let bruno = Device::log_in(&meeting.homeserver, "bruno", "BRUNO").await?;
        let room = ada.create_room(&[&bruno.id, &meeting.bot.id], json!({})).await;
        bruno.join(&room).await;
        for player in [&ada, &bruno] {
            player.wait_member(&room, &meeting.bot.id).await;
        }
        ada.wait_member(&room, &bruno.id).await;
        Some(Table { meeting, ada, bruno, room })
    }

    /// Ada challenges Bruno, who accepts by reaction. Returns the first board.
    async fn begin(&self, options: &str) -> Value {
        let Table { meeting, ada, bruno, room } = self;
        ada.say(room, &format!("!tablero challenge @Bruno side first {options}")).await;
        let challenge = told(bruno, &meeting.bot, room, "challenges").await;
        bruno.react(room, id(&challenge), "✅").await;
        self.board(0).await
    }

    /// The board after a number of plies, which both players have received.
    async fn board(&self, ply: usize) -> Value {
        board(&self.bruno, &self.meeting.bot, &self.room, ply).await;
        board(&self.ada, &self.meeting.bot, &self.room, ply).await
    }

    /// Plays a random move in the thread. Returns the next board.
    async fn play(&self, line: &mut dyn AnyLine, shown: &Value, chance: &mut SeededRng) -> Value {
        let text = line.nth_legal(chance.below(line.count_legal())).expect("a legal move");
        let player = if line.seat() == Seat::One { &self.ada } else { &self.bruno };
        line.play(&text).expect("it is legal");
        player.say_beside(&self.room, shown, &format!("!move {text}"), false).await;
        self.board(line.moves().len()).await
    }

    async fn assert_secret(&self) {
        assert_secret(&self.meeting.bot, &self.room, &[&self.ada, &self.bruno]).await;
    }

    async fn close(mut self) {
        self.assert_secret().await;
        self.meeting.stop_bot().await;
    }
}

fn line(game: &str, setup: &str) -> Box<dyn AnyLine> {
    Catalog::standard().game(game).expect("the game").start(setup).expect("the setup")
}

/// Plays a game to its end, with a kill of the bot after each of the first plies.
async fn a_game_is_played(game: &str, variant: Option<&str>, seed: u64, kills: usize) {
    let Some(mut table) = Table::open().await else { return };
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
async fn zertz_is_played_in_an_encrypted_room() {
    a_game_is_played("zertz", Some("37"), 1, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dvonn_is_played_in_an_encrypted_room() {
    a_game_is_played("dvonn", None, 11, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn barrier_is_played_in_an_encrypted_room_while_the_bot_is_killed_after_each_move() {
    a_game_is_played("barrier", Some("5"), 3, usize::MAX).await;
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
    let Some(table) = Table::open().await else { return };
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

/// Starts the bot as a process over a database.
fn start(meeting: &Meeting, folder: &TempDir, url: &str) -> Child {
    let config = format!(
        "[matrix]\nhomeserver = {:?}\ntoken = {:?}\n[database]\nurl = {url:?}\n",
        meeting.address(),
        meeting.bot.token
    );
    let file = folder.path().join("config.toml");
    std::fs::write(&file, config).expect("a file");
    Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["serve", "--config"])
        .arg(file)
        .env_remove("DISCORD_TOKEN")
        .env_remove("MATRIX_TOKEN")
        .env("MATRIX_STORE_KEY", STORE_KEY)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts")
}

#[tokio::test(flavor = "multi_thread")]
async fn another_process_goes_on_when_the_one_with_the_keys_is_killed() {
    let Some(server) = PostgresServer::get() else { return };
    let Some(meeting) = Meeting::without_bot(&[], "").await else { return };
    let (url, folder) = (server.new_database().await, TempDir::new().expect("a folder"));
    let mut owner = start(&meeting, &folder, &url);
    let Some(table) = Table::of(meeting).await else { return };
    let mut shown = table.begin("game barrier variant 5").await;
    let (mut line, mut chance) = (line("barrier", "variant=5"), SeededRng::new(3));
    for _ in 0..2 {
        let next = start(&table.meeting, &folder, &url);
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
    let Some(meeting) = Meeting::without_bot(&[], "").await else { return };
    let (url, folder) = (server.new_database().await, TempDir::new().expect("a folder"));
    let frozen = start(&meeting, &folder, &url);
    let Some(table) = Table::of(meeting).await else { return };
    let mut shown = table.begin("game barrier variant 5").await;
    let (mut line, mut chance) = (line("barrier", "variant=5"), SeededRng::new(3));
    let mut next = start(&table.meeting, &folder, &url);
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
