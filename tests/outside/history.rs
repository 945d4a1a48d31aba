//! What was typed while the bot was not in a room is history.

use crate::club::{Club, greeted};
use crate::takeover::{handled, people};
use crate::turns::untimed;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{SOON, body};

#[tokio::test(flavor = "multi_thread")]
async fn commands_from_before_the_bot_came_are_not_carried_out() {
    let _turn = untimed().await;
    let Some(mut meeting) = Meeting::open().await else { return };
    let [clara, dora] = people(&meeting, ["clara", "dora"]).await;
    let bot = &meeting.bot;
    let room = clara.create_room(&[&dora.id], json!({})).await;
    dora.join(&room).await;
    clara.say(&room, "!tablero play barrier 1").await;
    clara.say(&room, "!tablero challenge @Dora game dvonn").await;
    dora.say(&room, "!tablero play barrier 2").await;
    clara.call(Method::POST, &["rooms", &room, "invite"], "", Some(json!({ "user_id": bot.id }))).await;
    greeted(&clara, &bot.id, &room).await;
    let club = Club::begin(bot, [&clara, &dora], room.clone()).await;
    handled(&dora, bot, &room).await;
    let events = clara.events();
    let of_bot = events.iter().filter(|(place, event)| *place == room && event["sender"] == bot.id.as_str());
    let messages = of_bot.map(|(_, event)| event).filter(|event| event["type"] == "m.room.message");
    let shown: Vec<&str> = messages.filter(|event| event["content"]["m.new_content"].is_null()).map(body).collect();
    assert_eq!(shown.len(), 4, "a greeting, a challenge, and a board with its words: {shown:#?}");
    club.check();
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_from_while_the_bot_was_away_are_not_carried_out() {
    let _turn = untimed().await;
    let Some(mut meeting) = Meeting::open().await else { return };
    let [clara, dora] = people(&meeting, ["clara", "dora"]).await;
    let bot = &meeting.bot;
    let mut club = Club::open(bot, [&clara, &dora], json!({})).await;
    let room = club.room.clone();
    for _ in 0..2 {
        let is_own = |event: &Value, membership: &str| {
            event["state_key"] == bot.id.as_str() && event["content"]["membership"] == membership
        };
        let user = Some(json!({ "user_id": bot.id }));
        clara.call(Method::POST, &["rooms", &room, "kick"], "", user.clone()).await;
        let missed = club.some_move();
        club.say(&format!("!tablero move {missed}")).await;
        clara.say(&room, "!tablero play barrier 1").await;
        let before = clara.events().len();
        clara.call(Method::POST, &["rooms", &room, "invite"], "", user).await;
        let joins = |place: &str, event: &Value| place == room && is_own(event, "join");
        clara.wait_from(before, "the bot comes back", joins).await;
        handled(&dora, bot, &room).await;
        club.check_stored(&meeting.service()).await;
        club.play(SOON).await;
    }
    club.check();
    meeting.stop_bot().await;
}
