//! How long it takes from a move to its board in a hundred rooms of one homeserver, at one and at five moves a second.
//!
//! ```sh
//! cargo bench --bench matrix
//! ```
//!
//! It needs Synapse, like `tests/matrix`. Everything runs on this machine: Synapse, the bot, and two people who play in
//! all rooms. A delay is the difference of the times that Synapse gives to the message with the move and to the board. To
//! tell the share of the bot, a user without a bot answers messages at the same rate with the same pictures, so that
//! Synapse does the same work. Most of that is not sending the message: Synapse makes small versions of every picture
//! that is uploaded.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;
use tablero::catalog::{AnyLine, Catalog};
use tablero::rules::Seat;
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{User, body};

const ROOMS: usize = 100;
/// The numbers of moves that are measured, and the time between two of them.
const RATES: [(usize, Duration); 2] = [(60, Duration::from_secs(1)), (300, Duration::from_millis(200))];

/// A room with a game.
struct Game {
    room: String,
    /// An event of its thread.
    board: Value,
    line: Box<dyn AnyLine>,
}

fn time(event: &Value) -> i64 {
    event["origin_server_ts"].as_i64().expect("a time")
}

fn is_board(event: &Value, ply: usize) -> bool {
    event["content"]["filename"].as_str().is_some_and(|name| name.ends_with(&format!("-{ply}.png")))
}

/// Begins a game in a new room.
async fn begin(meeting: &Meeting, catalog: &Catalog) -> Game {
    let Meeting { ada, bruno, bot, .. } = meeting;
    let room = ada.create_room(&[&bruno.id, &bot.id], json!({})).await;
    bruno.join(&room).await;
    let from = ada.events().len();
    ada.wait_text(from, &bot.id, "Tablero").await;
    ada.say(&room, "!tablero challenge @Bruno side first game zertz").await;
    let is_challenge = |place: &str, event: &Value| place == room && body(event).contains("challenges");
    let (_, challenge) = ada.wait_from(from, "the challenge", is_challenge).await;
    bruno.react(&room, challenge["event_id"].as_str().expect("an id"), "✅").await;
    let is_first = |place: &str, event: &Value| place == room && is_board(event, 0);
    let (_, board) = ada.wait_from(from, "the first board", is_first).await;
    let line = catalog.game("zertz").expect("the game").start("").expect("the setup");
    Game { room, board, line }
}

/// Prints the median, the 99th percentile and the longest of some delays.
fn report(what: &str, mut delays: Vec<i64>) {
    delays.sort_unstable();
    let at = |part: usize| delays[(delays.len() - 1) * part / 100];
    println!("{what}: {} answers, p50 {} ms, p99 {} ms, longest {} ms", delays.len(), at(50), at(99), at(100));
}

/// Receives what happens while something is done.
async fn receiving<T>(user: &User, work: impl Future<Output = T>) -> T {
    tokio::select! {
        result = work => result,
        () = async { loop { user.receive().await } } => unreachable!("it never ends"),
    }
}

/// The delays of the boards after moves in all rooms.
async fn play(meeting: &Meeting, games: &mut [Game], (count, every): (usize, Duration)) -> Vec<i64> {
    let Meeting { ada, bruno, .. } = meeting;
    let from = ada.events().len();
    let mut sent = HashMap::new();
    let moves = async {
        let mut tick = tokio::time::interval(every);
        for number in 0..count {
            tick.tick().await;
            let game = &mut games[number % ROOMS];
            let text = game.line.nth_legal(0).expect("a legal move");
            let player = if game.line.seat() == Seat::One { ada } else { bruno };
            let id = player.say_beside(&game.room, &game.board, &format!("!move {text}"), false).await;
            game.line.play(&text).expect("it is legal");
            sent.insert(id, (game.room.clone(), game.line.ply()));
        }
    };
    receiving(ada, moves).await;
    for game in games.iter() {
        let ply = game.line.ply();
        let is_last = |place: &str, event: &Value| place == game.room && is_board(event, ply);
        ada.wait_from(0, "the last board", is_last).await;
    }
    let events = ada.events();
    let delay = |(id, (room, ply)): (&String, &(String, usize))| {
        let of_room = || events.iter().skip(from).filter(|(place, _)| place == room).map(|(_, event)| event);
        let text = of_room().find(|event| event["event_id"] == id.as_str())?;
        let board = of_room().find(|event| is_board(event, *ply))?;
        Some(time(board) - time(text))
    };
    sent.iter().filter_map(delay).collect()
}

/// Uploads bytes as Bruno's picture. Returns their address.
async fn upload(meeting: &Meeting, bytes: Vec<u8>) -> String {
    let url = format!("{}/_matrix/media/v3/upload", meeting.address());
    let request = reqwest::Client::new().post(url).bearer_auth(&meeting.bruno.token);
    let uploaded = request.header("content-type", "image/png").body(bytes).send().await.expect("an answer");
    let uploaded: Value = uploaded.json().await.expect("JSON");
    uploaded["content_uri"].as_str().expect("an address").to_owned()
}

/// The bytes of a picture, by its `mxc://` address.
async fn download(meeting: &Meeting, url: &Value) -> Vec<u8> {
    let path = url.as_str().and_then(|url| url.strip_prefix("mxc://")).expect("an address");
    let url = format!("{}/_matrix/client/v1/media/download/{path}", meeting.address());
    let response = reqwest::Client::new().get(url).bearer_auth(&meeting.bruno.token).send().await.expect("an answer");
    assert!(response.status().is_success(), "{}", response.status());
    response.bytes().await.expect("the picture").to_vec()
}

/// The delays of these pictures, a board and its thumbnail, from a user without a bot.
async fn echo(meeting: &Meeting, pictures: &[Vec<u8>; 2], (count, every): (usize, Duration)) -> Vec<i64> {
    let Meeting { ada, bruno, .. } = meeting;
    let room = ada.create_room(&[&bruno.id], json!({})).await;
    bruno.join(&room).await;
    let from = bruno.events().len();
    let questions = async {
        let mut tick = tokio::time::interval(every);
        for number in 0..count {
            tick.tick().await;
            ada.say(&room, &format!("question {number}")).await;
        }
    };
    let answers = async {
        let mut asked = Vec::new();
        for number in 0..count {
            let text = format!("question {number}");
            let (_, question) = bruno.wait_from(from, &text, |_, event| body(event) == text).await;
            let [board, small] = pictures.clone().map(|bytes| upload(meeting, bytes));
            let (board, small) = tokio::join!(board, small);
            let content =
                json!({ "msgtype": "m.image", "body": text, "url": board, "info": { "thumbnail_url": small } });
            let id = bruno.send(&room, "m.room.message", content).await;
            asked.push((time(&question), id));
        }
        asked
    };
    let ((), asked) = tokio::join!(questions, answers);
    let last = asked.last().expect("an answer").1.clone();
    bruno.wait_from(from, "the last answer", |_, event| event["event_id"] == last.as_str()).await;
    let events = bruno.events();
    let answered = |id: &String| events.iter().find(|(_, event)| event["event_id"] == id.as_str());
    asked.iter().filter_map(|(at, id)| Some(time(&answered(id)?.1) - at)).collect()
}

#[tokio::main]
async fn main() {
    // `cargo test --benches` only checks that it compiles.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let Some(mut meeting) = Meeting::open_for(&["localhost"]).await else { return };
    let catalog = Catalog::standard();
    let mut games = Vec::new();
    for _ in 0..ROOMS {
        games.push(begin(&meeting, &catalog).await);
    }
    let content = &games[0].board["content"];
    let board = download(&meeting, &content["url"]).await;
    let pictures = [board, download(&meeting, &content["info"]["thumbnail_url"]).await];
    let sizes = pictures.each_ref().map(Vec::len);
    println!("{ROOMS} games in as many rooms; a board has {} bytes, its thumbnail {}", sizes[0], sizes[1]);
    for rate in RATES {
        println!("One move every {:?}:", rate.1);
        report("Boards of the bot", play(&meeting, &mut games, rate).await);
        report("The same pictures without a bot", echo(&meeting, &pictures, rate).await);
    }
    meeting.stop_bot().await;
}
