//! The actions of people: writing, invoking commands, pressing buttons, choosing from menus, submitting forms. Each is
//! validated as Discord's client and server would before the bot receives it.

use serde_json::{Map, Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::channel::Channel;
use super::command::Command;
use super::draft::{AllowedMentions, Draft};
use super::error::ApiError;
use super::id::Id;
use super::interaction::{Interaction, Kind, Progress};
use super::limits;
use super::message::{Message, buttons_and_menus};
use super::permission;
use super::session::intent;
use super::timestamp::now_ms;
use super::world::World;

/// Why an action is refused.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// There is no person with this name.
    #[error("there is nobody called {0:?}")]
    NoPerson(String),
    /// The channel does not exist or is hidden from this person.
    #[error("there is no such channel for this person")]
    NoChannel,
    /// The message does not exist or is hidden from this person.
    #[error("there is no such message for this person")]
    NoMessage,
    /// The bot has not registered such a command for this channel.
    #[error("there is no command {0:?} here")]
    NoCommand(String),
    /// An option does not fit the command.
    #[error("option {name:?}: {reason}")]
    BadOption {
        /// The option's name.
        name: String,
        /// The problem.
        reason: String,
    },
    /// The message has no such button or menu.
    #[error("the message has no component {0:?}")]
    NoComponent(String),
    /// The button or menu cannot be used.
    #[error("the component {0:?} is disabled")]
    Disabled(String),
    /// The choice is not in the menu, or there are too many or too few choices.
    #[error("the menu does not take this choice: {0}")]
    BadChoice(String),
    /// Commands and buttons do nothing in a locked thread, and nobody can write there.
    #[error("the thread is locked")]
    Locked,
    /// The interaction has not opened a form.
    #[error("no form is open")]
    NoModal,
    /// An input of the form is too short, too long or missing.
    #[error("input {name:?}: {reason}")]
    BadInput {
        /// The input's `custom_id`.
        name: String,
        /// The problem.
        reason: String,
    },
    /// The text of a message is empty or longer than 2,000 characters, or cannot be written there or so soon.
    #[error("the message cannot be sent: {0}")]
    BadMessage(String),
    /// The timeout expired.
    #[error("{0} did not come in time")]
    TimedOut(&'static str),
}

impl From<ApiError> for ActError {
    fn from(error: ApiError) -> Self {
        match error.code {
            10_003 => Self::NoChannel,
            10_008 => Self::NoMessage,
            _ => Self::BadMessage(error.to_string()),
        }
    }
}

/// A sent interaction and the channel on which its response arrives.
#[derive(Debug)]
pub(super) struct PendingInteraction {
    pub id: Id,
    /// When it was sent, by the system clock, which also governs timeouts for people.
    sent: Instant,
    progress: watch::Receiver<Progress>,
}

impl PendingInteraction {
    /// The first response; `None` if the application did not respond in time.
    pub async fn first(&mut self) -> Option<Progress> {
        let deadline = self.sent + limits::FIRST_RESPONSE;
        let waited = timeout_at(deadline, self.progress.wait_for(|p| !matches!(p, Progress::Waiting))).await;
        match waited {
            Ok(Ok(progress)) => Some(progress.clone()),
            _ => None,
        }
    }

    #[cfg(feature = "testing")]
    /// The message that completes a deferred response; `None` if there was none until `deadline`.
    pub async fn completed(&mut self, deadline: Instant) -> Option<Progress> {
        let completed = |p: &Progress| !matches!(p, Progress::Waiting | Progress::Thinking);
        match timeout_at(deadline, self.progress.wait_for(completed)).await {
            Ok(Ok(progress)) => Some(progress.clone()),
            _ => None,
        }
    }
}

impl World {
    /// Finds a channel that this person can read.
    pub fn channel_of(&self, person: Id, channel: Id) -> Result<&Channel, ActError> {
        let away = self.person(person).is_some_and(|person| person.away);
        let found = self.persisted.channels.get(&channel).filter(|c| c.shows_to(person) && !(away && c.in_server()));
        found.ok_or(ActError::NoChannel)
    }

    /// Finds a message that this person can see.
    pub fn message_of(&self, person: Id, channel: Id, message: Id) -> Result<&Message, ActError> {
        self.channel_of(person, channel)?;
        let message = self.message(channel, message)?;
        if message.ephemeral_for.is_none_or(|one| one == person) { Ok(message) } else { Err(ActError::NoMessage) }
    }

    /// Writes a message. `reply` is the message to reply to, and whether to ping its author.
    pub fn say(&mut self, person: Id, channel: Id, content: &str, reply: Option<(Id, bool)>) -> Result<Id, ActError> {
        let target = self.channel_of(person, channel)?;
        if target.is_locked() {
            return Err(ActError::Locked);
        }
        if !target.kind.takes_messages() {
            return Err(ApiError::no_messages().into());
        }
        let pause = i64::from(target.slow_mode) * 1_000;
        let mine = |message: &&Message| message.author == person;
        let last =
            self.persisted.messages.get(&channel).and_then(|all| all.iter().rev().find(mine)).map(|last| last.id);
        let id = self.ids.next();
        let since = |last: Id| id.created_at().as_millisecond() - last.created_at().as_millisecond();
        if last.is_some_and(|last| since(last) < pause) && !self.may(person, permission::MANAGE_MESSAGES) {
            return Err(ApiError::slow_mode().into());
        }
        let length = content.trim().chars().count();
        if length == 0 || length > limits::CONTENT {
            return Err(ActError::BadMessage(format!("{length} characters")));
        }
        let users = super::draft::MentionedUsers::All;
        let ping = reply.is_some_and(|(_, ping)| ping);
        let draft = Draft {
            content: Some(content.trim().to_owned()),
            embeds: None,
            components: None,
            retained_attachments: None,
            uploads: Vec::new(),
            stored: Vec::new(),
            flags: 0,
            tts: false,
            allowed: AllowedMentions::Some { users, everyone: true, replied_user: ping },
            reply: reply.map(|(id, _)| (id, true)),
            nonce: None,
            enforce_nonce: false,
        };
        let mut message = Message::blank(id, channel, person);
        self.fill(&mut message, &draft)?;
        Ok(self.post(message))
    }

    /// Shows this person as typing.
    pub fn type_in(&mut self, person: Id, channel: Id) -> Result<(), ActError> {
        let target = self.channel_of(person, channel)?;
        let audience = target.audience();
        let (direct, bot_receives) = (target.is_direct(), self.bot_is_in(target));
        self.notify(audience, json!({ "type": "typing", "channel": channel, "user": person }));
        let intents = if direct { intent::DIRECT_MESSAGE_TYPING } else { intent::GUILD_MESSAGE_TYPING };
        let mut data = json!({ "channel_id": channel, "user_id": person, "timestamp": now_ms() / 1_000 });
        if !direct {
            data["guild_id"] = json!(self.guild());
            data["member"] = self.full_member_json(person);
        }
        if bot_receives {
            self.dispatch(intents, "TYPING_START", data);
        }
        Ok(())
    }

    /// The commands that this person can use in a channel.
    pub fn commands_in(&self, person: Id, channel: Id) -> Result<Vec<&Command>, ActError> {
        let target = self.channel_of(person, channel)?;
        if !target.kind.takes_messages() {
            return Ok(Vec::new());
        }
        let fits = |command: &&Command| {
            let body = &command.body;
            let in_dm = target.in_server() || (body["dm_permission"] != false && command.guild.is_none());
            // Server commands are available wherever the bot is installed in the server.
            let offered = self.offers(target, body) || (command.guild.is_some() && self.bot_is_in(target));
            offered && in_dm && self.permits(person, target, body) && body["type"] == 1
        };
        Ok(self.commands_of(self.program()).iter().filter(fits).collect())
    }

    /// Sends a command, or requests completions if `focused` names the option being typed.
    ///
    /// `path` is the command's name, followed by the names of a group and a subcommand, if any. `options` are the
    /// values by name.
    pub fn invoke(
        &mut self,
        person: Id,
        channel: Id,
        path: &str,
        options: &[(String, Value)],
        focused: Option<&str>,
    ) -> Result<PendingInteraction, ActError> {
        let mut words = path.split_whitespace();
        let name = words.next().unwrap_or_default();
        let commands = self.commands_in(person, channel)?;
        // A server command hides a global command with the same name.
        let found = commands.iter().filter(|c| c.name() == name).max_by_key(|c| c.guild.is_some());
        let command = (*found.ok_or_else(|| ActError::NoCommand(path.to_owned()))?).clone();
        let mut level = &command.body;
        let mut chain = Vec::new();
        for word in words {
            let below = level["options"].as_array().into_iter().flatten();
            let mut below = below.filter(|o| matches!(o["type"].as_u64(), Some(1 | 2)));
            level = below.find(|o| o["name"] == word).ok_or_else(|| ActError::NoCommand(path.to_owned()))?;
            chain.push(level);
        }
        let known = level["options"].as_array().map(Vec::as_slice).unwrap_or_default();
        if known.iter().any(|o| matches!(o["type"].as_u64(), Some(1 | 2))) {
            return Err(ActError::NoCommand(path.to_owned()));
        }
        let mut resolved = Map::new();
        let mut sent = Vec::new();
        for option in known {
            let name = option["name"].as_str().unwrap_or_default();
            let value = options.iter().find(|(n, _)| n == name).map(|(_, value)| value);
            let Some(value) = value else {
                if option["required"] == true && focused.is_none() {
                    return Err(bad_option(name, "it is required"));
                }
                continue;
            };
            let focus = focused == Some(name);
            let value = if focus { typed(value) } else { self.option_value(channel, option, value, &mut resolved)? };
            let mut one = json!({ "name": name, "type": option["type"], "value": value });
            if focus {
                one["focused"] = json!(true);
            }
            sent.push(one);
        }
        if let Some((name, _)) = options.iter().find(|(n, _)| !known.iter().any(|o| o["name"] == n.as_str())) {
            return Err(bad_option(name, "the command has no such option"));
        }
        if let Some(name) = focused {
            let option = known.iter().find(|o| o["name"] == name);
            if !option.is_some_and(|o| o["autocomplete"] == true) {
                return Err(bad_option(name, "it is not completed"));
            }
        }
        let mut inside = json!(sent);
        for level in chain.iter().rev() {
            inside = json!([{ "name": level["name"], "type": level["type"], "options": inside }]);
        }
        let mut data = json!({ "id": command.id, "name": name, "type": 1, "options": inside });
        if !resolved.is_empty() {
            data["resolved"] = Value::Object(resolved);
        }
        if let Some(guild) = command.guild {
            data["guild_id"] = json!(guild);
        }
        let kind = if focused.is_some() { Kind::Autocomplete } else { Kind::Command };
        self.send(person, channel, kind, Some(path.to_owned()), None, json!({ "data": data }))
    }

    /// Validates the value of an option as the client does, and adds the object that it refers to to `resolved`.
    fn option_value(
        &self,
        channel: Id,
        option: &Value,
        value: &Value,
        resolved: &mut Map<String, Value>,
    ) -> Result<Value, ActError> {
        let name = option["name"].as_str().unwrap_or_default();
        let bad = |reason: &str| bad_option(name, reason);
        let choices = option["choices"].as_array().filter(|choices| !choices.is_empty());
        if choices.is_some_and(|choices| !choices.iter().any(|c| c["value"] == *value)) {
            return Err(bad("it is not one of the choices"));
        }
        let number = |value: &Value| value.as_f64().or_else(|| value.as_str()?.parse().ok());
        let in_range = |n: f64| {
            option["min_value"].as_f64().is_none_or(|min| n >= min)
                && option["max_value"].as_f64().is_none_or(|max| n <= max)
        };
        match option["type"].as_u64() {
            Some(3) => {
                let text = value.as_str().ok_or_else(|| bad("it is not a text"))?;
                let length = text.chars().count() as u64;
                let least = option["min_length"].as_u64().unwrap_or(1);
                if length < least || length > option["max_length"].as_u64().unwrap_or(6_000) {
                    return Err(bad("it is too short or too long"));
                }
                Ok(value.clone())
            }
            Some(4) => {
                let whole = value.as_i64().or_else(|| value.as_str()?.parse().ok());
                let whole =
                    whole.filter(|n| in_range(*n as f64)).ok_or_else(|| bad("it is not a whole number in range"))?;
                Ok(json!(whole))
            }
            Some(10) => {
                let found = number(value).filter(|n| in_range(*n)).ok_or_else(|| bad("it is not a number in range"))?;
                Ok(json!(found))
            }
            Some(5) => value.as_bool().map(|b| json!(b)).ok_or_else(|| bad("it is not true or false")),
            Some(6 | 9) => {
                let person =
                    Id::of(value).and_then(|id| self.person(id)).ok_or_else(|| bad("there is no such person"))?;
                let key = person.id.to_string();
                insert(resolved, "users", &key, person.user_json());
                if self.channel(channel).is_ok_and(Channel::in_server) && !person.away {
                    insert(resolved, "members", &key, partial_member(self.member_json(person.id)));
                }
                Ok(json!(person.id))
            }
            Some(7) => {
                let channel = Id::of(value).and_then(|id| self.persisted.channels.get(&id));
                let channel = channel.ok_or_else(|| bad("there is no such channel"))?;
                let kinds = option["channel_types"].as_array().filter(|kinds| !kinds.is_empty());
                if kinds.is_some_and(|kinds| !kinds.contains(&json!(channel.number()))) {
                    return Err(bad("it is not one of the kinds of channel that are asked for"));
                }
                insert(resolved, "channels", &channel.id.to_string(), self.partial_channel_json(channel, self.bot()));
                Ok(json!(channel.id))
            }
            _ => Err(bad("this kind of option is not supported here")),
        }
    }

    /// Presses a button.
    pub fn press(
        &mut self,
        person: Id,
        channel: Id,
        message: Id,
        custom_id: &str,
    ) -> Result<PendingInteraction, ActError> {
        let found = self.usable(person, channel, message, custom_id)?;
        if found["type"] != 2 {
            return Err(ActError::NoComponent(custom_id.to_owned()));
        }
        let data = json!({ "custom_id": custom_id, "component_type": 2, "id": found["id"] });
        self.send_component(person, channel, message, data)
    }

    /// Chooses options in a menu.
    pub fn choose(
        &mut self,
        person: Id,
        channel: Id,
        message: Id,
        custom_id: &str,
        values: &[String],
    ) -> Result<PendingInteraction, ActError> {
        let found = self.usable(person, channel, message, custom_id)?;
        let kind = found["type"].as_u64().unwrap_or(0);
        let bad = |reason: &str| ActError::BadChoice(reason.to_owned());
        if !(3..=8).contains(&kind) || kind == 4 {
            return Err(ActError::NoComponent(custom_id.to_owned()));
        }
        let count = values.len() as u64;
        let (min, max) = (found["min_values"].as_u64().unwrap_or(1), found["max_values"].as_u64().unwrap_or(1));
        if count < min || count > max {
            return Err(bad("too many or too few"));
        }
        let mut resolved = Map::new();
        for value in values {
            let offered = |options: &Vec<Value>| options.iter().any(|o| o["value"] == value.as_str());
            if kind == 3 && !found["options"].as_array().is_some_and(offered) {
                return Err(bad("it is not one of the options"));
            }
            if matches!(kind, 5 | 7) {
                let person =
                    value.parse().ok().and_then(|id| self.person(id)).ok_or_else(|| bad("there is no such person"))?;
                insert(&mut resolved, "users", value, person.user_json());
                if self.channel(channel).is_ok_and(Channel::in_server) && !person.away {
                    insert(&mut resolved, "members", value, partial_member(self.member_json(person.id)));
                }
            }
        }
        let mut data = json!({ "custom_id": custom_id, "component_type": kind, "id": found["id"], "values": values });
        if !resolved.is_empty() {
            data["resolved"] = Value::Object(resolved);
        }
        self.send_component(person, channel, message, data)
    }

    /// Finds a component that is not disabled.
    fn usable(&self, person: Id, channel: Id, message: Id, custom_id: &str) -> Result<Value, ActError> {
        let message = self.message_of(person, channel, message)?;
        let found = message.component(custom_id);
        let found = found.ok_or_else(|| ActError::NoComponent(custom_id.to_owned()))?;
        if found["disabled"] == true { Err(ActError::Disabled(custom_id.to_owned())) } else { Ok(found.clone()) }
    }

    fn send_component(
        &mut self,
        person: Id,
        channel: Id,
        message: Id,
        data: Value,
    ) -> Result<PendingInteraction, ActError> {
        let json = self.message_json(self.message(channel, message)?);
        let body = json!({ "data": data, "message": json });
        self.send(person, channel, Kind::Component, None, Some(message), body)
    }

    /// Submits a form. `opener` is the interaction that opened it, `values` the inputs by `custom_id`.
    pub fn submit(
        &mut self,
        person: Id,
        opener: Id,
        values: &[(String, String)],
    ) -> Result<PendingInteraction, ActError> {
        let opened = self.interactions.get(&opener).filter(|i| i.user == person).ok_or(ActError::NoModal)?;
        let Progress::Modal(modal) = opened.progress.borrow().clone() else { return Err(ActError::NoModal) };
        let (channel, message) = (opened.channel, opened.message);
        let rows = modal["components"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut filled = Vec::new();
        for input in buttons_and_menus(rows) {
            let name = input["custom_id"].as_str().unwrap_or_default();
            let value = values.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str());
            let value = value.or_else(|| input["value"].as_str()).unwrap_or_default();
            let length = value.chars().count() as u64;
            let required = input["required"].as_bool().unwrap_or(true);
            let least = input["min_length"].as_u64().unwrap_or(0).max(u64::from(required));
            let most = input["max_length"].as_u64().unwrap_or(limits::INPUT_VALUE as u64);
            let may_be_empty = length == 0 && !required;
            if !may_be_empty && !(least..=most).contains(&length) {
                let reason = format!("it must have {least} to {most} characters");
                return Err(ActError::BadInput { name: name.to_owned(), reason });
            }
            let one = json!({ "type": 4, "custom_id": name, "value": value });
            filled.push(json!({ "type": 1, "components": [one] }));
        }
        let mut body = json!({ "data": { "custom_id": modal["custom_id"], "components": filled } });
        if let Some(message) = message {
            body["message"] = self.message_json(self.message(channel, message)?);
        }
        self.send(person, channel, Kind::Modal, None, message, body)
    }

    fn send(
        &mut self,
        person: Id,
        channel: Id,
        kind: Kind,
        name: Option<String>,
        message: Option<Id>,
        body: Value,
    ) -> Result<PendingInteraction, ActError> {
        if self.channel(channel)?.is_locked() {
            return Err(ActError::Locked);
        }
        let progress = watch::Sender::new(Progress::Waiting);
        let receiver = progress.subscribe();
        let created = self.now();
        let interaction = Interaction {
            id: Id(0),
            token: String::new(),
            kind,
            user: person,
            channel,
            name,
            message,
            created,
            progress,
            answered: None,
            took: None,
            original: None,
            ephemeral: false,
            follow_ups: 0,
        };
        let id = self.interact(interaction, body)?;
        Ok(PendingInteraction { id, sent: Instant::now(), progress: receiver })
    }
}

fn bad_option(name: &str, reason: &str) -> ActError {
    ActError::BadOption { name: name.to_owned(), reason: reason.to_owned() }
}

/// The text typed into an option so far; it is a string whatever the option's type.
fn typed(value: &Value) -> Value {
    match value {
        Value::String(_) => value.clone(),
        other => json!(other.to_string()),
    }
}

fn insert(resolved: &mut Map<String, Value>, kind: &str, id: &str, value: Value) {
    let target = resolved.entry(kind).or_insert_with(|| json!({}));
    target[id] = value;
}

/// Members in `resolved` lack these three fields.
fn partial_member(mut member: Value) -> Value {
    if let Some(map) = member.as_object_mut() {
        for key in ["user", "deaf", "mute"] {
            map.remove(key);
        }
    }
    member
}
