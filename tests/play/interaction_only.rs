//! Games where the bot is not a member: every board is a response to a player's interaction.

use crate::notifications::quiet_hours;
use discord_emulator::{EmulatorOptions, Fault, Id, MessageView, Reply, User};
use serde_json::json;
use std::time::Duration;
use tablero::catalog::{AnyLine, Catalog};
use tablero::rules::SeededRng;
use test_support::stage::{SOON, Stage, Table, changed, command, offer_draw, shown, take_back};

/// A token expires after this many milliseconds.
const EXPIRED_MS: i64 = 15 * 60 * 1000;

/// Ada challenges Bruno and begins, Bruno accepts, and the first board has appeared, in the same channel.
async fn table(stage: &Stage, channel: Id) -> Table {
    let players = [stage.user("Ada"), stage.user("Bruno")];
    players[1].set_locale("en-US");
    let options = [
        ("game", json!("barrier")),
        ("variant", json!("5")),
        ("opponent", json!(players[1].id().to_string())),
        ("side", json!("first")),
    ];
    let challenge = shown(&players[0].command(channel, "challenge", &options).await.expect("a command"));
    assert!(!challenge.ephemeral && challenge.mentions == [players[1].id()], "{challenge:?}");
    let seen = players[1]
        .wait_message(channel, |message| message.id == challenge.id, SOON)
        .await
        .expect("the challenge is shown");
    players[1].press(&seen, "Accept").await.expect("a button");
    let accepted = |message: &MessageView| message.id == challenge.id && message.content.contains("Accepted:");
    let accepted = players[0].wait_message(channel, accepted, SOON).await.expect("it is accepted");
    assert!(accepted.buttons.is_empty());
    let line =
        Catalog::standard().game("barrier").expect("the game exists").start("variant=5").expect("the setup exists");
    let table = Table { players, engine: None, thread: channel, line };
    table.wait_board().await;
    table
}

/// Makes every response fail except the private ones, and plays a move for the player to move.
async fn move_unseen(stage: &Stage, table: &mut Table, text: &str) {
    let before = stage.local.faults().count("POST", "/webhooks/");
    stage.local.faults().inject(Some("POST"), "/webhooks/", 1000, Fault::Status(503));
    let response = table.send(text).await;
    assert!(response.ephemeral && response.content.contains(text), "{response:?}");
    table.line.play(text).expect("it is legal");
    let tried = stage.local.faults().wait_requests("POST", "/webhooks/", before + 1);
    tokio::time::timeout(SOON, tried).await.expect("an attempt");
    assert_eq!(table.boards(table.line.ply()), 0);
}

/// Waits until the buttons of a message are removed.
async fn wait_bare(user: &User, board: &MessageView) {
    let bare = |message: &MessageView| message.id == board.id && message.buttons.is_empty();
    let message = user.wait_message(board.channel, bare, SOON).await.expect("the buttons are removed");
    assert_eq!(
        (message.attachments.len(), message.content),
        (1, board.content.clone()),
        "the rest of the message is unchanged"
    );
}

/// A move after which the game can last until this many plies are played, if there is one.
fn lasting(line: &dyn AnyLine, plies: usize) -> Option<String> {
    let lasts = |text: &String| {
        let mut then = line.copy();
        then.play(text).expect("it is legal");
        then.ply() >= plies || lasting(&*then, plies).is_some()
    };
    line.legal(usize::MAX).into_iter().find(lasts)
}

/// Moves with the form behind a board's button. A move that is refused first leaves the buttons in place and is
/// explained to the player only.
async fn type_move(user: &User, board: &MessageView, text: &str) {
    let reply = user.press(board, "Type a move").await.expect("a button");
    let Reply::Modal(form) = &reply else { panic!("no form: {reply:?}") };
    user.submit_modal(form, &[("text", "z9")]).await.expect("a form");
    let refused = |message: &MessageView| message.ephemeral && message.content.contains("z9") && message.id > board.id;
    user.wait_message(board.channel, refused, SOON).await.expect("an explanation");
    assert!(!user.message(board.channel, board.id).expect("the board").buttons.is_empty());
    let reply = user.press(board, "Type a move").await.expect("a button");
    user.submit_modal(reply.modal().expect("a form"), &[("text", text)]).await.expect("a form");
    wait_bare(user, board).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_by_answers() {
    const LOST: usize = 4;
    let mut stage = Stage::open().await;
    let private = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    let mut table = table(&stage, private).await;
    let mut chance = SeededRng::new(8);
    while table.line.ending().is_none() {
        let ply = table.line.ply();
        let any = || table.line.nth_legal(0).expect("the game is not over");
        let mut text = lasting(&*table.line, 9).unwrap_or_else(any);
        let board = if ply == LOST { None } else { Some(table.wait_board().await) };
        let user = table.to_move().clone();
        let forced = format!("Play {text}");
        match (ply, board) {
            (1, _) => {
                // The bot stops before the board is posted and restarts while the token is valid.
                move_unseen(&stage, &mut table, &text).await;
                stage.stop_bot().await;
                stage.local.faults().clear();
                stage.start_bot().await;
                continue;
            }
            (3, _) => {
                // It restarts too late.
                move_unseen(&stage, &mut table, &text).await;
                stage.stop_bot().await;
                stage.local.faults().clear();
                stage.clock.advance(EXPIRED_MS);
                stage.local.advance(Duration::from_millis(EXPIRED_MS.cast_unsigned()));
                stage.start_bot().await;
                continue;
            }
            (_, None) => {
                // A player who requests the board is shown it and plays on from there.
                let board = shown(&user.command(private, "board", &[]).await.expect("a command"));
                assert!(board.ephemeral && board.attachments[0].name.ends_with(&format!("-{LOST}.png")), "{board:?}");
                type_move(&user, &board, &text).await;
            }
            (_, Some(board)) if board.button(&forced).is_some() => {
                user.press(&board, &forced).await.expect("a button");
                wait_bare(&user, &board).await;
            }
            (0, Some(board)) => text = table.pick(&board, &mut chance).await,
            (2, Some(board)) => type_move(&user, &board, &text).await,
            _ => {
                table.send(&text).await;
            }
        }
        table.line.play(&text).expect("it is legal");
    }
    table.wait_board().await;
    assert!(table.line.ply() >= 9, "the game was long enough for all of it");
    for ply in 0..=table.line.ply() {
        let public = table.players[1].messages(private).into_iter().filter(|message| !message.ephemeral);
        let name = format!("-{ply}.png");
        let boards = public.filter(|message| message.attachments.iter().any(|file| file.name.ends_with(&name)));
        assert_eq!(boards.count(), usize::from(ply != LOST), "board {ply}");
    }
    assert_eq!(stage.local.faults().count("POST", "/channels/"), 0, "nothing was posted but answers");
    let export = shown(&table.players[1].command(private, "export", &[]).await.expect("a command"));
    assert!(export.ephemeral && export.attachments.len() == 1);
    // The end of the game has a post of its own, of which nothing is seen here.
    stage.wait_count("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL", 0).await;
    stage.stop_bot().await;
    assert_eq!(
        stage.count("SELECT COUNT(*) FROM outbox WHERE delivered_at IS NULL").await,
        1,
        "only the lost post is pending"
    );
    let secrets = "SELECT COUNT(*) FROM outbox WHERE token IS NOT NULL OR problem LIKE '%webhooks%'";
    assert_eq!(stage.count(secrets).await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_was_lost_is_asked_under_the_board() {
    let stage = Stage::open().await;
    let private = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    let mut table = table(&stage, private).await;
    table.play("c3").await;
    let [ada, bruno] = table.players.clone();
    // Discord does not accept the token any more, whatever the bot believes.
    let expired = discord_emulator::ApiError::expired_token();
    stage.local.faults().inject(Some("POST"), "/webhooks/", 1, Fault::Refuse(expired));
    take_back(&ada, private).await;
    let board = shown(&bruno.command(private, "board", &[]).await.expect("a command"));
    assert!(board.content.contains("for a take-back") && board.mentions.is_empty(), "{board:?}");
    bruno.press(&board, "Agree").await.expect("a button");
    wait_bare(&bruno, &board).await;
    table.line.take_back();
    let begins =
        |message: &MessageView| message.content.contains("begins") && !message.ephemeral && message.id > board.id;
    let again = ada.wait_message(private, begins, SOON).await.expect("the board without the move");
    assert_eq!(again.mentions, [ada.id()]);
    // The player who offers cannot accept.
    assert!(offer_draw(&bruno, private).await.content.contains("You've offered a draw"));
    let offer = ada.wait_message(private, |message| message.content.contains("a draw"), SOON).await.expect("an offer");
    let own = shown(&bruno.command(private, "board", &[]).await.expect("a command"));
    assert!(own.button("Agree").is_none(), "{own:?}");
    ada.press(&offer, "Agree").await.expect("a button");
    let agreed = |message: &MessageView| message.content.contains("agree to a draw") && !message.ephemeral;
    bruno.wait_message(private, agreed, SOON).await.expect("the result");
    let again = shown(&bruno.command(private, "rematch", &[]).await.expect("a command"));
    assert!(!again.ephemeral && again.mentions == [ada.id()], "{again:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_and_its_game_keep_the_language_of_the_challenger() {
    let stage = Stage::open().await;
    let channel = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    bruno.set_locale("it");
    let options = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string())), ("side", json!("first"))];
    let challenge = shown(&ada.command(channel, "challenge", &options).await.expect("a command"));
    let seen = |message: &MessageView| message.id == challenge.id;
    let seen = bruno.wait_message(channel, seen, SOON).await.expect("the challenge is shown");
    bruno.press(&seen, "Accept").await.expect("a button");
    let accepted = |message: &MessageView| message.id == challenge.id && message.buttons.is_empty();
    let accepted = ada.wait_message(channel, accepted, SOON).await.expect("it is accepted");
    assert!(accepted.content.contains("Accepted: ") && accepted.content.contains("challenges"), "{}", accepted.content);
    let board = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with("-0.png"));
    let board = ada.wait_message(channel, board, SOON).await.expect("the first board");
    assert!(board.content.contains("it's your turn"), "{}", board.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_member_of_a_group_can_accept_an_open_challenge() {
    let stage = Stage::open().await;
    let [ada, bruno, carmen] = ["Ada", "Bruno", "Carmen"].map(|name| stage.user(name));
    let group = stage.local.private_channel(&[&ada, &bruno, &carmen]);
    let challenge = shown(&ada.command(group, "challenge", &[("game", json!("dvonn"))]).await.expect("a command"));
    assert!(challenge.content.contains("is looking for someone"));
    carmen.press(&challenge, "Accept").await.expect("a button");
    let has_board = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with("-0.png"));
    let board = bruno.wait_message(group, has_board, SOON).await.expect("everyone sees the board");
    assert!(board.mentions == [ada.id()] || board.mentions == [carmen.id()], "{board:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_server_without_the_bot_it_depends_on_a_permission() {
    let stage = Stage::open_with(EmulatorOptions { installed: false, ..EmulatorOptions::default() }).await;
    let mut table = table(&stage, stage.games).await;
    table.play("c3").await;
    table.play("a1").await;
    assert!(table.players[0].channels().iter().all(|channel| channel.parent.is_none()), "there is no thread");
    assert_eq!(stage.local.faults().count("POST", "/channels/"), 0);
    let [ada, bruno] = table.players.clone();
    let challenge =
        shown(&ada.command(stage.games, "challenge", &[("game", json!("dvonn"))]).await.expect("a command"));
    stage.local.allow_external_apps(false);
    // Ada owns the server and has every permission in it.
    let response =
        shown(&bruno.command(stage.games, "challenge", &[("game", json!("zertz"))]).await.expect("a command"));
    assert!(response.ephemeral && response.content.contains("Use External Apps"), "{}", response.content);
    bruno.press(&challenge, "Accept").await.expect("a button");
    let refused = |message: &MessageView| message.ephemeral && message.content.contains("Use External Apps");
    bruno.wait_message(stage.games, refused, SOON).await.expect("an explanation");
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 1);
    // So its managers can neither change settings for it nor end games in it.
    assert_eq!(stage.count("SELECT COUNT(*) FROM servers").await, 0, "a server without the bot is nobody's server");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_quiet_hours_the_answer_pings_because_nothing_can_be_posted_later() {
    let stage = Stage::open().await;
    let private = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    let mut table = table(&stage, private).await;
    let bruno = table.players[1].clone();
    let times = command(&bruno, private, "times", &[("quiet", json!(quiet_hours(&stage)))]).await;
    assert!(times.content.contains("Quiet hours: "), "{}", times.content);
    let board = table.play("c3").await;
    assert_eq!(board.mentions, [bruno.id()]);
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'turn'").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_takes_the_place_of_a_private_answer_is_shown_to_all() {
    let stage = Stage::open().await;
    let private = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    let mut table = table(&stage, private).await;
    // The private response to the move never arrives, so the next message takes its place.
    stage.local.faults().inject(Some("PATCH"), "/webhooks/", 1, Fault::Status(500));
    let reply = table.to_move().command(private, "move", &[("text", json!("c3"))]).await.expect("a command");
    assert!(shown(&reply).ephemeral, "{reply:?}");
    table.line.play("c3").expect("it is legal");
    table.wait_board().await;
    let seen = table.players[1].messages(private);
    assert!(seen.iter().any(|message| message.attachments.iter().any(|file| file.name.ends_with("-1.png"))));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conditional_move_is_in_the_answer_to_the_move_and_the_others_stay_secret() {
    let stage = Stage::open().await;
    let private = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    let mut table = table(&stage, private).await;
    table.play("c3").await;
    let options = [("line", json!("a1 then c3c1d1"))];
    let response = shown(&table.players[0].command(private, "if", &options).await.expect("a command"));
    assert!(response.ephemeral && response.content.contains("`a1 → c3c1d1`"), "{response:?}");
    assert!(table.players[1].messages(private).iter().all(|message| !message.content.contains("c3c1d1")));
    let response = table.send("a1").await;
    assert!(response.content.contains("Played: **a1**"), "{}", response.content);
    table.line.play_all(&["a1", "c3c1d1"]).expect("they are legal");
    let board = table.wait_board().await;
    let [first, second] = table.players.each_ref().map(discord_emulator::User::mention);
    let turns = format!("Turn 2: **a1** – {second}\nTurn 3: **c3c1d1** – {first}\n");
    assert!(board.content.contains(&turns), "{}", board.content);
    assert_eq!([1, 2, 3].map(|ply| table.boards(ply)), [1, 0, 1]);
    stage.close().await;
}

/// Waits until nothing is left to deliver, and returns the messages of a place that its members see.
async fn public(stage: &Stage, reader: &User, place: Id) -> Vec<MessageView> {
    stage.wait_count("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL", 0).await;
    reader.messages(place).into_iter().filter(|message| !message.ephemeral).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_moved_from_another_place_is_not_shown_there() {
    let stage = Stage::open().await;
    let private = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    let mut table = table(&stage, private).await;
    let [ada, bruno] = table.players.clone();
    // In the channel of a server, where others read.
    let next = shown(&ada.command(stage.games, "next", &[]).await.expect("a command"));
    assert!(next.ephemeral && next.attachments.len() == 1, "{next:?}");
    let form = ada.press(&next, "Type a move").await.expect("a button");
    ada.submit_modal(form.modal().expect("a form"), &[("text", "c3")]).await.expect("a form");
    stage.wait_count("SELECT COUNT(*) FROM moves", 1).await;
    table.line.play("c3").expect("it is legal");
    let seen = public(&stage, &stage.user("Carmen"), stage.games).await;
    assert!(seen.is_empty(), "{seen:#?}");
    let board = shown(&bruno.command(private, "board", &[]).await.expect("a command"));
    assert!(board.content.contains("Turn 1: **c3**"), "{board:?}");
    // In direct messages with the bot, nobody else reads.
    let direct = bruno.direct_messages();
    let next = shown(&bruno.command(direct, "next", &[]).await.expect("a command"));
    let form = bruno.press(&next, "Type a move").await.expect("a button");
    bruno.submit_modal(form.modal().expect("a form"), &[("text", "a1")]).await.expect("a form");
    let has_board = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with("-2.png"));
    bruno.wait_message(direct, has_board, SOON).await.expect("the board");
    // Nor does the bot post in the channel when Bruno shares a replay or accepts a challenge from a list there.
    let question = shown(&ada.command(private, "resign", &[]).await.expect("a command"));
    ada.press(&question, "Yes, resign").await.expect("a button");
    let over = |message: &MessageView| message.content.contains("resigned") && !message.ephemeral;
    bruno.wait_message(private, over, SOON).await.expect("the result");
    let past = shown(&bruno.command(stage.games, "games", &[("past", json!(true))]).await.expect("a command"));
    let menu = past.menus[0].custom_id.clone();
    let replay = shown(&bruno.choose(&past, &menu, &[&past.menus[0].options[0].0]).await.expect("a menu"));
    let animation = shown(&bruno.press(&replay, "GIF").await.expect("a button"));
    let shared = bruno.press(&animation, "Share with everyone").await.expect("a button");
    changed(&bruno, &animation, shared).await;
    command(&ada, private, "rematch", &[]).await;
    let list = shown(&bruno.command(stage.games, "games", &[]).await.expect("a command"));
    let accept = list.buttons.iter().find(|button| button.label.starts_with("Accept 1")).expect("a challenge");
    bruno.press(&list, &accept.label).await.expect("a button");
    stage.wait_count("SELECT COUNT(*) FROM matches", 2).await;
    let seen = public(&stage, &stage.user("Carmen"), stage.games).await;
    assert!(seen.is_empty(), "{seen:#?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erasure_in_one_place_tells_nothing_of_a_game_in_another() {
    let stage = Stage::open().await;
    let [ada, bruno, carmen] = ["Ada", "Bruno", "Carmen"].map(|name| stage.user(name));
    let private = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    table(&stage, private).await;
    let group = stage.local.private_channel(&[&ada, &bruno, &carmen]);
    let challenge = command(&ada, group, "challenge", &[("game", json!("dvonn"))]).await;
    carmen.press(&challenge, "Accept").await.expect("a button");
    let has_board = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with("-0.png"));
    carmen.wait_message(group, has_board, SOON).await.expect("the first board");
    let question = command(&ada, group, "privacy delete", &[]).await;
    ada.press(&question, "Delete my data").await.expect("a button");
    let over = |message: &MessageView| message.content.contains("a former player resigned") && !message.ephemeral;
    carmen.wait_message(group, over, SOON).await.expect("the result of the game in the group");
    let seen = public(&stage, &carmen, group).await;
    assert_eq!(seen.iter().filter(|message| over(message)).count(), 1, "{seen:#?}");
    let files = seen.iter().flat_map(|message| &message.attachments);
    assert!(files.clone().count() > 1 && files.clone().all(|file| file.name.starts_with("dvonn")), "{seen:#?}");
    stage.close().await;
}
