//! Taking a course in a direct room on Matrix, with bare moves and numbers; puzzles, and a lost game's worst turn.

use serde_json::{Value, json};
use tablero::catalog::Catalog;
use tablero::lessons::Teach;
use tablero::lessons::zertz::Goal;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Notation};
use tablero::service::MatchId;
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::body;

#[tokio::test(flavor = "multi_thread")]
async fn a_course_can_be_taken_in_a_direct_room_with_bare_moves() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bot) = (&meeting.ada, &meeting.bot);
    ada.say(&room, "!learn dvonn").await;
    let (direct, task) = ada.wait_text(0, &bot.id, "lesson 1 of 7").await;
    assert_ne!(direct, room, "lessons are private");
    let words = body(&task);
    assert!(words.contains("Type a move") && words.contains("Show the answer"), "{words}");
    let lessons = Catalog::standard().game("dvonn").expect("a game").lessons();
    for (number, lesson) in (1..).zip(&lessons) {
        let before = ada.events().len();
        if number == 2 {
            // A wrong answer, the number that tries again, and an illegal move.
            ada.say(&direct, "e3f3").await;
            ada.wait_text(before, &bot.id, "It moves a single piece, by one space.").await;
            ada.say(&direct, "1").await;
            ada.wait_text(before, &bot.id, "lesson 2 of 7").await;
            ada.say(&direct, "e3a1").await;
            ada.wait_text(before, &bot.id, "a1").await;
        }
        ada.say(&direct, &lesson.answer).await;
        ada.wait_text(before, &bot.id, "right!").await;
        if number < lessons.len() {
            let before = ada.events().len();
            ada.say(&direct, "1").await;
            ada.wait_text(before, &bot.id, &format!("lesson {} of 7", number + 1)).await;
        }
    }
    let (_, last) = ada.wait_text(0, &bot.id, "That was the last lesson").await;
    assert!(body(&last).contains("Play with guidance"));
    let heard = meeting.bruno.events().iter().any(|(_, event)| body(event).contains("lesson"));
    assert!(!heard, "only Ada sees it");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_puzzle_is_answered_with_a_bare_move_and_with_a_reply() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bot) = (&meeting.ada, &meeting.bot);
    let game = Catalog::standard().game("barrier").expect("a game");
    let number = |event: &Value| {
        let (_, rest) = body(event).split_once("puzzle ").expect("a heading");
        rest.split(':').next().and_then(|number| number.parse::<u32>().ok()).expect("a number")
    };
    ada.say(&room, "!puzzle barrier").await;
    let (direct, first) = ada.wait_text(0, &bot.id, "Barrier, puzzle ").await;
    assert_ne!(direct, room, "puzzles are private");
    assert!(body(&first).contains("Hint (costs rating)"), "{}", body(&first));
    let puzzle = game.puzzle(number(&first)).expect("a puzzle");
    let wrong = (0..).map_while(|index| puzzle.line.nth_legal(index)).find(|text| *text != puzzle.answer);
    let before = ada.events().len();
    ada.say(&direct, &wrong.expect("another move")).await;
    let (_, missed) = ada.wait_text(before, &bot.id, "– no.").await;
    assert!(body(&missed).contains("Hint") && !body(&missed).contains("costs rating"), "{}", body(&missed));
    let before = ada.events().len();
    ada.say(&direct, &puzzle.answer).await;
    let (_, solved) = ada.wait_text(before, &bot.id, "– solved!").await;
    assert!(!body(&solved).contains("Your rating"), "only the first answer is rated: {}", body(&solved));

    let before = ada.events().len();
    ada.say(&direct, "puzzle barrier").await;
    let (_, second) = ada.wait_text(before, &bot.id, "Barrier, puzzle ").await;
    let puzzle = game.puzzle(number(&second)).expect("a puzzle");
    // Another message comes between the lesson and its answer.
    ada.say(&direct, "help").await;
    ada.say_beside(&direct, &second, &puzzle.answer, true).await;
    let (_, solved) = ada.wait_text(before, &bot.id, "– solved!").await;
    assert!(body(&solved).contains("Your rating for puzzles"), "{}", body(&solved));
    meeting.stop_bot().await;
}

/// A placement after which the opponent can capture, or else any move.
fn gift(text: &str) -> String {
    let position = Zertz::read_position(text.strip_prefix("zertz ").unwrap_or(text)).expect("a position");
    let moves = position.moves();
    moves.iter().find(|m| position.judge(Goal::Safe, **m).is_err()).unwrap_or(&moves[0]).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_turn_that_cost_a_game_is_shown_again_by_its_number() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
    let direct = meeting.ada.create_room(&[&meeting.bot.id], with).await;
    let (ada, bot) = (&meeting.ada, &meeting.bot);
    ada.wait_text(0, &bot.id, "Tablero").await;
    ada.say(&direct, "play game zertz level 8 side first").await;
    let (service, mut ply) = (meeting.service(), 0);
    let result = loop {
        let is_board = |event: &Value| {
            let file = event["content"]["tablero.file"].as_str().unwrap_or_default();
            event["sender"] == bot.id.as_str() && file.ends_with(&format!("-{ply}.png"))
        };
        let what = format!("the board after {ply} plies");
        let (_, board) = ada.wait_from(0, &what, |_, event| is_board(event)).await;
        let played = service.find(MatchId(1)).await.expect("the game");
        if played.outcome.is_some() {
            break board;
        }
        ada.say(&direct, &gift(&played.line.position())).await;
        ply += 2;
    };
    let words = body(&result);
    let (before, _) = words.split_once(" cost you most.").unwrap_or_else(|| panic!("no turn: {words}"));
    let turn = before.rsplit_once("Turn ").expect("a number").1;
    let entry = words.lines().find(|line| line.ends_with("See it again")).expect("a number for it");
    let number: String = entry.chars().filter(char::is_ascii_digit).collect();
    let before = ada.events().len();
    ada.say(&direct, &number).await;
    let (_, again) = ada.wait_text(before, &bot.id, "What followed:").await;
    assert!(body(&again).contains(&format!("Turn {turn}: ")), "{}", body(&again));
    meeting.stop_bot().await;
}
