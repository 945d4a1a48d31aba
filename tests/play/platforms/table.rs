//! Two people on a scripted platform, who use whatever it has: buttons, menus and forms, or numbers and replies.

use super::scripted::{SCRIPTED, ScriptedFrontEnd, ScriptedPlatform, Shown};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tablero::app::App;
use tablero::chat::commands::Resolve;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::chat::{
    Arrival, Capabilities, Conversation, Incoming, Language, Meaning, Opponent, Platform, Referred, RequestContext,
    RequestHandler, RequestKind, Requester,
};
use tablero::db::SqlStorage;
use tablero::db::{Durability, StorageOptions};
use tablero::engine::{EngineResources, SearchRunner};
use tablero::health::ConnectionStatus;
use tablero::roles::Roles;
use tablero::rules::SeededRng;
use tablero::service::{
    Address, Confirmation, DeliveryMode, DeliveryQueries, EventId, ExternalId, ExternalPlace, GameService, Match,
    MatchId, MessageId, PeopleQueries, PeopleStorage, PlaceId, PlaceStorage, PlayerId, ServerId,
};
use tempfile::TempDir;
use test_support::stage::{SOON, TestClock};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub const NAMES: [&str; 2] = ["Ada", "Bruno"];
/// Their accounts on the platform.
const ACCOUNTS: [&str; 2] = ["ada", "bruno"];

/// The bot on a scripted platform, and two people. The platform delivers everything that they do twice.
pub struct Table {
    pub platform: Arc<ScriptedPlatform>,
    pub service: GameService,
    pub people: [PlayerId; 2],
    pub channel: PlaceId,
    conversation: Conversation,
    store: SqlStorage,
    pub server: ServerId,
    direct: [PlaceId; 2],
    events: AtomicUsize,
    stop: CancellationToken,
    workers: TaskTracker,
    folder: TempDir,
}

impl Resolve for Table {
    fn person(&self, text: &str) -> Option<Opponent> {
        let at = NAMES.iter().position(|name| text.strip_prefix('@') == Some(name))?;
        Some(Opponent { id: self.people[at], name: NAMES[at].to_owned(), is_bot: false, absence: None })
    }

    fn channel(&self, text: &str) -> Option<PlaceId> {
        (text == "#games").then_some(self.channel)
    }
}

impl Table {
    pub async fn open(capabilities: Capabilities) -> Table {
        Table::open_in(TempDir::new().expect("a folder"), capabilities, Vec::new(), |service| service).await
    }

    /// Like [`Table::open`], for a bot that is on other platforms too.
    pub async fn open_across(capabilities: Capabilities) -> Table {
        let folder = TempDir::new().expect("a folder");
        Table::open_in(folder, capabilities, Vec::new(), GameService::across_platforms).await
    }

    /// The bot and the database are closed and opened again; the platform shows what it showed.
    pub async fn restart(self) -> Table {
        let (capabilities, messages) = (self.platform.capabilities(), self.platform.messages());
        let folder = self.close().await;
        Table::open_in(folder, capabilities, messages, |service| service).await
    }

    async fn open_in(
        folder: TempDir,
        capabilities: Capabilities,
        messages: Vec<Shown>,
        with: impl FnOnce(GameService) -> GameService,
    ) -> Table {
        let options = StorageOptions { durability: Durability::Process, ..StorageOptions::default() };
        let store =
            SqlStorage::open_file_with(&folder.path().join("tablero.sqlite"), options).await.expect("a database");
        let service = with(GameService::new(Arc::new(store.clone()), Arc::new(TestClock::default()), || 7));
        let messages_before = messages.len();
        let platform = Arc::new(ScriptedPlatform::new(capabilities, store.clone(), messages));
        let posting = || Arc::clone(&platform) as Arc<dyn Platform>;
        let pictures = PictureRenderer::closed();
        let resources = EngineResources { threads: 1, hash: 4 << 20, move_time: Duration::from_millis(100) };
        let request_handler = RequestHandler::new(service.clone(), pictures.clone(), SearchRunner::new(resources));
        let (stop, workers) = (CancellationToken::new(), TaskTracker::new());
        let mut bot = App::new(request_handler.clone(), pictures, Roles::default(), stop.clone());
        let front_end = ScriptedFrontEnd { platform: Arc::clone(&platform), status: ConnectionStatus::default() };
        bot.add(&front_end).await.expect("the platform accepts everyone");
        workers.spawn(async move { bot.run().await.expect("no worker ends by itself") });
        let id = |text: &str| ExternalId(text.to_owned());
        let server = store.server_of(SCRIPTED, &id("club")).await.expect("a server");
        let place = async |name: &str, server| {
            let place = ExternalPlace { id: id(name), parent: None, server };
            store.place_of(SCRIPTED, &place).await.expect("a place")
        };
        let channel = place("games", Some(server)).await;
        let direct = [place("with Ada", None).await, place("with Bruno", None).await];
        let person = async |account: &str| store.person_of(SCRIPTED, &id(account)).await.expect("a person");
        let people = [person(ACCOUNTS[0]).await, person(ACCOUNTS[1]).await];
        let conversation = Conversation::new(request_handler, posting());
        // Message ids continue after a restart, as on a real platform.
        let events = AtomicUsize::new(1_000 * messages_before);
        Table { platform, service, people, channel, conversation, store, server, direct, events, stop, workers, folder }
    }

    /// Stops the workers, and checks that nothing was used that the platform does not have.
    pub async fn close(self) -> TempDir {
        self.stop.cancel();
        self.workers.close();
        self.workers.wait().await;
        self.store.close().await;
        assert_eq!(self.platform.misuses(), Vec::<String>::new());
        self.folder
    }

    /// Something that a person does in a channel, a thread or, without one, in their direct messages.
    fn incoming(&self, who: usize, place: Option<PlaceId>) -> Incoming {
        let event = format!("event {}", self.events.fetch_add(1, Ordering::Relaxed));
        let name = NAMES[who].to_owned();
        let requester = Requester {
            id: self.people[who],
            name,
            language: Language::En,
            theme: String::new(),
            turned_boards: false,
            confirmation: Confirmation::default(),
        };
        let id = place.unwrap_or(self.direct[who]);
        let context = RequestContext {
            id,
            parent: place.filter(|place| *place != self.channel).map(|_| self.channel),
            server: place.map(|_| self.server),
            manages: true,
            delivery_mode: if place.is_some() { DeliveryMode::Threads } else { DeliveryMode::Channel },
            language: Language::En,
            obstacles: Vec::new(),
            can_remove_messages: self.platform.capabilities().removal,
        };
        Incoming { requester, context, is_direct: place.is_none(), message: MessageId(event.clone()), event }
    }

    /// Writes a message that mentions the bot. Returns the number of changes before it.
    pub async fn say(&self, who: usize, place: Option<PlaceId>, text: &str) -> u64 {
        let before = self.platform.changes();
        assert!(self.write(who, place, text, None, true).await, "{text}");
        before
    }

    /// Writes a message. Returns whether the bot took it as meant for it.
    pub async fn write(
        &self,
        who: usize,
        place: Option<PlaceId>,
        text: &str,
        reply_to: Option<&MessageId>,
        is_addressed: bool,
    ) -> bool {
        let from = self.incoming(who, place);
        let message = async || {
            let arrival = self.arrival(who, &from).await;
            let read = self.conversation.read_message(&arrival, text, reply_to, is_addressed, self).await;
            self.perform(&from, read.expect("the storage works")).await
        };
        let is_handled = message().await;
        message().await;
        is_handled
    }

    /// Writes a command in the channel, on a platform that delivers again only what failed. Returns the number of
    /// failures.
    pub async fn say_until_taken(&self, who: usize, text: &str) -> usize {
        let from = self.incoming(who, Some(self.channel));
        let mut failures = 0;
        while let Err(error) = self.conversation.perform(&from, Meaning::Command(text.to_owned()), self).await {
            assert!(error.is_transient(), "{error}");
            failures += 1;
        }
        failures
    }

    /// Writes a command in the channel, which is delivered again after `between`, as if the bot had been killed before it
    /// had stored that the event was handled.
    pub async fn say_again_after(&self, who: usize, text: &str, between: impl FnOnce()) {
        let from = self.incoming(who, Some(self.channel));
        let perform = || self.conversation.perform(&from, Meaning::Command(text.to_owned()), self);
        perform().await.expect("the platform works");
        between();
        perform().await.expect("what is refused is not told to the platform");
    }

    /// Reacts to a message, on a platform that delivers again only what failed. Returns the number of failures.
    pub async fn react_until_taken(&self, who: usize, shown: &Shown, reaction: &str) -> usize {
        self.wait_for_actions(shown).await;
        let from = self.incoming(who, shown.address.place());
        let arrival = self.arrival(who, &from).await;
        let mut failures = 0;
        loop {
            let read = self.conversation.read_reaction(&arrival, &shown.id, reaction).await.expect("the storage works");
            match self.conversation.perform(&from, read.expect("it means something"), self).await {
                Err(error) if error.is_transient() => failures += 1,
                done => {
                    done.expect("the platform works");
                    return failures;
                }
            }
        }
    }

    /// What is stored about something that a person does.
    async fn arrival(&self, who: usize, from: &Incoming) -> Arrival {
        let account = ExternalId(ACCOUNTS[who].to_owned());
        Arrival {
            person: self.store.find_person(SCRIPTED, &account).await.expect("it is read"),
            place: Some(from.context.id),
            is_direct: from.is_direct,
            language: from.requester.language,
            event: EventId { platform: SCRIPTED, id: from.event.clone() },
        }
    }

    /// The event with which a person was erased is delivered again, and is now in this place.
    pub async fn repeat_erasure(&self, who: usize, place: Option<PlaceId>) {
        let from = self.incoming(who, place);
        let arrival = self.arrival(who, &from).await;
        self.conversation.confirm_erasure(&arrival).await.expect("the platform works");
    }

    /// Does what a person means. Returns whether it is meant for the bot.
    async fn perform(&self, from: &Incoming, meaning: Option<Meaning>) -> bool {
        let Some(meaning) = meaning else { return false };
        self.conversation.perform(from, meaning, self).await.expect("the platform works");
        true
    }

    /// Does what the button with this label does: presses it, or answers with its number.
    pub async fn press(&self, who: usize, shown: &Shown, label: &str) -> u64 {
        let before = self.platform.changes();
        match shown.view.buttons.iter().find(|button| button.label == label) {
            Some(button) => {
                let kind = RequestKind::ButtonPressed { action: button.action.clone(), message: shown.id.clone() };
                self.request(who, shown, kind).await;
            }
            None => self.answer_with_number(who, shown, label).await,
        }
        before
    }

    /// Chooses the option with this label from a menu, or answers with its number.
    pub async fn choose(&self, who: usize, shown: &Shown, label: &str) -> u64 {
        let before = self.platform.changes();
        let of_menu = shown.view.menus.iter().find_map(|menu| {
            let (value, _) = menu.options.iter().find(|(_, known)| known == label)?;
            Some(RequestKind::OptionChosen { action: menu.action.clone(), value: value.clone() })
        });
        match of_menu {
            Some(kind) => self.request(who, shown, kind).await,
            None => self.answer_with_number(who, shown, label).await,
        }
        before
    }

    async fn request(&self, who: usize, shown: &Shown, kind: RequestKind) {
        let from = self.incoming(who, shown.address.place());
        let on = Referred { address: shown.address, id: shown.id.clone() };
        for _ in 0..2 {
            self.conversation.request(&from, kind.clone(), Some(on.clone())).await.expect("the platform works");
        }
    }

    /// Answers with the number that the text gives for a label: in turn by reply, by reaction, and by a message with
    /// only the number.
    async fn answer_with_number(&self, who: usize, shown: &Shown, label: &str) {
        let number = choices(shown).into_iter().find(|(_, known)| known == label).map(|(number, _)| number);
        let number = number.unwrap_or_else(|| panic!("no choice {label:?} in {:?}", shown.view.text.plain()));
        let way = self.events.load(Ordering::Relaxed) % 3;
        let place = shown.address.place();
        // Where the bot has put reactions below the message, they answer its question; else a number does.
        let position = number.parse::<usize>().expect("a number") - 1;
        let is_question = shown.reactions.len() == choices(shown).len();
        let answer = shown.reactions.get(position).filter(|_| is_question).cloned();
        let number_reaction = (number.len() == 1).then(|| format!("{number}\u{fe0f}\u{20e3}"));
        let reaction = answer.or(number_reaction).filter(|_| self.platform.capabilities().reactions);
        self.wait_for_actions(shown).await;
        // The latest choices that the person sees there.
        let is_latest = || {
            let sees = |other: &Shown| {
                other.address.place() == place && other.address.person().is_none_or(|person| person == self.people[who])
            };
            let messages = self.platform.messages();
            let with_choices = messages.iter().filter(|other| sees(other) && !choices(other).is_empty());
            with_choices.max_by_key(|latest| latest.changed).is_some_and(|latest| latest.id == shown.id)
        };
        let is_handled = match (way, reaction) {
            (1, Some(reaction)) => {
                let from = self.incoming(who, place);
                let reaction = async || {
                    let arrival = self.arrival(who, &from).await;
                    let read = self.conversation.read_reaction(&arrival, &shown.id, &reaction).await;
                    self.perform(&from, read.expect("the storage works")).await
                };
                let is_handled = reaction().await;
                reaction().await;
                is_handled
            }
            (2, _) if is_latest() => self.write(who, place, &number, None, false).await,
            _ => self.write(who, place, &number, Some(&shown.id), false).await,
        };
        assert!(is_handled, "{label} as {number}");
    }

    /// Waits until the actions of a message are stored, which happens right after it is posted.
    async fn wait_for_actions(&self, shown: &Shown) {
        let stored = async || self.store.stored_actions(SCRIPTED, &shown.id).await.expect("it is read");
        let stored = async {
            while stored().await.is_none() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(SOON, stored).await.unwrap_or_else(|_| panic!("no actions: {}", shown.view.text.plain()));
    }

    /// Fills in the form that asks for a move, or replies to the message that asks.
    pub async fn fill_in(&self, who: usize, place: Option<PlaceId>, before: u64, text: &str) {
        if let Some(form) = self.platform.take_form(self.people[who]) {
            let kind = RequestKind::FormSubmitted { action: form.action, text: text.to_owned() };
            let from = self.incoming(who, place);
            for _ in 0..2 {
                self.conversation.request(&from, kind.clone(), None).await.expect("the platform works");
            }
            return;
        }
        let question = self.private(who, before, "Reply to this message").await;
        self.wait_for_actions(&question).await;
        assert!(self.write(who, question.address.place(), text, Some(&question.id), false).await, "{text}");
    }

    /// A message that only this person sees, posted or edited after a number of changes.
    pub async fn private(&self, who: usize, after: u64, text: &str) -> Shown {
        let person = Some(self.people[who]);
        let fits = |shown: &Shown| shown.address.person() == person && shown.view.text.plain().contains(text);
        self.platform.wait(after, text, fits).await
    }

    /// A message that everyone in a place sees.
    pub async fn public(&self, place: PlaceId, after: u64, text: &str) -> Shown {
        let fits = |shown: &Shown| shown.address == Address::Place(place) && shown.view.text.plain().contains(text);
        self.platform.wait(after, text, fits).await
    }

    /// Waits until nothing is left to deliver.
    pub async fn wait_for_outbox(&self) {
        let is_empty = async || self.count("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL").await == 0;
        let empty = async {
            while !is_empty().await {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(SOON, empty).await.expect("everything is delivered");
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        let pool = test_support::stage::database(&self.folder.path().join("tablero.sqlite")).await;
        let count = sqlx::query_scalar(sql).fetch_one(&pool).await.expect("the query is valid");
        pool.close().await;
        count
    }

    /// Changes the database behind the back of the bot.
    pub async fn change(&self, sql: &'static str) {
        let pool = test_support::stage::database(&self.folder.path().join("tablero.sqlite")).await;
        sqlx::query(sql).execute(&pool).await.expect("the statement is valid");
        pool.close().await;
    }

    pub async fn find(&self, match_id: MatchId) -> Match {
        self.service.find(match_id).await.expect("it is read")
    }

    /// Where the boards of a game are posted.
    pub async fn place(&self, match_id: MatchId) -> PlaceId {
        self.find(match_id).await.location.place.expect("the game has been opened")
    }

    /// Ada challenges Bruno with a typed command and begins; Bruno accepts. Returns the game and its first board.
    pub async fn begin(&self, options: &str) -> (MatchId, Shown) {
        let before = self.say(0, Some(self.channel), &format!("challenge @Bruno side first {options}")).await;
        let challenge = self.public(self.channel, before, "challenges").await;
        let accepted = self.press(1, &challenge, "Accept").await;
        let fits = |shown: &Shown| {
            matches!(shown.address, Address::Place(_))
                && shown.view.text.plain().contains("begins")
                && has_choice(shown, "Move")
        };
        let board = self.platform.wait(accepted, "the first board", fits).await;
        let (running, _) = self.service.running(self.people[0], 1).await.expect("it is read");
        (running[0].id, board)
    }

    /// Plays a random move, each time in another way. Returns the next board.
    pub async fn play(&self, match_id: MatchId, board: &Shown, chance: &mut SeededRng) -> Shown {
        let played = self.find(match_id).await;
        let seat = played.to_move().expect("the game is running");
        let who =
            self.people.iter().position(|person| played.player(seat).person() == Some(*person)).expect("a player");
        let place = board.address.place();
        let legal = played.line.legal(2_000);
        let text = &legal[chance.below(legal.len() as u64) as usize];
        let before = match played.ply() % 4 {
            0 if legal.len() > 1 => self.pick(who, board, chance).await,
            1 => {
                let before = self.press(who, board, "Type a move").await;
                self.fill_in(who, place, before, text).await;
                before
            }
            2 if board.view.buttons.is_empty() => {
                let before = self.platform.changes();
                self.wait_for_actions(board).await;
                assert!(self.write(who, place, text, Some(&board.id), false).await, "{text}");
                before
            }
            _ => self.say(who, place, &format!("move {text}")).await,
        };
        let after = self.find(match_id).await;
        assert!(after.ply() > played.ply(), "{text} in turn {}", played.ply());
        let last = after.line.last_move().expect("a move");
        let fits = |shown: &Shown| {
            shown.address == board.address && shown.view.text.plain().contains(&format!("Turn {}: {last}", after.ply()))
        };
        self.platform.wait(before, &format!("the board after {last}"), fits).await
    }

    /// Picks a move step by step.
    async fn pick(&self, who: usize, board: &Shown, chance: &mut SeededRng) -> u64 {
        let before = self.press(who, board, "Move").await;
        let person = Some(self.people[who]);
        let mut after = before;
        loop {
            let fits = |shown: &Shown| shown.address.person() == person && has_choice(shown, "Cancel");
            let step = self.platform.wait(after, "the next step", fits).await;
            let all = choices_of(&step);
            if let Some(play) = all.iter().find(|label| label.starts_with("Play ")) {
                self.press(who, &step, play).await;
                return before;
            }
            let picks: Vec<&String> = all
                .iter()
                .filter(|label| !["Cancel", "Back", "Place the rest at random", "Rules"].contains(&label.as_str()))
                .collect();
            let pick = picks[chance.below(picks.len() as u64) as usize];
            let is_button = step.view.buttons.iter().any(|button| button.label == *pick);
            after = if is_button { self.press(who, &step, pick).await } else { self.choose(who, &step, pick).await };
        }
    }
}

/// The numbered choices in the text of a message, as a reader finds them.
pub fn choices(shown: &Shown) -> Vec<(String, String)> {
    let text = shown.view.text.plain();
    let intros = ["eply with a number", "eply with your move or a number"];
    let Some((_, list)) = intros.iter().find_map(|intro| text.split_once(intro)) else { return Vec::new() };
    let parts = list.lines().skip(1).flat_map(|line| {
        // A menu has a title before its options, which may name the chosen one. A button has no title.
        let is_first = |at: &usize| line[*at..].starts_with(|c: char| c.is_ascii_digit());
        let begins = line.match_indices(": ").map(|(at, _)| at + 2).find(is_first).filter(|_| !is_first(&0));
        let options = &line[begins.unwrap_or_default()..];
        options.split(" · ").collect::<Vec<_>>()
    });
    let pairs = parts.filter_map(|part| part.split_once(' '));
    pairs.map(|(number, label)| (number.to_owned(), label.to_owned())).collect()
}

/// Everything that can be pressed or chosen, as labels.
pub fn choices_of(shown: &Shown) -> Vec<String> {
    let buttons = shown.view.buttons.iter().map(|button| button.label.clone());
    let options = shown.view.menus.iter().flat_map(|menu| &menu.options).map(|(_, label)| label.clone());
    let numbered = choices(shown).into_iter().map(|(_, label)| label);
    buttons.chain(options).chain(numbered).collect()
}

pub fn has_choice(shown: &Shown, label: &str) -> bool {
    choices_of(shown).iter().any(|known| known == label)
}
