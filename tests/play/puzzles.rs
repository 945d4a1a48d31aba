//! Puzzles: solving them, wrong answers, hints, themes, and what is stored about a person.

use crate::lessons::{game, pick, press};
use discord_emulator::{MessageView, Reply, User};
use serde_json::{Value, json};
use tablero::catalog::{AnyGame, AnyPuzzle};
use tablero::chat::Language;
use tablero::chat::texts::label_in;
use test_support::stage::{SOON, Stage, changed, command};

async fn puzzle(stage: &Stage, user: &User, options: &[(&str, &str)]) -> MessageView {
    let options: Vec<(&str, Value)> = options.iter().map(|(name, value)| (*name, json!(value))).collect();
    command(user, stage.games, "puzzle", &options).await
}

/// The puzzle that a message shows: its heading has the number.
fn shown_in(game: &'static dyn AnyGame, step: &MessageView) -> AnyPuzzle {
    let rest = step.content.strip_prefix(&format!("**{}, puzzle ", game.title()));
    let number = rest.and_then(|rest| rest.split(':').next()?.parse().ok());
    number.and_then(|number| game.puzzle(number)).unwrap_or_else(|| panic!("no puzzle of {game:?}: {}", step.content))
}

/// A legal move that does not solve a puzzle.
fn wrong_move(puzzle: &AnyPuzzle) -> String {
    let mut moves = (0..).map_while(|number| puzzle.line.nth_legal(number));
    moves.find(|text| *text != puzzle.answer).expect("another move")
}

/// The rating after an answer and what the answer changed, if the message tells them.
fn rated(step: &MessageView) -> Option<(i64, i64)> {
    let (_, told) = step.content.split_once("Your rating for puzzles is now **")?;
    let (rating, gain) = told.split_once("** (")?;
    let gain = gain.split(')').next()?;
    Some((rating.trim_end_matches('?').parse().ok()?, gain.parse().ok()?))
}

/// The labels of the buttons for a hint.
fn hint_labels(step: &MessageView) -> Vec<&str> {
    step.buttons.iter().map(|button| button.label.as_str()).filter(|label| label.starts_with("Hint")).collect()
}

fn has_theme(step: &MessageView, game: &'static dyn AnyGame, theme: &str) -> bool {
    let title = label_in(game, Language::En, &format!("puzzle-{theme}.title"), &[]);
    step.content.lines().next().is_some_and(|heading| heading.contains(&format!(": {title}** (rating ")))
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_solved_with_buttons_and_menus_and_rated() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    for name in ["zertz", "dvonn", "barrier"] {
        let game = game(name);
        let step = puzzle(&stage, &ada, &[("game", name)]).await;
        let first = shown_in(game, &step);
        assert!(step.attachments[0].description.as_deref().is_some_and(|alt| alt.contains("Puzzle ")), "{step:?}");
        let (solved, _) = pick(&ada, step, &*first.line, &first.answer).await;
        assert!(solved.content.contains(&format!("**{}** – solved!", first.answer)), "{}", solved.content);
        let (rating, gain) = rated(&solved).expect("a rating");
        assert!(gain > 0 && rating == 1500 + gain, "{}", solved.content);
        let next = press(&ada, &solved, "Next puzzle").await;
        assert_ne!(shown_in(game, &next).card.number, first.card.number, "one that she has not answered");
        let own = command(&ada, stage.games, "profile", &[]).await;
        assert!(own.content.contains(&format!("{} 1 of 1 (rating {rating}", game.title())), "{}", own.content);
    }
    // No one else sees any of it.
    assert!(ada.messages(stage.games).iter().all(|message| message.ephemeral));
    let seen = command(&bruno, stage.games, "profile", &[("user", json!(ada.id().to_string()))]).await;
    assert!(!seen.content.contains("uzzle"), "{}", seen.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_answer_is_refuted_and_counts_once() {
    let stage = Stage::open().await;
    let (ada, game) = (stage.user("Ada"), game("barrier"));
    let step = puzzle(&stage, &ada, &[("game", "barrier"), ("theme", "outlast")]).await;
    let puzzle = shown_in(game, &step);
    let wrong = wrong_move(&puzzle);
    let (missed, _) = pick(&ada, step, &*puzzle.line, &wrong).await;
    assert!(missed.content.contains(&format!("**{wrong}** – no. Your opponent walks **")), "{}", missed.content);
    assert_eq!(missed.attachments.len(), 1, "the board shows what the move does");
    let (rating, gain) = rated(&missed).expect("a rating");
    assert!(gain < 0 && rating == 1500 + gain, "{}", missed.content);
    assert_eq!(hint_labels(&missed), ["Hint"]);

    // Answering it again changes nothing, by typing as little as by picking.
    let again = press(&ada, &missed, "Try again").await;
    assert_eq!(hint_labels(&again), ["Hint"]);
    let Reply::Modal(form) = ada.press(&again, "Type a move").await.expect("a button") else { panic!("no form") };
    let name = form.inputs[0]["custom_id"].as_str().expect("an input").to_owned();
    let reply = ada.submit_modal(&form, &[(&name, &puzzle.answer)]).await.expect("a form");
    let solved = changed(&ada, &again, reply).await;
    assert!(solved.content.contains("– solved!"), "{}", solved.content);
    assert_eq!(rated(&solved), None, "{}", solved.content);
    assert_eq!(stage.count("SELECT games FROM puzzle_ratings").await, 1);
    assert_eq!(stage.count("SELECT SUM(is_solved) FROM puzzles").await, 0);
    // The puzzle has won a game.
    assert_eq!(stage.count("SELECT games FROM rated_puzzles").await, 1);
    let rating = stage.count("SELECT CAST(rating AS INTEGER) FROM rated_puzzles").await;
    assert!(rating > i64::from(puzzle.card.rating), "{rating} after {}", puzzle.card.rating);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_and_the_solution_cost_the_rating() {
    let stage = Stage::open().await;
    let (ada, game) = (stage.user("Ada"), game("dvonn"));
    let step = puzzle(&stage, &ada, &[("game", "dvonn")]).await;
    let first = shown_in(game, &step);
    let hinted = press(&ada, &step, "Hint (costs rating)").await;
    assert!(hinted.content.contains("The solution has to do with **"), "{}", hinted.content);
    let (after_hint, gain) = rated(&hinted).expect("a rating");
    assert!(gain < 0, "{}", hinted.content);
    // Nothing is left to lose.
    assert_eq!(hint_labels(&hinted), ["Hint"]);
    let again = press(&ada, &hinted, "Hint").await;
    assert!(again.content.contains("The solution has to do with **") && rated(&again).is_none(), "{}", again.content);
    let (solved, _) = pick(&ada, again, &*first.line, &first.answer).await;
    assert!(solved.content.contains("– solved!") && rated(&solved).is_none(), "{}", solved.content);

    let step = press(&ada, &solved, "Next puzzle").await;
    let second = shown_in(game, &step);
    let told = press(&ada, &step, "Show the answer").await;
    assert!(told.content.contains(&format!("The solution is **{}**.", second.answer)), "{}", told.content);
    let (rating, gain) = rated(&told).expect("a rating");
    assert!(gain < 0 && rating == after_hint + gain, "{}", told.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_and_a_theme_can_be_chosen() {
    let stage = Stage::open().await;
    for (name, user) in [("zertz", "Ada"), ("dvonn", "Bruno"), ("barrier", "Carmen")] {
        let (user, game) = (stage.user(user), game(name));
        user.set_locale("en-US");
        for theme in game.puzzle_themes() {
            let step = puzzle(&stage, &user, &[("game", name), ("theme", theme)]).await;
            assert_eq!(shown_in(game, &step).card.theme, theme);
            assert!(has_theme(&step, game, theme), "{}", step.content);
        }
    }
    let ada = stage.user("Ada");
    // The theme tells the game.
    let step = puzzle(&stage, &ada, &[("theme", "leave")]).await;
    let first = shown_in(game("barrier"), &step);
    let told = press(&ada, &step, "Show the answer").await;
    let like = press(&ada, &told, "Another like this").await;
    assert!(has_theme(&like, game("barrier"), "leave"), "{}", like.content);
    assert_ne!(shown_in(game("barrier"), &like).card.number, first.card.number);
    let none = puzzle(&stage, &ada, &[("game", "dvonn"), ("theme", "leave")]).await;
    assert!(none.content.starts_with("I have no new puzzle of this kind for DVONN."), "{}", none.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_s_puzzles_are_exported_and_erased() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    ada.set_locale("es-ES");
    let step = puzzle(&stage, &ada, &[("game", "zertz")]).await;
    assert!(step.content.starts_with("**ZÈRTZ, problema "), "{}", step.content);
    press(&ada, &step, "Ver la respuesta").await;
    ada.set_locale("en-US");
    let reply = command(&ada, stage.games, "privacy export", &[]).await;
    let bytes = ada.download(reply.attachments[0].id).await.expect("the file");
    let data: Value = serde_json::from_slice(&bytes).expect("it is JSON");
    assert_eq!((&data["puzzles"][0]["game"], &data["puzzles"][0]["is_solved"]), (&json!("zertz"), &json!(false)));
    assert_eq!(data["puzzle_ratings"][0]["games"], 1);

    let question = command(&ada, stage.games, "privacy delete", &[]).await;
    ada.press(&question, "Delete my data").await.expect("a button");
    let done = |message: &MessageView| message.id == question.id && message.content.contains("deleted all your data");
    ada.wait_message(stage.games, done, SOON).await.expect("the deletion is confirmed");
    assert_eq!(stage.count("SELECT (SELECT COUNT(*) FROM puzzles) + (SELECT COUNT(*) FROM puzzle_ratings)").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_typed_move_answers_the_open_puzzle_where_no_game_is_played() {
    let stage = Stage::open().await;
    let (ada, game) = (stage.user("Ada"), game("barrier"));
    let typed = async |place, text: &str| command(&ada, place, "move", &[("text", json!(text))]).await;
    let none = typed(stage.games, "a1").await;
    // A lesson that was shown earlier waits.
    command(&ada, stage.games, "learn", &[("game", json!("dvonn"))]).await;
    let first = shown_in(game, &puzzle(&stage, &ada, &[("game", "barrier")]).await);
    let refused = typed(stage.games, "what?").await;
    assert!(refused.ephemeral && rated(&refused).is_none(), "{}", refused.content);
    let wrong = typed(stage.games, &wrong_move(&first)).await;
    assert!(wrong.ephemeral && wrong.content.contains("** – no."), "{}", wrong.content);
    let solved = typed(stage.games, &first.answer).await;
    assert!(solved.ephemeral && solved.content.contains("– solved!"), "{}", solved.content);
    // It is solved, so the lesson is what she is doing.
    let lesson = typed(stage.games, "c3d3").await;
    let is_right = lesson.content.contains("**DVONN, lesson 1 of 7: ") && lesson.content.contains("right!");
    assert!(is_right, "{}", lesson.content);
    assert_eq!(typed(stage.games, "a1").await.content, none.content, "nothing is left to answer");
    // A solution that was shown leaves nothing to answer, either.
    let step = puzzle(&stage, &ada, &[("game", "barrier")]).await;
    press(&ada, &step, "Show the answer").await;
    assert_eq!(typed(stage.games, "a1").await.content, none.content);
    // Where a game is played, a move is never taken for an answer, which could cost rating.
    let step = puzzle(&stage, &ada, &[("game", "barrier")]).await;
    let third = shown_in(game, &step);
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    for place in [table.thread, stage.games] {
        let refused = typed(place, &third.answer).await;
        assert!(refused.content.contains("It's your opponent's turn."), "{}", refused.content);
    }
    stage.close().await;
}
