//! What a test does to a running emulator, and what it asks it.

use std::sync::Arc;
use std::time::Duration;

use super::fault_injection::FaultInjector;
use super::user::User;
use crate::actions::ActError;
use crate::channel::{ChannelKind, NewThread};
use crate::id::Id;
use crate::message::Message;
use crate::person::Person;
use crate::server::Emulator;
use crate::session::{ControlAction, Program};
use crate::world::World;

impl Emulator {
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
        world.persisted.people.push(Person::human(id, name, locale));
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

    /// Tells the bot that Discord cannot reach the server. [`Emulator::invite_bot`] tells it that it is back.
    pub fn announce_outage(&self) {
        self.hub.world().announce_outage();
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

    /// Sets the bot's permissions as [`Emulator::set_bot_role`] does. The bot is told that some other role was deleted.
    pub fn delete_role(&self, bits: u64) {
        self.hub.world().delete_role(bits);
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

    /// Waits until a guest program is connected or, with `false`, until none is. Use with a timeout.
    pub async fn wait_guest(&self, connected: bool) {
        self.wait(|world| (world.program() == Program::Guest) == connected).await;
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
}
