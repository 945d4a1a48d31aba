//! `tablero local` as users start it.

use std::path::Path;
use std::process::Stdio;

use reqwest::StatusCode;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use test_support::stage::SOON;

/// Starts the program in a folder. Returns it with the address of its page and the token it has stored.
async fn start(folder: &Path) -> (Child, String, String) {
    let config = folder.join("config.toml");
    let state_folder = folder.join("channel's folder");
    std::fs::write(&config, format!("[local]\naddress = \"127.0.0.1:0\"\nfolder = {state_folder:?}\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablero"));
    command.arg("--config").arg(&config).arg("local").current_dir(folder).kill_on_drop(true);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = timeout(SOON, lines.next_line()).await.expect("it prints its address").unwrap().expect("a line");
    let address = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap().to_owned();
    let token = std::fs::read_to_string(state_folder.join("channel/token")).expect("the token is stored");
    (child, address, token)
}

async fn status(address: &str, token: &str) -> StatusCode {
    let request = reqwest::Client::new().get(format!("{address}api/v10/users/@me"));
    request.header("authorization", format!("Bot {token}")).send().await.unwrap().status()
}

#[tokio::test]
async fn each_start_draws_a_token_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (mut first, address, old) = start(folder.path()).await;
    assert_eq!(status(&address, &old).await, 200);
    for guess in ["local-token", "local-bot-token", ""] {
        assert_eq!(status(&address, guess).await, 401, "{guess:?}");
    }
    first.kill().await.unwrap();
    let (mut second, address, fresh) = start(folder.path()).await;
    assert_ne!(old, fresh);
    assert_eq!(status(&address, &old).await, 401, "the token of the previous start is not accepted");
    assert_eq!(status(&address, &fresh).await, 200);
    second.kill().await.unwrap();
}
