//! The gateway connection of a shard, which delivers interactions and events, and its renewal when Discord ends it.
//!
//! Each shard has a client of its own, so that one that is lost does not end the others. Discord limits how often shards
//! may identify, across all processes. So each shard first reserves a slot in the database.
//!
//! serenity resumes most connections by itself. In three cases it does not (0.12.5): after a close with code 4003, 4010
//! or 4011 its loop reads the closed socket again and again without a pause, receives nothing, and does not notice
//! before the next heartbeat, which may be most of a minute away. So each connection is pinged every second. The ping
//! fails on a closed connection, which ends serenity's loop for it; and when a loop has ended that serenity believes to
//! be running, everything is reconnected.
//!
//! The pings come from a thread of their own. A loop without a pause never gives its worker thread back to tokio, and
//! tokio runs the task that such a loop has woken last on that same worker thread, that is, never. A task that waits
//! for a lock of the loop can be that task; a thread cannot.

use super::app_state::AppState;
use super::connect::{ConnectError, Endpoint, GatewayAdvice};
use super::dispatcher::Dispatcher;
use crate::backoff::Retries;
use crate::health::ConnectionStatus;
use serenity::all::{
    Client, ClientBuilder, ConnectionStage, Context, EventHandler, GatewayError, GatewayIntents, Ready, ResumedEvent,
    ShardId, ShardManager, ShardRunnerInfo,
};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tungstenite::Message;

/// The events that the bot subscribes to: servers and their messages. The content of a message is included only if it
/// mentions the bot, which needs no privileged intent.
const INTENTS: GatewayIntents =
    GatewayIntents::GUILDS.union(GatewayIntents::GUILD_MESSAGES).union(GatewayIntents::DIRECT_MESSAGES);

/// The interval between pings.
const PING_INTERVAL: Duration = Duration::from_secs(1);
/// The time between two identifications: a second more than Discord requires, because some take longer than others to
/// get there.
const SLOT_MS: i64 = 6_000;
/// The minimum time between two connections of a shard.
const IDENTIFY_INTERVAL: Duration = Duration::from_secs(5);
/// A connection that has not become ready after this time is given up.
const READY_TIMEOUT: Duration = Duration::from_secs(30);
/// After this many connections in a row that ended before they were ready, reconnecting does not help.
const REFUSED_MAX: u32 = 3;
/// The timeout of a clean end of the connection; after it, Discord notices by itself.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// The first wait between two attempts while Discord cannot be reached.
const WAIT_FIRST: Duration = Duration::from_secs(1);
/// The longest of these waits, but for what is added at random.
const WAIT_MAX: Duration = Duration::from_secs(60);

/// Why the connection ended for good.
#[derive(Debug, thiserror::Error)]
pub enum GatewayEnd {
    /// No connection could be made.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// No connection becomes ready.
    #[error(
        "{REFUSED_MAX} connections to Discord in a row have ended before they were ready; the lines of serenity::gateway in the log say why. If they speak of too many guilds, start the bot again: it then asks for more shards; if you have set --shards, write a larger number after the slash"
    )]
    Refused,
    /// serenity gave up.
    #[error("the connection to Discord ended: {0}")]
    Client(#[source] Box<serenity::Error>),
}

impl From<serenity::Error> for GatewayEnd {
    fn from(error: serenity::Error) -> Self {
        match error {
            serenity::Error::Gateway(GatewayError::InvalidAuthentication) => ConnectError::Token.into(),
            other => GatewayEnd::Client(other.into()),
        }
    }
}

/// State of which each of serenity's loops holds a reference while it runs.
struct SharedState {
    was_ready: AtomicBool,
    status: ConnectionStatus,
}

impl SharedState {
    fn set_ready(&self) {
        self.was_ready.store(true, Ordering::Relaxed);
        self.status.set(true);
    }
}

#[serenity::async_trait]
impl EventHandler for SharedState {
    async fn ready(&self, _: Context, _: Ready) {
        self.set_ready();
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.set_ready();
    }
}

/// One of the connections among which Discord divides the servers of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 0.
    pub number: u32,
    /// How many shards the bot has.
    pub total: u32,
}

/// A client that is ready to connect.
struct Connection {
    client: Client,
    shard: Shard,
    shared: Arc<SharedState>,
    /// The number of references to `shared` while no loop runs; no other code may take one.
    idle_references: usize,
}

/// How a connection ended.
enum ConnectionEnd {
    Stopped,
    /// The flag tells whether it had become ready.
    Lost(bool),
}

/// Connects a shard to Discord and reconnects it.
pub struct Gateway {
    endpoint: Endpoint,
    token: String,
    app_state: AppState,
    shard: Shard,
    status: ConnectionStatus,
}

impl Gateway {
    /// A shard, which is not connected yet.
    pub fn new(endpoint: &Endpoint, token: &str, app_state: AppState, shard: Shard) -> Gateway {
        let status = ConnectionStatus::default();
        Gateway { endpoint: endpoint.clone(), token: token.to_owned(), app_state, shard, status }
    }

    /// The shard.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// Whether it is connected.
    pub fn status(&self) -> ConnectionStatus {
        self.status.clone()
    }

    /// Stays connected until `stop` is cancelled.
    ///
    /// # Errors
    /// If reconnecting does not help; see [`GatewayEnd`].
    pub async fn run(self, stop: CancellationToken) -> Result<(), GatewayEnd> {
        let mut refused = 0;
        loop {
            let Some(connection) = stop.run_until_cancelled(self.connection()).await else { return Ok(()) };
            let connection = connection?;
            let started = Instant::now();
            let ended = serve(connection, &stop).await;
            self.status.set(false);
            match ended? {
                ConnectionEnd::Stopped => return Ok(()),
                ConnectionEnd::Lost(true) => refused = 0,
                ConnectionEnd::Lost(false) => refused += 1,
            }
            if refused >= REFUSED_MAX {
                return Err(GatewayEnd::Refused);
            }
            tracing::warn!(
                shard = self.shard.number,
                refused,
                "Discord has closed the connection for good; reconnecting"
            );
            if stop.run_until_cancelled(tokio::time::sleep_until(started + IDENTIFY_INTERVAL)).await.is_none() {
                return Ok(());
            }
        }
    }

    /// Prepares a connection, retrying as long as Discord cannot be reached, and waits for the turn of the shard.
    async fn connection(&self) -> Result<Connection, GatewayEnd> {
        let mut retries = Retries::new(WAIT_FIRST, WAIT_MAX);
        loop {
            match self.prepared().await {
                Err(GatewayEnd::Connect(ConnectError::NoAnswer { why, .. })) => {
                    tracing::warn!(%why, "Discord cannot be reached; trying again");
                    retries.pause(None).await;
                }
                result => return result,
            }
        }
    }

    async fn prepared(&self) -> Result<Connection, GatewayEnd> {
        let advice = self.endpoint.gateway(&self.token).await?;
        let shared = Arc::new(SharedState { was_ready: AtomicBool::new(false), status: self.status.clone() });
        let app_state = self.app_state.clone();
        let client = ClientBuilder::new_with_http(self.endpoint.http(&self.token), INTENTS);
        let handler: Arc<SharedState> = Arc::clone(&shared);
        let client = client.framework(Dispatcher::new(app_state)).event_handler_arc(handler).await?;
        self.endpoint.check_gateway(&client.ws_url.lock().await)?;
        let idle_references = Arc::strong_count(&shared);
        self.wait_for_turn(advice).await;
        Ok(Connection { client, shard: self.shard, shared, idle_references })
    }

    /// Waits until the shard may identify. A bot with one shard does not wait.
    async fn wait_for_turn(&self, advice: GatewayAdvice) {
        let Shard { number, total } = self.shard;
        if total == 1 {
            return;
        }
        let service = self.app_state.request_handler.service();
        let queue = format!("discord identify {}", number % advice.concurrency);
        // Each shard of the bucket needs one slot; what processes that have ended reserved does not count.
        let longest_ms = i64::from(total.div_ceil(advice.concurrency)) * SLOT_MS;
        let mut retries = Retries::new(WAIT_FIRST, WAIT_MAX);
        loop {
            let now = service.now();
            match service.work().reserve_slot(&queue, now, SLOT_MS, longest_ms).await {
                Ok(at) => {
                    let wait = Duration::from_millis((at.0 - now.0).max(0).unsigned_abs());
                    tracing::info!(shard = number, total, ?wait, "the shard waits for its turn to identify");
                    return tokio::time::sleep(wait).await;
                }
                Err(error) => {
                    tracing::warn!(shard = number, %error, "the shard cannot reserve its turn; trying again");
                    retries.pause(None).await;
                }
            }
        }
    }
}

/// Runs a connection until `stop` is cancelled or the connection is lost.
async fn serve(connection: Connection, stop: &CancellationToken) -> Result<ConnectionEnd, GatewayEnd> {
    let Connection { mut client, shard, shared, idle_references } = connection;
    let manager = Arc::clone(&client.shard_manager);
    let (watch, lost) = Watch::start(&manager, &shared, idle_references);
    let is_lost = tokio::select! {
        biased;
        () = stop.cancelled() => false,
        result = client.start_shard(shard.number, shard.total) => {
            result?;
            true
        }
        _ = lost => true,
        () = never_ready(&shared) => true,
    };
    let close = async move {
        // A loop whose connection is closed would wait forever for the reply to its close frame; the ping ends it
        // first.
        ping(&*manager.runners.lock().await);
        // serenity waits long for loops that have already ended.
        if tokio::time::timeout(CLOSE_TIMEOUT, manager.shutdown_all()).await.is_err() {
            tracing::debug!("the connection was not closed cleanly");
        }
        drop(watch);
    };
    if !is_lost {
        close.await;
        return Ok(ConnectionEnd::Stopped);
    }
    // The new connection does not wait for the end of the old one.
    tokio::spawn(close);
    Ok(ConnectionEnd::Lost(shared.was_ready.load(Ordering::Relaxed)))
}

/// Completes if the connection has not become ready in time: serenity may retry again and again, and be refused each
/// time.
async fn never_ready(shared: &SharedState) {
    tokio::time::sleep(READY_TIMEOUT).await;
    if shared.was_ready.load(Ordering::Relaxed) {
        std::future::pending::<()>().await;
    }
}

/// The thread that pings the connections and watches whether they are up. It ends when this is dropped, or when a
/// connection is lost.
struct Watch {
    _running: mpsc::Sender<()>,
}

impl Watch {
    /// Starts the thread. The receiver completes when one of serenity's loops has ended without reporting it.
    fn start(
        manager: &Arc<ShardManager>,
        shared: &Arc<SharedState>,
        idle_references: usize,
    ) -> (Watch, oneshot::Receiver<()>) {
        let (running, dropped) = mpsc::channel();
        let (lost, receiver) = oneshot::channel();
        // The thread's own reference would count as one of a loop.
        let status = shared.status.clone();
        let (manager, shared) = (Arc::clone(manager), Arc::downgrade(shared));
        std::thread::spawn(move || {
            while dropped.recv_timeout(PING_INTERVAL) == Err(mpsc::RecvTimeoutError::Timeout) {
                let runners = manager.runners.blocking_lock();
                // Event handlers hold references too while they run, so there may be more, but never fewer.
                if shared.strong_count() < idle_references + runners.len() {
                    break;
                }
                // serenity reports new stages of a loop here, but has no event for the end of a loop.
                status.set(runners.values().any(|runner| runner.stage == ConnectionStage::Connected));
                ping(&runners);
            }
            // Nobody listens any more if the program has stopped.
            let _ = lost.send(());
        });
        (Watch { _running: running }, receiver)
    }
}

/// Pings each connection, which ends the loop of a closed one.
fn ping(runners: &HashMap<ShardId, ShardRunnerInfo>) {
    for runner in runners.values() {
        runner.runner_tx.websocket_message(Message::Ping(Vec::new()));
    }
}
