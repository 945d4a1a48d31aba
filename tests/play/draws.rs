//! Draws: the confirmation before an offer, and how the engine responds.

use discord_emulator::MessageView;
use serde_json::{Value, json};
use std::sync::Arc;
use tablero::ai::{EngineOptions, Limits, Score, Stop};
use tablero::catalog::AnyLine;
use tablero::db::SqlStorage;
use tablero::engine::agrees_to_draw;
use tablero::rules::Seat;
use tablero::service::{
    Action, DeliveryMode, GameService, Level, Pauses, PlaceId, PlayError, PlayerId, Side, SystemClock, Terms,
    TimeControl,
};
use tempfile::TempDir;
use test_support::stage::{SOON, Stage, offer_draw, shown};

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_asked_about_before_it_is_offered_or_accepted() {
    let stage = Stage::open().await;
    // The rules of Barrier have no draws; players may agree to one all the same.
    let mut table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    let question = shown(&ada.command(table.thread, "draw", &[]).await.expect("a command"));
    let response =
        "Offer Bruno a draw in your game of **Barrier** (no. 1; 8×8 squares, with the swap rule, unrated, no clock)?";
    assert!(question.ephemeral && question.mentions.is_empty() && question.content == response, "{question:?}");
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE offer IS NOT NULL").await, 0);
    // The game goes on before the confirmation is answered: it was about another position.
    table.play("d4").await;
    ada.press(&question, "Yes, offer a draw").await.expect("a button");
    let stale = |message: &MessageView| message.ephemeral && message.content.contains("has moved on");
    ada.wait_message(table.thread, stale, SOON).await.expect("the bot says that the confirmation is stale");
    let response = offer_draw(&ada, table.thread).await;
    assert!(response.content == "You've offered a draw." && response.buttons.is_empty(), "{response:?}");
    let again = shown(&ada.command(table.thread, "draw", &[]).await.expect("a command"));
    assert!(again.content.contains("You've already asked") && again.buttons.is_empty(), "{again:?}");
    let stranger = shown(&stage.user("Carmen").command(table.thread, "draw", &[]).await.expect("a command"));
    assert!(stranger.content.contains("No juegas en esta partida") && stranger.buttons.is_empty(), "{stranger:?}");

    let question = shown(&bruno.command(table.thread, "draw", &[]).await.expect("a command"));
    let response = "Ada offers you a draw in your game of **Barrier** (no. 1; 8×8 squares, with the swap rule, unrated, no clock). Accept it?";
    assert!(question.ephemeral && question.content.starts_with(response), "{question:?}");
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'running'").await, 1);
    assert_eq!(table.press(&bruno, &question, "Yes, accept the draw").await.content, "Draw agreed.");
    let agreed = |message: &MessageView| message.content.contains("agree to a draw");
    ada.wait_message(table.thread, agreed, SOON).await.expect("the result");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_a_move_has_declined_has_nothing_left_to_answer() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    table.play("d4").await;
    offer_draw(&ada, table.thread).await;
    let offers = |message: &MessageView| message.button("Decline").is_some() && message.attachments.is_empty();
    let offer = bruno.wait_message(table.thread, offers, SOON).await.expect("the offer");
    table.play("e5").await;
    for button in ["Agree", "Decline"] {
        assert_eq!(table.press(&bruno, &offer, button).await.content, "There's nothing left to answer.");
    }
    // The offerer's own move leaves the offer open: it is answered below the newest board.
    offer_draw(&ada, table.thread).await;
    let newer = |message: &MessageView| offers(message) && message.id > offer.id;
    let offer = bruno.wait_message(table.thread, newer, SOON).await.expect("the offer");
    let text = table.line.nth_legal(0).expect("a move");
    table.play(&text).await;
    assert!(table.press(&bruno, &offer, "Agree").await.content.starts_with("The game has moved on"));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_offer_that_the_engine_does_not_consider_is_refused_at_once() {
    let stage = Stage::open().await;
    let rated = [("rated", json!(true)), ("time", json!("3d"))];
    type Case<'a> = (&'a str, &'a [(&'a str, Value)], &'a str);
    let cases: [Case<'_>; 4] = [
        ("zertz", &rated, "in rated games"),
        ("barrier", &[], "This game can't end in a draw"),
        ("zertz", &[], "from turn 17 on"),
        ("dvonn", &[], "from turn 66 on"),
    ];
    for (game, options, expected) in cases {
        let table = stage.practice(game, 6, options).await;
        let answer = offer_draw(&table.players[0], table.thread).await;
        assert!(answer.ephemeral && answer.content.contains(expected), "{game}: {answer:?}");
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'running' AND offer IS NULL").await, 4);
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE post ->> 'notice' = 'draw_offered'").await, 0);
    stage.close().await;
}

/// The move the engine would play at full strength.
fn strong(line: &dyn AnyLine) -> String {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let found = line.game().engine(EngineOptions::default()).search(line, limits, &Stop::default(), &mut |_| {});
    found.best().expect("a move").clone()
}

fn first(line: &dyn AnyLine) -> String {
    line.nth_legal(0).expect("a move")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_is_behind_agrees_and_one_that_is_ahead_declines() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    type Choose = fn(&dyn AnyLine) -> String;
    let cases: [(u8, Choose, bool); 2] = [(1, strong, true), (5, first, false)];
    for (level, choose, agrees) in cases {
        let mut table = stage.practice("dvonn", level, &[("start", json!("random"))]).await;
        while table.line.ply() < 20 || table.engine == Some(table.line.seat()) {
            assert!(table.line.ending().is_none());
            if table.engine == Some(table.line.seat()) {
                table.wait_engine().await;
            } else {
                let text = choose(&*table.line);
                table.play(&text).await;
            }
        }
        let response = offer_draw(&ada, table.thread).await;
        assert!(response.content.contains(&format!("Tablero (level {level}) is considering")), "{response:?}");
        let answer = |message: &MessageView| {
            message.content.contains("agree to a draw") || message.content.contains("declines the draw")
        };
        let answer = ada.wait_message(table.thread, answer, SOON).await.expect("an answer");
        assert_eq!(answer.content.contains("agree to a draw"), agrees, "{}", answer.content);
    }
    stage.close().await;
}

async fn service(folder: &TempDir) -> (GameService, SqlStorage) {
    let store = test_support::stage::open_storage(&folder.path().join("tablero.sqlite")).await;
    (GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), || 7), store)
}

fn terms(game: &str, setup: &str, rated: bool) -> Terms {
    Terms {
        game: game.to_owned(),
        setup: setup.to_owned(),
        challenger: PlayerId(1),
        opponent: None,
        side: Side::First,
        hints: false,
        rated,
        control: TimeControl::PerMove { days: 3 },
        pauses: Pauses::ALL,
        note: String::new(),
        place: PlaceId(9),
        server: None,
        delivery_mode: DeliveryMode::Channel,
        origin: None,
        language: "en".to_owned(),
    }
}

#[tokio::test]
async fn a_draw_cannot_be_offered_where_the_engine_does_not_consider_it() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let level = Level::new(8).expect("a level");
    let begin = |terms: Terms| service.start_against_engine(terms, level, None);
    let rated = begin(terms("dvonn", "start=random", true)).await.expect("a game");
    let early = begin(terms("zertz", "", false)).await.expect("a game");
    let barrier = begin(terms("barrier", "", false)).await.expect("a game");
    for (mut played, why) in
        [(rated, PlayError::RatedDraw), (early, PlayError::DrawTooEarly(17)), (barrier, PlayError::NoDraws)]
    {
        assert_eq!(played.check_draw(Seat::One), Err(why.clone()));
        assert_eq!(played.check_draw(Seat::Two), Ok(()), "a person may always accept a draw");
        let now = service.now();
        assert_eq!(played.act(PlayerId(1), None, &Action::OfferDraw, now, 0).expect_err("it is refused"), why);
    }
    assert!(agrees_to_draw(Score(0)) && agrees_to_draw(Score::loss_in(3)));
    assert!(!agrees_to_draw(Score(1)) && !agrees_to_draw(Score::win_in(3)));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_after_an_offer_repeats_it_with_its_buttons() {
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    let [ada, bruno] = table.players.clone();
    assert!(offer_draw(&ada, table.thread).await.content.contains("You've offered a draw"));
    let text = table.line.nth_legal(0).expect("a legal move");
    let response = table.send_as(&ada, &text).await;
    assert!(response.content.contains(&text), "{response:?}");
    table.line.play(&text).expect("it is legal");
    let is_board = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with("-1.png"));
    let board = bruno.wait_message(table.thread, is_board, SOON).await.expect("the board");
    assert!(board.content.contains("offers") && board.content.contains("a draw"), "{}", board.content);
    let labels: Vec<&str> = board.buttons.iter().map(|button| button.label.as_str()).collect();
    assert_eq!(labels, ["Move", "Type a move", "Hint", "Agree", "Decline"], "all five fit");
    // The private board has the same buttons.
    let shown = shown(&bruno.command(table.thread, "board", &[]).await.expect("a command"));
    assert_eq!(shown.buttons.len(), 5, "{shown:?}");
    bruno.press(&board, "Agree").await.expect("a button");
    let agreed = |message: &MessageView| message.content.contains("agree to a draw");
    ada.wait_message(table.thread, agreed, SOON).await.expect("the result");
    stage.close().await;
}
