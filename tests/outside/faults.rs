//! One thing that cannot be handled holds nothing else up.

use crate::claims::behind_proxy;
use crate::club::{Club, greeted};
use crate::proxy::{Fault, Often};
use crate::seeds::{ANSWERED, MADE_UP};
use crate::takeover::people;
use crate::turns::{timed, untimed};
use reqwest::Method;
use serde_json::json;
use std::time::Duration;
use test_support::matrix::bot::Meeting;
use tokio::time::timeout;

#[tokio::test(flavor = "multi_thread")]
async fn a_successor_on_a_server_that_does_not_answer_holds_nothing_up() {
    let _turn = timed().await;
    let Some(mut meeting) = Meeting::open().await else { return };
    let [clara, dora, mallory] = people(&meeting, ["clara", "dora", "mallory"]).await;
    let mut club = Club::open(&meeting.bot, [&clara, &dora], json!({})).await;
    let own = mallory.create_room(&[&meeting.bot.id], json!({})).await;
    greeted(&mallory, &meeting.bot.id, &own).await;
    for successor in ["#x:gone.invalid", "!x:gone.invalid"] {
        let content = json!({ "body": "moved", "replacement_room": successor });
        mallory.call(Method::PUT, &["rooms", &own, "state", "m.room.tombstone"], "", Some(content)).await;
        club.play(ANSWERED).await;
        meeting.stop_bot().await;
        meeting.start_bot().await;
        club.play(ANSWERED).await;
    }
    club.check();
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_joins_hold_no_other_room_up() {
    let _turn = timed().await;
    let Some((mut meeting, proxy)) = behind_proxy(&[], "").await else { return };
    let [clara, dora, mallory] = people(&meeting, ["clara", "dora", "mallory"]).await;
    let bot = &meeting.bot;
    let mut club = Club::open(bot, [&clara, &dora], json!({})).await;
    proxy.fault("POST", "*/join/*", Often::Times(5), Fault::Delay(Duration::from_secs(25)));
    let mut rooms = Vec::new();
    for _ in 0..5 {
        rooms.push(mallory.create_room(&[&bot.id], json!({})).await);
    }
    Club::begin_within(ANSWERED, bot, [&clara, &dora], club.room.clone()).await;
    club.play(ANSWERED).await;
    proxy.heal();
    for room in &rooms {
        greeted(&mallory, &bot.id, room).await;
    }
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_join_that_fails_for_a_while_is_made_up_for_also_after_a_restart() {
    let _turn = timed().await;
    let Some((mut meeting, proxy)) = behind_proxy(&[], "").await else { return };
    let [mallory] = people(&meeting, ["mallory"]).await;
    let mut rooms = Vec::new();
    for (status, code) in [(502, "M_UNKNOWN"), (429, "M_LIMIT_EXCEEDED"), (500, "M_UNKNOWN")] {
        let called = proxy.called();
        proxy.fault("POST", "*/join/*", Often::Always, Fault::matrix(status, code));
        rooms.push(mallory.create_room(&[&meeting.bot.id], json!({})).await);
        let refused = proxy.wait_call(called, |call| call.is("POST", "*/join/*", status));
        timeout(ANSWERED, refused).await.expect("it is tried");
        meeting.stop_bot().await;
        meeting.start_bot().await;
        proxy.heal();
        let room = rooms.last().expect("a room");
        timeout(MADE_UP, greeted(&mallory, &meeting.bot.id, room)).await.expect("it is tried again");
    }
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missed_command_whose_answer_is_refused_for_good_holds_no_later_one_up() {
    let _turn = untimed().await;
    let Some((mut meeting, proxy)) = behind_proxy(&[], "").await else { return };
    let room = meeting.room().await;
    // This answer follows the greeting, so the bot does not greet again after the restart.
    meeting.ada.say(&room, "!tablero games").await;
    meeting.ada.wait_text(0, &meeting.bot.id, "no running games").await;
    meeting.stop_bot().await;
    let (ada, bruno) = (&meeting.ada, &meeting.bruno);
    ada.say(&room, "!tablero about").await;
    let second = bruno.say(&room, "!tablero about").await;
    // More events than the homeserver sends at once when the bot returns.
    for number in 0..60 {
        ada.say(&room, &format!("Talk {number}")).await;
    }
    let before = ada.events().len();
    let here = format!("*/rooms/{room}/send/m.room.message/*");
    proxy.fault("PUT", &here, Often::Times(1), Fault::matrix(400, "M_INVALID_PARAM"));
    meeting.start_bot().await;
    meeting.ada.wait_reply(&room, &second, &meeting.bot.id, "Tablero").await;
    let shown = meeting.ada.events();
    let answers =
        shown.iter().skip(before).filter(|(_, event)| event["content"]["m.relates_to"]["m.in_reply_to"].is_object());
    assert_eq!(answers.count(), 1, "only the second command could be answered: {shown:#?}");
    meeting.stop_bot().await;
}
