//! The bot and its database are killed again and again while games of all kinds are played in encrypted rooms. Each
//! message has a key of its own there, so that keys are on their way whenever something is killed.

use crate::proxy::{Fault, HttpProxy, Often};
use crate::seeds::seeds;
use crate::turns::untimed;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tablero::catalog::{AnyLine, Catalog};
use tablero::rules::{Seat, SeededRng};
use tablero::service::LEASE_MS;
use test_support::matrix::bot::Meeting;
use test_support::matrix::device::{Device, Library, assert_no_key_twice};
use test_support::matrix::user::{SOON, body};
use test_support::postgres_server::PostgresServer;
use tokio::process::Child;
use tokio::time::timeout;

/// How often the bot is killed with one seed.
const BOT_KILLS: usize = 40;
/// How often its database is.
const DATABASE_KILLS: usize = 8;
/// How often the bot is killed in a row at most, without a moment of peace.
const ROW_MAX: u64 = 3;
/// The greatest number of calls after which something is killed: about as many as a start or a move needs.
const CALLS_MAX: u64 = 8;
/// The games: each kind with a variant, as players write it and as the rules do.
const GAMES: [(&str, &str, &str); 3] = [
    ("zertz", "game zertz variant 37", "variant=37"),
    ("dvonn", "game dvonn", ""),
    ("barrier", "game barrier variant 10", "variant=10"),
];
/// The calls whose answer is lost, or which are lost themselves, when the bot is killed.
const FATEFUL: [(&str, &str); 3] = [("PUT", "*/send/*"), ("PUT", "*/sendToDevice/*"), ("POST", "*/upload*")];
const PROGRAM: &str = env!("CARGO_BIN_EXE_tablero");

/// When something is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// After this many calls to the homeserver.
    Calls(usize),
    /// When such a call has had its effect, and its answer is lost.
    Unanswered(&'static str, &'static str),
    /// When such a call is lost on its way.
    Unsent(&'static str, &'static str),
}

impl Moment {
    fn any(chance: &mut SeededRng) -> Moment {
        let (method, path) = FATEFUL[chance.below(FATEFUL.len() as u64) as usize];
        match chance.below(4) {
            0 => Moment::Unanswered(method, path),
            1 => Moment::Unsent(method, path),
            _ => Moment::Calls(1 + chance.below(CALLS_MAX) as usize),
        }
    }
}

/// A game in a room of its own.
struct Game {
    room: String,
    line: Box<dyn AnyLine>,
    /// The last board, as Ada sees it.
    board: Value,
}

/// The bot as a process over a database, behind a proxy, and two people with clients of both libraries.
struct Scene {
    meeting: Meeting,
    proxy: HttpProxy,
    server: PostgresServer,
    database: String,
    bot: Child,
    ada: Device,
    bruno: Device,
    games: Vec<Game>,
    chance: SeededRng,
}

/// Whether an event is the board of a game after a number of plies.
fn is_board(event: &Value, ply: usize) -> bool {
    let file = event["content"]["tablero.file"].as_str().unwrap_or_default();
    file.ends_with(&format!("-{ply}.png"))
}

impl Scene {
    /// `None` if something is not installed.
    async fn open(seed: u64) -> Option<Scene> {
        let server = PostgresServer::new()?;
        let mut meeting = Meeting::without_bot(&[], "").await?;
        let proxy = HttpProxy::before(&meeting.homeserver.address, seed).await;
        meeting.route = proxy.address.clone();
        meeting.settings.clear();
        let database = server.new_database().await;
        let bot = meeting.start_process(PROGRAM, &database);
        let ada = Device::log_in(&meeting.homeserver, "ada", "ADA").await?;
        let bruno = Device::log_in_with(Library::JavaScript, &meeting.homeserver, "bruno", "BRUNO").await?;
        let (games, chance) = (Vec::new(), SeededRng::new(seed));
        let mut scene = Scene { meeting, proxy, server, database, bot, ada, bruno, games, chance };
        for (game, options, setup) in GAMES {
            let line = Catalog::standard().game(game).expect("the game").start(setup).expect("the setup");
            let (room, board) = scene.begin(options).await;
            scene.games.push(Game { room, line, board });
        }
        Some(scene)
    }

    /// Begins a game in a new room. Returns the room and the first board.
    async fn begin(&self, options: &str) -> (String, Value) {
        let Scene { meeting, ada, bruno, .. } = self;
        let room = ada.create_rotating_room(&[&bruno.id, &meeting.bot.id]).await;
        bruno.join(&room).await;
        for player in [ada, bruno] {
            player.wait_member(&room, &meeting.bot.id).await;
        }
        ada.wait_member(&room, &bruno.id).await;
        ada.say(&room, &format!("!tablero challenge @Bruno side first {options}")).await;
        let challenge = bruno.wait_event(&room, "the challenge", |event| body(event).contains("challenges")).await;
        bruno.react(&room, challenge["event_id"].as_str().expect("an id"), "✅").await;
        let board = self.board(&room, 0).await;
        (room, board)
    }

    /// The board after a number of plies, which both players have read.
    async fn board(&self, room: &str, ply: usize) -> Value {
        let what = format!("the board after {ply} plies");
        self.bruno.wait_event(room, &what, |event| is_board(event, ply)).await;
        self.ada.wait_event(room, &what, |event| is_board(event, ply)).await
    }

    /// Makes a random move in a game that is not over.
    async fn say_move(&mut self) -> usize {
        let running: Vec<usize> = (0..GAMES.len()).filter(|game| self.games[*game].line.ending().is_none()).collect();
        let chosen = running[self.chance.below(running.len() as u64) as usize];
        let game = &mut self.games[chosen];
        let text = game.line.nth_legal(self.chance.below(game.line.count_legal())).expect("a legal move");
        let player = if game.line.seat() == Seat::One { &self.ada } else { &self.bruno };
        game.line.play(&text).expect("it is legal");
        // The client of Bruno does that by itself.
        self.ada.forget_session(&game.room).await;
        player.say_beside(&game.room, &game.board, &format!("!move {text}"), false).await;
        chosen
    }

    async fn wait_board(&mut self, game: usize) {
        let Game { room, line, .. } = &self.games[game];
        let board = self.board(room, line.moves().len()).await;
        self.games[game].board = board;
    }

    /// Waits for a moment, or until the board of this game has come.
    async fn wait_moment(&self, moment: Moment, game: usize) {
        let called = self.proxy.called();
        let lose = |method, path, fault| self.proxy.fault(method, path, Often::Times(1), fault);
        match moment {
            Moment::Unanswered(method, path) => lose(method, path, Fault::DropResponse),
            Moment::Unsent(method, path) => lose(method, path, Fault::DropRequest),
            Moment::Calls(_) => {}
        }
        let is_now = async {
            match moment {
                Moment::Calls(count) => self.proxy.wait_calls(called + count).await,
                _ => self.proxy.wait_call(called, |call| call.status.is_none()).await,
            }
        };
        let Game { room, line, .. } = &self.games[game];
        let ply = line.moves().len();
        let comes = self.ada.wait_from(0, "the board", |place, event| place == room && is_board(event, ply));
        tokio::select! {
            () = is_now => {}
            _ = comes => {}
        }
        self.proxy.heal();
    }

    /// A session with the database, once it runs.
    async fn connect(&self) -> PgConnection {
        let connected = async {
            loop {
                match PgConnection::connect(&self.database).await {
                    Ok(session) => return session,
                    Err(_) => tokio::task::yield_now().await,
                }
            }
        };
        timeout(SOON, connected).await.expect("the server starts")
    }

    /// Kills the bot, and starts it again when its leases have ended: the time until then is taken off them.
    async fn kill_bot(&mut self) {
        self.bot.kill().await.expect("it is killed");
        let mut database = self.connect().await;
        for table in ["record_owner", "outbox", "jobs", "alarms", "leaders"] {
            let passed = format!("UPDATE {table} SET lease_until = lease_until - {LEASE_MS} WHERE lease_until > 0");
            sqlx::raw_sql(AssertSqlSafe(passed)).execute(&mut database).await.expect("time passes");
        }
        database.close().await.expect("it is closed");
        self.bot = self.meeting.start_process(PROGRAM, &self.database);
    }

    /// Everything has come once and can be read, and no key was used twice.
    async fn check(&self) {
        for reader in [&self.ada, &self.bruno] {
            reader.wait_all_read().await;
            for Game { room, line, .. } in &self.games {
                let events = reader.events();
                let boards = |ply| events.iter().filter(|(place, event)| place == room && is_board(event, ply)).count();
                let counts: Vec<usize> = (0..=line.moves().len()).map(boards).collect();
                assert_eq!(counts, vec![1; counts.len()], "each board is posted once in {room}");
            }
        }
        assert_no_key_twice(&[&self.ada, &self.bruno]);
        let mut database = self.connect().await;
        let sum = "SELECT SUM(plies)::BIGINT FROM matches";
        let stored: i64 = sqlx::query_scalar(sum).fetch_one(&mut database).await.expect("a sum");
        let played: usize = self.games.iter().map(|game| game.line.moves().len()).sum();
        assert_eq!(stored, i64::try_from(played).expect("a small number"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_and_its_database_are_killed_at_random_and_encrypted_games_lose_and_double_nothing() {
    let _turn = untimed().await;
    for seed in seeds(1) {
        println!("seed {seed}");
        let Some(mut scene) = Scene::open(seed).await else { return };
        let (mut bot_kills, mut database_kills) = (BOT_KILLS, DATABASE_KILLS);
        while bot_kills + database_kills > 0 {
            let game = scene.say_move().await;
            let is_database = scene.chance.below((bot_kills + database_kills) as u64) < database_kills as u64;
            let times = if is_database { 1 } else { bot_kills.min(1 + scene.chance.below(ROW_MAX) as usize) };
            for _ in 0..times {
                let moment = Moment::any(&mut scene.chance);
                println!("{} of {}: {moment:?}", if is_database { "the database" } else { "the bot" }, GAMES[game].0);
                scene.wait_moment(moment, game).await;
                if is_database {
                    scene.server.crash();
                } else {
                    scene.kill_bot().await;
                }
            }
            let left = if is_database { &mut database_kills } else { &mut bot_kills };
            *left -= times;
            scene.wait_board(game).await;
        }
        scene.check().await;
        scene.bot.kill().await.expect("it is killed");
        scene.server.end();
    }
}
