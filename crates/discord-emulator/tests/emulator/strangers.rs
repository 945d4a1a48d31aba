//! Access to the emulator: programs and its own page are let in, pages of other sites are not, and idle connections are
//! closed.

use std::time::Duration;

use discord_emulator::{Emulator, EmulatorOptions, draw_token};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::stage::{Raw, SOON, Stage};

/// One address of each kind, with its response to a request that is let in.
async fn addresses(stage: &Stage) -> Vec<(&'static str, String, u16)> {
    let base = stage.local.api_url();
    let ada = stage.local.user("Ada").unwrap();
    let reply = ada.command(stage.games, "slow", &[]).await.unwrap();
    let picture = reply.message().unwrap().attachments[0].url.clone();
    let callback = format!("{base}/api/v10/interactions/1/x/callback");
    vec![
        ("GET", format!("{base}/"), 200),
        ("GET", format!("{base}/scripts/page.js"), 200),
        ("GET", format!("{base}/local/people"), 200),
        ("GET", picture, 200),
        ("GET", format!("{base}/api/v10/gateway"), 200),
        ("GET", format!("{base}/api/v10/users/@me"), 200),
        ("POST", format!("{base}/api/v10/channels/{}/messages", stage.games), 200),
        ("POST", callback, 404),
        ("GET", format!("{base}/gateway/?v=10&encoding=json"), 101),
    ]
}

async fn status(method: &str, address: &str, extra: &[(&'static str, &str)]) -> u16 {
    let token = EmulatorOptions::default().token;
    let mut headers = HeaderMap::new();
    headers.insert("authorization", format!("Bot {token}").parse().unwrap());
    if address.contains("/gateway/") {
        let upgrade = [
            ("connection", "Upgrade"),
            ("upgrade", "websocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        headers.extend(upgrade.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))));
    }
    for (name, value) in extra {
        headers.insert(*name, value.parse().unwrap());
    }
    let mut request = reqwest::Client::new().request(method.parse().unwrap(), address);
    if method == "POST" {
        request = request.json(&json!({ "content": "hello", "type": 6 }));
    }
    request.headers(headers).send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn no_route_serves_another_site() {
    let stage = Stage::open().await;
    let port = stage.local.api_url().rsplit(':').next().unwrap().to_owned();
    let foreign_host = format!("evil.example:{port}");
    let near_host = format!("127.0.0.1.evil.example:{port}");
    let said = stage.local.user("Ada").unwrap().messages(stage.games).len();
    for (method, address, expected) in addresses(&stage).await {
        for (header, value) in [
            ("origin", "http://evil.example"),
            ("origin", "null"),
            ("origin", "http://127.0.0.1:1"),
            ("origin", "https://127.0.0.1"),
            ("host", "evil.example"),
            ("host", &foreign_host),
            ("host", &near_host),
            ("host", "127.0.0.1"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            let got = status(method, &address, &[(header, value)]).await;
            // A link on another site may lead to the page itself, which reveals nothing to that site.
            let followed = address.ends_with(&format!("{port}/")) && header == "sec-fetch-site";
            assert_eq!(got, if followed { 200 } else { 403 }, "{method} {address} with {header}: {value}");
        }
        let own = stage.local.api_url();
        let from_page = [("origin", own.as_str()), ("sec-fetch-site", "same-origin")];
        assert_eq!(status(method, &address, &from_page).await, expected, "{method} {address} from the page");
        let by_name = format!("localhost:{port}");
        assert_eq!(status(method, &address, &[("host", &by_name)]).await, expected, "{method} {address} by name");
        assert_eq!(status(method, &address, &[]).await, expected, "{method} {address} from a program");
    }
    let now = stage.local.user("Ada").unwrap().messages(stage.games).len();
    assert_eq!(now, said + 1 + 3, "the picture, and what was let in");
    stage.close().await;
}

#[tokio::test]
async fn a_proxy_may_have_a_name_of_its_own() {
    let options = EmulatorOptions { host_names: vec!["chat.example".to_owned()], ..EmulatorOptions::default() };
    let local = Emulator::start(options).await.unwrap();
    let address = format!("{}/api/v10/gateway", local.api_url());
    assert_eq!(status("GET", &address, &[("host", "Chat.example")]).await, 200);
    assert_eq!(status("GET", &address, &[("host", "chat.example:81")]).await, 403);
    assert_eq!(status("GET", &address, &[("host", "other.example")]).await, 403);
    local.shutdown().await;
}

#[tokio::test]
async fn only_json_and_forms_are_read() {
    let local = Emulator::start(EmulatorOptions::default()).await.unwrap();
    let games = local.channel("games").unwrap();
    let address = format!("{}/api/v10/channels/{games}/messages", local.api_url());
    let client = reqwest::Client::new();
    let send = async |kind: Option<&str>| {
        let mut request =
            client.post(&address).header("authorization", format!("Bot {}", EmulatorOptions::default().token));
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        let answer = request.body(r#"{ "content": "hello" }"#).send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json::<serde_json::Value>().await.unwrap())
    };
    for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/jsonp")] {
        let (status, answer) = send(kind).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{kind:?}: {answer}");
        assert_eq!(answer["errors"]["_errors"][0]["code"], "CONTENT_TYPE_INVALID", "{answer}");
    }
    assert!(local.user("Ada").unwrap().messages(games).is_empty());
    for kind in ["application/json", "application/json; charset=utf-8", "Application/JSON"] {
        assert_eq!(send(Some(kind)).await.0, 200, "{kind}");
    }
    local.shutdown().await;
}

#[tokio::test]
async fn slow_clients_are_disconnected() {
    let options = EmulatorOptions { request_timeout: Duration::from_millis(200), ..EmulatorOptions::default() };
    let token = options.token.clone();
    let local = Emulator::start(options).await.unwrap();
    let host = local.api_url().replace("http://", "");
    let rest = |length: usize| {
        let path = format!("/api/v10/channels/{}/messages", local.channel("games").unwrap());
        let kind = "Content-Type: application/json\r\n";
        format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bot {token}\r\n{kind}Content-Length: {length}\r\n\r\n{{"
        )
    };
    for (begun, expected) in [
        (String::new(), ""),
        ("GET / HTTP/1.1\r\nHost: ".to_owned(), ""),
        (rest(20), "HTTP/1.1 408 "),
        (rest(20_000_000), "HTTP/1.1 408 "),
    ] {
        let mut stream = TcpStream::connect(&host).await.unwrap();
        stream.write_all(begun.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let read = timeout(SOON, stream.read_to_string(&mut answer)).await;
        assert!(read.is_ok(), "{begun:?} is held open");
        assert!(answer.starts_with(expected), "{begun:?}: {answer}");
    }
    // A client that has sent its request waits for the response as long as that takes.
    let page = format!("{}/local/{}/events", local.api_url(), local.user("Ada").unwrap().id());
    let mut events = reqwest::get(page).await.unwrap();
    assert!(events.chunk().await.unwrap().is_some(), "hello");
    // The time limit passes meanwhile: it ends a later request that is never finished.
    let mut stream = TcpStream::connect(&host).await.unwrap();
    stream.write_all(rest(20).as_bytes()).await.unwrap();
    let mut answer = String::new();
    timeout(SOON, stream.read_to_string(&mut answer))
        .await
        .expect("the connection is closed at the time limit")
        .unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    local.user("Ada").unwrap().say(local.channel("games").unwrap(), "still there").unwrap();
    let heard = timeout(SOON, events.chunk()).await.unwrap().unwrap().expect("an event");
    assert!(String::from_utf8_lossy(&heard).contains("still there"));
    local.shutdown().await;
}

#[tokio::test]
async fn text_is_shown_as_text_and_markup_is_not_shown() {
    let stage = Stage::open().await;
    let address = format!("{}/api/v10/channels/{}/messages", stage.local.api_url(), stage.games);
    let form = |name: &str| {
        let file = format!("Content-Disposition: form-data; name=\"files[0]\"; filename=\"{name}\"\r\n\r\n<b>x</b>");
        format!("--cut\r\n{file}\r\n--cut--\r\n")
    };
    let client = reqwest::Client::new();
    for (name, kind) in [
        ("game.txt", "text/plain; charset=utf-8"),
        ("data.json", "application/json; charset=utf-8"),
        ("page.html", "application/octet-stream"),
        ("board.svg", "application/octet-stream"),
        ("txt", "application/octet-stream"),
    ] {
        let request =
            client.post(&address).header("authorization", format!("Bot {}", EmulatorOptions::default().token));
        let request = request.header("content-type", "multipart/form-data; boundary=cut").body(form(name));
        let message: serde_json::Value = request.send().await.unwrap().json().await.unwrap();
        let file = &message["attachments"][0];
        assert_eq!(file["content_type"], kind, "{message}");
        let served = client.get(file["url"].as_str().unwrap()).send().await.unwrap();
        assert_eq!(served.headers()["content-type"], kind, "{name}");
        assert_eq!(served.headers()["x-content-type-options"], "nosniff");
        assert_eq!(served.headers()["content-security-policy"], "default-src 'none'; sandbox");
        assert_eq!(served.text().await.unwrap(), "<b>x</b>");
    }
    stage.close().await;
}

#[tokio::test]
async fn the_token_is_in_a_file_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    // A leftover of an earlier start, readable by everyone.
    std::fs::write(&file, "old").unwrap();
    std::fs::write(folder.path().join("token.new"), "older").unwrap();
    let token = draw_token().unwrap();
    let options =
        EmulatorOptions { token: token.clone(), state: Some(folder.path().to_owned()), ..EmulatorOptions::default() };
    let local = Emulator::start(options).await.unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), token);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let raw = Raw::of(&local);
    assert_eq!(
        raw.send("GET", "/users/@me", serde_json::Value::Null).await.0,
        401,
        "the token of the tests is not accepted"
    );
    local.shutdown().await;
}
