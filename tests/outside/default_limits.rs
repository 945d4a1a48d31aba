//! Invitations and a game on a homeserver with Synapse's default limits. These tests mostly wait for a limit to pass, so
//! they run beside all others.

use crate::club::Club;
use crate::seeds::MADE_UP;
use crate::takeover::people;
use serde_json::{Value, json};
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{User, body};
use tokio::time::timeout;

/// Synapse's default limits, except for registrations, of which a test needs many.
const DEFAULT_LIMITS: &str = "rc_message: {}
rc_room_creation: {}
rc_login: {}
rc_joins: {}
rc_invites: {}";

#[tokio::test(flavor = "multi_thread")]
async fn all_who_invite_the_bot_once_are_greeted_under_the_default_limits() {
    let Some(mut meeting) = Meeting::open_with(&[], DEFAULT_LIMITS).await else { return };
    let bot = &meeting.bot;
    let mut hosts = Vec::new();
    for number in 0..16 {
        hosts.push(User::register(&meeting.homeserver, &format!("host{number}")).await);
    }
    let mut rooms = Vec::new();
    for host in &hosts {
        rooms.push(host.create_room(&[&bot.id], json!({})).await);
    }
    for (host, room) in hosts.iter().zip(&rooms) {
        let is_hello = |place: &str, event: &Value| {
            let has_left = event["state_key"] == bot.id.as_str() && event["content"]["membership"] == "leave";
            assert!(!has_left, "the bot has rejected an invitation, or left again: {event:#}");
            place == room && event["sender"] == bot.id.as_str() && body(event).contains("I'm Tablero")
        };
        // A wait of the user's client ends after a minute, and the homeserver allows one greeting in five seconds.
        let greeted = async { while timeout(MADE_UP / 4, host.wait_from(0, "hello", is_hello)).await.is_err() {} };
        timeout(2 * MADE_UP, greeted).await.unwrap_or_else(|_| panic!("{} is not greeted", host.id));
    }
    for (host, room) in hosts.iter().zip(&rooms) {
        assert!(host.is_member(room, &bot.id).await, "the bot stays in the room of {}", host.id);
        let events = host.events();
        let greetings = events.iter().filter(|(_, event)| body(event).contains("I'm Tablero")).count();
        assert_eq!(greetings, 1, "{}", host.id);
    }
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_under_the_default_limits() {
    let Some(mut meeting) = Meeting::open_with(&[], DEFAULT_LIMITS).await else { return };
    let [clara, dora] = people(&meeting, ["clara", "dora"]).await;
    let mut club = Club::open(&meeting.bot, [&clara, &dora], json!({})).await;
    for _ in 0..4 {
        club.play(MADE_UP / 2).await;
    }
    club.check();
    club.check_stored(&meeting.service()).await;
    meeting.stop_bot().await;
}
