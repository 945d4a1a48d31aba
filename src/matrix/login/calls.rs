//! The homeserver's own login.

use crate::matrix::client::Client;
use crate::matrix::error::MatrixError;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use url::Url;

/// The longest life of an access token that is believed. Nothing lasts longer than a program runs.
const LIFE_MAX: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// A new session.
#[derive(Clone, Deserialize)]
pub struct NewSession {
    /// The device.
    pub device_id: String,
    /// Its tokens.
    #[serde(flatten)]
    pub tokens: Tokens,
}

/// An access token, and what renews it.
#[derive(Clone, Deserialize)]
pub struct Tokens {
    /// The access token. A secret.
    pub access_token: String,
    /// What the next access token is had for. A secret.
    pub refresh_token: Option<String>,
    /// How long the access token is valid: in seconds, as login servers say it.
    expires_in: Option<u64>,
    /// The same in milliseconds, as homeservers say it.
    expires_in_ms: Option<u64>,
}

impl Tokens {
    /// How long the access token is valid.
    pub fn life(&self) -> Option<Duration> {
        let seconds = self.expires_in.map(Duration::from_secs);
        self.expires_in_ms.map(Duration::from_millis).or(seconds).map(|life| life.min(LIFE_MAX))
    }
}

/// What a homeserver wants for a login.
pub enum Proof<'a> {
    /// A user and the password.
    Password {
        /// The user.
        user: &'a str,
        /// The password. A secret.
        password: &'a str,
    },
    /// A token that is valid once, from a login in a browser or from another client. A secret.
    Token(&'a str),
}

impl Client {
    /// Logs in, on the device with this id if there is one.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn log_in(&self, proof: &Proof<'_>, device: Option<&str>) -> Result<NewSession, MatrixError> {
        let mut body = match proof {
            Proof::Password { user, password } => json!({
                "type": "m.login.password",
                "identifier": { "type": "m.id.user", "user": user },
                "password": password,
            }),
            Proof::Token(token) => json!({ "type": "m.login.token", "token": token }),
        };
        body["initial_device_display_name"] = "Tablero".into();
        body["refresh_token"] = true.into();
        if let Some(device) = device {
            body["device_id"] = device.into();
        }
        self.json(Method::POST, &["client", "v3", "login"], &[], Some(&body)).await
    }

    /// The kinds of login that the homeserver offers.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn logins(&self) -> Result<Vec<String>, MatrixError> {
        let offered: Value = self.json(Method::GET, &["client", "v3", "login"], &[], None).await?;
        let flows = offered["flows"].as_array().into_iter().flatten();
        Ok(flows.filter_map(|flow| flow["type"].as_str()).map(str::to_owned).collect())
    }

    /// The page on which people log in with a browser, which then leads to an address with a login token in it.
    pub fn login_page(&self) -> Url {
        self.url(&["client", "v3", "login", "sso", "redirect"], &[("redirectUrl", "http://localhost/")])
    }

    /// Renews an access token. Until the new one is used, the refresh token stays valid.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn refresh(&self, refresh_token: &str) -> Result<Tokens, MatrixError> {
        let body = json!({ "refresh_token": refresh_token });
        self.json(Method::POST, &["client", "v3", "refresh"], &[], Some(&body)).await
    }

    /// Ends the session of the access token.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn log_out(&self) -> Result<(), MatrixError> {
        self.json::<Value>(Method::POST, &["client", "v3", "logout"], &[], Some(&json!({}))).await.map(drop)
    }
}
