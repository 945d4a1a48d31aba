//! Requests made by messages: typed commands, replies with a number or a move, and reactions. For platforms whose users
//! write messages; Discord's interactions are answered by `discord::responder`.

use super::choices::{BOARD_REPLY, FORM_REPLY, is_number, key_of_reaction};
use super::commands::typed::{Resolve, read_typed};
use super::custom_id::ButtonAction;
use super::handlers::RequestHandler;
use super::incoming::Incoming;
use super::message_sender::MessageSender;
use super::platform::Platform;
use super::request::{Request, RequestKind};
use super::text::Text;
use super::texts::error_texts::typed_error;
use super::texts::players::NAME_MAX;
use super::texts::{Language, localize, localize_with};
use super::typed_error::TypedError;
use super::view::{Answer, Form, View};
use crate::backoff::backoff;
use crate::service::{Address, EventId, InboxEvent, MessageId, StoredAction};
use crate::workers::DeliveryError;
use std::sync::Arc;
use std::time::Duration;

/// The number of attempts to post an answer.
const ATTEMPTS_MAX: u32 = 5;
/// The first wait between two attempts, and the longest.
const WAITS: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(10)];

/// The reaction to a message that was answered directly.
const ANSWERED_DIRECTLY: &str = "📬";

/// A message of the bot to which a request refers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referred {
    /// Where it is shown.
    pub address: Address,
    /// Its id.
    pub id: MessageId,
}

/// Reads messages and answers them. Cheap to clone.
#[derive(Clone)]
pub struct Conversation {
    request_handler: RequestHandler,
    sender: MessageSender,
}

impl Conversation {
    /// Creates a conversation on a platform.
    pub fn new(request_handler: RequestHandler, platform: Arc<dyn Platform>) -> Self {
        let sender = MessageSender::new(request_handler.service().clone(), platform);
        Conversation { request_handler, sender }
    }

    /// Reads a message, and answers it if it is meant for the bot: a reply to a message of the bot, a number, or a
    /// command. In a channel, a command begins with `!` or mentions the bot (`is_addressed`; `text` is without the
    /// mention). In direct messages everything is meant for the bot. Returns whether it was.
    ///
    /// # Errors
    /// If the answer cannot be posted, or storage fails.
    pub async fn message(
        &self,
        from: &Incoming,
        text: &str,
        reply_to: Option<&MessageId>,
        is_addressed: bool,
        resolve: &dyn Resolve,
    ) -> Result<bool, DeliveryError> {
        let text = text.trim();
        let is_addressed = is_addressed || from.is_direct;
        if let Some(message) = reply_to
            && !text.starts_with(['!', '/'])
            && let Some((on, actions)) = self.actions(from, message).await?
        {
            match request_of_reply(&on, &actions, text, is_addressed) {
                Some(kind) => return self.request(from, kind, Some(on)).await.map(|()| true),
                None if is_number(text) => {
                    let view = View::text(localize(from.requester.language, "choices-unknown", &[]));
                    return self.privately(from, &view, None).await.map(|()| true);
                }
                None => {}
            }
        }
        if reply_to.is_none() && is_number(text) && self.latest(from, text).await? {
            return Ok(true);
        }
        if !is_addressed && !text.starts_with('!') {
            return Ok(false);
        }
        let from = &self.in_their_language(from).await;
        match read_typed(self.request_handler.commands(), from.requester.language, text, resolve) {
            Ok(command) => self.request(from, RequestKind::Command(command), None).await?,
            // Other bots have commands that begin like this.
            Err(TypedError::UnknownCommand { .. } | TypedError::Empty) if !is_addressed => return Ok(false),
            Err(error) => {
                self.privately(from, &View::text(typed_error(from.requester.language, &error)), None).await?;
            }
        }
        Ok(true)
    }

    /// Performs the action for which a reaction to a message stands, if it stands for one and is for this person. Returns
    /// whether it stands for one.
    ///
    /// # Errors
    /// If the answer cannot be posted, or storage fails.
    pub async fn reaction(&self, from: &Incoming, message: &MessageId, reaction: &str) -> Result<bool, DeliveryError> {
        let Some((on, actions)) = self.actions(from, message).await? else { return Ok(false) };
        let Some(key) = key_of_reaction(&actions, reaction) else { return Ok(false) };
        let Some(kind) = request_of_number(&on, &actions, &key) else { return Ok(false) };
        let kind = match kind {
            RequestKind::ButtonPressed { action, message } => RequestKind::Reacted { action, message },
            kind => kind,
        };
        self.request(from, kind, Some(on)).await?;
        Ok(true)
    }

    /// Handles a request and answers it. `on` is the message of the bot to which it refers, for example that of the
    /// pressed button.
    ///
    /// # Errors
    /// If the answer cannot be posted, or storage fails.
    pub async fn request(&self, from: &Incoming, kind: RequestKind, on: Option<Referred>) -> Result<(), DeliveryError> {
        let id = EventId { platform: self.sender.platform().id(), id: from.event.clone() };
        let request = as_request(from, kind, Some(id.clone()));
        // After the answer the same number may mean something else, so the event is recorded even if it changes
        // nothing.
        let at = self.request_handler.service().now();
        let event = on.as_ref().map(|_| InboxEvent { id, person: from.person(), at });
        let event = event.as_ref();
        let answer = self.request_handler.answer(&request).await;
        let from = &self.in_their_language(from).await;
        match answer {
            Answer::Public(view) => self.publicly(from, &view, event).await,
            Answer::Proposed(challenge, view) => {
                let result = self.publicly(from, &view, event).await;
                if result.is_err() {
                    self.request_handler.withdraw(challenge, from.person()).await;
                }
                result
            }
            // The post that follows says it.
            Answer::Confirmed(_) if !self.sender.capabilities().private_answers => Ok(()),
            Answer::Private(view) | Answer::Confirmed(view) => self.privately(from, &view, event).await,
            Answer::Change(view) => self.change(from, on, &view, event).await,
            Answer::Spent => match on.filter(|_| self.sender.capabilities().editing) {
                Some(on) => self.sender.platform().remove_buttons(on.address, &on.id).await,
                None => Ok(()),
            },
            Answer::OpenForm(form) => self.ask(from, &form, event).await,
            Answer::Completions(_) | Answer::Nothing => Ok(()),
        }
    }

    /// The same, with the languages that the person and the server prefer.
    async fn in_their_language(&self, from: &Incoming) -> Incoming {
        let kind = RequestKind::Command(super::request::Command::About);
        let request = as_request(from, kind, None);
        let Request { requester, context, .. } = self.request_handler.with_preferences(&request).await;
        Incoming { requester, context, ..from.clone() }
    }

    /// The message that a user refers to and its actions; `None` if it has none, or if the user cannot see it.
    async fn actions(
        &self,
        from: &Incoming,
        message: &MessageId,
    ) -> Result<Option<(Referred, Vec<StoredAction>)>, DeliveryError> {
        let storage = self.request_handler.service().storage();
        let found = storage.stored_actions(self.sender.platform().id(), message).await?;
        let found = found.filter(|(address, _)| address.person().is_none_or(|person| person == from.person()));
        Ok(found.map(|(address, actions)| (Referred { address, id: message.clone() }, actions)))
    }

    /// Performs the action with this number of the latest message with actions that the user sees there. Returns false
    /// if it has none with this number.
    async fn latest(&self, from: &Incoming, number: &str) -> Result<bool, DeliveryError> {
        let (place, person) = (from.context.id, from.person());
        let private = if from.is_direct { Address::Person(person) } else { Address::Private { place, person } };
        let storage = self.request_handler.service().storage();
        let platform = self.sender.platform().id();
        let latest = storage.latest_action_message(platform, &[Address::Place(place), private]).await;
        let Some(message) = latest? else { return Ok(false) };
        let Some((on, actions)) = self.actions(from, &message).await? else { return Ok(false) };
        let Some(kind) = request_of_number(&on, &actions, number) else { return Ok(false) };
        self.request(from, kind, Some(on)).await?;
        Ok(true)
    }

    async fn publicly(&self, from: &Incoming, view: &View, event: Option<&InboxEvent>) -> Result<(), DeliveryError> {
        let to = from.public_address();
        self.post(to, view, from.context.language, &from.nonce(0), event).await.map(drop)
    }

    /// Shows a view to the requester only: in the channel, or directly. If direct messages are refused, says so in the
    /// channel.
    async fn privately(&self, from: &Incoming, view: &View, event: Option<&InboxEvent>) -> Result<(), DeliveryError> {
        self.post_privately(from, view, event).await.map(drop)
    }

    /// The message that shows the view to the requester only; `None` if there is none.
    async fn post_privately(
        &self,
        from: &Incoming,
        view: &View,
        event: Option<&InboxEvent>,
    ) -> Result<Option<Referred>, DeliveryError> {
        let (place, person, language) = (from.context.id, from.person(), from.requester.language);
        let address = if !from.is_direct && self.sender.capabilities().private_answers {
            Address::Private { place, person }
        } else {
            Address::Person(person)
        };
        match self.post(address, view, language, &from.nonce(0), event).await {
            Err(DeliveryError::Forbidden(why)) if address == Address::Person(person) && !from.is_direct => {
                tracing::info!(%why, "a private answer was refused");
                let name = Text::typed(&from.requester.name, NAME_MAX);
                let text = localize_with(from.context.language, "direct-refused", &[("player", name.into())]);
                self.publicly(from, &View::text(text), event).await?;
                Ok(None)
            }
            // The account was just unlinked or erased, so only its direct room reaches its user.
            Err(DeliveryError::Never(_)) if from.is_direct => {
                self.post(Address::Place(place), view, language, &from.nonce(0), event).await.map(|_| None)
            }
            Err(error) => Err(error),
            Ok(id) => {
                if address == Address::Person(person) && !from.is_direct {
                    self.point_to_direct_messages(from).await;
                }
                Ok(Some(Referred { address, id }))
            }
        }
    }

    /// Reacts to a message in public that was answered directly, so that its author looks there.
    async fn point_to_direct_messages(&self, from: &Incoming) {
        if !self.sender.capabilities().reactions {
            return;
        }
        let (place, message) = (Address::Place(from.context.id), MessageId(from.event.clone()));
        if let Err(error) = self.sender.platform().add_reactions(place, &message, &[ANSWERED_DIRECTLY]).await {
            tracing::debug!(%error, "a message that was answered directly got no reaction");
        }
    }

    /// Replaces the message that the request refers to. If that is not possible, posts the view in the same place.
    async fn change(
        &self,
        from: &Incoming,
        on: Option<Referred>,
        view: &View,
        event: Option<&InboxEvent>,
    ) -> Result<(), DeliveryError> {
        let Some(on) = on else { return self.privately(from, view, event).await };
        let is_public = on.address.person().is_none();
        let language = if is_public { from.context.language } else { from.requester.language };
        if self.sender.capabilities().editing {
            match self.edit(&on, view, language, event).await {
                Err(error) if !error.is_transient() => {
                    tracing::info!(%error, "a message could not be edited and is posted again");
                }
                edited => return edited,
            }
        }
        if !is_public {
            return self.privately(from, view, event).await;
        }
        self.post(on.address, view, language, &from.nonce(0), event).await.map(drop)
    }

    /// Opens a form, or asks in a message to which the requester replies.
    async fn ask(&self, from: &Incoming, form: &Form, event: Option<&InboxEvent>) -> Result<(), DeliveryError> {
        if self.sender.capabilities().forms {
            return self.sender.platform().open_form(from.context.id, from.person(), form).await;
        }
        let args = [("example", Text::code(form.example.clone()).into())];
        let text = Text::bold(form.title.clone()).then("\n").then(form.label.clone()).then("\n").then(localize_with(
            from.requester.language,
            "form-reply",
            &args,
        ));
        let Some(posted) = self.post_privately(from, &View::text(text), None).await? else { return Ok(()) };
        let reply = StoredAction { key: FORM_REPLY.to_owned(), action: form.action.to_string(), value: None };
        self.sender.store(posted.address, &posted.id, &[reply], event).await
    }

    /// Posts a view, several times while the platform fails temporarily.
    async fn post(
        &self,
        to: Address,
        view: &View,
        language: Language,
        nonce: &str,
        event: Option<&InboxEvent>,
    ) -> Result<MessageId, DeliveryError> {
        let mut failures = 0;
        loop {
            match self.sender.post(to, view, language, nonce, event).await {
                Err(error) => wait_or_fail(error, &mut failures).await?,
                posted => return posted,
            }
        }
    }

    /// Edits a message, several times while the platform fails temporarily.
    async fn edit(
        &self,
        on: &Referred,
        view: &View,
        language: Language,
        event: Option<&InboxEvent>,
    ) -> Result<(), DeliveryError> {
        let mut failures = 0;
        loop {
            match self.sender.edit(on.address, &on.id, view, language, event).await {
                Err(error) => wait_or_fail(error, &mut failures).await?,
                edited => return edited,
            }
        }
    }
}

/// Waits before the next attempt, if the error is temporary and there have not been too many.
async fn wait_or_fail(error: DeliveryError, failures: &mut u32) -> Result<(), DeliveryError> {
    let [first, max] = WAITS;
    match error {
        DeliveryError::Later { why, after } if *failures + 1 < ATTEMPTS_MAX => {
            tracing::debug!(%why, "an answer is posted again");
            tokio::time::sleep(after.unwrap_or_else(|| backoff(first, max, *failures)).min(max)).await;
            *failures += 1;
            Ok(())
        }
        error => Err(error),
    }
}

fn as_request(from: &Incoming, kind: RequestKind, event: Option<EventId>) -> Request {
    Request { requester: from.requester.clone(), context: from.context.clone(), kind, token: None, event }
}

/// The request that a reply to a message makes; `None` if it makes none. A reply to a board is a move if it is one
/// word, or if it mentions the bot: people also talk about boards.
fn request_of_reply(on: &Referred, actions: &[StoredAction], text: &str, is_addressed: bool) -> Option<RequestKind> {
    if is_number(text) {
        return request_of_number(on, actions, text);
    }
    let with_key = |key: &str| {
        let found = actions.iter().find(|action| action.key == key)?;
        ButtonAction::read(&found.action)
    };
    let text = text.to_owned();
    if let Some(action) = with_key(FORM_REPLY) {
        return Some(RequestKind::FormSubmitted { action, text });
    }
    let is_word = !text.contains(char::is_whitespace) && text.is_ascii();
    let action = with_key(BOARD_REPLY).filter(|_| is_word || is_addressed)?;
    Some(RequestKind::BoardReply { action, text })
}

/// The request that the choice with this number makes.
fn request_of_number(on: &Referred, actions: &[StoredAction], number: &str) -> Option<RequestKind> {
    let chosen = actions.iter().find(|action| action.key == number)?;
    let action = ButtonAction::read(&chosen.action)?;
    Some(match &chosen.value {
        Some(value) => RequestKind::OptionChosen { action, value: value.clone() },
        None => RequestKind::ButtonPressed { action, message: on.id.clone() },
    })
}
