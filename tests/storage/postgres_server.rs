//! A PostgreSQL server of the tests, on a socket of its own. It ends with the process.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Starts the server, waits for the end of its standard input, which is the end of the tests, and removes everything.
const SCRIPT: &str = r#"
"$0/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off -c synchronous_commit=off \
    -c full_page_writes=off -c max_connections=300 > "$1/log" 2>&1 &
read -r _
kill -INT $!
wait $!
rm -rf "$1"
"#;

/// A running server.
pub struct PostgresServer {
    /// Its standard input stays open until this process ends.
    _script: Child,
    folder: PathBuf,
    databases: AtomicU32,
}

/// The folder with the programs of the newest version that is installed as Debian's packages install it.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(Result::ok);
    let installed = versions.map(|version| version.path().join("bin")).filter(|bin| bin.join("initdb").exists());
    installed.max()
}

/// A command that runs as `postgres` if this process is root, because the server refuses to.
fn command(program: &Path) -> Command {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if !is_root {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command
}

impl PostgresServer {
    /// The server of this process, which starts when it is first asked for; `None` if PostgreSQL is not installed.
    pub fn get() -> Option<&'static PostgresServer> {
        static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
        SERVER.get_or_init(|| programs().map(|programs| PostgresServer::start(&programs))).as_ref()
    }

    fn start(programs: &Path) -> PostgresServer {
        let made = command(Path::new("mktemp")).args(["-d", "/tmp/tablero-postgres-XXXXXX"]).output().expect("mktemp");
        let folder = PathBuf::from(String::from_utf8(made.stdout).expect("a name").trim_end());
        let initialized = command(&programs.join("initdb"))
            .arg("-D")
            .arg(folder.join("data"))
            .args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
            .output()
            .expect("initdb runs");
        assert!(initialized.status.success(), "{}", String::from_utf8_lossy(&initialized.stderr));
        let mut server = command(Path::new("sh"));
        server.arg("-c").arg(SCRIPT).arg(programs).arg(&folder).stdin(Stdio::piped());
        let server = server.spawn().expect("the server starts");
        let begun = Instant::now();
        while !command(&programs.join("pg_isready"))
            .arg("-h")
            .arg(&folder)
            .arg("-q")
            .status()
            .expect("it runs")
            .success()
        {
            assert!(begun.elapsed() < Duration::from_secs(60), "the server does not start");
        }
        PostgresServer { _script: server, folder, databases: AtomicU32::new(0) }
    }

    /// The address of a new, empty database.
    pub async fn new_database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let admin = sqlx::PgPool::connect(&self.url("postgres")).await.expect("a connection");
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&admin).await.expect("a database");
        admin.close().await;
        self.url(&name)
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://postgres@localhost/{database}?host={}", self.folder.display())
    }
}
