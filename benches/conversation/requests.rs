//! The cost of Discord requests alone: the same requests sent by a client that does nothing else.

use crate::cpu::Spent;
use discord_emulator::{Emulator, EmulatorOptions, Id, Request};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method};
use serde_json::json;
use std::time::Duration;

/// How often each kind of request is sent.
const TIMES: u32 = 300;
/// Size of a board's picture, in bytes.
const PICTURE: usize = 40_000;
/// Environment variable that makes a process send requests and holds the emulator's address and the channel.
pub const PLACE: &str = "TABLERO_BENCH_PLACE";

/// The CPU time of one request with a picture and of one without.
pub struct Price {
    picture: Duration,
    plain: Duration,
}

impl Price {
    /// Measures both, in a separate process.
    pub async fn measure(local: &Emulator, channel: Id) -> Price {
        let mut command = tokio::process::Command::new(std::env::current_exe().expect("the path of this program"));
        let place = format!("{} {channel}", local.api_url());
        let output = command.env(PLACE, place).output().await.expect("requests are sent");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut nanoseconds = text.split_whitespace().filter_map(|word| word.parse().ok()).map(Duration::from_nanos);
        let mut next = || nanoseconds.next().unwrap_or_default();
        Price { picture: next(), plain: next() }
    }

    /// The cost of these requests.
    pub fn of(&self, requests: &[Request]) -> Duration {
        let posts = |request: &&Request| request.method == "POST" && request.path.ends_with("/messages");
        let pictures = requests.iter().filter(posts).count();
        let plain = requests.len() - pictures;
        self.picture * pictures as u32 + self.plain * plain as u32
    }
}

/// Sends requests of both kinds, and prints the nanoseconds each takes.
pub async fn send(place: &str) {
    let (address, channel) = place.split_once(' ').expect("an address and a channel");
    let (own, client) = (std::process::id(), Client::new());
    let messages = format!("{address}/api/v10/channels/{channel}/messages");
    let authorization = format!("Bot {}", EmulatorOptions::default().token);
    let spent = || Spent::by(own).unwrap_or_default().total();
    let mut last = String::new();
    let before = spent();
    for _ in 0..TIMES {
        let message = json!({ "content": "a board", "attachments": [{ "id": 0, "description": "a board" }] });
        let picture = Part::bytes(vec![7; PICTURE]).file_name("board.png");
        let form = Form::new().text("payload_json", message.to_string()).part("files[0]", picture);
        let request = client.post(&messages).header("authorization", &authorization).multipart(form);
        let posted: serde_json::Value = request.send().await.expect("an answer").json().await.expect("a message");
        last = posted["id"].as_str().expect("it is posted").to_owned();
    }
    let pictures = spent() - before;
    let before = spent();
    for _ in 0..TIMES {
        let request = client.request(Method::PATCH, format!("{messages}/{last}"));
        let request = request.header("authorization", &authorization).json(&json!({ "components": [] }));
        let _: serde_json::Value = request.send().await.expect("an answer").json().await.expect("a message");
    }
    let plain = spent() - before;
    println!("{} {}", (pictures / TIMES).as_nanos(), (plain / TIMES).as_nanos());
}
