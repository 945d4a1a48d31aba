//! Messages as people, clients and phones write them, and where the bot answers.

use axum::routing::get;
use axum::{Json, Router};
use reqwest::Method;
use serde_json::{Value, json};
use tablero::matrix::login::account::Account;
use tablero::matrix::login::log_in::verify;
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{User, body, mentions};
use tokio::net::TcpListener;

/// Starts a game of Ada against Bruno, and returns the event with the words of its first board.
async fn begin(meeting: &Meeting, room: &str) -> Value {
    let Meeting { ada, bruno, bot, .. } = meeting;
    ada.say(room, "!tablero challenge @Bruno side first game barrier").await;
    let (_, challenge) = bruno.wait_text(0, &bot.id, "challenges").await;
    bruno.react(room, challenge["event_id"].as_str().expect("an id"), "✅").await;
    board(ada, bot, 0).await
}

async fn board(reader: &User, bot: &User, ply: usize) -> Value {
    let is_board = |event: &Value| {
        let file = event["content"]["tablero.file"].as_str().unwrap_or_default();
        event["sender"] == bot.id.as_str() && file.ends_with(&format!("-{ply}.png"))
    };
    reader.wait_from(0, &format!("the board after {ply} plies"), |_, event| is_board(event)).await.1
}

async fn direct_room(meeting: &Meeting, user: &User) -> String {
    let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
    let direct = user.create_room(&[&meeting.bot.id], with).await;
    user.wait_from(0, "hello", |place, event| place == direct && body(event).contains("Tablero")).await;
    direct
}

#[tokio::test(flavor = "multi_thread")]
async fn people_with_any_name_are_mentioned_and_the_bot_is_addressed_in_any_case() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    let name = json!({ "displayname": "Ada Lovelace 🎲" });
    ada.call(Method::PUT, &["profile", &ada.id, "displayname"], "", Some(name)).await;
    let room = meeting.room().await;
    // Mentions in Element's format.
    let link = |user: &User, name: &str| format!("<a href=\"https://matrix.to/#/{}\">{name}</a>", user.id);
    let content = json!({
        "msgtype": "m.text",
        "body": "Tablero: challenge Ada Lovelace 🎲 barrier",
        "format": "org.matrix.custom.html",
        "formatted_body": format!("{}: challenge {} barrier", link(bot, "Tablero"), link(ada, "Ada Lovelace 🎲")),
        "m.mentions": { "user_ids": [bot.id, ada.id] },
    });
    let before = ada.events().len();
    bruno.send(&room, "m.room.message", content).await;
    let (_, challenge) = ada.wait_text(before, &bot.id, "challenges").await;
    assert_eq!(mentions(&challenge), [ada.id.as_str()]);
    // Mentions typed by hand.
    for text in [
        "TABLERO: challenge @ada lovelace 🎲 zertz",
        "tablero challenge dvonn @Ada Lovelace 🎲.",
        "@Tablero, Challenge @ada barrier variant 5",
    ] {
        let before = ada.events().len();
        bruno.say(&room, text).await;
        let (_, challenge) = ada.wait_text(before, &bot.id, "challenges").await;
        assert_eq!(mentions(&challenge), [ada.id.as_str()], "{text}");
    }
    // The bot's name without a command after it is talk.
    bruno.say(&room, "Tablero is fun").await;
    let answer = bruno.ask(&room, "Tablero, hello?", &bot.id, "no command").await;
    assert!(!body(&answer).contains("is fun") && mentions(&answer).is_empty(), "{answer:#}");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_needs_no_command_in_the_thread_and_a_near_miss_is_answered_there() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let first = begin(&meeting, &room).await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    let thread = first["content"]["m.relates_to"]["event_id"].clone();
    // The words are a separate message, which every client shows, and the picture has no caption.
    let shown = |_: &str, event: &Value| first["content"]["tablero.files"] == json!([event["event_id"]]);
    let (_, picture) = ada.wait_from(0, "the picture", shown).await;
    assert_eq!(picture["content"]["body"], picture["content"]["filename"]);
    assert_eq!(first["content"]["msgtype"], "m.text");
    let words = body(&first);
    assert!(words.contains("Barrier begins") && words.contains("\n1 ") && !words.contains("a1, "), "{words}");

    // In the thread: talk, a typo, a move out of turn, and moves as phones write them.
    let refused = async |by: &User, text: &str, why: &str| {
        let asked = by.say_beside(&room, &first, text, false).await;
        let answer = by.wait_reply(&room, &asked, &bot.id, why).await;
        assert_eq!(answer["content"]["m.relates_to"]["event_id"], thread, "{text}");
    };
    ada.say_beside(&room, &first, "Good luck, Bruno!", false).await;
    ada.say_beside(&room, &first, "!poll d4 e5", false).await;
    refused(bruno, "e5", "opponent's turn").await;
    refused(ada, "z9", "no square z9").await;
    refused(ada, "!mvoe d4", "Did you mean").await;
    refused(ada, "!help move", "For example").await;
    ada.say_beside(&room, &first, "D4.", false).await;
    let second = board(bruno, bot, 1).await;
    assert_eq!(mentions(&second), [bruno.id.as_str()]);
    // A reply to the picture counts as a reply to its words.
    let shown = |_: &str, event: &Value| second["content"]["tablero.files"] == json!([event["event_id"]]);
    let (_, picture) = bruno.wait_from(0, "the picture", shown).await;
    bruno.say_beside(&room, &picture, "`e5`", true).await;
    board(ada, bot, 2).await;
    ada.say_beside(&room, &first, "d4–d6→e6", false).await;
    board(bruno, bot, 3).await;
    // The bot asks for confirmation in the thread, and only Bruno can answer.
    let before = bruno.events().len();
    bruno.say_beside(&room, &first, "!resign", false).await;
    let (place, question) = bruno.wait_text(before, &bot.id, "really want to resign").await;
    assert_eq!((place.as_str(), &question["content"]["m.relates_to"]["event_id"]), (room.as_str(), &thread));
    ada.say_beside(&room, &question, "1", true).await;
    refused(ada, "!takeback x", "no options").await;
    bruno.say_beside(&room, &question, "1", true).await;
    ada.wait_text(0, &bot.id, "wins: Bruno resigned").await;
    let rooms = ada.call(Method::GET, &["joined_rooms"], "", None).await;
    assert_eq!(rooms["joined_rooms"], json!([room]), "nothing was answered in another room");
    meeting.stop_bot().await;
}

/// Such clients show a single timeline, and their replies name no thread.
#[tokio::test(flavor = "multi_thread")]
async fn clients_without_threads_play_by_replies_to_boards() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let first = begin(&meeting, &room).await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    let thread = &first["content"]["m.relates_to"];
    assert_eq!(
        (&thread["rel_type"], &thread["m.in_reply_to"]),
        (&json!("m.thread"), &Value::Null),
        "nothing is quoted"
    );
    let reply = async |by: &User, to: &Value, text: &str| {
        let relation = json!({ "m.in_reply_to": { "event_id": to["event_id"] } });
        let content = json!({ "msgtype": "m.text", "body": text, "m.relates_to": relation });
        by.send(&room, "m.room.message", content).await
    };
    reply(ada, &first, "!move d4").await;
    let second = board(bruno, bot, 1).await;
    reply(bruno, &second, "e5").await;
    let third = board(ada, bot, 2).await;
    assert!(body(&third).contains("Reply with your move or a number, or react with the number:"), "{third}");
    // A command in the room's main timeline applies to the game in its thread.
    ada.say(&room, "!tablero move d4d6e6").await;
    board(bruno, bot, 3).await;
    let before = ada.events().len();
    reply(ada, &third, "!resign").await;
    let (_, question) = ada.wait_text(before, &bot.id, "really want to resign").await;
    assert_eq!(question["content"]["m.relates_to"]["event_id"], thread["event_id"]);
    // A choice can also be made by typing its label.
    reply(ada, &question, "yes, resign.").await;
    bruno.wait_text(0, &bot.id, "wins: Ada resigned").await;
    // The accepted challenge does not look like a new one.
    let is_edit = |_: &str, event: &Value| {
        let content = &event["content"];
        content["m.new_content"].is_object()
            && content["formatted_body"].as_str().is_none_or(|text| text.starts_with("* "))
            && body(event).starts_with("* ")
            && body(event).contains("Accepted")
    };
    bruno.wait_from(0, "the accepted challenge", is_edit).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_direct_room_is_answered_in_and_a_move_needs_no_command_there() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let first = direct_room(&meeting, &meeting.ada).await;
    let second = direct_room(&meeting, &meeting.ada).await;
    let (ada, bot) = (&meeting.ada, &meeting.bot);
    for room in [&first, &second, &first] {
        let before = ada.events().len();
        ada.say(room, "games").await;
        let (place, _) = ada.wait_text(before, &bot.id, "games").await;
        assert_eq!(&place, room);
    }
    ada.say(&first, "Play barrier 1 side first variant 6.").await;
    board(ada, bot, 0).await;
    let before = ada.events().len();
    ada.say(&second, "z9").await;
    let (place, _) = ada.wait_text(before, &bot.id, "no square z9").await;
    assert_eq!(place, second);
    ada.say(&second, "c3").await;
    board(ada, bot, 2).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_of_a_language_choose_it_and_settings_are_typed_one_by_one() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    ada.ask(&room, "!tablero reglas barrier", &bot.id, "caballo").await;
    let direct = direct_room(&meeting, ada).await;
    let said = async |text: &str, expected: &str| {
        let before = ada.events().len();
        ada.say(&direct, text).await;
        let (place, answer) = ada.wait_text(before, &bot.id, expected).await;
        assert_eq!(place, direct, "{text}");
        body(&answer).to_owned()
    };
    said("help", "Todos los comandos").await;
    said("ajustes tema oscuros", "oscuros").await;
    said("settings pings none", "nada").await;
    let settings = said("settings language it", "italiano").await;
    assert!(settings.contains("scuri") && settings.contains("niente"), "{settings}");
    said("settings turned", "girat").await;
    // Times are in Ada's zone where she is the only reader, and in UTC elsewhere.
    said("times zone Asia/Tokyo", "Asia/Tokyo").await;
    said("vacation 3", "JST").await;
    bruno.say(&room, "!tablero challenge @Ada barrier time 3d").await;
    let (_, challenge) = ada.wait_text(0, &bot.id, "challenges").await;
    ada.react(&room, challenge["event_id"].as_str().expect("an id"), "✅").await;
    let board = board(bruno, bot, 0).await;
    assert!(!body(&board).contains("JST"), "{}", body(&board));
    // A room is shown by its name, as a link.
    let name = json!({ "name": "Board club" });
    ada.call(Method::PUT, &["rooms", &room, "state", "m.room.name"], "", Some(name)).await;
    said("games", "Board club").await;
    let listed = |place: &str, event: &Value| {
        let html = event["content"]["formatted_body"].as_str().unwrap_or_default();
        place == direct && html.contains(&format!("https://matrix.to/#/{room}"))
    };
    ada.wait_from(0, "a link to the room", listed).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_answer_leaves_a_trace_where_reactions_are_forbidden() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    let path = ["rooms", room.as_str(), "state", "m.room.power_levels"];
    let mut levels = ada.call(Method::GET, &path, "", None).await;
    levels["events"]["m.reaction"] = 50.into();
    ada.call(Method::PUT, &path, "", Some(levels)).await;
    bruno.ask(&room, "!tablero games", &bot.id, "I've answered you").await;
    let answered = |place: &str, event: &Value| place != room && body(event).contains("no running games");
    bruno.wait_from(0, "the answer in a direct room", answered).await;
    meeting.stop_bot().await;
}

/// An address at which a `.well-known` file names the homeserver.
pub async fn named_elsewhere(homeserver: &str) -> String {
    let named = json!({ "m.homeserver": { "base_url": homeserver } });
    let router = Router::new().route("/.well-known/matrix/client", get(|| async move { Json(named) }));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_gives_itself_a_name_and_a_picture_and_finds_a_homeserver_that_is_elsewhere() {
    let Some(mut meeting) = Meeting::without_bot(&[], "").await else { return };
    let profile =
        async |meeting: &Meeting| meeting.ada.call(Method::GET, &["profile", &meeting.bot.id], "", None).await;
    let rename = async |meeting: &Meeting, name: &str| {
        let path = ["profile", &meeting.bot.id, "displayname"];
        meeting.bot.call(Method::PUT, &path, "", Some(json!({ "displayname": name }))).await;
    };
    // The name that the homeserver gives a new account.
    rename(&meeting, "tablero").await;
    meeting.start_bot().await;
    meeting.room().await;
    let named = profile(&meeting).await;
    assert_eq!(named["displayname"], "Tablero");
    let picture = named["avatar_url"].as_str().expect("a picture").to_owned();
    assert!(picture.starts_with("mxc://"), "{picture}");
    meeting.stop_bot().await;
    // The bot keeps a name that its host has chosen.
    rename(&meeting, "Games").await;
    meeting.start_bot().await;
    direct_room(&meeting, &meeting.ada).await;
    assert_eq!(profile(&meeting).await, json!({ "displayname": "Games", "avatar_url": picture }));
    meeting.stop_bot().await;

    let homeserver = named_elsewhere(meeting.address()).await;
    let account =
        Account { homeserver, token: meeting.bot.token.clone(), user: String::new(), password: String::new() };
    assert_eq!(verify(&account).await.expect("it is found").as_deref(), Some(meeting.bot.id.as_str()));
}
