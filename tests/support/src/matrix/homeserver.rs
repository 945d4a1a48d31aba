//! A homeserver in a temporary folder.

use super::fork_server::ForkServer;
use crate::requirements;
use std::net::TcpListener;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::OwnedWriteHalf;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Upper bound for the start, even on the slowest machine.
const START: Duration = Duration::from_secs(120);

/// Ports that the system gives to no connection and to no listener that asks for any, so that nothing takes the port of
/// a homeserver before it listens or while it restarts.
const PORTS: Range<u32> = 20_000..32_000;
/// How often a homeserver is started that has found its port taken: by another test run, which has chosen the same.
const STARTS: usize = 5;

/// The signing key of every homeserver. To generate one takes as long as a start.
const SIGNING_KEY: &str = "ed25519 a_test BQjMeZfWNOKgf/si+g+Es9mWlFfv1XIklhomW5uRAvw";

/// A running Synapse. It ends when this is dropped.
pub struct Homeserver {
    pub address: String,
    server: &'static ForkServer,
    process: Process,
    folder: TempDir,
}

/// The process of a homeserver, which is killed when this is dropped.
struct Process {
    alive: OwnedWriteHalf,
    /// Ends with the process.
    reader: JoinHandle<()>,
}

/// The Python that has Synapse, if there is one.
fn python() -> Option<PathBuf> {
    let installed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/synapse/bin/python");
    let python = std::env::var_os("TABLERO_SYNAPSE").map_or_else(|| PathBuf::from(installed), PathBuf::from);
    requirements::found("Synapse (see tests/matrix/main.rs)", python.exists().then_some(python))
}

impl Homeserver {
    /// Starts a homeserver with further lines of configuration; `None` if Synapse is not installed.
    pub async fn start(further: &str) -> Option<Homeserver> {
        static STARTED: OnceLock<ForkServer> = OnceLock::new();
        let server = ForkServer::get(&STARTED, python()?, "homeservers.py").await;
        let folder = TempDir::new().expect("a folder");
        for (name, text) in [("log.yaml", LOG), ("signing.key", SIGNING_KEY)] {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        for _ in 0..STARTS {
            let port = free_port();
            let config = configuration(port, folder.path(), further);
            std::fs::write(folder.path().join("homeserver.yaml"), config).expect("a file");
            match run(server, folder.path()).await {
                Ok(process) => {
                    return Some(Homeserver { address: format!("http://127.0.0.1:{port}"), server, process, folder });
                }
                Err(said) if said.iter().any(|line| line.contains("Address already in use")) => {}
                Err(said) => panic!("Synapse ended: {said:#?}"),
            }
        }
        panic!("no port is free")
    }

    /// Adds lines to the configuration, for the next start. The last line about something counts.
    pub fn configure(&self, lines: &str) {
        let file = self.folder.path().join("homeserver.yaml");
        let config = std::fs::read_to_string(&file).expect("it is there");
        std::fs::write(file, format!("{config}{lines}\n")).expect("a file");
    }

    /// Kills Synapse, and starts it again with the same database.
    pub async fn kill_and_restart(&mut self) {
        self.process.alive.shutdown().await.expect("it hears that it ends");
        (&mut self.process.reader).await.expect("it ends");
        let started = run(self.server, self.folder.path()).await;
        self.process = started.unwrap_or_else(|said| panic!("Synapse ended: {said:#?}"));
    }
}

/// A port on which nothing listens. Each process begins elsewhere to look.
fn free_port() -> u32 {
    static LOOKED: AtomicU32 = AtomicU32::new(0);
    let all = PORTS.end - PORTS.start;
    let mut ports = std::iter::repeat_with(|| {
        let looked = LOOKED.fetch_add(1, Ordering::Relaxed);
        PORTS.start + (std::process::id().wrapping_mul(37) + looked) % all
    });
    let is_free = |port: &u32| TcpListener::bind(format!("127.0.0.1:{port}")).is_ok();
    ports.by_ref().take(all as usize).find(is_free).expect("a free port")
}

/// The configuration, with further lines. Passwords are hashed quickly, because each person of a test has one.
fn configuration(port: u32, folder: &Path, further: &str) -> String {
    let path = folder.display();
    let limits = "{ per_second: 10000, burst_count: 10000 }";
    format!(
        "server_name: localhost
listeners: [{{ port: {port}, bind_addresses: ['127.0.0.1'], type: http, resources: [{{ names: [client] }}] }}]
database: {{ name: sqlite3, args: {{ database: '{path}/homeserver.db' }} }}
media_store_path: '{path}/media'
signing_key_path: '{path}/signing.key'
log_config: '{path}/log.yaml'
macaroon_secret_key: test
form_secret: test
report_stats: false
trusted_key_servers: []
bcrypt_rounds: 4
enable_registration: true
enable_registration_without_verification: true
rc_message: {limits}
rc_registration: {limits}
rc_room_creation: {limits}
rc_login: {{ address: {limits}, account: {limits} }}
rc_joins: {{ local: {limits} }}
rc_invites: {{ per_room: {limits}, per_user: {limits} }}
{further}
"
    )
}

/// What it writes to its standard error.
const LOG: &str = "version: 1
formatters: { plain: { format: '%(message)s' } }
handlers: { console: { class: logging.StreamHandler, formatter: plain } }
loggers: { synapse.app: { level: INFO } }
root: { level: WARNING, handlers: [console] }
";

/// Starts Synapse and waits until it listens. If it ends before, returns what it has said.
async fn run(server: &ForkServer, folder: &Path) -> Result<Process, Vec<String>> {
    let (output, alive) = server.run(&[folder.to_str().expect("text")]).await.into_split();
    let mut lines = BufReader::new(output).lines();
    let listening = async {
        let mut before = Vec::new();
        while let Some(line) = lines.next_line().await.expect("lines") {
            if line.contains("now listening") {
                return Ok(());
            }
            before.push(line);
        }
        Err(before)
    };
    timeout(START, listening).await.expect("Synapse starts")?;
    // Synapse would block if its output were not read. An error is its end, too.
    let reader = tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    Ok(Process { alive, reader })
}
