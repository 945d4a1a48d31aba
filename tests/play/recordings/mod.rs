//! What the bot sends and stores is, byte for byte, what was recorded: every command in every language, and every game
//! from the challenge to the record. Renaming code or moving files must not change a recording.
//!
//! `TABLERO_RECORDINGS=write cargo test --test play recordings` rewrites the recordings that have changed, and fails.

mod recorder;

use discord_emulator::{Id, MessageView, User};
use recorder::{Recorder, compare, sorted};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tablero::catalog::{AnyLine, Catalog};
use tablero::chat::actions::commands;
use tablero::chat::commands::CommandOption;
use tablero::rules::SeededRng;
use tablero::service::Level;
use test_support::stage::picks::is_pick;
use test_support::stage::{SOON, Table, changed, move_of_turn, new_game, offer_draw, pick_next, shown};
use tokio::time::timeout;

/// The languages with their locales on Discord.
const LANGUAGES: [(&str, &str); 3] = [("en", "en-US"), ("es", "es-ES"), ("it", "it")];

impl Recorder {
    async fn command(&mut self, user: &User, place: Id, name: &str, options: &[(&str, Value)]) -> MessageView {
        let reply = user.command(place, name, options).await.expect("a command");
        let given: Vec<String> = options.iter().map(|(key, value)| format!(" {key}:{value}")).collect();
        self.step(&format!("/{name}{}", given.concat())).await;
        shown(&reply)
    }

    /// Presses a button of the message's current version, by the number of the button.
    async fn press(&mut self, user: &User, message: &MessageView, number: usize) {
        let now = user.message(message.channel, message.id).expect("the message is there");
        self.click(user, &now, number).await;
    }

    /// The same for a message that is already current. Returns the resulting message.
    async fn click(&mut self, user: &User, message: &MessageView, number: usize) -> MessageView {
        let button = message.buttons[number].clone();
        let reply = user.press(message, &button.custom_id).await.expect("a button");
        let next = changed(user, message, reply).await;
        self.step(&format!("[{}] {}", button.label, button.custom_id)).await;
        next
    }

    /// Two users with this locale, in a server set to this language.
    async fn set_language(&mut self, (code, locale): (&str, &str)) -> [User; 2] {
        let players = ["Ada", "Bruno"].map(|name| self.stage.user(name));
        players.iter().for_each(|user| user.set_locale(locale));
        let games = self.stage.games;
        self.command(&players[0], games, "server", &[("language", json!(code))]).await;
        players
    }

    /// Sends a challenge and accepts it. Returns the game in its thread.
    async fn begin(&mut self, players: &[User; 2], game: &str, options: &[(&str, Value)]) -> Table {
        let place = self.stage.games;
        let mut given = vec![
            ("game", json!(game)),
            ("opponent", json!(players[1].id().to_string())),
            ("side", json!("first")),
            ("message", json!("*Shall* we <@1>?")),
        ];
        given.extend(options.iter().cloned());
        let challenge = self.command(&players[0], place, "challenge", &given).await;
        self.press(&players[1], &challenge, 0).await;
        let thread = players[0].wait_channel(|channel| channel.id == challenge.id, SOON).await.expect("a thread").id;
        let setup = options.iter().filter(|(key, _)| ["variant", "claims", "start"].contains(key));
        let setup: Vec<String> = setup.map(|(key, word)| format!("{key}={}", word.as_str().expect("a word"))).collect();
        let game = Catalog::standard().game(game).expect("the game exists");
        let line = new_game(game, &setup.join(" "));
        Table { players: players.clone(), engine: None, thread, line }
    }

    /// The message with the board of the current position.
    async fn board(&self, table: &Table) -> MessageView {
        let name = format!("-{}.png", table.line.ply());
        let has_it = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with(&name));
        let fits = |message: &MessageView| has_it(message) && !message.ephemeral;
        table.players[0].wait_message(table.thread, fits, SOON).await.expect("the board")
    }

    /// Picks a move, the first button or option of each step, and plays it.
    async fn pick(&mut self, table: &mut Table) {
        let (user, board) = (table.to_move().clone(), self.board(table).await);
        let mut step = self.click(&user, &board, 0).await;
        while let Some(picked) = step
            .buttons
            .iter()
            .find(|button| is_pick(button))
            .map(|button| button.custom_id.clone())
            .or_else(|| step.menus.first().map(|menu| format!("{}: {}", menu.custom_id, menu.options[0].1)))
        {
            step = pick_next(&user, &step, 0).await;
            self.step(&picked).await;
        }
        let play = step.buttons.iter().position(|button| button.custom_id.contains(" play ")).unwrap_or(0);
        let text = step.buttons[play].custom_id.rsplit(' ').next().expect("a move").to_owned();
        self.press(&user, &step, play).await;
        table.line.play(&text).unwrap_or_else(|refused| panic!("{text}: {refused}"));
    }

    /// Plays some random moves by `/move`.
    async fn play(&mut self, table: &mut Table, chance: &mut SeededRng, limit: usize) {
        for _ in 0..limit {
            if table.line.ending().is_some() {
                return;
            }
            let text = table.line.nth_legal(chance.below(table.line.count_legal())).expect("a legal move");
            let (user, thread) = (table.to_move().clone(), table.thread);
            self.command(&user, thread, "move", &[("text", json!(text))]).await;
            table.line.play(&text).expect("it is legal");
        }
    }

    /// Sends every command that can be used during a game.
    async fn use_all_commands(&mut self, table: &mut Table) {
        let (user, other, thread) = (table.to_move().clone(), table.waiting().clone(), table.thread);
        for text in ["a", "zz9", "Wa1,a1", "claim", "pass", "a1k5", "h9h8"] {
            self.command(&user, thread, "move", &[("text", json!(text))]).await;
        }
        self.command(&other, thread, "move", &[("text", json!("d4"))]).await;
        let stranger = self.stage.user("Carmen");
        self.command(&stranger, thread, "move", &[("text", json!("d4"))]).await;
        let found = user.autocomplete(thread, "move", &[], "text", "").await.expect("completions");
        self.step(&format!("/move {:?}", found.iter().take(3).collect::<Vec<_>>())).await;
        for (name, options) in [
            ("board", vec![]),
            ("board", vec![("text", json!(true))]),
            ("moves", vec![]),
            ("games", vec![]),
            ("next", vec![]),
            ("note", vec![("text", json!("Watch the *edge*"))]),
            ("note", vec![]),
            ("reminders", vec![("wanted", json!(false))]),
            ("export", vec![]),
            ("analyse", vec![]),
            ("rematch", vec![]),
        ] {
            self.command(&user, thread, name, &options).await;
        }
        let mut hint = self.command(&user, thread, "hint", &[]).await;
        while let Some(further) = hint.buttons.iter().position(|button| button.custom_id.contains("hint")) {
            hint = self.click(&user, &hint, further).await;
        }
        let reply = table.line.nth_legal(0).expect("a legal move");
        let mut after = table.line.copy();
        after.play(&reply).expect("it is legal");
        if let Some(answer) = after.nth_legal(0) {
            self.command(&other, thread, "if", &[("line", json!(format!("{reply} {answer}")))]).await;
            self.command(&other, thread, "if", &[]).await;
        }
    }

    /// Offers a draw and requests a take-back; both are declined. Then requests the take-back again; it is granted.
    async fn offer(&mut self, table: &mut Table) {
        let (user, other, thread) = (table.to_move().clone(), table.waiting().clone(), table.thread);
        offer_draw(&user, thread).await;
        self.step("/draw").await;
        for (name, by, number) in [("draw", &other, 1), ("takeback", &user, 1), ("takeback", &user, 0)] {
            if name == "takeback" {
                let question = self.command(&other, thread, name, &[]).await;
                if !question.buttons.is_empty() {
                    self.press(&other, &question, 0).await;
                }
            }
            let is_question = |message: &MessageView| message.buttons.len() == 2 && !message.ephemeral;
            let messages = by.messages(thread);
            if let Some(question) = messages.iter().rev().find(|message| is_question(message)) {
                self.press(by, question, number).await;
            }
        }
        let plies = self.stage.count("SELECT MAX(plies) FROM matches").await;
        while table.line.ply() as i64 > plies {
            table.line.take_back();
        }
    }

    /// Resigns the game if it is still running, and sends every command that can be used after the end.
    async fn end(&mut self, table: &mut Table) {
        let (user, thread) = (table.to_move().clone(), table.thread);
        if table.line.ending().is_none() {
            let question = self.command(&user, thread, "resign", &[]).await;
            self.press(&user, &question, 0).await;
        }
        for name in ["analyse", "board", "moves", "export", "hint", "move", "takeback", "rematch", "rematch"] {
            let options = if name == "move" { vec![("text", json!("d4"))] } else { vec![] };
            self.command(&user, thread, name, &options).await;
        }
    }
}

/// A game between two users in each language, with every command that can be used on the way.
async fn record_game(game: &str, options: &[(&str, Value)], seed: u64, moves: [usize; 2]) {
    let mut changes = Vec::new();
    for (code, locale) in LANGUAGES {
        let mut recorder = Recorder::open().await;
        let players = recorder.set_language((code, locale)).await;
        let mut table = recorder.begin(&players, game, options).await;
        let mut chance = SeededRng::new(seed);
        recorder.pick(&mut table).await;
        recorder.play(&mut table, &mut chance, moves[0]).await;
        recorder.use_all_commands(&mut table).await;
        recorder.offer(&mut table).await;
        recorder.pick(&mut table).await;
        recorder.play(&mut table, &mut chance, moves[1]).await;
        recorder.end(&mut table).await;
        changes.extend(recorder.close(&format!("{game}-{code}")).await.err());
    }
    assert!(changes.is_empty(), "{}", changes.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn zertz_is_played_as_it_was_recorded() {
    record_game("zertz", &[("variant", json!("blitz"))], 11, [9, 40]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dvonn_is_played_as_it_was_recorded() {
    record_game(
        "dvonn",
        &[("start", json!("random")), ("time", json!("3d")), ("pauses", json!("vacation"))],
        5,
        [6, 20],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn barrier_is_played_as_it_was_recorded() {
    record_game("barrier", &[("variant", json!("6"))], 3, [3, 40]).await;
}

/// Every setup of every game begins, and the engine plays it at every level.
#[tokio::test(flavor = "multi_thread")]
async fn the_engine_plays_as_it_was_recorded() {
    let mut recorder = Recorder::open().await;
    let ada = recorder.stage.user("Ada");
    for game in Catalog::standard().games() {
        for level in game.highest_level().and_below().map(Level::number) {
            let side = if level % 2 == 0 { "second" } else { "first" };
            let options = [("game", json!(game.name())), ("level", json!(level.to_string())), ("side", json!(side))];
            let games = recorder.stage.games;
            recorder.command(&ada, games, "play", &options).await;
            let thread = ada.channels().iter().map(|channel| channel.id).max().expect("the game's thread");
            let mut line = new_game(*game, &game.advised_setup(""));
            if side == "second" {
                line = moved(line.as_ref(), &ada, thread);
            }
            for _ in 0..2 {
                let text = line.nth_legal(line.count_legal() / 2).expect("a legal move");
                recorder.command(&ada, thread, "move", &[("text", json!(text))]).await;
                line.play(&text).expect("it is legal");
                line = moved(line.as_ref(), &ada, thread);
            }
        }
    }
    recorder.close("engine").await.unwrap_or_else(|change| panic!("{change}"));
}

/// The line with the engine's reply, if it was its turn.
fn moved(line: &dyn AnyLine, ada: &User, thread: Id) -> Box<dyn AnyLine> {
    let mut line = line.copy();
    let messages = ada.messages(thread);
    let mut boards = messages.iter().filter(|message| !message.attachments.is_empty() && !message.ephemeral);
    let last = boards.next_back().expect("a board");
    let ply: usize = last.attachments[0]
        .name
        .trim_end_matches(".png")
        .rsplit('-')
        .next()
        .and_then(|ply| ply.parse().ok())
        .expect("a ply");
    if ply > line.ply() {
        let text = move_of_turn(&last.content, line.ply() + 1);
        line.play(text).unwrap_or_else(|refused| panic!("{text}: {refused}"));
    }
    line
}

/// The commands of a bot on one platform that can be given without options, subcommands among them.
fn without_options() -> Vec<&'static str> {
    let commands = commands(&Catalog::standard(), false);
    let all = commands.iter().flat_map(|command| match command.subcommands() {
        [] => std::slice::from_ref(command),
        subcommands => subcommands,
    });
    let is_whole = |option: &CommandOption| option.is_required_in_field() != Some(true);
    all.filter(|command| command.options().iter().all(is_whole)).map(|command| command.path).collect()
}

/// Every command outside of a game, in each language.
#[tokio::test(flavor = "multi_thread")]
async fn commands_answer_as_they_were_recorded() {
    let mut changes = Vec::new();
    for (code, locale) in LANGUAGES {
        let mut recorder = Recorder::open().await;
        let [ada, bruno] = recorder.set_language((code, locale)).await;
        let (games, other) = (recorder.stage.games, json!(bruno.id().to_string()));
        let mut help = recorder.command(&ada, games, "help", &[]).await;
        help = recorder.click(&ada, &help, 1).await;
        while !help.buttons.is_empty() {
            help = recorder.click(&ada, &help, 0).await;
        }
        let steps = [
            ("about", vec![]),
            ("learn", vec![("game", json!("zertz"))]),
            ("learn", vec![("game", json!("dvonn"))]),
            ("learn", vec![("game", json!("barrier"))]),
            ("move", vec![("text", json!("c3"))]),
            ("rules", vec![("game", json!("zertz"))]),
            ("rules", vec![("game", json!("dvonn"))]),
            ("rules", vec![("game", json!("barrier"))]),
            ("games", vec![]),
            ("next", vec![]),
            ("move", vec![("text", json!("d4"))]),
            ("hint", vec![]),
            ("resign", vec![]),
            ("draw", vec![]),
            ("times", vec![]),
            (
                "times",
                vec![("zone", json!("Europe/Madrid")), ("sleep", json!("23:00-07:30")), ("quiet", json!("22-8"))],
            ),
            ("times", vec![("zone", json!("Nowhere"))]),
            ("times", vec![("sleep", json!("late"))]),
            ("times", vec![("weekend", json!(true)), ("digest", json!("18:30"))]),
            ("vacation", vec![]),
            ("vacation", vec![("days", json!(3))]),
            ("vacation", vec![("end", json!(true))]),
            ("stats", vec![]),
            ("stats", vec![("game", json!("dvonn")), ("player", other.clone())]),
            ("stats", vec![("player", json!(recorder.stage.local.bot_id().to_string()))]),
            ("leaderboard", vec![]),
            ("leaderboard", vec![("game", json!("zertz"))]),
            ("block", vec![("user", other.clone())]),
            ("challenge", vec![("game", json!("barrier")), ("opponent", other.clone())]),
            ("block", vec![]),
            ("block", vec![("user", other.clone()), ("undo", json!(true))]),
            ("challenge", vec![("game", json!("zertz")), ("opponent", json!(ada.id().to_string()))]),
            ("challenge", vec![("game", json!("zertz")), ("variant", json!("5"))]),
            ("challenge", vec![("game", json!("dvonn")), ("time", json!("168h+12h/240h")), ("rated", json!(true))]),
            ("server", vec![]),
            ("server", vec![("game", json!("zertz")), ("limit", json!(2)), ("time", json!("3d"))]),
            ("server", vec![("channel", json!(games.to_string()))]),
            ("challenge", vec![("game", json!("dvonn"))]),
            ("server", vec![("clear", json!("games"))]),
            ("daily", vec![]),
            ("daily", vec![("hour", json!("9")), ("zone", json!("Europe/Rome")), ("game", json!("dvonn"))]),
            ("daily", vec![("wanted", json!(false))]),
            ("admin end", vec![("game", json!(99))]),
            ("privacy export", vec![]),
            ("privacy export", vec![]),
            ("profile", vec![("show", json!(false))]),
            ("profile", vec![("user", other.clone())]),
        ];
        for (name, options) in &steps {
            recorder.command(&ada, games, name, options).await;
        }
        // All others that can be given without options.
        let known: BTreeSet<&str> =
            steps.iter().map(|(name, _)| *name).chain(["help", "settings", "privacy delete"]).collect();
        for command in without_options().into_iter().filter(|path| !known.contains(path)) {
            recorder.command(&ada, games, command, &[]).await;
        }
        let settings = recorder.command(&ada, games, "settings", &[]).await;
        for menu in &settings.menus {
            // The samples of the themes are another message.
            let value = menu.options.iter().rfind(|option| option.0 != "samples").expect("an option").1.clone();
            let now = ada.message(settings.channel, settings.id).expect("the settings are there");
            let reply = ada.choose(&now, &menu.custom_id, &[&value]).await.expect("a menu");
            changed(&ada, &now, reply).await;
            recorder.step(&format!("{}: {value}", menu.custom_id)).await;
        }
        for number in 0..settings.buttons.len() {
            recorder.press(&ada, &settings, number).await;
        }
        let question = recorder.command(&ada, games, "privacy delete", &[]).await;
        recorder.press(&ada, &question, 0).await;
        changes.extend(recorder.close(&format!("commands-{code}")).await.err());
    }
    assert!(changes.is_empty(), "{}", changes.join("\n"));
}

/// The commands themselves, as registered with Discord.
#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_as_they_were_recorded() {
    let mut stage = test_support::stage::Stage::without_bot().await;
    stage.local.faults().record_bodies();
    stage.start_bot().await;
    let response = stage.local.faults().wait_requests("PUT", "/commands", 1);
    timeout(SOON, response).await.expect("the commands are registered");
    let requests = stage.local.faults().requests();
    let response = requests.iter().find(|request| request.method == "PUT" && request.path.ends_with("/commands"));
    let body = response.and_then(|request| request.body.clone()).expect("the commands are registered");
    let json: Value = serde_json::from_slice(&body).expect("JSON");
    stage.close().await;
    compare("registration", &format!("{:#}\n", sorted(json))).unwrap_or_else(|change| panic!("{change}"));
}
