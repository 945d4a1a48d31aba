//! What people may do by the power they have where they have it, and what is shown to nobody else.

use reqwest::Method;
use serde_json::{Value, json};
use tablero::chat::{Platform, View};
use tablero::matrix::client::Client;
use tablero::matrix::places::{RoomPlace, place_of};
use tablero::matrix::platform::MatrixPlatform;
use tablero::matrix::room_events::RoomEvents;
use tablero::matrix::rooms::Rooms;
use tablero::service::{Address, Millis};
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{User, body};

/// Gives a user a power level in a room.
pub async fn empower(by: &User, room: &str, user: &str, level: i64) {
    let path = ["rooms", room, "state", "m.room.power_levels"];
    let mut levels = by.call(Method::GET, &path, "", None).await;
    levels["users"][user] = level.into();
    by.call(Method::PUT, &path, "", Some(levels)).await;
}

/// Sets the power level that a user needs to change the room's state.
async fn demand(by: &User, room: &str, level: Value) {
    let path = ["rooms", room, "state", "m.room.power_levels"];
    let mut levels = by.call(Method::GET, &path, "", None).await;
    levels["state_default"] = level;
    by.call(Method::PUT, &path, "", Some(levels)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_space_is_managed_by_those_with_power_there_and_not_in_one_of_its_rooms() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let Meeting { ada, bruno, bot, .. } = &meeting;
    let space = ada.create_room(&[&bruno.id, &bot.id], json!({ "creation_content": { "type": "m.space" } })).await;
    let joined = |room: &str, event: &Value| {
        room == space && event["state_key"] == bot.id.as_str() && event["content"]["membership"] == "join"
    };
    ada.wait_from(0, "the bot joins the space", joined).await;
    bruno.join(&space).await;
    // Bruno makes a room of the space, in which he may do everything and Ada nothing.
    let via = json!({ "via": ["localhost"], "canonical": true });
    let parent = json!({ "initial_state": [{ "type": "m.space.parent", "state_key": space, "content": via }] });
    let room = bruno.create_room(&[&ada.id, &bot.id], parent).await;
    ada.call(Method::PUT, &["rooms", &space, "state", "m.space.child", &room], "", Some(via)).await;
    ada.wait_from(0, "hello", |place, event| place == room && body(event).contains("I'm Tablero")).await;
    for command in ["server language it", "admin end game 1"] {
        bruno.ask(&room, &format!("!tablero {command}"), &bot.id, "Manage Server").await;
    }
    // A moderator of the space, whose default level is 50, manages it in every room; half of that is not enough.
    empower(ada, &space, &bruno.id, 49).await;
    bruno.ask(&room, "!tablero server", &bot.id, "Manage Server").await;
    ada.ask(&room, "!tablero server limit 7", &bot.id, "Running games per person: 7").await;
    empower(ada, &space, &bruno.id, 50).await;
    let shown = bruno.ask(&room, "!tablero server", &bot.id, "Running games per person: 7").await;
    assert!(body(&shown).contains("Language: the app's language"), "{}", body(&shown));
    // A space can require a higher level for changing it.
    demand(ada, &space, json!(51)).await;
    bruno.ask(&room, "!tablero server", &bot.id, "Manage Server").await;
    demand(ada, &space, json!(50)).await;
    // Bruno keeps his power level when he is removed from the space, and is still in its room.
    ada.call(Method::POST, &["rooms", &space, "kick"], "", Some(json!({ "user_id": bruno.id }))).await;
    bruno.ask(&room, "!tablero server limit 3", &bot.id, "Manage Server").await;
    // Once the space no longer lists the room, only users with power in the room itself manage it.
    ada.call(Method::PUT, &["rooms", &space, "state", "m.space.child", &room], "", Some(json!({}))).await;
    bruno.ask(&room, "!tablero server limit 4", &bot.id, "Running games per person: 4").await;
    ada.ask(&room, "!tablero server", &bot.id, "Manage Server").await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_question_is_not_answered_by_what_is_said_in_a_room() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let Meeting { ada, bot, .. } = &meeting;
    let before = ada.events().len();
    ada.say(&room, "!tablero privacy delete").await;
    let (direct, question) = ada.wait_text(before, &bot.id, "Delete my data").await;
    assert_ne!(direct, room);
    // Clients do not let people reply to a message of another room, but homeservers do.
    let relation = json!({ "m.in_reply_to": { "event_id": question["event_id"] } });
    let reply = json!({ "msgtype": "m.text", "body": "1", "m.relates_to": relation });
    let before = ada.events().len();
    ada.send(&room, "m.room.message", reply.clone()).await;
    ada.say(&room, "!tablero about").await;
    ada.wait_text(before, &bot.id, "ZÈRTZ").await;
    let events = ada.events();
    let is_deleted = |(_, event): &(String, Value)| body(event).contains("deleted all your data");
    assert!(!events.iter().any(is_deleted), "{events:#?}");
    ada.send(&direct, "m.room.message", reply).await;
    ada.wait_text(before, &bot.id, "deleted all your data").await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_room_is_no_server_that_its_creator_could_manage() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
    let direct = meeting.ada.create_room(&[&meeting.bot.id], with).await;
    let Meeting { ada, bot, .. } = &meeting;
    ada.wait_text(0, &bot.id, "Tablero").await;
    for command in ["server language it", "admin end game 1"] {
        let before = ada.events().len();
        ada.say(&direct, command).await;
        ada.wait_text(before, &bot.id, "only works in a server").await;
    }
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_does_not_obey_itself() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bot) = (&meeting.ada, &meeting.bot);
    let before = ada.events().len();
    // As when it quotes what people can type.
    bot.say(&room, "!tablero challenge @Ada game barrier").await;
    ada.say(&room, "!tablero challenge @Bruno game dvonn").await;
    let (_, challenge) = ada.wait_text(before, &bot.id, "challenges").await;
    assert!(body(&challenge).contains("DVONN"), "{}", body(&challenge));
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_in_reply_to_a_message_of_another_room_is_answered_where_it_is_given() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let Meeting { ada, bot, .. } = &meeting;
    ada.say(&room, "!tablero play barrier 1 variant 6 side first").await;
    let in_thread = |place: &str, event: &Value| {
        place == room && event["content"]["m.relates_to"]["rel_type"] == "m.thread" && body(event).contains("begins")
    };
    let (_, board) = ada.wait_from(0, "the board", in_thread).await;
    let other = ada.create_room(&[&bot.id], json!({})).await;
    ada.wait_from(0, "hello", |place, event| place == other && body(event).contains("I'm Tablero")).await;
    let relation = json!({ "m.in_reply_to": { "event_id": board["event_id"] } });
    let reply = json!({ "msgtype": "m.text", "body": "!about", "m.relates_to": relation });
    let before = ada.events().len();
    ada.send(&other, "m.room.message", reply).await;
    let (place, answer) = ada.wait_text(before, &bot.id, "ZÈRTZ").await;
    assert_eq!((place, &answer["content"]["m.relates_to"]["rel_type"]), (other, &Value::Null));
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_by_another_or_elsewhere_is_not_taken_for_a_message_that_the_bot_has_posted() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (bruno, bot, service) = (&meeting.bruno, &meeting.bot, meeting.service());
    let client = Client::new(meeting.address()).and_then(|client| client.with_token(&bot.token)).expect("a client");
    let place = place_of(&service, &RoomPlace::room(&room), None, None).await.expect("a place");
    let rooms = Rooms::new(client.clone(), &bot.id, false);
    let events = RoomEvents::new(client.clone(), rooms.clone(), None);
    let platform = MatrixPlatform::new(client, events, rooms, service, None);
    let view = View::text("It is your turn.");
    let find = async || platform.find(Address::Place(place), &view, Millis(0), None).await.expect("it is searched for");
    let said = bruno.say(&room, "It is your turn.").await;
    let relation = json!({ "rel_type": "m.thread", "event_id": said });
    let in_thread = json!({ "msgtype": "m.text", "body": "It is your turn.", "m.relates_to": relation });
    bot.send(&room, "m.room.message", in_thread).await;
    assert_eq!(find().await, None);
    let posted = platform.post(Address::Place(place), &view, "1").await.expect("it is posted");
    assert_eq!(find().await, Some(posted));
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_room_with_a_third_person_is_not_private() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
    let direct = meeting.ada.create_room(&[&meeting.bot.id], with).await;
    let Meeting { ada, bot, homeserver, .. } = &meeting;
    ada.wait_text(0, &bot.id, "Tablero").await;
    let before = ada.events().len();
    ada.say(&direct, "times zone Europe/Madrid").await;
    let (place, _) = ada.wait_text(before, &bot.id, "Madrid").await;
    assert_eq!(place, direct, "between the two of them everything is meant for the bot");
    let carla = User::register(homeserver, "carla").await;
    ada.call(Method::POST, &["rooms", &direct, "invite"], "", Some(json!({ "user_id": carla.id }))).await;
    carla.join(&direct).await;
    let before = ada.events().len();
    // Now this is not meant for the bot, and its private answers go elsewhere.
    ada.say(&direct, "games").await;
    ada.say(&direct, "!tablero vacation").await;
    let (place, _) = ada.wait_text(before, &bot.id, "vacation").await;
    assert_ne!(place, direct);
    assert!(!ada.is_member(&place, &carla.id).await);
    let events = ada.events();
    let of_bot = |event: &Value| event["sender"] == bot.id.as_str() && event["type"] == "m.room.message";
    let said: Vec<_> = events.iter().skip(before).filter(|(_, event)| of_bot(event)).collect();
    assert!(matches!(said[..], [(room, _)] if *room == place), "one answer, in another room: {said:#?}");
    ada.say(&direct, "!tablero challenge barrier time 3d").await;
    carla.wait_text(0, &bot.id, "looking for someone").await;
    carla.say(&direct, "1").await;
    let (_, board) = carla.wait_text(0, &bot.id, "Due ").await;
    assert!(body(&board).contains(" UTC"), "she may be in another time zone: {board}");
    meeting.stop_bot().await;
}
