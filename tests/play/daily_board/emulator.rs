//! The board of the day in a channel of Discord: choosing it, solving it in private, and what the next board tells.

use crate::lessons::{pick, press};
use discord_emulator::{ActError, MessageView, Reply, User};
use serde_json::{Value, json};
use tablero::catalog::{AnyPuzzle, Catalog};
use test_support::stage::{SOON, Stage, changed, command};

const HOUR_MS: i64 = 60 * 60 * 1000;
const DAY_MS: i64 = 24 * HOUR_MS;

fn is_board(message: &MessageView) -> bool {
    !message.ephemeral && message.button("Solve").is_some()
}

fn is_result(message: &MessageView) -> bool {
    !message.ephemeral && message.attachments.iter().any(|file| file.name.ends_with(".gif"))
}

/// The puzzle of the last board.
async fn puzzle(stage: &Stage) -> AnyPuzzle {
    let rows = stage.rows("SELECT game || ' ' || puzzle FROM daily_boards ORDER BY number DESC LIMIT 1").await;
    let (game, number) = rows[0].split_once(' ').expect("a game and a number");
    let game = Catalog::standard().game(game).expect("a game");
    game.puzzle(number.parse().expect("a number")).expect("a puzzle")
}

fn wrong_move(puzzle: &AnyPuzzle) -> String {
    puzzle.line.legal(10).into_iter().find(|text| *text != puzzle.answer).expect("another move")
}

/// Ada, who manages the server, Bruno and Carmen, in a channel that has a board of the day since today at nine. It is
/// eight in the morning.
async fn stage() -> (Stage, [User; 3]) {
    let stage = Stage::open().await;
    let users = ["Ada", "Bruno", "Carmen"].map(|name| stage.user(name));
    users.iter().for_each(|user| user.set_locale("en-US"));
    let shown = command(&users[0], stage.games, "daily", &[("wanted", json!(true)), ("hour", json!("9"))]).await;
    assert!(shown.ephemeral && shown.content.contains("every day at 09:00 (UTC)"), "{}", shown.content);
    (stage, users)
}

/// Waits for a message of a kind in the channel, after another one.
async fn posted(
    user: &User,
    stage: &Stage,
    after: Option<&MessageView>,
    fits: fn(&MessageView) -> bool,
) -> MessageView {
    let after = after.map(|message| message.id);
    let is_new = |message: &MessageView| fits(message) && after.is_none_or(|after| message.id > after);
    user.wait_message(stage.games, is_new, SOON).await.expect("it is posted")
}

#[tokio::test(flavor = "multi_thread")]
async fn people_solve_the_board_in_private_and_the_next_one_tells_how_they_did() {
    let (stage, [ada, bruno, carmen]) = stage().await;
    stage.run_for(2 * HOUR_MS).await;
    let board = posted(&ada, &stage, None, is_board).await;
    let first = puzzle(&stage).await;
    assert!(board.content.starts_with("**Board of the day: ") && board.mentions.is_empty(), "{}", board.content);
    assert_eq!(board.attachments.len(), 1);
    assert!(!board.content.contains(&first.answer), "{}", board.content);

    // Ada solves it at once.
    let step = press(&ada, &board, "Solve").await;
    assert!(step.ephemeral && step.content.contains(&format!("<#{}>", stage.games)), "{}", step.content);
    let (solved, _) = pick(&ada, step, &*first.line, &first.answer).await;
    assert!(solved.content.contains("solved! You needed one try."), "{}", solved.content);
    assert!(solved.content.contains("Your rating for puzzles is now"), "{}", solved.content);
    // Bruno misses it, and then types the solution.
    let step = press(&bruno, &board, "Solve").await;
    let wrong = wrong_move(&first);
    let (missed, _) = pick(&bruno, step, &*first.line, &wrong).await;
    assert!(missed.content.contains(&format!("**{wrong}** – no. ")), "{}", missed.content);
    let again = press(&bruno, &missed, "Try again").await;
    let Reply::Modal(form) = bruno.press(&again, "Type a move").await.expect("a button") else { panic!("no form") };
    let name = form.inputs[0]["custom_id"].as_str().expect("an input").to_owned();
    let reply = bruno.submit_modal(&form, &[(&name, &first.answer)]).await.expect("a form");
    let solved = changed(&bruno, &again, reply).await;
    assert!(solved.content.contains("solved! You needed 2 tries."), "{}", solved.content);
    // Carmen asks for the solution; then solving it does not count.
    let step = press(&carmen, &board, "Solve").await;
    let told = press(&carmen, &step, "Show the answer").await;
    assert!(told.content.contains(&format!("The solution is **{}**.", first.answer)), "{}", told.content);
    let step = press(&carmen, &board, "Solve").await;
    assert!(step.content.contains("You already know the solution"), "{}", step.content);
    pick(&carmen, step, &*first.line, &first.answer).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM puzzle_ratings").await, 3, "each is rated once");
    assert_eq!(stage.count("SELECT SUM(games) FROM puzzle_ratings").await, 3);
    // The others see none of it.
    let shown = ada.messages(stage.games);
    assert_eq!(shown.iter().filter(|message| !message.ephemeral).count(), 1, "{shown:#?}");

    stage.run_for(DAY_MS).await;
    let result = posted(&ada, &stage, None, is_result).await;
    let next = posted(&ada, &stage, Some(&board), is_board).await;
    assert!(result.id < next.id && result.mentions.is_empty() && result.buttons.is_empty(), "{result:?}");
    let lines = [
        format!("The solution is **{}**.", first.answer),
        "3 people tried it, and 2 solved it.".to_owned(),
        format!("At once: <@{}>", ada.id()),
        format!("In 2 tries: <@{}>", bruno.id()),
        format!("The first idea of one person was **{wrong}**."),
    ];
    for line in lines {
        assert!(result.content.contains(&line), "{line}: {}", result.content);
    }
    assert!(!result.content.contains(&carmen.id().to_string()), "{}", result.content);
    let gif = ada.download(result.attachments[0].id).await.expect("the file");
    assert!(gif.starts_with(b"GIF89a"));
    // The old board has become a puzzle.
    let closed = press(&ada, &board, "Solve").await;
    assert!(closed.ephemeral && closed.content.contains("This board is closed"), "{}", closed.content);
    let step = press(&ada, &closed, "Solve").await;
    assert!(step.content.contains(&format!("puzzle {}:", first.card.number)), "{}", step.content);

    // Ada's streak is hers alone.
    let second = puzzle(&stage).await;
    let step = press(&ada, &next, "Solve").await;
    pick(&ada, step, &*second.line, &second.answer).await;
    let own = command(&ada, stage.games, "profile", &[]).await;
    assert!(own.content.contains("Boards of the day solved: 2; in a row: 2 (most: 2)."), "{}", own.content);
    let seen = command(&bruno, stage.games, "profile", &[("user", json!(ada.id().to_string()))]).await;
    assert!(!seen.content.contains("Boards of the day"), "{}", seen.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_managers_choose_and_the_board_is_in_the_language_of_the_server() {
    let (stage, [ada, bruno, _]) = stage().await;
    let hidden = bruno.command(stage.games, "daily", &[]).await;
    assert!(matches!(hidden, Err(ActError::NoCommand(_))), "{hidden:?}");
    command(&ada, stage.games, "server", &[("language", json!("it"))]).await;
    let daily = |options: Vec<(&'static str, Value)>| {
        let (ada, games) = (ada.clone(), stage.games);
        async move { command(&ada, games, "daily", &options).await.content }
    };
    let shown = daily(vec![("zone", json!("Europe/Rome")), ("game", json!("dvonn"))]).await;
    assert!(shown.contains("09:00 (Europe/Rome)") && shown.contains("Games: DVONN"), "{shown}");
    assert!(daily(vec![("hour", json!("25"))]).await.contains("hours"), "it is no hour");
    assert!(daily(vec![("zone", json!("Atlantis"))]).await.contains("time zone"), "it is no zone");
    stage.run_for(DAY_MS).await;
    let italian = |message: &MessageView| message.button("Risolvi").is_some();
    let board = ada.wait_message(stage.games, italian, SOON).await.expect("the board");
    assert!(board.content.starts_with("**Tavoliere del giorno: DVONN – "), "{}", board.content);
    // Ada reads English in private.
    let step = press(&ada, &board, "Risolvi").await;
    assert!(step.content.starts_with("**Board of the day in "), "{}", step.content);
    // Turned off, it tells at once what came of the last board.
    let first = puzzle(&stage).await;
    pick(&ada, step, &*first.line, &first.answer).await;
    let shown = daily(vec![("wanted", json!(false))]).await;
    assert!(shown.contains("There's no board of the day in"), "{shown}");
    let result = ada.wait_message(stage.games, is_result, SOON).await.expect("the result");
    assert!(result.content.contains("Ci ha provato una persona e una l'ha risolto."), "{}", result.content);
    stage.run_for(3 * DAY_MS).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM daily_boards").await, 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_s_answers_are_exported_and_erased_in_the_middle_of_the_day() {
    let (stage, [ada, bruno, carmen]) = stage().await;
    stage.run_for(2 * HOUR_MS).await;
    let board = posted(&ada, &stage, None, is_board).await;
    let first = puzzle(&stage).await;
    for user in [&ada, &bruno] {
        let step = press(user, &board, "Solve").await;
        pick(user, step, &*first.line, &first.answer).await;
    }
    for (user, options) in [(&ada, [("daily", json!(true))]), (&carmen, [("daily", json!(true))])] {
        let shown = command(user, stage.games, "settings", &options).await;
        assert!(shown.content.contains("pings for boards of the day: yes"), "{}", shown.content);
    }
    let reply = command(&bruno, stage.games, "privacy export", &[]).await;
    let bytes = bruno.download(reply.attachments[0].id).await.expect("the file");
    let data: Value = serde_json::from_slice(&bytes).expect("it is JSON");
    let answer = &data["daily_answers"][0];
    assert_eq!((&answer["place"], &answer["state"]), (&json!(stage.games.to_string()), &json!("solved")));
    assert_eq!((&answer["tries"], data["daily_answers"].as_array().map(Vec::len)), (&json!(1), Some(1)));
    let question = command(&bruno, stage.games, "privacy delete", &[]).await;
    bruno.press(&question, "Delete my data").await.expect("a button");
    let done = |message: &MessageView| message.id == question.id && message.content.contains("deleted all your data");
    bruno.wait_message(stage.games, done, SOON).await.expect("the deletion is confirmed");
    assert_eq!(stage.count("SELECT COUNT(*) FROM daily_answers").await, 1);

    stage.run_for(DAY_MS).await;
    let result = posted(&ada, &stage, None, is_result).await;
    assert!(result.content.contains("One person tried it, and one solved it."), "{}", result.content);
    assert!(!result.content.contains(&bruno.id().to_string()), "{}", result.content);
    // Ada has asked for pings and answers here; Carmen has only asked.
    let next = posted(&ada, &stage, Some(&board), is_board).await;
    assert_eq!(next.mentions, [ada.id()], "{}", next.content);
    stage.close().await;
}
