//! Players with clients that encrypt, in a room with the bot.

use serde_json::{Value, json};
use tablero::catalog::{AnyLine, Catalog};
use tablero::rules::{Seat, SeededRng};
use test_support::matrix::bot::Meeting;
use test_support::matrix::device::{Device, Library, assert_no_key_twice};
use test_support::matrix::user::{User, body};

/// The bot and two players in an encrypted room.
pub struct Table {
    pub meeting: Meeting,
    pub ada: Device,
    pub bruno: Device,
    pub room: String,
}

pub fn id(event: &Value) -> &str {
    event["event_id"].as_str().expect("an id")
}

/// Waits for the next board of the bot in a room, which is that after a number of plies.
pub async fn board(reader: &Device, bot: &User, room: &str, ply: usize) -> Value {
    let is_board = |event: &Value| {
        let file = event["content"]["tablero.file"].as_str().unwrap_or_default();
        event["sender"] == bot.id.as_str() && file.ends_with(&format!("-{ply}.png"))
    };
    reader.wait_event(room, &format!("the board after {ply} plies"), is_board).await
}

/// Waits for the next message of the bot in a room with a text.
pub async fn told(reader: &Device, bot: &User, room: &str, text: &str) -> Value {
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
pub async fn assert_secret(bot: &User, room: &str, devices: &[&Device]) {
    for device in devices {
        device.wait_all_read().await;
        assert_eq!(plain_posts(device, bot, room), Vec::<Value>::new());
    }
    assert_no_key_twice(devices);
}

impl Table {
    /// Ada and Bruno with these clients; `None` if something is not installed.
    pub async fn open(clients: [Library; 2]) -> Option<Table> {
        Table::of(Meeting::encrypted().await?, clients).await
    }

    /// The same with a bot that runs already.
    pub async fn of(meeting: Meeting, [hers, his]: [Library; 2]) -> Option<Table> {
        let ada = Device::log_in_with(hers, &meeting.homeserver, "ada", "ADA").await?;
        let bruno = Device::log_in_with(his, &meeting.homeserver, "bruno", "BRUNO").await?;
        let room = ada.create_room(&[&bruno.id, &meeting.bot.id], json!({})).await;
        bruno.join(&room).await;
        for player in [&ada, &bruno] {
            player.wait_member(&room, &meeting.bot.id).await;
        }
        ada.wait_member(&room, &bruno.id).await;
        Some(Table { meeting, ada, bruno, room })
    }

    /// Ada challenges Bruno, who accepts by reaction. Returns the first board.
    pub async fn begin(&self, options: &str) -> Value {
        let Table { meeting, ada, bruno, room } = self;
        ada.say(room, &format!("!tablero challenge @Bruno side first {options}")).await;
        let challenge = told(bruno, &meeting.bot, room, "challenges").await;
        bruno.react(room, id(&challenge), "✅").await;
        self.board(0).await
    }

    /// The board after a number of plies, which both players have received.
    pub async fn board(&self, ply: usize) -> Value {
        board(&self.bruno, &self.meeting.bot, &self.room, ply).await;
        board(&self.ada, &self.meeting.bot, &self.room, ply).await
    }

    /// Plays a random move in the thread. Returns the next board.
    pub async fn play(&self, line: &mut dyn AnyLine, shown: &Value, chance: &mut SeededRng) -> Value {
        let text = line.nth_legal(chance.below(line.count_legal())).expect("a legal move");
        let player = if line.seat() == Seat::One { &self.ada } else { &self.bruno };
        line.play(&text).expect("it is legal");
        player.say_beside(&self.room, shown, &format!("!move {text}"), false).await;
        self.board(line.moves().len()).await
    }

    pub async fn assert_secret(&self) {
        assert_secret(&self.meeting.bot, &self.room, &[&self.ada, &self.bruno]).await;
    }

    pub async fn close(mut self) {
        self.assert_secret().await;
        self.meeting.stop_bot().await;
    }
}

pub fn line(game: &str, setup: &str) -> Box<dyn AnyLine> {
    Catalog::standard().game(game).expect("the game").start(setup).expect("the setup")
}
