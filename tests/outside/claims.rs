//! Events that claim something about a room: by a member without power, by a stranger, from another room, and by a
//! homeserver that lies.

use crate::club::{Club, forged};
use crate::proxy::{Fault, HttpProxy, Lie, Often};
use crate::takeover::{handled, people};
use crate::turns::untimed;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tablero::service::MatchId;
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{SOON, body};

/// A meeting whose bot finds the homeserver behind a proxy.
pub async fn behind_proxy(inviters: &[&str], homeserver: &str) -> Option<(Meeting, HttpProxy)> {
    let mut meeting = Meeting::without_bot(inviters, homeserver).await?;
    let proxy = HttpProxy::before(&meeting.homeserver.address, 1).await;
    meeting.route = proxy.address.clone();
    meeting.start_bot().await;
    Some((meeting, proxy))
}

/// The next answer to `/sync` has these events in the timeline of a room.
fn tell(proxy: &HttpProxy, room: &str, mut events: Vec<Value>) {
    static TOLD: AtomicUsize = AtomicUsize::new(0);
    for event in &mut events {
        event["event_id"] = format!("$forged-{}", TOLD.fetch_add(1, Ordering::Relaxed)).into();
    }
    let room = room.to_owned();
    let edit = move |answer: &mut Value| {
        if answer["next_batch"].is_null() {
            return false;
        }
        let timeline = &mut answer["rooms"]["join"][&room]["timeline"]["events"];
        if timeline.is_null() {
            *timeline = json!([]);
        }
        timeline.as_array_mut().is_some_and(|timeline| {
            timeline.extend(events.iter().cloned());
            true
        })
    };
    proxy.fault("GET", "*/client/v3/sync?*", Often::Times(1), Fault::Lie(Lie::Edited(Arc::new(edit))));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_message_does_not_make_a_room_encrypted() {
    let _turn = untimed().await;
    let Some(mut meeting) = Meeting::open().await else { return };
    let [clara, dora] = people(&meeting, ["clara", "dora"]).await;
    let bot = &meeting.bot;
    let mut club = Club::open(bot, [&clara, &dora], json!({})).await;
    let content =
        json!({ "algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "x", "session_id": "x", "sender_key": "x" });
    dora.send(&club.room, "m.room.encrypted", content).await;
    handled(&dora, bot, &club.room).await;
    assert!(clara.is_member(&club.room, &bot.id).await, "the bot stays");
    club.play(SOON).await;
    club.play(SOON).await;
    club.check();
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_an_event_says_of_a_room_changes_nothing_there() {
    let _turn = untimed().await;
    let Some((mut meeting, proxy)) = behind_proxy(&[], "").await else { return };
    let [clara, dora, mallory] = people(&meeting, ["clara", "dora", "mallory"]).await;
    let bot = &meeting.bot;
    let mut club = Club::open(bot, [&clara, &dora], json!({})).await;
    let MatchId(game) = club.game(&meeting.service()).await;
    let with = json!({ "preset": "public_chat", "creation_content": { "predecessor": { "room_id": club.room } } });
    let other = mallory.create_room(&[&bot.id], with).await;
    let lair = mallory.create_room(&[], json!({ "preset": "public_chat" })).await;
    // By a member without power, and by a stranger. None of it is in the room's state.
    for sender in [&dora, &mallory] {
        let tombstone = |successor: &str| json!({ "body": "moved", "replacement_room": successor });
        let levels = json!({ "users": { sender.id.as_str(): 100 }, "events_default": 100 });
        let encryption = json!({ "algorithm": "m.megolm.v1.aes-sha2" });
        let member = |membership: &str| json!({ "membership": membership });
        let events = [
            ("m.room.tombstone", None, tombstone(&other)),
            ("m.room.tombstone", None, tombstone(&lair)),
            ("m.room.tombstone", Some(""), tombstone(&lair)),
            ("m.room.tombstone", Some("other"), tombstone(&lair)),
            ("m.room.tombstone", Some(""), json!({ "replacement_room": 7 })),
            ("m.room.encryption", None, encryption.clone()),
            ("m.room.encryption", Some("other"), encryption.clone()),
            ("m.room.encryption", Some(""), encryption),
            ("m.room.power_levels", None, levels.clone()),
            ("m.room.power_levels", Some(""), levels),
            ("m.room.member", Some(bot.id.as_str()), member("leave")),
            ("m.room.member", Some(clara.id.as_str()), member("ban")),
            ("m.room.create", Some(""), json!({ "creator": sender.id, "type": "m.space" })),
            ("m.space.parent", Some(lair.as_str()), json!({ "via": ["localhost"], "canonical": true })),
            ("m.space.child", Some(lair.as_str()), json!({ "via": ["localhost"] })),
        ];
        let events = events.map(|(kind, key, content)| forged(kind, &sender.id, key, content));
        tell(&proxy, &club.room, events.into());
        handled(&dora, bot, &club.room).await;
        handled(&dora, bot, &club.room).await;
    }
    for user in [&dora, &mallory] {
        let place = if Arc::ptr_eq(user, &dora) { &club.room } else { &other };
        user.say(place, &format!("!tablero admin end {game}")).await;
        user.say(place, "!tablero server language es").await;
        handled(user, bot, place).await;
    }
    assert!(clara.is_member(&club.room, &bot.id).await, "the bot stays in the club");
    let rooms = bot.call(Method::GET, &["joined_rooms"], "", None).await;
    assert!(!rooms["joined_rooms"].as_array().expect("rooms").contains(&json!(lair)), "nobody has invited it there");
    club.play(SOON).await;
    let board = club.play(SOON).await;
    assert!(body(&board).contains("Turn"), "nobody else chooses the language: {}", body(&board));
    club.check();
    club.check_stored(&meeting.service()).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reactions_relations_redactions_and_mentions_count_only_where_they_belong() {
    let _turn = untimed().await;
    let Some((mut meeting, proxy)) = behind_proxy(&[], "").await else { return };
    let [clara, dora, erik, mallory] = people(&meeting, ["clara", "dora", "erik", "mallory"]).await;
    let bot = &meeting.bot;
    let mut club = Club::open(bot, [&clara, &dora], json!({})).await;
    clara.call(Method::POST, &["rooms", &club.room, "invite"], "", Some(json!({ "user_id": erik.id }))).await;
    erik.join(&club.room).await;
    let other = mallory.create_room(&[&bot.id], json!({})).await;
    crate::club::greeted(&mallory, &bot.id, &other).await;
    let board = club.play(SOON).await;
    let shown = board["event_id"].as_str().expect("an id").to_owned();
    let text = club.some_move();
    let before = dora.events().len();
    clara.say(&club.room, "!tablero challenge @Dora game dvonn").await;
    let (_, challenge) = dora.wait_text(before, &bot.id, "challenges Dora to a game of DVONN").await;
    let challenge = challenge["event_id"].as_str().expect("an id").to_owned();

    let thread = json!({
        "rel_type": "m.thread",
        "event_id": club.challenge,
        "is_falling_back": false,
        "m.in_reply_to": { "event_id": shown },
    });
    let replies = [
        json!({ "msgtype": "m.text", "body": text, "m.relates_to": { "m.in_reply_to": { "event_id": shown } } }),
        json!({ "msgtype": "m.text", "body": text, "m.relates_to": thread }),
        json!({
            "msgtype": "m.text",
            "body": format!("* !tablero move {text}"),
            "m.new_content": { "msgtype": "m.text", "body": format!("!tablero move {text}") },
            "m.relates_to": { "rel_type": "m.replace", "event_id": shown },
            "m.mentions": { "user_ids": [bot.id, dora.id] },
        }),
        json!({ "msgtype": "m.text", "body": text, "m.mentions": { "user_ids": [bot.id] } }),
    ];
    // A member who does not play, in the club; a stranger, from another room.
    for (user, room) in [(&erik, &club.room), (&mallory, &other)] {
        for (number, reply) in replies.iter().enumerate() {
            // The homeserver itself refuses relations to what is in another room.
            let path = ["rooms", room.as_str(), "send", "m.room.message", &format!("reply-{number}")];
            user.attempt(Method::PUT, &path, reply.clone()).await;
        }
        for event in [&challenge, &club.challenge, &shown] {
            for key in ["✅", "❌", "1", "1️⃣"] {
                let relation = json!({ "rel_type": "m.annotation", "event_id": event, "key": key });
                let path = ["rooms", room.as_str(), "send", "m.reaction", &format!("{event}{key}")];
                user.attempt(Method::PUT, &path, json!({ "m.relates_to": relation })).await;
            }
            let path = ["rooms", room.as_str(), "redact", event, "redacted"];
            user.attempt(Method::PUT, &path, json!({})).await;
        }
        handled(user, bot, room).await;
    }
    // The same events by a stranger, as a homeserver claims that they were in the club.
    let mut events: Vec<Value> =
        replies.iter().map(|reply| forged("m.room.message", &mallory.id, None, reply.clone())).collect();
    for event in [&challenge, &club.challenge, &shown] {
        let relation = json!({ "rel_type": "m.annotation", "event_id": event, "key": "✅" });
        events.push(forged("m.reaction", &mallory.id, None, json!({ "m.relates_to": relation })));
        events.push(forged("m.room.redaction", &mallory.id, None, json!({ "redacts": event })));
    }
    tell(&proxy, &club.room, events);
    handled(&clara, bot, &club.room).await;
    handled(&clara, bot, &club.room).await;
    // Those who have something to answer or to move in the club, as a homeserver claims that they did so in another room,
    // in which they are too.
    for user in [&clara, &dora] {
        mallory.call(Method::POST, &["rooms", &other, "invite"], "", Some(json!({ "user_id": user.id }))).await;
        user.join(&other).await;
    }
    let relation = json!({ "rel_type": "m.annotation", "event_id": challenge, "key": "✅" });
    let accepts = forged("m.reaction", &dora.id, None, json!({ "m.relates_to": relation }));
    let moves = forged("m.room.message", &club.to_move().id, None, replies[0].clone());
    tell(&proxy, &other, vec![accepts, moves]);
    handled(&mallory, bot, &other).await;
    handled(&mallory, bot, &other).await;

    club.check_stored(&meeting.service()).await;
    let service = meeting.service();
    let open = service.queries().challenge(tablero::service::ChallengeId(2)).await.expect("it is read");
    let state = open.map(|challenge| challenge.state);
    assert_eq!(state, Some(tablero::service::ChallengeState::Open), "only Dora can answer it");
    club.play(SOON).await;
    club.check();
    meeting.stop_bot().await;
}
