//! A room on Matrix in which two people play a game, which the test plays alongside.

use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tablero::catalog::{AnyLine, Catalog};
use tablero::matrix::places::MATRIX;
use tablero::rules::SeededRng;
use tablero::service::{ExternalId, GameService, MatchId};
use test_support::matrix::user::{SOON, User, body, mentions};
use tokio::time::timeout;

pub struct Club {
    bot: String,
    pub room: String,
    pub players: [Arc<User>; 2],
    /// The message of the challenge that began the game.
    pub challenge: String,
    /// Whether the room was upgraded since, so that the game's thread has stayed behind.
    has_moved: bool,
    line: Box<dyn AnyLine>,
    chance: SeededRng,
}

/// Waits until the bot says hello in a room.
pub async fn greeted(user: &User, bot: &str, room: &str) {
    let is_it =
        |place: &str, event: &Value| place == room && event["sender"] == bot && body(event).contains("I'm Tablero");
    user.wait_from(0, "hello", is_it).await;
}

impl Club {
    /// A new room with this further content, in which the first player has challenged the second one, who has accepted.
    pub async fn open(bot: &User, players: [&Arc<User>; 2], with: Value) -> Club {
        let [ada, bruno] = players;
        let room = ada.create_room(&[&bruno.id, &bot.id], with).await;
        bruno.join(&room).await;
        greeted(ada, &bot.id, &room).await;
        Club::begin(bot, players, room).await
    }

    /// Begins a game in a room where the bot is.
    pub async fn begin(bot: &User, players: [&Arc<User>; 2], room: String) -> Club {
        Club::begin_within(SOON, bot, players, room).await
    }

    /// The same, with the time within which the challenge and its acceptance are each answered.
    pub async fn begin_within(within: Duration, bot: &User, players: [&Arc<User>; 2], room: String) -> Club {
        let [ada, bruno] = players;
        let (name, _) = bruno.id[1..].split_once(':').expect("a user id");
        let name = name[..1].to_uppercase() + &name[1..];
        let before = bruno.events().len();
        ada.say(&room, &format!("!tablero challenge @{name} side first game barrier variant 6")).await;
        let is_it = |place: &str, event: &Value| {
            let is_edit = event["content"]["m.relates_to"]["rel_type"] == "m.replace";
            place == room && event["sender"] == bot.id.as_str() && body(event).contains("challenges") && !is_edit
        };
        let challenge = timeout(within, bruno.wait_from(before, "the challenge", is_it)).await;
        let (_, challenge) = challenge.expect("the challenge is not answered");
        let challenge = challenge["event_id"].as_str().expect("an id").to_owned();
        bruno.react(&room, &challenge, "✅").await;
        let line = Catalog::standard().game("barrier").expect("the game").start("variant=6").expect("the setup");
        let players = [Arc::clone(ada), Arc::clone(bruno)];
        let club =
            Club { bot: bot.id.clone(), room, players, challenge, has_moved: false, line, chance: SeededRng::new(5) };
        club.wait_board(within).await;
        club
    }

    pub fn ply(&self) -> usize {
        self.line.ply()
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> &Arc<User> {
        &self.players[self.line.seat().index()]
    }

    /// The number of the game.
    pub async fn game(&self, service: &GameService) -> MatchId {
        let account = ExternalId(self.players[0].id.clone());
        let person = service.queries().find_person(MATRIX, &account).await.expect("it is read").expect("it is stored");
        let (running, _) = service.running(person, 9).await.expect("it is read");
        running[0].id
    }

    /// A legal move that is not played.
    pub fn some_move(&mut self) -> String {
        self.line.nth_legal(self.chance.below(self.line.count_legal())).expect("a legal move")
    }

    /// The game continues in the successor of the room.
    pub fn move_to(&mut self, successor: String) {
        (self.room, self.has_moved) = (successor, true);
    }

    /// The player to move types something in the game's thread.
    pub async fn say(&self, text: &str) {
        let mut content = json!({ "msgtype": "m.text", "body": text });
        if !self.has_moved {
            let fallback = json!({ "event_id": self.challenge });
            content["m.relates_to"] = json!({
                "rel_type": "m.thread",
                "event_id": self.challenge,
                "is_falling_back": true,
                "m.in_reply_to": fallback,
            });
        }
        self.to_move().send(&self.room, "m.room.message", content).await;
    }

    /// The player to move types a move.
    pub async fn say_move(&mut self) {
        let text = self.some_move();
        self.say(&format!("!tablero move {text}")).await;
        self.line.play(&text).expect("it is legal");
    }

    /// Types a move, and waits for the answer.
    pub async fn play(&mut self, within: Duration) -> Value {
        self.say_move().await;
        self.wait_board(within).await
    }

    /// Waits for the board of the present position, or for its description.
    pub async fn wait_board(&self, within: Duration) -> Value {
        let (ply, asked) = (self.ply(), Instant::now());
        let is_it = |place: &str, event: &Value| place == self.room && self.shows(event, ply);
        let board = timeout(within, self.players[0].wait_from(0, &format!("board {ply}"), is_it)).await;
        let (_, board) = board.unwrap_or_else(|_| {
            let events = self.players[0].events();
            let said: Vec<&str> = events.iter().rev().take(8).map(|(_, event)| body(event)).collect();
            panic!("{}: board {ply} is not there after {:?}: {said:#?}", self.room, asked.elapsed())
        });
        board
    }

    /// Whether an event shows the position after a number of plies: in a picture, or in words if that cannot be sent.
    fn shows(&self, event: &Value, ply: usize) -> bool {
        let content = &event["content"];
        let relation = &content["m.relates_to"];
        let is_here = self.has_moved || relation["event_id"] == self.challenge.as_str();
        if event["sender"] != self.bot.as_str() || relation["rel_type"] == "m.replace" || !is_here {
            return false;
        }
        match content["tablero.file"].as_str() {
            Some(file) => file.ends_with(&format!("-{ply}.png")),
            None => body(event).contains(&format!("Turn {ply}: ")),
        }
    }

    /// Checks that each position was shown once, and told once to the player to move and to nobody else.
    pub fn check(&self) {
        let events = self.players[0].events();
        let here: Vec<&Value> = events.iter().filter(|(room, _)| *room == self.room).map(|(_, event)| event).collect();
        let mut line = Catalog::standard().game("barrier").expect("the game").start("variant=6").expect("the setup");
        let moves = self.line.moves();
        for ply in 0..=self.ply() {
            let shown: Vec<&Value> = here.iter().copied().filter(|event| self.shows(event, ply)).collect();
            let pictures = shown.iter().filter(|event| event["content"]["tablero.file"].is_string()).count();
            let (words, told) = (shown.len() - pictures, shown.iter().flat_map(|event| mentions(event)));
            assert!(pictures <= 1 && words <= 1 && !shown.is_empty(), "board {ply} of {}: {shown:#?}", self.room);
            let to_move = self.players[line.seat().index()].id.as_str();
            assert_eq!(told.collect::<Vec<_>>(), [to_move], "board {ply} of {}", self.room);
            if let Some(text) = moves.get(ply) {
                line.play(text).expect("it is legal");
            }
        }
        let own = self.players.each_ref().map(|player| player.id.as_str());
        for event in here.iter().filter(|event| event["sender"] == self.bot.as_str()) {
            assert!(mentions(event).iter().all(|user| own.contains(user)), "a stranger is told: {event:#}");
        }
    }

    /// Checks that the game is stored as it was played.
    pub async fn check_stored(&self, service: &GameService) {
        let stored = service.find(self.game(service).await).await.expect("it is read");
        assert_eq!(
            (stored.line.moves(), stored.to_move()),
            (self.line.moves(), Some(self.line.seat())),
            "{}",
            self.room
        );
    }
}

/// An event of a room that a homeserver claims to have received, as `/sync` shows it.
pub fn forged(kind: &str, sender: &str, state_key: Option<&str>, content: Value) -> Value {
    let mut event = json!({
        "type": kind,
        "sender": sender,
        "origin_server_ts": 4_000_000_000_000_i64,
        "content": content,
    });
    if let Some(key) = state_key {
        event["state_key"] = key.into();
    }
    event
}
