//! Fills a database with finished games through the program's own code, and shows how large it is and how long requests
//! take.
//!
//! ```sh
//! cargo run --release --example fill_games -- --database sqlite:/tmp/full.sqlite --games 10000 --copies 99 --erase yes
//! ```
//!
//! People on several servers challenge each other, play twenty turns with random legal moves, some hours apart, and
//! then resign or agree on a draw; four of five games are rated, one in ten is against the engine. Challenges, moves,
//! posts and ratings take the same way as in the bot: game service, outbox dispatcher, maintenance. Only the chat
//! platform is missing: every post counts as delivered. The clock moves through two years, whatever the number of
//! games, so that pruning leaves what it would leave in reality a week after the last game. The games are ZÈRTZ and
//! DVONN, because random games of Barrier end sooner.
//!
//! Playing a game takes some 70 transactions, and hence 10 to 40 milliseconds, and all wait for the one writer. For a
//! million games, `--copies` then stores the games that were played again, for other people and in other threads, with
//! a change set for all copies of a game: the same changes of the same code, without the transactions in between.
//!
//! | option | meaning | default |
//! | --- | --- | --- |
//! | `--database` | the URL of the database, which must be new | `sqlite:fill_games.sqlite` |
//! | `--games` | the number of games to play, at least one | 10000 |
//! | `--running` | the number of games that are started after these and left running after ten plies; from 500 on, commands in them are timed | 0 |
//! | `--seed` | the random seed | 1 |
//! | `--copies` | how often the games are then stored again, in a file | 0 |
//! | `--copy-by` | `sql` stores the copies by SQL, which takes minutes instead of hours for a million | the product's code |
//! | `--reuse` | `yes` plays and stores nothing of this, because the database has it, for example from `tablero db copy` | no |
//! | `--erase` | `yes` exports and erases the busiest person at the end | no |
//!
//! It prints the bytes per finished game, by table and index, how long opening the database takes, and the median and the
//! longest time of the database work of each command. The busiest person plays one game in a hundred.

mod commands;
mod copies;
mod report;

use async_trait::async_trait;
use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tablero::catalog::Catalog;
use tablero::db::{Durability, ServerAddress, SqlStorage, StorageOptions};
use tablero::rules::SeededRng;
use tablero::service::time::control::{DAY_MS, HOUR_MS};
use tablero::service::{
    Action, Change, ChangeSet, Clock, Consequences, DeliveryMode, DuePost, EventOutcome, ExternalId, ExternalPlace,
    GameService, Level, LocationId, Match, MatchChange, MatchEvent, MatchId, MessageId, Millis, NewMatch, OfferKind,
    Pauses, PlaceId, PlatformId, Player, PlayerId, Post, PostedBoard, Rating, Reader, ServerId, ServiceError, Side,
    Status, Storage, StorageError, Terms, TimeControl,
};
use tablero::workers::{Deliver, DeliveryError, MaintenanceWorker, OutboxDispatcher};

type Failure = Box<dyn Error + Send + Sync>;

const DISCORD: PlatformId = PlatformId("discord");
/// The number of plies of each game.
const PLIES: usize = 20;
/// The number of plies of the games that are left running.
const RUNNING_PLIES: usize = 10;
/// How many of them are played at the same time.
const RUNNING_AT_ONCE: u64 = 500;
/// When the first game begins.
const START: Millis = Millis(1_735_689_600_000);
/// The period over which games are spread, and roughly how long one takes, in milliseconds.
const PERIOD_MS: i64 = 730 * DAY_MS;
const ROUND_MS: i64 = PLIES as i64 * TURN_MS;
/// The mean time from one turn of a game to its next, in milliseconds.
const TURN_MS: i64 = 8 * HOUR_MS;
/// The time between two actions of different games, in milliseconds.
const STEP_MS: i64 = 20;
/// The number of tasks that play at the same time.
const TASKS: usize = 4;
const SERVERS: u64 = 40;
/// How often each request is timed.
const ROUNDS: u64 = 100;
/// The games that are played.
const GAMES: [&str; 2] = ["zertz", "dvonn"];
/// The difference between the ids of two people who were made one after the other.
const PERSON_STEP: u64 = 7_000_003;
/// An id of Discord at [`START`]; later ones are larger.
const FIRST_ID: u64 = 1_323_710_000_000_000_000;

/// A clock that only this program moves.
struct SimulatedClock(AtomicI64);

impl SimulatedClock {
    fn advance(&self, by_ms: i64) {
        self.0.fetch_add(by_ms, Ordering::Relaxed);
    }
}

impl Clock for SimulatedClock {
    fn now(&self) -> Millis {
        Millis(self.0.load(Ordering::Relaxed))
    }
}

/// The platform: it accepts every post, and gives numbers to messages and threads.
struct Platform {
    service: GameService,
    last_id: AtomicU64,
    /// The threads of the running games.
    threads: Mutex<HashMap<MatchId, PlaceId>>,
    delivered: AtomicU64,
}

impl Platform {
    fn new_id(&self) -> u64 {
        self.last_id.fetch_add(1_000_003, Ordering::Relaxed)
    }

    fn thread(&self, match_id: MatchId) -> Option<PlaceId> {
        self.threads.lock().expect("no task panics while it holds the lock").get(&match_id).copied()
    }

    /// Opens the thread of a game from a message in its channel; both have the same id.
    async fn open_thread(&self, match_id: MatchId) -> Result<(), ServiceError> {
        let played = self.service.find(match_id).await?;
        let message = played.location.message.clone();
        let id = message.map_or_else(|| self.new_id().to_string(), |message| message.0);
        let delivery = self.service.delivery();
        delivery.set_match_message(played.location.id, &MessageId(id.clone())).await?;
        let thread = ExternalPlace { id: ExternalId(id), parent: Some(played.location.channel), server: None };
        let thread = self.service.place_of(DISCORD, &thread).await?;
        delivery.set_match_place(played.location.id, thread).await?;
        self.threads.lock().expect("no task panics while it holds the lock").insert(match_id, thread);
        Ok(())
    }

    async fn post(&self, post: &Post) -> Result<(), ServiceError> {
        self.delivered.fetch_add(1, Ordering::Relaxed);
        let (Post::Open { match_id } | Post::Board { match_id, .. }) = post else { return Ok(()) };
        if matches!(post, Post::Open { .. }) {
            self.open_thread(*match_id).await?;
        }
        let Some(place) = self.thread(*match_id) else { return Ok(()) };
        let board = PostedBoard { place, message: MessageId(self.new_id().to_string()), at: self.service.now() };
        self.service.delivery().replace_posted_board(LocationId::first(*match_id), board).await?;
        if matches!(post, Post::Board { ended: true, .. }) {
            self.threads.lock().expect("no task panics while it holds the lock").remove(match_id);
        }
        Ok(())
    }
}

#[async_trait]
impl Deliver for Platform {
    fn platform(&self) -> PlatformId {
        DISCORD
    }

    async fn deliver(&self, due: &DuePost) -> Result<(), DeliveryError> {
        Ok(self.post(&due.post).await?)
    }

    async fn notices(&self, _due: &DuePost, _error: &DeliveryError) -> Result<Vec<Post>, StorageError> {
        Ok(Vec::new())
    }
}

/// The people and the channels where they play.
struct World {
    people: Vec<PlayerId>,
    /// How many of them play; the others are for copies.
    players: u64,
    channels: Vec<(PlaceId, ServerId)>,
}

impl World {
    /// One person for twenty games, and two channels for each server.
    async fn new(storage: &dyn Storage, games: u64, copies: u64) -> Result<World, StorageError> {
        let (mut people, players) = (Vec::new(), 10 + games / 20);
        for number in 0..players * (copies + 1) {
            let account = ExternalId((FIRST_ID / 2 + number * PERSON_STEP).to_string());
            let person = storage.person_of(DISCORD, &account).await?;
            storage.update_player(person, &format!("Player {number}"), Some("en-GB")).await?;
            people.push(person);
        }
        let mut channels = Vec::new();
        for number in 0..SERVERS {
            let id = FIRST_ID / 3 + number * 9_000_011;
            let server = storage.server_of(DISCORD, &ExternalId(id.to_string())).await?;
            for channel in 1..=2 {
                let id = ExternalId((id + channel).to_string());
                let place = ExternalPlace { id, parent: None, server: Some(server) };
                channels.push((storage.place_of(DISCORD, &place).await?, server));
            }
        }
        Ok(World { people, players, channels })
    }

    /// The person who plays one game in a hundred.
    fn busiest(&self) -> PlayerId {
        self.people[0]
    }
}

/// Everything needed to play.
#[derive(Clone)]
struct Table {
    service: GameService,
    storage: Arc<dyn Storage>,
    clock: Arc<SimulatedClock>,
    platform: Arc<Platform>,
    world: Arc<World>,
}

impl Table {
    fn terms(&self, number: u64, chance: &mut SeededRng) -> (Terms, PlayerId) {
        let people = &self.world.people;
        let players = self.world.players;
        let one = if number.is_multiple_of(100) { 0 } else { 1 + chance.below(players - 1) };
        let other = 1 + (one + chance.below(players - 2)) % (players - 1);
        let [one, other] = [one, other].map(|at| people[at as usize]);
        let (place, server) = self.world.channels[chance.below(self.world.channels.len() as u64) as usize];
        let terms = Terms {
            game: GAMES[(number % 2) as usize].to_owned(),
            setup: String::new(),
            challenger: one,
            opponent: Some(other),
            side: Side::Random,
            hints: true,
            rated: chance.below(5) > 0,
            control: [TimeControl::PerMove { days: 3 }, TimeControl::Bank { bank: 168, increment: 12, cap: 240 }]
                [chance.below(2) as usize],
            pauses: Pauses::ALL,
            note: String::new(),
            place,
            origin: None,
            server: Some(server),
            delivery_mode: DeliveryMode::Threads,
            language: "en".to_owned(),
        };
        (terms, other)
    }

    /// Starts a game; one in ten is against the engine.
    async fn start(&self, number: u64, chance: &mut SeededRng) -> Result<Match, ServiceError> {
        let (mut terms, other) = self.terms(number, chance);
        if number % 10 == 9 {
            (terms.opponent, terms.rated) = (None, false);
            let level = Level::new(1 + (number / 10 % 8) as u8).expect("levels are from 1 to 8");
            return self.service.start_against_engine(terms, level, None).await;
        }
        let challenge = self.service.propose(terms).await?;
        let message = MessageId(self.platform.new_id().to_string());
        self.service.accept(challenge.id, other, Some(&message), None).await
    }

    /// Plays a random move that does not end the game; with none, the player resigns.
    async fn play(&self, before: Match, chance: &mut SeededRng) -> Result<Match, ServiceError> {
        let Some(seat) = before.to_move() else { return Ok(before) };
        let mut found = None;
        for _ in 0..8 {
            let Some(text) = before.line.nth_legal(chance.below(before.line.count_legal())) else { break };
            let mut line = before.line.copy();
            if line.play(&text).is_ok() && line.ending().is_none() {
                found = Some(text);
                break;
            }
        }
        let action = found.map_or(Action::Resign, Action::Move);
        match before.player(seat) {
            Player::Person(person) => self.service.act(before.id, person, None, &action, None).await,
            Player::Engine(_) => self.service.act_for_engine(&before, &action, None).await,
        }
    }

    /// A player resigns, or two people agree on a draw.
    async fn end(&self, before: Match, chance: &mut SeededRng) -> Result<Match, ServiceError> {
        let people = before.people();
        let loser = people[chance.below(people.len() as u64) as usize];
        let draw = before.line.game().has_draws() && chance.below(8) == 0;
        if let (true, [one, other]) = (draw, people.as_slice()) {
            self.service.act(before.id, *one, None, &Action::OfferDraw, None).await?;
            return self.service.act(before.id, *other, None, &Action::Agree(OfferKind::Draw), None).await;
        }
        self.service.act(before.id, loser, None, &Action::Resign, None).await
    }

    /// Plays the next ply of each game, or ends the games, in several tasks.
    async fn turn(&self, games: Vec<Match>, ply: usize, seed: u64) -> Result<Vec<Match>, Failure> {
        let size = games.len().div_ceil(TASKS).max(1);
        let mut tasks = tokio::task::JoinSet::new();
        for (number, part) in games.chunks(size).enumerate() {
            let (table, part) = (self.clone(), part.to_vec());
            let mut chance = SeededRng::new(seed ^ (ply * TASKS + number) as u64);
            tasks.spawn(async move {
                let mut after = Vec::with_capacity(part.len());
                for game in part.into_iter().filter(|game| game.status == Status::Running) {
                    table.clock.advance(chance.below(STEP_MS as u64 * 2) as i64);
                    after.push(if ply < PLIES {
                        table.play(game, &mut chance).await?
                    } else {
                        table.end(game, &mut chance).await?
                    });
                }
                Ok::<_, ServiceError>(after)
            });
        }
        let mut games = Vec::new();
        while let Some(part) = tasks.join_next().await {
            games.extend(part??);
        }
        games.sort_by_key(|game| game.id);
        Ok(games)
    }

    /// Moves the clock forward and keeps the heartbeat fresh, so that the gap does not count as an outage.
    async fn wait(&self, ms: i64) -> Result<(), StorageError> {
        self.clock.advance(ms);
        self.service.upkeep().record_heartbeat(self.service.now()).await.map(drop)
    }

    /// Plays games from start to end, all at the same time, and prunes what is obsolete after them. Returns the number
    /// of plies.
    async fn round(&self, numbers: std::ops::Range<u64>, seed: u64) -> Result<usize, Failure> {
        let mut chance = SeededRng::new(seed);
        let dispatcher = OutboxDispatcher::new(self.service.clone(), Arc::clone(&self.platform) as Arc<dyn Deliver>);
        let (mut games, mut plies) = (Vec::new(), 0);
        for number in numbers {
            self.clock.advance(chance.below(STEP_MS as u64 * 2) as i64);
            match self.start(number, &mut chance).await {
                // The same two people were drawn for the same game twice.
                Err(ServiceError::Challenge(_)) => {}
                started => games.push(started?),
            }
        }
        let mut ended = Vec::new();
        for ply in 0..=PLIES {
            dispatcher.deliver_due().await?;
            self.wait(TURN_MS / 4 + chance.below(TURN_MS as u64 * 3 / 2) as i64).await?;
            (games, ended) = self
                .turn(games, ply, chance.draw())
                .await?
                .into_iter()
                .partition(|game| game.status == Status::Running);
            plies += ended.iter().map(Match::ply).sum::<usize>();
        }
        assert!(games.is_empty(), "all games have ended: {}", games.len() + ended.len());
        dispatcher.deliver_due().await?;
        self.prune().await?;
        Ok(plies)
    }

    /// Plays games up to a ply, all at the same time, and leaves them running. Returns them.
    async fn leave_running(&self, numbers: std::ops::Range<u64>, seed: u64) -> Result<Vec<MatchId>, Failure> {
        let mut chance = SeededRng::new(seed);
        let dispatcher = OutboxDispatcher::new(self.service.clone(), Arc::clone(&self.platform) as Arc<dyn Deliver>);
        let mut games = Vec::new();
        for number in numbers {
            self.clock.advance(chance.below(STEP_MS as u64 * 2) as i64);
            match self.start(number, &mut chance).await {
                Err(ServiceError::Challenge(_)) => {}
                started => games.push(started?),
            }
        }
        for ply in 0..RUNNING_PLIES {
            dispatcher.deliver_due().await?;
            games = self.turn(games, ply, chance.draw()).await?;
        }
        dispatcher.deliver_due().await?;
        Ok(games.iter().filter(|game| game.status == Status::Running).map(|game| game.id).collect())
    }

    /// Prunes obsolete rows without the pauses of the maintenance worker.
    async fn prune(&self) -> Result<(), StorageError> {
        while self.service.upkeep().prune(self.service.now()).await? {}
        Ok(())
    }
}

/// What was played, to be stored again for other people.
struct Repetition<'a> {
    table: &'a Table,
    /// The position of each person in [`World::people`].
    positions: HashMap<PlayerId, u64>,
    /// The latest ratings, which the next rating changes are computed from.
    ratings: HashMap<(PlayerId, String), Rating>,
}

impl Repetition<'_> {
    async fn new(table: &Table) -> Result<Repetition<'_>, StorageError> {
        let people = table.world.people.iter();
        let positions = people.zip(0..).map(|(person, position)| (*person, position)).collect();
        let mut ratings = HashMap::new();
        for person in &table.world.people[..table.world.players as usize] {
            for game in GAMES {
                let reader = Reader { person: *person, server: None };
                let stats = table.service.queries().player_stats(*person, game, reader, START).await?;
                ratings.extend(stats.rating.map(|rating| ((*person, game.to_owned()), rating)));
            }
        }
        Ok(Repetition { table, positions, ratings })
    }

    /// The person in a copy. The busiest one plays in all copies.
    fn person(&self, person: PlayerId, copy: u64) -> PlayerId {
        let world = &self.table.world;
        if person == world.busiest() {
            return person;
        }
        let position = self.positions.get(&person).map_or(0, |position| position + copy * world.players);
        world.people.get(position as usize).copied().unwrap_or(person)
    }

    /// A state of a game in a copy, as the change number `version` of it.
    fn copied(&self, past: &Match, copy: u64, (id, place): (MatchId, PlaceId), version: i64) -> Match {
        let mut after = past.clone();
        (after.id, after.version) = (id, version);
        (after.location.id, after.location.place) = (LocationId::first(id), Some(place));
        after.players = past.players.map(|player| match player {
            Player::Person(person) => Player::Person(self.person(person, copy)),
            engine @ Player::Engine(_) => engine,
        });
        after
    }

    /// The change to the next state.
    fn change(&self, before: &Match, after: Match, events: &[MatchEvent], now: Millis) -> Change {
        let game = after.line.game().name();
        let rating = |person| self.ratings.get(&(person, game.to_owned())).copied();
        // Posts, clocks and moves of the engine are left out.
        let Consequences { ratings, result, .. } = Consequences::of(before, &after, events, rating, now);
        Change::Match(Box::new(MatchChange {
            after,
            moves_before: before.ply(),
            retained_moves: before.ply(),
            conditional_moves_before: Default::default(),
            calendars_before: None,
            consequences: Consequences { ratings, result, ..Consequences::default() },
            by_engine: false,
            token: None,
            now,
        }))
    }

    /// Stores copies of a finished game, and then all their changes. Returns the number of the first copy.
    async fn store(&mut self, game: &Match, copies: u64) -> Result<MatchId, Failure> {
        let storage = Arc::clone(&self.table.storage);
        let span = game.changed_at.0 - game.started_at.0;
        let states: Vec<Match> = (0..=game.ply()).map(|ply| game.at_ply(ply, false)).chain([game.clone()]).collect();
        let (mut new, mut starts) = (Vec::new(), Vec::new());
        for copy in 1..=copies {
            let thread = ExternalId(self.table.platform.new_id().to_string());
            let thread = ExternalPlace { id: thread, parent: Some(game.location.channel), server: None };
            let place = storage.place_of(DISCORD, &thread).await?;
            let before = self.copied(&states[0], copy, (MatchId(0), place), 0);
            let started = NewMatch { started: before.clone(), challenge: None, is_announced: false, token: None };
            new.push(Change::NewMatch(Box::new(started)));
            starts.push((copy, place, before));
        }
        // Nobody else stores games meanwhile, so their numbers are consecutive.
        let outcome = storage.apply(&ChangeSet { event: None, changes: new }).await?;
        let EventOutcome::Match { id: first, .. } = outcome else { return Ok(MatchId(1)) };
        let (mut changes, mut boards) = (Vec::new(), Vec::new());
        for ((copy, place, mut before), number) in starts.into_iter().zip(first.0..) {
            let id = MatchId(number);
            before.set_id(id);
            for (number, state) in (0..).zip(&states[1..]) {
                let now = game.started_at.plus(span * (number + 1) / (states.len() as i64 - 1));
                let after = self.copied(state, copy, (id, place), number);
                let ended = after.status != Status::Running;
                let change = self.change(&before, after.clone(), if ended { &[MatchEvent::Ended] } else { &[] }, now);
                if let Change::Match(change) = &change {
                    for update in &change.consequences.ratings {
                        let key = (update.player, after.line.game().name().to_owned());
                        self.ratings.insert(key, update.change.after);
                    }
                }
                changes.push(change);
                before = after;
            }
            let message = MessageId(self.table.platform.new_id().to_string());
            boards.push((before.location.id, PostedBoard { place, message, at: game.changed_at }));
        }
        storage.apply(&ChangeSet { event: None, changes }).await?;
        for (location, board) in boards {
            storage.replace_posted_board(location, board).await?;
        }
        Ok(first)
    }
}

/// Stores what was played again.
async fn repeat(table: &Table, copies: u64) -> Result<(), Failure> {
    let (started, mut shown) = (Instant::now(), Instant::now());
    let mut repetition = Repetition::new(table).await?;
    let (mut id, mut last) = (0, i64::MAX);
    while id < last {
        id += 1;
        let game = table.service.find(MatchId(id)).await?;
        let copy = repetition.store(&game, copies).await?;
        // The copies follow what was played.
        last = last.min(copy.0 - 1);
        if shown.elapsed() > Duration::from_secs(30) {
            shown = Instant::now();
            println!("{} copies after {:.0?}", id as u64 * copies, started.elapsed());
        }
    }
    println!("{} copies in {:.1?}", last as u64 * copies, started.elapsed());
    Ok(())
}

/// The value of an option on the command line.
fn option(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}

fn number(name: &str, otherwise: u64) -> Result<u64, Failure> {
    Ok(option(name).map_or(Ok(otherwise), |value| value.parse())?)
}

/// Opens a database by its URL. A loss of power need not spare it.
async fn open(url: &str) -> Result<SqlStorage, Failure> {
    if let Some(file) = url.strip_prefix("sqlite:") {
        let options = StorageOptions { durability: Durability::Process, ..StorageOptions::default() };
        return Ok(SqlStorage::open_file_with(file.as_ref(), options).await?);
    }
    let address = ServerAddress::new(url, 10);
    Ok(SqlStorage::open_server(&address, Catalog::standard()).await?)
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let url = option("--database").unwrap_or_else(|| "sqlite:fill_games.sqlite".to_owned());
    let (games, copies, seed) = (number("--games", 10_000)?, number("--copies", 0)?, number("--seed", 1)?);
    let (running, is_reused) = (number("--running", 0)?, option("--reuse").is_some_and(|word| word == "yes"));
    if copies > 0 && !is_reused && !url.starts_with("sqlite:") {
        return Err("fill a file with copies, and then use tablero db copy and --reuse yes".into());
    }
    // After what the database has.
    let (begin, first_id) =
        if is_reused { (START.plus(PERIOD_MS + 60 * DAY_MS), FIRST_ID + (1 << 54)) } else { (START, FIRST_ID) };
    let store = open(&url).await?;
    let clock = Arc::new(SimulatedClock(AtomicI64::new(begin.0)));
    let random = Mutex::new(SeededRng::new(seed));
    let storage: Arc<dyn Storage> = Arc::new(store.clone());
    let service = GameService::new(Arc::clone(&storage), Arc::clone(&clock) as Arc<dyn Clock>, move || {
        random.lock().expect("no task panics while it holds the lock").draw()
    });
    let last_id = AtomicU64::new(first_id);
    let (threads, delivered) = Default::default();
    let platform = Arc::new(Platform { service: service.clone(), last_id, threads, delivered });
    let world = Arc::new(World::new(&*storage, games, copies).await?);
    let table = Table { service, storage, clock, platform, world };
    let started = Instant::now();
    let size = (games * ROUND_MS.unsigned_abs()).div_ceil(PERIOD_MS.unsigned_abs()).max(1);
    let (mut played, mut plies, mut shown) = (0, 0, started);
    while played < games && !is_reused {
        let next = (played + size).min(games);
        plies += table.round(played..next, seed ^ played).await?;
        played = next;
        if shown.elapsed() > Duration::from_secs(30) {
            shown = Instant::now();
            println!("{played} games after {:.0?}", started.elapsed());
        }
    }
    // A week later the last posts are obsolete too.
    table.wait(8 * DAY_MS).await?;
    table.prune().await?;
    let delivered = table.platform.delivered.load(Ordering::Relaxed);
    println!("{games} games with {plies} plies and {delivered} posts in {:.1?}", started.elapsed());
    if copies > 0 && !is_reused {
        match (option("--copy-by").as_deref(), url.strip_prefix("sqlite:")) {
            (Some("sql"), Some(file)) => copies::copy(&table, file, copies).await?,
            _ => repeat(&table, copies).await?,
        }
    }
    MaintenanceWorker::new(table.service.clone()).tick().await?;
    report::report_size(&url).await?;
    let (started, mut left_running) = (Instant::now(), Vec::new());
    for first in (0..running).step_by(RUNNING_AT_ONCE as usize) {
        let numbers = games + first..games + running.min(first + RUNNING_AT_ONCE);
        left_running.extend(table.leave_running(numbers, seed ^ (games + first)).await?);
    }
    println!("{} running games in {:.1?}", left_running.len(), started.elapsed());
    store.close().await;
    report::analyse(&url).await?;
    // Opened again, so that nothing is in the page cache of a connection.
    let started = Instant::now();
    let store = open(&url).await?;
    println!("opened in {:.1?}", started.elapsed());
    let draws = AtomicU64::new(seed);
    let random = move || SeededRng::new(draws.fetch_add(1, Ordering::Relaxed)).draw();
    let storage: Arc<dyn Storage> = Arc::new(store.clone());
    let service = GameService::new(Arc::clone(&storage), Arc::clone(&table.clock) as Arc<dyn Clock>, random);
    let table = Table { service, ..table };
    commands::time_commands(&table, (games * (copies + 1)).max(1), &left_running).await?;
    if option("--erase").is_some_and(|word| word == "yes") {
        report::erase(&table, &left_running).await?;
    }
    store.close().await;
    Ok(())
}
