//! Signed requests to the interactions endpoint of the application.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::{Client, StatusCode};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::Value;

use super::error::{ApiError, Form};
use super::limits;

/// The key of the application, with which its interactions are signed.
pub(super) struct SigningKey(Ed25519KeyPair);

impl SigningKey {
    /// The key with this secret.
    pub fn new(secret: [u8; 32]) -> Self {
        let pair = Ed25519KeyPair::from_seed_unchecked(&secret);
        Self(pair.expect("any 32 bytes are the secret of a key"))
    }

    /// The public key in hexadecimal digits, which the application object shows.
    pub fn public(&self) -> String {
        hex::encode(self.0.public_key())
    }

    /// The signature of the timestamp followed by the body, in hexadecimal digits.
    fn sign(&self, timestamp: &str, body: &str) -> String {
        hex::encode(self.0.sign([timestamp, body].concat().as_bytes()))
    }
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SigningKey")
    }
}

/// Sends requests to the endpoint.
#[derive(Clone, Debug)]
pub(super) struct EndpointClient {
    client: Client,
    key: Arc<SigningKey>,
}

impl EndpointClient {
    /// A client with this key.
    ///
    /// # Errors
    ///
    /// When no HTTP client can be built on this machine.
    pub fn new(key: SigningKey) -> Result<Self, reqwest::Error> {
        let client = Client::builder().timeout(limits::FIRST_RESPONSE).no_proxy().build()?;
        Ok(Self { client, key: Arc::new(key) })
    }

    /// The public key of the application.
    pub fn public_key(&self) -> String {
        self.key.public()
    }

    /// Sends a body with its signature, or with a wrong one. Returns the status and the body of the response.
    pub async fn send(&self, url: &str, body: &Value, is_valid: bool) -> Result<(StatusCode, String), reqwest::Error> {
        let body = body.to_string();
        let timestamp = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs().to_string();
        let signed = if is_valid { body.as_str() } else { "another body" };
        let request = self
            .client
            .post(url)
            .header("content-type", "application/json")
            .header("user-agent", "Discord-Interactions/1.0 (+https://discord.com)")
            .header("x-signature-ed25519", self.key.sign(&timestamp, signed))
            .header("x-signature-timestamp", &timestamp);
        let response = request.body(body).send().await?;
        let status = response.status();
        Ok((status, response.text().await?))
    }

    /// Checks that an endpoint answers a PING, and refuses a wrong signature.
    ///
    /// # Errors
    ///
    /// 50035 when it does not.
    pub async fn verify(&self, url: &str, ping: &Value) -> Result<(), ApiError> {
        let answers = match self.send(url, ping, true).await {
            Ok((StatusCode::OK, body)) => serde_json::from_str::<Value>(&body).is_ok_and(|answer| answer["type"] == 1),
            _ => false,
        };
        let refuses = matches!(self.send(url, ping, false).await, Ok((StatusCode::UNAUTHORIZED, _)));
        if answers && refuses {
            return Ok(());
        }
        let mut form = Form::default();
        let problem = "The specified interactions endpoint url could not be verified.";
        form.fault("interactions_endpoint_url", "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", problem);
        form.finish()
    }
}
