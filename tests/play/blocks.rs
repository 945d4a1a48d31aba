//! Users who have blocked each other do not play each other.

use discord_emulator::{MessageView, Reply, User};
use serde_json::{Value, json};
use tablero::service::lobby::blocks::{BLOCKS_MAX, BlockError};
use tablero::service::{PlayerId, ServiceError};
use test_support::stage::{SOON, Stage, command, open_service};

const REFUSED: &str = "You can't play with this person.";

fn named(user: &User) -> Value {
    json!(user.id().to_string())
}

/// Presses a button whose response is private.
async fn press_and_wait(user: &User, message: &MessageView, button: &str) -> MessageView {
    user.press(message, button).await.expect("a button");
    let answer = |seen: &MessageView| seen.ephemeral && seen.id > message.id;
    user.wait_message(message.channel, answer, SOON).await.expect("an answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_player_neither_challenges_nor_is_challenged() {
    let stage = Stage::open().await;
    let [ada, bruno, carmen] = ["Ada", "Bruno", "Carmen"].map(|name| stage.user(name));
    carmen.set_locale("en-US");
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let game = ("game", json!("barrier"));
    let open_of_ada = command(&ada, stage.games, "challenge", std::slice::from_ref(&game)).await;
    let open_of_bruno = command(&bruno, stage.games, "challenge", std::slice::from_ref(&game)).await;
    let to_ada = command(&bruno, stage.games, "challenge", &[game.clone(), ("opponent", named(&ada))]).await;

    let done = command(&ada, stage.games, "block", &[("user", named(&bruno))]).await;
    assert!(done.ephemeral && done.content.contains("blocked") && done.mentions.is_empty(), "{done:?}");
    for (user, other) in [(&ada, &bruno), (&bruno, &ada)] {
        let refused = command(user, stage.games, "challenge", &[game.clone(), ("opponent", named(other))]).await;
        assert!(refused.ephemeral && refused.content == REFUSED, "{refused:?}");
    }
    for (user, challenge) in [(&bruno, &open_of_ada), (&ada, &open_of_bruno), (&ada, &to_ada)] {
        let refused = press_and_wait(user, challenge, "Accept").await;
        assert_eq!(refused.content, REFUSED);
    }
    // Other users are not affected, and the running game goes on to its end, but there is no rematch.
    carmen.press(&open_of_ada, "Accept").await.expect("a button");
    let accepted = |message: &MessageView| message.id == open_of_ada.id && message.content.contains("Accepted:");
    ada.wait_message(stage.games, accepted, SOON).await.expect("it is accepted");
    table.play("c3").await;
    table.play("a1").await;
    let question = command(&ada, table.thread, "resign", &[]).await;
    ada.press(&question, "Yes, resign").await.expect("a button");
    let over = |message: &MessageView| !message.ephemeral && message.content.contains("resigned");
    bruno.wait_message(table.thread, over, SOON).await.expect("the result");
    assert_eq!(command(&bruno, table.thread, "rematch", &[]).await.content, REFUSED);
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 2);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_is_removed_by_the_player_who_made_it() {
    let stage = Stage::open().await;
    let [ada, bruno, carmen] = ["Ada", "Bruno", "Carmen"].map(|name| stage.user(name));
    bruno.set_locale("en-US");
    assert!(command(&ada, stage.games, "block", &[]).await.content.contains("haven't blocked anyone"));
    for other in [&bruno, &carmen] {
        command(&ada, stage.games, "block", &[("user", named(other))]).await;
    }
    // Bruno is not notified and cannot lift the block.
    let list = command(&bruno, stage.games, "block", &[]).await;
    assert!(list.content.contains("haven't blocked anyone") && list.menus.is_empty());
    command(&bruno, stage.games, "block", &[("user", named(&ada)), ("undo", json!(true))]).await;
    let challenge = [("game", json!("dvonn")), ("opponent", named(&bruno))];
    assert_eq!(command(&ada, stage.games, "challenge", &challenge).await.content, REFUSED);

    let list = command(&ada, stage.games, "block", &[]).await;
    assert!(list.content.contains("blocked 2 people"), "{}", list.content);
    let menu = &list.menus[0];
    let labels: Vec<&str> = menu.options.iter().map(|(_, label)| label.as_str()).collect();
    assert_eq!(labels, ["Bruno", "Carmen"]);
    let reply = ada.choose(&list, &menu.custom_id, &["Bruno"]).await.expect("a menu");
    assert!(!matches!(reply, Reply::NoResponse));
    let shorter = |message: &MessageView| message.id == list.id && message.content.contains("one person");
    let list = ada.wait_message(stage.games, shorter, SOON).await.expect("the list changes");
    assert_eq!(list.menus[0].options.len(), 1);
    assert!(!command(&ada, stage.games, "challenge", &challenge).await.ephemeral);
    let undone = command(&ada, stage.games, "block", &[("user", named(&carmen)), ("undo", json!(true))]).await;
    assert!(undone.content.contains("again"), "{}", undone.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM blocks").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn oneself_and_bots_are_not_blocked() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let own = command(&ada, stage.games, "block", &[("user", named(&ada))]).await;
    assert_eq!(own.content, "You can't block yourself.");
    let bot = command(&ada, stage.games, "block", &[("user", json!(stage.local.bot_id().to_string()))]).await;
    assert!(bot.content.contains("Bots don't challenge anyone"), "{}", bot.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM blocks").await, 0);
    stage.close().await;
}

#[tokio::test]
async fn at_most_a_hundred_people_are_blocked_at_a_time() {
    let (service, store, _, _folder) = open_service().await;
    let ada = PlayerId(1);
    let others: Vec<PlayerId> = (2..).take(BLOCKS_MAX + 1).map(PlayerId).collect();
    let (last, first) = others.split_last().expect("a hundred and one");
    for other in first {
        service.block(ada, *other).await.expect("there is room");
    }
    let refused = service.block(ada, *last).await;
    assert!(matches!(refused, Err(ServiceError::Block(BlockError::TooMany))), "{refused:?}");
    service.block(ada, first[0]).await.expect("they are blocked already");
    service.unblock(ada, first[0]).await.expect("it is taken back");
    service.block(ada, *last).await.expect("there is room again");
    store.close().await;
}
