//! People who verify the bot and are verified by it: by emoji and by QR code, with the command of the host.

use reqwest::Method;
use serde_json::{Value, json};
use std::process::{Output, Stdio};
use tablero::service::{Clock, SystemClock};
use tempfile::TempDir;
use test_support::matrix::bot::{Login, Meeting};
use test_support::matrix::device::{Device, Library};
use test_support::matrix::user::{SOON, body};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// The bot, Ada in an encrypted direct room with it, and the host's terminal.
struct Desk {
    meeting: Meeting,
    ada: Device,
    room: String,
    folder: TempDir,
}

impl Desk {
    /// `None` if something is not installed.
    async fn open(library: Library) -> Option<Desk> {
        let mut meeting = Meeting::without_bot(&[], "").await?;
        meeting.login = Login::Password;
        meeting.settings.clear();
        meeting.start_bot().await;
        let ada = Device::log_in_with(library, &meeting.homeserver, "ada", "ADA").await?;
        let room = ada.create_room(&[&meeting.bot.id], json!({ "is_direct": true })).await;
        ada.wait_member(&room, &meeting.bot.id).await;
        let desk = Desk { meeting, ada, room, folder: TempDir::new().expect("a folder") };
        // The devices know each other then.
        desk.ask().await;
        Some(desk)
    }

    /// Ada asks something, and reads the answer.
    async fn ask(&self) {
        let from = self.ada.seen().len();
        self.ada.say(&self.room, "about").await;
        self.ada.wait_text(from, &self.meeting.bot.id, "lets you play").await;
    }

    /// The program as the host runs it, with these further lines of configuration.
    fn program(&self, further: &str) -> Command {
        let (database, file) = (self.meeting.database(), self.folder.path().join("config.toml"));
        let (homeserver, store_key) = (self.meeting.address(), &self.meeting.store_key);
        let store_key =
            if further.contains("store_key") { String::new() } else { format!("store_key = {store_key:?}") };
        let text = format!(
            "[database]\nurl = \"sqlite:{}\"\n[matrix]\nhomeserver = {homeserver:?}\nuser = \"tablero\"\n\
             password = \"tablero\"\n{store_key}\n{further}\n",
            database.display()
        );
        std::fs::write(&file, text).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tablero"));
        command.arg("--config").arg(&file).stdin(Stdio::null()).kill_on_drop(true);
        command
    }

    /// The host's command, with these further lines of configuration.
    fn command(&self, arguments: &[&str], further: &str) -> Command {
        let mut command = self.program(further);
        command.args(["matrix", "verify"]).args(arguments);
        command
    }

    /// What the host's command says, and whether it succeeds.
    async fn host(&self, arguments: &[&str]) -> (bool, String) {
        said(&output(self.command(arguments, "")).await)
    }

    /// Waits until the host's list has a text.
    async fn wait_listed(&self, text: &str) -> String {
        let listed = async {
            loop {
                let (succeeds, said) = self.host(&[]).await;
                assert!(succeeds, "{said}");
                if said.contains(text) {
                    return said;
                }
            }
        };
        timeout(SOON, listed).await.unwrap_or_else(|_| panic!("{text} is not listed"))
    }

    fn terminal(&self, arguments: &[&str]) -> Terminal {
        let mut command = self.command(arguments, "");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("it runs");
        let input = process.stdin.take().expect("it is piped");
        let screen = process.stdout.take().expect("it is piped");
        Terminal { process, input, screen, shown: String::new() }
    }

    /// Whether the bot's identity has signed Ada's. The homeserver says it to the bot alone.
    async fn is_signed(&self) -> bool {
        let (bot, ada) = (&self.meeting.bot.id, &self.ada.id);
        let body = json!({ "device_keys": { bot: [], ada: [] } });
        let keys = self.meeting.bot.call(Method::POST, &["keys", "query"], "", Some(body)).await;
        let signing = keys["user_signing_keys"][bot]["keys"].as_object().and_then(|keys| keys.keys().next().cloned());
        let signing = signing.expect("the bot has an identity");
        keys["master_keys"][ada]["signatures"][bot][&signing].is_string()
    }

    /// Waits until Ada's device says how a verification has gone on.
    async fn wait_phase(&self, transaction: &str, phase: &str) -> Value {
        let is_it = |notice: &Value| notice["transaction"] == transaction && notice["phase"] == phase;
        self.ada.wait_notice(phase, is_it).await
    }

    async fn wait_emoji(&self, transaction: &str) -> Vec<String> {
        let is_it = |notice: &Value| notice["transaction"] == transaction && notice["emoji"].is_array();
        let notice = self.ada.wait_notice("the emoji", is_it).await;
        notice["emoji"].as_array().expect("emoji").iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    async fn wait_told(&self, text: &str) -> Value {
        self.ada.wait_text(0, &self.meeting.bot.id, text).await.1
    }

    async fn restart(&mut self) {
        self.meeting.stop_bot().await;
        self.meeting.start_bot().await;
    }
}

/// The program while it talks with the host.
struct Terminal {
    process: Child,
    input: ChildStdin,
    screen: ChildStdout,
    shown: String,
}

impl Terminal {
    /// Waits until the program shows a text. Returns all that it has shown.
    async fn wait(&mut self, text: &str) -> String {
        while !self.shown.contains(text) {
            let mut bytes = [0; 4096];
            let read = timeout(SOON, self.screen.read(&mut bytes)).await;
            let read = read.unwrap_or_else(|_| panic!("{text}: {}", self.shown)).expect("it can be read");
            assert!(read > 0, "{text}: {}", self.shown);
            self.shown += &String::from_utf8_lossy(&bytes[..read]);
        }
        self.shown.clone()
    }

    async fn say(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).await.expect("it reads");
    }

    /// What it has said in the end, and whether it succeeds.
    async fn end(self) -> (bool, String) {
        let Terminal { process, input, mut screen, mut shown } = self;
        let mut rest = Vec::new();
        let (ended, read) =
            timeout(SOON, async { tokio::join!(process.wait_with_output(), screen.read_to_end(&mut rest)) })
                .await
                .unwrap_or_else(|_| panic!("it does not end: {shown}"));
        drop(input);
        read.expect("it can be read");
        let ended = ended.expect("it ends");
        shown += &String::from_utf8_lossy(&[rest, ended.stderr].concat());
        (ended.status.success(), shown)
    }
}

async fn output(mut command: Command) -> Output {
    timeout(SOON, command.output()).await.expect("it ends").expect("it runs")
}

fn said(output: &Output) -> (bool, String) {
    let text = String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned();
    (output.status.success(), text)
}

/// The emoji that the program shows, each on a line with its name.
fn emoji(shown: &str) -> Vec<String> {
    let lines = shown.lines().filter_map(|line| line.strip_prefix("  "));
    lines.filter_map(|line| line.split_once("  ")).map(|(symbol, _)| symbol.to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_shows_the_same_emoji_is_signed_and_stays_so_after_a_restart() {
    let Some(mut desk) = Desk::open(Library::JavaScript).await else { return };
    let ada = desk.ada.id.clone();
    let (_, said) = desk.host(&[]).await;
    assert!(said.contains("Nobody wants to be verified"), "{said}");
    let transaction = desk.ada.verify_in(&desk.room, &desk.meeting.bot.id, true).await;
    let told = desk.wait_told("I've asked my host").await;
    assert!(body(&told).contains("on the phone"), "{told}");
    let listed = desk.wait_listed(&ada).await;
    assert!(listed.contains("device ADA") && listed.contains("waits for you"), "{listed}");

    let mut terminal = desk.terminal(&[&ada]);
    let shown = terminal.wait("[y/n]").await;
    let emoji = emoji(&shown);
    assert_eq!(emoji.len(), 7, "{shown}");
    assert_eq!(desk.wait_emoji(&transaction).await, emoji);
    terminal.say("perhaps").await;
    terminal.wait("answer y or n").await;
    assert!(!desk.is_signed().await, "the host has not answered");
    desk.ada.verify_confirm(&transaction).await;
    terminal.say("y").await;
    let (succeeds, said) = terminal.end().await;
    assert!(succeeds && said.contains("is verified"), "{said}");
    desk.wait_phase(&transaction, "Done").await;
    assert!(desk.is_signed().await);

    // Everything from the bot was encrypted, each event with a key of its own. The client sends its part in the clear.
    desk.ada.wait_all_read().await;
    test_support::matrix::device::assert_no_key_twice(&[&desk.ada]);
    let seen = desk.ada.seen();
    let of_bot = seen.iter().filter(|seen| seen.event["sender"] == desk.meeting.bot.id.as_str());
    let of_bot: Vec<_> = of_bot.filter(|seen| seen.event.get("state_key").is_none()).collect();
    assert!(of_bot.iter().all(|seen| seen.session.is_some()), "{of_bot:?}");
    assert!(of_bot.iter().any(|seen| seen.event["type"] == "m.key.verification.mac"), "{of_bot:?}");

    desk.restart().await;
    desk.ask().await;
    assert!(desk.is_signed().await);
    let (_, said) = desk.host(&[]).await;
    assert!(said.contains("Nobody wants to be verified"), "{said}");
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_identity_the_device_alone_is_verified() {
    let Some(mut desk) = Desk::open(Library::JavaScriptAlone).await else { return };
    let ada = desk.ada.id.clone();
    let transaction = desk.ada.verify_in(&desk.room, &desk.meeting.bot.id, true).await;
    desk.wait_listed(&ada).await;
    let mut terminal = desk.terminal(&[&ada]);
    let shown = terminal.wait("[y/n]").await;
    assert_eq!(desk.wait_emoji(&transaction).await, emoji(&shown));
    desk.ada.verify_confirm(&transaction).await;
    terminal.say("y").await;
    let (succeeds, said) = terminal.end().await;
    assert!(succeeds && said.contains("The device ADA of") && said.contains("has no identity"), "{said}");
    desk.wait_phase(&transaction, "Done").await;
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_signed_if_either_side_says_that_the_emoji_differ() {
    let Some(mut desk) = Desk::open(Library::JavaScript).await else { return };
    let ada = desk.ada.id.clone();
    // The host says so, in commands that end without a terminal.
    let transaction = desk.ada.verify_in(&desk.room, &desk.meeting.bot.id, true).await;
    desk.wait_listed(&ada).await;
    let (succeeds, said) = desk.host(&[&ada, "--confirm"]).await;
    assert!(!succeeds && said.contains("nothing to confirm yet"), "{said}");
    let (succeeds, said) = desk.host(&[&ada]).await;
    assert!(succeeds && emoji(&said) == desk.wait_emoji(&transaction).await, "{said}");
    assert!(said.contains("--confirm, or --reject"), "{said}");
    let (succeeds, said) = desk.host(&[&ada, "--reject"]).await;
    assert!(succeeds && said.contains("Nothing was signed"), "{said}");
    let cancelled = desk.wait_phase(&transaction, "Cancelled").await;
    assert_eq!(cancelled["reason"], "m.mismatched_sas");

    // Ada says so, after the host has begun.
    let mut terminal = desk.terminal(&[&ada, "--begin"]);
    terminal.wait("accepts in the app").await;
    let asked = desk.ada.wait_notice("the request", |notice| notice["phase"] == "Requested").await;
    let transaction = asked["transaction"].as_str().expect("an id").to_owned();
    desk.ada.verify_accept(&transaction).await;
    let shown = terminal.wait("[y/n]").await;
    assert_eq!(desk.wait_emoji(&transaction).await, emoji(&shown));
    desk.ada.verify_mismatch(&transaction).await;
    let (succeeds, said) = terminal.end().await;
    assert!(!succeeds && said.contains("says that the two sides differ"), "{said}");
    assert!(!desk.is_signed().await);
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_scans_the_code_of_the_terminal_is_signed() {
    let Some(mut desk) = Desk::open(Library::JavaScript).await else { return };
    let ada = desk.ada.id.clone();
    let transaction = desk.ada.verify_in(&desk.room, &desk.meeting.bot.id, false).await;
    desk.wait_listed(&ada).await;
    let mut terminal = desk.terminal(&[&ada, "--qr"]);
    let shown = terminal.wait("scans this code").await;
    desk.wait_phase(&transaction, "Ready").await;
    let drawn = |line: &&str| !line.is_empty() && line.chars().all(|c| "█▀▄ ".contains(c));
    let code: Vec<&str> = shown.lines().filter(drawn).collect();
    desk.ada.verify_scan(&transaction, &code.join("\n")).await;
    terminal.wait("has scanned the code").await;
    assert!(!desk.is_signed().await, "the host has not confirmed");
    terminal.say("y").await;
    let (succeeds, said) = terminal.end().await;
    assert!(succeeds && said.contains("is verified"), "{said}");
    desk.wait_phase(&transaction, "Done").await;
    assert!(desk.is_signed().await);
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_can_ask_without_a_room_if_its_owner_has_a_direct_room() {
    let Some(mut desk) = Desk::open(Library::JavaScript).await else { return };
    let (ada, bot) = (desk.ada.id.clone(), desk.meeting.bot.id.clone());
    let devices = desk.ada.devices(&bot).await;
    let device = devices[0]["device"].as_str().expect("a device");
    desk.ada.verify_start(&bot, device).await;
    desk.wait_told("I've asked my host").await;
    desk.wait_listed(&ada).await;
    let mut terminal = desk.terminal(&[&ada]);
    let shown = terminal.wait("[y/n]").await;
    let notice = desk.ada.wait_notice("the emoji", |notice| notice["emoji"].is_array()).await;
    let transaction = notice["transaction"].as_str().expect("an id");
    let theirs: Vec<&str> = notice["emoji"].as_array().expect("emoji").iter().filter_map(Value::as_str).collect();
    assert_eq!(theirs, emoji(&shown));
    desk.ada.verify_confirm(transaction).await;
    terminal.say("y").await;
    let (succeeds, said) = terminal.end().await;
    assert!(succeeds && said.contains("is verified"), "{said}");
    desk.wait_phase(transaction, "Done").await;
    assert!(desk.is_signed().await);
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_the_host_does_not_answer_in_ten_minutes_is_cancelled() {
    let Some(mut desk) = Desk::open(Library::Nio).await else { return };
    let bot = desk.meeting.bot.id.clone();
    let device = desk.ada.devices(&bot).await[0]["device"].as_str().expect("a device").to_owned();
    // Almost ten minutes ago, as the request says.
    let asked_at = SystemClock.now().0 - 10 * 60 * 1000 + 4_000;
    let request =
        json!({ "from_device": "ADA", "methods": ["m.sas.v1"], "timestamp": asked_at, "transaction_id": "late" });
    let messages = json!({ "messages": { &bot: { device: request } } });
    let path = ["sendToDevice", "m.key.verification.request", "late"];
    desk.ada.session.call(Method::PUT, &path, "", Some(messages)).await;
    desk.wait_told("I've asked my host").await;
    desk.wait_told("hasn't answered within ten minutes").await;
    let (_, said) = desk.host(&[]).await;
    assert!(said.contains("Nobody wants to be verified"), "{said}");
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_between_accepting_and_comparing_cancels_the_verification() {
    let Some(mut desk) = Desk::open(Library::JavaScript).await else { return };
    let ada = desk.ada.id.clone();
    let transaction = desk.ada.verify_in(&desk.room, &desk.meeting.bot.id, true).await;
    desk.wait_listed(&ada).await;
    let mut terminal = desk.terminal(&[&ada]);
    terminal.wait("[y/n]").await;
    desk.restart().await;
    let (succeeds, said) = terminal.end().await;
    assert!(!succeeds && said.contains("restarted meanwhile"), "{said}");
    desk.wait_phase(&transaction, "Cancelled").await;
    desk.wait_told("I've been restarted").await;
    let (succeeds, said) = desk.host(&[&ada]).await;
    assert!(!succeeds && said.contains("has no open request"), "{said}");
    assert!(!desk.is_signed().await);
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_says_why_there_is_nothing_to_answer() {
    let Some(mut desk) = Desk::open(Library::Nio).await else { return };
    let refused = async |desk: &Desk, arguments: &[&str], further: &str, why: &str| {
        let (succeeds, said) = said(&output(desk.command(arguments, further)).await);
        assert!(!succeeds && said.contains(why), "{why}: {said}");
    };
    let key = format!("store_key = {:?}", "a7".repeat(32));
    refused(&desk, &[], &key, "matrix.store_key is not the key").await;
    refused(&desk, &[], "store_key = \"\"", "tablero.matrix-key").await;
    refused(&desk, &[], "encryption = false", "matrix.encryption is false").await;
    refused(&desk, &["@nobody:localhost"], "", "@nobody:localhost has no open request").await;
    refused(&desk, &["@nobody:localhost", "--begin"], "", "has no direct room with the bot").await;
    // matrix-nio makes no identity.
    let ada = desk.ada.id.clone();
    refused(&desk, &[&ada, "--begin"], "", "has no identity").await;
    desk.meeting.stop_bot().await;
    refused(&desk, &[], "", "the bot does not run").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_says_whether_the_store_key_opens_the_keys() {
    let Some(mut desk) = Desk::open(Library::Nio).await else { return };
    desk.ask().await;
    let examine = async |further: &str| {
        let mut doctor = desk.program(further);
        doctor.args(["doctor", "--offline"]);
        said(&output(doctor).await).1
    };
    let right = "the store key opens the bot's keys";
    let found = examine("").await;
    assert!(found.contains(right), "{found}");
    for (setting, why) in [
        (format!("store_key = {:?}", "a7".repeat(32)), "matrix.store_key is not the key"),
        ("store_key = \"\"".to_owned(), "tablero.matrix-key"),
    ] {
        let found = examine(&setting).await;
        assert!(found.contains(why) && !found.contains(right), "{found}");
    }
    assert!(!examine("encryption = false").await.contains(right));
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_requests_fills_neither_the_list_nor_the_room() {
    let Some(mut desk) = Desk::open(Library::Nio).await else { return };
    let (ada, bot) = (desk.ada.id.clone(), desk.meeting.bot.id.clone());
    // Bruno has no direct room with the bot.
    let bruno = Device::log_in(&desk.meeting.homeserver, "bruno", "BRUNO").await.expect("it is installed");
    let group = bruno.create_room(&[&bot], json!({})).await;
    bruno.wait_member(&group, &bot).await;
    bruno.ask(&group, "!tablero about", &bot, "ZÈRTZ").await;
    let device = bruno.devices(&bot).await[0]["device"].as_str().expect("a device").to_owned();
    bruno.verify_start(&bot, &device).await;

    let request = json!({
        "msgtype": "m.key.verification.request", "to": bot, "from_device": "ADA", "methods": ["m.sas.v1"],
        "body": "a request",
    });
    let mut sent = Vec::new();
    for _ in 0..9 {
        sent.push(desk.ada.send(&desk.room, "m.room.message", request.clone()).await);
    }
    desk.wait_told("you've asked too often").await;
    let refused = |_: &str, event: &Value| {
        event["type"] == "m.key.verification.cancel" && event["content"]["m.relates_to"]["event_id"] == json!(sent[5])
    };
    desk.ada.wait_from(0, "the cancelled request", refused).await;
    desk.ask().await;
    let listed = desk.wait_listed(&ada).await;
    assert!(listed.matches(&ada).count() == 1 && !listed.contains(&bruno.id), "{listed}");
    let said = |text: &str| desk.ada.events().iter().filter(|(_, event)| body(event).contains(text)).count();
    assert_eq!((said("I've asked my host"), said("you've asked too often")), (5, 1));
    // Each was cancelled when the next one came, and the one that was refused; nothing answers those after it.
    let cancelled = desk.ada.events().into_iter().filter(|(_, event)| event["type"] == "m.key.verification.cancel");
    let cancelled: Vec<Value> =
        cancelled.map(|(_, event)| event["content"]["m.relates_to"]["event_id"].clone()).collect();
    assert_eq!(cancelled, [&sent[0], &sent[1], &sent[2], &sent[3], &sent[5]].map(|id| json!(id)));
    desk.meeting.stop_bot().await;
}
