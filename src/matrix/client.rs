//! Sends requests to a homeserver.

use super::error::MatrixError;
use super::places::MATRIX;
use crate::metrics::record;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Method, RequestBuilder};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use url::Url;

/// The timeout of a request, without the time for which `/sync` waits.
const REQUEST_MAX: Duration = Duration::from_secs(30);
/// The longest wait for which the homeserver can ask.
const WAIT_MAX: Duration = Duration::from_secs(60);
/// The wait if the homeserver does not say how long.
const WAIT_DEFAULT: Duration = Duration::from_secs(1);
/// The longest response that is read, in bytes. A first `/sync` of many rooms has a few megabytes.
const RESPONSE_MAX: usize = 64 << 20;

/// Sends requests to a homeserver. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    base: Url,
    authorization: Option<HeaderValue>,
    /// Until then the homeserver wants no requests.
    paused_until: Arc<Mutex<Option<Instant>>>,
    session_ended: CancellationToken,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("base", &self.base.as_str()).finish_non_exhaustive()
    }
}

impl Client {
    /// A client for the homeserver at this address, without an access token.
    ///
    /// # Errors
    /// If the address is invalid, or TLS does not work on this machine.
    pub fn new(homeserver: &str) -> Result<Client, MatrixError> {
        let base = Url::parse(homeserver).map_err(|error| MatrixError::Unusable(error.to_string()))?;
        if base.cannot_be_a_base() {
            return Err(MatrixError::Unusable("the address of the homeserver has no host".to_owned()));
        }
        let http = reqwest::Client::builder().timeout(REQUEST_MAX).build();
        let http = http.map_err(|error| MatrixError::Unusable(error.to_string()))?;
        Ok(Client {
            http,
            base,
            authorization: None,
            paused_until: Arc::default(),
            session_ended: CancellationToken::new(),
        })
    }

    /// The same client with an access token.
    ///
    /// # Errors
    /// If the token contains characters that no token has.
    pub fn with_token(&self, token: &str) -> Result<Client, MatrixError> {
        let mut authorization = HeaderValue::from_str(&format!("Bearer {token}"))
            .map_err(|_| MatrixError::Unusable("the access token has characters that no token has".to_owned()))?;
        authorization.set_sensitive(true);
        Ok(Client { authorization: Some(authorization), session_ended: CancellationToken::new(), ..self.clone() })
    }

    /// Cancelled when the homeserver does not know the access token any more.
    pub fn session_ended(&self) -> &CancellationToken {
        &self.session_ended
    }

    /// A request for a path, whose segments are encoded, with a query.
    fn request(&self, method: Method, path: &[&str], query: &[(&str, &str)]) -> RequestBuilder {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().push("_matrix").extend(path);
        }
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let request = self.http.request(method, url);
        match &self.authorization {
            Some(authorization) => request.header(AUTHORIZATION, authorization),
            None => request,
        }
    }

    /// Sends a request with a JSON body, if there is one.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn json<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &[&str],
        query: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Result<T, MatrixError> {
        let request = self.request(method, path, query);
        self.send(match body {
            Some(body) => request.header(CONTENT_TYPE, "application/json").body(body.to_string()),
            None => request,
        })
        .await
    }

    /// Like [`Client::json`], for a request that the homeserver answers after at most `wait`.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn wait<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
        wait: Duration,
    ) -> Result<T, MatrixError> {
        self.send(self.request(Method::GET, path, query).timeout(REQUEST_MAX + wait)).await
    }

    /// Uploads a file.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn upload<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
        content_type: &'static str,
        bytes: Vec<u8>,
    ) -> Result<T, MatrixError> {
        self.send(self.request(Method::POST, path, query).header(CONTENT_TYPE, content_type).body(bytes)).await
    }

    async fn send<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, MatrixError> {
        if let Some(left) = self.pause_left() {
            return Err(MatrixError::Limited(left));
        }
        let unreachable = |error: reqwest::Error| MatrixError::Unreachable(error.without_url().to_string());
        let mut response = request.send().await.map_err(unreachable)?;
        let status = response.status();
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
            if bytes.len() + chunk.len() > RESPONSE_MAX {
                return Err(MatrixError::Unreachable("its response is too long".to_owned()));
            }
            bytes.extend_from_slice(&chunk);
        }
        if status.is_success() {
            return serde_json::from_slice(&bytes).map_err(|error| MatrixError::unreadable(&error));
        }
        let body: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        if status.as_u16() == 429 {
            let asked = body["retry_after_ms"].as_u64().map_or(WAIT_DEFAULT, Duration::from_millis).min(WAIT_MAX);
            *self.paused_until.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + asked);
            record::rate_limited(MATRIX.0, true);
            return Err(MatrixError::Limited(asked));
        }
        if ["M_UNKNOWN_TOKEN", "M_MISSING_TOKEN"].map(Some).contains(&body["errcode"].as_str()) {
            self.session_ended.cancel();
        }
        Err(MatrixError::refused(status.as_u16(), body["errcode"].as_str()))
    }

    /// How long the homeserver still wants no requests.
    fn pause_left(&self) -> Option<Duration> {
        let until = *self.paused_until.lock().unwrap_or_else(PoisonError::into_inner);
        until?.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::DeliveryError;
    use serde::Deserialize;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "a response that cannot be read")]
    struct Numbered {
        number: u32,
    }

    /// The error of a request that a homeserver answers like this.
    async fn error(status: &str, body: &str) -> MatrixError {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let length = body.len();
        let response = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}");
        let homeserver = async {
            let (mut stream, _) = listener.accept().await.expect("a request");
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                request.push(stream.read_u8().await.expect("the head of a request"));
            }
            stream.write_all(response.as_bytes()).await.expect("it is sent");
        };
        let client = Client::new(&address).expect("an address");
        let request = client.json::<Numbered>(Method::GET, &["x"], &[], None);
        let (failed, ()) = tokio::join!(request, homeserver);
        failed.expect_err("it is not answered")
    }

    #[tokio::test]
    async fn an_error_does_not_repeat_what_the_homeserver_says_about_people() {
        let text = r#"{"errcode":"M_FORBIDDEN","error":"@ada:example.org is banned from !room:example.org"}"#;
        let refused = error("403 Forbidden", text).await;
        assert_eq!(refused.code(), Some("M_FORBIDDEN"));
        // What is stored with a post that could not be delivered.
        assert_eq!(DeliveryError::from(refused).to_string(), "the homeserver answered 403 M_FORBIDDEN");
        let unreadable = error("200 OK", "{\n\"number\": \"@ada:example.org\"}").await.to_string();
        assert!(unreadable.contains("line 2, column 28"), "{unreadable}");
        assert!(!unreadable.contains("ada"), "{unreadable}");
    }
}
