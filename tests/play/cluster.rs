//! Several processes of the bot over one PostgreSQL database, a load balancer in front of those that receive
//! interactions, and players who do not give up.

use crate::restarts::spawn;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use discord_emulator::{EmulatorOptions, MessageView, Reply};
use serde_json::json;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tablero::discord::interactions_endpoint::PATH;
use test_support::stage::{SOON, Stage, Table};
use tokio::net::TcpListener;
use tokio::process::Child;
use tokio::time::{sleep, timeout};

/// How long a move may take in the worst case.
const PATIENCE: Duration = Duration::from_secs(100);

/// How long a player waits for a board before sending a move again that was not acknowledged.
const ANSWERED: Duration = Duration::from_secs(2);

/// A process of the bot.
pub struct Process {
    pub roles: &'static str,
    /// Its port, if it receives interactions.
    pub port: Option<u16>,
    pub child: Child,
    /// Until when it is frozen.
    pub frozen_until: Option<Instant>,
}

impl Process {
    pub async fn start(stage: &Stage, database: &str, roles: &'static str, port: Option<u16>) -> Process {
        let http = port.map(|port| format!("[http]\naddress = \"127.0.0.1:{port}\"\n")).unwrap_or_default();
        let child = spawn(stage, &format!("[database]\n{database}\n{http}"), &["--roles", roles]);
        Process { roles, port, child, frozen_until: None }
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().expect("it runs").to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
    }

    pub fn freeze(&mut self, time: Duration) {
        self.signal("-STOP");
        self.frozen_until = Some(Instant::now() + time);
    }

    pub fn thaw(&mut self) {
        self.signal("-CONT");
        self.frozen_until = None;
    }
}

/// The processes that receive interactions.
struct Balancer {
    ports: Vec<u16>,
    next: AtomicUsize,
    client: reqwest::Client,
}

/// Forwards a request to one of the processes, or to the next one if it does not answer.
async fn balance(State(balancer): State<Arc<Balancer>>, headers: HeaderMap, body: String) -> (StatusCode, String) {
    for _ in 0..balancer.ports.len() {
        let next = balancer.next.fetch_add(1, Ordering::Relaxed);
        let url = format!("http://127.0.0.1:{}{PATH}", balancer.ports[next % balancer.ports.len()]);
        if let Ok(response) = balancer.client.post(url).headers(headers.clone()).body(body.clone()).send().await {
            return (response.status(), response.text().await.unwrap_or_default());
        }
    }
    (StatusCode::BAD_GATEWAY, String::new())
}

/// Tells Discord to send interactions to a balancer for these ports.
pub async fn balance_interactions(stage: &Stage, ports: Vec<u16>) {
    let client = reqwest::Client::builder().timeout(Duration::from_millis(800)).build().expect("a client");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let endpoint = format!("http://{}/", listener.local_addr().expect("an address"));
    let balancer = Arc::new(Balancer { ports, next: AtomicUsize::new(0), client });
    let router = axum::Router::new().fallback(balance).with_state(balancer);
    tokio::spawn(async move { axum::serve(listener, router).await });
    let url = format!("{}/api/v10/applications/@me", stage.local.api_url());
    let authorization = format!("Bot {}", EmulatorOptions::default().token);
    let set = async {
        loop {
            let request = reqwest::Client::new().patch(&url).header("authorization", &authorization);
            let request = request.json(&json!({ "interactions_endpoint_url": endpoint }));
            if request.send().await.is_ok_and(|response| response.status().is_success()) {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(SOON, set).await.expect("a process answers");
}

pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// Whether a message shows the board of this ply, or of a later one.
fn shows(message: &MessageView, ply: usize) -> bool {
    let names = message.attachments.iter().filter_map(|file| file.name.strip_suffix(".png")?.rsplit('-').next());
    names.filter_map(|ply| ply.parse().ok()).any(|posted: usize| posted >= ply)
}

/// Waits until the board of this ply, or of a later one, is posted, but not longer than `limit`. Returns whether it is.
async fn is_posted_within(table: &Table, ply: usize, limit: Duration) -> bool {
    table.players[0].wait_message(table.thread, |message| shows(message, ply), limit).await.is_ok()
}

/// Plays a game until this time. A player whose move is not acknowledged sends it again, unless the board is posted by
/// [`ANSWERED`].
pub async fn play(mut table: Table, until: Instant) -> PlayedGame {
    let (mut acknowledged, mut posted) = (0, vec![Instant::now()]);
    while Instant::now() < until && table.line.ending().is_none() {
        let ply = table.line.ply();
        let legal = table.line.legal(usize::MAX).len();
        let text = table.line.nth_legal((ply * 7 % legal) as u64).expect("a legal move");
        let mut is_acknowledged = false;
        let due = async {
            loop {
                if !is_acknowledged {
                    let sent = table.to_move().command(table.thread, "move", &[("text", json!(text))]).await;
                    is_acknowledged = match sent {
                        Ok(Reply::Message(answer)) => answer.content == format!("Played: **{text}**"),
                        _ => false,
                    };
                }
                if is_posted_within(&table, ply + 1, ANSWERED).await {
                    break;
                }
            }
        };
        let waited = timeout(PATIENCE, due).await;
        waited.unwrap_or_else(|_| panic!("{}: {text} is lost, acknowledged: {is_acknowledged}", table.thread));
        acknowledged += usize::from(is_acknowledged);
        posted.push(Instant::now());
        table.line.play(&text).expect("it is legal");
        if table.engine_answers() {
            timeout(PATIENCE, table.wait_engine()).await.expect("the bot moves");
        }
    }
    PlayedGame { table, acknowledged, posted }
}

/// A game that was played while processes failed.
pub struct PlayedGame {
    pub table: Table,
    /// How many moves were acknowledged at once.
    pub acknowledged: usize,
    /// When the game began, and when the board of each move of a person was there.
    pub posted: Vec<Instant>,
}

impl PlayedGame {
    /// Checks that each board was posted once. Returns the number of moves.
    pub fn check(&self) -> usize {
        let last = self.table.line.ply();
        let boards: Vec<usize> = (1..=last).map(|ply| self.table.boards(ply)).collect();
        match self.table.engine {
            None => assert_eq!(boards, vec![1; last], "each board is posted once"),
            // A move that the bot answers has no board of its own.
            Some(_) => {
                let is_last_there = last == 0 || boards[last - 1] == 1;
                assert!(boards.iter().all(|count| *count <= 1) && is_last_there, "{boards:?}");
            }
        }
        last
    }

    /// The longest time between two boards.
    pub fn longest_gap(&self) -> Duration {
        self.posted.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or_default()
    }
}
