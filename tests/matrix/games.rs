//! Whole games in rooms.

use reqwest::Method;
use serde_json::{Value, json};
use std::collections::HashSet;
use tablero::rules::{Seat, SeededRng};
use tablero::service::{MatchId, PlayerId};
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{User, body, mentions};

/// A board of a game, as the event that shows it.
struct Board {
    room: String,
    event: Value,
}

/// Whether an event shows the board after a number of plies.
fn is_board(bot: &User, event: &Value, ply: usize) -> bool {
    let file = event["content"]["tablero.file"].as_str().unwrap_or_default();
    event["sender"] == bot.id.as_str() && file.ends_with(&format!("-{ply}.png"))
}

async fn board_after(meeting: &Meeting, ply: usize) -> Board {
    let bot = &meeting.bot;
    let what = format!("the board after {ply} plies");
    let (room, event) = meeting.ada.wait_from(0, &what, |_, event| is_board(bot, event, ply)).await;
    Board { room, event }
}

/// Ada challenges Bruno, who accepts by reaction. Returns the game and its first board.
async fn begin(meeting: &Meeting, room: &str, options: &str) -> (MatchId, Board) {
    let Meeting { ada, bruno, bot, .. } = meeting;
    ada.say(room, &format!("!tablero challenge @Bruno side first {options}")).await;
    let (_, challenge) = bruno.wait_text(0, &bot.id, "challenges").await;
    assert_eq!(mentions(&challenge), [bruno.id.as_str()]);
    bruno.react(room, challenge["event_id"].as_str().expect("an id"), "✅").await;
    let board = board_after(meeting, 0).await;
    assert_eq!(board.event["content"]["m.relates_to"]["rel_type"], "m.thread");
    assert_eq!(board.event["content"]["m.relates_to"]["event_id"], challenge["event_id"], "below its challenge");
    // The picture comes before the words.
    let is_picture = |_: &str, event: &Value| event["content"]["filename"] == board.event["content"]["tablero.file"];
    let (_, picture) = ada.wait_from(0, "the picture", is_picture).await;
    assert_eq!(board.event["content"]["tablero.files"], json!([picture["event_id"]]));
    let info = &picture["content"]["info"];
    assert!(info["w"].as_u64() > Some(500) && info["thumbnail_info"]["w"].as_u64() <= Some(400), "{info}");
    let [size, small] = [&info["size"], &info["thumbnail_info"]["size"]].map(|size| size.as_u64().expect("a size"));
    assert!(small < size, "{info}");
    assert!(info["thumbnail_url"].as_str().is_some_and(|url| url.starts_with("mxc://")), "{info}");
    let (running, _) = meeting.service().running(person(meeting, &ada.id).await, 9).await.expect("it is read");
    (running[0].id, board)
}

async fn person(meeting: &Meeting, user: &str) -> PlayerId {
    let account = tablero::service::ExternalId(user.to_owned());
    let known = meeting.service().person_of(tablero::matrix::places::MATRIX, &account).await;
    known.expect("it is stored")
}

/// Plays random moves until the game is over, with an interruption now and then. Returns the number of plies.
async fn play(meeting: &mut Meeting, match_id: MatchId, mut board: Board, chance: &mut SeededRng) -> usize {
    for ply in 0.. {
        let played = meeting.service().find(match_id).await.expect("it is read");
        assert_eq!(played.ply(), ply);
        let Some(seat) = played.to_move() else { return ply };
        let legal = played.line.count_legal();
        let text = played.line.nth_legal(chance.below(legal)).expect("a legal move");
        let is_first = seat == Seat::One;
        let (player, other) = if is_first { (&meeting.ada, &meeting.bruno) } else { (&meeting.bruno, &meeting.ada) };
        assert_eq!(mentions(&board.event), [player.id.as_str()], "only the player to move");
        // It is not the other's turn, and the bot says so without a board.
        if ply == 1 {
            other.say_beside(&board.room, &board.event, &format!("!move {text}"), false).await;
        }
        match ply % 3 {
            0 => player.say_beside(&board.room, &board.event, &format!("!move {text}"), false).await,
            1 => player.say_beside(&board.room, &board.event, &text, true).await,
            _ => player.say_beside(&board.room, &board.event, &format!("Tablero: move {text}"), false).await,
        };
        match ply {
            2 => meeting.kill_bot().await,
            5 => meeting.stop_bot().await,
            _ => {}
        }
        if [2, 5].contains(&ply) {
            meeting.start_bot().await;
        }
        board = board_after(meeting, ply + 1).await;
    }
    unreachable!("the game ends")
}

async fn a_game_is_played(options: &str, seed: u64) {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (game, board) = begin(&meeting, &room, options).await;
    let plies = play(&mut meeting, game, board, &mut SeededRng::new(seed)).await;
    let shown: Vec<String> = meeting
        .ada
        .events()
        .iter()
        .filter(|(_, event)| (0..=plies).any(|ply| is_board(&meeting.bot, event, ply)))
        .map(|(_, event)| event["content"]["tablero.file"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(shown.len(), plies + 1, "{shown:?}");
    assert_eq!(shown.iter().collect::<HashSet<_>>().len(), shown.len(), "each board is posted once: {shown:?}");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn barrier_is_played_through_a_kill_and_a_restart() {
    a_game_is_played("game barrier variant 5", 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zertz_is_played_through_a_kill_and_a_restart() {
    a_game_is_played("game zertz variant 37", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_is_larger_than_the_upload_limit_is_described() {
    let Some(mut meeting) = Meeting::open_with(&[], "max_upload_size: 5K").await else { return };
    let room = meeting.room().await;
    meeting.ada.say(&room, "!tablero challenge @Bruno game barrier side first").await;
    let (_, challenge) = meeting.bruno.wait_text(0, &meeting.bot.id, "challenges").await;
    meeting.bruno.react(&room, challenge["event_id"].as_str().expect("an id"), "✅").await;
    let (_, board) = meeting.ada.wait_text(0, &meeting.bot.id, "I can't send").await;
    assert_eq!(board["content"]["msgtype"], "m.text");
    let text = body(&board);
    assert!(text.contains("the limit is 6 kB") && text.contains("White knight"), "{text}");
    assert_eq!(mentions(&board), [meeting.ada.id.as_str()], "it is still her turn");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_answers_go_to_the_direct_room() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (_, board) = begin(&meeting, &room, "game dvonn start random").await;
    let asked = meeting.ada.say_beside(&board.room, &board.event, "!hint", false).await;
    let (direct, hint) = meeting.ada.wait_text(0, &meeting.bot.id, "Hint 1 of 3").await;
    assert_ne!(direct, room);
    assert!(meeting.ada.is_member(&direct, &meeting.ada.id).await);
    let points_there = |place: &str, event: &Value| {
        let relation = &event["content"]["m.relates_to"];
        place == room && relation["event_id"] == asked.as_str() && relation["key"] == "📬"
    };
    meeting.ada.wait_from(0, "the room says so", points_there).await;
    // There everything is meant for the bot, and a number chooses from the latest list.
    meeting.ada.say(&direct, "1").await;
    let (again, _) = meeting.ada.wait_text(0, &meeting.bot.id, "Hint 2 of 3").await;
    assert_eq!(again, direct);
    assert!(body(&hint).contains("Hint 1"));
    let heard = meeting.bruno.events().iter().any(|(_, event)| body(event).contains("Hint"));
    assert!(!heard, "only Ada sees it");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_is_played_in_a_direct_room() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
    let direct = meeting.ada.create_room(&[&meeting.bot.id], with).await;
    meeting.ada.wait_text(0, &meeting.bot.id, "Tablero").await;
    meeting.ada.say(&direct, "play game barrier level 1 side first variant 6").await;
    let first = board_after(&meeting, 0).await;
    assert_eq!(first.room, direct);
    meeting.ada.say(&direct, "move c3").await;
    let answer = board_after(&meeting, 2).await;
    assert_eq!(mentions(&answer.event), [meeting.ada.id.as_str()]);
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_is_stepped_through_in_the_direct_room_and_shared_in_the_thread() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (_, board) = begin(&meeting, &room, "game barrier").await;
    meeting.ada.say_beside(&room, &board.event, "!move d4", false).await;
    let board = board_after(&meeting, 1).await;
    let (ada, bot, before) = (&meeting.ada, &meeting.bot, meeting.ada.events().len());
    ada.say_beside(&room, &board.event, "!replay", false).await;
    let (direct, _) = ada.wait_text(before, &bot.id, "turn 1 of 1").await;
    assert_ne!(direct, room);
    // The numbers stand for ⏮ ◀ ▶ ⏭ and GIF.
    ada.say(&direct, "2").await;
    let (_, back) = ada.wait_text(before, &bot.id, "turn 0 of 1").await;
    assert_eq!(back["content"]["m.relates_to"]["rel_type"], "m.replace", "the same message");
    ada.say(&direct, "5").await;
    let is_animation = |event: &Value| event["content"]["info"]["mimetype"] == "image/gif";
    let (place, animation) = ada.wait_from(before, "the animation", |_, event| is_animation(event)).await;
    assert_eq!(place, direct);
    assert!(animation["content"]["info"]["w"].as_u64() > Some(200), "{animation}");
    ada.say(&direct, "1").await;
    let is_shared = |place: &str, event: &Value| place == room && is_animation(event);
    let (_, shared) = meeting.bruno.wait_from(0, "the shared animation", is_shared).await;
    assert_eq!(shared["content"]["m.relates_to"]["rel_type"], "m.thread");
    assert_eq!(mentions(&shared), Vec::<&str>::new());
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_outlives_the_redaction_of_its_messages_and_the_removal_of_the_bot() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (game, board) = begin(&meeting, &room, "game barrier").await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    // The board and the challenge above it, which is the root of the thread.
    let root = board.event["content"]["m.relates_to"]["event_id"].as_str().expect("an id");
    for event in [board.event["event_id"].as_str().expect("an id"), root] {
        let path = ["rooms", &room, "redact", event, "by-ada"];
        ada.call(Method::PUT, &path, "", Some(json!({}))).await;
    }
    ada.say_beside(&room, &board.event, "!move d4", false).await;
    let next = board_after(&meeting, 1).await;
    assert_eq!(next.event["content"]["m.relates_to"]["event_id"], root, "the board is in the same thread");
    // Without a room the players get the boards directly.
    ada.call(Method::POST, &["rooms", &room, "kick"], "", Some(json!({ "user_id": bot.id }))).await;
    let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
    let private = bruno.create_room(&[&bot.id], with).await;
    bruno.wait_from(0, "hello", |place, event| place == private && body(event).contains("I'm Tablero")).await;
    bruno.say(&private, "next").await;
    let is_here = |place: &str, event: &Value| place == private && is_board(bot, event, 1);
    let (_, shown) = bruno.wait_from(0, "his board", is_here).await;
    let reply = json!({ "m.in_reply_to": { "event_id": shown["event_id"] } });
    let content = json!({ "msgtype": "m.text", "body": "e5", "m.relates_to": reply });
    bruno.send(&private, "m.room.message", content).await;
    let (direct, told) = ada.wait_text(0, &bot.id, "not allowed to post").await;
    assert_ne!(direct, room);
    assert!(is_board(bot, &told, 2) && body(&told).contains("e5"), "with the board: {}", body(&told));
    assert!(!body(&told).contains("View Channel"), "these are permissions of Discord: {}", body(&told));
    bruno.wait_text(0, &bot.id, "not allowed to post").await;
    let played = meeting.service().find(game).await.expect("it is read");
    assert_eq!(played.to_move(), Some(Seat::One), "the game continues");
    meeting.stop_bot().await;
}
