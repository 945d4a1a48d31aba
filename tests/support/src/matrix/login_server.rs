//! A login server beside a homeserver, by Authlib, in a process of its own.

use super::homeserver::Homeserver;
use super::user::User;
use crate::requirements;
use reqwest::Client;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// The program; its first lines say what it does.
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/matrix/login_server.py");

/// A running login server. It ends when this is dropped.
pub struct LoginServer {
    pub address: String,
    client: Client,
    _process: Child,
}

/// The Python that has Authlib, if there is one.
fn python() -> Option<PathBuf> {
    let installed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/oauth/bin/python");
    let python = std::env::var_os("TABLERO_AUTHLIB").map_or_else(|| PathBuf::from(installed), PathBuf::from);
    requirements::found("Authlib (see docs/contributing.md)", python.exists().then_some(python))
}

impl LoginServer {
    /// `None` if Authlib is not installed.
    pub async fn start() -> Option<LoginServer> {
        let mut command = Command::new(python()?);
        command.arg(PROGRAM).kill_on_drop(true).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("the login server starts");
        let mut lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
        let port = lines.next_line().await.expect("a line").expect("a port");
        Some(LoginServer { address: format!("http://127.0.0.1:{port}"), client: Client::new(), _process: process })
    }

    /// The lines of the homeserver's configuration with which it leaves logins to this server.
    pub fn configuration(&self) -> String {
        format!(
            "matrix_authentication_service: {{ enabled: true, endpoint: '{}', secret: 'homeserver-secret' }}\n\
             enable_registration: false\nenable_registration_without_verification: false\n\
             password_config: {{ enabled: false }}",
            self.address
        )
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let sent = self.client.post(format!("{}/test/{path}", self.address)).json(&body).send().await;
        let response = sent.expect("the login server answers").error_for_status().expect("it does what the test wants");
        response.json().await.expect("JSON")
    }

    /// Changes settings.
    pub async fn set(&self, settings: Value) {
        self.post("set", settings).await;
    }

    /// A user who is logged in for good.
    pub async fn user(&self, homeserver: &Homeserver, name: &str) -> User {
        let device = format!("CLIENTOF{}", name.to_uppercase());
        let session = self.post("session", json!({ "user": name, "device": device })).await;
        let token = session["access_token"].as_str().expect("an access token");
        User::signed_in(homeserver, &format!("@{name}:localhost"), token)
    }

    /// A user approves a code, or refuses.
    pub async fn decide(&self, code: &str, user: &str, approved: bool) {
        self.post("decide", json!({ "code": code, "user": user, "approved": approved })).await;
    }

    /// Ends the sessions of a user.
    pub async fn end(&self, user: &str) {
        self.post("end", json!({ "user": user })).await;
    }

    /// How often this was done: `refresh`, `refused` (a refresh token that is not valid any more) or `end`.
    pub async fn count(&self, what: &str) -> usize {
        self.get("log").await.iter().filter(|done| *done == what).count()
    }

    /// All tokens and the secrets of codes.
    pub async fn secrets(&self) -> Vec<String> {
        self.get("secrets").await
    }

    async fn get(&self, path: &str) -> Vec<String> {
        let sent = self.client.get(format!("{}/test/{path}", self.address)).send().await;
        sent.expect("the login server answers").json().await.expect("JSON")
    }
}
