//! Deleting a player's data can remove the bot's messages about their games.

use super::bot::Meeting;
use super::user::body;
use reqwest::Method;
use serde_json::Value;

/// All messages of a user in a room that have content.
async fn messages(meeting: &Meeting, room: &str, sender: &str) -> Vec<Value> {
    let page = meeting.bruno.call(Method::GET, &["rooms", room, "messages"], "dir=b&limit=1000", None).await;
    let events = page["chunk"].as_array().cloned().unwrap_or_default();
    let is_message = |event: &Value| {
        event["sender"] == sender && event["type"] == "m.room.message" && event["content"].get("body").is_some()
    };
    events.into_iter().filter(is_message).collect()
}

fn id(event: &Value) -> &str {
    event["event_id"].as_str().expect("an id")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_player_can_have_the_messages_about_their_games_redacted() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    let redacted = |event: &str| {
        let event = event.to_owned();
        move |_: &str, found: &Value| {
            found["type"] == "m.room.redaction"
                && (found["redacts"] == event.as_str() || found["content"]["redacts"] == event.as_str())
        }
    };
    // A game with an analysis, whose message is edited, and a challenge that nobody has accepted.
    ada.say(&room, "!tablero challenge @Bruno game barrier variant 5 side first").await;
    let (_, challenge) = bruno.wait_text(0, &bot.id, "challenges").await;
    let root = id(&challenge).to_owned();
    bruno.react(&room, &root, "✅").await;
    let (_, first) = bruno.wait_text(0, &bot.id, "Barrier begins").await;
    ada.say_beside(&room, &first, "!move c3", false).await;
    let (_, second) = bruno.wait_text(0, &bot.id, "Turn 1").await;
    bruno.say_beside(&room, &second, "!resign", false).await;
    let (direct, _) = bruno.wait_text(0, &bot.id, "really want to resign").await;
    bruno.say(&direct, "1").await;
    let (_, result) = bruno.wait_text(0, &bot.id, "wins: Bruno resigned").await;
    ada.say_beside(&room, &result, "!analyse", false).await;
    let (_, analysis) = bruno.wait_text(0, &bot.id, "Analysis of Barrier").await;
    let from = bruno.events().len();
    ada.say(&room, "!tablero challenge game zertz").await;
    let (_, open) = bruno.wait_text(from, &bot.id, "ZÈRTZ").await;
    // What is not about her.
    let from = bruno.events().len();
    bruno.say(&room, "!tablero play game barrier level 1 variant 6 side first").await;
    let (_, own) = bruno.wait_text(from, &bot.id, "Barrier begins").await;
    let about_ada = |event: &Value| {
        let text = event["content"].to_string();
        text.contains(&ada.id) || body(event).contains("Ada")
    };
    let before = messages(&meeting, &room, &bot.id).await;
    assert!(before.iter().filter(|event| about_ada(event)).count() >= 4, "{before:#?}");

    ada.say(&room, "!tablero privacy delete").await;
    let (direct, question) = ada.wait_text(0, &bot.id, "my messages about your games").await;
    assert_ne!(direct, room);
    assert!(body(&question).contains("2 Delete my data and game messages"), "{}", body(&question));
    ada.say(&direct, "2").await;
    for event in [&root, id(&open), id(&first), id(&second), id(&result), id(&analysis)] {
        bruno.wait_from(0, "a redaction", redacted(event)).await;
    }
    let after = messages(&meeting, &room, &bot.id).await;
    let left: Vec<&Value> = after.iter().filter(|event| about_ada(event)).collect();
    assert!(left.is_empty(), "{left:#?}");
    let in_thread = after.iter().filter(|event| event["content"]["m.relates_to"]["event_id"] == root.as_str());
    assert_eq!(in_thread.count(), 0, "the thread of the game is empty");
    assert!(after.iter().any(|event| event["event_id"] == own["event_id"]), "other games stay");
    meeting.stop_bot().await;
}
