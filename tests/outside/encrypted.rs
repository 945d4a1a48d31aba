//! A homeserver that holds back, repeats and forges what belongs to encrypted rooms.

use crate::proxy::{Call, Fault, HttpProxy, Lie, Often};
use crate::turns::untimed;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use test_support::matrix::bot::Meeting;
use test_support::matrix::device::{Device, assert_no_key_twice};
use test_support::matrix::user::{SOON, body, replies_to};
use tokio::time::timeout;

/// What the bot says when it cannot read a message.
const UNREADABLE: &str = "I can't read this message";
/// What it says about itself.
const ABOUT: &str = "ZÈRTZ";

/// Ada in an encrypted room with the bot, which finds the homeserver behind a proxy.
struct Desk {
    meeting: Meeting,
    proxy: HttpProxy,
    ada: Device,
    room: String,
}

impl Desk {
    async fn open() -> Option<Desk> {
        let mut meeting = Meeting::without_bot(&[], "").await?;
        let proxy = HttpProxy::before(&meeting.homeserver.address, 1).await;
        meeting.route = proxy.address.clone();
        meeting.settings.clear();
        meeting.start_bot().await;
        let ada = Device::log_in(&meeting.homeserver, "ada", "ADA").await?;
        let room = ada.create_room(&[&meeting.bot.id], json!({})).await;
        ada.wait_member(&room, &meeting.bot.id).await;
        Some(Desk { meeting, proxy, ada, room })
    }

    /// Changes the answers to `/sync` that this function wants to change.
    fn edit(&self, edit: impl Fn(&mut Value) -> bool + Send + Sync + 'static) {
        let is_sync = move |answer: &mut Value| !answer["next_batch"].is_null() && edit(answer);
        self.proxy.fault("GET", "*/client/v3/sync?*", Often::Always, Fault::Lie(Lie::Edited(Arc::new(is_sync))));
    }

    /// What the bot has replied to a message, as texts.
    fn replies(&self, to: &str) -> Vec<String> {
        let seen = self.ada.seen().into_iter().filter(|seen| seen.room == self.room);
        let replies =
            seen.filter(|seen| seen.event["sender"] == self.meeting.bot.id.as_str() && replies_to(&seen.event, to));
        replies.map(|seen| body(&seen.event).to_owned()).collect()
    }

    async fn wait_reply(&self, to: &str, text: &str) {
        let is_it = |_: &str, event: &Value| replies_to(event, to) && body(event).contains(text);
        self.ada.wait_from(0, text, is_it).await;
    }

    /// Everything that was received before is handled.
    async fn ask(&self) {
        self.ada.ask(&self.room, "!tablero about", &self.meeting.bot.id, ABOUT).await;
    }

    async fn close(mut self) {
        self.ada.wait_all_read().await;
        assert_no_key_twice(&[&self.ada]);
        self.meeting.stop_bot().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_whose_key_is_late_is_explained_once_and_answered_when_the_key_comes() {
    let _turn = untimed().await;
    let Some(desk) = Desk::open().await else { return };
    let (is_released, held) = (Arc::new(AtomicBool::new(false)), Mutex::new(Vec::new()));
    let released = Arc::clone(&is_released);
    desk.edit(move |answer| {
        let mut held = held.lock().expect("no panic");
        let events = answer["to_device"]["events"].as_array().cloned().unwrap_or_default();
        held.extend(events);
        let passed_on = if released.load(Ordering::Relaxed) { held.drain(..).collect() } else { Vec::new() };
        answer["to_device"] = json!({ "events": passed_on });
        true
    });
    let questions =
        [desk.ada.say(&desk.room, "!tablero about").await, desk.ada.say(&desk.room, "!tablero about").await];
    desk.wait_reply(&questions[0], UNREADABLE).await;
    is_released.store(true, Ordering::Relaxed);
    for question in &questions {
        desk.wait_reply(question, ABOUT).await;
    }
    let is_unreadable = |text: &String| text.contains(UNREADABLE);
    assert_eq!(desk.replies(&questions[0]).iter().filter(|text| is_unreadable(text)).count(), 1);
    assert_eq!(desk.replies(&questions[1]).iter().filter(|text| is_unreadable(text)).count(), 0, "only once");
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_message_that_is_shown_again_or_under_another_name_is_ignored() {
    let _turn = untimed().await;
    let Some(desk) = Desk::open().await else { return };
    let (room, bot, seen) = (desk.room.clone(), desk.meeting.bot.id.clone(), Mutex::new(None::<Value>));
    desk.edit(move |answer| {
        let timeline = answer.pointer_mut(&format!("/rooms/join/{room}/timeline/events"));
        let Some(events) = timeline.and_then(Value::as_array_mut) else { return false };
        let mut seen = seen.lock().expect("no panic");
        let is_hers = |event: &&Value| event["type"] == "m.room.encrypted" && event["sender"] != json!(bot);
        let first = events.iter().find(is_hers).cloned();
        let forged = match (&*seen, first) {
            (None, Some(first)) => {
                *seen = Some(first);
                return false;
            }
            (Some(seen), Some(_)) => seen.clone(),
            _ => return false,
        };
        let other = |id: &str, sender: &str| {
            let mut event = forged.clone();
            (event["event_id"], event["sender"]) = (id.into(), sender.into());
            event
        };
        let ada = forged["sender"].as_str().expect("a sender").to_owned();
        events.insert(0, other("$again", &ada));
        events.insert(1, other("$another", "@bruno:localhost"));
        true
    });
    desk.ask().await;
    desk.ask().await;
    desk.ask().await;
    for forged in ["$again", "$another"] {
        assert_eq!(desk.replies(forged), Vec::<String>::new());
    }
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_to_the_device_that_come_twice_or_backwards_and_lost_keys_of_it_change_nothing() {
    let _turn = untimed().await;
    let Some(mut desk) = Desk::open().await else { return };
    let lies = AtomicUsize::new(0);
    desk.edit(move |answer| {
        if let Some(events) = answer.pointer_mut("/to_device/events").and_then(Value::as_array_mut) {
            let again = events.clone();
            events.extend(again);
            events.reverse();
        }
        // The homeserver says that it has no keys of the device left, so the bot gives it new ones. A device forgets its
        // oldest keys, so this cannot go on for ever.
        if lies.fetch_add(1, Ordering::Relaxed) < 2 {
            answer["device_one_time_keys_count"] = json!({ "signed_curve25519": 0 });
        }
        true
    });
    let calls = [("POST", "*/keys/claim*"), ("POST", "*/keys/upload*"), ("PUT", "*/sendToDevice/*")];
    for (method, path) in calls {
        desk.proxy.fault(method, path, Often::Percent(30), Fault::DropResponse);
    }
    for session in 0..3 {
        desk.ask().await;
        desk.ada.forget_session(&desk.room).await;
        if session == 1 {
            desk.meeting.kill_bot().await;
            desk.meeting.start_bot().await;
        }
    }
    desk.ask().await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reaction_that_comes_before_the_choices_of_its_message_are_stored_is_not_lost() {
    let _turn = untimed().await;
    let Some(desk) = Desk::open().await else { return };
    let (ada, bot) = (&desk.ada, &desk.meeting.bot);
    let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
    let direct = ada.create_room(&[&bot.id], with).await;
    ada.wait_member(&direct, &bot.id).await;
    ada.say(&direct, "about").await;
    let is_there = |place: &str, event: &Value| place == direct && body(event).contains(ABOUT);
    ada.wait_from(0, "the direct room is known", is_there).await;
    // The bot does not learn that its message was sent, and cannot send it again for a while.
    let path = format!("*/rooms/{direct}/send/*");
    desk.proxy.fault("PUT", &path, Often::Times(1), Fault::Delay(Duration::ZERO)); // the picture
    desk.proxy.fault("PUT", &path, Often::Times(1), Fault::DropResponse);
    desk.proxy.fault("PUT", &path, Often::Percent(100), Fault::matrix(503, "M_UNKNOWN"));
    ada.say(&desk.room, "!tablero settings").await;
    let lists_choices = |place: &str, event: &Value| place == direct && body(event).contains("react with");
    let (_, settings) = ada.wait_from(0, "the settings", lists_choices).await;
    let (called, id) = (desk.proxy.called(), settings["event_id"].as_str().expect("an id"));
    ada.react(&direct, id, "1️⃣").await;
    let looks = |call: &Call| call.method == "GET" && call.path.contains(id);
    timeout(SOON, desk.proxy.wait_call(called, looks)).await.expect("the bot looks at the message");
    desk.proxy.heal();
    let is_edit = |_: &str, event: &Value| {
        let relation = &event["content"]["m.relates_to"];
        relation["rel_type"] == "m.replace" && relation["event_id"] == settings["event_id"]
    };
    ada.wait_from(0, "the settings after the choice", is_edit).await;
    desk.close().await;
}
