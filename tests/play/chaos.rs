//! Five processes of mixed roles over one PostgreSQL. They are killed, frozen and started again at random while games are
//! played, and PostgreSQL crashes. Every game is whole, every board is posted once, every deadline is kept, and
//! afterwards nothing is left undone.

use crate::postgres_server::PostgresServer;
use crate::restarts::spawn;
use crate::stage::{SOON, Stage, Table};
use crate::test_database::TestDatabase;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde_json::json;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tablero::discord::interactions_endpoint::PATH;
use tablero::emulator::{EmulatorOptions, MessageView, Reply};
use tablero::rules::SeededRng;
use tokio::net::TcpListener;
use tokio::process::Child;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// What the processes do. Three receive interactions, behind a load balancer.
const ROLES: [&str; 5] =
    ["http,outbox", "http,engine", "gateway,scheduler", "outbox,engine,scheduler", "http,outbox,scheduler"];
/// How long processes are killed and frozen.
const CHAOS: Duration = Duration::from_secs(40);
/// The longest freeze; leases last ten seconds.
const FREEZE_MAX_MS: u64 = 14_000;
/// How much later than it expires a clock may be noticed: two ends of a lease, and the restart of a process between them.
const FLAG_LATE_MS: i64 = 25_000;
/// How long everything may take once all processes run again.
const CALM: Duration = Duration::from_secs(60);

/// A process of the bot.
struct Process {
    roles: &'static str,
    /// Its port, if it receives interactions.
    port: Option<u16>,
    child: Child,
    /// Until when it is frozen.
    frozen_until: Option<Instant>,
}

impl Process {
    async fn start(stage: &Stage, url: &str, roles: &'static str, port: Option<u16>) -> Process {
        let http = port.map(|port| format!("[http]\naddress = \"127.0.0.1:{port}\"\n")).unwrap_or_default();
        let child = spawn(stage, &format!("[database]\nurl = {url:?}\n{http}"), &["--roles", roles]);
        Process { roles, port, child, frozen_until: None }
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().expect("it runs").to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
    }

    fn freeze(&mut self, time: Duration) {
        self.signal("-STOP");
        self.frozen_until = Some(Instant::now() + time);
    }

    fn thaw(&mut self) {
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
async fn balance_interactions(stage: &Stage, ports: Vec<u16>) {
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

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// Whether the board of this ply, or of a later one, is posted.
fn is_posted(table: &Table, ply: usize) -> bool {
    let later = |message: &MessageView| {
        let names = message.attachments.iter().filter_map(|file| file.name.strip_suffix(".png")?.rsplit('-').next());
        names.filter_map(|ply| ply.parse().ok()).any(|posted: usize| posted >= ply)
    };
    table.players[0].messages(table.thread).iter().any(later)
}

/// Plays a game until this time. A player who gets no answer waits a moment and sends the move again, unless the board is
/// there. A move that was acknowledged is not sent again. Returns how many moves were acknowledged.
async fn play(mut table: Table, until: Instant) -> (Table, usize) {
    let mut acknowledged = 0;
    while Instant::now() < until && table.line.ending().is_none() {
        let ply = table.line.ply();
        let legal = table.line.legal(usize::MAX).len();
        let text = table.line.nth_legal((ply * 7 % legal) as u64).expect("a legal move");
        let mut is_acknowledged = false;
        let due = async {
            while !is_posted(&table, ply + 1) {
                if is_acknowledged {
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
                let sent = table.to_move().command(table.thread, "move", &[("text", json!(text))]).await;
                is_acknowledged = match sent {
                    Ok(Reply::Message(answer)) => answer.content == format!("Played: **{text}**"),
                    _ => false,
                };
                let answered = Instant::now();
                while !is_posted(&table, ply + 1) && answered.elapsed() < Duration::from_secs(2) {
                    sleep(Duration::from_millis(50)).await;
                }
            }
        };
        let waited = timeout(CHAOS + CALM, due).await;
        waited.unwrap_or_else(|_| panic!("{}: {text} is lost, acknowledged: {is_acknowledged}", table.thread));
        acknowledged += usize::from(is_acknowledged);
        table.line.play(&text).expect("it is legal");
        if table.engine_answers() {
            timeout(CHAOS + CALM, table.wait_engine()).await.expect("the bot moves");
        }
    }
    (table, acknowledged)
}

/// Starts processes again that have ended because the database was away, as a service manager does.
async fn restart_ended(stage: &Stage, url: &str, processes: &mut [Process]) {
    for process in processes {
        if process.child.try_wait().expect("its state is known").is_some() {
            *process = Process::start(stage, url, process.roles, process.port).await;
        }
    }
}

/// Kills, freezes and restarts processes at random, and crashes PostgreSQL once.
async fn disturb(stage: &Stage, server: &PostgresServer, url: &str, processes: &mut [Process], seed: u64) -> String {
    let (mut chance, started) = (SeededRng::new(seed), Instant::now());
    let (mut kills, mut freezes, mut crashes) = (0, 0, 0);
    while started.elapsed() < CHAOS {
        sleep(Duration::from_millis(300 + chance.below(900))).await;
        for process in processes.iter_mut() {
            if process.frozen_until.is_some_and(|until| until <= Instant::now()) {
                process.thaw();
            }
        }
        restart_ended(stage, url, processes).await;
        let process = &mut processes[chance.below(ROLES.len() as u64) as usize];
        if process.frozen_until.is_some() {
            continue;
        }
        match chance.below(5) {
            0 | 1 => {
                process.child.kill().await.expect("it is killed");
                *process = Process::start(stage, url, process.roles, process.port).await;
                kills += 1;
            }
            2 | 3 => {
                process.freeze(Duration::from_millis(500 + chance.below(FREEZE_MAX_MS)));
                freezes += 1;
            }
            _ => {}
        }
        if crashes == 0 && started.elapsed() > CHAOS / 2 {
            server.crash();
            crashes += 1;
        }
    }
    processes.iter_mut().filter(|process| process.frozen_until.is_some()).for_each(Process::thaw);
    restart_ended(stage, url, processes).await;
    format!("{kills} kills, {freezes} freezes, {crashes} crash of PostgreSQL")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn games_are_whole_though_processes_and_the_database_fail_at_random() {
    let Some(server) = PostgresServer::new() else { return };
    let url = server.new_database().await;
    let database = TestDatabase::Server(url.clone());
    let stage = Stage::without_bot().await;
    let mut processes = Vec::new();
    for roles in ROLES {
        processes.push(Process::start(&stage, &url, roles, roles.contains("http").then(free_port)).await);
    }
    balance_interactions(&stage, processes.iter().filter_map(|process| process.port).collect()).await;
    timeout(SOON, stage.local.wait_command("about")).await.expect("the commands are registered");
    let mut tables = Vec::new();
    for _ in 0..6 {
        tables.push(stage.table("dvonn", &[("start", json!("placement"))]).await);
    }
    for _ in 0..2 {
        tables.push(stage.practice("dvonn", 1, &[]).await);
    }
    // In one more game, the clock of the player to move expires in the middle.
    let mut timed = stage.table("barrier", &[("time", json!("1d")), ("pauses", json!("none"))]).await;
    for _ in 0..2 {
        let text = timed.line.nth_legal(0).expect("a move");
        timed.play(&text).await;
    }
    database
        .change(
            "UPDATE alarms SET due_at = (SELECT since FROM matches WHERE control = '1d') + 15000
             WHERE kind = 'match' AND subject = (SELECT id FROM matches WHERE control = '1d')",
        )
        .await;
    database
        .change("UPDATE matches SET since = since - 86400000 + 15000, flag_at = since + 15000 WHERE control = '1d'")
        .await;
    let flag_at = database.count("SELECT flag_at FROM matches WHERE control = '1d'").await;

    let mut games = JoinSet::new();
    for table in tables {
        games.spawn(play(table, Instant::now() + CHAOS));
    }
    let disturbances = disturb(&stage, &server, &url, &mut processes, 2026).await;
    let calm = Instant::now();
    let (mut moves, mut acknowledged) = (0, 0);
    while let Some(game) = timeout(CALM, games.join_next()).await.expect("every game goes on") {
        let (table, known) = game.expect("the game is whole");
        let last = table.line.ply();
        let boards: Vec<usize> = (1..=last).map(|ply| table.boards(ply)).collect();
        match table.engine {
            None => assert_eq!(boards, vec![1; last], "each board is posted once"),
            // A move that the bot answers has no board of its own.
            Some(_) => assert!(boards.iter().all(|count| *count <= 1) && boards[last - 1] == 1, "{boards:?}"),
        }
        moves += last;
        acknowledged += known;
    }
    println!("{moves} moves, {acknowledged} acknowledged at once; {disturbances}; calm after {:?}", calm.elapsed());

    let ended = "SELECT COUNT(*) FROM matches WHERE control = '1d' AND status = 'timeout'";
    let undone = "SELECT (SELECT COUNT(*) FROM outbox WHERE due_at <= EXTRACT(EPOCH FROM now()) * 1000)
            + (SELECT COUNT(*) FROM jobs WHERE state = 'waiting')
            + (SELECT COUNT(*) FROM alarms WHERE due_at <= EXTRACT(EPOCH FROM now()) * 1000)";
    let all_done = async {
        while database.count(ended).await == 0 || database.count(undone).await > 0 {
            sleep(Duration::from_millis(100)).await;
        }
    };
    if timeout(CALM, all_done).await.is_err() {
        let rows = "SELECT 'post ' || post || ' ' || attempts || ' ' || COALESCE(problem, '') FROM outbox
                WHERE due_at IS NOT NULL
            UNION ALL SELECT 'job of ' || match || ' ' || attempts || COALESCE(problem, '') FROM jobs
                WHERE state = 'waiting'
            UNION ALL SELECT 'check of ' || kind || ' ' || subject || ' ' || due_at FROM alarms
            UNION ALL SELECT 'match ' || id || ' ' || status || ' ' || since FROM matches
                WHERE control = '1d'";
        panic!("this is left undone: {:#?}", database.texts(rows).await);
    }
    let late = database.count("SELECT changed_at FROM matches WHERE control = '1d'").await - flag_at;
    assert!((0..=FLAG_LATE_MS).contains(&late), "the clock expired {late} ms before it was noticed");
    println!("the expired clock was noticed {late} ms late");
    assert_eq!(database.count("SELECT SUM(plies)::BIGINT FROM matches WHERE control != '1d'").await, moves as i64);
    for mut process in processes {
        process.child.kill().await.expect("it is killed");
    }
    stage.close().await;
}
