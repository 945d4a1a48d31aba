//! Messages: storage, JSON and changes.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::super::channel::Channel;
use super::super::error::ApiError;
use super::super::id::Id;
use super::super::limits;
use super::super::message::{Attachment, Message, Origin, Reaction, with_nonce};
use super::super::session::intent;
use super::super::timestamp::{format_millis, format_timestamp, now_ms};
use super::World;

/// Flag: the message has a thread.
const HAS_THREAD: u64 = 1 << 5;

/// The embed fields that show pictures, with the keys of their URLs.
const PICTURES: [(&str, &str); 4] =
    [("image", "url"), ("thumbnail", "url"), ("footer", "icon_url"), ("author", "icon_url")];

impl World {
    /// Finds a message, including ephemeral ones.
    ///
    /// # Errors
    ///
    /// 10008 when it does not exist.
    pub fn message(&self, channel: Id, id: Id) -> Result<&Message, ApiError> {
        let find = |queue: &VecDeque<Message>| queue.binary_search_by_key(&id, |m| m.id).ok();
        let queues = [self.persisted.messages.get(&channel), self.ephemeral.get(&channel)];
        let found = queues.into_iter().flatten().find_map(|queue| find(queue).and_then(|at| queue.get(at)));
        found.ok_or_else(ApiError::unknown_message)
    }

    /// Like [`World::message`], mutable.
    pub fn message_mut(&mut self, channel: Id, id: Id) -> Result<&mut Message, ApiError> {
        let queues = [self.persisted.messages.get_mut(&channel), self.ephemeral.get_mut(&channel)];
        for queue in queues.into_iter().flatten() {
            if let Ok(at) = queue.binary_search_by_key(&id, |m| m.id) {
                return queue.get_mut(at).ok_or_else(ApiError::unknown_message);
            }
        }
        Err(ApiError::unknown_message())
    }

    /// The messages that a person sees in a channel, oldest first.
    pub fn messages_for(&self, channel: Id, person: Id) -> Vec<&Message> {
        let public = self.persisted.messages.get(&channel).into_iter().flatten();
        let own = self.ephemeral.get(&channel).into_iter().flatten();
        let own = own.filter(|m| m.ephemeral_for == Some(person));
        let mut all: Vec<&Message> = public.chain(own).collect();
        all.sort_by_key(|message| message.id);
        all
    }

    /// Posts a complete, validated message.
    pub fn post(&mut self, mut message: Message) -> Id {
        let (id, channel_id) = (message.id, message.channel);
        let nonce = message.nonce.take();
        let json = with_nonce(self.message_json(&message), nonce.as_ref());
        let queue = if message.ephemeral_for.is_some() {
            self.ephemeral.entry(channel_id).or_default()
        } else {
            self.persisted.messages.entry(channel_id).or_default()
        };
        queue.push_back(message);
        let dropped = if queue.len() > limits::RETAINED_MESSAGES { queue.pop_front() } else { None };
        if let Some(dropped) = dropped {
            self.orphans.extend(dropped.attachments.iter().map(|a| a.id));
        }
        self.apply_post_effects(id, channel_id, json);
        id
    }

    /// Applies the effects of a new message: unarchives and updates its thread, and notifies the bot and the readers.
    fn apply_post_effects(&mut self, id: Id, channel_id: Id, json: Value) {
        let Ok(message) = self.message(channel_id, id) else { return };
        let (author, ephemeral_for) = (message.author, message.ephemeral_for);
        let pinged = message.mentions.clone();
        if let Some(person) = ephemeral_for {
            self.notify(Some(vec![person]), json!({ "type": "message", "message": json }));
            return;
        }
        let mut unarchived = false;
        if let Some(channel) = self.persisted.channels.get_mut(&channel_id) {
            channel.last_message = Some(id);
            if let Some(thread) = &mut channel.thread {
                thread.messages_sent += 1;
                unarchived = std::mem::take(&mut thread.archived);
                if unarchived {
                    thread.archive_changed_ms = now_ms();
                }
            }
        }
        if unarchived {
            self.announce_channel(channel_id, "THREAD_UPDATE");
        }
        // Writing in a thread or being mentioned in it makes a person a member.
        for person in pinged.into_iter().chain([author]) {
            self.join_thread(channel_id, person);
        }
        self.publish("MESSAGE_CREATE", "message", channel_id, author, json);
        self.touch();
    }

    /// Sends a message event to the bot and the readers of a channel.
    fn publish(&mut self, event: &str, notice: &str, channel_id: Id, author: Id, json: Value) {
        let Some(channel) = self.persisted.channels.get(&channel_id) else { return };
        let (direct, audience, bot_receives) = (channel.is_direct(), channel.audience(), self.bot_is_in(channel));
        let mut data = json.clone();
        if channel.in_server() {
            data["guild_id"] = json!(self.guild());
            data["member"] = self.member_json(author);
            if let Some(member) = data["member"].as_object_mut() {
                member.remove("permissions");
            }
        }
        if bot_receives {
            self.dispatch_message(event, data, direct);
        }
        self.notify(audience, json!({ "type": notice, "message": json }));
    }

    /// Announces a changed message.
    pub fn announce_edit(&mut self, channel: Id, id: Id) {
        let Ok(message) = self.message(channel, id) else { return };
        let json = self.message_json(message);
        let (author, ephemeral_for) = (message.author, message.ephemeral_for);
        if let Some(person) = ephemeral_for {
            self.notify(Some(vec![person]), json!({ "type": "edit", "message": json }));
            return;
        }
        self.publish("MESSAGE_UPDATE", "edit", channel, author, json);
        self.touch();
    }

    /// Removes a message.
    ///
    /// # Errors
    ///
    /// 10008 when it does not exist.
    pub fn remove_message(&mut self, channel: Id, id: Id) -> Result<(), ApiError> {
        let queues = [self.persisted.messages.get_mut(&channel), self.ephemeral.get_mut(&channel)];
        let mut removed = None;
        for queue in queues.into_iter().flatten() {
            if let Ok(at) = queue.binary_search_by_key(&id, |m| m.id) {
                removed = queue.remove(at);
            }
        }
        let removed = removed.ok_or_else(ApiError::unknown_message)?;
        self.orphans.extend(removed.attachments.iter().map(|a| a.id));
        let notice = json!({ "type": "delete", "channel": channel, "id": id });
        if let Some(person) = removed.ephemeral_for {
            self.notify(Some(vec![person]), notice);
            return Ok(());
        }
        let Some(target) = self.persisted.channels.get(&channel) else { return Ok(()) };
        let (in_server, audience, bot_receives) = (target.in_server(), target.audience(), self.bot_is_in(target));
        let mut data = json!({ "id": id, "channel_id": channel });
        let mut intents = intent::DIRECT_MESSAGES;
        if in_server {
            data["guild_id"] = json!(self.guild());
            intents = intent::GUILD_MESSAGES;
        }
        if bot_receives {
            self.dispatch(intents, "MESSAGE_DELETE", data);
        }
        self.notify(audience, notice);
        self.touch();
        Ok(())
    }

    /// The message object as returned by the REST API.
    pub fn message_json(&self, message: &Message) -> Value {
        let mut json = self.plain_message_json(message);
        let Some(reference) = message.reference else { return json };
        json["message_reference"] = json!({ "type": 0, "channel_id": message.channel, "message_id": reference });
        if self.channel(message.channel).is_ok_and(Channel::in_server) {
            json["message_reference"]["guild_id"] = json!(self.guild());
        }
        json["referenced_message"] = match self.message(message.channel, reference) {
            Ok(referenced) => self.plain_message_json(referenced),
            Err(_) => Value::Null,
        };
        json
    }

    fn plain_message_json(&self, message: &Message) -> Value {
        let users: Vec<Value> = message.mentions.iter().map(|id| self.user_json(*id)).collect();
        let attachments: Vec<Value> = message.attachments.iter().map(|a| self.attachment_json(message, a)).collect();
        let thread = self.persisted.channels.get(&message.id).filter(|channel| channel.is_thread());
        let flags = if thread.is_some() { message.flags | HAS_THREAD } else { message.flags };
        let mut json = json!({
            "id": message.id, "channel_id": message.channel, "type": message.kind,
            "author": self.user_json(message.author), "content": message.content,
            "timestamp": format_timestamp(message.id.created_at()),
            "edited_timestamp": message.edited_ms.map(format_millis),
            "tts": message.tts, "mention_everyone": message.mention_everyone, "mentions": users,
            "mention_roles": [], "attachments": attachments, "embeds": self.embeds_json(message),
            "components": message.components, "pinned": message.pinned, "flags": flags,
        });
        if let Some(thread) = thread {
            json["thread"] = self.channel_json(thread);
        }
        if !message.reactions.is_empty() {
            json["reactions"] = message.reactions.iter().map(|r| self.reaction_json(r)).collect();
        }
        if let Some(origin) = &message.origin {
            json["webhook_id"] = json!(self.bot());
            json["application_id"] = json!(self.bot());
            self.add_origin(&mut json, origin, message);
        }
        json
    }

    fn add_origin(&self, json: &mut Value, origin: &Origin, message: &Message) {
        let user = self.user_json(origin.user);
        let owners = match self.channel(message.channel) {
            Ok(channel) => self.owners_json(channel, origin.user),
            Err(_) => json!({ "0": self.guild() }),
        };
        let mut metadata = json!({
            "id": origin.interaction, "type": origin.kind, "user": user,
            "authorizing_integration_owners": owners,
        });
        if let Some(name) = &origin.name {
            metadata["name"] = json!(name);
            metadata["command_type"] = json!(1);
            json["interaction"] = json!({ "id": origin.interaction, "type": origin.kind, "name": name, "user": user });
        }
        if origin.kind == 3 {
            metadata["interacted_message_id"] = json!(origin.message);
        }
        if origin.kind == 5 {
            // The interaction that opened the modal is not stored; the submission stands in for it.
            metadata["triggering_interaction_metadata"] = json!({
                "id": origin.interaction, "type": if origin.message.is_some() { 3 } else { 2 }, "user": user,
                "authorizing_integration_owners": owners, "name": "modal", "command_type": 1,
                "interacted_message_id": origin.message.unwrap_or(message.id),
            });
        }
        json["interaction_metadata"] = metadata;
    }

    /// The embed objects. Embeds refer to pictures of their own message as `attachment://name`; readers get the URL,
    /// which is not stored because it changes with the port.
    fn embeds_json(&self, message: &Message) -> Vec<Value> {
        let mut embeds = message.embeds.clone();
        for embed in &mut embeds {
            for (target, key) in PICTURES {
                let url = embed[target][key].as_str();
                let Some(name) = url.and_then(|url| url.strip_prefix("attachment://")) else { continue };
                let Some(file) = message.attachments.iter().find(|a| a.filename == name) else { continue };
                let url = self.attachment_url(message, file);
                embed[target][format!("proxy_{key}")] = Value::from(url.clone());
                embed[target][key] = Value::from(url);
                if let (Some((width, height)), "url") = (file.dimensions, key) {
                    embed[target]["width"] = Value::from(width);
                    embed[target]["height"] = Value::from(height);
                }
            }
        }
        embeds
    }

    fn attachment_url(&self, message: &Message, file: &Attachment) -> String {
        format!("{}/attachments/{}/{}/{}", self.base, message.channel, file.id, file.filename)
    }

    fn attachment_json(&self, message: &Message, attachment: &Attachment) -> Value {
        let url = self.attachment_url(message, attachment);
        let mut json = json!({
            "id": attachment.id, "filename": attachment.filename, "size": attachment.size, "url": url,
            "proxy_url": url, "content_type": attachment.content_type,
        });
        if let Some(text) = &attachment.description {
            json["description"] = json!(text);
        }
        if let Some((width, height)) = attachment.dimensions {
            json["width"] = json!(width);
            json["height"] = json!(height);
        }
        if message.ephemeral_for.is_some() {
            json["ephemeral"] = json!(true);
        }
        json
    }

    fn reaction_json(&self, reaction: &Reaction) -> Value {
        let count = reaction.people.len();
        json!({
            "emoji": { "id": null, "name": reaction.emoji }, "count": count,
            "count_details": { "burst": 0, "normal": count }, "burst_colors": [], "me_burst": false,
            "burst_me": false, "burst_count": 0, "me": reaction.people.contains(&self.bot()),
        })
    }
}
