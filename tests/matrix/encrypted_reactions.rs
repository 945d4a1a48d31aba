//! Games in encrypted rooms in which the players do nothing but react.

use crate::encrypted_table::{Table, id};
use serde_json::{Value, json};
use std::collections::HashMap;
use tablero::matrix::places::MATRIX;
use tablero::rules::{Seat, SeededRng};
use tablero::service::ExternalId;
use test_support::matrix::device::{Device, Library};
use test_support::matrix::user::body;

/// The reactions that stand for the first numbers.
const NUMBERS: [&str; 10] = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"];
/// What is no part of a move.
const OTHER_BUTTONS: [&str; 4] = ["Back", "Cancel", "Rules", "Place the rest at random"];

/// A message of the bot that lists choices, as it is after the last edit.
struct Question {
    room: String,
    message: String,
    text: String,
}

impl Question {
    fn of(room: &str, event: &Value) -> Question {
        let content = &event["content"];
        let relation = &content["m.relates_to"];
        let (message, text) = match relation["rel_type"] == "m.replace" {
            true => (relation["event_id"].as_str().expect("an id"), content["m.new_content"]["body"].as_str()),
            false => (id(event), Some(body(event))),
        };
        Question { room: room.to_owned(), message: message.to_owned(), text: text.unwrap_or_default().to_owned() }
    }

    /// The labels of the choices, in the order of their numbers. Options of a menu stand in one line.
    fn choices(&self) -> Vec<String> {
        let lines = self.text.lines().skip_while(|line| !line.contains("eact with")).skip(1);
        let choices = lines.flat_map(|line| {
            let is_menu = !line.starts_with(|first: char| first.is_ascii_digit());
            let options = if is_menu { line.split_once(": ").map_or("", |(_, options)| options) } else { line };
            options.split(" · ")
        });
        choices.filter_map(|choice| Some(choice.split_once(' ')?.1.to_owned())).collect()
    }
}

/// Picks a move by reactions, beginning at a board. Returns the move.
async fn react(player: &Device, bot: &str, board: Question, chance: &mut SeededRng) -> String {
    let mut question = board;
    let mut before: HashMap<&str, String> = HashMap::new();
    loop {
        let choices = question.choices();
        let number_of =
            |is_it: &dyn Fn(&str) -> bool| choices.iter().take(NUMBERS.len()).position(|label| is_it(label));
        let plays = number_of(&|label| label.starts_with("Play "));
        let picks: Vec<usize> = choices
            .iter()
            .take(NUMBERS.len())
            .enumerate()
            .filter(|(_, label)| !OTHER_BUTTONS.contains(&label.as_str()))
            .map(|(number, _)| number)
            .collect();
        let chosen = plays
            .or_else(|| number_of(&|label| label == "Move"))
            .or_else(|| picks.get(chance.below(picks.len() as u64) as usize).copied());
        let chosen = chosen.unwrap_or_else(|| panic!("{}", question.text));
        let seen = player.seen().len();
        // The message is edited. Who chooses a number again takes the first reaction back, as clients do with a click.
        if let Some(reaction) = before.get(NUMBERS[chosen]) {
            player.session.redact(&question.room, reaction).await;
        }
        let reaction = player.react(&question.room, &question.message, NUMBERS[chosen]).await;
        if let Some(text) = choices[chosen].strip_prefix("Play ") {
            return text.to_owned();
        }
        let is_question = |_: &str, event: &Value| event["sender"] == bot && body(event).contains("eact with");
        let (room, event) = player.wait_from(seen, "the next question", is_question).await;
        let next = Question::of(&room, &event);
        if next.message == question.message {
            before.insert(NUMBERS[chosen], reaction);
        } else {
            before.clear();
        }
        question = next;
    }
}

/// Plays a game to its end by reactions.
async fn play(clients: [Library; 2], options: &str, seed: u64) {
    let Some(table) = Table::open(clients).await else { return };
    let bot = table.meeting.bot.id.clone();
    for player in [&table.ada, &table.bruno] {
        let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
        let direct = player.create_room(&[&bot], with).await;
        player.wait_member(&direct, &bot).await;
    }
    let mut board = table.begin(options).await;
    let service = table.meeting.service();
    let ada = service.person_of(MATRIX, &ExternalId(table.ada.id.clone())).await.expect("she is known");
    let (running, _) = service.running(ada, 1).await.expect("it is read");
    let mut line = service.find(running[0].id).await.expect("it is read").line;
    let mut chance = SeededRng::new(seed);
    while line.ending().is_none() {
        let player = if line.seat() == Seat::One { &table.ada } else { &table.bruno };
        let text = react(player, &bot, Question::of(&table.room, &board), &mut chance).await;
        line.play(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        board = table.board(line.moves().len()).await;
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zertz_is_played_by_reactions() {
    play([Library::JavaScript; 2], "game zertz variant 37", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dvonn_is_played_by_reactions() {
    play([Library::Nio; 2], "game dvonn start random", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn barrier_is_played_by_reactions() {
    play([Library::Nio, Library::JavaScript], "game barrier variant 5", 1).await;
}
