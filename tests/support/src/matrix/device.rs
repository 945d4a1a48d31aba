//! A person's device that encrypts: a library of other people behind lines of JSON, in a process of its own.

use super::fork_server::ForkServer;
use super::homeserver::Homeserver;
use super::user::{SOON, User, beside, body, replies_to};
use crate::requirements;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::watch;
use tokio::time::timeout;

/// The programs that speak to the homeserver; their first lines say how.
const NIO_PROGRAM: &str = "nio_client.py";
const JS_PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/js/client.mjs");
/// Where a program writes its errors, in its folder.
const ERRORS: &str = "errors.txt";

/// A device of a person. Its process ends when this is dropped.
pub struct Device {
    pub id: String,
    /// The session of this device without encryption.
    pub session: User,
    log: watch::Receiver<Log>,
    input: tokio::sync::Mutex<Input>,
    commands: AtomicU64,
    /// How many events and notices precede the next wait: by room, and `None` for notices.
    cursors: Mutex<HashMap<Option<String>, usize>>,
    folder: TempDir,
    /// Unless it ends with its input.
    _process: Option<Child>,
}

/// Where a program reads commands, and where it writes.
type Input = Box<dyn AsyncWrite + Send + Unpin>;
type Output = Box<dyn AsyncRead + Send + Unpin>;

/// An event as the device sees it: decrypted, unless the key is missing.
#[derive(Clone, Debug)]
pub struct Seen {
    pub room: String,
    pub event: Value,
    /// What it was encrypted with; `None` if it was sent in the clear.
    pub session: Option<Session>,
    /// Whether it was sent before this device was in the room, so that nobody encrypted it for the device.
    pub is_history: bool,
}

/// The key of a message: a session, and how far its ratchet had been turned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Session {
    pub id: String,
    pub index: u64,
    /// The device of the sender.
    pub device: String,
}

/// What the program has said.
#[derive(Default)]
struct Log {
    ready: Option<Value>,
    seen: Vec<Seen>,
    notices: Vec<Value>,
    /// The lines that answer commands, by the id of the command.
    answers: HashMap<u64, Value>,
}

impl Log {
    fn add(&mut self, line: Value) {
        if let Some(id) = line["id"].as_u64() {
            self.answers.insert(id, line);
        } else if let Some(seen) = line.get("event") {
            self.seen.push(Seen::read(seen));
        } else if let Some(notice) = line.get("notice") {
            self.notices.push(notice.clone());
        } else {
            self.ready = Some(line["ready"].clone());
        }
    }
}

impl Seen {
    fn read(line: &Value) -> Seen {
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{line}")).to_owned();
        let session = Some(&line["session"]).filter(|session| !session.is_null()).map(|session| Session {
            id: text(&session["id"]),
            index: session["index"].as_u64().unwrap_or_else(|| panic!("{line}")),
            device: text(&session["device"]),
        });
        let is_history = line["history"] == true;
        Seen { room: text(&line["room"]), event: line["event"].clone(), session, is_history }
    }

    /// Whether it is encrypted and the device has no key.
    fn is_unread(&self) -> bool {
        self.session.is_some() && self.event["type"] == "m.room.encrypted"
    }
}

/// What a client is made of.
#[derive(Clone, Copy, Debug)]
pub enum Library {
    /// matrix-nio, which shares no code with the bot. It signs no devices.
    Nio,
    /// matrix-js-sdk, as in Element on the web. The person has an identity, which signs the device.
    JavaScript,
    /// The same without an identity, as in clients that have never set one up.
    JavaScriptAlone,
}

impl Library {
    /// Its folder, or the Python that has it, if it is installed.
    fn installed(self) -> Option<PathBuf> {
        let (name, variable, place) = match self {
            Library::Nio => ("matrix-nio", "TABLERO_NIO", "nio/bin/python"),
            Library::JavaScript | Library::JavaScriptAlone => ("matrix-js-sdk", "TABLERO_JS", "js/node_modules"),
        };
        let installed = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target").join(place);
        let path = std::env::var_os(variable).map_or_else(installed, PathBuf::from);
        requirements::found(&format!("{name} (see tests/matrix/main.rs)"), path.exists().then_some(path))
    }

    /// Starts the program that uses it; `None` if it is not installed.
    async fn start(self, arguments: [&str; 4], folder: &Path) -> Option<(Input, Output, Option<Child>)> {
        static NIO: OnceLock<ForkServer> = OnceLock::new();
        let installed = self.installed()?;
        let [a, b, c, d] = arguments;
        let arguments = [a, b, c, d, folder.to_str().expect("text")];
        let identity = match self {
            Library::Nio => {
                let (output, input) =
                    ForkServer::get(&NIO, installed, NIO_PROGRAM).await.run(&arguments).await.into_split();
                return Some((Box::new(input), Box::new(output), None));
            }
            Library::JavaScript => "yes",
            Library::JavaScriptAlone => "no",
        };
        let mut command = Command::new("node");
        command.arg(JS_PROGRAM).args(arguments).env("TABLERO_JS", installed).env("IDENTITY", identity);
        let errors = std::fs::File::create(folder.join(ERRORS)).expect("a file");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors).kill_on_drop(true);
        let mut process = command.spawn().expect("the client starts");
        let input = process.stdin.take().expect("it is piped");
        let output = process.stdout.take().expect("it is piped");
        Some((Box::new(input), Box::new(output), Some(process)))
    }
}

/// Receives what the program says until it ends.
async fn receive(output: Output, log: watch::Sender<Log>) {
    let mut lines = BufReader::new(output).lines();
    while let Some(line) = lines.next_line().await.expect("lines") {
        let line = serde_json::from_str(&line).expect("JSON");
        log.send_modify(|log| log.add(line));
    }
}

impl Device {
    /// Logs a registered person in with a new device of matrix-nio; `None` if it is not installed. No two devices of a
    /// test have the same id: matrix-nio would take another person's for its own, and give it no keys.
    pub async fn log_in(homeserver: &Homeserver, name: &str, device: &str) -> Option<Device> {
        Device::log_in_with(Library::Nio, homeserver, name, device).await
    }

    /// The same with any client.
    pub async fn log_in_with(library: Library, homeserver: &Homeserver, name: &str, device: &str) -> Option<Device> {
        let folder = TempDir::new().expect("a folder");
        let started = library.start([&homeserver.address, name, name, device], folder.path()).await;
        let (input, output, process) = started?;
        let (sender, log) = watch::channel(Log::default());
        tokio::spawn(receive(output, sender));
        let ready = wait(log.clone(), &folder, "the login", |log| log.ready.clone()).await;
        let [id, token] = ["user", "token"].map(|key| ready[key].as_str().unwrap_or_else(|| panic!("{ready}")));
        let session = User::signed_in(homeserver, id, token);
        let (input, commands, cursors) = (input.into(), AtomicU64::new(0), Mutex::default());
        Some(Device { id: id.to_owned(), session, log, input, commands, cursors, folder, _process: process })
    }

    /// Waits until something is found in what the program has said.
    async fn wait<T>(&self, what: &str, find: impl Fn(&Log) -> Option<T>) -> T {
        wait(self.log.clone(), &self.folder, what, find).await
    }

    /// Gives the program a command and waits for the answer.
    async fn command(&self, command: &str, mut options: Value) -> Value {
        let id = self.commands.fetch_add(1, Ordering::Relaxed);
        options["id"] = json!(id);
        options["command"] = json!(command);
        self.input.lock().await.write_all(format!("{options}\n").as_bytes()).await.expect("the client reads");
        let line = self.wait(command, |log| log.answers.get(&id).cloned()).await;
        line.get("answer").unwrap_or_else(|| panic!("{command}: {line}")).clone()
    }

    /// A room that is encrypted from the beginning.
    pub async fn create_room(&self, others: &[&str], with: Value) -> String {
        self.create_encrypted_room(others, with, json!({ "algorithm": "m.megolm.v1.aes-sha2" })).await
    }

    /// A room in which each message has a key of its own.
    pub async fn create_rotating_room(&self, others: &[&str]) -> String {
        let content = json!({ "algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": 1 });
        self.create_encrypted_room(others, json!({}), content).await
    }

    async fn create_encrypted_room(&self, others: &[&str], mut with: Value, content: Value) -> String {
        with["initial_state"] = json!([{ "type": "m.room.encryption", "state_key": "", "content": content }]);
        self.session.create_room(others, with).await
    }

    /// Encrypts a room from now on.
    pub async fn encrypt(&self, room: &str) {
        let content = json!({ "algorithm": "m.megolm.v1.aes-sha2" });
        let path = ["rooms", room, "state", "m.room.encryption"];
        self.session.call(reqwest::Method::PUT, &path, "", Some(content)).await;
    }

    /// Joins a room, and waits until the device knows it.
    pub async fn join(&self, room: &str) {
        self.session.join(room).await;
        self.wait_member(room, &self.id).await;
    }

    /// Waits until the device knows that someone is in a room.
    pub async fn wait_member(&self, room: &str, user: &str) {
        let is_join = |place: &str, event: &Value| {
            place == room && event["state_key"] == user && event["content"]["membership"] == "join"
        };
        self.wait_from(0, "the member", is_join).await;
    }

    /// Sends an event encrypted.
    pub async fn send(&self, room: &str, kind: &str, content: Value) -> String {
        let sent = self.command("send", json!({ "room": room, "type": kind, "content": content })).await;
        sent.as_str().expect("an event").to_owned()
    }

    pub async fn say(&self, room: &str, text: &str) -> String {
        self.send(room, "m.room.message", json!({ "msgtype": "m.text", "body": text })).await
    }

    /// Writes in the thread in which an event is shown, as a reply to it or not.
    pub async fn say_beside(&self, room: &str, event: &Value, text: &str, is_reply: bool) -> String {
        self.send(room, "m.room.message", beside(event, text, is_reply)).await
    }

    /// Reacts in the clear, as most clients do in encrypted rooms.
    pub async fn react(&self, room: &str, event: &str, key: &str) -> String {
        self.session.react(room, event, key).await
    }

    /// Reacts with an encrypted event. Its relation is in the clear, as that of any encrypted event is.
    pub async fn react_encrypted(&self, room: &str, event: &str, key: &str) {
        let relation = json!({ "rel_type": "m.annotation", "event_id": event, "key": key });
        self.send(room, "m.reaction", json!({ "m.relates_to": relation })).await;
    }

    /// Everything received so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.log.borrow().seen.clone()
    }

    /// The events received so far, each with its room.
    pub fn events(&self) -> Vec<(String, Value)> {
        self.seen().into_iter().map(|seen| (seen.room, seen.event)).collect()
    }

    /// The first event after a number of events that fits, with its room.
    pub fn find_since(&self, from: usize, fits: impl Fn(&str, &Value) -> bool) -> Option<(String, Value)> {
        self.log.borrow().find(from, &fits).map(|(_, seen)| (seen.room.clone(), seen.event.clone()))
    }

    /// Waits for an event after a number of events. Returns it with its room.
    pub async fn wait_from(&self, from: usize, what: &str, fits: impl Fn(&str, &Value) -> bool) -> (String, Value) {
        let found = |log: &Log| log.find(from, &fits).map(|(_, seen)| (seen.room.clone(), seen.event.clone()));
        self.wait(what, found).await
    }

    /// Waits for an event of a room after the one that the last such wait in this room has found.
    pub async fn wait_event(&self, room: &str, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let from = self.cursor(Some(room));
        let is_it = |place: &str, event: &Value| place == room && fits(event);
        let found = |log: &Log| log.find(from, &is_it).map(|(at, seen)| (at, seen.event.clone()));
        let (at, event) = self.wait(what, found).await;
        self.move_cursor(Some(room), at + 1);
        event
    }

    /// Waits for a notice after the one that the last such wait has found.
    pub async fn wait_notice(&self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let from = self.cursor(None);
        let found = |log: &Log| {
            let notices = log.notices.iter().enumerate().skip(from);
            notices.map(|(at, notice)| (at, notice.clone())).find(|(_, notice)| fits(notice))
        };
        let (at, notice) = self.wait(what, found).await;
        self.move_cursor(None, at + 1);
        notice
    }

    fn cursor(&self, room: Option<&str>) -> usize {
        let cursors = self.cursors.lock().expect("the lock is not poisoned");
        cursors.get(&room.map(str::to_owned)).copied().unwrap_or_default()
    }

    fn move_cursor(&self, room: Option<&str>, to: usize) {
        self.cursors.lock().expect("the lock is not poisoned").insert(room.map(str::to_owned), to);
    }

    /// Waits for a message of this user with a text.
    pub async fn wait_text(&self, from: usize, sender: &str, text: &str) -> (String, Value) {
        self.wait_from(from, text, |_, event| {
            event["sender"] == sender && body(event).contains(text) && event["type"] == "m.room.message"
        })
        .await
    }

    /// Waits until `sender` replies to a message in a room, and checks the text. Replies to other members do not count.
    pub async fn wait_reply(&self, room: &str, to: &str, sender: &str, text: &str) -> Value {
        let is_it = |place: &str, event: &Value| {
            place == room && event["sender"] == sender && event["type"] == "m.room.message" && replies_to(event, to)
        };
        let (_, reply) = self.wait_from(0, text, is_it).await;
        assert!(body(&reply).contains(text), "{text}: {reply:#}");
        reply
    }

    /// Says something in a room and waits until `sender` replies with this text.
    pub async fn ask(&self, room: &str, question: &str, sender: &str, text: &str) -> Value {
        let asked = self.say(room, question).await;
        self.wait_reply(room, &asked, sender, text).await
    }

    /// Waits until the device has the key of everything that was sent to the rooms while it was there.
    pub async fn wait_all_read(&self) {
        self.wait("the keys of all messages", |log| log.unread().is_empty().then_some(())).await;
    }

    /// The devices of a user: the `device`, its `keys`, and whether it is `verified` here and `cross_signed` there.
    pub async fn devices(&self, user: &str) -> Vec<Value> {
        let devices = self.command("devices", json!({ "user": user })).await;
        devices.as_array().expect("devices").clone()
    }

    /// Verifies every device that this one knows.
    pub async fn trust_all(&self) {
        self.command("trust_all", json!({})).await;
    }

    /// From now on, only devices that this person has verified get the keys of messages, or all do, as from the
    /// beginning.
    pub async fn only_verified(&self, on: bool) {
        self.command("only_verified", json!({ "on": on })).await;
    }

    /// From now on, devices that their owners have not signed get no keys and are not read, or all do and are. Only
    /// the client of JavaScript can do that.
    pub async fn only_signed(&self, on: bool) {
        self.command("only_signed", json!({ "on": on })).await;
    }

    /// Encrypts the next message in a room with a new session.
    pub async fn forget_session(&self, room: &str) {
        self.command("forget_session", json!({ "room": room })).await;
    }

    /// Downloads an encrypted attachment, of which this is the `file`, and decrypts it.
    pub async fn download(&self, file: &Value) -> Vec<u8> {
        let path = self.command("download", json!({ "file": file })).await;
        std::fs::read(path.as_str().expect("a path")).expect("the file is there")
    }

    /// Starts to verify a device. A notice follows with the `emoji` and the `transaction`.
    pub async fn verify_start(&self, user: &str, device: &str) {
        self.command("verify_start", json!({ "user": user, "device": device })).await;
    }

    /// Asks to verify a user in a room. Returns the transaction. With `emoji`, the device starts to compare them as soon as
    /// the other accepts. Only the client of JavaScript can do that.
    pub async fn verify_in(&self, room: &str, user: &str, emoji: bool) -> String {
        let asked = self.command("verify_start", json!({ "user": user, "room": room, "emoji": emoji })).await;
        asked.as_str().expect("a transaction").to_owned()
    }

    /// Scans the QR code that a dark terminal shows with this text. Only the client of JavaScript can do that.
    pub async fn verify_scan(&self, transaction: &str, text: &str) {
        self.command("verify_scan", json!({ "transaction": transaction, "text": text })).await;
    }

    /// Says that the emoji differ. Only the client of JavaScript can do that.
    pub async fn verify_mismatch(&self, transaction: &str) {
        self.command("verify_mismatch", json!({ "transaction": transaction })).await;
    }

    /// Accepts a verification that the other side has started.
    pub async fn verify_accept(&self, transaction: &str) {
        self.command("verify_accept", json!({ "transaction": transaction })).await;
    }

    /// Says that both sides show the same emoji. The last notice of the verification says that it is `verified`.
    pub async fn verify_confirm(&self, transaction: &str) {
        self.command("verify_confirm", json!({ "transaction": transaction })).await;
    }
}

impl Log {
    /// The first event from a place on that fits, with its place.
    fn find(&self, from: usize, fits: &impl Fn(&str, &Value) -> bool) -> Option<(usize, &Seen)> {
        self.seen.iter().enumerate().skip(from).find(|(_, seen)| fits(&seen.room, &seen.event))
    }

    /// The events whose key should have come and has not.
    fn unread(&self) -> Vec<&Seen> {
        let is_read_now = |id: &Value| self.seen.iter().any(|seen| seen.event["event_id"] == *id && !seen.is_unread());
        let expected = self.seen.iter().filter(|seen| seen.is_unread() && !seen.is_history);
        expected.filter(|seen| !is_read_now(&seen.event["event_id"])).collect()
    }
}

/// Waits until something is found in the log of a program with this folder.
async fn wait<T>(mut log: watch::Receiver<Log>, folder: &TempDir, what: &str, find: impl Fn(&Log) -> Option<T>) -> T {
    let errors = || std::fs::read_to_string(folder.path().join(ERRORS)).unwrap_or_default();
    let found = async {
        loop {
            let found = find(&log.borrow_and_update());
            match found {
                Some(found) => return found,
                None => log.changed().await.unwrap_or_else(|_| panic!("{what}: the client has ended: {}", errors())),
            }
        }
    };
    let found = timeout(SOON, found).await;
    found.unwrap_or_else(|_| {
        let log = log.borrow();
        let last: Vec<&Value> = log.seen.iter().rev().take(6).map(|seen| &seen.event).collect();
        panic!("{what}: {last:#?} {:#?}\n{}", log.notices.last(), errors())
    })
}

/// Checks that no key has encrypted two events that these devices have seen: it would reveal both.
pub fn assert_no_key_twice(devices: &[&Device]) {
    let mut events: HashMap<Session, String> = HashMap::new();
    for seen in devices.iter().flat_map(|device| device.seen()) {
        let Some(session) = seen.session else { continue };
        let id = seen.event["event_id"].as_str().expect("an id").to_owned();
        let first = events.entry(session.clone()).or_insert_with(|| id.clone());
        assert_eq!(*first, id, "{session:?} has encrypted both");
    }
}
