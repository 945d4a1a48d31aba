//! Guidance for beginners: questions while a move is picked, rules that end with *Play*, and advice after a lost game.

use crate::analysis::blunder;
use discord_emulator::{EmulatorOptions, MessageView, User};
use serde_json::{Value, json};
use std::time::Duration;
use tablero::engine::EngineResources;
use test_support::stage::picks::is_pick;
use test_support::stage::{SOON, Stage, Table, command, pick_next, shown};

/// The placeholders of the menus of a step.
fn hints(step: &MessageView) -> Vec<&str> {
    step.menus.iter().filter_map(|menu| menu.placeholder.as_deref()).collect()
}

async fn open_picking(table: &mut Table) -> (User, MessageView) {
    let board = table.wait_board().await;
    let user = table.to_move().clone();
    let step = table.press(&user, &board, "Move").await;
    (user, step)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_step_of_a_move_asks_what_it_wants() {
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    let (user, step) = open_picking(&mut table).await;
    assert_eq!(step.content, "Which marble do you place?");
    let step = table.press(&user, &step, "grey (8 left)").await;
    assert_eq!(step.content, "Your move so far: grey. Where does the grey marble go?");
    assert_eq!(hints(&step), ["On the left (a – d)", "On the right (e – g)"]);
    let step = pick_next(&user, &step, 0).await;
    assert_eq!(step.content, "Your move so far: grey → a1. Which ring do you remove?");
    assert_eq!(hints(&step), ["Which ring do you remove?"], "one menu needs no name of a place");

    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let (user, step) = open_picking(&mut table).await;
    assert_eq!(
        (step.content.as_str(), hints(&step)),
        ("Where do you place your knight?", vec!["Where do you place your knight?"])
    );
    drop(user);
    for text in ["a1", "e5"] {
        table.play(text).await;
    }
    let (user, step) = open_picking(&mut table).await;
    assert_eq!(step.content, "Where does your knight walk to?");
    let first = step.buttons.iter().find(|button| is_pick(button)).expect("a square").label.clone();
    let step = table.press(&user, &step, &first).await;
    assert_eq!(step.content, format!("Your move so far: {first}. Around which corner does it walk to {first}?"));

    let mut table = stage.table("dvonn", &[]).await;
    let (_, step) = open_picking(&mut table).await;
    assert_eq!(step.content, "Where does the red piece go?");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_and_the_first_boards_offer_the_rules_which_end_with_a_game() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    let options = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string()))];
    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a command"));
    bruno.set_locale("en-US");
    let rules = shown(&bruno.press(&challenge, "Rules").await.expect("a button"));
    assert!(rules.ephemeral && rules.content.starts_with("**Barrier** — "), "{rules:?}");
    assert!(rules.button("Challenge a friend").is_some());
    let [menu] = &rules.menus[..] else { panic!("not one menu: {rules:?}") };
    assert_eq!((menu.placeholder.as_deref(), menu.options.len()), (Some("Play against me"), 7));
    let answer = shown(&bruno.choose(&rules, &menu.custom_id, &["3"]).await.expect("a menu"));
    assert!(answer.ephemeral && answer.content.contains("Tablero (level 3)"), "{answer:?}");

    let mut table = stage.table("barrier", &[]).await;
    for ply in 0..3 {
        let board = table.wait_board().await;
        assert_eq!(board.button("Rules").is_some(), ply < 2, "at ply {ply}");
        let text = table.line.nth_legal(0).expect("a move");
        table.play(&text).await;
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_loses_to_the_bot_reads_why_and_what_to_try() {
    let mut stage = Stage::without_bot().await;
    stage.resources = EngineResources { threads: 1, hash: 4 << 20, move_time: Duration::from_secs(2) };
    stage.start_bot().await;
    let mut table = stage.practice("barrier", 6, &[("variant", json!("5"))]).await;
    let ada = table.players[0].clone();
    let result = loop {
        if table.engine_answers() {
            table.wait_engine().await;
        }
        if table.line.ending().is_some() {
            break table.wait_board().await;
        }
        let text = blunder(&*table.line).or_else(|| table.line.nth_legal(0)).expect("a move");
        table.play(&text).await;
    };
    assert!(
        result.content.contains(&format!("Tablero (level 6) wins: {} can't move.", ada.mention())),
        "{}",
        result.content
    );
    let why = result.content.contains("I always had more walks to choose from than you. ");
    assert_eq!(why, table.line.defeat(table.line.seat()).is_some(), "{}", result.content);
    assert!(
        result
            .content
            .contains("Next time, try `/hint` before a move, or level 5. *Analyse* shows what cost you most."),
        "{}",
        result.content
    );

    // A player who resigns gets no reason, and level 1 has no lower level to suggest.
    let mut table = stage.practice("barrier", 1, &[("variant", json!("5"))]).await;
    let text = table.line.nth_legal(0).expect("a move");
    table.play(&text).await;
    if table.engine_answers() {
        table.wait_engine().await;
    }
    let result = table.resign(&ada).await.content;
    assert!(!result.contains("walks to choose"), "{result}");
    assert!(result.contains("Next time, try `/hint` before a move, `/coach` after it, or level 0."), "{result}");

    // A game between people ends without advice.
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let text = table.line.nth_legal(0).expect("a move");
    table.play(&text).await;
    let result = table.resign(&ada).await.content;
    assert!(!result.contains("Next time"), "{result}");
    stage.close().await;
}

/// Registers a command with an additional choice, as an older version of the program would have.
async fn offer(stage: &Stage, name: &str, choice: &str) {
    let client = reqwest::Client::new();
    let url = format!("{}/api/v10/applications/{}/commands", stage.local.api_url(), stage.local.bot_id());
    let token = format!("Bot {}", EmulatorOptions::default().token);
    let list: Vec<Value> = client.get(&url).header("authorization", &token).send().await.unwrap().json().await.unwrap();
    let mut command = list.into_iter().find(|command| command["name"] == name).expect("the command");
    let choices = command["options"][0]["choices"].as_array_mut().expect("choices");
    choices.push(json!({ "name": choice, "value": choice }));
    let response = client.post(&url).header("authorization", &token).json(&command).send().await.unwrap();
    assert!(response.status().is_success(), "{:?}", response.text().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_is_no_longer_offered_is_not_taken_for_an_old_button() {
    let stage = Stage::open().await;
    offer(&stage, "rules", "chess").await;
    for (name, expected) in [("Ada", "This choice is no longer offered."), ("Carmen", "Esta opción ya no existe.")] {
        let answer = command(&stage.user(name), stage.games, "rules", &[("game", json!("chess"))]).await;
        assert!(answer.ephemeral && answer.content.starts_with(expected), "{answer:?}");
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_themes_are_shown_on_request() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let settings = command(&ada, stage.games, "settings", &[]).await;
    assert!(settings.attachments.is_empty() && settings.content.lines().count() <= 7, "{settings:?}");
    assert_eq!(hints(&settings)[2], "Boards: the server's setting");
    ada.choose(&settings, "set theme", &["samples"]).await.expect("a choice");
    let is_sheet = |message: &MessageView| message.content.starts_with("A board in each theme.");
    let samples = ada.wait_message(stage.games, is_sheet, SOON).await.expect("the samples");
    assert!(samples.ephemeral && samples.id != settings.id, "{samples:?}");
    let names: Vec<&str> = samples.attachments.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names.len(), 4, "{names:?}");
    let dark = ada.choose(&settings, "set theme", &["dark"]).await.expect("a choice");
    assert_eq!(hints(&test_support::stage::changed(&ada, &settings, dark).await)[2], "Boards: dark");
    stage.close().await;
}
