//! Logging in with a login server or with a token that is valid once, and access tokens that end.

use crate::club::Club;
use crate::proxy::{Call, Fault, HttpProxy, Often};
use crate::seeds::{ANSWERED, FORGETFUL, MADE_UP};
use crate::session::{discord_is_answered, start};
use crate::takeover::people;
use crate::turns::{timed, untimed};
use discord_emulator::{Emulator, EmulatorOptions};
use reqwest::Method;
use serde_json::{Value, json};
use std::process::{Output, Stdio};
use std::sync::Arc;
use tablero::db::SqlStorage;
use tablero::matrix::login::account::Account;
use tablero::matrix::login::log_in::log_in;
use tablero::matrix::places::MATRIX;
use tablero::service::{DeliveryQueries, GameService, PlatformSession, SystemClock};
use test_support::matrix::bot::{Login, Meeting, service_of};
use test_support::matrix::login_server::LoginServer;
use test_support::matrix::user::{SOON, User};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How long an access token lives in these tests, in seconds.
const LIFE: u64 = 3;

/// A homeserver with a login server, and the bot on its way to both through a proxy.
struct Desk {
    meeting: Meeting,
    server: LoginServer,
    /// Before the homeserver.
    homeserver_proxy: HttpProxy,
    /// Before the login server.
    proxy: HttpProxy,
}

impl Desk {
    async fn open() -> Option<Desk> {
        let server = LoginServer::start().await?;
        let proxy = HttpProxy::before(&server.address, 1).await;
        server.set(json!({ "life": LIFE, "address": proxy.address })).await;
        let mut meeting = Meeting::with_login_server(&server).await?;
        let homeserver = HttpProxy::before(&meeting.homeserver.address, 1).await;
        meeting.route = homeserver.address.clone();
        Some(Desk { meeting, server, homeserver_proxy: homeserver, proxy })
    }

    /// `tablero matrix login` in which the host decides about the code.
    async fn decide(&self, approved: Option<bool>) -> Output {
        let mut command = command(&self.meeting);
        let mut process = command.spawn().expect("the program runs");
        let mut lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
        let said = lines.next_line().await.expect("a line");
        if let Some(said) = said.filter(|_| approved.is_some()) {
            let address = format!("{}/link?user_code=", self.proxy.address);
            let code = said.split("the code ").nth(1).unwrap_or_else(|| panic!("{said}")).trim_end_matches('.');
            assert!(said.contains(&format!("{address}{code}")), "{said}");
            self.server.decide(code, "tablero", approved == Some(true)).await;
        }
        let mut rest = String::new();
        let ended = timeout(SOON, lines.into_inner().read_to_string(&mut rest)).await;
        ended.expect("it ends").expect("text");
        let output = process.wait_with_output().await.expect("it ends");
        Output { stdout: rest.into_bytes(), ..output }
    }

    /// The host lets the bot in.
    async fn log_in(&self) -> PlatformSession {
        let output = self.decide(Some(true)).await;
        let said = text(&output);
        assert!(output.status.success() && said.contains("The bot is logged in as @tablero:localhost."), "{said}");
        session(&self.meeting).await.expect("it is stored")
    }

    async fn people(&self) -> [Arc<User>; 2] {
        let user = async |name| Arc::new(self.server.user(&self.meeting.homeserver, name).await);
        [user("clara").await, user("dora").await]
    }

    /// The people of a club make so many moves, each with another access token.
    async fn play(&self, club: &mut Club, moves: usize) {
        for _ in 0..moves {
            let called = self.proxy.called();
            let renewed = self.proxy.wait_call(called, |call| call.is("POST", "/token", 200));
            timeout(MADE_UP, renewed).await.expect("the token is renewed");
            club.play(ANSWERED).await;
        }
    }
}

fn text(output: &Output) -> String {
    let said = [&*output.stdout, &output.stderr].concat();
    String::from_utf8_lossy(&said).into_owned()
}

/// `tablero matrix login` with the bot's database.
fn command(meeting: &Meeting) -> Command {
    program(meeting, &["matrix", "login"])
}

/// The program with the bot's database, and a log of everything.
fn program(meeting: &Meeting, arguments: &[&str]) -> Command {
    let database = meeting.database();
    let file = database.with_file_name("login.toml");
    let (route, log) = (&meeting.route, "[log]\nfilter = \"trace\"");
    std::fs::write(&file, format!("[matrix]\nhomeserver = {route:?}\n[store]\npath = {database:?}\n{log}\n"))
        .expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablero"));
    command.args(arguments).arg("--config").arg(file).env_remove("MATRIX_TOKEN").env_remove("MATRIX_PASSWORD");
    command.env_remove("DISCORD_TOKEN");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// The session that is stored while the bot does not run.
async fn session(meeting: &Meeting) -> Option<PlatformSession> {
    let store = SqlStorage::open_file(&meeting.database()).await.expect("a database");
    let session = store.session(MATRIX).await.expect("it is read");
    store.close().await;
    session
}

/// Why the bot does not start, although it could before.
async fn refusal(meeting: &Meeting) -> String {
    let store = SqlStorage::open_file(&meeting.database()).await.expect("a database");
    let started = meeting.app(&service_of(&store), "", CancellationToken::new()).await;
    let why = started.err().expect("it is not logged in").to_string();
    store.close().await;
    why
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_confirms_a_code_and_the_bot_plays_on_while_its_access_tokens_end() {
    let _turn = timed().await;
    let Some(mut desk) = Desk::open().await else { return };
    assert!(refusal(&desk.meeting).await.contains("tablero matrix login"));
    desk.server.set(json!({ "slow_downs": 1 })).await;
    let first = desk.log_in().await;
    assert!(first.refresh_token.is_some() && first.client_id.is_some() && first.expires_at.is_some());
    // With encryption, whose keys belong to the device, and without the password that an identity needs elsewhere.
    desk.meeting.settings.clear();
    desk.meeting.start_bot().await;
    let people = desk.people().await;
    let mut club = Club::open(&desk.meeting.bot, [&people[0], &people[1]], json!({})).await;
    desk.play(&mut club, 3).await;
    desk.meeting.kill_bot().await;
    let second = session(&desk.meeting).await.expect("it is stored");
    assert!(second.token != first.token && second.refresh_token != first.refresh_token);
    assert_eq!((&second.device, &second.client_id), (&first.device, &first.client_id));
    let bot = desk.meeting.bot.id.as_str();
    let body = json!({ "device_keys": { bot: [] } });
    let keys = people[0].call(Method::POST, &["keys", "query"], "", Some(body)).await;
    let signatures = keys["device_keys"][bot][&first.device]["signatures"][bot].as_object().expect("a signed device");
    assert_eq!(signatures.len(), 2, "by the device and by the identity: {keys:#}");
    wait_expired(&desk.meeting, &second.token).await;
    desk.meeting.start_bot().await;
    desk.play(&mut club, 2).await;
    club.check();
    club.check_stored(&desk.meeting.service()).await;
    assert_eq!(desk.server.count("refused").await, 0, "no refresh token was used twice");
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_renewal_whose_answer_is_lost_is_repeated_also_after_a_kill() {
    let _turn = timed().await;
    let Some(mut desk) = Desk::open().await else { return };
    desk.log_in().await;
    desk.meeting.start_bot().await;
    let [clara, dora] = desk.people().await;
    let mut club = Club::open(&desk.meeting.bot, [&clara, &dora], json!({})).await;
    let refused = |status| Fault::Refuse { status, body: json!("by a proxy") };
    for fault in [Fault::DropResponse, Fault::DropRequest, refused(502), refused(403)] {
        desk.proxy.fault("POST", "/token*", Often::Times(1), fault);
        desk.play(&mut club, 1).await;
    }
    // The answer to a renewal is on its way when the bot is killed.
    let called = desk.proxy.called();
    desk.proxy.fault("POST", "/token*", Often::Always, Fault::DropResponse);
    let renewed = desk.proxy.wait_call(called, |call| call.method == "POST" && call.path.starts_with("/token"));
    timeout(MADE_UP, renewed).await.expect("it renews the token");
    desk.meeting.kill_bot().await;
    desk.proxy.heal();
    desk.meeting.start_bot().await;
    desk.play(&mut club, 1).await;
    club.check();
    club.check_stored(&desk.meeting.service()).await;
    assert_eq!(desk.server.count("refused").await, 0);
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn however_long_a_renewal_takes_the_bot_receives_at_once_after_it() {
    let _turn = timed().await;
    let Some(mut desk) = Desk::open().await else { return };
    desk.log_in().await;
    desk.meeting.start_bot().await;
    let [clara, dora] = desk.people().await;
    let mut club = Club::open(&desk.meeting.bot, [&clara, &dora], json!({})).await;
    let called = desk.proxy.called();
    desk.proxy.fault("POST", "/token*", Often::Always, Fault::DropRequest);
    timeout(MADE_UP, desk.proxy.wait_calls(called + 1)).await.expect("it tries to renew the token");
    let stored = desk.meeting.service().queries().session(MATRIX).await.expect("it is read").expect("it is stored");
    wait_expired(&desk.meeting, &stored.token).await;
    let is_refused = |call: &Call| call.is("GET", "*/sync*", 401);
    let (called, before) = (desk.homeserver_proxy.called(), desk.homeserver_proxy.count(is_refused));
    // The `/sync` that waits for something to happen began with a valid token, and ends now.
    clara.say(&club.room, "hello").await;
    timeout(MADE_UP, desk.homeserver_proxy.wait_call(called, is_refused)).await.expect("the token has ended");
    club.say_move().await;
    let called = desk.proxy.called() + 3;
    timeout(MADE_UP, desk.proxy.wait_calls(called)).await.expect("it tries again");
    let count = desk.homeserver_proxy.count(is_refused) - before;
    assert_eq!(count, 1, "nothing is received with a token that was refused");
    let renewed = desk.proxy.wait_call(called, |call| call.is("POST", "/token", 200));
    desk.proxy.heal();
    timeout(MADE_UP, renewed).await.expect("the token is renewed");
    club.wait_board(ANSWERED).await;
    club.check();
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_ended_pauses_matrix_alone_until_the_host_logs_the_bot_in_again() {
    let _turn = timed().await;
    let Some(mut desk) = Desk::open().await else { return };
    let first = desk.log_in().await;
    let discord = Emulator::start(EmulatorOptions::default()).await.expect("the emulator starts");
    start(&mut desk.meeting, &discord).await;
    let [clara, dora] = desk.people().await;
    let mut club = Club::open(&desk.meeting.bot, [&clara, &dora], json!({})).await;
    club.play(ANSWERED).await;
    let called = desk.proxy.called();
    desk.server.end("tablero").await;
    let refused = desk.proxy.wait_call(called, |call| call.is("POST", "/token*", 400));
    timeout(MADE_UP, refused).await.expect("the login server refuses");
    for _ in 0..3 {
        discord_is_answered(&discord).await;
    }
    assert!(!desk.meeting.has_ended(), "the process keeps running");
    desk.meeting.stop_bot().await;
    let why = refusal(&desk.meeting).await;
    assert!(why.contains("ended the bot's session") && why.contains("tablero matrix login"), "{why}");
    let second = desk.log_in().await;
    assert_ne!(second.device, first.device, "the keys of the former device are gone");
    start(&mut desk.meeting, &discord).await;
    club.play(ANSWERED).await;
    club.check();
    desk.meeting.stop_bot().await;
    discord.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_is_refused_or_expires_changes_nothing() {
    let _turn = untimed().await;
    let Some(desk) = Desk::open().await else { return };
    for (approved, life, sentence) in
        [(Some(false), 600, "you have refused to let the bot in"), (None, 1, "the code was not confirmed in time")]
    {
        desk.server.set(json!({ "code_life": life })).await;
        let output = desk.decide(approved).await;
        let said = text(&output);
        assert!(!output.status.success() && said.contains(sentence), "{said}");
        assert!(session(&desk.meeting).await.is_none());
    }
    // Secrets go to no address without encryption, whatever the homeserver says.
    let insecure = |answer: &mut Value| {
        let is_metadata = answer.get("token_endpoint").is_some();
        if is_metadata {
            answer["token_endpoint"] = json!("http://login.example.org/token");
        }
        is_metadata
    };
    let edited = Fault::Lie(crate::proxy::Lie::Edited(Arc::new(insecure)));
    desk.homeserver_proxy.fault("GET", "*auth_metadata*", Often::Always, edited);
    let said = text(&desk.decide(None).await);
    assert!(said.contains("token_endpoint of its login server that is not https"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_says_where_the_host_allows_a_new_identity_and_has_no_secrets() {
    let _turn = untimed().await;
    let Some(desk) = Desk::open().await else { return };
    let mut said = text(&desk.decide(Some(true)).await);
    let wanted = json!({ "session": "dummy", "flows": [{ "stages": ["m.oauth"] }], "params": {} });
    let fault = Fault::Refuse { status: 401, body: wanted };
    desk.homeserver_proxy.fault("POST", "*/keys/device_signing/upload*", Often::Always, fault);
    let mut process = program(&desk.meeting, &["serve"]).spawn().expect("the program runs");
    let mut lines = BufReader::new(process.stderr.take().expect("it is piped")).lines();
    let page = format!("log in at {}/account?action=org.matrix.cross_signing_reset as the bot", desk.proxy.address);
    let running = async {
        while !said.contains(&page) || said.matches("is renewed").count() < 2 {
            said += &lines.next_line().await.expect("a line").expect("the bot keeps running");
        }
    };
    timeout(SOON, running).await.unwrap_or_else(|_| panic!("{page}"));
    let secrets = desk.server.secrets().await;
    assert!(secrets.len() > 6, "{secrets:?}");
    for secret in secrets {
        assert!(!said.contains(&secret), "a secret is in the log");
    }
    desk.homeserver_proxy.heal();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_processes_one_renews_and_the_other_uses_what_it_got() {
    let _turn = untimed().await;
    let Some(desk) = Desk::open().await else { return };
    // And the login server knows only the scopes from before version 1.15 of the specification.
    desk.server.set(json!({ "scopes": "urn:matrix:org.matrix.msc2967.client" })).await;
    desk.log_in().await;
    let store = SqlStorage::open_file(&desk.meeting.database()).await.expect("a database");
    let homeserver = desk.meeting.route.clone();
    let account = Account { homeserver, token: String::new(), user: String::new(), password: String::new() };
    let service = || GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), || 7);
    let [first, second] = [service(), service()];
    let begin = async |service| log_in(service, &account).await.expect("there is a session");
    let sessions = [begin(&first).await, begin(&second).await];
    let before = desk.server.count("refresh").await;
    let keeping = async { tokio::join!(sessions[0].keep(), sessions[1].keep()) };
    let calling = async {
        while desk.server.count("refresh").await < before + 4 {
            for session in &sessions {
                // The other process may have used the new token just before this one hears of it.
                let called = async { while session.client.whoami().await.is_err() {} };
                timeout(ANSWERED, called).await.expect("the token is replaced");
            }
        }
    };
    tokio::select! {
        _ = keeping => panic!("a session has ended"),
        () = calling => {}
    }
    assert_eq!(desk.server.count("refused").await, 0);
    let stored = store.session(MATRIX).await.expect("it is read").expect("it is stored");
    assert!(stored.expires_at.is_some());
    store.close().await;
}

/// Waits until the homeserver no longer accepts an access token of the bot.
async fn wait_expired(meeting: &Meeting, token: &str) {
    let expired = async { while meeting.bot.is_accepted(token).await {} };
    timeout(SOON, expired).await.expect("the access token expires");
}

/// A homeserver that logs in users itself, and whose access tokens end.
async fn open_with_short_tokens() -> Option<Meeting> {
    let settings = format!(
        "{FORGETFUL}\nrefreshable_access_token_lifetime: {LIFE}s\nlogin_via_existing_session: {{ enabled: true, \
         require_ui_auth: false }}\n"
    );
    Meeting::without_bot(&[], &settings).await
}

/// Two people play while the access token ends several times.
async fn play_over_renewals(meeting: &mut Meeting, proxy: &HttpProxy) {
    meeting.start_bot().await;
    let [clara, dora] = people(meeting, ["clara", "dora"]).await;
    let mut club = Club::open(&meeting.bot, [&clara, &dora], json!({})).await;
    for _ in 0..3 {
        let called = proxy.called();
        let renewed = proxy.wait_call(called, |call| call.is("POST", "*/refresh*", 200));
        timeout(MADE_UP, renewed).await.expect("it renews the token");
        club.play(ANSWERED).await;
    }
    meeting.kill_bot().await;
    let last = session(meeting).await.expect("it is stored");
    wait_expired(meeting, &last.token).await;
    meeting.start_bot().await;
    club.play(ANSWERED).await;
    club.check();
    club.check_stored(&meeting.service()).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_from_a_password_is_renewed_on_the_same_device() {
    let _turn = timed().await;
    let Some(mut meeting) = open_with_short_tokens().await else { return };
    let proxy = HttpProxy::before(&meeting.homeserver.address, 1).await;
    (meeting.route, meeting.login) = (proxy.address.clone(), Login::Password);
    play_over_renewals(&mut meeting, &proxy).await;
    let logins = proxy.count(|call| call.is("POST", "*/login*", 200));
    assert_eq!(logins, 1, "the password is needed once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_token_is_valid_once_and_begins_a_session_that_is_renewed() {
    let _turn = timed().await;
    let Some(mut meeting) = open_with_short_tokens().await else { return };
    let proxy = HttpProxy::before(&meeting.homeserver.address, 1).await;
    (meeting.route, meeting.login) = (proxy.address.clone(), Login::Session);
    let url = format!("{}/_matrix/client/v1/login/get_token", meeting.address());
    let asked = reqwest::Client::new().post(url).bearer_auth(&meeting.bot.token).json(&json!({})).send().await;
    let given: Value = asked.expect("an answer").json().await.expect("JSON");
    let token = given["login_token"].as_str().unwrap_or_else(|| panic!("{given}")).to_owned();
    for is_new in [true, false] {
        let before = session(&meeting).await;
        let mut process = command(&meeting).spawn().expect("the program runs");
        let mut input = process.stdin.take().expect("it is piped");
        input.write_all(format!("http://localhost/?loginToken={token}\n").as_bytes()).await.expect("it is read");
        let output = process.wait_with_output().await.expect("it ends");
        let said = text(&output);
        assert!(!said.contains(&token), "{said}");
        if is_new {
            assert!(output.status.success() && said.contains("logged in as @tablero:localhost"), "{said}");
        } else {
            assert!(!output.status.success() && said.contains("valid once"), "{said}");
            assert_eq!(session(&meeting).await, before, "nothing has changed");
        }
    }
    play_over_renewals(&mut meeting, &proxy).await;
}
