//! Python programs that import their libraries once, and fork for each use.

use serde_json::json;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::spawn_blocking;

/// A program that runs until this test program ends; `fork_server.py` says how.
pub struct ForkServer {
    port: u16,
    _process: Child,
}

impl ForkServer {
    /// The program of this file in this folder, which the first caller starts.
    pub async fn get(
        started: &'static OnceLock<ForkServer>,
        python: PathBuf,
        file: &'static str,
    ) -> &'static ForkServer {
        let get = move || started.get_or_init(|| ForkServer::start(Command::new(python), file));
        spawn_blocking(get).await.expect("it starts")
    }

    fn start(mut python: Command, file: &str) -> ForkServer {
        let program = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/matrix").join(file);
        // Python would write its cache of compiled modules beside them.
        python.arg("-B").arg(program).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = python.spawn().expect("Python runs");
        let mut port = String::new();
        BufReader::new(process.stdout.take().expect("it is piped")).read_line(&mut port).expect("a line");
        let port = port.trim().parse().unwrap_or_else(|_| panic!("{file} has not started, and has said why"));
        ForkServer { port, _process: process }
    }

    /// Starts a process. It reads and writes this connection.
    pub async fn run(&self, arguments: &[&str]) -> TcpStream {
        let mut connection = TcpStream::connect(("127.0.0.1", self.port)).await.expect("it listens");
        connection.write_all(format!("{}\n", json!(arguments)).as_bytes()).await.expect("it reads");
        connection
    }
}
