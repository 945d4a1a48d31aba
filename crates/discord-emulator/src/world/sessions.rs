//! Gateway sessions of the bot, and the events sent to them.

use serde_json::{Value, json};
use tokio::time::Instant;

use super::super::id::Id;
use super::super::limits;
use super::super::session::{Program, Session, hide_content, intent, shows_content};
use super::World;

impl World {
    /// Sends an event to every session with one of `intents` (to all sessions for [`intent::ALWAYS`]) whose shard
    /// receives it.
    pub fn dispatch(&mut self, intents: u64, name: &str, data: Value) {
        if intents & intent::SERVER != 0 && !self.installed {
            return;
        }
        let is_of_server = intents & intent::SERVER != 0 || !data["guild_id"].is_null();
        let (guild, program) = (self.guild(), self.program());
        for session in &mut self.sessions {
            // Only one program may respond to an interaction.
            if intents == intent::ALWAYS && session.program != program {
                continue;
            }
            let is_wanted = intents == intent::ALWAYS || session.intents & intents != 0;
            if is_wanted && receives(session, guild, is_of_server) {
                session.push(name, &data);
            }
        }
    }

    /// The shard that receives the events of the server, if there are this many.
    pub fn guild_shard(&self, shards: u64) -> u64 {
        guild_shard(self.guild(), shards)
    }

    /// Whether a shard may identify now; it is refused if another one of its bucket has done so too shortly before.
    pub fn admit_identify(&mut self, shard: u64) -> bool {
        let now = Instant::now();
        let bucket = shard % u64::from(self.identify_limit.max_concurrency);
        let interval = self.identify_limit.interval;
        let is_early = self.last_identify.get(&bucket).is_some_and(|last| now.duration_since(*last) < interval);
        if is_early {
            self.refused_identifies += 1;
        } else {
            self.last_identify.insert(bucket, now);
        }
        !is_early
    }

    /// Sends a message event. Sessions without the message content intent see the content only where Discord always
    /// shows it: in direct messages, in the bot's own messages and where the bot is mentioned.
    pub fn dispatch_message(&mut self, name: &str, data: Value, direct: bool) {
        let bot = self.bot();
        let intents = if direct { intent::DIRECT_MESSAGES } else { intent::GUILD_MESSAGES };
        let open = direct || shows_content(&data, bot);
        let hidden = if open { None } else { Some(hide_content(data.clone())) };
        let (guild, program) = (self.guild(), self.program());
        for session in self.sessions.iter_mut().filter(|session| session.program == program) {
            if session.intents & intents == 0 || !receives(session, guild, !direct) {
                continue;
            }
            let full = session.intents & intent::MESSAGE_CONTENT != 0;
            session.push(name, hidden.as_ref().filter(|_| !full).unwrap_or(&data));
        }
    }

    /// Opens a session.
    pub fn open_session(&mut self, program: Program, intents: u64, shard: (u64, u64)) -> &mut Session {
        if self.sessions.len() >= limits::RETAINED_SESSIONS {
            self.sessions.pop_front();
        }
        let id = format!("{:032x}", self.ids.next().0);
        self.sessions.push_back(Session::new(id, program, intents, shard));
        let last = self.sessions.len() - 1;
        &mut self.sessions[last]
    }

    pub fn session_mut(&mut self, id: &str) -> Option<&mut Session> {
        self.sessions.iter_mut().find(|session| session.id == id)
    }

    /// The program that people talk to: the guest while one is connected. The other program receives neither
    /// interactions nor messages.
    pub fn program(&self) -> Program {
        let is_guest = |session: &Session| session.program == Program::Guest && session.connection.is_some();
        if self.sessions.iter().any(is_guest) { Program::Guest } else { Program::BuiltIn }
    }

    /// Whether a bot is connected.
    pub fn bot_online(&self) -> bool {
        self.sessions.iter().any(|session| session.connection.is_some())
    }

    /// Tells the page whether the bot is connected, and that its commands may now be those of the other program.
    pub fn announce_bot(&self) {
        self.notify(None, json!({ "type": "bot", "online": self.bot_online() }));
        self.notify(None, json!({ "type": "commands" }));
    }
}

/// The shard that receives the events of a server: the time in its id decides. Direct messages go to shard 0.
fn guild_shard(guild: Id, shards: u64) -> u64 {
    (guild.0 >> 22) % shards.max(1)
}

fn receives(session: &Session, guild: Id, is_of_server: bool) -> bool {
    let (shard, shards) = session.shard;
    shard == if is_of_server { guild_shard(guild, shards) } else { 0 }
}
