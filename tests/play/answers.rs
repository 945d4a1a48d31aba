//! Interaction responses that fail the first time, and the fallbacks for delivering them.

use discord_emulator::{ApiError, Fault, MessageView, Reply, permission};
use serde_json::json;
use std::time::{Duration, Instant};
use tablero::metrics::Exporter;
use test_support::stage::{SOON, Stage, Table, shown};
use tokio::time::timeout;

/// The player to move sends a move without waiting for the response.
fn send_unheard(table: &mut Table, text: &'static str) {
    let (user, thread) = (table.to_move().clone(), table.thread);
    tokio::spawn(async move { user.command(thread, "move", &[("text", json!(text))]).await });
    table.line.play(text).expect("it is legal");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_answer_is_tried_again_in_time() {
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    let faults = stage.local.faults();
    for (fault, text) in [
        (Fault::Status(500), "Wd4,a1"),
        (Fault::RateLimited { retry_after: 0.3 }, "Bd6,a2"),
        // Discord has the response but the bot does not know: the second attempt is refused because a response exists.
        (Fault::LoseResponse, "Bd2,a3"),
    ] {
        let before = faults.count("POST", "/callback");
        faults.inject(Some("POST"), "/callback", 1, fault.clone());
        let ply = table.line.ply() + 1;
        table.play(text).await;
        assert_eq!((faults.count("POST", "/callback") - before, table.boards(ply)), (2, 1), "{fault:?}");
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_that_has_an_answer_already_is_not_carried_out() {
    let stage = Stage::open().await;
    let table = stage.table("zertz", &[]).await;
    let answered = Fault::Refuse(ApiError::already_acknowledged());
    stage.local.faults().inject(Some("POST"), "/callback", 1, answered);
    let response =
        table.to_move().command(table.thread, "move", &[("text", json!("Wd4,a1"))]).await.expect("a command");
    assert!(matches!(response, Reply::NoResponse), "{response:?}");
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_of_a_move_is_always_reported() {
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    let faults = stage.local.faults();
    // Transient errors.
    faults.inject(Some("PATCH"), "/messages/@original", 2, Fault::Status(502));
    table.play("Wd4,a1").await;
    // The message to be edited is gone: a follow-up message replaces it.
    faults.inject(Some("PATCH"), "/messages/@original", 1, Fault::Refuse(ApiError::unknown_message()));
    table.play("Bd6,a2").await;
    // No follow-up message is possible.
    let lost = || Fault::Refuse(ApiError::expired_token());
    faults.inject(Some("PATCH"), "/messages/@original", 1, lost());
    faults.inject(Some("POST"), "/webhooks/", 1, lost());
    let ada = table.to_move().clone();
    send_unheard(&mut table, "Bd2,a3");
    let is_answer = |message: &MessageView| message.content.contains("Played") && message.content.contains("Bd2,a3");
    ada.wait_message(ada.direct_messages(), is_answer, SOON).await.expect("a direct message");
    table.wait_board().await;
    // Nor can a direct message be sent.
    let bruno = table.to_move().clone();
    bruno.accept_dms(false);
    faults.inject(Some("PATCH"), "/messages/@original", 1, lost());
    faults.inject(Some("POST"), "/webhooks/", 1, lost());
    send_unheard(&mut table, "Bf4,a4");
    let is_answer =
        |message: &MessageView| message.content.contains("Played") && message.content.contains(&bruno.mention());
    let line = bruno.wait_message(table.thread, is_answer, SOON).await.expect("a line in the thread");
    assert!(line.mentions.is_empty(), "nobody is pinged by it");
    table.wait_board().await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_answer_that_cannot_be_sent_is_not_told_elsewhere() {
    let mut stage = Stage::open().await;
    let table = stage.table("barrier", &[]).await;
    let ada = table.players[0].clone();
    let faults = stage.local.faults();
    let lost = || Fault::Refuse(ApiError::expired_token());
    faults.inject(Some("PATCH"), "/messages/@original", 1, lost());
    faults.inject(Some("POST"), "/webhooks/", 1, lost());
    let written = |place| ada.messages(place).into_iter().filter(|message| !message.ephemeral).count();
    let places = [table.thread, ada.direct_messages()];
    let before = places.map(written);
    let (user, thread) = (ada.clone(), table.thread);
    tokio::spawn(async move { user.command(thread, "stats", &[]).await });
    tokio::time::timeout(SOON, faults.wait_requests("POST", "/webhooks/", 1)).await.expect("it was tried");
    // The bot finishes its current work before it stops.
    stage.stop_bot().await;
    assert_eq!(places.map(written), before);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_nobody_is_shown_is_taken_back() {
    let mut stage = Stage::open().await;
    let ada = stage.user("Ada");
    stage.local.faults().inject(Some("POST"), "/callback", 1, Fault::Refuse(ApiError::unknown_interaction()));
    let response = ada.command(stage.games, "challenge", &[("game", json!("dvonn"))]).await.expect("a command");
    assert!(matches!(response, Reply::NoResponse), "{response:?}");
    // The bot finishes its current work before it stops.
    stage.stop_bot().await;
    assert_eq!(stage.rows("SELECT state FROM challenges").await, ["cancelled"]);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_whose_command_has_an_answer_already_stays_as_it_is() {
    let mut stage = Stage::open().await;
    let ada = stage.user("Ada");
    // Another delivery of the same command has already shown the challenge.
    stage.local.faults().inject(Some("POST"), "/callback", 1, Fault::Refuse(ApiError::already_acknowledged()));
    ada.command(stage.games, "challenge", &[("game", json!("dvonn"))]).await.expect("a command");
    stage.stop_bot().await;
    assert_eq!(stage.rows("SELECT state FROM challenges").await, ["open"]);
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox").await, 0, "nor is it shown again");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_cannot_be_shown_now_is_shown_later() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    stage.local.faults().inject(Some("POST"), "/callback", 100, Fault::Status(503));
    let options = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string()))];
    let response = ada.command(stage.games, "challenge", &options).await.expect("a command");
    assert!(matches!(response, Reply::NoResponse), "{response:?}");
    let is_challenge = |message: &MessageView| message.content.contains("challenges");
    let challenge = bruno.wait_message(stage.games, is_challenge, SOON).await.expect("it is shown");
    assert_eq!(challenge.mentions, [bruno.id()]);
    assert_eq!(stage.rows("SELECT state FROM challenges").await, ["open"]);
    stage.local.faults().clear();
    bruno.press(&challenge, "Accept").await.expect("a button");
    bruno.wait_channel(|channel| channel.parent == Some(stage.games), SOON).await.expect("the game's thread");
    let shown = bruno.messages(stage.games).into_iter().filter(|message| is_challenge(message)).count();
    assert_eq!(shown, 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_is_too_large_for_discord_does_not_lose_the_turn() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let faults = stage.local.faults();
    let too_large = || Fault::Refuse(ApiError::new(413, 40_005, "Request entity too large"));
    faults.inject(Some("POST"), "/messages", 1, too_large());
    // The picture is not taken a moment later either.
    faults.inject(Some("PATCH"), "/messages", 1, too_large());
    let (mover, waiting) = (table.to_move().clone(), table.thread);
    table.send("d4").await;
    table.line.play("d4").expect("it is legal");
    let is_board = |message: &MessageView| {
        message.content.contains("Turn 1") && message.content.contains("the upload was refused")
    };
    let board = mover.wait_message(waiting, is_board, SOON).await.expect("the board in words");
    assert!(board.attachments.is_empty() && board.content.contains("White knight"), "{}", board.content);
    assert_eq!(board.mentions, [table.to_move().id()], "whose turn it is");
    // An answer with a picture, and the answer to a file that something between the bot and Discord refuses.
    for fault in [too_large(), Fault::Status(413)] {
        faults.inject(Some("PATCH"), "/messages/@original", 1, fault);
        let look = table.to_move().command(table.thread, "board", &[]).await.expect("a command");
        let look = shown(&look);
        assert!(look.content.contains("the upload was refused") && look.attachments.is_empty(), "{}", look.content);
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_stops_when_the_requests_in_progress_are_answered() {
    let mut stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    let faults = stage.local.faults();
    faults.clear_requests();
    faults.inject(Some("PATCH"), "/messages/@original", 1, Fault::RateLimited { retry_after: 1.0 });
    send_unheard(&mut table, "Wd4,a1");
    let refused = faults.wait_status(429);
    timeout(SOON, refused).await.expect("the answer is refused");
    stage.stop_bot().await;
    let answers = stage.local.faults().requests().into_iter().filter(|request| request.path.ends_with("/@original"));
    assert_eq!(answers.map(|answer| answer.status).collect::<Vec<_>>(), [Some(429), Some(200)]);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_would_not_see_the_game_cannot_be_challenged() {
    let stage = Stage::open().await;
    let (ada, bruno, carmen) = (stage.user("Ada"), stage.user("Bruno"), stage.user("Carmen"));
    bruno.leave_server();
    carmen.set_permissions(Some(permission::PERSON & !permission::VIEW_CHANNEL));
    for (opponent, why) in [(&bruno, "isn't in this server"), (&carmen, "can't see this channel")] {
        let options = [("game", json!("zertz")), ("opponent", json!(opponent.id().to_string()))];
        let response = shown(&ada.command(stage.games, "challenge", &options).await.expect("a command"));
        assert!(response.ephemeral && response.content.contains(why), "{}", response.content);
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM challenges").await, 0);
    bruno.join_server();
    let options = [("game", json!("zertz")), ("opponent", json!(bruno.id().to_string()))];
    let response = shown(&ada.command(stage.games, "challenge", &options).await.expect("a command"));
    assert_eq!(response.mentions, [bruno.id()]);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_posted_while_a_server_wants_no_requests() {
    const WANTED: Duration = Duration::from_secs(5);
    let metrics = Exporter::install().expect("there is no other recorder");
    let stage = Stage::open().await;
    let mut tables = [stage.table("zertz", &[]).await, stage.table("zertz", &[]).await];
    let faults = stage.local.faults();
    let before = faults.count("POST", "/messages");
    faults.inject(Some("POST"), "/channels/", 1, Fault::RateLimitedGlobally { retry_after: WANTED.as_secs_f64() });
    let begun = Instant::now();
    tables[0].send("Wd4,a1").await;
    tables[0].line.play("Wd4,a1").expect("it is legal");
    let refused = faults.wait_requests("POST", "/messages", before + 1);
    timeout(SOON, refused).await.expect("the first board is refused");
    // What the bot sends before the refusal has reached it cannot wait. No other test here reaches the global limit.
    let is_known = async {
        while !metrics.render().contains("tablero_rate_limited_total{platform=\"discord\",scope=\"global\"} 1") {
            tokio::task::yield_now().await;
        }
    };
    timeout(SOON, is_known).await.expect("the bot hears of the limit");
    // Interaction responses are not held up by it.
    let response = tables[1].send("Wd4,a1").await;
    let posted = faults.count("POST", "/messages") - before;
    assert!(
        response.content.contains("Played") && begun.elapsed() < WANTED,
        "{response:?} after {:?}",
        begun.elapsed()
    );
    assert_eq!(posted, 1, "only the one that was refused");
    tables[1].line.play("Wd4,a1").expect("it is legal");
    tables[1].wait_board().await;
    assert!(begun.elapsed() >= WANTED, "the board of another game came after {:?}", begun.elapsed());
    tables[0].wait_board().await;
    assert_eq!([tables[0].boards(1), tables[1].boards(1)], [1, 1]);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_neither_renames_its_author_nor_changes_the_language() {
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    let ada = table.to_move().clone();
    ada.set_nick(Some("Ada of the Rings"));
    ada.set_locale("it");
    ada.command(table.thread, "board", &[]).await.expect("a command");
    let known = "SELECT name || '/' || locale FROM players WHERE name LIKE 'Ada%'";
    assert_eq!(stage.rows(known).await, ["Ada of the Rings/it"]);
    // A message carries no locale, and the stored one cannot be found.
    stage.change("UPDATE players SET locale = NULL WHERE name LIKE 'Ada%'").await;
    let board = table.wait_board().await;
    ada.reply(&board, "Wd4,a1", true).expect("a reply");
    table.line.play("Wd4,a1").expect("it is legal");
    table.wait_board().await;
    let known = "SELECT name || '/' || COALESCE(locale, 'unknown') FROM players WHERE name LIKE 'Ada%'";
    assert_eq!(stage.rows(known).await, ["Ada of the Rings/unknown"]);
    stage.close().await;
}
