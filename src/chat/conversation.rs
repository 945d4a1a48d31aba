//! Requests made by messages: typed commands, replies with a number or a move, and reactions. For platforms whose users
//! write messages; Discord's interactions are answered by `discord::responder`.

use super::actions::{RequestHandler, read_form};
use super::arguments::Arguments;
use super::arrival::Arrival;
use super::bare_moves::{self, Likeness, likeness};
use super::choices::{FORM_REPLY, is_number, key_of_reaction};
use super::commands::typed::{Resolve, Spoken, command_name, read_spoken, read_typed};
use super::incoming::{Incoming, nonce};
use super::meaning::{Meaning, request_of_key, request_of_reply};
use super::message_sender::MessageSender;
use super::platform::Platform;
use super::referred::Referred;
use super::request::{Request, RequestKind};
use super::text::Text;
use super::texts::error_texts::typed_error;
use super::texts::players::{NAME_MAX, or_default_logged};
use super::texts::{Language, localize, localize_with};
use super::typed_error::TypedError;
use super::view::{Answer, Form, View};
use super::views::{daily, lessons, puzzles};
use crate::backoff::Retries;
use crate::service::{
    Address, EventId, EventOutcome, InboxEvent, MessageId, PlaceId, PlayerId, Preferences, StoredAction,
};
use crate::workers::DeliveryError;
use std::sync::Arc;
use std::time::Duration;
use tracing::Instrument;
use tracing::field::Empty;

/// How often an answer is posted again before it is left to the next delivery of the event, or to the outbox: meanwhile
/// nobody else is answered there.
const RETRIES_MAX: u32 = 2;
/// The first wait between two attempts, and the longest.
const WAITS: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(1)];

/// The reaction to a message that was answered directly.
const ANSWERED_DIRECTLY: &str = "📬";

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

    /// What a message means to the bot; `None` if it is not meant for it. Meant for the bot are replies to its
    /// messages, numbers, and commands. In a channel, a command begins with `!` or mentions the bot (`is_addressed`;
    /// `text` is without the mention). In direct messages everything is meant for the bot. Stores nothing, and only
    /// asks `resolve` who is named.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn read_message(
        &self,
        from: &Arrival,
        text: &str,
        reply_to: Option<&MessageId>,
        is_addressed: bool,
        resolve: &dyn Resolve,
    ) -> Result<Option<Meaning>, DeliveryError> {
        let (text, is_addressed) = (text.trim(), is_addressed || from.is_direct);
        match self.meaning(from, text, reply_to, is_addressed, resolve).await? {
            Some(_) if self.has_erased(from).await? => Ok(Some(Meaning::Erasure)),
            meaning => Ok(meaning),
        }
    }

    async fn meaning(
        &self,
        from: &Arrival,
        text: &str,
        reply_to: Option<&MessageId>,
        is_addressed: bool,
        resolve: &dyn Resolve,
    ) -> Result<Option<Meaning>, DeliveryError> {
        if let Some(message) = reply_to
            && !text.starts_with(['!', '/'])
            && let Some((on, actions)) = self.actions(from, message).await?
        {
            match request_of_reply(&on, &actions, text, is_addressed) {
                Some(kind) => return Ok(Some(Meaning::About(on, kind))),
                None if is_number(text) => return Ok(Some(Meaning::UnknownNumber)),
                None => {}
            }
        }
        if reply_to.is_none()
            && is_number(text)
            && let Some((on, kind)) = self.latest(from, text).await?
        {
            return Ok(Some(Meaning::About(on, kind)));
        }
        if reply_to.is_none()
            && let Some((likeness, on, kind)) = self.task_move(from, text).await?
            && likeness != Likeness::Different
        {
            return Ok(Some(Meaning::About(on, kind)));
        }
        // Ignore it: players also reply to each other.
        let bare = match reply_to {
            Some(_) if !is_addressed => None,
            _ => bare_moves::read(self.request_handler.service(), from, text).await?,
        };
        let bare = match bare {
            Some((Likeness::Legal, kind)) => return Ok(Some(Meaning::Request(kind))),
            Some((Likeness::NearMiss, kind)) => Some(Meaning::Request(kind)),
            _ => None,
        };
        let is_command = text.starts_with('!');
        if !is_addressed && !is_command {
            return Ok(bare);
        }
        let Spoken { language, read, .. } = self.read(from.person, from.language, text, resolve).await;
        Ok(match read {
            Ok(_) => Some(Meaning::Command(text.to_owned())),
            Err(TypedError::UnknownCommand { .. } | TypedError::Empty) if bare.is_some() => bare,
            // The prefix may belong to another bot, but a near miss from a player in their game is probably meant for
            // this one.
            Err(TypedError::UnknownCommand { near: Some(_), .. })
                if !is_addressed && bare_moves::plays(self.request_handler.service(), from).await? =>
            {
                read.err().map(|error| Meaning::Mistake(error, language))
            }
            Err(TypedError::UnknownCommand { .. } | TypedError::Empty) if !is_addressed => None,
            Err(error) => Some(Meaning::Mistake(error, language)),
        })
    }

    /// Reads a command in the language its author has chosen. Without a choice, reads it in any language, because
    /// messages do not say theirs.
    async fn read(&self, person: Option<PlayerId>, usual: Language, text: &str, resolve: &dyn Resolve) -> Spoken {
        let commands = self.request_handler.commands();
        match self.chosen_language(person).await {
            Some(language) => {
                Spoken { language, is_telling: false, read: read_typed(commands, language, text, resolve) }
            }
            None if usual != Language::En => {
                Spoken { language: usual, is_telling: false, read: read_typed(commands, usual, text, resolve) }
            }
            None => read_spoken(commands, text, resolve),
        }
    }

    /// The action for which a reaction to a message stands; `None` if it stands for none, or if its author cannot see
    /// the message. Stores nothing.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn read_reaction(
        &self,
        from: &Arrival,
        message: &MessageId,
        reaction: &str,
    ) -> Result<Option<Meaning>, DeliveryError> {
        let Some((on, actions)) = self.actions(from, message).await? else { return Ok(None) };
        let Some(key) = key_of_reaction(&actions, reaction) else { return Ok(None) };
        Ok(request_of_key(&on, &actions, &key).map(|kind| match kind {
            RequestKind::ButtonPressed { action, message } => {
                Meaning::About(on, RequestKind::Reacted { action, message })
            }
            kind => Meaning::About(on, kind),
        }))
    }

    /// Does what a message or a reaction asks for, and answers it. `resolve` finds the people that a command names.
    ///
    /// # Errors
    /// If the answer cannot be posted, or storage fails.
    pub async fn perform(&self, from: &Incoming, meaning: Meaning, resolve: &dyn Resolve) -> Result<(), DeliveryError> {
        if meaning == Meaning::Erasure {
            let place = Some(from.context.id).filter(|_| from.is_direct);
            return self.confirm(&from.event, place, from.requester.language).await;
        }
        let usual = from.requester.language;
        let from = &self.in_their_language(from).await;
        let view = match meaning {
            Meaning::Erasure => return Ok(()),
            Meaning::About(on, kind) => return self.request(from, kind, Some(on)).await,
            Meaning::Request(kind) => return self.request(from, kind, None).await,
            Meaning::UnknownNumber => View::text(localize(from.requester.language, "choices-unknown", &[])),
            Meaning::Mistake(error, language) => View::text(typed_error(language, &error)),
            Meaning::Command(text) => {
                let spoken = self.read(Some(from.person()), usual, &text, resolve).await;
                match spoken.read {
                    Ok(command) => {
                        let name = command_name(self.request_handler.commands(), spoken.language, &text);
                        let chosen =
                            if spoken.is_telling { self.choose_language(from, spoken.language).await } else { None };
                        let from = chosen.as_ref().unwrap_or(from);
                        return self.named_request(from, command, None, &name.unwrap_or_default()).await;
                    }
                    Err(error) => View::text(typed_error(spoken.language, &error)),
                }
            }
        };
        self.reply(from, &view, None, None).await
    }

    /// Sets a person's language, which they have never chosen, to the one of their command. Returns the request in this
    /// language.
    async fn choose_language(&self, from: &Incoming, language: Language) -> Option<Incoming> {
        let code = language.code().to_owned();
        let choose = |preferences: &mut Preferences| preferences.language = Some(code.clone());
        match self.request_handler.service().update_preferences(from.person(), choose).await {
            Ok(_) => Some(self.in_their_language(from).await),
            Err(error) => {
                tracing::warn!(%error, "the language of a person could not be stored");
                None
            }
        }
    }

    /// Handles a request and answers it. `on` is the message of the bot to which it refers, for example that of the
    /// pressed button.
    ///
    /// # Errors
    /// If the answer cannot be posted, or storage fails.
    pub async fn request(&self, from: &Incoming, kind: RequestKind, on: Option<Referred>) -> Result<(), DeliveryError> {
        let name = kind.name();
        self.named_request(from, kind, on, name).await
    }

    /// Handles a request within a span that names the event, the command and the match, but contains no users and
    /// nothing that they typed.
    async fn named_request(
        &self,
        from: &Incoming,
        kind: RequestKind,
        on: Option<Referred>,
        command: &str,
    ) -> Result<(), DeliveryError> {
        let span = tracing::info_span!("interaction", id = %from.event, command, game = Empty);
        if let Some(game) = kind.match_id() {
            span.record("game", game.0);
        }
        self.answer(from, kind, on).instrument(span).await
    }

    async fn answer(&self, from: &Incoming, kind: RequestKind, on: Option<Referred>) -> Result<(), DeliveryError> {
        let id = EventId { platform: self.sender.platform().id(), id: from.event.clone() };
        let request = as_request(from, kind, Some(id.clone()));
        // After the answer the same number may mean something else, so the event is recorded even if it changes
        // nothing. That of an erasure is recorded already, without the person.
        let at = self.request_handler.service().now();
        let event = on.as_ref().map(|_| InboxEvent { id, person: from.person(), at });
        let event = event.as_ref();
        // Boxed, so that the futures around this one stay small.
        let answer = Box::pin(self.request_handler.answer(&request)).await;
        let from = &self.in_their_language(from).await;
        match answer {
            Answer::Public(view) => self.publicly(from, &view, event).await,
            Answer::Proposed(challenge, view) => {
                let Err(error) = self.publicly(from, &view, event).await else { return Ok(()) };
                tracing::warn!(%error, "a challenge was not shown");
                let (is_passing, nonce) = (error.is_transient(), from.nonce(0));
                Ok(self.request_handler.not_shown(challenge, from.person(), is_passing, &nonce).await?)
            }
            // The post that follows says it.
            Answer::Confirmed(_) if !self.sender.capabilities().private_answers => Ok(()),
            Answer::Private(view) | Answer::Confirmed(view) => self.privately(from, &view, event).await,
            Answer::Reply(view) => self.reply(from, &view, on.as_ref(), event).await,
            Answer::Change(view) => self.change(from, on, &view, event).await,
            Answer::Spent => match on.filter(|_| self.sender.capabilities().editing) {
                Some(on) => self.sender.platform().remove_buttons(on.address, &on.id).await,
                None => Ok(()),
            },
            Answer::OpenForm(form) => self.ask(from, &form, event).await,
            Answer::Completions(_) | Answer::Nothing => Ok(()),
        }
    }

    /// Applies the languages that the person and the server have chosen. In direct messages, the person's language
    /// applies to both.
    async fn in_their_language(&self, from: &Incoming) -> Incoming {
        let kind = RequestKind::Command("about", Arguments::default());
        let request = as_request(from, kind, None);
        let Request { requester, mut context, .. } = self.request_handler.with_preferences(&request).await;
        if from.is_direct {
            context.language = requester.language;
        }
        Incoming { requester, context, ..from.clone() }
    }

    /// The language that a person has chosen.
    async fn chosen_language(&self, person: Option<PlayerId>) -> Option<Language> {
        let preferences = self.request_handler.service().queries().preferences(person?).await;
        or_default_logged(preferences).language.as_deref().map(Language::of_locale)
    }

    /// Whether the event has erased its author, who is then not stored again for it.
    async fn has_erased(&self, from: &Arrival) -> Result<bool, DeliveryError> {
        let outcome = self.request_handler.service().queries().event_outcome(&from.event).await?;
        Ok(outcome == Some(EventOutcome::Erased))
    }

    /// Confirms an erasure in the direct messages where it was asked for, unless the first delivery of the event has
    /// already done so. Its author is not stored any more. Where others read it, nothing is said: a third person may
    /// have come into the room since then.
    ///
    /// # Errors
    /// If the answer cannot be posted, or storage fails.
    pub async fn confirm_erasure(&self, from: &Arrival) -> Result<(), DeliveryError> {
        self.confirm(&from.event.id, from.place.filter(|_| from.is_direct), from.language).await
    }

    async fn confirm(&self, event: &str, place: Option<PlaceId>, language: Language) -> Result<(), DeliveryError> {
        let Some(place) = place else { return Ok(()) };
        let view = View::text(localize(language, "privacy-deleted", &[]));
        self.post(Address::Place(place), &view, language, &nonce(event, 0), None).await.map(drop)
    }

    /// The message that a user refers to and its actions; `None` if it has none, or if the user cannot see it.
    async fn actions(
        &self,
        from: &Arrival,
        message: &MessageId,
    ) -> Result<Option<(Referred, Vec<StoredAction>)>, DeliveryError> {
        let queries = self.request_handler.service().queries();
        let found = queries.stored_actions(self.sender.platform().id(), message).await?;
        let found = found.filter(|(address, _)| address.person().is_none_or(|person| from.person == Some(person)));
        Ok(found.map(|(address, actions)| (Referred { address, id: message.clone() }, actions)))
    }

    /// The request for which this number stands at the latest message with actions that the user sees there. `None` if
    /// it has none with this number.
    async fn latest(&self, from: &Arrival, number: &str) -> Result<Option<(Referred, RequestKind)>, DeliveryError> {
        let Some((on, actions)) = self.latest_actions(from).await? else { return Ok(None) };
        let kind = request_of_key(&on, &actions, number);
        Ok(kind.map(|kind| (on, kind)))
    }

    /// If the latest message with actions in direct messages is a lesson or a puzzle: the request to answer it with this
    /// text, and how closely the text resembles a move.
    async fn task_move(
        &self,
        from: &Arrival,
        text: &str,
    ) -> Result<Option<(Likeness, Referred, RequestKind)>, DeliveryError> {
        if !from.is_direct {
            return Ok(None);
        }
        let Some((on, actions)) = self.latest_actions(from).await? else { return Ok(None) };
        let form = actions.iter().find(|action| action.key == FORM_REPLY);
        let Some(action) = form.and_then(|form| read_form(&form.action)) else { return Ok(None) };
        let catalog = self.request_handler.service().catalog();
        let puzzle = || puzzles::line_of(catalog, &action).or_else(|| daily::line_of(catalog, &action));
        let line = lessons::line_of(catalog, &action).or_else(puzzle);
        let text = text.trim_start_matches('!').trim().to_owned();
        Ok(line.map(|line| (likeness(&*line, &text), on, RequestKind::FormSubmitted { action, text })))
    }

    /// The latest message there that has actions and that the user sees, and its actions.
    async fn latest_actions(&self, from: &Arrival) -> Result<Option<(Referred, Vec<StoredAction>)>, DeliveryError> {
        // A direct room is stored only when its user has done something there, but was perhaps written to before.
        let private = match from.is_direct {
            true => from.person.map(Address::Person),
            false => from.place.zip(from.person).map(|(place, person)| Address::Private { place, person }),
        };
        let addresses: Vec<Address> = from.place.map(Address::Place).into_iter().chain(private).collect();
        let queries = self.request_handler.service().queries();
        let latest = queries.latest_action_message(self.sender.platform().id(), &addresses).await;
        let Some(message) = latest? else { return Ok(None) };
        self.actions(from, &message).await
    }

    async fn publicly(&self, from: &Incoming, view: &View, event: Option<&InboxEvent>) -> Result<(), DeliveryError> {
        let to = from.public_address();
        self.post(to, view, from.context.language, &from.nonce(0), event).await.map(drop)
    }

    /// Answers with a public reply if the platform has replies but no private answers; else privately. Only the
    /// requester can use the buttons of the reply.
    async fn reply(
        &self,
        from: &Incoming,
        view: &View,
        on: Option<&Referred>,
        event: Option<&InboxEvent>,
    ) -> Result<(), DeliveryError> {
        let capabilities = self.sender.capabilities();
        if from.is_direct || capabilities.private_answers || !capabilities.replies {
            return self.privately(from, view, event).await;
        }
        let (person, language) = (from.person(), from.requester.language);
        // A reaction does not name its thread, but the message it was added to does.
        let place = on.and_then(|on| on.address.place()).unwrap_or(from.context.id);
        let view = View { in_reply_to: Some(from.message.clone()), ..view.clone() };
        match self.post(Address::Private { place, person }, &view, language, &from.nonce(0), event).await {
            Err(DeliveryError::Forbidden(why)) => {
                tracing::info!(%why, "a reply was refused");
                self.privately(from, &View { in_reply_to: None, ..view }, event).await
            }
            posted => posted.map(drop),
        }
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
                    self.point_to_direct_messages(from).await?;
                }
                Ok(Some(Referred { address, id }))
            }
        }
    }

    /// Reacts to a message in public that was answered directly, so that its author looks there. If that fails for a
    /// passing reason, the event is delivered again: its answer has the same nonce, so it is not posted twice.
    async fn point_to_direct_messages(&self, from: &Incoming) -> Result<(), DeliveryError> {
        if !self.sender.capabilities().reactions {
            return Ok(());
        }
        let (place, message) = (Address::Place(from.context.id), MessageId(from.event.clone()));
        match self.sender.platform().add_reactions(place, &message, &[ANSWERED_DIRECTLY]).await {
            Err(error) if error.is_transient() => Err(error),
            // Without a sign, the bot would seem to ignore the message.
            Err(DeliveryError::Forbidden(why)) => {
                tracing::debug!(%why, "a message that was answered directly got words instead of a reaction");
                let name = Text::typed(&from.requester.name, NAME_MAX);
                let text = localize_with(from.context.language, "direct-answered", &[("player", name.into())]);
                let view = View { in_reply_to: Some(from.message.clone()), ..View::text(text) };
                let to = from.public_address();
                match self.post(to, &view, from.context.language, &from.nonce(1), None).await {
                    Err(error) if error.is_transient() => Err(error),
                    _ => Ok(()),
                }
            }
            Err(error) => {
                tracing::debug!(%error, "a message that was answered directly got no reaction");
                Ok(())
            }
            Ok(()) => Ok(()),
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
        match on.address {
            Address::Person(_) => self.privately(from, view, event).await,
            to => self.post(to, view, language, &from.nonce(0), event).await.map(drop),
        }
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
        let mut retries = retries();
        loop {
            match self.sender.post(to, view, language, nonce, event).await {
                Err(error) => wait_or_fail(error, &mut retries).await?,
                Ok(sent) => return Ok(sent.id),
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
        let mut retries = retries();
        loop {
            match self.sender.edit(on.address, &on.id, view, language, event).await {
                Err(error) => wait_or_fail(error, &mut retries).await?,
                edited => return edited,
            }
        }
    }
}

/// The retries of a post or an edit.
fn retries() -> Retries {
    let [first, max] = WAITS;
    Retries::new(first, max).at_most(RETRIES_MAX)
}

/// Waits before the next attempt, if the error is temporary, the platform does not ask for a longer wait, and there
/// have not been too many attempts.
async fn wait_or_fail(error: DeliveryError, retries: &mut Retries) -> Result<(), DeliveryError> {
    match error {
        DeliveryError::Later { why, after }
            if after.is_none_or(|after| after <= WAITS[1]) && retries.wait(after).await =>
        {
            tracing::debug!(%why, "an answer is posted again");
            Ok(())
        }
        error => Err(error),
    }
}

fn as_request(from: &Incoming, kind: RequestKind, event: Option<EventId>) -> Request {
    Request { requester: from.requester.clone(), context: from.context.clone(), kind, token: None, event }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn only_temporary_failures_are_retried_and_not_for_ever() {
        let later = || DeliveryError::Later { why: "too many requests".to_owned(), after: None };
        let mut tried = retries();
        for _ in 0..RETRIES_MAX {
            assert_eq!(wait_or_fail(later(), &mut tried).await, Ok(()));
        }
        assert_eq!(wait_or_fail(later(), &mut tried).await, Err(later()));
        let long =
            DeliveryError::Later { why: "too many".to_owned(), after: Some(WAITS[1] + Duration::from_millis(1)) };
        assert_eq!(
            wait_or_fail(long.clone(), &mut retries()).await,
            Err(long),
            "nobody else would be answered meanwhile"
        );
        let forbidden = DeliveryError::Forbidden("no permission".to_owned());
        assert_eq!(wait_or_fail(forbidden.clone(), &mut retries()).await, Err(forbidden));
    }
}
