//! Rooms that claim to be the successor of another one.

use crate::club::{Club, greeted};
use crate::turns::untimed;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{SOON, User, body};

/// The people of a meeting, to be shared.
pub async fn people<const N: usize>(meeting: &Meeting, names: [&str; N]) -> [Arc<User>; N] {
    let mut users = Vec::new();
    for name in names {
        users.push(Arc::new(User::register(&meeting.homeserver, name).await));
    }
    users.try_into().unwrap_or_else(|_| unreachable!("one user for each name"))
}

/// Waits until the bot has done something in a room: joined and said something, or left.
async fn answered(user: &User, bot: &User, room: &str) {
    let has_left = |event: &Value| event["state_key"] == bot.id.as_str() && event["content"]["membership"] == "leave";
    let is_it = |place: &str, event: &Value| {
        let is_message = event["sender"] == bot.id.as_str() && event["type"] == "m.room.message";
        place == room && (is_message || has_left(event))
    };
    user.wait_from(0, "an answer to the invitation", is_it).await;
}

/// Waits until everything that a user has said in a room has been handled.
pub async fn handled(user: &User, bot: &User, room: &str) {
    user.ask(room, "!tablero about", &bot.id, "ZÈRTZ").await;
}

fn successor_of(room: &str) -> Value {
    json!({ "predecessor": { "room_id": room, "event_id": "$made-up" } })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_names_a_club_as_its_predecessor_takes_nothing_from_it() {
    let _turn = untimed().await;
    let Some(mut meeting) = Meeting::open().await else { return };
    let [clara, dora, mallory] = people(&meeting, ["clara", "dora", "mallory"]).await;
    let bot = &meeting.bot;
    let with = json!({ "preset": "public_chat", "room_version": "10" });
    let mut club = Club::open(bot, [&clara, &dora], with).await;
    let game = club.game(&meeting.service()).await;

    let false_room = mallory.create_room(&[&bot.id], json!({ "creation_content": successor_of(&club.room) })).await;
    answered(&mallory, bot, &false_room).await;
    mallory.say(&false_room, &format!("!tablero admin end {}", game.0)).await;
    // A manager would be asked to confirm.
    mallory.say(&false_room, "1").await;
    handled(&mallory, bot, &false_room).await;
    let stored = meeting.service().find(game).await.expect("it is read");
    assert!(stored.to_move().is_some(), "a stranger does not manage a game of the club");
    club.play(SOON).await;
    club.play(SOON).await;

    // The club gets a real successor, which another stranger's room claims to be too.
    let new_version = json!({ "new_version": "11" });
    let upgraded = clara.call(Method::POST, &["rooms", &club.room, "upgrade"], "", Some(new_version)).await;
    let successor = upgraded["replacement_room"].as_str().expect("a room").to_owned();
    let moved = |place: &str, event: &Value| place == successor && body(event).contains("This room was upgraded");
    clara.wait_from(0, "the real successor", moved).await;
    for predecessor in [club.room.clone(), successor.clone()] {
        let claimed = mallory.create_room(&[&bot.id], json!({ "creation_content": successor_of(&predecessor) })).await;
        answered(&mallory, bot, &claimed).await;
        mallory.say(&claimed, &format!("!tablero admin end {}", game.0)).await;
        handled(&mallory, bot, &claimed).await;
    }
    dora.join(&successor).await;
    club.move_to(successor);
    club.play(SOON).await;
    let stolen = mallory.events().into_iter().find(|(_, event)| event["content"]["filename"].is_string());
    assert!(stolen.is_none(), "the stranger has seen a board: {stolen:?}");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_room_is_never_merged_into_another_one() {
    let _turn = untimed().await;
    let Some(mut meeting) = Meeting::open().await else { return };
    let [clara, dora, mallory, trudy] = people(&meeting, ["clara", "dora", "mallory", "trudy"]).await;
    let bot = &meeting.bot;
    let mut club = Club::open(bot, [&clara, &dora], json!({})).await;
    // A stranger's room whose creation names nothing, and one that has named his own room from the beginning.
    let own = mallory.create_room(&[&bot.id], json!({})).await;
    greeted(&mallory, &bot.id, &own).await;
    mallory.say(&own, "!tablero server language es").await;
    mallory.wait_text(0, &bot.id, "español").await;
    let named =
        trudy.create_room(&[&bot.id, &clara.id, &dora.id], json!({ "creation_content": successor_of(&own) })).await;
    for user in [&clara, &dora] {
        user.join(&named).await;
    }
    greeted(&trudy, &bot.id, &named).await;
    let mut other = Club::begin(bot, [&clara, &dora], named.clone()).await;
    for successor in [&club.room, &named] {
        let content = json!({ "body": "moved", "replacement_room": successor });
        mallory.call(Method::PUT, &["rooms", &own, "state", "m.room.tombstone"], "", Some(content)).await;
        handled(&mallory, bot, &own).await;
    }
    club.play(SOON).await;
    other.play(SOON).await;
    for room in [&club.room, &named] {
        let events = clara.events();
        let told = events.iter().filter(|(place, _)| place == room).map(|(_, event)| body(event));
        let moved: Vec<&str> = told.filter(|text| text.contains("upgraded") || text.contains("actualiz")).collect();
        assert!(moved.is_empty(), "{moved:?}");
    }
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_real_upgrade_is_announced_in_both_rooms() {
    let _turn = untimed().await;
    let Some(mut meeting) = Meeting::open().await else { return };
    let [clara, dora] = people(&meeting, ["clara", "dora"]).await;
    let bot = &meeting.bot;
    // An upgrade lets only moderators write in the old room.
    let levels = json!({ "users": { clara.id.as_str(): 100, bot.id.as_str(): 50 } });
    let with = json!({ "preset": "public_chat", "room_version": "10", "power_level_content_override": levels });
    let mut club = Club::open(bot, [&clara, &dora], with).await;
    let old = club.room.clone();
    let new_version = json!({ "new_version": "11" });
    let upgraded = clara.call(Method::POST, &["rooms", &old, "upgrade"], "", Some(new_version)).await;
    let successor = upgraded["replacement_room"].as_str().expect("a room").to_owned();
    let says = |room: String| {
        move |place: &str, event: &Value| {
            place == room && event["sender"] == bot.id.as_str() && body(event).contains("upgraded")
        }
    };
    clara.wait_from(0, "the announcement in the new room", says(successor.clone())).await;
    clara.wait_from(0, "the announcement in the old room", says(old)).await;
    dora.join(&successor).await;
    club.move_to(successor);
    club.play(SOON).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_successor_named_by_a_user_who_may_not_invite_the_bot_is_not_followed() {
    let _turn = untimed().await;
    let Some(mut meeting) = Meeting::open_for(&["@clara:localhost"]).await else { return };
    let [clara, dora] = people(&meeting, ["clara", "dora"]).await;
    let bot = &meeting.bot;
    let levels = json!({ "users": { clara.id.as_str(): 100, dora.id.as_str(): 100, bot.id.as_str(): 50 } });
    let with = json!({ "preset": "public_chat", "room_version": "10", "power_level_content_override": levels });
    let mut club = Club::open(bot, [&clara, &dora], with).await;
    let new_version = json!({ "new_version": "11" });
    let upgraded = dora.call(Method::POST, &["rooms", &club.room, "upgrade"], "", Some(new_version)).await;
    let successor = upgraded["replacement_room"].as_str().expect("a room").to_owned();
    clara.join(&successor).await;
    handled(&clara, bot, &club.room).await;
    assert!(!dora.is_member(&successor, &bot.id).await, "the bot has followed the successor named by an unlisted user");
    dora.call(Method::POST, &["rooms", &successor, "invite"], "", Some(json!({ "user_id": bot.id }))).await;
    let rejected = |place: &str, event: &Value| {
        let is_own = event["state_key"] == bot.id.as_str() && event["content"]["membership"] == "leave";
        place == successor && is_own
    };
    dora.wait_from(0, "the rejection", rejected).await;
    // Clara is listed, and may still write in the old room.
    club.say_move().await;
    club.wait_board(SOON).await;
    meeting.stop_bot().await;
}
