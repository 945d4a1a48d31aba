//! The page's interface: it works for the page and refuses everything else.

use discord_emulator::{Emulator, EmulatorOptions};
use serde_json::{Value, json};

use crate::stage::Stage;

#[tokio::test]
async fn the_page_and_its_parts_are_served() {
    let local = Emulator::start(EmulatorOptions::default()).await.unwrap();
    let page = reqwest::get(local.page_url()).await.unwrap();
    assert!(page.headers()["content-security-policy"].to_str().unwrap().contains("script-src 'self'"));
    let html = page.text().await.unwrap();
    let addresses: Vec<&str> = html.split('"').filter(|part| part.starts_with('/') && part.contains('.')).collect();
    assert!(addresses.len() >= 2, "a page has a script and a style sheet: {addresses:?}");
    for address in addresses {
        let part = reqwest::get(format!("{}{address}", local.api_url())).await.unwrap();
        assert_eq!(part.status(), 200, "{address}");
    }
    local.shutdown().await;
}

#[tokio::test]
async fn other_sites_are_refused() {
    let local = Emulator::start(EmulatorOptions::default()).await.unwrap();
    let people = format!("{}/local/people", local.api_url());
    let client = reqwest::Client::new();
    for (header, value) in [
        ("origin", "http://evil.example"),
        ("host", "evil.example"),
        ("host", "127.0.0.1.evil.example:80"),
        ("sec-fetch-site", "cross-site"),
    ] {
        let answer = client.get(&people).header(header, value).send().await.unwrap();
        assert_eq!(answer.status(), 403, "{header}: {value}");
    }
    assert_eq!(client.get(&people).send().await.unwrap().status(), 200);
    local.shutdown().await;
}

#[tokio::test]
async fn a_person_acts_through_the_page() {
    let stage = Stage::open().await;
    let client = reqwest::Client::new();
    let base = format!("{}/local/{}", stage.local.api_url(), stage.local.user("Bruno").unwrap().id());
    let ask = async |path: &str, body: Value| -> Value {
        client.post(format!("{base}/{path}")).json(&body).send().await.unwrap().json().await.unwrap()
    };
    let games = format!("channels/{}", stage.games);
    let commands: Value = client.get(format!("{base}/{games}/commands")).send().await.unwrap().json().await.unwrap();
    let hello = commands.as_array().unwrap().iter().find(|c| c["name"] == "hello").unwrap();
    assert_eq!(hello["name_localizations"]["it"], "ciao");
    let typed = json!({ "path": "pick", "options": [["word", "b"]], "focused": "word" });
    let answer = ask(&format!("{games}/commands"), typed).await;
    assert_eq!(answer["choices"][0]["name"], "banana");
    let answer = ask(&format!("{games}/commands"), json!({ "path": "board", "options": [] })).await;
    assert_eq!(answer["result"], "ok");
    let messages: Value = client.get(format!("{base}/{games}/messages")).send().await.unwrap().json().await.unwrap();
    let board = messages.as_array().unwrap().last().unwrap();
    let used = format!("{games}/messages/{}/use", board["id"].as_str().unwrap());
    let answer = ask(&used, json!({ "custom_id": "form" })).await;
    assert_eq!(answer["result"], "modal");
    let submit = format!("interactions/{}/submit", answer["id"].as_str().unwrap());
    let answer = ask(&submit, json!({ "values": [["word", "plum"]] })).await;
    assert_eq!(answer["result"], "ok");
    let answer = ask(&used, json!({ "custom_id": "never" })).await;
    assert!(answer["message"].as_str().unwrap().contains("disabled"));
    stage.close().await;
}
