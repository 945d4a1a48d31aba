//! Logging in, with an access token or with a password.

use reqwest::Method;
use serde_json::json;
use std::path::Path;
use tablero::db::SqlStorage;
use tablero::matrix::places::MATRIX;
use tablero::service::{DeliveryQueries, PlatformSession};
use test_support::matrix::bot::{Meeting, service_of};
use tokio::process::Command;
use tokio_util::sync::CancellationToken;

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_access_token_is_refused_with_the_name_of_its_setting() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = SqlStorage::open_file(&folder.path().join("other.sqlite")).await.expect("a database");
    let refused = meeting
        .app(&service_of(&store), "wrong", CancellationToken::new())
        .await
        .err()
        .expect("no account has this token");
    let sentence = refused.to_string();
    assert!(sentence.contains("matrix.token") && sentence.contains("MATRIX_TOKEN"), "{sentence}");
    assert!(!sentence.contains("wrong"), "tokens are not repeated: {sentence}");
    store.close().await;
    meeting.stop_bot().await;
}

async fn session(folder: &Path) -> PlatformSession {
    let store = SqlStorage::open_file(&folder.join("tablero.sqlite")).await.expect("a database");
    let session = store.session(MATRIX).await.expect("it is read").expect("it is stored");
    store.close().await;
    session
}

/// Starts the bot with its password and stops it again. Returns the session that is stored then.
async fn log_in(meeting: &Meeting, folder: &Path) -> PlatformSession {
    let store = SqlStorage::open_file(&folder.join("tablero.sqlite")).await.expect("a database");
    let stop = CancellationToken::new();
    let app = meeting.app(&service_of(&store), "", stop.clone()).await.expect("the password is right");
    stop.cancel();
    app.run().await.expect("it stops");
    store.close().await;
    session(folder).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_with_a_password_lasts_over_restarts_and_keeps_its_device() {
    let Some(mut meeting) = Meeting::open().await else { return };
    meeting.stop_bot().await;
    let folder = tempfile::TempDir::new().expect("a folder");
    let first = log_in(&meeting, folder.path()).await;
    assert_eq!(log_in(&meeting, folder.path()).await, first, "the stored session is used");
    // The session ends somewhere else.
    meeting.bot.call_with(&first.token, Method::POST, &["logout"], Some(json!({}))).await;
    let second = log_in(&meeting, folder.path()).await;
    assert_ne!(second.token, first.token);
    assert_eq!(second.device, first.device, "transaction ids belong to the device");
}

/// The output of `check-config --online` with this section of Matrix, and whether it succeeds.
async fn check(meeting: &Meeting, account: &str) -> (bool, String) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let config = folder.path().join("config.toml");
    let text = format!("[matrix]\nhomeserver = {:?}\n{account}\n", meeting.address());
    std::fs::write(&config, text).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["check-config", "--online", "--config"])
        .arg(&config)
        .env_remove("DISCORD_TOKEN")
        .env_remove("MATRIX_TOKEN")
        .env_remove("MATRIX_PASSWORD")
        .output()
        .await
        .expect("the program runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_configuration_is_checked_by_a_real_login() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let token = format!("token = {:?}", meeting.bot.token);
    for account in [token.as_str(), "user = \"tablero\"\npassword = \"tablero\""] {
        let (is_right, said) = check(&meeting, account).await;
        assert!(is_right && said.contains("The homeserver knows the bot as @tablero:localhost."), "{said}");
    }
    for (account, sentence) in [
        ("token = \"wrong\"", "the homeserver refused the access token"),
        ("user = \"tablero\"\npassword = \"wrong\"", "the homeserver refused the user or the password"),
        ("user = \"tablero\"", "set matrix.password in"),
    ] {
        let (is_right, said) = check(&meeting, account).await;
        assert!(!is_right && said.contains(sentence) && !said.contains("wrong"), "{account}: {said}");
    }
    let devices = meeting.bot.call(Method::GET, &["devices"], "", None).await;
    assert_eq!(devices["devices"].as_array().map(Vec::len), Some(1), "no session is left behind");
    meeting.stop_bot().await;
}
