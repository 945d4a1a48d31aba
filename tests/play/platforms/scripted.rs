//! A chat platform with the capabilities that a test chooses. It records every use of one that it does not have.

use async_trait::async_trait;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use tablero::chat::view::Form;
use tablero::chat::{Capabilities, ChatDelivery, Platform, Subject, View};
use tablero::db::SqlStorage;
use tablero::front_end::{Connected, FrontEnd, FrontEndError, Surroundings, Worker};
use tablero::health::ConnectionStatus;
use tablero::service::{
    Address, ExternalId, ExternalPlace, MessageId, Millis, PlaceId, PlaceQueries, PlaceStorage, PlatformId, PlayerId,
};
use tablero::workers::{DeliveryError, OutboxDispatcher};
use tokio::sync::watch;

pub const SCRIPTED: PlatformId = PlatformId("scripted");

/// A message as it is shown now.
#[derive(Clone, Debug)]
pub struct Shown {
    pub id: MessageId,
    pub address: Address,
    pub view: View,
    pub reactions: Vec<String>,
    /// When it was posted or edited last, counted from 1.
    pub changed: u64,
}

#[derive(Default)]
struct State {
    messages: Vec<Shown>,
    forms: Vec<(PlayerId, Form)>,
    by_nonce: HashMap<String, MessageId>,
    /// People who refuse direct messages.
    closed: HashSet<PlayerId>,
    /// The errors of the next posts, edits and reactions.
    failures: VecDeque<(Call, DeliveryError)>,
    misuses: Vec<String>,
    changes: u64,
    /// How many messages of people point to direct messages.
    pointed: usize,
}

/// What can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Post,
    Edit,
    React,
}

impl State {
    fn failure(&mut self, call: Call) -> Result<(), DeliveryError> {
        match self.failures.pop_front_if(|(failing, _)| *failing == call) {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }
}

pub struct ScriptedPlatform {
    id: PlatformId,
    capabilities: Capabilities,
    store: SqlStorage,
    state: Mutex<State>,
    changes: watch::Sender<u64>,
}

/// The bot on the scripted platform, by the one trait that a platform has.
pub struct ScriptedFrontEnd {
    pub platform: Arc<ScriptedPlatform>,
    pub status: ConnectionStatus,
}

#[async_trait]
impl FrontEnd for ScriptedFrontEnd {
    fn id(&self) -> PlatformId {
        self.platform.id
    }

    fn server(&self) -> &'static str {
        "the script"
    }

    fn public_address(&self) -> String {
        "http://127.0.0.1:1/".to_owned()
    }

    fn advice(&self) -> &'static str {
        "Mend the script."
    }

    async fn check(&self) -> Result<String, FrontEndError> {
        Ok("the script knows the bot".to_owned())
    }

    async fn connect(&self, surroundings: &Surroundings) -> Result<Option<Connected>, FrontEndError> {
        let service = surroundings.request_handler.service().clone();
        let platform = Arc::clone(&self.platform) as Arc<dyn Platform>;
        let delivery = Arc::new(ChatDelivery::new(service.clone(), surroundings.pictures.clone(), platform));
        let status = self.status.clone();
        let worker = Worker::new("script", |stop| async move {
            status.set(true);
            OutboxDispatcher::new(service, delivery).run(stop).await;
            status.set(false);
            Ok(())
        });
        let connections = vec![("script".to_owned(), self.status.clone())];
        Ok(Some(Connected { connections, delivers: true, workers: vec![worker], ..Connected::default() }))
    }
}

impl ScriptedPlatform {
    /// A platform that shows these messages.
    pub fn new(capabilities: Capabilities, store: SqlStorage, messages: Vec<Shown>) -> ScriptedPlatform {
        let changes = messages.iter().map(|shown| shown.changed).max().unwrap_or(0);
        let state = Mutex::new(State { messages, changes, ..State::default() });
        ScriptedPlatform { id: SCRIPTED, capabilities, store, state, changes: watch::Sender::new(changes) }
    }

    /// The platform under another id.
    pub fn on(mut self, id: PlatformId) -> ScriptedPlatform {
        self.id = id;
        self
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state.lock().expect("the lock is not poisoned");
        let result = change(&mut state);
        self.changes.send_replace(state.changes);
        result
    }

    /// What happened that the capabilities do not allow.
    pub fn misuses(&self) -> Vec<String> {
        self.with(|state| state.misuses.clone())
    }

    /// The next calls of this kind fail.
    pub fn fail(&self, call: Call, errors: &[DeliveryError]) {
        self.with(|state| state.failures.extend(errors.iter().map(|error| (call, error.clone()))));
    }

    /// Whether nothing is left to fail.
    pub fn has_failed(&self) -> bool {
        self.with(|state| state.failures.is_empty())
    }

    /// From now on a repeated nonce is as good as a new one.
    pub fn forget_nonces(&self) {
        self.with(|state| state.by_nonce.clear());
    }

    /// How many messages of people point to direct messages.
    pub fn pointed(&self) -> usize {
        self.with(|state| state.pointed)
    }

    pub fn close_direct_messages(&self, person: PlayerId) {
        self.with(|state| state.closed.insert(person));
    }

    /// The number of posts and edits so far.
    pub fn changes(&self) -> u64 {
        self.with(|state| state.changes)
    }

    /// The form that was opened for a person last.
    pub fn take_form(&self, person: PlayerId) -> Option<Form> {
        self.with(|state| {
            let at = state.forms.iter().rposition(|(opened_for, _)| *opened_for == person)?;
            Some(state.forms.remove(at).1)
        })
    }

    pub fn messages(&self) -> Vec<Shown> {
        self.with(|state| state.messages.clone())
    }

    /// The first message with this property that was posted or edited after a number of changes.
    pub async fn wait(&self, after: u64, what: &str, fits: impl Fn(&Shown) -> bool) -> Shown {
        let mut changes = self.changes.subscribe();
        let found = async {
            loop {
                changes.borrow_and_update();
                let found = self.messages().into_iter().find(|shown| shown.changed > after && fits(shown));
                match found {
                    Some(found) => return found,
                    None => changes.changed().await.expect("the platform outlives the wait"),
                }
            }
        };
        let found = tokio::time::timeout(test_support::stage::SOON, found).await;
        found.unwrap_or_else(|_| {
            let messages = self.messages();
            let last: Vec<_> =
                messages.iter().rev().take(4).map(|shown| (shown.address, shown.view.text.plain())).collect();
            panic!("{what}: {last:#?}")
        })
    }

    /// Records each use of something that the platform does not have, and cuts the text to its length.
    fn checked(&self, state: &mut State, at: Address, view: &View) -> View {
        let Capabilities { buttons, menus, private_answers, replies, text_max, .. } = self.capabilities;
        let misuses = [
            (!view.buttons.is_empty() && !buttons, "buttons"),
            (!view.menus.is_empty() && !menus, "menus"),
            (matches!(at, Address::Private { .. }) && !private_answers && !replies, "a private answer"),
            (view.in_reply_to.is_some() && !replies, "a reply"),
        ];
        state.misuses.extend(misuses.iter().filter(|(is_misuse, _)| *is_misuse).map(|(_, what)| (*what).to_owned()));
        View { text: view.text.shortened(text_max), ..view.clone() }
    }

    fn misused(&self, what: &str) {
        self.with(|state| state.misuses.push(what.to_owned()));
    }
}

#[async_trait::async_trait]
impl Platform for ScriptedPlatform {
    fn id(&self) -> PlatformId {
        self.id
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    async fn open_thread(
        &self,
        channel: PlaceId,
        message: &MessageId,
        _: &str,
    ) -> Result<Option<PlaceId>, DeliveryError> {
        if !self.capabilities.threads {
            self.misused("a thread");
        }
        let thread =
            ExternalPlace { id: ExternalId(format!("thread of {message}")), parent: Some(channel), server: None };
        Ok(Some(self.store.place_of(self.id, &thread).await.expect("the store works")))
    }

    async fn add_member(&self, _: PlaceId, _: PlayerId) -> Result<(), DeliveryError> {
        Ok(())
    }

    async fn post(&self, to: Address, view: &View, nonce: &str) -> Result<MessageId, DeliveryError> {
        self.with(|state| {
            if matches!(to, Address::Person(person) if state.closed.contains(&person)) {
                return Err(DeliveryError::Forbidden("don't accept direct messages".to_owned()));
            }
            state.failure(Call::Post)?;
            if let Some(posted) = state.by_nonce.get(nonce) {
                return Ok(posted.clone());
            }
            let view = self.checked(state, to, view);
            state.changes += 1;
            let id = MessageId(format!("$message-{}", state.messages.len() + 1));
            state.by_nonce.insert(nonce.to_owned(), id.clone());
            let changed = state.changes;
            state.messages.push(Shown { id: id.clone(), address: to, view, reactions: Vec::new(), changed });
            Ok(id)
        })
    }

    async fn find(
        &self,
        _: Address,
        _: &View,
        _: Millis,
        _: Option<&MessageId>,
    ) -> Result<Option<MessageId>, DeliveryError> {
        // Every nonce is remembered.
        Ok(None)
    }

    async fn edit(&self, at: Address, message: &MessageId, view: &View) -> Result<(), DeliveryError> {
        if !self.capabilities.editing {
            self.misused("an edit");
        }
        self.with(|state| {
            state.failure(Call::Edit)?;
            let view = self.checked(state, at, view);
            state.changes += 1;
            let changed = state.changes;
            let shown = state.messages.iter_mut().find(|shown| shown.id == *message && shown.address == at);
            let shown = shown.ok_or_else(|| DeliveryError::Gone("no such message".to_owned()))?;
            (shown.view, shown.changed) = (view, changed);
            Ok(())
        })
    }

    async fn remove_buttons(&self, at: Address, message: &MessageId) -> Result<(), DeliveryError> {
        if !self.capabilities.editing || !self.capabilities.buttons {
            self.misused("removed buttons");
        }
        self.with(|state| {
            let shown = state.messages.iter_mut().find(|shown| shown.id == *message && shown.address == at);
            shown.expect("the message exists").view.buttons.clear();
        });
        Ok(())
    }

    async fn delete(&self, at: Address, message: &MessageId) -> Result<(), DeliveryError> {
        if !self.capabilities.deletion {
            self.misused("a deletion");
        }
        self.with(|state| {
            state.changes += 1;
            state.messages.retain(|shown| shown.id != *message || shown.address != at);
        });
        Ok(())
    }

    async fn open_form(&self, _: PlaceId, person: PlayerId, form: &Form) -> Result<(), DeliveryError> {
        if !self.capabilities.forms {
            self.misused("a form");
        }
        self.with(|state| state.forms.push((person, form.clone())));
        Ok(())
    }

    /// Threads of this platform are opened from a message in the channel, and have its id.
    async fn remove_messages(&self, place: PlaceId, subject: Subject, _: Millis) -> Result<(), DeliveryError> {
        if !self.capabilities.removal {
            self.misused("a removal");
        }
        let threads = self.store.places_on(self.id, &[place]).await.expect("the store works");
        let root = threads.first().and_then(|(_, id)| id.0.strip_prefix("thread of ").map(str::to_owned));
        self.with(|state| {
            state.changes += 1;
            state.messages.retain(|shown| match &root {
                Some(root) => shown.address.place() != Some(place) && shown.id.0 != *root,
                None => shown.address.place() != Some(place) || shown.view.subject != Some(subject),
            });
        });
        Ok(())
    }

    async fn add_reactions(&self, at: Address, message: &MessageId, reactions: &[&str]) -> Result<(), DeliveryError> {
        if !self.capabilities.reactions {
            self.misused("a reaction");
        }
        self.with(|state| {
            state.failure(Call::React)?;
            let shown = state.messages.iter_mut().find(|shown| shown.id == *message && shown.address == at);
            // What people write is not kept here; the bot reacts to it when it has answered directly.
            match shown {
                Some(shown) => shown.reactions = reactions.iter().map(|reaction| (*reaction).to_owned()).collect(),
                None => {
                    assert_eq!(reactions, ["📬"], "only people's messages are missing");
                    state.pointed += 1;
                }
            }
            Ok(())
        })
    }
}
