//! The program's log contains no secrets and no private texts, at any level.

use discord_emulator::EmulatorOptions;
use serde_json::json;
use std::process::Stdio;
use test_support::stage::{Stage, shown};
use tokio::process::Command;

#[tokio::test(flavor = "multi_thread")]
async fn at_the_loudest_the_log_has_no_tokens_and_no_notes() {
    let stage = Stage::without_bot().await;
    let folder = stage.database().parent().expect("a folder").to_owned();
    let (config, log) = (folder.join("config.toml"), folder.join("log.txt"));
    let filter = "trace,serenity=trace,tungstenite=trace,tokio_tungstenite=trace,reqwest=trace,hyper=trace,h2=trace";
    let text = format!("[store]\npath = {:?}\n[log]\nfilter = \"{filter}\"\n", stage.database());
    std::fs::write(&config, text).expect("a configuration");
    let before = stage.connected();
    let token = EmulatorOptions::default().token;
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["serve", "--api-url", &stage.local.api_url(), "--config"])
        .arg(&config)
        .env("DISCORD_TOKEN", &token)
        .stdin(Stdio::null())
        .stderr(std::fs::File::create(&log).expect("a file"))
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts");
    stage.wait_ready(before).await;
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    let ada = table.players[0].clone();
    let noted =
        shown(&ada.command(table.thread, "note", &[("text", json!("a private thought"))]).await.expect("a command"));
    assert!(noted.ephemeral, "{noted:?}");
    child.kill().await.expect("the process can be killed");

    let logged = std::fs::read_to_string(&log).expect("the log is text");
    assert!(logged.contains("tablero::discord") && logged.contains("connected"), "{logged}");
    for secret in [token.as_str(), "a private thought"] {
        assert!(!logged.contains(secret), "{secret} is in the log");
    }
    // Interaction tokens appear in the paths of the responses.
    let requests = stage.local.faults().requests();
    let paths = requests.iter().map(|request| request.path.split('/').collect::<Vec<_>>());
    let tokens: Vec<String> = paths
        .filter_map(|parts| {
            let at = parts.iter().position(|part| ["interactions", "webhooks"].contains(part))?;
            parts.get(at + 2).map(|token| (*token).to_owned())
        })
        .collect();
    assert!(tokens.len() > 3, "{tokens:?}");
    for token in tokens {
        assert!(!logged.contains(&token), "the token of an interaction is in the log");
    }
    stage.close().await;
}
