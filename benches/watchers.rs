//! A thousand people watch one game while others play: how long turns and events take, and how much memory a watcher does.
//!
//! ```sh
//! taskset -c 1 cargo bench --bench watchers                  # the bot has core 0, and everything else core 1
//! taskset -c 1 cargo bench --bench watchers -- 1000 pages    # every watcher also asks for the match and its board
//! ```
//!
//! The bot runs in a process of its own, on a new file. Forty games are played through the emulator, 75 turns a second
//! together, and a move every two seconds in the game that is watched. A turn is acknowledged when the emulator gets its
//! response, and done when its board is posted.

use discord_emulator::{Emulator, EmulatorOptions, Id, MessageView, Reply, User};
use serde_json::json;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tablero::catalog::{AnyLine, Catalog};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;
use tokio::time::{interval_at, sleep, timeout};

const SOON: Duration = Duration::from_secs(60);
const GAMES: usize = 40;
const TURNS_A_SECOND: f64 = 75.0;
const SECONDS: u64 = 20;
/// Between the moves in the game that is watched.
const WATCHED_MOVE: Duration = Duration::from_secs(2);

/// Two people and their game.
struct Game {
    players: [User; 2],
    place: Id,
    line: Box<dyn AnyLine>,
}

impl Game {
    async fn start(emulator: &Emulator, number: usize) -> Game {
        let channel = emulator.add_channel(&format!("table{number}"));
        let players = [1, 2].map(|seat| emulator.add_user(&format!("Player {number} {seat}"), "en-US"));
        let dvonn = Catalog::standard().game("dvonn").expect("the game exists");
        let line = dvonn.start("start=placement").expect("the setup exists");
        let options = [
            ("game", json!("dvonn")),
            ("start", json!("placement")),
            ("opponent", json!(players[1].id().to_string())),
            ("side", json!("first")),
        ];
        let challenge = loop {
            // A bot that has just started does not always answer in time.
            if let Reply::Message(sent) = players[0].command(channel, "challenge", &options).await.expect("a command") {
                break sent;
            }
        };
        players[1].press(&challenge, "Accept").await.expect("a button");
        let game = Game { players, place: challenge.id, line };
        game.board().await;
        game
    }

    /// Waits for the board of the position.
    async fn board(&self) -> MessageView {
        let name = format!("-{}.png", self.line.ply());
        let fits = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with(&name));
        self.players[0].wait_message(self.place, fits, SOON).await.expect("a board")
    }

    async fn turn(&mut self) -> Duration {
        let started = Instant::now();
        let text = self.line.nth_legal(0).expect("the game is not over");
        let player = &self.players[self.line.seat().index()];
        player.command(self.place, "move", &[("text", json!(text))]).await.expect("a move");
        self.line.play(&text).expect("it is legal");
        self.board().await;
        started.elapsed()
    }
}

/// What the watchers have seen.
#[derive(Default)]
struct Seen {
    connected: AtomicUsize,
    events: AtomicUsize,
    /// How many events have come since the last move in the watched game, and the time until the last of them.
    since_move: AtomicUsize,
    last_micros: AtomicU64,
    answers: AtomicUsize,
}

struct Watching {
    address: String,
    link: String,
    asks: bool,
    seen: Arc<Seen>,
    began: Instant,
}

impl Watching {
    fn head(&self, path: &str) -> String {
        let Watching { address, link, .. } = self;
        format!("GET /api/v1/{path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {link}\r\n\r\n")
    }

    async fn watch(&self) -> std::io::Result<()> {
        let mut stream = TcpStream::connect(&self.address).await?;
        stream.write_all(self.head("match/events").as_bytes()).await?;
        let mut lines = BufReader::with_capacity(512, stream).lines();
        let (mut is_first, mut asking) = (true, None);
        while let Some(line) = lines.next_line().await? {
            if !line.starts_with("data:") {
                continue;
            }
            self.seen.events.fetch_add(1, Ordering::Relaxed);
            self.seen.since_move.fetch_add(1, Ordering::Relaxed);
            self.seen.last_micros.store(self.began.elapsed().as_micros() as u64, Ordering::Relaxed);
            if std::mem::take(&mut is_first) {
                self.seen.connected.fetch_add(1, Ordering::Relaxed);
            }
            if self.asks {
                let connection = match asking.take() {
                    Some(connection) => connection,
                    None => TcpStream::connect(&self.address).await?,
                };
                asking = Some(self.ask(connection).await?);
            }
        }
        Ok(())
    }

    /// Asks for what a page asks for after an event.
    async fn ask(&self, mut connection: TcpStream) -> std::io::Result<TcpStream> {
        for path in ["match", "match/board?theme=light"] {
            connection.write_all(self.head(path).as_bytes()).await?;
            let mut reader = BufReader::new(&mut connection);
            let (mut line, mut length, mut is_ok) = (String::new(), 0, false);
            loop {
                line.clear();
                reader.read_line(&mut line).await?;
                is_ok |= line.starts_with("HTTP/1.1 200");
                if let Some(given) = line.to_lowercase().strip_prefix("content-length:") {
                    length = given.trim().parse().expect("a length");
                }
                if line.trim().is_empty() {
                    break;
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).await?;
            self.seen.answers.fetch_add(usize::from(is_ok), Ordering::Relaxed);
        }
        Ok(connection)
    }
}

fn start_bot(emulator: &Emulator, folder: &std::path::Path, port: u16) -> Child {
    let url = format!("sqlite:{}", folder.join("watchers.sqlite").display());
    let config =
        format!("[log]\nfilter = \"error\"\n[database]\nurl = {url:?}\n[web]\naddress = \"127.0.0.1:{port}\"\n");
    let file = folder.join("config.toml");
    std::fs::write(&file, config).expect("a file");
    let mut command = Command::new("taskset");
    command.args(["-c", "0", env!("CARGO_BIN_EXE_tablero"), "serve", "--api-url", &emulator.api_url(), "--config"]);
    command.arg(&file).env("DISCORD_TOKEN", EmulatorOptions::default().token).stdin(Stdio::null());
    command.kill_on_drop(true).spawn().expect("the bot starts")
}

/// The resident memory of a process in KiB, and the processor time that it has used in seconds.
fn usage(id: u32) -> (u64, f64) {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let resident = resident.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0);
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (resident, (ticks(11) + ticks(12)) / 100.0)
}

fn percentile(times: &mut [Duration], percent: usize) -> f64 {
    times.sort();
    let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
}

#[tokio::main]
async fn main() {
    // Cargo passes its own flags to benchmarks.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let watchers: usize = words.iter().find_map(|word| word.parse().ok()).unwrap_or(1_000);
    let asks = words.iter().any(|word| word == "pages");
    let folder = tempfile::TempDir::new().expect("a folder");
    let emulator = Emulator::start(EmulatorOptions::default()).await.expect("the emulator starts");
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let bot = start_bot(&emulator, folder.path(), port);
    let id = bot.id().expect("it runs");
    timeout(SOON, emulator.wait_command("about")).await.expect("the bot is ready");
    let mut games = Vec::new();
    for number in 0..GAMES {
        games.push(Game::start(&emulator, number).await);
    }
    let mut watched = Game::start(&emulator, GAMES).await;
    let carmen = emulator.add_user("Carmen", "en-US");
    let reply = carmen.press(&watched.board().await, "Open the board").await.expect("a button");
    let Reply::Message(said) = reply else { panic!("{reply:?}") };
    let (_, link) = said.content.split_once("/board#").expect("a link");
    let before = usage(id).0;
    let seen = Arc::new(Seen::default());
    let began = Instant::now();
    let (address, link) = (format!("127.0.0.1:{port}"), link.trim().to_owned());
    let watching = Arc::new(Watching { address, link, asks, seen: Arc::clone(&seen), began });
    for number in 0..watchers {
        let watching = Arc::clone(&watching);
        tokio::spawn(async move { watching.watch().await });
        // They do not all come at the same instant.
        if number % 20 == 19 {
            sleep(Duration::from_millis(20)).await;
        }
    }
    let connected = async {
        while seen.connected.load(Ordering::Relaxed) < watchers {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let all = timeout(SOON, connected).await;
    assert!(all.is_ok(), "only {} watch", seen.connected.load(Ordering::Relaxed));
    println!("{watchers} watch after {} ms", began.elapsed().as_millis());
    let with = usage(id).0;

    let acknowledged_before = emulator.response_times().len();
    let (started, end) = (Instant::now(), Instant::now() + Duration::from_secs(SECONDS));
    let used = usage(id).1;
    let period = Duration::from_secs_f64(GAMES as f64 / TURNS_A_SECOND);
    let mut playing = JoinSet::new();
    for (number, mut game) in games.into_iter().enumerate() {
        let begins = started + period.mul_f64(number as f64 / GAMES as f64);
        playing.spawn(async move {
            let (mut turns, mut clock) = (Vec::new(), interval_at(begins.into(), period));
            while Instant::now() < end && game.line.ending().is_none() {
                clock.tick().await;
                turns.push(game.turn().await);
            }
            turns
        });
    }
    let mut told = Vec::new();
    while Instant::now() < end {
        let next = Instant::now() + WATCHED_MOVE;
        seen.since_move.store(0, Ordering::Relaxed);
        let moved = began.elapsed();
        watched.turn().await;
        let all = async {
            while seen.since_move.load(Ordering::Relaxed) < watchers {
                sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(SOON, all).await.expect("every watcher hears of it");
        told.push(Duration::from_micros(seen.last_micros.load(Ordering::Relaxed)).saturating_sub(moved));
        tokio::time::sleep_until(next.into()).await;
    }
    let mut turns = Vec::new();
    while let Some(played) = playing.join_next().await {
        turns.extend(played.expect("no panic"));
    }
    let (elapsed, used) = (started.elapsed().as_secs_f64(), usage(id).1 - used);
    let mut acknowledged = emulator.response_times().split_off(acknowledged_before);
    println!(
        "{} turns, {:.1} a second: acknowledged after {:.1} ms (p50), {:.1} ms (p99); board after {:.0} ms (p50), {:.0} ms \
         (p99); {:.0}% of a core",
        turns.len(),
        turns.len() as f64 / elapsed,
        percentile(&mut acknowledged, 50),
        percentile(&mut acknowledged, 99),
        percentile(&mut turns, 50),
        percentile(&mut turns, 99),
        used / elapsed * 100.0,
    );
    println!(
        "{} moves in the watched game: all watchers told {:.0} ms (p50), {:.0} ms (most) after the move was sent; {} events, {} \
         answers",
        told.len(),
        percentile(&mut told, 50),
        percentile(&mut told, 100),
        seen.events.load(Ordering::Relaxed),
        seen.answers.load(Ordering::Relaxed),
    );
    println!(
        "memory: {before} KiB before, {with} KiB with the watchers: {:.1} KiB each; {} KiB at the end",
        with.saturating_sub(before) as f64 / watchers.max(1) as f64,
        usage(id).0,
    );
}
