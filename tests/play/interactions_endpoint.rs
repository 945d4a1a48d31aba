//! Interactions that Discord sends by HTTP instead of the gateway.

use discord_emulator::EmulatorOptions;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::{SystemTime, UNIX_EPOCH};
use tablero::discord::interactions_endpoint::PATH;
use tablero::roles::{Role, Roles};
use test_support::requirements;
use test_support::stage::{SOON, Stage};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// The secret of the application's key.
const SECRET: [u8; 32] = *b"thirty-two bytes for these tests";

/// A bot without a gateway, which listens for interactions.
async fn stage() -> Stage {
    let options = EmulatorOptions { signing_secret: Some(SECRET), ..EmulatorOptions::default() };
    let mut stage = Stage::without_bot_with(options).await;
    stage.roles = Roles::new(vec![Role::Http, Role::Outbox, Role::Scheduler, Role::Engine], None);
    stage.start_bot().await;
    stage
}

/// Sets the interactions endpoint URL of the application, as its owner does in the developer portal. Returns the status.
async fn set_endpoint(stage: &Stage, url: &str) -> u16 {
    let token = EmulatorOptions::default().token;
    let request = reqwest::Client::new()
        .patch(format!("{}/api/v10/applications/@me", stage.local.api_url()))
        .header("authorization", format!("Bot {token}"))
        .json(&json!({ "interactions_endpoint_url": url }));
    request.send().await.expect("an answer").status().as_u16()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970").as_secs()
}

/// Sends a body to the endpoint with this signature. Returns the status and the body of the response.
async fn send(url: &str, signature: &str, timestamp: &str, body: &str) -> (u16, String) {
    let request = reqwest::Client::new().post(url).body(body.to_owned());
    let request = request.header("x-signature-ed25519", signature).header("x-signature-timestamp", timestamp);
    let response = request.send().await.expect("a response");
    (response.status().as_u16(), response.text().await.expect("a body"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_without_a_gateway() {
    let stage = stage().await;
    assert_eq!(set_endpoint(&stage, &stage.endpoint_url()).await, 200, "it answers PING and refuses wrong signatures");
    let mut table = stage.table("barrier", &[]).await;
    for ply in 1..=4 {
        let text = table.line.nth_legal(0).expect("a move");
        table.play(&text).await;
        assert_eq!(table.boards(ply), 1, "the board after ply {ply} is posted once");
    }
    // Completions, buttons and menus too.
    let next = table.line.nth_legal(0).expect("a move");
    let completed = table.to_move().autocomplete(table.thread, "move", &[], "text", &next[..1]).await;
    assert!(!completed.expect("completions").is_empty(), "{next}");
    let board = table.wait_board().await;
    table.pick(&board, &mut tablero::rules::SeededRng::new(1)).await;
    assert!(!stage.local.bot_online(), "no session of the gateway was opened");
    assert_eq!(stage.local.identified(), 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_that_does_not_verify_is_not_accepted() {
    let stage = stage().await;
    let elsewhere = stage.endpoint_url().replace(PATH, "/elsewhere");
    assert_eq!(set_endpoint(&stage, &elsewhere).await, 400);
    assert_eq!(set_endpoint(&stage, &format!("{}/api/v10/gateway", stage.local.api_url())).await, 400);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_discord_did_not_sign_now_are_refused() {
    let stage = stage().await;
    let url = stage.endpoint_url();
    let key = Ed25519KeyPair::from_seed_unchecked(&SECRET).expect("a key");
    let sign = |timestamp: &str, body: &str| {
        hex::encode(key.sign([timestamp.as_bytes(), body.as_bytes()].concat().as_slice()).as_ref())
    };
    let ping = json!({ "id": "1", "application_id": "2", "type": 1, "token": "t", "version": 1 }).to_string();
    let recent = now().to_string();
    let pong = send(&url, &sign(&recent, &ping), &recent, &ping).await;
    assert_eq!((pong.0, serde_json::from_str::<Value>(&pong.1).expect("JSON")), (200, json!({ "type": 1 })));
    let other = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a key");
    assert_ne!(other.public_key().as_ref(), key.public_key().as_ref());
    let signed = [recent.as_bytes(), ping.as_bytes()].concat();
    let (old, early) = ((now() - 120).to_string(), (now() + 120).to_string());
    for (case, signature, timestamp) in [
        ("another key", hex::encode(other.sign(&signed).as_ref()), recent.as_str()),
        ("another body", sign(&recent, "{}"), &recent),
        ("another time", sign(&old, &ping), &recent),
        ("an old time", sign(&old, &ping), &old),
        ("a time to come", sign(&early, &ping), &early),
        ("no time", sign("", &ping), ""),
        ("no number", sign("now", &ping), "now"),
        ("no signature", String::new(), &recent),
    ] {
        assert_eq!(send(&url, &signature, timestamp, &ping).await.0, 401, "{case}");
    }
    let bare = reqwest::Client::new().post(&url).body(ping.clone()).send().await.expect("a response");
    assert_eq!(bare.status().as_u16(), 401, "without the headers");
    // Signed, but nothing that the bot could answer.
    for unknown in ["", "{", "[]", "{\"type\":99}", "{\"type\":2}"] {
        assert_eq!(send(&url, &sign(&recent, unknown), &recent, unknown).await.0, 400, "{unknown}");
    }
    // One byte more than is read: of a longer body the rest would be unread when the connection ends, and the reset that
    // follows can overtake the response.
    let large = "x".repeat((256 << 10) + 1);
    assert_eq!(send(&url, &sign(&recent, &large), &recent, &large).await.0, 413);
    let got = reqwest::get(&url).await.expect("a response");
    assert_eq!(got.status().as_u16(), 405);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_load_balancer_that_sends_everything_twice_each_move_is_played_once() {
    let stage = stage().await;
    let balancer = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/", balancer.local_addr().expect("an address"));
    let router = axum::Router::new().fallback(twice).with_state(stage.endpoint_url());
    let balancing = tokio::spawn(async move { axum::serve(balancer, router).await });
    assert_eq!(set_endpoint(&stage, &url).await, 200);
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    table.play("e5").await;
    assert_eq!([0, 1, 2].map(|ply| table.boards(ply)), [1, 1, 1]);
    for (counted, count) in [("SELECT COUNT(*) FROM moves", 2), ("SELECT COUNT(*) FROM matches", 1)] {
        assert_eq!(stage.count(counted).await, count, "{counted}");
    }
    balancing.abort();
    stage.close().await;
}

/// Forwards a request to this URL twice at the same time, and returns one of the responses.
async fn twice(
    axum::extract::State(url): axum::extract::State<String>,
    headers: axum::http::HeaderMap,
    body: String,
) -> (axum::http::StatusCode, String) {
    let send = || {
        let request = reqwest::Client::new().post(&url).headers(headers.clone()).body(body.clone()).send();
        async {
            let response = request.await.expect("a response");
            (response.status(), response.text().await.expect("a body"))
        }
    };
    tokio::join!(send(), send()).1
}

/// PyNaCl, an independent implementation of the signatures.
struct PyNaCl {
    process: Child,
    port: u16,
}

/// Prints the public key of the secret, and signatures of a PING now and two minutes ago. Then serves as an endpoint that
/// answers PING if the signature is right.
const PYTHON: &str = r#"
import http.server, json, sys, time
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

secret, ping = sys.argv[1].encode(), sys.argv[2]
key = SigningKey(secret)
def signed(timestamp):
    return [str(timestamp), key.sign(f"{timestamp}{ping}".encode()).signature.hex()]
public = key.verify_key.encode().hex()

class Endpoint(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        message = self.headers["x-signature-timestamp"].encode() + body
        try:
            VerifyKey(bytes.fromhex(public)).verify(message, bytes.fromhex(self.headers["x-signature-ed25519"]))
            status = 200 if json.loads(body)["type"] == 1 else 202
        except BadSignatureError:
            status = 401
        self.send_response(status)
        self.end_headers()
        if status == 200:
            self.wfile.write(b'{"type": 1}')
    def log_message(self, *_):
        pass

server = http.server.HTTPServer(("127.0.0.1", 0), Endpoint)
now = int(time.time())
print(json.dumps([server.server_port, public, signed(now), signed(now - 120)]), flush=True)
server.serve_forever()
"#;

impl PyNaCl {
    /// Starts it; `None` where PyNaCl is not installed. Also returns what it has printed.
    async fn start(ping: &str) -> Option<(PyNaCl, Value)> {
        for python in ["python3", "/usr/bin/python3"] {
            let has = Command::new(python).args(["-c", "import nacl"]).stderr(Stdio::null()).status();
            if !has.await.is_ok_and(|status| status.success()) {
                continue;
            }
            let secret = std::str::from_utf8(&SECRET).expect("a text");
            let started = Command::new(python)
                .args(["-c", PYTHON, secret, ping])
                .stdout(Stdio::piped())
                .kill_on_drop(true)
                .spawn();
            let mut process = started.expect("Python starts");
            let mut lines = BufReader::new(process.stdout.take().expect("its output")).lines();
            let line = timeout(SOON, lines.next_line()).await.expect("a line").expect("an output").expect("a line");
            let printed: Value = serde_json::from_str(&line).expect("JSON");
            let port = u16::try_from(printed[0].as_u64().expect("a port")).expect("a port");
            return Some((PyNaCl { process, port }, printed));
        }
        requirements::found("PyNaCl (Debian: python3-nacl)", None)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_independent_library_agrees_about_the_signatures() {
    let ping = json!({ "id": "1", "application_id": "2", "type": 1, "token": "t", "version": 1 }).to_string();
    let Some((mut nacl, printed)) = PyNaCl::start(&ping).await else { return };
    let stage = stage().await;
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    // What PyNaCl signs, the bot accepts.
    let url = stage.endpoint_url();
    let [recent, old] = [&printed[2], &printed[3]].map(|signed| (text(&signed[0]), text(&signed[1])));
    assert_eq!(send(&url, &recent.1, &recent.0, &ping).await.0, 200);
    assert_eq!(send(&url, &old.1, &old.0, &ping).await.0, 401);
    assert_eq!(send(&url, &old.1, &recent.0, &ping).await.0, 401);
    // What the emulator signs, PyNaCl accepts, and it refuses the wrong signature that comes after it.
    assert_eq!(set_endpoint(&stage, &format!("http://127.0.0.1:{}/", nacl.port)).await, 200);
    nacl.process.kill().await.expect("it ends");
    stage.close().await;
}
