//! Starts and stops the Discord emulator.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use super::endpoint_client::{EndpointClient, SigningKey};
use super::files::Files;
use super::hub::Hub;
use super::id::IdClock;
use super::interactions_endpoint::send_interactions;
use super::persisted_world::PersistedWorld;
use super::session::IdentifyLimit;
use super::welcome::Welcome;
use super::world::World;
use super::{gateway, limits, origin, permission, persistence, rest, token, web};
use http_server::{ListenError, Listener, serve};

/// Options for starting the emulator.
#[derive(Clone, Debug)]
pub struct EmulatorOptions {
    /// The address to listen on; it must be a loopback address. Port 0 takes any free port.
    pub address: SocketAddr,
    /// The folder for the state; `None` means in memory only.
    pub state: Option<PathBuf>,
    /// The token of the bot. When people use the page, draw a new one with [`draw_token`](super::draw_token).
    pub token: String,
    /// The token of a second program for the same bot, in another process. While it is connected, only this program
    /// receives what people do. This token, or [`token`](Self::token) without one, is written to the state folder,
    /// readable only by its owner.
    pub guest_token: Option<String>,
    /// The secret of the key that signs interactions for an interactions endpoint; by default it is drawn anew.
    pub signing_secret: Option<[u8; 32]>,
    /// The bot's name.
    pub bot_name: String,
    /// The bot's permissions, as [`permission`] bits.
    pub bot_permissions: u64,
    /// The privileged intents enabled for the application; none by default. A bot that requests others is disconnected
    /// with 4014.
    pub privileged_intents: u64,
    /// Whether the bot is installed in the server. It is always user-installed for everyone.
    pub installed: bool,
    /// How many shards are recommended, and how often they may identify.
    pub identify_limit: IdentifyLimit,
    /// How long a client may take to send the head of a request, and again to send its body.
    pub request_timeout: Duration,
    /// Additional host names by which clients may address the server, such as those of a reverse proxy. A name includes
    /// the port unless it is the default port of the scheme.
    pub host_names: Vec<String>,
    /// The first screen of the page; none by default.
    pub welcome: Option<Welcome>,
    /// The clock that dates channels, messages and so on.
    pub clock: IdClock,
}

impl Default for EmulatorOptions {
    fn default() -> Self {
        Self {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            state: None,
            token: "local-bot-token".to_owned(),
            guest_token: None,
            signing_secret: None,
            bot_name: "Bot".to_owned(),
            bot_permissions: permission::BOT,
            privileged_intents: 0,
            installed: true,
            identify_limit: IdentifyLimit::default(),
            request_timeout: limits::REQUEST_TIMEOUT,
            host_names: Vec::new(),
            welcome: None,
            clock: IdClock::default(),
        }
    }
}

/// Why the emulator cannot start.
#[derive(Debug, thiserror::Error)]
pub enum EmulatorError {
    /// The address is reachable from other machines, for which the emulator is not made.
    #[error("{0} is not a loopback address")]
    NotLoopback(SocketAddr),
    /// The address is in use or not available on this machine.
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// The random bytes for the application's key cannot be had.
    #[error("the key of the application cannot be drawn: {0}")]
    Random(#[from] getrandom::Error),
    /// No HTTP client can be built.
    #[error("no request can be sent: {0}")]
    Client(#[from] reqwest::Error),
    /// The state folder cannot be used.
    #[error("cannot read the state in {folder}: {source}")]
    State {
        /// The folder.
        folder: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

/// A running emulator. Dropping it stops it without a final write of the state; [`shutdown`](Self::shutdown) stops it
/// cleanly.
#[derive(Debug)]
pub struct Emulator {
    pub(super) hub: Arc<Hub>,
    address: SocketAddr,
    tasks: TaskTracker,
}

impl Emulator {
    /// Starts the emulator.
    ///
    /// # Errors
    ///
    /// When the address is not a loopback address or cannot be listened on, or the stored state cannot be read.
    pub async fn start(options: EmulatorOptions) -> Result<Self, EmulatorError> {
        if !options.address.ip().is_loopback() {
            return Err(EmulatorError::NotLoopback(options.address));
        }
        let folder = options.state.clone();
        let broken = |source| {
            let folder = folder.clone().unwrap_or_default();
            EmulatorError::State { folder, source }
        };
        // This comes first, so that a refused address leaves no folder behind.
        let listener = Listener::bind(options.address).await?;
        let address = listener.address();
        let files = Files::open(options.state.as_ref().map(|folder| folder.join("files"))).await.map_err(broken)?;
        let persisted = match &options.state {
            Some(folder) => persistence::read(folder).await.map_err(broken)?,
            None => None,
        };
        let mut persisted =
            persisted.unwrap_or_else(|| PersistedWorld::fresh(&options.bot_name, options.clock.clone()));
        for bot in persisted.people.iter_mut().filter(|person| person.bot) {
            bot.name.clone_from(&options.bot_name);
        }
        let base = format!("http://{address}");
        let (outgoing, queued) = mpsc::unbounded_channel();
        let (permissions, intents) = (options.bot_permissions, options.privileged_intents);
        let mut world = World::new(persisted, base, permissions, intents, options.clock.clone(), outgoing);
        world.installed = options.installed;
        world.identify_limit = options.identify_limit.clone();
        // Two people always share a channel without the bot, to try playing there.
        let pair = world.persisted.people.iter().filter(|person| !person.bot).map(|person| person.id).take(2).collect();
        world.private_channel(pair);
        if let Some(folder) = &options.state {
            // Only after binding the address: before, another emulator may have been using the folder.
            token::store(folder, options.guest_token.as_ref().unwrap_or(&options.token)).map_err(broken)?;
        }
        let mut secret = options.signing_secret.unwrap_or_default();
        if options.signing_secret.is_none() {
            getrandom::fill(&mut secret)?;
        }
        let endpoint_client = EndpointClient::new(SigningKey::new(secret))?;
        let EmulatorOptions { token, guest_token, host_names, welcome, .. } = options;
        let hub = Arc::new(Hub::new(world, files, endpoint_client, token, guest_token, host_names, welcome));
        let tasks = TaskTracker::new();
        tasks.spawn(send_interactions(Arc::clone(&hub), queued));
        tasks.spawn(persistence::write_on_changes(Arc::clone(&hub), options.state));
        tasks.spawn(serve(listener, router(&hub), options.request_timeout, hub.closing.clone()));
        tasks.close();
        Ok(Self { hub, address, tasks })
    }

    /// The base URL for bots to use instead of `https://discord.com`, e.g. `http://127.0.0.1:4040`.
    pub fn api_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The URL of the page for people.
    pub fn page_url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Stops the emulator: closes connections and writes the state once more.
    pub async fn shutdown(self) {
        self.hub.closing.cancel();
        self.tasks.wait().await;
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        self.hub.closing.cancel();
    }
}

fn router(hub: &Arc<Hub>) -> Router {
    Router::new()
        .route("/gateway/", get(gateway::connect))
        .route("/attachments/{channel}/{id}/{name}", get(rest::attachment))
        .merge(rest::avatars::routes())
        .merge(rest::routes(hub))
        .merge(web::routes())
        .layer(from_fn_with_state(Arc::clone(hub), origin::same_origin))
        .with_state(Arc::clone(hub))
}
