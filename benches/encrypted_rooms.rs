//! What encryption costs: the time from a move to its board, the processor time of the bot for a turn, and its memory for
//! many rooms, each in rooms without encryption and in encrypted ones.
//!
//! ```sh
//! cargo bench --bench encrypted_rooms             # all of it
//! cargo bench --bench encrypted_rooms -- turns    # a game, twice in each kind of room
//! cargo bench --bench encrypted_rooms -- rooms    # a thousand rooms of each kind
//! ```
//!
//! It needs Synapse and matrix-nio, like `tests/matrix`, and Linux, which says what a process uses. The bot is a process
//! of its own. Each game is played by two clients that encrypt, one move after another. A delay is the difference of the
//! times that Synapse gives to the message with the move and to the board's words. In each of the thousand rooms, the bot
//! says hello.

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tablero::catalog::Catalog;
use tablero::rules::Seat;
use test_support::matrix::bot::Meeting;
use test_support::matrix::device::Device;
use test_support::matrix::user::body;
use tokio::process::Child;

const MOVES: usize = 46;
const ROOMS: usize = 1000;
/// How many rooms are opened at the same time.
const AT_ONCE: usize = 8;
const KIB: u64 = 1024;

/// The bot as a process of its own, and its people.
struct Scene {
    meeting: Meeting,
    bot: Child,
    ada: Device,
    bruno: Device,
}

impl Scene {
    /// `None` if something is not installed.
    async fn open() -> Option<Scene> {
        let mut meeting = Meeting::without_bot(&["localhost"], "").await?;
        meeting.settings.clear();
        let database = format!("sqlite:{}", meeting.database().display());
        let bot = meeting.start_process(env!("CARGO_BIN_EXE_tablero"), &database);
        let ada = Device::log_in(&meeting.homeserver, "ada", "ADA").await?;
        let bruno = Device::log_in(&meeting.homeserver, "bruno", "BRUNO").await?;
        Some(Scene { meeting, bot, ada, bruno })
    }

    /// What the system says of the bot's process.
    fn of_bot(&self, about: &str) -> String {
        let process = self.bot.id().expect("it runs");
        std::fs::read_to_string(format!("/proc/{process}/{about}")).expect("the system says it")
    }

    /// The processor time of the bot so far.
    fn processor_time(&self) -> Duration {
        const TICK: Duration = Duration::from_millis(10);
        let stat = self.of_bot("stat");
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        TICK * fields.skip(11).take(2).map(|field| field.parse::<u32>().expect("a number")).sum::<u32>()
    }

    /// The memory of the bot, in bytes.
    fn memory(&self) -> u64 {
        let status = self.of_bot("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it is there");
        KIB * line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number")
    }

    async fn create_room(&self, others: &[&str], is_encrypted: bool) -> String {
        match is_encrypted {
            true => self.ada.create_room(others, json!({})).await,
            false => self.ada.session.create_room(others, json!({})).await,
        }
    }

    /// Says something beside an event, or alone. Returns the id.
    async fn say(&self, by: &Device, room: &str, beside: Option<&Value>, text: &str, is_encrypted: bool) -> String {
        match (is_encrypted, beside) {
            (true, Some(event)) => by.say_beside(room, event, text, false).await,
            (true, None) => by.say(room, text).await,
            (false, Some(event)) => by.session.say_beside(room, event, text, false).await,
            (false, None) => by.session.say(room, text).await,
        }
    }

    async fn close(mut self) {
        self.bot.kill().await.expect("it runs");
    }
}

fn kind(is_encrypted: bool) -> &'static str {
    if is_encrypted { "encrypted" } else { "plain" }
}

fn time(event: &Value) -> i64 {
    event["origin_server_ts"].as_i64().expect("a time")
}

/// Plays the placements of a game of DVONN, and prints the delays of the boards and the processor time.
async fn play(is_encrypted: bool) {
    let Some(scene) = Scene::open().await else { return };
    let Scene { meeting, ada, bruno, .. } = &scene;
    let room = scene.create_room(&[&bruno.id, &meeting.bot.id], is_encrypted).await;
    bruno.join(&room).await;
    ada.wait_member(&room, &meeting.bot.id).await;
    ada.wait_member(&room, &bruno.id).await;
    scene.say(ada, &room, None, "!tablero challenge @Bruno side first game dvonn", is_encrypted).await;
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
    let (mut delays, before) = (Vec::new(), scene.processor_time());
    for ply in 1..=MOVES {
        let text = line.nth_legal(0).expect("a legal move");
        let player = if line.seat() == Seat::One { ada } else { bruno };
        let id = scene.say(player, &room, Some(&shown), &format!("!move {text}"), is_encrypted).await;
        line.play(&text).expect("it is legal");
        shown = board(ply).await;
        let (_, asked) = ada.wait_from(0, "the move", |_, event| event["event_id"] == id.as_str()).await;
        delays.push(time(&shown) - time(&asked));
    }
    let spent = (scene.processor_time() - before).as_secs_f64() * 1000.0 / MOVES as f64;
    delays.sort_unstable();
    let at = |part: usize| delays[(delays.len() - 1) * part / 100];
    let delays = format!("p50 {} ms, p90 {} ms, longest {} ms", at(50), at(90), at(100));
    println!("{}: {MOVES} boards, {delays}, processor time {spent:.1} ms a turn", kind(is_encrypted));
    scene.close().await;
}

/// Opens many rooms, and prints the memory of the bot before and after.
async fn fill(is_encrypted: bool) {
    let Some(scene) = Scene::open().await else { return };
    let Scene { meeting, ada, .. } = &scene;
    let greeted = async |_: usize| {
        let room = scene.create_room(&[&meeting.bot.id], is_encrypted).await;
        let is_hello = |place: &str, event: &Value| place == room && body(event).contains("Tablero");
        ada.wait_from(0, "hello", is_hello).await;
    };
    greeted(0).await;
    let (before, begun) = (scene.memory(), Instant::now());
    stream::iter(1..ROOMS).map(&greeted).buffer_unordered(AT_ONCE).collect::<Vec<_>>().await;
    let after = scene.memory();
    println!(
        "{}: {:.1} MB with one room, {:.1} MB with {ROOMS}, {:.1} kB a room; {:.0} ms from one room to the next",
        kind(is_encrypted),
        before as f64 / 1e6,
        after as f64 / 1e6,
        after.saturating_sub(before) as f64 / 1e3 / (ROOMS - 1) as f64,
        begun.elapsed().as_secs_f64() * 1000.0 / (ROOMS - 1) as f64,
    );
    scene.close().await;
}

#[tokio::main]
async fn main() {
    // Cargo adds an argument of its own.
    let named: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wanted = |part: &str| named.is_empty() || named.iter().any(|name| name == part);
    if wanted("turns") {
        for is_encrypted in [false, true, false, true] {
            play(is_encrypted).await;
        }
    }
    if wanted("rooms") {
        for is_encrypted in [false, true] {
            fill(is_encrypted).await;
        }
    }
}
