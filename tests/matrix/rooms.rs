//! Rooms: what is meant for the bot there, and where it does not stay.

use super::bot::Meeting;
use super::user::{body, mentions};
use serde_json::json;
use tablero::db::SqliteStorage;
use tokio_util::sync::CancellationToken;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_meant_for_the_bot_is_not_answered() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    let before = ada.events().len();
    ada.say(&room, "move over, Bruno").await;
    ada.say(&room, "!poll pizza pasta").await;
    ada.say(&room, "17").await;
    let notice = json!({ "msgtype": "m.notice", "body": "!tablero about" });
    bruno.send(&room, "m.room.message", notice).await;
    let command = ada.say(&room, "!tablero challenge @Bruno game barrier").await;
    let (_, challenge) = ada.wait_text(before, &bot.id, "challenges").await;
    // An edited command, and a reaction that means nothing.
    let edit = json!({
        "msgtype": "m.text",
        "body": "!tablero about",
        "m.new_content": { "msgtype": "m.text", "body": "!tablero about" },
        "m.relates_to": { "rel_type": "m.replace", "event_id": command },
    });
    ada.send(&room, "m.room.message", edit).await;
    bruno.react(&room, challenge["event_id"].as_str().expect("an id"), "👍").await;
    ada.say(&room, "!tablero chalenge @Bruno").await;
    // The answer to this comes after everything before it was handled.
    let (direct, nearest) = ada.wait_text(before, &bot.id, "challenge").await;
    assert_eq!((direct == room, body(&nearest).contains("challenges")), (true, true));
    let (direct, nearest) = ada.wait_text(before, &bot.id, "Did you mean").await;
    assert_ne!(direct, room, "mistakes are explained in private");
    assert!(body(&nearest).contains("challenge @friend"), "{}", body(&nearest));
    let events = ada.events();
    let of_bot = events.iter().skip(before).filter(|(_, event)| event["sender"] == bot.id.as_str());
    let messages: Vec<&str> =
        of_bot.filter(|(_, event)| event["type"] == "m.room.message").map(|(_, event)| body(event)).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_leaves_an_encrypted_room_and_says_why() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let encryption =
        json!({ "type": "m.room.encryption", "state_key": "", "content": { "algorithm": "m.megolm.v1.aes-sha2" } });
    let room = meeting.ada.create_room(&[&meeting.bot.id], json!({ "initial_state": [encryption] })).await;
    let (direct, why) = meeting.ada.wait_text(0, &meeting.bot.id, "encrypted").await;
    assert_ne!(direct, room);
    assert_eq!(mentions(&why), Vec::<&str>::new());
    assert!(!meeting.ada.is_member(&room, &meeting.bot.id).await);
    // A room that is encrypted later.
    let room = meeting.room().await;
    let before = meeting.ada.events().len();
    let content = json!({ "algorithm": "m.megolm.v1.aes-sha2" });
    meeting.ada.call(reqwest::Method::PUT, &["rooms", &room, "state", "m.room.encryption"], "", Some(content)).await;
    let left = |place: &str, event: &serde_json::Value| {
        place == room && event["state_key"] == meeting.bot.id.as_str() && event["content"]["membership"] == "leave"
    };
    meeting.ada.wait_from(before, "the bot leaves", left).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_before_the_first_start_is_skipped_and_what_was_written_while_it_was_down_is_not() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let before = meeting.ada.events().len();
    meeting.stop_bot().await;
    meeting.ada.say(&room, "!tablero challenge @Bruno game barrier").await;
    // More than one page of the timeline, so that the homeserver leaves some out.
    for number in 0..60 {
        meeting.bruno.say(&room, &format!("{number} bottles on the wall")).await;
    }
    meeting.start_bot().await;
    let (_, challenge) = meeting.ada.wait_text(before, &meeting.bot.id, "challenges").await;
    assert_eq!(mentions(&challenge), [meeting.bruno.id.as_str()]);
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_bot_may_not_write_it_says_so_in_the_direct_room() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let levels = json!({ "users": { meeting.bruno.id.as_str(): 50 }, "events_default": 50 });
    meeting.ada.call(reqwest::Method::PUT, &["rooms", &room, "state", "m.room.power_levels"], "", Some(levels)).await;
    meeting.ada.say(&room, "!tablero challenge @Bruno game barrier").await;
    let (direct, why) = meeting.ada.wait_text(0, &meeting.bot.id, "Send Messages").await;
    assert_ne!(direct, room, "{}", body(&why));
    // A direct room that she leaves is not used any more.
    meeting.ada.call(reqwest::Method::POST, &["rooms", &direct, "leave"], "", Some(json!({}))).await;
    let before = meeting.ada.events().len();
    meeting.ada.say(&room, "!tablero about").await;
    let (other, _) = meeting.ada.wait_text(before, &meeting.bot.id, "ZÈRTZ").await;
    assert!(other != direct && other != room);
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn managers_of_a_room_choose_its_language() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    meeting.bruno.say(&room, "!tablero server language it").await;
    let (direct, _) = meeting.bruno.wait_text(0, &meeting.bot.id, "Manage Server").await;
    assert_ne!(direct, room);
    meeting.ada.say(&room, "!tablero server language es").await;
    let (direct, _) = meeting.ada.wait_text(0, &meeting.bot.id, "español").await;
    assert_ne!(direct, room);
    meeting.ada.say(&room, "!tablero challenge @Bruno game barrier").await;
    let (place, _) = meeting.ada.wait_text(0, &meeting.bot.id, "reta a").await;
    assert_eq!(place, room);
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_access_token_is_refused_with_the_name_of_its_setting() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = SqliteStorage::open(&folder.path().join("other.sqlite")).await.expect("a database");
    let refused =
        meeting.app(&store, "wrong", CancellationToken::new()).await.err().expect("no account has this token");
    let sentence = refused.to_string();
    assert!(sentence.contains("matrix.token") && sentence.contains("MATRIX_TOKEN"), "{sentence}");
    assert!(!sentence.contains("wrong"), "tokens are not repeated: {sentence}");
    store.close().await;
    meeting.stop_bot().await;
}
