//! A game that the product does not have, from `tests/nim`, goes through all of it: nothing outside a game's own files
//! knows which games there are.

use discord_emulator::{MessageView, Reply, User};
use engine_tools::match_runner::{CompetitorSpec, Limit, MatchRun, Openings, Timeouts};
use engine_tools::{Tool, analyse, bench, render, ugi};
use serde_json::json;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use tablero::ai::{Advice, Budget, EngineOptions, Finding, Score, Value};
use tablero::catalog::AnyGame;
use tablero::chat::Language;
use tablero::chat::views::worded_hint::WordedHint;
use tablero::cli::arguments::{Arguments, Command};
use tablero::db::{SqlStorage, StorageOptions};
use tablero::rules::{SeededRng, record};
use tablero::service::MatchQueries;
use tablero::service::{MatchId, StorageError};
use test_support::nim::{Nim, four_games};
use test_support::stage::picks::is_pick;
use test_support::stage::{SOON, Stage, Table, shown};

/// A stage on which four games are offered.
async fn stage() -> Stage {
    let mut stage = Stage::without_bot().await;
    stage.catalog = four_games();
    stage.start_bot().await;
    stage
}

fn nim() -> &'static dyn AnyGame {
    four_games().game("nim").expect("the fourth game")
}

async fn answer(user: &User, table: &Table, command: &str) -> MessageView {
    shown(&user.command(table.thread, command, &[]).await.expect("a command"))
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_played_by_challenge_menus_completion_and_text() {
    let stage = stage().await;
    // The option is Nim's own, and Discord's emulator refuses one that was not registered.
    let options = [("variant", json!("357")), ("last", json!("loses"))];
    let mut table = stage.table("nim", &options).await;
    assert_eq!(table.line.record().header("Setup"), Some("variant=357 last=loses"));
    let channel = table.players[0].messages(stage.games);
    let challenge = channel.iter().find(|message| message.content.contains("Nim")).expect("the challenge");
    assert!(challenge.content.contains("heaps of 3, 5 and 7, the last stone loses"), "{}", challenge.content);

    let board = table.wait_board().await;
    assert!(board.content.contains(&format!("{}, take some stones.", table.players[0].mention())), "{}", board.content);
    let alt = board.attachments[0].description.as_deref().expect("the picture has a description");
    assert!(alt.contains("Red stones: 3. Green stones: 5. Blue stones: 7."), "{alt}");

    // Buttons: the heaps have names, and the numbers are as in the move.
    let ada = table.players[0].clone();
    let step = table.press(&ada, &board, "Move").await;
    let labels: Vec<&str> = step.buttons.iter().filter(|b| is_pick(b)).map(|button| button.label.as_str()).collect();
    assert_eq!(labels, ["the red heap", "the green heap", "the blue heap"]);
    let mut chance = SeededRng::new(1);
    let text = table.pick(&board, &mut chance).await;
    table.line.play(&text).expect("it is legal");
    table.wait_board().await;

    let bruno = table.players[1].clone();
    let completions = bruno.autocomplete(table.thread, "move", &[], "text", "b").await.expect("completions");
    assert!(
        !completions.is_empty() && completions.iter().all(|choice| choice.name.starts_with('B')),
        "{completions:?}"
    );
    // A refusal names the heap in each language.
    for (locale, sentence) in [
        ("en-US", "stones in the red heap."),
        ("es-ES", "En el montón rojo quedan"),
        ("it", "Nel mucchio rosso restano"),
    ] {
        bruno.set_locale(locale);
        let refused = table.send("R9").await.content;
        assert!(refused.contains(sentence), "{refused}");
    }
    bruno.set_locale("en-US");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_ends_with_its_own_sentences_and_is_analysed() {
    let stage = stage().await;
    let mut table = stage.table("nim", &[]).await;
    let [ada, bruno] = table.players.clone();
    let hint = answer(&ada, &table, "hint").await;
    assert!(hint.content.contains("You can win in at most"), "{}", hint.content);
    let hint = table.press(&ada, &hint, "Tell me more").await;
    assert!(hint.content.contains("Take from the red heap."), "{}", hint.content);
    let hint = table.press(&ada, &hint, "Tell me more").await;
    assert!(hint.content.contains("Every other move loses: after R1, for example,"), "{}", hint.content);
    let reasons = "It takes 2 red stones.";
    assert!(hint.content.contains("Play **R2**") && hint.content.ends_with(reasons), "{}", hint.content);

    for text in ["R2", "G4", "B4"] {
        table.play(text).await;
    }
    // The last stones may be taken with a click.
    let played = table.line.legal(9);
    assert_eq!(played, ["R1", "B1"]);
    table.play("R1").await;
    let board = table.wait_board().await;
    table.press(&ada, &board, "Play B1").await;
    table.line.play("B1").expect("it is legal");
    let last = table.wait_board().await;
    let result = format!("{} takes the last stone and beats {}.", ada.mention(), bruno.mention());
    assert!(last.content.contains(&result), "{}", last.content);
    assert_eq!(stage.rows("SELECT status FROM matches").await, ["rules:taken"]);

    let analysis = ada.press(&last, "Analyse").await.expect("a button");
    assert!(!matches!(analysis, Reply::NoResponse));
    let fits = |message: &MessageView| message.content.contains("Analysis of Nim");
    ada.wait_message(table.thread, fits, SOON).await.expect("the analysis");

    let export = answer(&bruno, &table, "export").await;
    let text = String::from_utf8(bruno.download(export.attachments[0].id).await.expect("the file")).expect("text");
    let records = record::read(&text).expect("a record");
    assert_eq!(nim().replay(&records[0]).expect("it replays").moves(), ["R2", "G4", "B4", "R1", "B1"]);

    let rules = shown(&ada.command(stage.games, "rules", &[("game", json!("nim"))]).await.expect("a command"));
    assert!(rules.content.contains("three heaps of stones") && rules.attachments.len() == 3, "{rules:?}");
    let about = shown(&ada.command(stage.games, "about", &[]).await.expect("a command"));
    assert!(about.content.contains("Nim is by Charles L. Bouton"), "{}", about.content);
    let rematch = shown(&bruno.command(table.thread, "rematch", &[]).await.expect("a command"));
    assert!(rematch.content.contains("a game of **Nim**"), "{}", rematch.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn its_engine_plays_it_and_its_matches_need_it() {
    let mut stage = stage().await;
    let mut table = stage.practice("nim", 8, &[("side", json!("second"))]).await;
    let ada = table.players[0].clone();
    // The engine begins and wins, because it knows the winning move of every position.
    while table.line.ending().is_none() {
        if table.engine == Some(table.line.seat()) {
            table.wait_engine().await;
        } else {
            let first = table.line.legal(1).remove(0);
            table.play(&first).await;
        }
    }
    let board = table.wait_board().await;
    assert!(board.content.contains("Tablero (level 8) takes the last stone"), "{}", board.content);
    let stats = shown(&ada.command(stage.games, "stats", &[("game", json!("nim"))]).await.expect("a command"));
    assert!(stats.content.contains("Nim") && stats.content.contains("1 lost"), "{}", stats.content);
    let database = stage.database();
    stage.stop_bot().await;
    // Without the game in the catalogue its matches cannot be read, and nothing else is affected.
    let store = SqlStorage::open_file_with(&database, StorageOptions::default()).await.expect("the database opens");
    let read = store.find_match(MatchId(1)).await;
    assert!(matches!(&read, Err(StorageError::Corrupt(why)) if why.contains("nim")), "{read:?}");
    store.close().await;
    stage.close().await;
}

#[test]
fn its_findings_are_worded_in_every_language() {
    let advice = Advice {
        score: Score(0),
        best: "G1".to_owned(),
        line: vec!["G1".to_owned()],
        look: Finding::of::<Nim>("unbalanced"),
        question: None,
        region: Vec::new(),
        piece: Finding::of::<Nim>("heap").with("heap", Value::Kind("green")),
        picks: vec!["G".to_owned()],
        reasons: vec![Finding::of::<Nim>("takes").with("stones", Value::Pieces(vec![("red", 1), ("green", 2)]))],
    };
    let worded = Language::ALL.map(|(language, _)| WordedHint::of(language, nim(), &advice).sentences);
    assert_eq!(
        worded.each_ref().map(|sentences| sentences.each_ref().map(String::as_str)),
        [
            [
                "The heaps are not in balance.",
                "Take from the green heap.",
                "Play **G1**. It takes one red stone and 2 green stones."
            ],
            [
                "Los montones no están en equilibrio.",
                "Toma del montón verde.",
                "Juega **G1**. Toma una piedra roja y 2 piedras verdes."
            ],
            [
                "I mucchi non sono in equilibrio.",
                "Prendi dal mucchio verde.",
                "Gioca **G1**. Prende una pietra rossa e 2 pietre verdi."
            ],
        ]
    );
}

#[test]
fn the_command_line_knows_it() {
    let catalog = four_games();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nim.png");
    let output = file.to_string_lossy().into_owned();
    let words = ["tablero", "render", "--game", "nim", "--variant", "last=loses", "--moves", "R2 G1", "-o", &output];
    let arguments = Arguments::parse_words(&catalog, words).expect("the arguments are right");
    let Some(Command::Tool(Tool::Render(arguments))) = arguments.command else { panic!("{arguments:?}") };
    render::run(&catalog, &arguments).expect("the picture is written");
    assert!(fs::read(&file).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG")));

    let mut help = Arguments::command_for(&catalog);
    let ugi_help = help.find_subcommand_mut("ugi").expect("the subcommand").render_long_help().to_string();
    assert!(ugi_help.contains("zertz, dvonn, barrier, nim") && ugi_help.contains("wins, loses for nim"), "{ugi_help}");
    let words = ["tablero", "ugi", "--game", "nim", "--last", "loses"];
    let Some(Command::Tool(Tool::Ugi(start))) = Arguments::parse_words(&catalog, words).expect("right").command else {
        panic!("another subcommand")
    };
    let mut out = Vec::new();
    let input = Cursor::new(&b"query fen\nposition startpos moves R3 G4 B4\nquery gameover\ngo depth 2\nquit\n"[..]);
    ugi::run(&catalog, &start, input, &mut out).expect("the session ends");
    let out = String::from_utf8(out).expect("text");
    assert!(out.contains("response nim 3,4,5 loses 1") && out.contains("response false"), "{out}");
    assert!(out.contains("bestmove B1"), "{out}");

    let games = analyse::read(&catalog, "[Game \"nim\"]\n\n1. R3 2. G1 3. B4 *\n").expect("a record");
    let options = analyse::AnalyseOptions {
        budget: Budget { nodes: Some(500), ..Budget::default() },
        settings: EngineOptions { hash: 1 << 20, ..EngineOptions::default() },
    };
    let table = analyse::analyse(&games[0], options, &mut |_, _| {});
    assert!(table.starts_with("Nim ") && table.contains("R3") && table.contains("Accuracy"), "{table}");

    let measured = bench::run(&catalog, 4, &mut |_| {});
    assert_eq!(measured.rows.iter().map(|row| row.game).collect::<Vec<_>>(), ["zertz", "dvonn", "barrier", "nim"]);
}

/// A match in it between a player and one that moves at random.
fn match_run(first: &str) -> MatchRun {
    MatchRun {
        game: nim(),
        setup: "variant=357".to_owned(),
        players: [first, "random"].map(|text| text.parse::<CompetitorSpec>().expect("a player")),
        limit: Limit::Nodes(200),
        timeouts: Timeouts::default(),
        games: 8,
        openings: Openings::Random(None),
        seed: 3,
        sprt: None,
        jobs: 1,
    }
}

#[test]
fn two_players_are_matched_in_it() {
    let mut games = Vec::new();
    match_run("engine")
        .run(|pair, _| {
            games.extend(pair.iter().map(|game| game.record.clone()));
            Ok(())
        })
        .expect("the match ends");
    assert_eq!(games.len(), 8);
    for record in &games {
        let line = nim().replay(record).expect("it replays");
        assert!(line.ending().is_some(), "{record}");
    }
}

/// What counts as gain is not measured in it.
#[test]
fn a_player_that_counts_gain_does_not_know_it() {
    let refused = match_run("greedy").run(|_, _| Ok(())).expect_err("it cannot play").to_string();
    assert_eq!(refused, "greedy: greedy does not know Nim; random and engine play every game");
}
