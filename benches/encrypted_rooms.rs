//! How long it takes from a move to its board in a room without encryption and in an encrypted one.
//!
//! ```sh
//! cargo bench --bench encrypted_rooms
//! ```
//!
//! It needs Synapse and matrix-nio, like `tests/matrix`. Each game is played by two clients that encrypt, one move after
//! another. A delay is the difference of the times that Synapse gives to the message with the move and to the board's
//! words.

use serde_json::{Value, json};
use tablero::catalog::Catalog;
use tablero::rules::Seat;
use test_support::matrix::bot::Meeting;
use test_support::matrix::device::Device;
use test_support::matrix::user::body;

const MOVES: usize = 46;

fn time(event: &Value) -> i64 {
    event["origin_server_ts"].as_i64().expect("a time")
}

/// Says something beside an event, encrypted or not. Returns the id.
async fn say(player: &Device, room: &str, beside: &Value, text: &str, is_encrypted: bool) -> String {
    match is_encrypted {
        true => player.say_beside(room, beside, text, false).await,
        false => player.session.say_beside(room, beside, text, false).await,
    }
}

/// Plays the placements of a game of DVONN and prints the delays of the boards.
async fn play(is_encrypted: bool) {
    let Some(mut meeting) = Meeting::encrypted().await else { return };
    let Some(ada) = Device::log_in(&meeting.homeserver, "ada", "ADA").await else { return };
    let Some(bruno) = Device::log_in(&meeting.homeserver, "bruno", "BRUNO").await else { return };
    let with = [&*bruno.id, &meeting.bot.id];
    let room = match is_encrypted {
        true => ada.create_room(&with, json!({})).await,
        false => ada.session.create_room(&with, json!({})).await,
    };
    bruno.join(&room).await;
    ada.wait_member(&room, &meeting.bot.id).await;
    ada.wait_member(&room, &bruno.id).await;
    let challenge = "!tablero challenge @Bruno side first game dvonn";
    match is_encrypted {
        true => ada.say(&room, challenge).await,
        false => ada.session.say(&room, challenge).await,
    };
    let challenge = ada.wait_event(&room, "the challenge", |event| body(event).contains("challenges")).await;
    bruno.react(&room, challenge["event_id"].as_str().expect("an id"), "✅").await;
    let board = async |ply: usize| {
        let is_it = |event: &Value| {
            event["content"]["tablero.file"].as_str().is_some_and(|name| name.ends_with(&format!("-{ply}.png")))
        };
        ada.wait_event(&room, "a board", is_it).await
    };
    let mut shown = board(0).await;
    let mut line = Catalog::standard().game("dvonn").expect("the game").start("").expect("the setup");
    let mut delays = Vec::new();
    for ply in 1..=MOVES {
        let text = line.nth_legal(0).expect("a legal move");
        let player = if line.seat() == Seat::One { &ada } else { &bruno };
        let id = say(player, &room, &shown, &format!("!move {text}"), is_encrypted).await;
        line.play(&text).expect("it is legal");
        shown = board(ply).await;
        let (_, asked) = ada.wait_from(0, "the move", |_, event| event["event_id"] == id.as_str()).await;
        delays.push(time(&shown) - time(&asked));
    }
    delays.sort_unstable();
    let at = |part: usize| delays[(delays.len() - 1) * part / 100];
    let what = if is_encrypted { "encrypted" } else { "plain" };
    println!("{what}: {MOVES} boards, p50 {} ms, p90 {} ms, longest {} ms", at(50), at(90), at(100));
    meeting.stop_bot().await;
}

#[tokio::main]
async fn main() {
    for is_encrypted in [false, true, false, true] {
        play(is_encrypted).await;
    }
}
