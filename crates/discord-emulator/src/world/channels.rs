//! Channels, threads and direct messages: their JSON, and changes of them.

use serde_json::{Value, json};

use super::super::channel::{Channel, ChannelKind, NewThread, ThreadState, thread_member_json, thread_metadata};
use super::super::error::ApiError;
use super::super::id::Id;
use super::super::limits;
use super::super::session::intent;
use super::super::timestamp::now_ms;
use super::World;

impl World {
    /// The channel object as the bot sees it.
    pub fn channel_json(&self, channel: &Channel) -> Value {
        let mut json = json!({
            "id": channel.id, "type": channel.number(), "flags": 0,
            "last_message_id": channel.last_message, "last_pin_timestamp": null,
        });
        if !channel.in_server() {
            let people = channel.recipient.iter().chain(&channel.members);
            json["recipients"] = people.map(|id| self.user_json(*id)).collect();
            if channel.number() == 3 {
                json["name"] = json!(channel.name);
                json["icon"] = Value::Null;
                json["owner_id"] = json!(channel.members.first());
            }
            return json;
        }
        json["guild_id"] = json!(self.guild());
        json["name"] = json!(channel.name);
        json["rate_limit_per_user"] = json!(channel.slow_mode);
        let Some(thread) = &channel.thread else {
            json["position"] = json!(0);
            json["topic"] = json!(channel.topic);
            json["nsfw"] = json!(false);
            json["parent_id"] = Value::Null;
            json["permission_overwrites"] = json!([]);
            return json;
        };
        json["parent_id"] = json!(thread.parent);
        json["owner_id"] = json!(thread.owner);
        json["message_count"] = json!(thread.messages_sent);
        json["total_message_sent"] = json!(thread.messages_sent);
        json["member_count"] = json!(thread.members.len().min(50));
        json["thread_metadata"] = thread_metadata(channel.id, thread);
        if thread.members.contains(&self.bot()) {
            json["member"] = thread_member_json(channel.id, self.bot());
        }
        json
    }

    /// The partial channel object in an interaction.
    pub fn partial_channel_json(&self, channel: &Channel, person: Id) -> Value {
        let mut json = self.channel_json(channel);
        let bits =
            if person == self.bot() { self.bot_permissions_in(channel) } else { self.person_permissions(person) };
        json["permissions"] = json!(bits.to_string());
        json
    }

    /// Sends a channel event to the bot and to the page. `event` is a gateway event such as `CHANNEL_UPDATE`.
    pub fn announce_channel(&mut self, id: Id, event: &str) {
        let Some(channel) = self.persisted.channels.get(&id) else { return };
        let audience = channel.audience();
        let mut json = self.channel_json(channel);
        let page = channel.page_json();
        if event == "THREAD_CREATE" && channel.thread.as_ref().is_some_and(|thread| thread.messages_sent == 0) {
            json["newly_created"] = json!(true);
        }
        // The bot does not see private threads of others.
        if self.allow(id, 0).is_ok() || channel.kind != ChannelKind::PrivateThread {
            self.dispatch(intent::GUILDS, event, json);
        }
        self.notify(audience, json!({ "type": "channel", "channel": page }));
        self.touch();
    }

    /// The direct-message channel between a person and the bot, created if necessary.
    pub fn direct_channel(&mut self, person: Id) -> Id {
        let known = self.persisted.channels.values().find(|c| c.is_direct() && c.recipient == Some(person));
        if let Some(channel) = known {
            return channel.id;
        }
        let id = self.ids.next();
        let mut channel = Channel::text(id, "", "");
        channel.kind = ChannelKind::Direct;
        channel.topic = None;
        channel.recipient = Some(person);
        self.persisted.channels.insert(id, channel);
        // Discord no longer sends bots CHANNEL_CREATE for direct messages, so only the page is notified.
        if let Some(channel) = self.persisted.channels.get(&id) {
            let page = channel.page_json();
            self.notify(Some(vec![person]), json!({ "type": "channel", "channel": page }));
        }
        self.touch();
        id
    }

    /// The channel of these people without the bot, created if necessary: direct messages for two people, a group for
    /// more.
    pub fn private_channel(&mut self, mut members: Vec<Id>) -> Id {
        members.sort_unstable();
        members.dedup();
        let same = |c: &&Channel| c.kind == ChannelKind::Private && c.members == members;
        if let Some(known) = self.persisted.channels.values().find(same) {
            return known.id;
        }
        let names = members.iter().filter_map(|id| self.person(*id)).map(|person| person.name.as_str());
        let name = format!("private: {}", names.collect::<Vec<_>>().join(" & "));
        let id = self.ids.next();
        let topic = "The bot is not a member here. Its commands work because everyone has installed it.";
        let channel = Channel { kind: ChannelKind::Private, members, ..Channel::text(id, &name, topic) };
        let page = channel.page_json();
        self.notify(channel.audience(), json!({ "type": "channel", "channel": page }));
        self.persisted.channels.insert(id, channel);
        self.touch();
        id
    }

    /// Adds a channel of this kind, which is no thread, to the server.
    pub fn add_channel(&mut self, kind: ChannelKind, name: &str) -> Id {
        let id = self.ids.next();
        self.persisted.channels.insert(id, Channel { kind, ..Channel::text(id, name, "") });
        self.announce_channel(id, "CHANNEL_CREATE");
        id
    }

    /// Starts a thread.
    ///
    /// # Errors
    ///
    /// 160006 when there are too many active threads.
    pub fn add_thread(&mut self, new: NewThread) -> Result<Id, ApiError> {
        let active = self.persisted.channels.values().filter(|c| c.is_thread() && !c.is_archived()).count();
        if active >= limits::ACTIVE_THREADS {
            return Err(ApiError::new(400, 160_006, "Maximum number of active threads reached"));
        }
        self.remove_oldest_threads();
        let NewThread { id, name, kind, parent, owner, auto_archive_minutes } = new;
        let thread = ThreadState {
            parent,
            owner,
            archived: false,
            locked: false,
            auto_archive_minutes,
            archive_changed_ms: now_ms(),
            members: vec![owner],
            messages_sent: 0,
        };
        let channel = Channel { kind, thread: Some(thread), topic: None, ..Channel::text(id, &name, "") };
        self.persisted.channels.insert(id, channel);
        self.announce_channel(id, "THREAD_CREATE");
        Ok(id)
    }

    /// Adds a person to a thread. Does nothing if they are already a member.
    pub fn join_thread(&mut self, id: Id, person: Id) {
        let Some(channel) = self.persisted.channels.get_mut(&id) else { return };
        let Some(thread) = &mut channel.thread else { return };
        if thread.members.contains(&person) {
            return;
        }
        thread.members.push(person);
        let count = thread.members.len();
        let private = channel.kind == ChannelKind::PrivateThread;
        if private && person == self.bot() {
            // Now the bot sees it.
            self.announce_channel(id, "THREAD_CREATE");
        }
        let mut member = thread_member_json(id, person);
        member["member"] = self.full_member_json(person);
        member["presence"] = Value::Null;
        let body = json!({
            "id": id, "guild_id": self.guild(), "member_count": count.min(50), "added_members": [member],
        });
        self.dispatch(intent::GUILDS, "THREAD_MEMBERS_UPDATE", body);
        if private && let Some(channel) = self.persisted.channels.get(&id) {
            let page = channel.page_json();
            self.notify(Some(vec![person]), json!({ "type": "channel", "channel": page }));
        }
        self.touch();
    }

    /// Removes a person from a thread.
    pub fn leave_thread(&mut self, id: Id, person: Id) {
        let Some(thread) = self.persisted.channels.get_mut(&id).and_then(|c| c.thread.as_mut()) else { return };
        thread.members.retain(|member| *member != person);
        let count = thread.members.len();
        let body = json!({
            "id": id, "guild_id": self.guild(), "member_count": count.min(50), "removed_member_ids": [person],
        });
        self.dispatch(intent::GUILDS, "THREAD_MEMBERS_UPDATE", body);
        self.touch();
    }

    /// Removes a channel with its messages.
    pub fn remove_channel(&mut self, id: Id) {
        let Some(channel) = self.persisted.channels.remove(&id) else { return };
        self.persisted.messages.remove(&id);
        // Threads are deleted with their channel, without an event for the bot.
        let is_inside = |thread: &&Channel| thread.thread.as_ref().is_some_and(|state| state.parent == id);
        let threads: Vec<Id> = self.persisted.channels.values().filter(is_inside).map(|thread| thread.id).collect();
        for thread in threads {
            self.persisted.channels.remove(&thread);
            self.persisted.messages.remove(&thread);
            self.notify(None, json!({ "type": "channel_gone", "id": thread }));
        }
        let event = if channel.is_thread() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        self.dispatch(intent::GUILDS, event, self.channel_json(&channel));
        self.notify(channel.audience(), json!({ "type": "channel_gone", "id": id }));
        self.touch();
    }

    /// Deletes the oldest archived threads when there are too many channels.
    fn remove_oldest_threads(&mut self) {
        while self.persisted.channels.len() >= limits::RETAINED_CHANNELS {
            let Some(id) = self.persisted.channels.values().find(|c| c.is_archived()).map(|c| c.id) else { return };
            self.remove_channel(id);
        }
    }
}
