//! A homeserver in a temporary folder.

use crate::requirements;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// Upper bound for the start, even on the slowest machine.
const START: Duration = Duration::from_secs(120);

/// A running Synapse. It ends when this is dropped.
pub struct Homeserver {
    pub address: String,
    python: PathBuf,
    process: Child,
    folder: TempDir,
}

/// The Python that has Synapse, if there is one.
fn python() -> Option<PathBuf> {
    let installed = concat!(env!("CARGO_MANIFEST_DIR"), "/target/synapse/bin/python");
    let python = std::env::var_os("TABLERO_SYNAPSE").map_or_else(|| PathBuf::from(installed), PathBuf::from);
    requirements::found("Synapse (see tests/matrix/main.rs)", python.exists().then_some(python))
}

impl Homeserver {
    /// Starts a homeserver with further lines of configuration; `None` if Synapse is not installed.
    pub async fn start(further: &str) -> Option<Homeserver> {
        let python = python()?;
        let folder = TempDir::new().expect("a folder");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
        let path = folder.path().display();
        let limits = "{ per_second: 10000, burst_count: 10000 }";
        let config = format!(
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
        );
        let log = "version: 1
formatters: { plain: { format: '%(message)s' } }
handlers: { console: { class: logging.StreamHandler, formatter: plain } }
loggers: { synapse.app: { level: INFO } }
root: { level: WARNING, handlers: [console] }
";
        std::fs::write(folder.path().join("homeserver.yaml"), config).expect("a file");
        std::fs::write(folder.path().join("log.yaml"), log).expect("a file");
        let keys = command(&python, folder.path(), &["--generate-keys"]).output().await.expect("Synapse runs");
        assert!(keys.status.success(), "{}", String::from_utf8_lossy(&keys.stderr));
        let process = run(&python, folder.path()).await;
        Some(Homeserver { address: format!("http://127.0.0.1:{port}"), python, process, folder })
    }

    /// Adds lines to the configuration, for the next start. The last line about something counts.
    pub fn configure(&self, lines: &str) {
        let file = self.folder.path().join("homeserver.yaml");
        let config = std::fs::read_to_string(&file).expect("it is there");
        std::fs::write(file, format!("{config}{lines}\n")).expect("a file");
    }

    /// Kills Synapse, and starts it again with the same database.
    pub async fn kill_and_restart(&mut self) {
        self.process.kill().await.expect("it is killed");
        self.process = run(&self.python, self.folder.path()).await;
    }
}

fn command(python: &Path, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "synapse.app.homeserver", "--config-path", "homeserver.yaml"]).args(arguments);
    command.current_dir(folder).kill_on_drop(true).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Starts Synapse and waits until it listens.
async fn run(python: &Path, folder: &Path) -> Child {
    let mut process = command(python, folder, &[]).spawn().expect("Synapse runs");
    let mut lines = BufReader::new(process.stderr.take().expect("it is piped")).lines();
    let listening = async {
        let mut before = Vec::new();
        while let Some(line) = lines.next_line().await.expect("lines") {
            if line.contains("now listening") {
                return;
            }
            before.push(line);
        }
        panic!("Synapse ended: {before:#?}");
    };
    timeout(START, listening).await.expect("Synapse starts");
    // Synapse would block if its output were not read.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    process
}
