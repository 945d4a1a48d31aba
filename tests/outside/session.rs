//! Sessions and positions that the homeserver does not accept any more.

use crate::club::Club;
use crate::proxy::{Call, Fault, HttpProxy, Often};
use crate::seeds::{ANSWERED, FORGETFUL, MADE_UP};
use crate::takeover::people;
use crate::turns::timed;
use discord_emulator::{Emulator, EmulatorOptions};
use reqwest::Method;
use serde_json::{Value, json};
use tablero::app::App;
use tablero::db::SqlStorage;
use tablero::discord::DiscordFrontEnd;
use tablero::discord::Endpoint;
use tablero::matrix::places::MATRIX;
use tablero::service::DeliveryQueries;
use test_support::matrix::bot::{Login, Meeting};
use test_support::matrix::user::body;
use tokio::time::timeout;

/// A bot behind a proxy that is on Discord too.
async fn open(login: Login) -> Option<(Meeting, HttpProxy, Emulator)> {
    let mut meeting = Meeting::without_bot(&[], FORGETFUL).await?;
    let proxy = HttpProxy::before(&meeting.homeserver.address, 1).await;
    meeting.route = proxy.address.clone();
    meeting.login = login;
    let discord = Emulator::start(EmulatorOptions::default()).await.expect("the emulator starts");
    start(&mut meeting, &discord).await;
    Some((meeting, proxy, discord))
}

pub async fn start(meeting: &mut Meeting, discord: &Emulator) {
    let endpoint = Endpoint::Other(discord.api_url());
    let add = async |app: &mut App| {
        app.add(&DiscordFrontEnd::new(&endpoint, &EmulatorOptions::default().token)).await.expect("a bot");
    };
    meeting.start_bot_with(add).await;
    timeout(MADE_UP, discord.wait_command("about")).await.expect("the commands are registered");
    timeout(MADE_UP, discord.wait_bot()).await.expect("the bot connects");
}

/// A person on Discord is answered.
pub async fn discord_is_answered(discord: &Emulator) {
    let games = discord.channel("games").expect("the first channel");
    let ada = discord.user("Ada").expect("a person");
    let reply = timeout(ANSWERED, ada.command(games, "about", &[])).await.expect("an answer").expect("a command");
    assert!(reply.message().is_some_and(|message| message.content.contains("ZÈRTZ")), "{reply:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_is_renewed_with_the_password() {
    let _turn = timed().await;
    let Some((mut meeting, proxy, discord)) = open(Login::Password).await else { return };
    let [clara, dora] = people(&meeting, ["clara", "dora"]).await;
    let mut club = Club::open(&meeting.bot, [&clara, &dora], json!({})).await;
    // The second time softly, as a homeserver ends sessions whose time is over.
    for is_soft in [false, true] {
        let called = proxy.called();
        if is_soft {
            let body = json!({ "errcode": "M_UNKNOWN_TOKEN", "error": "expired", "soft_logout": true });
            let fault = Fault::Refuse { status: 401, body };
            proxy.fault("GET", "*/sync?*", Often::Times(1), fault.clone());
            proxy.fault("PUT", "*/send/*", Often::Times(2), fault);
        } else {
            let session = meeting.service().queries().session(MATRIX).await.expect("it is read").expect("a session");
            meeting.bot.call_with(&session.token, Method::POST, &["logout"], Some(json!({}))).await;
        }
        club.play(ANSWERED).await;
        if !is_soft {
            let logged_in = proxy.wait_call(called, |call| call.is("POST", "*/login*", 200));
            timeout(MADE_UP, logged_in).await.expect("it logs in again");
        }
        discord_is_answered(&discord).await;
        club.play(ANSWERED).await;
        assert!(!meeting.has_ended(), "the process goes on");
    }
    club.check();
    club.check_stored(&meeting.service()).await;
    meeting.stop_bot().await;
    discord.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_ends_pauses_matrix_alone() {
    let _turn = timed().await;
    let Some((mut meeting, proxy, discord)) = open(Login::Token).await else { return };
    discord_is_answered(&discord).await;
    let receives = proxy.wait_call(0, |call| call.is("GET", "*/sync?*", 200));
    timeout(MADE_UP, receives).await.expect("it has begun to receive");
    let called = proxy.called();
    meeting.bot.call_with(&meeting.bot.token, Method::POST, &["logout"], Some(json!({}))).await;
    let refused = proxy.wait_call(called, |call| call.is("GET", "*/sync?*", 401));
    timeout(MADE_UP, refused).await.expect("the homeserver refuses the token");
    for _ in 0..3 {
        discord_is_answered(&discord).await;
    }
    assert!(!meeting.has_ended(), "the process goes on");
    meeting.stop_bot().await;
    discord.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_that_is_refused_leads_to_a_fresh_start_that_skips_the_past() {
    let _turn = timed().await;
    let Some((mut meeting, proxy, discord)) = open(Login::Token).await else { return };
    let [clara, dora] = people(&meeting, ["clara", "dora"]).await;
    let mut club = Club::open(&meeting.bot, [&clara, &dora], json!({})).await;
    for (status, code) in [(400, "M_UNKNOWN_POS"), (400, "M_INVALID_PARAM"), (404, "M_NOT_FOUND")] {
        meeting.stop_bot().await;
        clara.say(&club.room, "!tablero play barrier 1").await;
        let store = SqlStorage::open_file(&meeting.database()).await.expect("a database");
        let position = store.sync_position(MATRIX).await.expect("it is read").expect("a position");
        store.close().await;
        let called = proxy.called();
        proxy.fault("GET", &format!("*/sync?*since={position}*"), Often::Always, Fault::matrix(status, code));
        start(&mut meeting, &discord).await;
        let starts = |call: &Call| call.is("GET", "*/sync?*", 200) && !call.path.contains("since=");
        let started = timeout(ANSWERED, proxy.wait_call(called, starts)).await;
        started.unwrap_or_else(|_| panic!("{status} {code}: no fresh start"));
        club.play(ANSWERED).await;
        proxy.heal();
    }
    let playing = |event: &Value| body(event).contains("level 1");
    let events = clara.events();
    let begun: Vec<_> =
        events.iter().filter(|(_, event)| playing(event) && event["sender"] != clara.id.as_str()).collect();
    assert!(begun.is_empty(), "the past is not carried out: {begun:#?}");
    club.check();
    meeting.stop_bot().await;
    discord.shutdown().await;
}
