//! Gateway sessions of the bot, and the events sent to them.

use serde_json::{Value, json};

use super::super::limits;
use super::super::session::{ControlAction, Session, hide_content, intent, shows_content};
use super::World;

impl World {
    /// Sends an event to every session with one of `intents` (to all sessions for [`intent::ALWAYS`]).
    pub fn dispatch(&mut self, intents: u64, name: &str, data: Value) {
        if intents & intent::SERVER != 0 && !self.installed {
            return;
        }
        for session in &mut self.sessions {
            if intents == intent::ALWAYS || session.intents & intents != 0 {
                session.push(name, &data);
            }
        }
    }

    /// Sends a message event. Sessions without the message content intent see the content only where Discord always
    /// shows it: in direct messages, in the bot's own messages and where the bot is mentioned.
    pub fn dispatch_message(&mut self, name: &str, data: Value, direct: bool) {
        let bot = self.bot();
        let intents = if direct { intent::DIRECT_MESSAGES } else { intent::GUILD_MESSAGES };
        let open = direct || shows_content(&data, bot);
        let hidden = if open { None } else { Some(hide_content(data.clone())) };
        for session in &mut self.sessions {
            if session.intents & intents == 0 {
                continue;
            }
            let full = session.intents & intent::MESSAGE_CONTENT != 0;
            session.push(name, hidden.as_ref().filter(|_| !full).unwrap_or(&data));
        }
    }

    /// Opens a session.
    pub fn open_session(&mut self, intents: u64) -> &mut Session {
        if self.sessions.len() >= limits::RETAINED_SESSIONS {
            self.sessions.pop_front();
        }
        let id = format!("{:032x}", self.ids.next().0);
        self.sessions.push_back(Session::new(id, intents));
        let last = self.sessions.len() - 1;
        &mut self.sessions[last]
    }

    pub fn session_mut(&mut self, id: &str) -> Option<&mut Session> {
        self.sessions.iter_mut().find(|session| session.id == id)
    }

    /// Whether a bot is connected.
    pub fn bot_online(&self) -> bool {
        self.sessions.iter().any(|session| session.connection.is_some())
    }

    /// Applies an action to every connection.
    pub fn control(&self, action: ControlAction) {
        for session in &self.sessions {
            session.control.send_replace(action);
        }
    }

    /// Notifies the page whether the bot is connected.
    pub fn announce_bot(&self) {
        self.notify(None, json!({ "type": "bot", "online": self.bot_online() }));
    }
}
