//! Games between a player on Discord and one on Matrix, with the program as a process of its own that is killed.

use discord_emulator::{Emulator, EmulatorOptions, Id, MessageView, Reply};
use reqwest::Method;
use serde_json::{Value, json};
use std::process::Stdio;
use tablero::catalog::{AnyLine, Catalog};
use tablero::rules::{Seat, SeededRng};
use tempfile::TempDir;
use test_support::matrix::device::{Device, Library, Seen, assert_no_key_twice};
use test_support::matrix::homeserver::Homeserver;
use test_support::matrix::user::{SOON, User, body, mentions};
use tokio::process::{Child, Command};
use tokio::sync::watch;
use tokio::time::timeout;

/// Bruno's client: without encryption, or with it.
enum Client {
    Plain(User),
    Encrypting(Box<Device>),
}

impl Client {
    fn id(&self) -> &str {
        match self {
            Client::Plain(user) => &user.id,
            Client::Encrypting(device) => &device.id,
        }
    }

    async fn create_room(&self, others: &[&str], with: Value) -> String {
        match self {
            Client::Plain(user) => user.create_room(others, with).await,
            Client::Encrypting(device) => device.create_room(others, with).await,
        }
    }

    async fn say(&self, room: &str, text: &str) {
        match self {
            Client::Plain(user) => user.say(room, text).await,
            Client::Encrypting(device) => device.say(room, text).await,
        };
    }

    fn events(&self) -> Vec<(String, Value)> {
        match self {
            Client::Plain(user) => user.events(),
            Client::Encrypting(device) => device.events(),
        }
    }

    async fn wait_from(&self, from: usize, what: &str, fits: impl Fn(&str, &Value) -> bool) -> (String, Value) {
        match self {
            Client::Plain(user) => user.wait_from(from, what, fits).await,
            Client::Encrypting(device) => device.wait_from(from, what, fits).await,
        }
    }

    async fn wait_text(&self, from: usize, sender: &str, text: &str) -> (String, Value) {
        self.wait_from(from, text, |_, event| event["sender"] == sender && body(event).contains(text)).await
    }
}

/// The program on both platforms, Ada on Discord and Bruno on Matrix.
struct Bridge {
    discord: Emulator,
    games: Id,
    ada: discord_emulator::User,
    homeserver: Homeserver,
    bruno: Client,
    bot: User,
    /// The direct room of Bruno with the bot.
    direct: String,
    folder: TempDir,
    program: Child,
}

/// The message of a reply.
fn shown(reply: Reply) -> MessageView {
    reply.message().unwrap_or_else(|| panic!("{reply:?}")).clone()
}

impl Bridge {
    /// `None` if there is no homeserver.
    async fn open() -> Option<Bridge> {
        Bridge::open_with(None).await
    }

    /// Bruno's client encrypts if it has this library.
    async fn open_with(library: Option<Library>) -> Option<Bridge> {
        let homeserver = Homeserver::start("").await?;
        let user = User::register(&homeserver, "bruno").await;
        let bruno = match library {
            Some(library) => {
                Client::Encrypting(Box::new(Device::log_in_with(library, &homeserver, "bruno", "BRUNO").await?))
            }
            None => Client::Plain(user),
        };
        let bot = User::register(&homeserver, "tablero").await;
        let discord = Emulator::start(EmulatorOptions::default()).await.expect("the emulator starts");
        let games = discord.channel("games").expect("the first channel");
        let ada = discord.user("Ada").expect("a person");
        let folder = TempDir::new().expect("a folder");
        let config = format!(
            "[discord]\ntoken = {:?}\n[matrix]\nhomeserver = {:?}\ntoken = {:?}\n[store]\npath = {:?}\n\
             [web]\naddress = \"127.0.0.1:0\"\n",
            EmulatorOptions::default().token,
            homeserver.address,
            bot.token,
            folder.path().join("tablero.sqlite")
        );
        std::fs::write(folder.path().join("config.toml"), config).expect("a file");
        let program = start(&folder, &discord);
        let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
        let direct = bruno.create_room(&[&bot.id], with).await;
        bruno.wait_text(0, &bot.id, "Tablero").await;
        timeout(SOON, discord.wait_bot()).await.expect("the bot connects");
        timeout(SOON, discord.wait_command("accept")).await.expect("the commands are registered");
        Some(Bridge { discord, games, ada, homeserver, bruno, bot, direct, folder, program })
    }

    /// Kills the program in the middle of what it does, and starts it again.
    async fn kill_and_restart(&mut self) {
        self.program.kill().await.expect("it is killed");
        let connections = self.discord.faults().count("GET", "/gateway/bot");
        self.program = start(&self.folder, &self.discord);
        let connected = self.discord.faults().wait_requests("GET", "/gateway/bot", connections + 1);
        timeout(SOON, connected).await.expect("it connects");
        timeout(SOON, self.discord.wait_bot()).await.expect("the bot connects");
        timeout(SOON, self.discord.wait_command("accept")).await.expect("the commands are registered");
    }

    async fn command(&self, place: Id, name: &str, options: &[(&str, Value)]) -> MessageView {
        loop {
            // A command is lost if the program has just been killed; the person gives it again.
            match self.ada.command(place, name, options).await.expect("a command") {
                Reply::NoResponse => {}
                reply => return shown(reply),
            }
        }
    }

    /// Ada presses a button of a message, which then has this text.
    async fn press(&self, message: &MessageView, button: &str, text: &str) -> MessageView {
        self.ada.press(message, button).await.expect("a button");
        let fits = |now: &MessageView| now.id == message.id && now.content.contains(text);
        self.ada.wait_message(message.channel, fits, SOON).await.unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The board after a number of plies, on Matrix.
    async fn board_for_bruno(&self, ply: usize) -> Value {
        let (room, event) = self.bruno.wait_from(0, &format!("board {ply}"), |_, event| is_board(event, ply)).await;
        assert_eq!(room, self.direct);
        event
    }

    /// The board after a number of plies, in a thread on Discord.
    async fn board_for_ada(&self, thread: Id, ply: usize) -> MessageView {
        let fits = |message: &MessageView| shows_board(message, ply);
        self.ada.wait_message(thread, fits, SOON).await.unwrap_or_else(|error| panic!("board {ply}: {error}"))
    }
}

fn start(folder: &TempDir, discord: &Emulator) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["serve", "--api-url", &discord.api_url(), "--config"])
        .arg(folder.path().join("config.toml"))
        .env_remove("DISCORD_TOKEN")
        .env_remove("MATRIX_TOKEN")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts")
}

fn is_board(event: &Value, ply: usize) -> bool {
    let file = event["content"]["tablero.file"].as_str().unwrap_or_default();
    file.ends_with(&format!("-{ply}.png"))
}

fn shows_board(message: &MessageView, ply: usize) -> bool {
    message.attachments.iter().any(|file| file.name.ends_with(&format!("-{ply}.png")))
}

/// The code of a challenge or a link in a text.
fn code(text: &str) -> &str {
    let from = text.find('`').expect("a code") + 1;
    text[from..].split('`').next().expect("a code")
}

/// What is killed in the middle of a game.
#[derive(Clone, Copy)]
enum Kill {
    Program,
    Homeserver,
    Both,
}

/// Bruno accepts a challenge by its code, and confirms its terms.
async fn accept(bridge: &Bridge, command: &str) {
    let before = bridge.bruno.events().len();
    bridge.bruno.say(&bridge.direct, command).await;
    bridge.bruno.wait_text(before, &bridge.bot.id, "You'd play here").await;
    bridge.bruno.say(&bridge.direct, "1").await;
}

/// Plays a game with random moves, in which something is killed after some numbers of plies.
async fn a_game_is_played_across(game: &str, variant: Option<&str>, seed: u64, kills: &[(usize, Kill)]) {
    let Some(bridge) = Bridge::open().await else { return };
    play_across(bridge, game, variant, seed, kills).await;
}

/// Ada challenges on Discord, and Bruno accepts on Matrix. Returns the thread and the game.
async fn begin(bridge: &Bridge, game: &str, variant: Option<&str>) -> (Id, Box<dyn AnyLine>) {
    let mut options = vec![("game", json!(game)), ("side", json!("first"))];
    options.extend(variant.map(|variant| ("variant", json!(variant))));
    let challenge = bridge.command(bridge.games, "challenge", &options).await;
    let accepted = format!("accept {}", code(&challenge.content).to_lowercase());
    accept(bridge, &accepted).await;
    let thread = bridge.ada.wait_channel(|channel| channel.parent == Some(bridge.games), SOON).await;
    let setup = variant.map_or(String::new(), |variant| format!("variant={variant}"));
    let line = Catalog::standard().game(game).expect("the game").start(&setup).expect("the setup");
    (thread.expect("the game's thread").id, line)
}

async fn play_across(mut bridge: Bridge, game: &str, variant: Option<&str>, seed: u64, kills: &[(usize, Kill)]) {
    let (thread, mut line) = begin(&bridge, game, variant).await;
    let mut chance = SeededRng::new(seed);
    let (mut plies, mut mover) = (0, None);
    loop {
        let (on_discord, on_matrix) = (bridge.board_for_ada(thread, plies).await, bridge.board_for_bruno(plies).await);
        let turn = line.ending().is_none().then(|| line.seat());
        // Each is pinged where they play, and only when it becomes their turn or the game is over.
        let pinged = |seat: Seat| turn.is_none_or(|turn| turn == seat && mover != Some(seat));
        let ada: Vec<Id> = Some(bridge.ada.id()).filter(|_| pinged(Seat::One)).into_iter().collect();
        let bruno: Vec<&str> = Some(bridge.bruno.id()).filter(|_| pinged(Seat::Two)).into_iter().collect();
        assert_eq!(on_discord.mentions, ada, "after {plies} plies");
        assert_eq!(mentions(&on_matrix), bruno, "after {plies} plies");
        let Some(seat) = turn else { break };
        let text = line.nth_legal(chance.below(line.count_legal())).expect("a legal move");
        line.play(&text).expect("it is legal");
        mover = Some(seat);
        match seat {
            Seat::One => drop(bridge.command(thread, "move", &[("text", json!(text))]).await),
            Seat::Two => bridge.bruno.say(&bridge.direct, &format!("move {text}")).await,
        }
        // A turn may be several plies: forced passes are played at once.
        plies = line.moves().len();
        let kill = kills.iter().find(|(after, _)| *after == plies).map(|(_, kill)| *kill);
        if matches!(kill, Some(Kill::Homeserver | Kill::Both)) {
            bridge.homeserver.kill_and_restart().await;
        }
        if matches!(kill, Some(Kill::Program | Kill::Both)) {
            bridge.kill_and_restart().await;
        }
    }
    let last = kills.iter().map(|(after, _)| *after).max();
    assert!(Some(plies) > last, "everything was killed in {plies} plies");
    assert_no_board_twice(&bridge, thread, plies);
    if let Client::Encrypting(device) = &bridge.bruno {
        device.wait_all_read().await;
        assert_no_key_twice(&[device]);
        let is_clear = |seen: &Seen| seen.session.is_none() && seen.event["type"] == "m.room.message";
        assert!(!device.seen().iter().any(is_clear), "every message is encrypted");
    }
    bridge.discord.shutdown().await;
}

fn assert_no_board_twice(bridge: &Bridge, thread: Id, plies: usize) {
    for ply in 0..=plies {
        let boards = bridge.ada.messages(thread).iter().filter(|message| shows_board(message, ply)).count();
        assert!(boards <= 1, "board {ply} is posted {boards} times on Discord");
        let boards = bridge.bruno.events().iter().filter(|(_, event)| is_board(event, ply)).count();
        assert!(boards <= 1, "board {ply} is posted {boards} times on Matrix");
    }
}

/// A person's page of a match.
struct Page {
    client: reqwest::Client,
    address: String,
    link: String,
    /// The versions of the match that its events have announced.
    told: watch::Receiver<Vec<i64>>,
}

impl Page {
    /// Opens the link in a text of the bot, and follows its events.
    async fn open(text: &str) -> Page {
        let (before, after) = text.split_once("/board#").unwrap_or_else(|| panic!("no link: {text}"));
        let address = before[before.rfind("http://").expect("an address")..].to_owned();
        let link = after.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_.~".contains(*c)).collect();
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let (tell, told) = watch::channel(Vec::new());
        let page = Page { client, address, link, told };
        let mut events = page.request(Method::GET, "/events").send().await.expect("a stream");
        assert!(events.status().is_success(), "{}", events.status());
        tokio::spawn(async move {
            let mut text = String::new();
            while let Ok(Some(part)) = events.chunk().await {
                text.push_str(std::str::from_utf8(&part).expect("text"));
                while let Some((event, rest)) = text.split_once("\n\n") {
                    let version = event.rsplit_once("{\"version\":").map(|(_, end)| end.trim_end_matches('}'));
                    let version = version.and_then(|version| version.parse().ok());
                    tell.send_modify(|told| told.extend::<Option<i64>>(version));
                    text = rest.to_owned();
                }
            }
        });
        page
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, format!("{}/api/v1/match{path}", self.address)).bearer_auth(&self.link)
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.request(Method::GET, path).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.expect("JSON")
    }

    async fn play(&self, ply: usize, text: &str) {
        let played = self.request(Method::POST, "/moves").json(&json!({ "ply": ply, "move": text })).send().await;
        let played = played.expect("an answer");
        assert!(played.status().is_success(), "{text}: {}", played.text().await.unwrap_or_default());
    }

    /// Waits until an event has announced the current version of the match.
    async fn wait_told(&self) {
        let version = self.get("").await["version"].as_i64();
        let mut told = self.told.clone();
        let told = timeout(SOON, told.wait_for(|told| told.last().copied() >= version)).await;
        told.unwrap_or_else(|_| panic!("the page is not told of version {version:?}")).expect("the stream is open");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_half_in_the_chat_and_half_on_the_page_on_both_platforms() {
    let Some(bridge) = Bridge::open().await else { return };
    let (thread, mut line) = begin(&bridge, "zertz", Some("blitz")).await;
    let (board, on_matrix) = (bridge.board_for_ada(thread, 0).await, bridge.board_for_bruno(0).await);
    let own = shown(bridge.ada.press(&board, "Open the board").await.expect("a button"));
    let Client::Plain(bruno) = &bridge.bruno else { unreachable!("the room is not encrypted") };
    let relation = json!({ "m.in_reply_to": { "event_id": on_matrix["event_id"] } });
    let reply = json!({ "msgtype": "m.text", "body": "open the board", "m.relates_to": relation });
    bruno.send(&bridge.direct, "m.room.message", reply).await;
    let (_, told) = bridge.bruno.wait_text(0, &bridge.bot.id, "/board#").await;
    let pages = [Page::open(&own.content).await, Page::open(body(&told)).await];
    let mut chance = SeededRng::new(3);
    let mut turns = [0, 0];
    loop {
        // After each turn, the board is everywhere: on both platforms and on both pages.
        let ply = line.ply();
        bridge.board_for_ada(thread, ply).await;
        bridge.board_for_bruno(ply).await;
        for (seat, page) in pages.iter().enumerate() {
            let (state, drawn) = (page.get("").await, page.get("/board").await);
            assert_eq!((&state["you"], &state["moves"]), (&json!(seat), &json!(line.moves())));
            let offers_a_move = drawn["picks"] != json!([]) || drawn["complete"].is_string();
            assert_eq!((&drawn["ply"], offers_a_move), (&json!(ply), state["to_move"] == json!(seat)));
            page.wait_told().await;
        }
        if line.ending().is_some() {
            break;
        }
        let seat = line.seat();
        let text = line.nth_legal(chance.below(line.count_legal())).expect("a legal move");
        turns[seat.index()] += 1;
        match (turns[seat.index()] % 2, seat) {
            (0, seat) => pages[seat.index()].play(ply, &text).await,
            (_, Seat::One) => drop(bridge.command(thread, "move", &[("text", json!(text))]).await),
            (_, Seat::Two) => bridge.bruno.say(&bridge.direct, &format!("move {text}")).await,
        }
        line.play(&text).expect("it is legal");
    }
    assert!(turns.iter().all(|turns| *turns > 3), "each plays both ways: {turns:?}");
    assert_no_board_twice(&bridge, thread, line.ply());
    for page in &pages {
        let told = page.told.borrow().clone();
        assert!(told.is_sorted_by(|one, next| one < next), "each change is told once: {told:?}");
        assert!(told.len() > line.ply(), "and so is each move: {told:?}");
    }
    bridge.discord.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dvonn_is_played_across_platforms_while_the_program_and_the_homeserver_are_killed() {
    let program = [4, 21, 50].map(|ply| (ply, Kill::Program));
    let kills = [&program[..], &[(12, Kill::Homeserver), (35, Kill::Both)]].concat();
    a_game_is_played_across("dvonn", None, 11, &kills).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zertz_is_played_across_platforms_while_the_program_and_the_homeserver_are_killed() {
    let kills = [(3, Kill::Program), (6, Kill::Homeserver), (9, Kill::Both), (14, Kill::Program)];
    a_game_is_played_across("zertz", Some("37"), 2, &kills).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn barrier_is_played_across_platforms_while_the_program_and_the_homeserver_are_killed() {
    let kills = [(1, Kill::Homeserver), (2, Kill::Program), (4, Kill::Both)];
    a_game_is_played_across("barrier", Some("6"), 5, &kills).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_across_platforms_in_an_encrypted_room() {
    let Some(bridge) = Bridge::open_with(Some(Library::JavaScript)).await else { return };
    play_across(bridge, "barrier", Some("6"), 5, &[(1, Kill::Homeserver), (3, Kill::Program)]).await;
}

/// Ada's account on Discord and Bruno's on Matrix become accounts of one person.
async fn link(bridge: &Bridge) {
    let own = bridge.command(bridge.games, "link", &[]).await;
    bridge.bruno.say(&bridge.direct, &format!("link {}", code(&own.content))).await;
    bridge.bruno.wait_text(0, &bridge.bot.id, "Almost done").await;
    let question = bridge.press(&own, "Continue", "has entered your code").await;
    bridge.press(&question, "Yes, link the accounts", "Your accounts are linked").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_with_two_accounts_is_pinged_only_where_they_play() {
    let Some(bridge) = Bridge::open().await else { return };
    link(&bridge).await;
    // Carmen plays on Discord, where her opponent has an account too, but has accepted on Matrix.
    let carmen = bridge.discord.user("Carmen").expect("a person");
    let options = [("game", json!("dvonn")), ("side", json!("first"))];
    let challenge = shown(carmen.command(bridge.games, "challenge", &options).await.expect("a command"));
    accept(&bridge, &format!("accept {}", code(&challenge.content))).await;
    let thread = bridge.ada.wait_channel(|channel| channel.parent == Some(bridge.games), SOON).await;
    let thread = thread.expect("the game's thread").id;
    let mut line = Catalog::standard().game("dvonn").expect("the game").start("").expect("the setup");
    for ply in 0..6 {
        let (on_discord, on_matrix) = (bridge.board_for_ada(thread, ply).await, bridge.board_for_bruno(ply).await);
        let text = line.nth_legal(0).expect("a legal move");
        if line.seat() == Seat::One {
            assert_eq!((on_discord.mentions, mentions(&on_matrix)), (vec![carmen.id()], vec![]), "ply {ply}");
            carmen.command(thread, "move", &[("text", json!(text))]).await.expect("a command");
        } else {
            let bruno = vec![bridge.bruno.id()];
            assert_eq!((on_discord.mentions, mentions(&on_matrix)), (vec![], bruno), "ply {ply}");
            bridge.bruno.say(&bridge.direct, &format!("move {text}")).await;
        }
        line.play(&text).expect("it is legal");
    }
    bridge.discord.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_linked_by_a_code_that_is_confirmed_and_unlinked_again() {
    let Some(bridge) = Bridge::open().await else { return };
    let Bridge { ada, bruno, bot, direct, games, .. } = &bridge;
    let own = bridge.command(*games, "link", &[]).await;
    assert!(own.ephemeral, "nobody else sees the code");
    let nobody = bridge.press(&own, "Continue", "Nobody has entered the code").await;
    assert!(nobody.content.contains(code(&own.content)), "the code is still there: {}", nobody.content);
    bruno.say(direct, &format!("link {}", code(&own.content))).await;
    bruno.wait_text(0, &bot.id, "Almost done").await;
    let question = bridge.press(&own, "Continue", "has entered your code").await;
    assert!(question.content.contains("Bruno") && question.content.contains("localhost"), "{}", question.content);
    bridge.press(&question, "Yes, link the accounts", "Your accounts are linked").await;

    // What is chosen on one platform holds on the other, and a game with oneself is impossible.
    ada.set_locale("it");
    let challenge = bridge.command(*games, "challenge", &[("game", json!("barrier"))]).await;
    bruno.say(direct, &format!("accept {}", code(&challenge.content))).await;
    let (_, refused) = bruno.wait_text(0, &bot.id, "own challenge").await;
    assert!(body(&refused).contains("own"));
    bruno.say(direct, "unlink").await;
    bruno.wait_text(0, &bot.id, "starts from scratch").await;
    bruno.say(direct, "1").await;
    bruno.wait_text(0, &bot.id, "Your games are with your other account").await;
    accept(&bridge, &format!("accept {}", code(&challenge.content))).await;
    bridge.board_for_bruno(0).await;
    bridge.discord.shutdown().await;
}
