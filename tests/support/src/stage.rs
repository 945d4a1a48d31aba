//! A Discord emulator with the bot connected, a database in a temporary folder, and two users at a board.

use crate::fixed_nodes_engine::{FixedNodesEngine, Gate};
use discord_emulator::{Emulator, EmulatorOptions, Id, IdClock, MessageView, Reply, User};
use http_server::Listener;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tablero::app::{App, AppError};
use tablero::catalog::{AnyGame, AnyLine, Catalog};
use tablero::chat::avatars::Avatars;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::chat::{ChatDelivery, Platform, RequestHandler, Text};
use tablero::config::Web;
use tablero::db::{SqlStorage, StorageOptions};
use tablero::discord::DiscordFrontEnd;
use tablero::discord::Endpoint;
use tablero::discord::accounts::Mentions;
use tablero::discord::interactions_endpoint::PATH;
use tablero::discord::markdown::markdown;
use tablero::engine::{EngineResources, SearchRunner};
use tablero::health::MonitoringServer;
use tablero::roles::{Role, Roles};
use tablero::rules::{Seat, SeededRng};
use tablero::service::{Clock, GameService, PlayerId, RequestLimits};
use tablero::workers::OutboxDispatcher;
use tablero::workers::Scheduler;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

pub mod picks;
pub use picks::pick_next;
mod recording_platform;
use recording_platform::RecordingPlatform;
mod test_clock;
pub use test_clock::TestClock;
mod databases;
pub use databases::{database, open_service, open_storage};

/// Upper bound for any wait, even on the slowest machine.
pub const SOON: Duration = Duration::from_secs(30);

/// The bot while it runs.
pub struct RunningBot {
    pub service: GameService,
    store: SqlStorage,
    stop: CancellationToken,
    ended: JoinHandle<Result<(), AppError>>,
    /// Where it listens for HTTP requests.
    address: Option<SocketAddr>,
    /// Where it shows boards in the browser.
    page: Option<SocketAddr>,
    /// Where it answers health checks.
    monitoring: SocketAddr,
}

/// What the starts of the bot have led to.
#[derive(Clone, Copy)]
pub struct Starts {
    /// How often the registered commands were requested: each start does so once.
    registered: usize,
    /// How often the bot has identified itself at the gateway.
    identified: usize,
}

pub struct Stage {
    pub local: Emulator,
    pub games: Id,
    pub clock: TestClock,
    /// The engine resources when the bot starts.
    pub resources: EngineResources,
    /// The limits of costly requests when the bot starts: none, unless a test is about them.
    pub limits: RequestLimits,
    /// The Discord endpoint the bot uses when it starts; `None` means the emulator's own address.
    pub endpoint: Option<Endpoint>,
    /// When set, searches are bounded by node counts instead of time, so that they always find the same, and wait for
    /// this gate.
    pub gate: Option<Gate>,
    /// The games that the bot offers when it starts.
    pub catalog: Catalog,
    /// What the bot does when it starts. If it includes the HTTP server or the page of boards, these listen on free ports.
    pub roles: Roles,
    /// The pictures of the players on boards, when the bot starts: none, unless a test is about them.
    pub avatars: Avatars,
    folder: TempDir,
    bot: Option<RunningBot>,
}

/// Whether a message is the board after a number of plies, posted for all.
pub fn is_board(ply: usize) -> impl Fn(&MessageView) -> bool {
    let name = format!("-{ply}.png");
    move |message| !message.ephemeral && message.attachments.iter().any(|file| file.name.ends_with(&name))
}

impl Stage {
    /// An emulator with the bot connected to it.
    pub async fn open() -> Stage {
        Stage::open_with(EmulatorOptions::default()).await
    }

    pub async fn open_with(options: EmulatorOptions) -> Stage {
        let mut stage = Stage::without_bot_with(options).await;
        stage.start_bot().await;
        stage
    }

    pub async fn without_bot() -> Stage {
        Stage::without_bot_with(EmulatorOptions::default()).await
    }

    pub async fn without_bot_with(options: EmulatorOptions) -> Stage {
        Stage::without_bot_on(TestClock::default(), options).await
    }

    /// An emulator and the bot, with nothing depending on time or chance: the clock stands still, and searches are
    /// bounded by node counts. The emulator records the bodies of the bot's requests.
    pub async fn open_still() -> Stage {
        let mut stage = Stage::without_bot_on(TestClock::still(), EmulatorOptions::default()).await;
        stage.resources = EngineResources { threads: 1, hash: 4 << 20, move_time: 2 * SOON };
        stage.gate = Some(Gate::default());
        stage.local.faults().record_bodies();
        stage.start_bot().await;
        stage
    }

    async fn without_bot_on(clock: TestClock, options: EmulatorOptions) -> Stage {
        let resources = EngineResources::default();
        // The emulator dates messages by the same clock as the bot.
        let message_clock = clock.clone();
        let options = EmulatorOptions {
            bot_name: "Tablero".to_owned(),
            clock: IdClock::new(move || message_clock.now().0),
            ..options
        };
        let local = Emulator::start(options).await.expect("the emulator starts");
        let games = local.channel("games").expect("the first channel");
        let folder = TempDir::new().expect("a folder");
        Stage {
            local,
            games,
            clock,
            resources,
            limits: RequestLimits::NONE,
            endpoint: None,
            gate: None,
            catalog: Catalog::standard(),
            roles: Roles::new(vec![Role::Gateway, Role::Outbox, Role::Scheduler, Role::Engine], None),
            avatars: Avatars::default(),
            folder,
            bot: None,
        }
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join("tablero.sqlite")
    }

    pub async fn start_bot(&mut self) {
        let before = self.connected();
        let options = StorageOptions { catalog: self.catalog.clone(), ..StorageOptions::default() };
        let store = SqlStorage::open_file_with(&self.database(), options).await.expect("a database");
        let service = GameService::new(Arc::new(store.clone()), Arc::new(self.clock.clone()), || 7);
        let page = match self.roles.has(Role::Web) {
            true => Some(Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a free port")),
            false => None,
        };
        let page_address = page.as_ref().map(Listener::address);
        let service = match page_address {
            Some(address) => service.with_board_page(&format!("http://{address}")),
            None => service,
        };
        let pictures = PictureRenderer::default().with_avatars(self.avatars.clone());
        let search_runner = match self.gate.clone() {
            Some(gate) => SearchRunner::with_engines(self.resources, move |line, settings| {
                Box::new(FixedNodesEngine::new(line.game().engine(settings), gate.clone()))
            }),
            None => SearchRunner::new(self.resources),
        };
        let conversation =
            RequestHandler::new(service.clone(), pictures.clone(), search_runner).with_limits(self.limits);
        let endpoint = self.endpoint.clone().unwrap_or_else(|| Endpoint::Other(self.local.api_url()));
        let token = EmulatorOptions::default().token;
        let stop = CancellationToken::new();
        let mut bot = App::new(conversation, pictures, self.roles.clone(), stop.clone());
        let mut address = None;
        if self.roles.has(Role::Http) {
            let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a free port");
            address = Some(listener.address());
            bot.listen(listener);
        }
        if let Some(page) = page {
            bot.show_boards(page, Web::default().trusted_proxies);
        }
        let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a free port");
        let monitoring = listener.address();
        let server = MonitoringServer::start(listener, Duration::from_secs(75));
        bot.monitor(server.expect("nothing else collects metrics"));
        bot.add(&DiscordFrontEnd::new(&endpoint, &token)).await.expect("a bot");
        let ended = tokio::spawn(bot.run());
        self.bot = Some(RunningBot { service, store, stop, ended, address, page: page_address, monitoring });
        self.wait_ready(before).await;
    }

    /// What the starts of the bot have led to so far.
    pub fn connected(&self) -> Starts {
        Starts { registered: self.local.faults().count("GET", "/commands"), identified: self.local.identified() }
    }

    /// The URL of the bot's interactions endpoint.
    pub fn endpoint_url(&self) -> String {
        let address = self.bot.as_ref().and_then(|bot| bot.address).expect("the bot listens");
        format!("http://{address}{PATH}")
    }

    /// Where the bot shows boards in the browser.
    pub fn page_url(&self) -> String {
        let address = self.bot.as_ref().and_then(|bot| bot.page).expect("the bot shows boards");
        format!("http://{address}")
    }

    /// Where the bot answers health checks.
    pub fn monitoring_url(&self) -> String {
        format!("http://{}", self.bot.as_ref().expect("the bot runs").monitoring)
    }

    /// Waits until one more bot than `before` has connected, unless it has no gateway, and commands are registered.
    pub async fn wait_ready(&self, before: Starts) {
        let ready = async {
            self.local.faults().wait_requests("GET", "/commands", before.registered + 1).await;
            if self.roles.has(Role::Gateway) {
                self.local.wait_identified(before.identified + 1).await;
                self.local.wait_bot().await;
            }
            self.local.wait_command("about").await;
        };
        timeout(SOON, ready).await.expect("the bot connects and its commands are registered");
    }

    pub async fn stop_bot(&mut self) {
        let Some(RunningBot { store, stop, ended, .. }) = self.bot.take() else { return };
        stop.cancel();
        timeout(SOON, ended).await.expect("the bot stops").expect("no panic").expect("the bot stops without an error");
        store.close().await;
    }

    /// Advances time while the bot is running and records heartbeats.
    pub async fn run_for(&self, milliseconds: i64) {
        const STEP_MS: i64 = 60 * 60 * 1000;
        let service = &self.bot.as_ref().expect("the bot is there").service;
        let scheduler = Scheduler::new(service.clone());
        let mut left = milliseconds;
        while left > 0 {
            let step = left.min(STEP_MS);
            service.upkeep().record_heartbeat(service.now().plus(step)).await.expect("the store works");
            self.clock.advance(step);
            scheduler.tick().await.expect("the store works");
            left -= step;
        }
        // Wakes workers that sleep by the machine's clock.
        service.outbox_changed().notify();
    }

    pub async fn close(mut self) {
        self.stop_bot().await;
        self.local.shutdown().await;
    }

    pub fn user(&self, name: &str) -> User {
        self.local.user(name).expect("the person exists")
    }

    /// The row count returned by a database query.
    pub async fn count(&self, sql: &'static str) -> i64 {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.database()).read_only(true);
        let pool = crate::pools::sqlite_pool(options).await;
        let count = sqlx::query_scalar(sql).fetch_one(&pool).await.expect("the query is valid");
        pool.close().await;
        count
    }

    /// Lets the engine move in a stage from [`open_still`](Stage::open_still).
    pub fn open_gate(&self) {
        self.gate.as_ref().expect("the stage has a gate").set_open(true);
    }

    /// Waits until a database query counts this many rows. It also polls, because not every change is announced.
    pub async fn wait_count(&self, sql: &'static str, expected: i64) {
        const LOOK_EVERY: Duration = Duration::from_millis(20);
        let mut changes = self.bot.as_ref().expect("the bot is there").service.outbox_changed().subscribe();
        let counted = async {
            while self.count(sql).await != expected {
                let _ = timeout(LOOK_EVERY, changes.changed()).await;
            }
        };
        timeout(SOON, counted).await.unwrap_or_else(|_| panic!("{sql} does not reach {expected}"));
    }

    /// The result of a database query, one text per row.
    pub async fn rows(&self, sql: &'static str) -> Vec<String> {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.database()).read_only(true);
        let pool = crate::pools::sqlite_pool(options).await;
        let rows = sqlx::query_scalar(sql).fetch_all(&pool).await.expect("the query is valid");
        pool.close().await;
        rows
    }

    /// Delivers all due posts without a bot or recipients. Returns the players who would have been pinged.
    pub async fn deliver_unseen(&self) -> Vec<PlayerId> {
        assert!(self.bot.is_none(), "the bot would deliver it first");
        let store = SqlStorage::open_file(&self.database()).await.expect("a database");
        let service = GameService::new(Arc::new(store.clone()), Arc::new(self.clock.clone()), || 7);
        let platform_log = Arc::new(RecordingPlatform::default());
        let platform = Arc::clone(&platform_log) as Arc<dyn Platform>;
        let delivery = ChatDelivery::new(service.clone(), PictureRenderer::closed(), platform);
        let dispatcher = OutboxDispatcher::new(service, Arc::new(delivery));
        dispatcher.deliver_due().await.expect("the store works");
        store.close().await;
        platform_log.pinged.lock().expect("the lock is not poisoned").clone()
    }

    /// Changes the database without the bot's knowledge.
    pub async fn change(&self, sql: &'static str) {
        let pool = database(&self.database()).await;
        sqlx::query(sql).execute(&pool).await.expect("the statement is valid");
        pool.close().await;
    }

    /// Ada challenges Bruno and begins, Bruno accepts, and the first board has been posted.
    pub async fn table(&self, game: &str, options: &[(&str, Value)]) -> Table {
        let players = [self.user("Ada"), self.user("Bruno")];
        // Bruno's locale is Italian by default; the tests compare with English texts.
        players[1].set_locale("en-US");
        let mut given =
            vec![("game", json!(game)), ("opponent", json!(players[1].id().to_string())), ("side", json!("first"))];
        given.extend(options.iter().cloned());
        let reply = players[0].command(self.games, "challenge", &given).await.expect("a challenge");
        let challenge = shown(&reply);
        let accepted = players[1].press(&challenge, "Accept").await.expect("a button");
        assert!(!matches!(accepted, Reply::NoResponse), "{accepted:?}");
        let threads = |channel: &discord_emulator::ChannelView| channel.parent == Some(self.games);
        let known = challenge.id;
        let thread = players[0].wait_channel(|channel| threads(channel) && channel.id == known, SOON).await;
        let thread = thread.expect("the game's thread").id;
        let setup: Vec<String> = options
            .iter()
            .filter(|(key, _)| self.catalog.option_keys().contains(key))
            .map(|(key, value)| format!("{key}={}", value.as_str().expect("a word")))
            .collect();
        let game = self.catalog.game(game).expect("the game exists");
        let line = new_game(game, &game.advised_setup(&setup.join(" ")));
        let table = Table { players, engine: None, thread, line };
        table.wait_board().await;
        table
    }

    /// Ada begins a game against the engine, on the first seat unless she chooses another, and the first board has been
    /// posted.
    pub async fn practice(&self, game: &str, level: u8, options: &[(&str, Value)]) -> Table {
        let ada = self.user("Ada");
        let known: Vec<Id> = ada.channels().iter().map(|channel| channel.id).collect();
        let side = options.iter().find(|(key, _)| *key == "side").map_or(json!("first"), |(_, side)| side.clone());
        let mut given = vec![("game", json!(game)), ("level", json!(level.to_string())), ("side", side.clone())];
        given.extend(options.iter().filter(|(key, _)| *key != "side").cloned());
        let response = shown(&ada.command(self.games, "play", &given).await.expect("a game"));
        assert!(response.ephemeral && response.content.contains(&format!("Tablero (level {level})")), "{response:?}");
        let fits = |channel: &discord_emulator::ChannelView| {
            channel.parent == Some(self.games) && !known.contains(&channel.id)
        };
        let thread = ada.wait_channel(fits, SOON).await.expect("the game's thread").id;
        let words = |(key, value): &(&str, Value)| format!("{key}={}", value.as_str().expect("a word"));
        let options = options.iter().filter(|(key, _)| self.catalog.option_keys().contains(key));
        let setup = options.map(words).collect::<Vec<_>>().join(" ");
        let game = self.catalog.game(game).expect("the game exists");
        let line = new_game(game, &game.advised_setup(&setup));
        let engine = if side == json!("second") { Seat::One } else { Seat::Two };
        let table = Table { players: [ada.clone(), ada], engine: Some(engine), thread, line };
        if !table.engine_answers() {
            table.wait_board().await;
        }
        table
    }
}

/// A new game as the bot starts it. On a stage, the random number is always 7.
pub fn new_game(game: &'static dyn AnyGame, setup: &str) -> Box<dyn AnyLine> {
    let setup = game.drawn_setup(setup, || game.level_seed(7)).expect("the setup exists");
    game.start(&setup).expect("the setup exists")
}

/// A text as Discord's Markdown. People and places are the users and channels with their numbers.
pub fn written(text: &Text) -> String {
    let users = text.people().into_iter().map(|person| (person, person.0));
    let channels = text.places().into_iter().map(|place| (place, place.0));
    markdown(text, &Mentions::of_users(users).with_channels(channels), 2_000)
}

/// The message of a reply.
pub fn shown(reply: &Reply) -> MessageView {
    reply.message().unwrap_or_else(|| panic!("no message: {reply:?}")).clone()
}

/// The message of a reply, or, if the reply only acknowledges the interaction, the message once it has changed.
pub async fn changed(user: &User, before: &MessageView, reply: Reply) -> MessageView {
    if let Some(message) = reply.message() {
        return message.clone();
    }
    let looks = |message: &MessageView| {
        // Labels and placeholders say how something is set.
        let menus: Vec<_> =
            message.menus.iter().map(|menu| (menu.custom_id.clone(), menu.placeholder.clone())).collect();
        let buttons: Vec<_> =
            message.buttons.iter().map(|button| (button.custom_id.clone(), button.label.clone())).collect();
        (message.content.clone(), menus, buttons)
    };
    let known = looks(before);
    let fits = |message: &MessageView| message.id == before.id && looks(message) != known;
    user.wait_message(before.channel, fits, SOON).await.expect("the message changes")
}

/// Offers a draw, or accepts one, and confirms it. Returns the final message.
pub async fn offer_draw(user: &User, place: Id) -> MessageView {
    let question = shown(&user.command(place, "draw", &[]).await.expect("a command"));
    let Some(sure) = question.buttons.first() else { return question };
    let reply = user.press(&question, &sure.label).await.expect("a button");
    changed(user, &question, reply).await
}

/// Takes back a move, or asks the opponent for it, and confirms that. Returns the final message.
pub async fn take_back(user: &User, place: Id) -> MessageView {
    let question = shown(&user.command(place, "takeback", &[]).await.expect("a command"));
    let Some(sure) = question.buttons.first() else { return question };
    let reply = user.press(&question, &sure.label).await.expect("a button");
    changed(user, &question, reply).await
}

/// The move of a turn in the text of a board, which may show several: “Turn 2: **d4**”.
pub fn move_of_turn(content: &str, turn: usize) -> &str {
    let (_, after) = content.split_once(&format!("Turn {turn}: **")).expect("the turn");
    after.split("**").next().expect("the move")
}

/// What a command answers.
pub async fn command(user: &User, channel: Id, name: &str, options: &[(&str, Value)]) -> MessageView {
    shown(&user.command(channel, name, options).await.expect("a command"))
}

/// A game as the test tracks it, alongside the one that the bot stores.
pub struct Table {
    /// The player on each seat; the same user twice when the engine has the other seat.
    pub players: [User; 2],
    pub engine: Option<Seat>,
    pub thread: Id,
    pub line: Box<dyn AnyLine>,
}

impl Table {
    pub fn to_move(&self) -> &User {
        &self.players[self.line.seat().index()]
    }

    pub fn waiting(&self) -> &User {
        &self.players[(!self.line.seat()).index()]
    }

    /// The player to move sends a move with `/move`. Returns the response.
    pub async fn send(&self, text: &str) -> MessageView {
        self.send_as(self.to_move(), text).await
    }

    pub async fn send_as(&self, user: &User, text: &str) -> MessageView {
        shown(&user.command(self.thread, "move", &[("text", json!(text))]).await.expect("a command"))
    }

    /// Plays a move, waits for its board and checks it.
    pub async fn play(&mut self, text: &str) -> MessageView {
        let response = self.send(text).await;
        self.line.play(text).unwrap_or_else(|refused| panic!("{refused}"));
        assert!(response.ephemeral && response.content.contains(text), "{response:?}");
        if self.engine_answers() { response } else { self.wait_board().await }
    }

    /// Whether the engine is to move. Its board then shows the player's move too.
    pub fn engine_answers(&self) -> bool {
        self.line.ending().is_none() && self.engine == Some(self.line.seat())
    }

    /// Resigns as this player. Returns the message with the result.
    pub async fn resign(&self, by: &User) -> MessageView {
        let question = shown(&by.command(self.thread, "resign", &[]).await.expect("a command"));
        by.press(&question, "Yes, resign").await.expect("a button");
        let over = |message: &MessageView| !message.ephemeral && message.content.contains("resigned");
        by.wait_message(self.thread, over, SOON).await.expect("the result")
    }

    /// Waits for the board of the current position and checks its invariants.
    pub async fn wait_board(&self) -> MessageView {
        let ply = self.line.ply();
        let board = self.players[0].wait_message(self.thread, is_board(ply), SOON).await;
        let board = board.unwrap_or_else(|error| panic!("board {ply}: {error}"));
        let file = &board.attachments[0];
        let alt = file.description.as_deref().expect("the picture has a description");
        assert!(
            file.size > 1_000 && file.dimensions.is_some() && (20..=1024).contains(&alt.chars().count()),
            "{file:?}"
        );
        if let Some(last) = self.line.last_move() {
            assert!(board.content.contains(&last) && alt.contains(&last), "{}", board.content);
        }
        let mut pinged = board.mentions.clone();
        pinged.sort();
        if self.line.ending().is_none() && self.turn_stays() {
            assert!(pinged.is_empty(), "it was their turn before");
        } else if self.line.ending().is_none() {
            assert_eq!(pinged, [self.to_move().id()], "only whose turn it is");
        } else {
            let mut both = Seat::BOTH.map(|seat| self.players[seat.index()].id());
            both.sort();
            let people = if self.engine.is_some() { &both[..1] } else { &both[..] };
            assert_eq!(pinged, people);
            let of_game = board.buttons.iter().filter(|button| !button.custom_id.starts_with("open "));
            let labels: Vec<&str> = of_game.map(|button| button.label.as_str()).collect();
            assert_eq!(labels[..3], ["Rematch", "Analyse", "Replay"]);
        }
        board
    }

    /// Whether the player to move also made the last move.
    fn turn_stays(&self) -> bool {
        let mut before = self.line.copy();
        before.take_back().is_some() && before.seat() == self.line.seat()
    }

    /// Waits until the engine has moved and plays its move here. Returns its board.
    pub async fn wait_engine(&mut self) -> MessageView {
        let name = format!("-{}.png", self.line.ply() + 1);
        let fits = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with(&name));
        let board = self.players[0].wait_message(self.thread, fits, SOON).await.expect("the engine moves");
        let text = move_of_turn(&board.content, self.line.ply() + 1).to_owned();
        self.line.play(&text).unwrap_or_else(|refused| panic!("the engine plays {text}: {refused}"));
        self.wait_board().await
    }

    /// How many boards of this ply were posted.
    pub fn boards(&self, ply: usize) -> usize {
        let name = format!("-{ply}.png");
        let messages = self.players[0].messages(self.thread);
        messages.iter().filter(|message| message.attachments.iter().any(|file| file.name.ends_with(&name))).count()
    }

    /// The player to move picks a random move step by step and plays it. Returns the move.
    pub async fn pick(&self, board: &MessageView, chance: &mut SeededRng) -> String {
        let user = self.to_move();
        let mut step = self.press(user, board, "Move").await;
        // Takes a wrong step and goes back.
        if step.button("Back").is_none() && !step.buttons.iter().any(|button| button.label.starts_with("Play ")) {
            let further = pick_next(user, &step, 0).await;
            step = self.press(user, &further, "Back").await;
        }
        loop {
            assert!(step.ephemeral && step.attachments.len() == 1, "{step:?}");
            if let Some(play) = step.buttons.iter().find(|button| button.label.starts_with("Play ")) {
                let text = play.label["Play ".len()..].to_owned();
                let response = self.press(user, &step, &play.label).await;
                assert!(
                    response.content.contains(&text) && response.attachments.is_empty() && response.buttons.is_empty(),
                    "{response:?}"
                );
                return text;
            }
            step = pick_next(user, &step, chance.below(1_000) as usize).await;
        }
    }

    pub async fn press(&self, user: &User, message: &MessageView, button: &str) -> MessageView {
        let reply = user.press(message, button).await.expect("a button");
        changed(user, message, reply).await
    }
}
