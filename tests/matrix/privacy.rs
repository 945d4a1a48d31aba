//! What is stored about people in rooms, and what is left of it when they delete their data.

use super::rights::empower;
use reqwest::Method;
use serde_json::{Value, json};
use tablero::matrix::places::MATRIX;
use tablero::service::{ExternalId, PlayerId};
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{User, body};

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

/// The person of a user, if they are stored.
async fn stored(meeting: &Meeting, user: &User) -> Option<PlayerId> {
    let account = ExternalId(user.id.clone());
    meeting.service().queries().find_person(MATRIX, &account).await.expect("it is read")
}

/// Whether a room, a thread or the server of a room is stored.
async fn is_place_stored(meeting: &Meeting, id: &str) -> bool {
    let (service, id) = (meeting.service(), ExternalId(id.to_owned()));
    let place = service.queries().find_place(MATRIX, &id).await.expect("it is read");
    place.is_some() || service.queries().find_server(MATRIX, &id).await.expect("it is read").is_some()
}

/// Waits until the bot has handled what was written before.
async fn wait_for_bot(meeting: &Meeting, room: &str) {
    meeting.bruno.ask(room, "!tablero help", &meeting.bot.id, "Learn a game").await;
}

/// The bot's list of direct rooms.
async fn direct_rooms(meeting: &Meeting) -> Value {
    let bot = &meeting.bot;
    bot.call(Method::GET, &["user", &bot.id, "account_data", "m.direct"], "", None).await
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_use_the_bot_or_are_named_in_a_command_are_stored() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    let carla = User::register(&meeting.homeserver, "carla").await;
    ada.call(Method::POST, &["rooms", &room, "invite"], "", Some(json!({ "user_id": carla.id }))).await;
    carla.join(&room).await;
    // Ordinary chat, in a thread too, with names, numbers, the commands of another bot, and a reaction.
    let said = ada.say(&room, "Hello Bruno and Carla").await;
    for text in ["17", "!poll Bruno Carla", "I'll challenge Bruno tomorrow"] {
        ada.say(&room, text).await;
    }
    let thread = json!({ "rel_type": "m.thread", "event_id": said, "is_falling_back": true });
    let content = json!({ "msgtype": "m.text", "body": "Hi Ada", "m.relates_to": thread });
    carla.send(&room, "m.room.message", content).await;
    carla.react(&room, &said, "✅").await;
    assert!(!is_place_stored(&meeting, &room).await, "no command was used there");
    wait_for_bot(&meeting, &room).await;
    assert!(stored(&meeting, bruno).await.is_some() && is_place_stored(&meeting, &room).await);
    assert_eq!((stored(&meeting, ada).await, stored(&meeting, &carla).await), (None, None));
    assert!(!is_place_stored(&meeting, &format!("{room} {said}")).await, "no command was used in the thread");
    // What only looks like a command stores its author, who gets an answer, but nobody that it names.
    ada.say(&room, "!tablero chalenge @Carla").await;
    ada.wait_text(0, &bot.id, "Did you mean").await;
    assert!(stored(&meeting, ada).await.is_some());
    assert_eq!(stored(&meeting, &carla).await, None);
    ada.say(&room, "!tablero challenge @Carla game barrier").await;
    ada.wait_text(0, &bot.id, "challenges").await;
    assert!(stored(&meeting, &carla).await.is_some());
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_player_is_not_stored_again_until_they_use_the_bot() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bot) = (&meeting.ada, &meeting.bot);
    ada.say(&room, "!tablero privacy delete").await;
    let (direct, _) = ada.wait_text(0, &bot.id, "Delete my data").await;
    assert_eq!(direct_rooms(&meeting).await[&ada.id], json!([direct]));
    ada.say(&direct, "1").await;
    let (place, _) = ada.wait_text(0, &bot.id, "deleted all your data").await;
    assert_eq!(place, direct);
    ada.say(&room, "That was fun. Bye, Tablero!").await;
    wait_for_bot(&meeting, &room).await;
    assert_eq!(stored(&meeting, ada).await, None);
    let rooms = direct_rooms(&meeting).await;
    assert!(rooms[&ada.id].is_null(), "{rooms}");
    // The room is still a direct one, where everything is meant for the bot.
    let before = ada.events().len();
    ada.say(&direct, "about").await;
    let (place, _) = ada.wait_text(before, &bot.id, "Karl Scherer").await;
    assert_eq!(place, direct);
    let person = stored(&meeting, ada).await.expect("she uses the bot");
    assert_eq!(direct_rooms(&meeting).await[&ada.id], json!([direct]));
    // Her data is deleted on another platform, where her account is linked.
    let here = tablero::service::PlaceId(1);
    meeting.service().erase(person, false, here, None).await.expect("she is deleted");
    meeting.stop_bot().await;
    meeting.start_bot().await;
    wait_for_bot(&meeting, &room).await;
    let rooms = direct_rooms(&meeting).await;
    assert!(rooms[&meeting.ada.id].is_null(), "{rooms}");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_player_can_have_the_messages_about_their_games_redacted() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    // It could redact what others have said, too.
    empower(ada, &room, &bot.id, 100).await;
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
    bruno.wait_text(0, &bot.id, "really want to resign").await;
    bruno.say_beside(&room, &second, "1", false).await;
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
    let of_people = async || {
        let (of_ada, of_bruno) = tokio::join!(messages(&meeting, &room, &ada.id), messages(&meeting, &room, &bruno.id));
        [of_ada, of_bruno].concat().iter().map(|event| id(event).to_owned()).collect::<Vec<_>>()
    };
    let said = of_people().await;
    // More messages than fit one page.
    for number in 0..110 {
        bot.say(&room, &format!("Talk {number}")).await;
    }

    ada.say(&room, "!tablero privacy delete").await;
    let (direct, question) = ada.wait_text(0, &bot.id, "my messages about your games").await;
    assert_ne!(direct, room);
    assert!(body(&question).contains("2 Delete my data and game messages"), "{}", body(&question));
    ada.say(&direct, "2").await;
    for event in [&root, id(&open), id(&first), id(&second), id(&result), id(&analysis)] {
        bruno.wait_from(0, "a redaction", redacted(event)).await;
    }
    // A board consists of two events: a picture and its words.
    for event in before.iter().filter(|event| event["content"]["m.relates_to"]["event_id"] == root.as_str()) {
        bruno.wait_from(0, "a redaction", redacted(id(event))).await;
    }
    let after = messages(&meeting, &room, &bot.id).await;
    let left: Vec<&Value> = after.iter().filter(|event| about_ada(event)).collect();
    assert!(left.is_empty(), "{left:#?}");
    let in_thread = after.iter().filter(|event| event["content"]["m.relates_to"]["event_id"] == root.as_str());
    let in_thread: Vec<_> = in_thread.collect();
    assert!(in_thread.is_empty(), "the thread of the game is empty: {in_thread:#?}");
    assert!(after.iter().any(|event| event["event_id"] == own["event_id"]), "other games stay");
    let stays = of_people().await;
    assert!(said.len() >= 6 && said.iter().all(|event| stays.contains(event)), "what people have said stays");
    meeting.stop_bot().await;
}
