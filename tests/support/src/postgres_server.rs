//! Starts a PostgreSQL server for the tests, on its own socket. The server stops when the test process ends.

use crate::requirements;
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, mpsc};
use std::time::{Duration, Instant};

/// Starts the server. Each line of the standard input kills its processes and starts it again; its end, which is the end
/// of the tests, stops it and removes everything. A server that has just been started ignores the signal to stop for a
/// moment, so it is repeated until the server has ended. One that is killed stands still before, so that it starts no
/// more processes; and it does not start again while one of them has its memory.
const SCRIPT: &str = r#"
start() {
    "$0/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off -c full_page_writes=off \
        -c max_connections=300 >> "$1/log" 2>&1 &
}
start "$@"
crash() {
    kill -STOP $!
    children=$(cat /proc/$!/task/*/children)
    kill -KILL $! $children
    { wait $!; } 2> /dev/null
    for child in $children; do
        while [ -e "/proc/$child/exe" ]; do
            sleep 0.1
        done
    done
}
while read -r _; do
    crash
    start "$@"
done
while kill -INT $! 2> /dev/null; do
    sleep 0.1
done
rm -rf "$1"
"#;

/// As [`SCRIPT`], but for a pooler in front of the server.
const POOLER_SCRIPT: &str = r#"
mkdir "$0/pooler"
cat > "$0/pooler/config" <<END
[databases]
* = host=$0 user=postgres
[pgbouncer]
listen_addr =
unix_socket_dir = $0/pooler
auth_type = any
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 4
server_idle_timeout = 1
END
pgbouncer -q "$0/pooler/config" > "$0/pooler/log" 2>&1 &
read -r _
kill -INT $!
"#;

/// The default port of PgBouncer.
const POOLER_PORT: u16 = 6432;

/// A running server.
pub struct PostgresServer {
    /// Its standard input stays open until this process ends.
    script: Mutex<Child>,
    /// The pooler, once a test has asked for it.
    pooler: OnceLock<Option<Child>>,
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
        SERVER.get_or_init(PostgresServer::new).as_ref()
    }

    /// A server that nothing else uses; `None` if PostgreSQL is not installed.
    pub fn new() -> Option<PostgresServer> {
        let programs = requirements::found("PostgreSQL (Debian: postgresql)", programs())?;
        Some(PostgresServer::start(&programs))
    }

    /// Kills all processes of the server, and starts it again.
    pub fn crash(&self) {
        let mut script = self.script.lock().expect("the lock is not poisoned");
        writeln!(script.stdin.as_mut().expect("its standard input is open"), "crash").expect("it reads");
    }

    /// Stops the server, and waits until it has ended.
    pub fn end(self) {
        let mut script = self.script.into_inner().expect("the lock is not poisoned");
        let (ended, end) = mpsc::channel();
        // It closes the standard input of the script and waits for its end.
        std::thread::spawn(move || ended.send(script.wait()));
        end.recv_timeout(Duration::from_secs(60)).expect("the server ends").expect("it was started");
    }

    /// Where its socket is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A standby of this server, which follows it.
    pub fn standby(&self) -> PostgresServer {
        let programs = programs().expect("this server runs");
        let mut copy = command(&programs.join("pg_basebackup"));
        copy.args(["-U", "postgres", "--checkpoint=fast", "--write-recovery-conf", "--no-sync", "-h"]);
        PostgresServer::start_with(&programs, copy.arg(&self.folder))
    }

    fn start(programs: &Path) -> PostgresServer {
        let mut initialize = command(&programs.join("initdb"));
        initialize.args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
        PostgresServer::start_with(programs, &mut initialize)
    }

    /// Starts a server in a folder that this command fills.
    fn start_with(programs: &Path, fill: &mut Command) -> PostgresServer {
        let made = command(Path::new("mktemp"))
            .args(["-d", "-p", "/tmp", "--suffix=-tablero-postgres"])
            .output()
            .expect("mktemp");
        let folder = PathBuf::from(String::from_utf8(made.stdout).expect("a name").trim_end());
        let filled = fill.arg("-D").arg(folder.join("data")).output().expect("it runs");
        assert!(filled.status.success(), "{}", String::from_utf8_lossy(&filled.stderr));
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
        PostgresServer { script: Mutex::new(server), pooler: OnceLock::new(), folder, databases: AtomicU32::new(0) }
    }

    /// The address of a new, empty database.
    pub async fn new_database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let admin = crate::pools::postgres_pool(&self.url("postgres")).await;
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&admin).await.expect("a database");
        admin.close().await;
        self.url(&name)
    }

    /// The address of a database behind PgBouncer in transaction mode; `None` if PgBouncer is not installed. With
    /// four connections to the server, the transactions of more clients take turns on each.
    pub fn pooled(&self, url: &str) -> Option<String> {
        self.pooler.get_or_init(|| self.start_pooler()).as_ref()?;
        let folder = self.folder.join("pooler");
        let database = url.split_once("localhost/")?.1.split('?').next()?;
        Some(format!("postgres://postgres@localhost:{POOLER_PORT}/{database}?host={}", folder.display()))
    }

    fn start_pooler(&self) -> Option<Child> {
        let is_installed = Path::new("/usr/sbin/pgbouncer").exists();
        requirements::found("PgBouncer (Debian: pgbouncer)", is_installed.then_some(()))?;
        let mut pooler = command(Path::new("sh"));
        pooler.arg("-c").arg(POOLER_SCRIPT).arg(&self.folder).stdin(Stdio::piped());
        let pooler = pooler.env("PATH", "/usr/sbin:/usr/bin:/bin").spawn().expect("the pooler starts");
        let socket = self.folder.join(format!("pooler/.s.PGSQL.{POOLER_PORT}"));
        let begun = Instant::now();
        // The file of the socket appears before PgBouncer accepts connections.
        while UnixStream::connect(&socket).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the pooler does not start");
            std::thread::yield_now();
        }
        Some(pooler)
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://postgres@localhost/{database}?host={}", self.folder.display())
    }
}
