//! Invalid input by users, and events that arrive twice.

use discord_emulator::MessageView;
use serde_json::{Value, json};
use test_support::stage::{SOON, Stage, shown};

#[tokio::test(flavor = "multi_thread")]
async fn moves_that_are_not_possible_are_explained() {
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    table.play("Wd4,a1").await;
    for (text, expected) in [
        ("Wd4,a2", "That ring is taken: there's a marble on d4."),
        ("Wd5,c3", "Ring c3 can't slide out: it doesn't have two neighbouring sides open."),
        ("Wd5,a1", "Ring a1 is no longer on the board."),
        ("Wi9,a2", "There's no ring i9 on this board."),
        ("Wd5", "You must also remove a ring, for example"),
        ("**hello** @everyone", "\\*\\*hello\\*\\*"),
        ("d4xd6", "marble on d5 to jump over"),
    ] {
        let answer = table.send(text).await;
        assert!(answer.ephemeral && answer.content.contains(expected), "{text}: {}", answer.content);
        assert!(answer.mentions.is_empty());
    }
    // A player out of turn, and a user who only watches.
    let response = table.send_as(table.waiting(), "Wd5,a2").await;
    assert!(response.content.contains("It's your opponent's turn"), "{}", response.content);
    let response = table.send_as(&stage.user("Carmen"), "Wd5,a2").await;
    assert!(!response.content.is_empty() && response.ephemeral);
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_on_an_older_board_is_answered_kindly() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let first = table.wait_board().await;
    // Its buttons cannot be removed, as happens with old messages.
    stage.local.faults().inject(Some("PATCH"), "/channels/", 10, discord_emulator::Fault::Status(500));
    table.play("c3").await;
    table.play("a1").await;
    let user = table.to_move().clone();
    let response = shown(&user.press(&first, "Type a move").await.expect("a button"));
    assert!(response.ephemeral && response.content.contains("The game has moved on"), "{}", response.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_click_moves_once() {
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    for text in ["Wd4,a1", "Bd6,a2", "Bd2,a3", "Bf4,a4", "Wg5,c1"] {
        table.play(text).await;
    }
    let board = table.wait_board().await;
    let user = table.to_move().clone();
    let (one, other) = tokio::join!(user.press(&board, "Play g5xe3"), user.press(&board, "Play g5xe3"));
    let answers = [shown(&one.expect("a button")).content, shown(&other.expect("a button")).content];
    let played = answers.iter().filter(|text| text.contains("Played")).count();
    assert_eq!(played, 1, "{answers:?}");
    table.line.play("g5xe3").expect("it is legal");
    table.wait_board().await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 6);
    assert_eq!(table.boards(6), 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_accept_an_open_challenge_and_one_plays() {
    let stage = Stage::open().await;
    let (ada, bruno, carmen) = (stage.user("Ada"), stage.user("Bruno"), stage.user("Carmen"));
    let challenge =
        shown(&ada.command(stage.games, "challenge", &[("game", json!("dvonn"))]).await.expect("a command"));
    assert!(challenge.content.contains("is looking for someone") && challenge.mentions.is_empty());
    let own = ada.press(&challenge, "Accept").await.expect("a button");
    assert!(!matches!(own, discord_emulator::Reply::NoResponse));
    let (one, other) = tokio::join!(bruno.press(&challenge, "Accept"), carmen.press(&challenge, "Accept"));
    one.expect("a button");
    other.expect("a button");
    let fits = |message: &MessageView| message.content.contains("Accepted:");
    ada.wait_message(stage.games, fits, SOON).await.expect("the challenge is accepted");
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_declined_or_cancelled_by_the_right_people() {
    let stage = Stage::open().await;
    let (ada, bruno, carmen) = (stage.user("Ada"), stage.user("Bruno"), stage.user("Carmen"));
    let options = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string()))];
    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a command"));
    assert_eq!(challenge.mentions, [bruno.id()]);
    carmen.press(&challenge, "Accept").await.expect("a button");
    let refused = carmen.wait_message(stage.games, |message| message.ephemeral, SOON).await.expect("an answer");
    assert!(!refused.content.is_empty());
    bruno.press(&challenge, "Decline").await.expect("a button");
    let declined = |message: &MessageView| message.id == challenge.id && message.content.contains("declined");
    let message = ada.wait_message(stage.games, declined, SOON).await.expect("the message changes");
    assert!(message.buttons.is_empty());
    assert_eq!(stage.count("SELECT COUNT(*) FROM challenges WHERE state = 'declined'").await, 1);

    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a command"));
    ada.press(&challenge, "Cancel").await.expect("a button");
    let cancelled = |message: &MessageView| message.id == challenge.id && message.content.contains("cancelled");
    ada.wait_message(stage.games, cancelled, SOON).await.expect("the message changes");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_that_a_game_does_not_have_are_refused_with_what_it_has() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    for (options, expected) in [
        (
            vec![("game", json!("dvonn")), ("variant", json!("48"))],
            "DVONN doesn't offer “48 rings”. It has: standard board.",
        ),
        (
            vec![("game", json!("barrier")), ("claims", json!("optional"))],
            "Barrier has no option “claims”. It has: variant or swap.",
        ),
        (vec![("game", json!("zertz")), ("opponent", json!(ada.id().to_string()))], "against yourself"),
        (
            vec![("game", json!("zertz")), ("opponent", json!(stage.local.bot_id().to_string()))],
            "Bots don't accept challenges",
        ),
        (vec![("game", json!("zertz")), ("message", json!("x".repeat(201)))], "too long"),
    ] {
        let answer = shown(&ada.command(stage.games, "challenge", &options).await.expect("a command"));
        assert!(answer.ephemeral && answer.content.contains(expected), "{}", answer.content);
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM challenges").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_expires_and_says_so() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    let options = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string()))];
    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a command"));
    stage.clock.advance(tablero::service::lobby::challenge::OPEN_MS);
    bruno.press(&challenge, "Accept").await.expect("a button");
    let expired = |message: &MessageView| message.id == challenge.id && message.content.contains("has expired");
    let message = ada.wait_message(stage.games, expired, SOON).await.expect("the message changes");
    assert!(message.buttons.is_empty());
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_boards_cannot_be_posted_no_game_begins() {
    use discord_emulator::permission;
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    stage.local.set_bot_permissions(stage.games, Some(permission::VIEW_CHANNEL));
    let options = [("game", json!("barrier"))];
    let response = shown(&ada.command(stage.games, "challenge", &options).await.expect("a command"));
    assert!(response.ephemeral && response.content.contains("Send Messages, Attach Files"), "{}", response.content);
    stage.local.set_bot_permissions(stage.games, None);
    let direct = ada.direct_messages();
    let response = shown(&ada.command(direct, "challenge", &options).await.expect("a command"));
    assert!(response.content.contains("Nobody else can see a challenge here"), "{}", response.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM challenges").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_buttons_of_the_board_before_go_away() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let first = table.wait_board().await;
    assert!(!first.buttons.is_empty());
    table.play("d4").await;
    let bare = |message: &MessageView| message.id == first.id && message.buttons.is_empty();
    let message = table.players[0].wait_message(table.thread, bare, SOON).await.expect("the buttons are removed");
    assert_eq!(
        (message.attachments.len(), message.content),
        (1, first.content.clone()),
        "the rest of the message is unchanged"
    );
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_reply_delivered_twice_moves_once() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let board = table.wait_board().await;
    let user = table.to_move().clone();
    user.reply(&board, "d4", true).expect("a reply");
    user.reply(&board, "d4", true).expect("a reply");
    table.line.play("d4").expect("it is legal");
    table.wait_board().await;
    let is_answer = |message: &MessageView| message.content.contains("The game has moved on");
    user.wait_message(table.thread, is_answer, SOON).await.expect("the second click is refused");
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_does_not_ping_the_bot_is_for_others() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let board = table.wait_board().await;
    let user = table.to_move().clone();
    let posted = stage.local.faults().count("POST", "/messages");
    user.reply(&board, "d4", false).expect("a reply");
    user.reply(&board, "e5", true).expect("a reply");
    table.line.play("e5").expect("it is legal");
    table.wait_board().await;
    assert_eq!(stage.local.faults().count("POST", "/messages"), posted + 1, "only the board of the second reply");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_to_an_older_board_is_answered() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let first = table.wait_board().await;
    let (user, other) = (table.to_move().clone(), table.waiting().clone());
    table.play("d4").await;
    table.play("e5").await;
    let without_buttons = |message: &MessageView| message.id == first.id && message.buttons.is_empty();
    let first = other.wait_message(table.thread, without_buttons, SOON).await.expect("its buttons are removed");
    stage.local.faults().record_bodies();
    let reply = user.reply(&first, "d4", true).expect("a reply");
    let is_answer = |message: &MessageView| message.content.contains("The game has moved on");
    user.wait_message(table.thread, is_answer, SOON).await.expect("an answer");
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 2, "it is not played");
    // Discord posts two messages with one nonce once, so a reply that two connections receive is answered once.
    let posted = stage.local.faults().requests();
    let bodies = posted.iter().filter(|request| request.method == "POST" && request.path.ends_with("/messages"));
    let bodies: Vec<Value> =
        bodies.filter_map(|request| serde_json::from_slice(request.body.as_deref()?).ok()).collect();
    assert_eq!(bodies.len(), 1, "{bodies:?}");
    assert_eq!((&bodies[0]["nonce"], &bodies[0]["enforce_nonce"]), (&json!(format!("r{reply}")), &json!(true)));
    stage.close().await;
}
