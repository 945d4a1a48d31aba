//! A TCP proxy before PostgreSQL, which knows so much of the protocol that it can pass for a standby.

use std::path::PathBuf;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// What a new session meets. It stays there until it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// The server.
    Primary,
    /// A server that only reads: `BEGIN … READ WRITE` is refused with SQLSTATE 0A000, and every other change with 25006.
    Standby,
    /// A server that accepts connections and never answers.
    Silent,
    /// No server: the connection ends at once.
    Nothing,
}

/// What a session is asked to do, or how many were asked to do something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ends {
    /// How often all sessions ended without a word.
    cut: u64,
    /// How often the server said that an administrator ends them (57P01).
    shut_down: u64,
}

/// Passes sessions on. It ends when this is dropped.
pub struct PostgresProxy {
    port: u16,
    behind: watch::Sender<Behind>,
    ends: watch::Sender<Ends>,
    /// The number of sessions that met something else than a primary: those that would have written on a standby, and those
    /// that got no answer.
    refused: Arc<watch::Sender<u32>>,
    serving: JoinHandle<()>,
}

impl Drop for PostgresProxy {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// The code of a message that asks for a statement, and that of the server's readiness for the next one.
const QUERY: u8 = b'Q';
const SYNC: u8 = b'S';
const READY: u8 = b'Z';

impl PostgresProxy {
    /// A proxy before the server with this URL, which names the folder of its socket.
    pub async fn before(url: &str) -> PostgresProxy {
        let (_, folder) = url.split_once("host=").expect("the folder of the socket");
        let socket = PathBuf::from(folder).join(".s.PGSQL.5432");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (behind, ends) = (watch::Sender::new(Behind::Primary), watch::Sender::new(Ends::default()));
        let refused = Arc::new(watch::Sender::new(0));
        let (now, asked, counter) = (behind.subscribe(), ends.subscribe(), Arc::clone(&refused));
        let serving = tokio::spawn(async move {
            let mut sessions = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let behind = *now.borrow();
                let mut asked = asked.clone();
                asked.mark_unchanged();
                sessions.spawn(session(client, socket.clone(), behind, asked, Arc::clone(&counter)));
                while sessions.try_join_next().is_some() {}
            }
        });
        PostgresProxy { port, behind, ends, refused, serving }
    }

    /// The URL of the same database through the proxy.
    pub fn url(&self, url: &str) -> String {
        let (_, rest) = url.split_once("localhost/").expect("the name of the database");
        let database = rest.split('?').next().expect("the name");
        format!("postgres://postgres@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }

    /// What sessions meet from now on.
    pub fn set(&self, behind: Behind) {
        self.behind.send_replace(behind);
    }

    /// Ends all sessions without a word.
    pub fn cut(&self) {
        self.ends.send_modify(|ends| ends.cut += 1);
    }

    /// Ends all sessions as a server does that is shut down.
    pub fn shut_down(&self) {
        self.ends.send_modify(|ends| ends.shut_down += 1);
    }

    /// Waits until this many more sessions than before met something else than a primary. Use with a timeout.
    pub async fn wait_refused(&self, before: u32, more: u32) {
        let mut refused = self.refused.subscribe();
        refused.wait_for(|refused| *refused >= before + more).await.expect("the proxy has the sender");
    }

    pub fn refused(&self) -> u32 {
        *self.refused.borrow()
    }
}

/// Runs a session until either side or the test ends it.
async fn session(
    mut client: TcpStream,
    socket: PathBuf,
    behind: Behind,
    mut asked: watch::Receiver<Ends>,
    refused: Arc<watch::Sender<u32>>,
) {
    let before = *asked.borrow();
    if [Behind::Silent, Behind::Nothing].contains(&behind) {
        refused.send_modify(|refused| *refused += 1);
    }
    let passing = async {
        match behind {
            Behind::Nothing => {}
            Behind::Silent => std::future::pending().await,
            Behind::Primary | Behind::Standby => pass_on(&mut client, socket, behind, &refused).await,
        }
    };
    tokio::select! {
        () = passing => {}
        _ = asked.changed() => {
            if asked.borrow().shut_down > before.shut_down {
                let text = "terminating connection due to administrator command";
                let _ = client.write_all(&error("FATAL", "57P01", text)).await;
            }
        }
    }
}

async fn pass_on(client: &mut TcpStream, socket: PathBuf, behind: Behind, refused: &watch::Sender<u32>) {
    let Ok(mut server) = UnixStream::connect(&socket).await else { return };
    // Otherwise each small message waits for the receipt of the one before.
    client.set_nodelay(true).expect("a connection");
    let (mut asked, mut answered) = (Vec::with_capacity(1 << 16), Vec::with_capacity(1 << 16));
    // The first message has no code. The server is ready once after it, and once after each statement.
    let (mut is_first, mut has_refused, mut open) = (true, false, 1_usize);
    loop {
        // A refusal must not overtake the answers to earlier messages.
        while let Some(message) = next_message(&mut asked, is_first, open == 0 || behind == Behind::Primary) {
            let is_query = !is_first && message[0] == QUERY;
            let sent = if is_first && behind == Behind::Standby {
                server.write_all(&read_only(&message)).await
            } else if is_query && behind == Behind::Standby && has(&message, b"READ WRITE") {
                if !std::mem::replace(&mut has_refused, true) {
                    refused.send_modify(|refused| *refused += 1);
                }
                let text = "cannot set transaction read-write mode during recovery";
                let refusal = [&error("ERROR", "0A000", text)[..], &[READY, 0, 0, 0, 5, b'I']].concat();
                client.write_all(&refusal).await
            } else {
                open += usize::from(!is_first && [QUERY, SYNC].contains(&message[0]));
                server.write_all(&message).await
            };
            is_first = false;
            if sent.is_err() {
                return;
            }
        }
        tokio::select! {
            read = client.read_buf(&mut asked) => if !matches!(read, Ok(1..)) { return },
            read = server.read_buf(&mut answered) => {
                if !matches!(read, Ok(1..)) {
                    return;
                }
                let mut messages = Vec::new();
                while let Some(message) = next_message(&mut answered, false, true) {
                    open = open.saturating_sub(usize::from(message[0] == READY));
                    messages.extend(message);
                }
                if client.write_all(&messages).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Takes the next whole message from what was read. A statement waits until the server is ready.
fn next_message(read: &mut Vec<u8>, is_first: bool, is_ready: bool) -> Option<Vec<u8>> {
    let start = usize::from(!is_first);
    let length = read.get(start..start + 4)?;
    let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize + start;
    if read.len() < length || (!is_first && read[0] == QUERY && !is_ready) {
        return None;
    }
    Some(read.drain(..length).collect())
}

fn has(message: &[u8], text: &[u8]) -> bool {
    message.windows(text.len()).any(|window| window == text)
}

/// The first message of a client, with a setting under which the server refuses changes.
fn read_only(startup: &[u8]) -> Vec<u8> {
    let setting = b"default_transaction_read_only\0on\0\0";
    let mut message = [&startup[..startup.len() - 1], setting].concat();
    let length = u32::try_from(message.len()).expect("a short message");
    message[..4].copy_from_slice(&length.to_be_bytes());
    message
}

/// A message that says what has failed.
fn error(severity: &str, code: &str, text: &str) -> Vec<u8> {
    let fields = format!("S{severity}\0V{severity}\0C{code}\0M{text}\0\0");
    let length = u32::try_from(fields.len() + 4).expect("a short message");
    [b"E", &length.to_be_bytes()[..], fields.as_bytes()].concat()
}
