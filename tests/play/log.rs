//! What the log contains, and what it must not contain.

use crate::platforms::Table;
use discord_emulator::{ApiError, EmulatorOptions, Fault, Reply};
use serde_json::json;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use tablero::chat::Capabilities;
use test_support::stage::{SOON, Stage};
use tokio::time::timeout;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::EnvFilter;

/// Everything logged by this thread, in which all of a test runs.
#[derive(Clone, Default)]
struct Log {
    written: Arc<Mutex<Vec<u8>>>,
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.lock().expect("the lock is not poisoned").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Captures the log from now on, with the program's default filter.
    fn begin() -> (Log, DefaultGuard) {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter(EnvFilter::new("warn,tablero=info"))
            .with_ansi(false)
            .with_writer(move || writer.clone());
        (log, tracing::subscriber::set_default(subscriber.finish()))
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.written.lock().expect("the lock is not poisoned")).into_owned()
    }
}

#[tokio::test]
async fn user_texts_are_not_in_the_log() {
    let (log, _guard) = Log::begin();
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    let ada = table.to_move().clone();
    let bot = format!("<@{}>", stage.local.bot_id());
    ada.say(table.thread, &format!("{bot} secret-word\n2026-11-21 ERROR forged line")).expect("a message");
    let board = table.wait_board().await;
    ada.reply(&board, "Wd4,a1", true).expect("a reply");
    table.line.play("Wd4,a1").expect("it is legal");
    table.wait_board().await;
    stage.close().await;
    let text = log.text();
    assert!(text.contains("connected"), "something is logged: {text}");
    for unwanted in ["secret-word", "forged", "Wd4", &ada.id().to_string(), "Ada"] {
        assert!(!text.contains(unwanted), "{unwanted}: {text}");
    }
}

#[tokio::test]
async fn an_interaction_that_fails_is_logged_with_its_cause() {
    let (log, _guard) = Log::begin();
    let stage = Stage::open().await;
    let table = stage.table("zertz", &[]).await;
    let ada = table.to_move().clone();
    stage.local.faults().inject(Some("POST"), "/callback", 1, Fault::Refuse(ApiError::unknown_interaction()));
    let response = ada.command(table.thread, "move", &[("text", json!("Wd4,a1"))]).await.expect("a command");
    assert!(matches!(response, Reply::NoResponse), "{response:?}");
    let board = table.wait_board().await;
    stage.local.faults().inject(Some("POST"), "/callback", 1, Fault::Refuse(ApiError::unknown_interaction()));
    ada.press(&board, "Type a move").await.expect("a button");
    stage.close().await;
    let text = log.text();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("an interaction was not answered")).collect();
    assert_eq!(lines.len(), 2, "{text}");
    for (line, command) in lines.iter().zip(["command=\"move\"", "command=\"button\" game=1"]) {
        for wanted in ["HTTP 404, code 10062", "interaction{id=", command] {
            assert!(line.contains(wanted), "{wanted}: {line}");
        }
        assert!(!line.contains("Wd4") && !line.contains(&ada.id().to_string()), "{line}");
    }
}

#[tokio::test]
async fn a_message_whose_request_fails_is_logged_with_its_event_command_and_game() {
    let (log, _guard) = Log::begin();
    let table = Table::open(Capabilities::none(1_000)).await;
    let (_, board) = table.begin("game barrier variant 8").await;
    table.change("ALTER TABLE players RENAME TO hidden").await;
    assert!(table.write(0, board.address.place(), "d4", Some(&board.id), false).await);
    table.say(1, None, "settings").await;
    table.close().await;
    let text = log.text();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("storage failed")).collect();
    for command in ["command=\"reply\" game=1", "command=\"settings\""] {
        let named = lines.iter().find(|line| line.contains("interaction{id=event ") && line.contains(command));
        assert!(named.is_some(), "{command}: {text}");
    }
    assert!(!text.contains("d4") && !text.contains("Ada"), "{text}");
}

#[tokio::test]
async fn a_button_that_is_not_known_is_logged_in_one_short_line() {
    let (log, _guard) = Log::begin();
    let stage = Stage::open().await;
    let strange = format!("no\nsuch:{}", "x".repeat(80));
    let message = json!({ "content": "strange", "components": [{ "type": 1, "components": [
        { "type": 2, "style": 1, "label": "Press", "custom_id": strange },
    ] }] });
    let address = format!("{}/api/v10/channels/{}/messages", stage.local.api_url(), stage.games);
    let token = format!("Bot {}", EmulatorOptions::default().token);
    let posted = reqwest::Client::new().post(address).header("authorization", token).json(&message).send().await;
    assert!(posted.expect("an answer").status().is_success());
    let ada = stage.user("Ada");
    let shown =
        ada.wait_message(stage.games, |message| message.content == "strange", SOON).await.expect("it is posted");
    timeout(SOON, ada.press(&shown, "Press")).await.expect("an answer").expect("a button");
    stage.close().await;
    let text = log.text();
    let line = text.lines().find(|line| line.contains("a button with an unknown id")).expect("it is logged");
    assert!(line.contains("no\\nsuch:xxx") && !line.contains(&"x".repeat(40)), "{line}");
}
