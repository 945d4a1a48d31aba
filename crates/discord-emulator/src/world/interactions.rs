//! Interactions are sent to the bot, which responds to each once and in time.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::check::response::Response;
use super::super::draft::Draft;
use super::super::error::{ApiError, Form};
use super::super::id::Id;
use super::super::interaction::{Interaction, Kind, Progress};
use super::super::limits;
use super::super::message::{EPHEMERAL, LOADING, Message};
use super::super::session::intent;
use super::World;

impl World {
    /// Sends an interaction to the bot and stores it. `body` holds the fields that depend on its kind: `data` and
    /// `message`.
    pub fn interact(&mut self, mut interaction: Interaction, body: Value) -> Result<Id, ApiError> {
        while self.interactions.len() >= limits::RETAINED_INTERACTIONS {
            self.interactions.pop_first();
        }
        interaction.id = self.ids.next();
        interaction.token = format!("{:x}.{:x}", interaction.id.0, self.ids.next().0);
        let channel = self.channel(interaction.channel)?;
        let user = self.person(interaction.user).ok_or_else(|| ApiError::new(404, 10_013, "Unknown User"))?;
        let mut json = body;
        json["id"] = json!(interaction.id);
        json["application_id"] = json!(self.bot());
        json["type"] = json!(interaction.kind.number());
        json["token"] = json!(interaction.token);
        json["version"] = json!(1);
        json["channel_id"] = json!(channel.id);
        json["channel"] = self.partial_channel_json(channel, interaction.user);
        json["locale"] = json!(user.locale);
        json["entitlements"] = json!([]);
        json["attachment_size_limit"] = json!(limits::ATTACHMENT_BYTES);
        json["app_permissions"] = json!(self.app_permissions(channel).to_string());
        json["context"] = json!(channel.context());
        json["authorizing_integration_owners"] = self.owners_json(channel, user.id);
        if !channel.in_server() {
            json["user"] = self.user_json(user.id);
        } else {
            let mut member = self.full_member_json(user.id);
            member["permissions"] = json!(self.person_permissions(user.id).to_string());
            json["member"] = member;
            json["guild_id"] = json!(self.guild());
            json["guild"] = json!({ "id": self.guild(), "locale": "en-US", "features": [] });
            json["guild_locale"] = json!("en-US");
        }
        let id = interaction.id;
        self.interactions.insert(id, interaction);
        match &self.interactions_endpoint {
            // The task that sends them ends with the server.
            Some(url) => drop(self.outgoing.send((Arc::clone(url), json))),
            None => self.dispatch(intent::ALWAYS, "INTERACTION_CREATE", json),
        }
        Ok(id)
    }

    /// Finds the interaction for this first response.
    ///
    /// # Errors
    ///
    /// 10062 when it is unknown or its three seconds are over; 40060 when it was already responded to; 50035 when this
    /// type of response does not fit.
    pub fn answerable(&self, id: Id, token: &str, response: u8) -> Result<&Interaction, ApiError> {
        let interaction = self.interactions.get(&id).filter(|i| i.token == token);
        let interaction = interaction.ok_or_else(ApiError::unknown_interaction)?;
        if interaction.answered.is_some() {
            return Err(ApiError::already_acknowledged());
        }
        if interaction.age(self.now()) > limits::FIRST_RESPONSE {
            return Err(ApiError::unknown_interaction());
        }
        let fits = match interaction.kind {
            Kind::Command => matches!(response, 4 | 5 | 9),
            Kind::Component => matches!(response, 4..=7 | 9),
            Kind::Autocomplete => response == 8,
            Kind::Modal if interaction.message.is_some() => matches!(response, 4..=7),
            Kind::Modal => matches!(response, 4 | 5),
        };
        if !fits {
            let mut form = Form::default();
            form.choice("type", "the kinds of response that this interaction takes");
            form.finish()?;
        }
        Ok(interaction)
    }

    /// Executes the first response. Returns the message that it created or changed.
    ///
    /// # Errors
    ///
    /// As [`answerable`](Self::answerable), and the errors of creating the message.
    pub fn respond(&mut self, id: Id, token: &str, response: &Response) -> Result<Option<Id>, ApiError> {
        let interaction = self.answerable(id, token, response.number())?;
        let (source, channel) = (interaction.message, interaction.channel);
        let mut ephemeral = false;
        let (progress, original) = match response {
            Response::Message(draft) => {
                ephemeral = draft.is_ephemeral();
                let created = self.post_answer(id, draft, source)?;
                (Progress::Message(created), Some(created))
            }
            Response::Defer { ephemeral: only_one } => {
                ephemeral = *only_one;
                let created = self.post_thinking(id, *only_one)?;
                (Progress::Thinking, Some(created))
            }
            Response::DeferUpdate => (Progress::Acknowledged, source),
            Response::Update(draft) => {
                let source = source.ok_or_else(ApiError::unknown_message)?;
                self.edit(channel, source, draft)?;
                (Progress::Updated(source), Some(source))
            }
            Response::Choices(choices) => (Progress::Choices(Arc::clone(choices)), None),
            Response::Modal(modal) => (Progress::Modal(Arc::clone(modal)), None),
        };
        let now = self.now();
        let interaction = self.interactions.get_mut(&id).ok_or_else(ApiError::unknown_interaction)?;
        interaction.answered = Some(response.number());
        interaction.took = Some(interaction.age(now));
        interaction.original = original;
        interaction.ephemeral = ephemeral;
        interaction.progress.send_replace(progress);
        Ok(original)
    }

    fn post_answer(&mut self, id: Id, draft: &Draft, reply_to: Option<Id>) -> Result<Id, ApiError> {
        let mut message = self.answer(id, draft.is_ephemeral())?;
        self.fill(&mut message, draft)?;
        if message.kind == 20 || draft.reply.is_none() {
            message.reference = reply_to.filter(|m| self.message(message.channel, *m).is_ok());
        }
        if message.reference.is_some() {
            message.kind = 19;
        }
        Ok(self.post(message))
    }

    fn post_thinking(&mut self, id: Id, ephemeral: bool) -> Result<Id, ApiError> {
        let mut message = self.answer(id, ephemeral)?;
        message.flags |= LOADING;
        Ok(self.post(message))
    }

    /// An empty message of the bot in response to an interaction.
    fn answer(&mut self, id: Id, ephemeral: bool) -> Result<Message, ApiError> {
        let message_id = self.ids.next();
        let interaction = self.interactions.get(&id).ok_or_else(ApiError::unknown_interaction)?;
        let ephemeral = ephemeral || self.only_for_one(self.channel(interaction.channel)?, interaction.user);
        let mut message = Message::blank(message_id, interaction.channel, self.bot());
        message.origin = Some(interaction.origin());
        if interaction.kind == Kind::Command {
            message.kind = 20;
        }
        if ephemeral {
            message.flags |= EPHEMERAL;
            message.ephemeral_for = Some(interaction.user);
        }
        Ok(message)
    }

    /// The interaction behind a webhook token.
    ///
    /// # Errors
    ///
    /// 10015 when there is none or it has no response yet; 50027 when its fifteen minutes are over.
    pub fn by_token(&self, token: &str) -> Result<&Interaction, ApiError> {
        // A token begins with the interaction's id.
        let id = token.split_once('.').and_then(|(id, _)| u64::from_str_radix(id, 16).ok());
        let found = id.and_then(|id| self.interactions.get(&Id(id))).filter(|i| i.token == token);
        let interaction = found.ok_or_else(ApiError::unknown_webhook)?;
        if interaction.age(self.now()) > limits::TOKEN_LIFE {
            return Err(ApiError::expired_token());
        }
        if interaction.answered.is_none() {
            return Err(ApiError::unknown_webhook());
        }
        Ok(interaction)
    }

    /// Resolves a message name of the webhook routes: `@original` or the id of one of the responses.
    ///
    /// # Errors
    ///
    /// As [`by_token`](Self::by_token); 10008 when the message does not belong to this interaction.
    pub fn answer_id(&self, token: &str, name: &str) -> Result<(Id, Id), ApiError> {
        let interaction = self.by_token(token)?;
        let id = if name == "@original" { interaction.original } else { name.parse().ok() };
        let id = id.ok_or_else(ApiError::unknown_message)?;
        let message = self.message(interaction.channel, id)?;
        let own = message.origin.as_ref().is_some_and(|origin| origin.interaction == interaction.id);
        if own || interaction.original == Some(id) {
            Ok((interaction.channel, id))
        } else {
            Err(ApiError::unknown_message())
        }
    }

    /// Creates a follow-up message. The first one after a deferral replaces "… is thinking".
    ///
    /// # Errors
    ///
    /// As [`by_token`](Self::by_token); 50006 when the message is empty; 40094 after the fifth where the bot is not a
    /// member.
    pub fn follow_up(&mut self, token: &str, draft: &Draft) -> Result<(Id, Id), ApiError> {
        let interaction = self.by_token(token)?;
        let (id, channel, original) = (interaction.id, interaction.channel, interaction.original);
        let pending = original.filter(|m| self.message(channel, *m).is_ok_and(|m| m.flags & LOADING != 0));
        if let Some(original) = pending {
            self.edit_answer(token, channel, original, draft)?;
            return Ok((channel, original));
        }
        let count = interaction.follow_ups;
        if count >= limits::FOLLOW_UPS && !self.bot_is_in(self.channel(channel)?) {
            return Err(ApiError::too_many_follow_ups());
        }
        let created = self.post_answer(id, draft, original)?;
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.follow_ups += 1;
        }
        Ok((channel, created))
    }

    /// Edits a response; this completes a deferred one.
    ///
    /// # Errors
    ///
    /// 10008 when the message does not exist; 50006 when it would become empty.
    pub fn edit_answer(&mut self, token: &str, channel: Id, id: Id, draft: &Draft) -> Result<(), ApiError> {
        let message = self.message(channel, id)?;
        let was_loading = message.flags & LOADING != 0;
        if was_loading && draft.is_empty() {
            return Err(ApiError::empty_message());
        }
        self.edit(channel, id, draft)?;
        let interaction = self.by_token(token)?;
        if interaction.original == Some(id) {
            let updates = matches!(interaction.answered, Some(6 | 7));
            let progress = if updates { Progress::Updated(id) } else { Progress::Message(id) };
            interaction.progress.send_replace(progress);
        }
        Ok(())
    }

    /// Deletes a response.
    ///
    /// # Errors
    ///
    /// 10008 when the message does not exist.
    pub fn remove_answer(&mut self, token: &str, channel: Id, id: Id) -> Result<(), ApiError> {
        self.remove_message(channel, id)?;
        let interaction = self.by_token(token)?;
        if interaction.original == Some(id) {
            interaction.progress.send_replace(Progress::Deleted);
        }
        Ok(())
    }
}
