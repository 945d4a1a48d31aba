//! The board of the day in a room on Matrix, in a plain one and in an encrypted one.

use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection, query_scalar};
use tablero::service::{GameService, PlaceId};
use test_support::matrix::bot::Meeting;
use test_support::matrix::device::Device;
use test_support::matrix::user::body;

/// The hour in UTC at which boards come: some hours ago, so that one is due, and the next one is not due soon.
fn hour(service: &GameService) -> i64 {
    (service.now().0 / 3_600_000 - 3).rem_euclid(24)
}

/// A session with the bot's database.
async fn connect(meeting: &Meeting) -> SqliteConnection {
    let address = format!("sqlite:{}", meeting.database().display());
    SqliteConnection::connect(&address).await.expect("a database")
}

/// The only place that has a board of the day.
async fn place(meeting: &Meeting) -> PlaceId {
    let place = query_scalar("SELECT place FROM daily_channels");
    let place: i64 = place.fetch_one(&mut connect(meeting).await).await.expect("a place");
    PlaceId(place.unsigned_abs())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_solves_its_board_in_private_and_the_next_board_tells_how() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    let service = meeting.service();
    let hour = hour(&service);
    bruno.ask(&room, &format!("!daily on yes hour {hour}"), &bot.id, "Only server managers").await;
    let set = format!("every day at {hour:02}:00 (UTC)");
    ada.ask(&room, &format!("!daily on yes hour {hour}"), &bot.id, &set).await;
    let place = place(&meeting).await;
    assert_eq!(service.open_daily_board(place, service.now()).await.expect("it is stored"), None);
    let (at, board) = bruno.wait_text(0, &bot.id, "Board of the day: ").await;
    assert_eq!(at, room);
    let stored = service.queries().numbered_daily_board(place, 1).await.expect("it is read").expect("a board");
    let (_, puzzle) = service.daily_board(stored.id).await.expect("it is read").expect("a puzzle");
    let wrong = (0..).map_while(|index| puzzle.line.nth_legal(index)).find(|text| *text != puzzle.answer);

    bruno.react(&room, board["event_id"].as_str().expect("an id"), "1️⃣").await;
    let (direct, _) = bruno.wait_text(0, &bot.id, "Board of the day in ").await;
    assert_ne!(direct, room, "answers are private");
    let before = bruno.events().len();
    bruno.say(&direct, &wrong.expect("another move")).await;
    bruno.wait_text(before, &bot.id, " – no. ").await;
    let before = bruno.events().len();
    bruno.say(&direct, &puzzle.answer).await;
    bruno.wait_text(before, &bot.id, "solved! You needed 2 tries.").await;
    let told = ada.events().iter().filter(|(place, event)| *place == room && body(event).contains("tries")).count();
    assert_eq!(told, 0, "the room hears nothing before the next board");

    let passed = sqlx::query("UPDATE daily_boards SET day = day - 1").execute(&mut connect(&meeting).await).await;
    passed.expect("a day passes");
    assert_eq!(service.open_daily_board(place, service.now()).await.expect("it is stored"), None);
    let (_, result) = ada.wait_text(0, &bot.id, "The solution is").await;
    let words = body(&result);
    assert!(words.contains(&puzzle.answer) && words.contains("Bruno"), "{words}");
    let is_second = |_: &str, event: &Value| {
        event["event_id"] != board["event_id"] && body(event).starts_with("Board of the day: ")
    };
    ada.wait_from(0, "the next board", is_second).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_an_encrypted_room_the_board_and_the_answers_can_be_read() {
    let Some(mut meeting) = Meeting::encrypted().await else { return };
    let Some(ada) = Device::log_in(&meeting.homeserver, "ada", "ADA").await else { return };
    let bot = meeting.bot.id.clone();
    let direct = ada.create_room(&[&bot], json!({ "is_direct": true, "preset": "trusted_private_chat" })).await;
    let room = ada.create_room(&[&bot], json!({})).await;
    for room in [&direct, &room] {
        ada.wait_member(room, &bot).await;
    }
    let service = meeting.service();
    ada.ask(&room, &format!("!daily on yes hour {}", hour(&service)), &bot, "every day at ").await;
    let place = place(&meeting).await;
    assert_eq!(service.open_daily_board(place, service.now()).await.expect("it is stored"), None);
    let board = ada.wait_event(&room, "the board", |event| body(event).starts_with("Board of the day: ")).await;
    let is_picture = |_: &str, event: &Value| board["content"]["tablero.files"] == json!([event["event_id"]]);
    let (_, picture) = ada.wait_from(0, "its picture", is_picture).await;
    assert!(picture["content"]["file"].is_object(), "it is encrypted: {picture}");
    let stored = service.queries().numbered_daily_board(place, 1).await.expect("it is read").expect("a board");
    let (_, puzzle) = service.daily_board(stored.id).await.expect("it is read").expect("a puzzle");
    ada.react(&room, board["event_id"].as_str().expect("an id"), "1️⃣").await;
    ada.wait_event(&direct, "the task", |event| body(event).contains("Board of the day in ")).await;
    let before = ada.seen().len();
    ada.say(&direct, &puzzle.answer).await;
    ada.wait_text(before, &bot, "solved! You needed one try.").await;
    ada.wait_all_read().await;
    meeting.stop_bot().await;
}
