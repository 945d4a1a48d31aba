//! One-time keys: a homeserver that gives one to two devices, and keys that run out.

use crate::proxy::{Fault, HttpProxy, Lie, Often};
use crate::turns::untimed;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use test_support::matrix::bot::Meeting;
use test_support::matrix::device::{Device, Library, assert_no_key_twice};
use test_support::matrix::user::{SOON, User, body};
use tokio::time::timeout;

/// What the bot says about itself.
const ABOUT: &str = "ZÈRTZ";

/// The bot and people in an encrypted room. One proxy stands between the bot and the homeserver, another one between
/// the people and the homeserver.
struct Desk {
    meeting: Meeting,
    bots: HttpProxy,
    people: HttpProxy,
}

impl Desk {
    /// `None` if there is no homeserver.
    async fn open() -> Option<Desk> {
        let mut meeting = Meeting::without_bot(&[], "").await?;
        let bots = HttpProxy::before(&meeting.homeserver.address, 1).await;
        let people = HttpProxy::before(&meeting.homeserver.address, 1).await;
        meeting.route = bots.address.clone();
        meeting.homeserver.address = people.address.clone();
        meeting.settings.clear();
        meeting.start_bot().await;
        Some(Desk { meeting, bots, people })
    }

    /// Ada and Bruno in a room with the bot; `None` if a client is not installed.
    async fn seat(&self, [hers, his]: [Library; 2]) -> Option<(Device, Device, String)> {
        let Meeting { homeserver, bot, .. } = &self.meeting;
        let ada = Device::log_in_with(hers, homeserver, "ada", "ADA").await?;
        let bruno = Device::log_in_with(his, homeserver, "bruno", "BRUNO").await?;
        let room = ada.create_room(&[&bruno.id], json!({})).await;
        bruno.join(&room).await;
        ada.wait_member(&room, &bruno.id).await;
        let path = ["rooms", &*room, "invite"];
        ada.session.call(Method::POST, &path, "", Some(json!({ "user_id": bot.id }))).await;
        for player in [&ada, &bruno] {
            player.wait_member(&room, &bot.id).await;
        }
        Some((ada, bruno, room))
    }

    /// Asks the bot something, and reads the answer.
    async fn ask(&self, by: &Device, room: &str) {
        by.ask(room, "!tablero about", &self.meeting.bot.id, ABOUT).await;
    }
}

fn lie(edit: impl Fn(&mut Value) -> bool + Send + Sync + 'static) -> Fault {
    Fault::Lie(Lie::Edited(Arc::new(edit)))
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_devices_that_are_given_the_same_key_of_the_bot_the_second_is_read_with_its_next_session() {
    let _turn = untimed().await;
    let Some(mut desk) = Desk::open().await else { return };
    let (place, first) = (format!("/one_time_keys/{}", desk.meeting.bot.id), Mutex::new(None::<Value>));
    let same = lie(move |answer| {
        let Some(keys) = answer.pointer_mut(&place) else { return false };
        let mut first = first.lock().expect("no panic");
        let first = first.get_or_insert_with(|| keys.clone());
        let is_other = first != keys;
        keys.clone_from(first);
        is_other
    });
    desk.people.fault("POST", "*/keys/claim*", Often::Always, same);
    // The bot begins no session with their devices, so that they need its keys.
    desk.bots.fault("POST", "*/keys/claim*", Often::Always, Fault::matrix(503, "M_UNKNOWN"));
    let Some((ada, bruno, room)) = desk.seat([Library::JavaScript; 2]).await else { return };
    let questions = [ada.say(&room, "!tablero about").await, bruno.say(&room, "!tablero about").await];
    desk.people.heal();
    desk.bots.heal();
    ada.wait_reply(&room, &questions[0], &desk.meeting.bot.id, ABOUT).await;
    bruno.wait_reply(&room, &questions[1], &desk.meeting.bot.id, "I can't read this message").await;
    bruno.forget_session(&room).await;
    desk.ask(&bruno, &room).await;
    desk.ask(&ada, &room).await;
    for player in [&ada, &bruno] {
        player.wait_all_read().await;
    }
    assert_no_key_twice(&[&ada, &bruno]);
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_for_which_the_bot_is_given_the_key_of_another_one_reads_the_bot_once_it_writes() {
    let _turn = untimed().await;
    let Some(mut desk) = Desk::open().await else { return };
    let same = lie(move |answer| {
        let keys = &mut answer["one_time_keys"];
        let hers = keys["@ada:localhost"]["ADA"].clone();
        let is_for_both = hers.is_object() && keys["@bruno:localhost"]["BRUNO"].is_object();
        if is_for_both {
            keys["@bruno:localhost"]["BRUNO"] = hers;
        }
        is_for_both
    });
    desk.bots.fault("POST", "*/keys/claim*", Often::Always, same);
    let Some((ada, bruno, room)) = desk.seat([Library::Nio; 2]).await else { return };
    desk.ask(&ada, &room).await;
    let answer = ada.find_since(0, |_, event| body(event).contains(ABOUT)).expect("she has read it").1;
    let is_it = |event: &Value| event["event_id"] == answer["event_id"];
    let unread = bruno.wait_event(&room, "the answer to Ada", is_it).await;
    assert_eq!(unread["type"], "m.room.encrypted", "the key that he was given is hers");
    desk.bots.heal();
    desk.ask(&bruno, &room).await;
    desk.ask(&ada, &room).await;
    ada.wait_all_read().await;
    assert_no_key_twice(&[&ada, &bruno]);
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_keys_of_the_bot_run_out_a_newcomer_is_read_by_its_fallback_key() {
    let _turn = untimed().await;
    let Some(mut desk) = Desk::open().await else { return };
    let Some((ada, bruno, room)) = desk.seat([Library::Nio; 2]).await else { return };
    desk.ask(&ada, &room).await;
    let bot = desk.meeting.bot.id.clone();
    let device = ada.devices(&bot).await[0]["device"].as_str().expect("an id").to_owned();
    // The bot can upload no new keys, and begins no session with the newcomer's device.
    for path in ["*/keys/upload*", "*/keys/claim*"] {
        desk.bots.fault("POST", path, Often::Percent(100), Fault::matrix(503, "M_UNKNOWN"));
    }
    let claim = async || {
        let body = json!({ "one_time_keys": { &bot: { &device: "signed_curve25519" } } });
        let claimed = ada.session.call(Method::POST, &["keys", "claim"], "", Some(body)).await;
        let keys = claimed["one_time_keys"][&bot][&device].as_object().expect("a key").clone();
        keys.values().any(|key| key["fallback"] == true)
    };
    let mut claims = 0;
    while !claim().await {
        claims += 1;
        assert!(claims < 200, "the keys do not run out");
    }
    User::register(&desk.meeting.homeserver, "carla").await;
    let carla = Device::log_in_with(Library::JavaScript, &desk.meeting.homeserver, "carla", "CARLA").await;
    let Some(carla) = carla else { return };
    let hers = carla.create_room(&[&bot], json!({})).await;
    carla.wait_member(&hers, &bot).await;
    desk.ask(&carla, &hers).await;
    let refused = desk.bots.wait_call(0, |call| call.is("POST", "*/keys/upload*", 503));
    timeout(SOON, refused).await.expect("the bot notices that its keys have run out");
    let called = desk.bots.called();
    desk.bots.heal();
    desk.ask(&ada, &room).await;
    let uploaded = desk.bots.wait_call(called, |call| call.is("POST", "*/keys/upload*", 200));
    timeout(SOON, uploaded).await.expect("there are new keys");
    assert!(!claim().await, "a new key is not the fallback key");
    for player in [&ada, &bruno, &carla] {
        player.wait_all_read().await;
    }
    assert_no_key_twice(&[&ada, &bruno, &carla]);
    desk.meeting.stop_bot().await;
}
