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

use super::actions::ActError;
use super::channel::{ChannelKind, NewThread};
use super::endpoint_client::{EndpointClient, SigningKey};
use super::fault_injection::FaultInjector;
use super::files::Files;
use super::hub::Hub;
use super::id::{Id, IdClock};
use super::interactions_endpoint::send_interactions;
use super::message::Message;
use super::persisted_world::PersistedWorld;
use super::session::{ControlAction, IdentifyLimit};
use super::user::User;
use super::world::World;
use super::{gateway, limits, origin, permission, persistence, rest, token, web};
use crate::http::{ListenError, Listener, serve};

/// Options for starting the emulator.
#[derive(Clone, Debug)]
pub struct EmulatorOptions {
    /// The address to listen on; it must be a loopback address. Port 0 takes any free port.
    pub address: SocketAddr,
    /// The folder for the state; `None` means in memory only.
    pub state: Option<PathBuf>,
    /// The accepted bot token. It is written to the state folder, readable by its owner only, for a bot in another
    /// process. When people use the page, it should be drawn anew by [`draw_token`](super::draw_token).
    pub token: String,
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
    /// The clock that dates channels, messages and so on.
    pub clock: IdClock,
}

impl Default for EmulatorOptions {
    fn default() -> Self {
        Self {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            state: None,
            token: "local-bot-token".to_owned(),
            signing_secret: None,
            bot_name: "Bot".to_owned(),
            bot_permissions: permission::BOT,
            privileged_intents: 0,
            installed: true,
            identify_limit: IdentifyLimit::default(),
            request_timeout: limits::REQUEST_TIMEOUT,
            host_names: Vec::new(),
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
    hub: Arc<Hub>,
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
        let files = Files::open(options.state.as_ref().map(|folder| folder.join("files"))).await.map_err(broken)?;
        let persisted = match &options.state {
            Some(folder) => persistence::read(folder).await.map_err(broken)?,
            None => None,
        };
        let listener = Listener::bind(options.address).await?;
        let address = listener.address();
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
            token::store(folder, &options.token).map_err(broken)?;
        }
        let mut secret = options.signing_secret.unwrap_or_default();
        if options.signing_secret.is_none() {
            getrandom::fill(&mut secret)?;
        }
        let endpoint_client = EndpointClient::new(SigningKey::new(secret))?;
        let hub = Arc::new(Hub::new(world, files, endpoint_client, options.token, options.host_names));
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

    /// The person with this name, e.g. `Ada`.
    ///
    /// # Errors
    ///
    /// [`ActError::NoPerson`] when there is no such person.
    pub fn user(&self, name: &str) -> Result<User, ActError> {
        let world = self.hub.world();
        let person = world.persisted.people.iter().find(|person| person.name == name && !person.bot);
        let person = person.ok_or_else(|| ActError::NoPerson(name.to_owned()))?;
        Ok(User::new(Arc::clone(&self.hub), person.id))
    }

    /// Adds a person with one of Discord's locales.
    pub fn add_user(&self, name: &str, locale: &str) -> User {
        let mut world = self.hub.world();
        let id = world.ids.next();
        world.persisted.people.push(super::person::Person::human(id, name, locale));
        world.touch();
        User::new(Arc::clone(&self.hub), id)
    }

    /// The server's id.
    pub fn guild_id(&self) -> Id {
        self.hub.world().guild()
    }

    /// The bot's user id, which is also its application's.
    pub fn bot_id(&self) -> Id {
        self.hub.world().bot()
    }

    /// The channel with this name, e.g. `games`.
    pub fn channel(&self, name: &str) -> Option<Id> {
        let world = self.hub.world();
        world.persisted.channels.values().find(|channel| channel.name == name).map(|channel| channel.id)
    }

    /// Adds a text channel.
    pub fn add_channel(&self, name: &str) -> Id {
        self.add_channel_of(ChannelKind::Text, name)
    }

    /// Adds a channel of a kind that is no thread.
    pub fn add_channel_of(&self, kind: ChannelKind, name: &str) -> Id {
        self.hub.world().add_channel(kind, name)
    }

    /// Starts a thread without a message, or a post in a forum, as a person would, with its name as the first message.
    /// The author is its only member.
    ///
    /// # Errors
    ///
    /// When there are too many threads.
    pub fn start_thread(&self, kind: ChannelKind, parent: Id, author: &User, name: &str) -> Result<Id, ActError> {
        let mut world = self.hub.world();
        let (id, owner) = (world.ids.next(), author.id());
        let new = NewThread { id, name: name.to_owned(), kind, parent, owner, auto_archive_minutes: 10_080 };
        world.add_thread(new)?;
        // The first message of a post has the id of the post.
        let mut first = Message::blank(id, id, owner);
        name.clone_into(&mut first.content);
        world.post(first);
        Ok(id)
    }

    /// Adds a person to a thread.
    pub fn add_to_thread(&self, thread: Id, person: &User) {
        self.hub.world().join_thread(thread, person.id());
    }

    /// Locks a thread, or unlocks it, as a moderator would. Channels that are no threads are ignored.
    pub fn lock_thread(&self, channel: Id, locked: bool) {
        let mut world = self.hub.world();
        let Some(thread) = world.channel_mut(channel).ok().and_then(|channel| channel.thread.as_mut()) else { return };
        thread.locked = locked;
        world.announce_channel(channel, "THREAD_UPDATE");
    }

    /// Makes people wait this many seconds between two messages in a channel. Channels that do not exist are ignored.
    pub fn set_slow_mode(&self, channel: Id, seconds: u32) {
        let mut world = self.hub.world();
        let Ok(changed) = world.channel_mut(channel) else { return };
        changed.slow_mode = seconds;
        let event = if changed.is_thread() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
        world.announce_channel(channel, event);
    }

    /// Makes AutoMod block what the bot writes in the server, and the names of its threads, if they contain this text.
    pub fn set_filter(&self, text: Option<&str>) {
        self.hub.world().filter = text.map(str::to_owned);
    }

    /// The channel of these people without the bot, created if necessary: direct messages for two people, a group for
    /// more. It is named `private: Ada & Bruno`.
    pub fn private_channel(&self, members: &[&User]) -> Id {
        self.hub.world().private_channel(members.iter().map(|member| member.id()).collect())
    }

    /// Lets everyone in the server use a command regardless of its default permissions, as a server manager can.
    pub fn open_command(&self, name: &str) {
        self.hub.world().opened.insert(name.to_owned());
    }

    /// Removes the bot from the server, as a server manager would. It remains user-installed for everyone.
    pub fn remove_bot(&self) {
        self.hub.world().install(false);
    }

    /// Adds the bot to the server again.
    pub fn invite_bot(&self) {
        self.hub.world().install(true);
    }

    /// Sets whether responses of a bot that is not installed in the server may be visible to everyone there; allowed
    /// by default.
    pub fn allow_external_apps(&self, allowed: bool) {
        self.hub.world().external_apps = allowed;
    }

    /// Sets the bot's permissions in a channel and its threads; `None` restores those in the server. The bot receives
    /// an event about the channel. Channels that do not exist are ignored.
    pub fn set_bot_permissions(&self, channel: Id, bits: Option<u64>) {
        let mut world = self.hub.world();
        let Ok(changed) = world.channel_mut(channel) else { return };
        changed.bot_permissions = bits;
        let event = if changed.is_thread() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
        world.announce_channel(channel, event);
    }

    /// Sets the permissions of the `@everyone` role, which apply to the bot where a channel does not override them. The
    /// bot receives an event about the role.
    pub fn set_bot_role(&self, bits: u64) {
        self.hub.world().change_role(bits);
    }

    /// The members of a thread; empty if it does not exist.
    pub fn thread_members(&self, channel: Id) -> Vec<Id> {
        let world = self.hub.world();
        let thread = world.channel(channel).ok().and_then(|channel| channel.thread.as_ref());
        thread.map(|thread| thread.members.clone()).unwrap_or_default()
    }

    /// Removes a message, as a moderator would.
    ///
    /// # Errors
    ///
    /// [`ActError::NoMessage`] when it does not exist.
    pub fn delete_message(&self, channel: Id, message: Id) -> Result<(), ActError> {
        Ok(self.hub.world().remove_message(channel, message)?)
    }

    /// Removes a channel or thread with its messages, as a moderator would. Channels that do not exist are ignored.
    pub fn delete_channel(&self, channel: Id) {
        self.hub.world().remove_channel(channel);
    }

    /// Archives a thread, as its timeout or a moderator would, and locks it if `locked`.
    ///
    /// # Errors
    ///
    /// [`ActError::NoChannel`] when the thread does not exist.
    pub fn archive_thread(&self, channel: Id, locked: bool) -> Result<(), ActError> {
        let mut world = self.hub.world();
        let thread = world.channel_mut(channel)?.thread.as_mut().ok_or(ActError::NoChannel)?;
        thread.archived = true;
        thread.locked = locked;
        world.announce_channel(channel, "THREAD_UPDATE");
        Ok(())
    }

    /// The names of the registered commands.
    pub fn command_names(&self) -> Vec<String> {
        let world = self.hub.world();
        world.persisted.commands.iter().map(|command| command.name().to_owned()).collect()
    }

    /// Whether a bot is connected to the gateway.
    pub fn bot_online(&self) -> bool {
        self.hub.world().bot_online()
    }

    /// Waits until a bot is connected. Use with a timeout.
    pub async fn wait_bot(&self) {
        self.wait(World::bot_online).await;
    }

    /// The number of times a bot has identified itself, not counting resumed sessions.
    pub fn identified(&self) -> usize {
        self.hub.world().identified
    }

    /// The number of times a shard has identified too early.
    pub fn refused_identifies(&self) -> usize {
        self.hub.world().refused_identifies
    }

    /// Waits until a bot has identified itself this many times. Use with a timeout.
    pub async fn wait_identified(&self, times: usize) {
        self.wait(|world| world.identified >= times).await;
    }

    /// Advances the clock that ages interactions and nonces. Timeouts of waiting calls are not affected.
    pub fn advance(&self, by: Duration) {
        self.hub.world().clock_offset += by;
    }

    /// Waits until a bot has registered this command. Use with a timeout.
    pub async fn wait_command(&self, name: &str) {
        self.wait(|world| world.persisted.commands.iter().any(|c| c.name() == name)).await;
    }

    /// The time that the bot took for the first response to each remembered interaction, oldest first.
    pub fn response_times(&self) -> Vec<Duration> {
        self.hub.world().interactions.values().filter_map(|interaction| interaction.took).collect()
    }

    async fn wait(&self, is_met: impl Fn(&World) -> bool) {
        let mut notices = self.hub.world().notices.subscribe();
        while !is_met(&self.hub.world()) {
            // Lagging also means that something happened, which is all that matters here.
            let _ = notices.recv().await;
        }
    }

    /// Fault injection and the log of requests.
    pub fn faults(&self) -> &FaultInjector {
        &self.hub.faults
    }

    /// Drops every gateway connection without a close frame.
    pub fn drop_gateway(&self) {
        self.hub.world().control(ControlAction::Drop);
    }

    /// Closes every gateway connection with this code.
    pub fn close_gateway(&self, code: u16) {
        self.hub.world().control(ControlAction::Close(code));
    }

    /// Sends op 7 to every gateway connection: reconnect and resume.
    pub fn ask_reconnect(&self) {
        self.hub.world().control(ControlAction::Reconnect);
    }

    /// Sends op 9 to every gateway connection: the session is invalid, resumable or not.
    pub fn invalidate_session(&self, resumable: bool) {
        self.hub.world().control(ControlAction::Invalid(resumable));
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
        .merge(rest::routes(hub))
        .merge(web::routes())
        .layer(from_fn_with_state(Arc::clone(hub), origin::same_origin))
        .with_state(Arc::clone(hub))
}
