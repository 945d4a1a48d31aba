//! Health checks and metrics for load balancers and monitoring.

use http_server::Listener;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tablero::db::SqlStorage;
use tablero::discord::places::DISCORD;
use tablero::health::{ConnectionStatus, Health, MonitoringServer};
use tablero::service::{Clock, GameService, WorkQueue};
use tempfile::TempDir;
use test_support::stage::{SOON, Stage, TestClock, command};
use tokio::process::Command;
use tokio::time::{interval, timeout};
use tokio_util::sync::CancellationToken;

/// The status of an answer, and its body.
async fn get(url: &str) -> (u16, Value) {
    let response = reqwest::get(url).await.expect("an answer");
    let status = response.status().as_u16();
    let body = response.text().await.expect("a body");
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

/// Asks again and again until the status is this, and returns the body.
async fn wait_for(url: &str, status: u16) -> Value {
    let answer = async {
        let mut again = interval(Duration::from_millis(100));
        loop {
            again.tick().await;
            let (found, body) = get(url).await;
            if found == status {
                return body;
            }
        }
    };
    timeout(SOON, answer).await.unwrap_or_else(|_| panic!("{url} never answers {status}"))
}

/// The checks of an answer with their problems.
fn checks(body: &Value) -> Vec<(&str, Option<&str>)> {
    let checks = body["checks"].as_array().expect("a list of checks");
    checks.iter().map(|check| (check["check"].as_str().expect("a name"), check["problem"].as_str())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_is_ready_while_it_is_connected() {
    let stage = Stage::open().await;
    let url = stage.monitoring_url();
    assert_eq!(get(&format!("{url}/live")).await, (200, Value::String("ok".to_owned())));
    let ready = wait_for(&format!("{url}/ready"), 200).await;
    assert_eq!(
        (&ready["ok"], checks(&ready)),
        (&Value::Bool(true), vec![("database", None), ("Discord, shard 0", None)])
    );
    let health = wait_for(&format!("{url}/health"), 200).await;
    let names = ["database", "Discord, shard 0", "posts for discord", "turns of the bot", "scheduled checks"];
    assert_eq!(checks(&health), names.map(|name| (name, None)));

    // The connection is lost, and the next one is refused once.
    stage.local.faults().refuse_identify(1, 4000);
    stage.local.invalidate_session(false);
    let lost = wait_for(&format!("{url}/ready"), 503).await;
    assert_eq!(checks(&lost), [("database", None), ("Discord, shard 0", Some("not connected"))]);
    assert_eq!(get(&format!("{url}/live")).await.0, 200, "it need not be restarted");
    wait_for(&format!("{url}/ready"), 200).await;
    assert_eq!(get(&format!("{url}/elsewhere")).await.0, 404);
    stage.close().await;
}

#[tokio::test]
async fn a_process_that_is_starting_is_alive_and_not_ready() {
    let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a free port");
    let url = format!("http://{}", listener.address());
    let server = MonitoringServer::start(listener, SOON).expect("metrics");
    assert_eq!(get(&format!("{url}/live")).await, (200, Value::String("ok".to_owned())));
    for path in ["ready", "health"] {
        let (status, body) = get(&format!("{url}/{path}")).await;
        assert_eq!((status, checks(&body)), (503, vec![("start", Some("the bot is starting"))]));
    }
    assert_eq!(get(&format!("{url}/metrics")).await.0, 200);
    drop(server);
    assert!(reqwest::get(format!("{url}/live")).await.is_err(), "it has stopped");
}

/// A service over a new database, and its health at a loopback address.
struct Monitored {
    store: SqlStorage,
    clock: TestClock,
    url: String,
    stop: CancellationToken,
    folder: TempDir,
}

impl Monitored {
    async fn open(connections: Vec<(String, ConnectionStatus)>) -> Monitored {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let clock = TestClock::still();
        let service = GameService::new(Arc::new(store.clone()), Arc::new(clock.clone()), || 7);
        let queues = vec![WorkQueue::Posts(DISCORD), WorkQueue::EngineTurns, WorkQueue::Checks];
        let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a free port");
        let (url, stop) = (format!("http://{}", listener.address()), CancellationToken::new());
        let health = Health::new(service, connections, queues);
        tokio::spawn(MonitoringServer::start(listener, SOON).expect("metrics").run(health, stop.clone()));
        Monitored { store, clock, url, stop, folder }
    }

    /// A connection to its file that is not the bot's.
    async fn other_connection(&self) -> sqlx::SqliteConnection {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.folder.path().join("tablero.sqlite"));
        sqlx::ConnectOptions::connect(&options).await.expect("a connection")
    }

    async fn close(self) {
        self.stop.cancel();
        self.store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_queue_that_cannot_be_read_is_a_problem() {
    let monitored = Monitored::open(Vec::new()).await;
    let queues = [("outbox", "posts for discord"), ("jobs", "turns of the bot"), ("alarms", "scheduled checks")];
    let mut connection = monitored.other_connection().await;
    for (table, queue) in queues {
        wait_for(&format!("{}/health", monitored.url), 200).await;
        let rename = async |connection: &mut sqlx::SqliteConnection, from: &str, to: &str| {
            let sql = sqlx::AssertSqlSafe(format!("ALTER TABLE {from} RENAME TO {to}"));
            sqlx::raw_sql(sql).execute(connection).await.expect("it is renamed");
        };
        rename(&mut connection, table, "elsewhere").await;
        let health = wait_for(&format!("{}/health", monitored.url), 503).await;
        let problems: Vec<_> = checks(&health).into_iter().filter(|(_, problem)| problem.is_some()).collect();
        assert_eq!(problems, [(queue, Some("cannot be read; the log says why"))]);
        wait_for(&format!("{}/ready", monitored.url), 200).await;
        rename(&mut connection, "elsewhere", table).await;
    }
    monitored.close().await;
}

/// What `tablero health` prints, and whether it succeeds.
async fn ask(config: &Path) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tablero")).arg("health").arg("--config").arg(config).output();
    let output = output.await.expect("the program runs");
    (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_asks_the_running_bot_whether_it_is_ready() {
    let connection = ConnectionStatus::default();
    let monitored = Monitored::open(vec![("Discord, shard 0".to_owned(), connection.clone())]).await;
    let config = monitored.folder.path().join("config.toml");
    std::fs::write(&config, "").expect("a file");
    let (ready, text) = ask(&config).await;
    assert!(!ready && text.contains("[monitoring] address"), "{text}");
    let address = monitored.url.trim_start_matches("http://");
    std::fs::write(&config, format!("[monitoring]\naddress = \"{address}\"")).expect("a file");
    let (ready, text) = ask(&config).await;
    assert!(!ready && text.contains("not connected"), "{text}");
    connection.set(true);
    // An answer holds for a moment.
    wait_for(&format!("{}/ready", monitored.url), 200).await;
    assert_eq!(ask(&config).await, (true, "The bot is ready.\n".to_owned()));
    // Nothing listens at this address.
    std::fs::write(&config, "[monitoring]\naddress = \"127.0.0.1:9\"").expect("a file");
    let (ready, text) = ask(&config).await;
    assert!(!ready && text.contains("does not answer at 127.0.0.1:9"), "{text}");
    monitored.close().await;
}

#[tokio::test]
async fn work_that_waits_is_reported_but_players_are_still_answered() {
    let monitored = Monitored::open(Vec::new()).await;
    let due = monitored.clock.now().0;
    let insert = sqlx::query("INSERT INTO alarms (kind, subject, due_at) VALUES ('digest', 1, $1)").bind(due);
    insert.execute(&mut monitored.other_connection().await).await.expect("it is stored");
    let (health, ready) = (format!("{}/health", monitored.url), format!("{}/ready", monitored.url));
    assert_eq!(get(&health).await.0, 200, "it has been due for a moment");
    monitored.clock.advance(121_000);
    let late = wait_for(&health, 503).await;
    let problem = Some("waiting for more than two minutes");
    let expected =
        [("database", None), ("posts for discord", None), ("turns of the bot", None), ("scheduled checks", problem)];
    assert_eq!(checks(&late), expected);
    assert_eq!(get(&ready).await.0, 200);
    let metrics = format!("{}/metrics", monitored.url);
    wait_for_sample(&metrics, "tablero_queue_age_seconds{queue=\"scheduled checks\"}", |age| age == 121.0).await;
    wait_for_sample(&metrics, "tablero_queue_due{queue=\"scheduled checks\"}", |due| due == 1.0).await;
    monitored.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_what_players_do() {
    let stage = Stage::open().await;
    let url = format!("{}/metrics", stage.monitoring_url());
    let answered = "tablero_interactions_total{kind=\"command\",outcome=\"answered\"}";
    let refused = "tablero_interactions_total{kind=\"command\",outcome=\"refused\"}";
    let delivered = "tablero_deliveries_total{platform=\"discord\",outcome=\"delivered\"}";
    let searched = "tablero_search_depth_plies_count{game=\"barrier\"}";
    // Other tests in this process count too, so only growth is certain.
    let mut before = Vec::new();
    for sample in [answered, refused, delivered, searched] {
        before.push(wait_for_sample(&url, sample, |_| true).await);
    }
    let ada = stage.user("Ada");
    let mut table = stage.practice("barrier", 1, &[("variant", json!("5"))]).await;
    table.play("a1").await;
    table.wait_engine().await;
    // The game is not over.
    command(&ada, table.thread, "analyse", &[]).await;
    for (sample, before) in [answered, refused, delivered, searched].into_iter().zip(before) {
        wait_for_sample(&url, sample, |now| now > before).await;
    }
    wait_for_sample(&url, "tablero_connected{connection=\"Discord, shard 0\"}", |up| up == 1.0).await;
    for access in ["read", "write"] {
        let sample = format!("tablero_database_seconds_count{{access=\"{access}\"}}");
        wait_for_sample(&url, &sample, |number| number > 0.0).await;
    }
    wait_for_sample(&url, "tablero_build_info{version=\"0.1.0\",commit=\"unknown\"}", |one| one == 1.0).await;
    stage.close().await;
}

/// Reads the metrics until a sample has a suitable value, and returns it. A sample that does not exist has the value 0.
async fn wait_for_sample(url: &str, sample: &str, is_suitable: impl Fn(f64) -> bool) -> f64 {
    let mut last = String::new();
    let answer = async {
        let mut again = interval(Duration::from_millis(100));
        loop {
            again.tick().await;
            let text = reqwest::get(url).await.expect("an answer").text().await.expect("a body");
            let found = text.lines().find_map(|line| line.strip_prefix(sample)?.strip_prefix(' ')?.parse().ok());
            let value = found.unwrap_or(0.0);
            if is_suitable(value) {
                return value;
            }
            last = text;
        }
    };
    let found = timeout(SOON, answer).await;
    found.unwrap_or_else(|_| panic!("{sample} never has a suitable value:\n{last}"))
}

#[tokio::test]
async fn a_database_that_cannot_be_written_is_reported() {
    let connection = ConnectionStatus::default();
    connection.set(true);
    let monitored = Monitored::open(vec![("Discord, shard 0".to_owned(), connection)]).await;
    let ready = format!("{}/ready", monitored.url);
    assert_eq!(get(&ready).await.0, 200);
    let mut other = monitored.other_connection().await;
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.expect("the lock");
    let body = wait_for(&ready, 503).await;
    let [("database", Some(_)), ("Discord, shard 0", None)] = checks(&body)[..] else { panic!("{body}") };
    wait_for_sample(&format!("{}/metrics", monitored.url), "tablero_database_up", |up| up == 0.0).await;
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.expect("the end of the lock");
    wait_for(&ready, 200).await;
    monitored.close().await;
}
