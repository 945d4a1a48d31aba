//! Starting and stopping the look-alike.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio_util::task::TaskTracker;

use super::actions::ActError;
use super::fault_injection::FaultInjector;
use super::files::Files;
use super::hub::Hub;
use super::id::{Id, IdClock};
use super::session::Nudge;
use super::user::User;
use super::world::{PersistedWorld, World, permission};
use super::{gateway, limits, origin, persistence, rest, serve, token, web};

/// How the look-alike is set up.
#[derive(Clone, Debug)]
pub struct EmulatorOptions {
    /// Where to listen; a loopback address. Port 0 takes any free one.
    pub address: SocketAddr,
    /// The folder in which the state is kept; `None` keeps it in memory.
    pub state: Option<PathBuf>,
    /// The bot token that is accepted. It is written into the folder of the state, readable by its owner alone, for a
    /// bot in another process. Where people use the page, it is drawn anew by [`draw_token`](super::draw_token).
    pub token: String,
    /// The bot's name.
    pub bot_name: String,
    /// What the bot may do, as [`permission`] bits.
    pub bot_permissions: u64,
    /// Privileged intents switched on for the application; none by default. A bot that asks for others is closed with 4014.
    pub privileged_intents: u64,
    /// Whether the bot is installed in the server. Everybody has it installed for themselves in any case.
    pub installed: bool,
    /// How long a client may take to send the head of a request, and again to send its body.
    pub patience: Duration,
    /// Names, besides those of this machine, by which clients may call the server: those that a proxy before it has.
    /// A port belongs to a name unless it is the scheme's own.
    pub host_names: Vec<String>,
    /// The clock by which channels, messages and the like are dated.
    pub clock: IdClock,
}

impl Default for EmulatorOptions {
    fn default() -> Self {
        Self {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            state: None,
            token: "local-bot-token".to_owned(),
            bot_name: "Bot".to_owned(),
            bot_permissions: permission::BOT,
            privileged_intents: 0,
            installed: true,
            patience: limits::PATIENCE,
            host_names: Vec::new(),
            clock: IdClock::default(),
        }
    }
}

/// Why the look-alike cannot start.
#[derive(Debug, thiserror::Error)]
pub enum EmulatorError {
    /// It would be reachable from elsewhere, which it is not made for.
    #[error("{0} is not a loopback address")]
    NotLoopback(SocketAddr),
    /// The address is taken or not ours.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The folder of the state cannot be used.
    #[error("cannot read the state in {folder}: {source}")]
    State {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A running look-alike. Dropping it stops it without a last write; [`shutdown`](Self::shutdown) is the orderly way.
#[derive(Debug)]
pub struct Emulator {
    hub: Arc<Hub>,
    address: SocketAddr,
    tasks: TaskTracker,
}

impl Emulator {
    /// Starts it.
    ///
    /// # Errors
    ///
    /// When the address is not a loopback address or cannot be listened on, or the kept state cannot be read.
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
        let kept = match &options.state {
            Some(folder) => persistence::read(folder).await.map_err(broken)?,
            None => None,
        };
        let refused = |source| EmulatorError::Listen { address: options.address, source };
        let listener = TcpListener::bind(options.address).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let mut kept = kept.unwrap_or_else(|| PersistedWorld::fresh(&options.bot_name, options.clock.clone()));
        for bot in kept.people.iter_mut().filter(|person| person.bot) {
            bot.name.clone_from(&options.bot_name);
        }
        let base = format!("http://{address}");
        let mut world =
            World::new(kept, base, options.bot_permissions, options.privileged_intents, options.clock.clone());
        world.installed = options.installed;
        // Two people always have a channel without the bot, to try how it is played there.
        let pair = world.kept.people.iter().filter(|person| !person.bot).map(|person| person.id).take(2).collect();
        world.private_channel(pair);
        if let Some(folder) = &options.state {
            // Only now: until the address was ours, another one may have been using the folder.
            token::store(folder, &options.token).map_err(broken)?;
        }
        let hub = Arc::new(Hub::new(world, files, options.token, options.host_names));
        let tasks = TaskTracker::new();
        tasks.spawn(persistence::keep(Arc::clone(&hub), options.state));
        let router = router(&hub, options.patience);
        tasks.spawn(serve::serve(listener, router, options.patience, hub.closing.clone()));
        tasks.close();
        Ok(Self { hub, address, tasks })
    }

    /// The address to give to a bot in place of `https://discord.com`, e.g. `http://127.0.0.1:4040`.
    pub fn api_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address of the page for people.
    pub fn page_url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The person with this name, e.g. `Ada`.
    ///
    /// # Errors
    ///
    /// [`ActError::NoPerson`].
    pub fn user(&self, name: &str) -> Result<User, ActError> {
        let world = self.hub.world();
        let person = world.kept.people.iter().find(|person| person.name == name && !person.bot);
        let person = person.ok_or_else(|| ActError::NoPerson(name.to_owned()))?;
        Ok(User::new(Arc::clone(&self.hub), person.id))
    }

    /// Adds a person with one of Discord's locales.
    pub fn add_user(&self, name: &str, locale: &str) -> User {
        let mut world = self.hub.world();
        let id = world.mint.next();
        world.kept.people.push(super::person::Person::human(id, name, locale));
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
        world.kept.channels.values().find(|channel| channel.name == name).map(|channel| channel.id)
    }

    /// Adds a text channel.
    pub fn add_channel(&self, name: &str) -> Id {
        self.hub.world().add_channel(name)
    }

    /// The channel of these people without the bot, made when there is none yet: direct messages between two, a group
    /// of more. It is called `private: Ada & Bruno`.
    pub fn private_channel(&self, members: &[&User]) -> Id {
        self.hub.world().private_channel(members.iter().map(|member| member.id()).collect())
    }

    /// Lets everybody in the server use a command, whatever permissions it asks for, as those who manage a server can.
    pub fn open_command(&self, name: &str) {
        self.hub.world().opened.insert(name.to_owned());
    }

    /// Takes the bot out of the server, as somebody who manages it would. Everybody has it installed for themselves still.
    pub fn remove_bot(&self) {
        self.hub.world().install(false);
    }

    /// Brings the bot back into the server.
    pub fn invite_bot(&self) {
        self.hub.world().install(true);
    }

    /// Whether people may show answers of a bot that is not installed in the server to everybody there; they may unless
    /// told otherwise.
    pub fn allow_external_apps(&self, allowed: bool) {
        self.hub.world().external_apps = allowed;
    }

    /// Sets what the bot may do in a channel and its threads; `None` is what it may do everywhere. The bot is told that
    /// the channel has changed. Channels that do not exist are ignored.
    pub fn set_bot_permissions(&self, channel: Id, bits: Option<u64>) {
        let mut world = self.hub.world();
        let Ok(changed) = world.channel_mut(channel) else { return };
        changed.bot_permissions = bits;
        let event = if changed.is_thread() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
        world.announce_channel(channel, event);
    }

    /// Sets what the bot may do where a channel does not say otherwise, by the role that everybody has. The bot is told
    /// that the role has changed.
    pub fn set_bot_role(&self, bits: u64) {
        self.hub.world().change_role(bits);
    }

    /// Who is in a thread; nobody where there is none.
    pub fn thread_members(&self, channel: Id) -> Vec<Id> {
        let world = self.hub.world();
        let thread = world.channel(channel).ok().and_then(|channel| channel.thread.as_ref());
        thread.map(|thread| thread.members.clone()).unwrap_or_default()
    }

    /// Removes a message, as a moderator would.
    ///
    /// # Errors
    ///
    /// [`ActError::NoMessage`].
    pub fn delete_message(&self, channel: Id, message: Id) -> Result<(), ActError> {
        Ok(self.hub.world().remove_message(channel, message)?)
    }

    /// Removes a channel or thread with its messages, as a moderator would. Channels that do not exist are ignored.
    pub fn delete_channel(&self, channel: Id) {
        self.hub.world().remove_channel(channel);
    }

    /// Archives a thread, as time or a moderator would, and locks it when `locked`.
    ///
    /// # Errors
    ///
    /// [`ActError::NoChannel`].
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
        world.kept.commands.iter().map(|command| command.name().to_owned()).collect()
    }

    /// Whether a bot is connected to the gateway.
    pub fn bot_online(&self) -> bool {
        self.hub.world().bot_online()
    }

    /// Waits until a bot is connected. Bound it with a timeout.
    pub async fn wait_bot(&self) {
        self.wait(World::bot_online).await;
    }

    /// How often a bot has introduced itself anew, without resuming a session.
    pub fn identified(&self) -> usize {
        self.hub.world().identified
    }

    /// Waits until a bot has introduced itself so many times. Bound it with a timeout.
    pub async fn wait_identified(&self, times: usize) {
        self.wait(|world| world.identified >= times).await;
    }

    /// Moves the clock by which interactions and nonces grow old. Nobody's waiting is cut short by it.
    pub fn advance(&self, by: Duration) {
        self.hub.world().ahead += by;
    }

    /// Waits until a bot is connected and has registered this command. Bound it with a timeout.
    pub async fn wait_command(&self, name: &str) {
        self.wait(|world| world.bot_online() && world.kept.commands.iter().any(|c| c.name() == name)).await;
    }

    /// How long the bot took for the first response to each interaction that is still remembered, oldest first.
    pub fn response_times(&self) -> Vec<Duration> {
        self.hub.world().interactions.values().filter_map(|interaction| interaction.took).collect()
    }

    async fn wait(&self, met: impl Fn(&World) -> bool) {
        let mut notices = self.hub.world().notices.subscribe();
        while !met(&self.hub.world()) {
            // A lag means that something happened, which is all that matters here.
            let _ = notices.recv().await;
        }
    }

    /// Faults to be made and the log of requests.
    pub fn faults(&self) -> &FaultInjector {
        &self.hub.faults
    }

    /// Breaks every gateway connection without a word.
    pub fn drop_gateway(&self) {
        self.hub.world().nudge(Nudge::Drop);
    }

    /// Closes every gateway connection with this code.
    pub fn close_gateway(&self, code: u16) {
        self.hub.world().nudge(Nudge::Close(code));
    }

    /// Sends op 7 to every gateway connection: reconnect and resume.
    pub fn ask_reconnect(&self) {
        self.hub.world().nudge(Nudge::Reconnect);
    }

    /// Sends op 9 to every gateway connection: the session is invalid, to be resumed or not.
    pub fn invalidate_session(&self, resumable: bool) {
        self.hub.world().nudge(Nudge::Invalid(resumable));
    }

    /// Stops: connections are closed, and the state is written once more.
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

fn router(hub: &Arc<Hub>, patience: Duration) -> Router {
    Router::new()
        .route("/gateway/", get(gateway::connect))
        .route("/attachments/{channel}/{id}/{name}", get(rest::attachment))
        .merge(rest::routes(hub))
        .merge(web::routes())
        .layer(from_fn_with_state(Arc::clone(hub), origin::same_origin))
        .layer(from_fn(move |request: Request, next: Next| serve::bound_body(patience, request, next)))
        .with_state(Arc::clone(hub))
}
