//! An emulator with the small bot connected to it.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use discord_emulator::{Emulator, EmulatorOptions, Id};
use serenity::all::ShardManager;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::bot;

/// Upper bound for any wait, even on the slowest machine.
pub const SOON: Duration = Duration::from_secs(15);

/// Events that the client could not parse. The client skips them silently, which a test must not.
static UNREAD: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Captures the client's log lines.
struct Log;

impl Write for Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        if text.contains("unknown event") || text.contains("Err deserializing") {
            UNREAD.lock().expect("the lock is not poisoned").push(text.into_owned());
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn watch_log() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let filter = "serenity::client::dispatch=debug,serenity::gateway::ws=warn";
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| Log).with_ansi(false).init();
    });
}

pub struct Stage {
    pub local: Emulator,
    pub games: Id,
    shards: Arc<ShardManager>,
    bot: JoinHandle<()>,
}

impl Stage {
    pub async fn open() -> Self {
        Self::open_with(EmulatorOptions::default()).await
    }

    pub async fn open_with(options: EmulatorOptions) -> Self {
        watch_log();
        let token = options.token.clone();
        let local = Emulator::start(options).await.expect("the emulator starts");
        let mut client = bot::client(&local.api_url(), &token).await;
        let shards = Arc::clone(&client.shard_manager);
        let bot = tokio::spawn(async move {
            if let Err(error) = client.start().await {
                tracing::error!(%error, "the bot ended");
            }
        });
        timeout(SOON, local.wait_bot()).await.expect("the bot connects");
        timeout(SOON, local.wait_command("mute")).await.expect("the bot registers its commands");
        let games = local.channel("games").expect("the first channel");
        Self { local, games, shards, bot }
    }

    pub async fn close(self) {
        self.shards.shutdown_all().await;
        self.bot.abort();
        self.local.shutdown().await;
        let unread = UNREAD.lock().map(|lines| lines.clone()).unwrap_or_default();
        assert!(unread.is_empty(), "events that the client could not read: {unread:#?}");
    }
}

/// Sends requests by hand, as a bot would.
pub struct Raw {
    client: reqwest::Client,
    base: String,
    token: String,
}

impl Raw {
    pub fn of(local: &Emulator) -> Self {
        let token = EmulatorOptions::default().token;
        Self { client: reqwest::Client::new(), base: format!("{}/api/v10", local.api_url()), token }
    }

    /// Sends a request and returns the status and the body (`null` when it is empty).
    pub async fn send(&self, method: &str, path: &str, body: serde_json::Value) -> (u16, serde_json::Value) {
        let method = method.parse().expect("a method");
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        request = request.header("authorization", format!("Bot {}", self.token));
        if !body.is_null() {
            request = request.json(&body);
        }
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        let text = response.text().await.expect("a body");
        (status, serde_json::from_str(&text).unwrap_or(serde_json::Value::Null))
    }
}
