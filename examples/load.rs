//! Measures turns a second: players in the Discord emulator move as fast as they are answered, and each turn counts when
//! its board is posted. Needs the program built with the same profile.
//!
//! ```sh
//! cargo build --release && cargo run --release --example load -- --games 24 --seconds 30
//! cargo run --release --example load -- --games 40 --rate 75 --seconds 60
//! cargo run --release --example load -- --database postgres://tablero@localhost/load --processes 4
//! ```
//!
//! Interactions arrive by HTTP, divided among the processes by a load balancer in this program. Over PostgreSQL, every
//! process has all roles but the gateway, and one of them delivers the posts. The emulator and the players run in this process; its share
//! of the processor time is reported.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use clap::Parser;
use discord_emulator::{Emulator, EmulatorOptions, Id, MessageView, Reply, User};
use serde_json::json;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tablero::catalog::{AnyLine, Catalog};
use tablero::discord::interactions_endpoint::PATH;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// The longest wait for anything.
const SOON: Duration = Duration::from_secs(60);

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Measures turns a second.
#[derive(Debug, Parser)]
struct Arguments {
    /// The database: a PostgreSQL URL, or nothing for a new file.
    #[arg(long)]
    database: Option<String>,
    /// How many processes of the bot share the work; a file allows one.
    #[arg(long, default_value_t = 1)]
    processes: usize,
    /// How many games are played at the same time.
    #[arg(long, default_value_t = 24)]
    games: usize,
    /// How long is measured, in seconds.
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// How many turns a second are played together, at most; by default, as many as are answered.
    #[arg(long)]
    rate: Option<f64>,
    /// The program.
    #[arg(long, default_value = "target/release/tablero")]
    program: PathBuf,
}

/// The processes of the bot.
struct Balancer {
    ports: Vec<u16>,
    next: AtomicUsize,
    client: reqwest::Client,
}

async fn balance(State(balancer): State<Arc<Balancer>>, headers: HeaderMap, body: String) -> (StatusCode, String) {
    let next = balancer.next.fetch_add(1, Ordering::Relaxed) % balancer.ports.len();
    let url = format!("http://127.0.0.1:{}{PATH}", balancer.ports[next]);
    match balancer.client.post(url).headers(headers).body(body).send().await {
        Ok(response) => (response.status(), response.text().await.unwrap_or_default()),
        Err(_) => (StatusCode::BAD_GATEWAY, String::new()),
    }
}

/// Starts the processes and returns them with their ports.
fn start(arguments: &Arguments, emulator: &Emulator, folder: &std::path::Path) -> Result<Vec<(Child, u16)>, Failure> {
    let mut started = Vec::new();
    for number in 0..arguments.processes {
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let url = arguments.database.clone().unwrap_or(format!("sqlite:{}", folder.join("load.sqlite").display()));
        let config =
            format!("[log]\nfilter = \"error\"\n[database]\nurl = {url:?}\n[http]\naddress = \"127.0.0.1:{port}\"\n");
        let file = folder.join(format!("{number}.toml"));
        std::fs::write(&file, config)?;
        let mut command = Command::new(&arguments.program);
        command.args(["serve", "--api-url", &emulator.api_url(), "--config"]).arg(&file);
        if arguments.database.is_some() {
            command.args(["--roles", "http,outbox,scheduler,engine"]);
        }
        let token = EmulatorOptions::default().token;
        let child = command.env("DISCORD_TOKEN", token).stdin(Stdio::null()).kill_on_drop(true).spawn()?;
        started.push((child, port));
    }
    Ok(started)
}

/// Tells the emulator to send interactions to a balancer for these ports, once all of them answer.
async fn receive_interactions(emulator: &Emulator, ports: Vec<u16>) -> Result<(), Failure> {
    for port in &ports {
        while tokio::net::TcpStream::connect(("127.0.0.1", *port)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let endpoint = format!("http://{}/", listener.local_addr()?);
    let balancer = Arc::new(Balancer { ports, next: AtomicUsize::new(0), client: reqwest::Client::new() });
    let router = axum::Router::new().fallback(balance).with_state(balancer);
    tokio::spawn(async move { axum::serve(listener, router).await });
    let request = reqwest::Client::new()
        .patch(format!("{}/api/v10/applications/@me", emulator.api_url()))
        .header("authorization", format!("Bot {}", EmulatorOptions::default().token));
    let response = request.json(&json!({ "interactions_endpoint_url": endpoint })).send().await?;
    response.error_for_status()?;
    Ok(timeout(SOON, emulator.wait_command("about")).await?)
}

/// Two people and their game.
struct Game {
    players: [User; 2],
    place: Id,
    line: Box<dyn AnyLine>,
}

impl Game {
    async fn start(emulator: &Emulator, number: usize) -> Result<Game, Failure> {
        let channel = emulator.add_channel(&format!("table{number}"));
        let players = [1, 2].map(|seat| emulator.add_user(&format!("Player {number} {seat}"), "en-US"));
        let line = Catalog::standard().game("dvonn").ok_or("no such game")?.start("start=placement")?;
        let options = [
            ("game", json!("dvonn")),
            ("start", json!("placement")),
            ("opponent", json!(players[1].id().to_string())),
            ("side", json!("first")),
        ];
        let Reply::Message(challenge) = players[0].command(channel, "challenge", &options).await? else {
            return Err("the challenge is not answered".into());
        };
        players[1].press(&challenge, "Accept").await?;
        let place = challenge.id;
        let game = Game { players, place, line };
        players_wait(&game, 0).await?;
        Ok(game)
    }

    /// Plays a turn. Returns the time until the board was posted.
    async fn turn(&mut self) -> Result<Duration, Failure> {
        let started = Instant::now();
        let text = self.line.nth_legal(0).ok_or("the game is over")?;
        let player = &self.players[self.line.seat().index()];
        let reply = player.command(self.place, "move", &[("text", json!(text))]).await?;
        if !matches!(&reply, Reply::Message(message) if message.content.contains(&text)) {
            return Err(format!("the move is not acknowledged: {reply:?}").into());
        }
        self.line.play(&text).map_err(|refused| refused.to_string())?;
        players_wait(self, self.line.ply()).await?;
        Ok(started.elapsed())
    }
}

/// Waits for the board of this ply.
async fn players_wait(game: &Game, ply: usize) -> Result<(), Failure> {
    let name = format!("-{ply}.png");
    let fits = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with(&name));
    Ok(game.players[0].wait_message(game.place, fits, SOON).await.map(drop)?)
}

/// The processor time that a process has used, in seconds.
fn processor_seconds(process: &str) -> f64 {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / TICKS_A_SECOND
}

fn percentile(sorted: &[Duration], percent: usize) -> f64 {
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments = Arguments::parse();
    if arguments.database.is_none() && arguments.processes != 1 {
        return Err("a file belongs to one process: set --database for more".into());
    }
    let folder = tempfile::TempDir::new()?;
    let emulator = Emulator::start(EmulatorOptions::default()).await?;
    let processes = start(&arguments, &emulator, folder.path())?;
    timeout(SOON, receive_interactions(&emulator, processes.iter().map(|(_, port)| *port).collect())).await??;
    let mut games = Vec::new();
    for number in 0..arguments.games {
        games.push(Game::start(&emulator, number).await?);
    }
    let bots = || -> f64 {
        let ids = processes.iter().filter_map(|(child, _)| child.id());
        ids.map(|id| processor_seconds(&id.to_string())).sum()
    };
    let before = (bots(), processor_seconds("self"), emulator.response_times().len());
    let (started, end) = (Instant::now(), Instant::now() + Duration::from_secs(arguments.seconds));
    let mut playing = JoinSet::new();
    // Each game has its share of the rate, and they begin one after another.
    let period = arguments.rate.map(|rate| Duration::from_secs_f64(arguments.games as f64 / rate));
    for (number, mut game) in games.into_iter().enumerate() {
        let begins = started + period.unwrap_or_default().mul_f64(number as f64 / arguments.games as f64);
        playing.spawn(async move {
            let mut turns = Vec::new();
            let mut clock = period.map(|period| tokio::time::interval_at(begins.into(), period));
            // A game of DVONN has 49 placements and some thirty moves.
            while Instant::now() < end && game.line.ending().is_none() {
                if let Some(clock) = &mut clock {
                    clock.tick().await;
                }
                turns.push(game.turn().await?);
            }
            Ok::<_, Failure>(turns)
        });
    }
    let mut turns = Vec::new();
    while let Some(played) = playing.join_next().await {
        turns.extend(played??);
    }
    let elapsed = started.elapsed().as_secs_f64();
    let (used, own) = (bots() - before.0, processor_seconds("self") - before.1);
    turns.sort();
    let mut acknowledged = emulator.response_times().split_off(before.2);
    acknowledged.sort();
    let count = turns.len();
    println!(
        "{} process(es), {} games: {count} turns in {elapsed:.1} s, {:.1} a second; board after {:.0} ms (p50), {:.0} ms \
         (p99); acknowledged after {:.1} ms (p50), {:.1} ms (p99); processor time of a turn: {:.1} ms in the bot, {:.1} ms \
         in the emulator and the players",
        arguments.processes,
        arguments.games,
        count as f64 / elapsed,
        percentile(&turns, 50),
        percentile(&turns, 99),
        percentile(&acknowledged, 50),
        percentile(&acknowledged, 99),
        used * 1000.0 / count as f64,
        own * 1000.0 / count as f64,
    );
    Ok(())
}
