//! Sends requests to a homeserver.

use super::error::MatrixError;
use super::pauses::{Call, Pauses};
use super::places::MATRIX;
use crate::metrics::record;
use futures_util::future::BoxFuture;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Method, RequestBuilder};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use url::Url;

/// The timeout of a request, without the time for which `/sync` waits.
const REQUEST_MAX: Duration = Duration::from_secs(30);
/// The timeout of a download.
const FILE_REQUEST_MAX: Duration = Duration::from_secs(3);
/// The longest response that is read, in bytes. A first `/sync` of many rooms has a few megabytes.
const RESPONSE_MAX: usize = 64 << 20;

/// The longest response of a login server that is read, in bytes.
const LOGIN_RESPONSE_MAX: usize = 64 << 10;
/// What is posted to a login server.
pub enum LoginBody<'a> {
    /// A JSON value.
    Json(&'a Value),
    /// The fields of a form.
    Form(&'a [(&'a str, &'a str)]),
}

/// Sends requests to a homeserver. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    /// For downloads. Follows no redirects, because they could lead to another host.
    files: reqwest::Client,
    base: Url,
    access: Option<Arc<watch::Sender<Access>>>,
    pauses: Pauses,
}

/// The access token of a session. Clones of a client share it, because it is replaced when it ends.
struct Access {
    authorization: HeaderValue,
    /// Whether the homeserver does not know it any more.
    is_refused: bool,
}

impl Access {
    fn new(token: &str) -> Result<Access, MatrixError> {
        let mut authorization = HeaderValue::from_str(&format!("Bearer {token}"))
            .map_err(|_| MatrixError::Unusable("the access token has characters that no token has".to_owned()))?;
        authorization.set_sensitive(true);
        Ok(Access { authorization, is_refused: false })
    }
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
        let unusable = |error: reqwest::Error| MatrixError::Unusable(error.to_string());
        let http = reqwest::Client::builder().timeout(REQUEST_MAX).build().map_err(unusable)?;
        let files = reqwest::Client::builder().timeout(FILE_REQUEST_MAX).redirect(Policy::none());
        let files = files.build().map_err(unusable)?;
        Ok(Client { http, files, base, access: None, pauses: Pauses::default() })
    }

    /// The same client with an access token.
    ///
    /// # Errors
    /// If the token contains characters that no token has.
    pub fn with_token(&self, token: &str) -> Result<Client, MatrixError> {
        Ok(Client { access: Some(Arc::new(watch::Sender::new(Access::new(token)?))), ..self.clone() })
    }

    /// The address of the homeserver.
    pub fn address(&self) -> &str {
        self.base.as_str()
    }

    /// The same client without an access token.
    pub fn without_token(&self) -> Client {
        Client { access: None, ..self.clone() }
    }

    /// Replaces the access token, also in the clones of this client.
    ///
    /// # Errors
    /// If the token contains characters that no token has.
    pub fn replace_token(&self, token: &str) -> Result<(), MatrixError> {
        let new = Access::new(token)?;
        if let Some(access) = &self.access {
            access.send_replace(new);
        }
        Ok(())
    }

    /// Returns when the homeserver does not know the access token any more.
    pub async fn token_refused(&self) {
        self.wait_for_token(true).await;
    }

    /// Returns when there is an access token that the homeserver has not refused.
    pub async fn token_replaced(&self) {
        self.wait_for_token(false).await;
    }

    async fn wait_for_token(&self, is_refused: bool) {
        match &self.access {
            Some(access) => drop(access.subscribe().wait_for(|access| access.is_refused == is_refused).await),
            None => std::future::pending().await,
        }
    }

    /// The homeserver does not know a token. If it has been replaced meanwhile, that means nothing.
    fn refuse(&self, authorization: &HeaderValue) {
        if let Some(access) = &self.access {
            access.send_if_modified(|access| {
                access.authorization == authorization && !std::mem::replace(&mut access.is_refused, true)
            });
        }
    }

    /// A request for a path, whose segments are encoded, with a query.
    fn request(&self, method: Method, path: &[&str], query: &[(&str, &str)]) -> RequestBuilder {
        self.request_through(&self.http, method, path, query)
    }

    /// The address of a path of the homeserver, whose segments are encoded, with a query.
    pub fn url(&self, path: &[&str], query: &[(&str, &str)]) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().push("_matrix").extend(path);
        }
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }

    fn request_through(
        &self,
        http: &reqwest::Client,
        method: Method,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> RequestBuilder {
        let request = http.request(method, self.url(path, query));
        match &self.access {
            Some(access) => request.header(AUTHORIZATION, &access.borrow().authorization),
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
        let call = Call::of(&method, path, body);
        let request = self.request(method, path, query);
        let request = match body {
            Some(body) => request.header(CONTENT_TYPE, "application/json").body(body.to_string()),
            None => request,
        };
        self.send(call, request).await
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
        let request = self.request(Method::GET, path, query).timeout(REQUEST_MAX + wait);
        self.send(Call::of(&Method::GET, path, None), request).await
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
        let request = self.request(Method::POST, path, query).header(CONTENT_TYPE, content_type).body(bytes);
        self.send(Call::of(&Method::POST, path, None), request).await
    }

    /// The address of the homeserver according to `/.well-known/matrix/client`: `https://example.org` may name
    /// `https://matrix.example.org`. `None` if it names none.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn named_homeserver(&self) -> Result<Option<String>, MatrixError> {
        let mut url = self.base.clone();
        url.set_path("/.well-known/matrix/client");
        let request = self.http.request(Method::GET, url);
        let named: Value = self.send(Call::of(&Method::GET, &["well-known"], None), request).await?;
        Ok(named["m.homeserver"]["base_url"].as_str().map(str::to_owned))
    }

    /// Posts JSON or a form to the login server, whose address the homeserver names. It gets no access token, and its
    /// answer leads nowhere else.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn post_to_login_server<T: DeserializeOwned>(
        &self,
        url: Url,
        body: LoginBody<'_>,
    ) -> Result<T, MatrixError> {
        let (kind, text) = match body {
            LoginBody::Json(json) => ("application/json", json.to_string()),
            LoginBody::Form(fields) => {
                let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
                ("application/x-www-form-urlencoded", form)
            }
        };
        let request = self.files.post(url).timeout(REQUEST_MAX).header(CONTENT_TYPE, kind).body(text);
        let bytes = self.receive(Call::login(), request, LOGIN_RESPONSE_MAX).await?;
        serde_json::from_slice(if bytes.is_empty() { b"null" } else { &bytes })
            .map_err(|error| MatrixError::unreadable(&error))
    }

    /// Downloads a file of at most `most` bytes.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn download(&self, path: &[&str], query: &[(&str, &str)], most: usize) -> Result<Vec<u8>, MatrixError> {
        let request = self.request_through(&self.files, Method::GET, path, query);
        self.receive(Call::of(&Method::GET, path, None), request, most).await
    }

    /// Fails while the homeserver wants no events in a room, before work is done for one that could not be sent.
    ///
    /// # Errors
    /// [`MatrixError::Limited`].
    pub fn check_sending(&self, room: &str) -> Result<(), MatrixError> {
        self.check(&Call::sending(room))
    }

    fn check(&self, call: &Call) -> Result<(), MatrixError> {
        self.pauses.left(call).map_or(Ok(()), |left| Err(MatrixError::Limited(left)))
    }

    async fn send<T: DeserializeOwned>(&self, call: Call, request: RequestBuilder) -> Result<T, MatrixError> {
        let bytes = self.receive(call, request, RESPONSE_MAX).await?;
        serde_json::from_slice(&bytes).map_err(|error| MatrixError::unreadable(&error))
    }

    /// Sends a request and returns the body of the response. Fails if the homeserver refuses, or if the body has more
    /// than `most` bytes.
    fn receive(&self, call: Call, request: RequestBuilder, most: usize) -> BoxFuture<'_, Result<Vec<u8>, MatrixError>> {
        Box::pin(async move {
            self.check(&call)?;
            let unreachable = |error: reqwest::Error| MatrixError::Unreachable(error.without_url().to_string());
            let (http, request) = request.build_split();
            let request = request.map_err(unreachable)?;
            let authorization = request.headers().get(AUTHORIZATION).cloned();
            let mut response = http.execute(request).await.map_err(unreachable)?;
            let (status, headers) = (response.status(), response.headers().clone());
            let mut bytes = Vec::new();
            while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
                if bytes.len() + chunk.len() > most {
                    return Err(MatrixError::Unreachable("its response is too long".to_owned()));
                }
                bytes.extend_from_slice(&chunk);
            }
            if status.is_success() {
                return Ok(bytes);
            }
            let body: Value = serde_json::from_slice(&bytes).unwrap_or_default();
            if status.as_u16() == 429 {
                record::rate_limited(MATRIX.0, false);
                return Err(MatrixError::Limited(self.pauses.begin(call, &headers, &body)));
            }
            let error = MatrixError::refused(status.as_u16(), &body);
            if let Some(authorization) = authorization.filter(|_| error.is_token_refused()) {
                self.refuse(&authorization);
            }
            Err(error)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::media::MediaAddress;
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

    /// A homeserver with no room for events: it answers them with 429, and everything else with an empty object. Returns
    /// the paths that it was asked for when all clients are gone.
    async fn full_homeserver(listener: TcpListener, requests: usize) -> Vec<String> {
        let mut paths = Vec::new();
        for _ in 0..requests {
            let (mut stream, _) = listener.accept().await.expect("a request");
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.expect("the head of a request"));
            }
            let head = String::from_utf8(head).expect("text");
            let path = head.split(' ').nth(1).expect("a path").to_owned();
            let response = if path.contains("/send/") {
                let body = r#"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1}"#;
                let length = body.len();
                format!(
                    "HTTP/1.1 429 Busy\r\nretry-after: 40\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                )
            } else {
                "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}".to_owned()
            };
            stream.write_all(response.as_bytes()).await.expect("it is sent");
            paths.push(path);
        }
        paths
    }

    #[tokio::test]
    async fn a_limit_on_events_stops_neither_the_sync_nor_anything_else() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let client =
            Client::new(&format!("http://{}", listener.local_addr().expect("an address"))).expect("an address");
        let asked = async {
            let content = serde_json::json!({ "body": "hello" });
            let send = async |room: &str| client.send_event(room, "m.room.message", "1", &content).await;
            let MatrixError::Limited(wait) = send("!a:b").await.expect_err("it is limited") else { panic!("no limit") };
            assert!((40.0..=80.0).contains(&wait.as_secs_f64()), "{wait:?}");
            // The room is not asked again, and no picture is uploaded for what could not be sent there.
            assert!(matches!(send("!a:b").await, Err(MatrixError::Limited(_))));
            assert!(matches!(client.check_sending("!a:b"), Err(MatrixError::Limited(_))));
            client.check_sending("!c:d").expect("another room does not wait");
            let sync = client.wait::<Value>(&["client", "v3", "sync"], &[], Duration::from_secs(1)).await;
            assert_eq!(sync.expect("it is not limited"), serde_json::json!({}));
            client
                .json::<Value>(Method::GET, &["client", "v3", "account", "whoami"], &[], None)
                .await
                .expect("an answer");
            client.upload::<Value>(&["media", "v3", "upload"], &[], "image/png", vec![1]).await.expect("an answer");
            client.join("!a:b", None).await.expect("an answer");
        };
        let (paths, ()) = tokio::join!(full_homeserver(listener, 5), asked);
        assert_eq!(paths.iter().filter(|path| path.contains("/send/")).count(), 1, "{paths:?}");
    }

    #[tokio::test]
    async fn a_file_comes_from_the_homeserver_alone_and_is_not_longer_than_it_may_be() {
        for (status, header, length, is_read) in [
            ("200 OK", "", 10, true),
            ("200 OK", "", 11, false),
            ("302 Found", "location: http://169.254.169.254/latest\r\n", 2, false),
            ("307 Temporary Redirect", "location: /_matrix/elsewhere\r\n", 2, false),
        ] {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let address = format!("http://{}", listener.local_addr().expect("an address"));
            let client = Client::new(&address).expect("an address").with_token("secret").expect("a token");
            let homeserver = async {
                let (mut stream, _) = listener.accept().await.expect("a request");
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(stream.read_u8().await.expect("the head of a request"));
                }
                let response = format!("HTTP/1.1 {status}\r\nconnection: close\r\n{header}\r\n{}", "x".repeat(length));
                _ = stream.write_all(response.as_bytes()).await;
                String::from_utf8(head).expect("text")
            };
            let media: MediaAddress = "mxc://elsewhere.example/abc".parse().expect("an address");
            let (file, head) = tokio::join!(client.thumbnail(&media, 10), homeserver);
            assert_eq!(file.is_ok(), is_read, "{status} {length}");
            let path = "/_matrix/client/v1/media/thumbnail/elsewhere.example/abc?width=96&height=96&method=crop&animated=false";
            assert!(head.starts_with(&format!("GET {path} ")), "{head}");
        }
    }

    #[tokio::test]
    async fn a_login_server_gets_no_access_token_and_leads_nowhere_else() {
        for (status, header, length, is_read) in [
            ("200 OK", "", LOGIN_RESPONSE_MAX - 2, true),
            ("200 OK", "", LOGIN_RESPONSE_MAX, false),
            ("307 Temporary Redirect", "location: /elsewhere\r\n", 2, false),
        ] {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let address = format!("http://{}", listener.local_addr().expect("an address"));
            let client = Client::new("https://matrix.example.org").expect("an address");
            let client = client.with_token("secret").expect("a token");
            let login_server = async {
                let (mut stream, _) = listener.accept().await.expect("a request");
                let mut head = Vec::new();
                while !head.ends_with(b"code=a%26b") {
                    head.push(stream.read_u8().await.expect("a request"));
                }
                let body = format!("\"{}\"", "x".repeat(length));
                let response = format!("HTTP/1.1 {status}\r\nconnection: close\r\n{header}\r\n{body}");
                _ = stream.write_all(response.as_bytes()).await;
                String::from_utf8(head).expect("text")
            };
            let url = Url::parse(&address).expect("an address").join("/token").expect("an address");
            let asked = client.post_to_login_server::<String>(url, LoginBody::Form(&[("code", "a&b")]));
            let (answer, head) = tokio::join!(asked, login_server);
            assert_eq!(answer.is_ok(), is_read, "{status} {length}");
            assert!(head.starts_with("POST /token ") && !head.to_lowercase().contains("authorization"), "{head}");
        }
    }

    #[tokio::test]
    async fn a_token_that_was_replaced_meanwhile_does_not_end_the_session() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let client = Client::new(&address).and_then(|client| client.with_token("first")).expect("a token");
        for (is_replaced, token) in [(true, "first"), (false, "second")] {
            let homeserver = async {
                let (mut stream, _) = listener.accept().await.expect("a request");
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(stream.read_u8().await.expect("the head of a request"));
                }
                if is_replaced {
                    client.replace_token("second").expect("a token");
                }
                let body = r#"{"errcode":"M_UNKNOWN_TOKEN"}"#;
                let length = body.len();
                let response =
                    format!("HTTP/1.1 401 No\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}");
                stream.write_all(response.as_bytes()).await.expect("it is sent");
                String::from_utf8(head).expect("text")
            };
            let (asked, head) = tokio::join!(client.whoami(), homeserver);
            assert_eq!(asked.expect_err("it is refused").code(), Some("M_UNKNOWN_TOKEN"));
            assert!(head.to_lowercase().contains(&format!("authorization: bearer {token}")), "{head}");
            let refused = tokio::time::timeout(Duration::from_millis(10), client.clone().token_refused()).await;
            assert_eq!(refused.is_ok(), !is_replaced, "{token}");
        }
    }
}
