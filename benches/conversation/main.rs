//! Response times and CPU cost per turn of the bot, measured through the Discord emulator and the real client with many
//! games at once: `cargo bench --bench conversation [-- GAMES]`.
//!
//! The bot runs in its own process. This process runs the emulator and the players, whose work is not counted. It
//! prints the milliseconds until the emulator got the acknowledgement of a move, until the mover got the result, and
//! until the board was posted; and the bot's own CPU time per turn, by kind of work (on Linux).

mod cpu;
mod requests;

use cpu::Spent;
use discord_emulator::{Emulator, EmulatorOptions, Id, User};
use requests::Price;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tablero::app::App;
use tablero::chat::RequestHandler;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::db::SqlStorage;
use tablero::discord::DiscordFrontEnd;
use tablero::discord::Endpoint;
use tablero::engine::SearchRunner;
use tablero::roles::Roles;
use tablero::rules::SeededRng;
use tablero::service::{GameService, SystemClock};
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;

const TURNS: usize = 10;
const PATIENCE: Duration = Duration::from_secs(60);
/// Environment variable that makes a process the bot and holds the emulator's address.
const ADDRESS: &str = "TABLERO_BENCH_ADDRESS";
/// Environment variable with the path of the bot's database.
const DATABASE: &str = "TABLERO_BENCH_DATABASE";

/// The times of one move.
struct Times {
    answered: Duration,
    posted: Duration,
}

fn main() {
    let env = |name| std::env::var(name).ok();
    if let Some(place) = env(requests::PLACE) {
        return cpu::runtime().block_on(requests::send(&place));
    }
    match env(ADDRESS) {
        Some(address) => cpu::runtime().block_on(bot(address)),
        None => tokio::runtime::Runtime::new().expect("a runtime").block_on(load()),
    }
}

/// Runs the bot until the other end of its standard input is closed.
async fn bot(address: String) {
    tracing_subscriber::fmt().with_env_filter("error,tablero=warn").with_writer(std::io::stderr).init();
    let database = std::env::var(DATABASE).expect("the database is named");
    let store = SqlStorage::open_file(Path::new(&database)).await.expect("a database");
    let service = GameService::new(Arc::new(store), Arc::new(SystemClock), || 7);
    let pictures = PictureRenderer::default();
    let stop = CancellationToken::new();
    let conversation = RequestHandler::new(service, pictures.clone(), SearchRunner::default());
    let token = EmulatorOptions::default().token;
    let mut bot = App::new(conversation, pictures, Roles::default(), stop.clone());
    bot.add(&DiscordFrontEnd::new(&Endpoint::Other(address), &token)).await.expect("a bot");
    let running = tokio::spawn(bot.run());
    // No bytes arrive, only the end of the input. (Tokio's own standard input would use a thread for blocking work.)
    std::thread::spawn(move || {
        std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink()).ok();
        stop.cancel();
    });
    running.await.expect("no panic").expect("the bot stops without an error");
}

fn start_bot(local: &Emulator, database: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("the path of this program"));
    command.env(ADDRESS, local.api_url()).env(DATABASE, database).stdin(Stdio::piped()).kill_on_drop(true);
    command.spawn().expect("the bot starts")
}

/// Runs the emulator and the players.
async fn load() {
    // Cargo passes its own flags to benchmarks; the number among the arguments belongs to this one.
    let games = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(100);
    let started = Instant::now();
    let folder = tempfile::TempDir::new().expect("a folder");
    let local = Emulator::start(EmulatorOptions::default()).await.expect("the emulator starts");
    let mut bot = start_bot(&local, &folder.path().join("bench.sqlite"));
    let id = bot.id().expect("it runs");
    local.wait_command("about").await;
    println!("ready after {} ms", started.elapsed().as_millis());
    let channel = local.channel("games").expect("the first channel");
    let at_once = ("moves follow each other at once", Duration::ZERO);
    let in_turn = ("players think up to five seconds", Duration::from_secs(5));
    let mut phases = Vec::new();
    for ((name, thinking), games) in [(at_once, 1), (in_turn, games), (at_once, games)] {
        let mut tables = Vec::new();
        for game in 0..games {
            let players = [local.user("Ada").expect("Ada"), local.user("Bruno").expect("Bruno")];
            let thread = begin(&players, channel, game).await;
            tables.push((players, thread, game));
        }
        local.faults().clear_requests();
        let before = Spent::by(id);
        let seats =
            tables.into_iter().map(|(players, thread, game)| tokio::spawn(play(players, thread, game, thinking)));
        let playing: Vec<_> = seats.collect();
        let mut times = Vec::new();
        for game in playing {
            times.extend(game.await.expect("a game"));
        }
        let spent = Spent::by(id).zip(before).map(|(after, before)| after.since(before));
        phases.push((games, times.len(), spent, local.faults().requests()));
        let answered = times.iter().map(|times: &Times| times.answered).collect();
        let known = local.response_times();
        let acknowledged = known[known.len().saturating_sub(times.len())..].to_vec();
        let posted = times.iter().map(|times| times.posted).collect();
        println!(
            "{games} games, {name}, {} moves: acknowledged {}, answered {}, board posted {}",
            times.len(),
            quantiles(acknowledged),
            quantiles(answered),
            quantiles(posted)
        );
    }
    drop(bot.stdin.take());
    bot.wait().await.expect("the bot ends");
    let price = Price::measure(&local, channel).await;
    for (games, moves, spent, seen) in phases {
        match spent {
            Some(spent) => println!("{games} games: CPU of the bot a turn: {}", spent.of(moves, price.of(&seen))),
            None => println!("{games} games: the CPU time of other processes is not known on this system"),
        }
    }
}

fn quantiles(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1e3;
    format!("p50 {:.1} ms, p99 {:.1} ms", at(50), at(99))
}

/// Sends a challenge and accepts it; returns the thread once its first board is posted.
async fn begin(players: &[User; 2], channel: Id, game: u64) -> Id {
    let name = ["zertz", "dvonn", "barrier"][game as usize % 3];
    let opponent = players[1].id().to_string();
    let options: [(&str, Value); 3] = [("game", json!(name)), ("opponent", json!(opponent)), ("side", json!("first"))];
    let reply = players[0].command(channel, "challenge", &options).await.expect("a challenge");
    let challenge = reply.message().expect("a message").clone();
    let accept = challenge.buttons.iter().find(|button| button.custom_id.starts_with("accept ")).expect("a button");
    players[1].press(&challenge, &accept.custom_id).await.expect("a click");
    wait_board(&players[0], challenge.id, 0).await;
    challenge.id
}

async fn wait_board(user: &User, thread: Id, ply: usize) {
    let end = format!("-{ply}.png");
    let fits =
        |message: &discord_emulator::MessageView| message.attachments.iter().any(|file| file.name.ends_with(&end));
    user.wait_message(thread, fits, PATIENCE).await.expect("a board");
}

async fn play(players: [User; 2], thread: Id, game: u64, thinking: Duration) -> Vec<Times> {
    let name = ["zertz", "dvonn", "barrier"][game as usize % 3];
    let mut line = tablero::catalog::Catalog::standard().game(name).expect("the game").start("").expect("the setup");
    let mut chance = SeededRng::new(game);
    let mut times = Vec::new();
    for _ in 0..TURNS {
        let Some(text) = line.nth_legal(chance.below(line.count_legal())) else { break };
        let user = &players[line.seat().index()];
        tokio::time::sleep(thinking.mul_f64(chance.below(1_000) as f64 / 1e3)).await;
        let started = Instant::now();
        let reply = user.command(thread, "move", &[("text", json!(text))]).await.expect("a move");
        let answer = reply.message().map_or("nothing", |message| &message.content);
        assert!(answer.contains(&text), "{text} was answered by: {answer}");
        let answered = started.elapsed();
        line.play(&text).expect("it is legal");
        wait_board(user, thread, line.ply()).await;
        times.push(Times { answered, posted: started.elapsed() });
    }
    times
}
