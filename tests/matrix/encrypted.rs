//! Encrypted rooms without the bot: that the players' clients can be relied on.

use serde_json::{Value, json};
use std::collections::HashSet;
use test_support::matrix::device::{Device, Library, assert_no_key_twice};
use test_support::matrix::homeserver::Homeserver;
use test_support::matrix::user::{User, body};

/// Two people with a client each; `None` if something is not installed.
async fn meet() -> Option<(Homeserver, Device, Device)> {
    meet_with(Library::Nio, Library::Nio).await
}

async fn meet_with(hers: Library, his: Library) -> Option<(Homeserver, Device, Device)> {
    let homeserver = Homeserver::start("").await?;
    for name in ["ada", "bruno"] {
        User::register(&homeserver, name).await;
    }
    let ada = Device::log_in_with(hers, &homeserver, "ada", "ADA").await?;
    let bruno = Device::log_in_with(his, &homeserver, "bruno", "BRUNO").await?;
    Some((homeserver, ada, bruno))
}

/// A room of both, of which both clients know the other.
async fn room(ada: &Device, bruno: &Device) -> String {
    let room = ada.create_room(&[&bruno.id], json!({})).await;
    bruno.join(&room).await;
    ada.wait_member(&room, &bruno.id).await;
    room
}

fn says<'a>(sender: &'a Device, text: &'a str) -> impl Fn(&Value) -> bool + 'a {
    move |event| event["sender"] == sender.id.as_str() && body(event) == text
}

fn id(event: &Value) -> &str {
    event["event_id"].as_str().expect("an id")
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_read_each_other_in_an_encrypted_room() {
    let Some((_homeserver, ada, bruno)) = meet().await else { return };
    let room = room(&ada, &bruno).await;
    ada.say(&room, "hello").await;
    let hello = bruno.wait_event(&room, "hello", says(&ada, "hello")).await;
    // The cursor stands after the first, so this is the second.
    let again = ada.say(&room, "hello").await;
    let second = bruno.wait_event(&room, "hello", says(&ada, "hello")).await;
    assert_eq!(id(&second), again);

    bruno.react(&room, id(&hello), "👍").await;
    bruno.react_encrypted(&room, id(&hello), "✅").await;
    for key in ["👍", "✅"] {
        let is_it = |event: &Value| event["type"] == "m.reaction" && event["content"]["m.relates_to"]["key"] == key;
        let reaction = ada.wait_event(&room, key, is_it).await;
        assert_eq!(reaction["content"]["m.relates_to"]["event_id"], hello["event_id"]);
    }

    let relation = json!({ "rel_type": "m.thread", "event_id": hello["event_id"] });
    let content = json!({ "msgtype": "m.text", "body": "in a thread", "m.relates_to": relation });
    bruno.send(&room, "m.room.message", content).await;
    let threaded = ada.wait_event(&room, "the thread", says(&bruno, "in a thread")).await;
    let answer = ada.say_beside(&room, &threaded, "an answer", true).await;
    let reply = bruno.wait_reply(&room, id(&threaded), &ada.id, "an answer").await;
    assert_eq!((id(&reply), &reply["content"]["m.relates_to"]["event_id"]), (&*answer, &hello["event_id"]));
    ada.wait_event(&room, "her own answer", says(&ada, "an answer")).await;

    assert_no_key_twice(&[&ada, &bruno]);
    // All of it but one reaction was encrypted, each with a key of its own.
    for player in [&ada, &bruno] {
        player.wait_all_read().await;
        let seen = player.seen();
        let keys: HashSet<_> = seen.iter().filter_map(|seen| seen.session.clone()).collect();
        assert_eq!(keys.len(), 5, "{keys:?}");
        let devices: HashSet<_> = keys.iter().map(|key| key.device.as_str()).collect();
        assert_eq!(devices, HashSet::from(["ADA", "BRUNO"]));
        let plain = seen.iter().filter(|seen| seen.session.is_none() && seen.event.get("state_key").is_none());
        assert_eq!(plain.map(|seen| &seen.event["type"]).collect::<Vec<_>>(), ["m.reaction"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_are_in_the_room_can_read_what_follows() {
    let Some((homeserver, ada, bruno)) = meet().await else { return };
    let room = room(&ada, &bruno).await;
    ada.say(&room, "before").await;
    bruno.wait_event(&room, "before", says(&ada, "before")).await;
    // Another device of Bruno, and another person.
    let laptop = Device::log_in(&homeserver, "bruno", "LAPTOP").await.expect("it is installed");
    let has_laptop = |notice: &Value| notice["kind"] == "devices" && notice["devices"].to_string().contains("LAPTOP");
    ada.wait_notice("the new device", has_laptop).await;
    ada.say(&room, "for the laptop").await;
    laptop.wait_event(&room, "for the laptop", says(&ada, "for the laptop")).await;
    User::register(&homeserver, "carla").await;
    let carla = Device::log_in(&homeserver, "carla", "CARLA").await.expect("it is installed");
    let path = ["rooms", &*room, "invite"];
    ada.session.call(reqwest::Method::POST, &path, "", Some(json!({ "user_id": carla.id }))).await;
    carla.join(&room).await;
    ada.wait_member(&room, &carla.id).await;
    ada.say(&room, "for all").await;
    for reader in [&bruno, &laptop, &carla] {
        reader.wait_event(&room, "for all", says(&ada, "for all")).await;
        reader.wait_all_read().await;
    }
    for reader in [&laptop, &carla] {
        let read = reader.find_since(0, |_, event| body(event) == "before");
        assert_eq!(read, None, "it was sent before");
    }
    assert_no_key_twice(&[&ada, &bruno, &laptop, &carla]);
}

#[tokio::test(flavor = "multi_thread")]
async fn devices_are_verified_by_emoji_and_only_they_get_keys_if_a_player_wants_it() {
    let Some((_homeserver, ada, bruno)) = meet().await else { return };
    let room = room(&ada, &bruno).await;
    ada.only_verified(true).await;
    let unread = ada.say(&room, "not for Bruno").await;
    bruno.wait_event(&room, "what he cannot read", |event| event["event_id"] == *unread).await;
    ada.verify_start(&bruno.id, "BRUNO").await;
    let is_start = |notice: &Value| notice["type"] == "KeyVerificationStart";
    let started = bruno.wait_notice("the start", is_start).await;
    let transaction = started["transaction"].as_str().expect("an id");
    bruno.verify_accept(transaction).await;
    let mut shown = Vec::new();
    for player in [&ada, &bruno] {
        let notice = player.wait_notice("the emoji", |notice| notice["emoji"].is_array()).await;
        shown.push(notice["emoji"].clone());
        player.verify_confirm(transaction).await;
    }
    assert_eq!(shown[0], shown[1]);
    for player in [&ada, &bruno] {
        player.wait_notice("the end", |notice| notice["verified"] == true).await;
    }
    assert_eq!(ada.devices(&bruno.id).await[0]["verified"], true);
    ada.say(&room, "for Bruno").await;
    bruno.wait_event(&room, "what he can read", says(&ada, "for Bruno")).await;
    assert_eq!(bruno.find_since(0, |_, event| body(event) == "not for Bruno"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_both_libraries_read_each_other() {
    let Some((_homeserver, ada, bruno)) = meet_with(Library::JavaScript, Library::Nio).await else { return };
    let room = room(&ada, &bruno).await;
    let hello = ada.say(&room, "hello").await;
    let read = bruno.wait_event(&room, "hello", says(&ada, "hello")).await;
    assert_eq!(id(&read), hello);
    bruno.say_beside(&room, &read, "an answer", true).await;
    ada.wait_reply(&room, &hello, &bruno.id, "an answer").await;
    assert_eq!(bruno.devices(&ada.id).await[0]["cross_signed"], true);
    for player in [&ada, &bruno] {
        player.wait_all_read().await;
        let devices: Vec<_> = player.seen().into_iter().filter_map(|seen| Some(seen.session?.device)).collect();
        assert_eq!(devices, ["ADA", "BRUNO"]);
    }
    assert_no_key_twice(&[&ada, &bruno]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_excludes_insecure_devices_reads_only_those_that_their_owners_have_signed() {
    let Some((homeserver, ada, bruno)) = meet_with(Library::JavaScript, Library::Nio).await else { return };
    let room = room(&ada, &bruno).await;
    ada.only_signed(true).await;
    let unread = [ada.say(&room, "not for Bruno").await, bruno.say(&room, "not for Ada").await];
    for (reader, unread) in [(&bruno, &unread[0]), (&ada, &unread[1])] {
        let seen = reader.wait_event(&room, "what cannot be read", |event| event["event_id"] == **unread).await;
        assert_eq!(seen["type"], "m.room.encrypted");
    }
    User::register(&homeserver, "carla").await;
    let carla = Device::log_in_with(Library::JavaScript, &homeserver, "carla", "CARLA").await.expect("it is installed");
    let path = ["rooms", &*room, "invite"];
    ada.session.call(reqwest::Method::POST, &path, "", Some(json!({ "user_id": carla.id }))).await;
    carla.join(&room).await;
    ada.wait_member(&room, &carla.id).await;
    ada.say(&room, "for Carla").await;
    carla.wait_event(&room, "what she can read", says(&ada, "for Carla")).await;
    carla.say(&room, "for Ada").await;
    ada.wait_event(&room, "what she can read", says(&carla, "for Ada")).await;
}
