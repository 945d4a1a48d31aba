//! Sends requests to Discord, or to another server with its API, in one way for all.
//!
//! They are sent from here and not by serenity: its client delays a request without saying so, lets others go out while the
//! global limit holds, and ignores the address of another server. [`RateLimits`] decides what may be sent (ADR 24).

use super::endpoint::{DISCORD_ADDRESS, Endpoint};
use super::places::DISCORD;
use super::rate_limits::RateLimits;
use super::rest_error::RestError;
use crate::metrics::record;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, RETRY_AFTER, USER_AGENT};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::all::CreateAttachment;
use serenity::http::Route;
use std::sync::Arc;
use std::time::Duration;

/// The timeout of one request.
const REQUEST_MAX: Duration = Duration::from_secs(30);
/// Discord's own name for a client, which its servers ask for.
const AGENT: &str = concat!("DiscordBot (tablero, ", env!("CARGO_PKG_VERSION"), ")");

/// Sends requests. Clones share what they know of the limits.
#[derive(Clone, Debug)]
pub(super) struct Sender {
    client: Client,
    /// The only host that the token is sent to.
    base: Arc<str>,
    authorization: HeaderValue,
    limits: Arc<RateLimits>,
}

impl Sender {
    /// A sender for this endpoint and token.
    ///
    /// # Errors
    /// If the token contains characters that no token has, or TLS does not work on this machine.
    pub fn new(endpoint: &Endpoint, token: &str) -> Result<Sender, RestError> {
        let mut authorization = HeaderValue::from_str(&format!("Bot {token}"))
            .map_err(|_| RestError::Unusable("the token has characters that no token has".to_owned()))?;
        authorization.set_sensitive(true);
        let client = endpoint.client().map_err(|error| RestError::Unusable(error.to_string()))?;
        Ok(Sender { client, base: endpoint.base().into(), authorization, limits: Arc::default() })
    }

    /// Sends a request and reads its answer.
    ///
    /// # Errors
    /// See [`RestError`], here and in the other methods.
    pub(super) async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        route: Route<'_>,
        body: Value,
        files: Vec<CreateAttachment>,
    ) -> Result<T, RestError> {
        read(self.request(method, route, body, files).await?).await
    }

    /// Sends a request for something and reads it.
    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        route: Route<'_>,
        query: &[(&str, String)],
    ) -> Result<T, RestError> {
        let request = self.begin(&Method::GET, &route)?.query(query);
        read(self.answer(&Method::GET, &route, request).await?).await
    }

    /// Sends a request with a body and files.
    pub(super) async fn request(
        &self,
        method: Method,
        route: Route<'_>,
        body: Value,
        files: Vec<CreateAttachment>,
    ) -> Result<Response, RestError> {
        let request = self.begin(&method, &route)?;
        let request = if files.is_empty() {
            request.header(CONTENT_TYPE, "application/json").body(body.to_string())
        } else {
            let form = Form::new().text("payload_json", body.to_string());
            request.multipart(files.into_iter().enumerate().fold(form, |form, (id, file)| {
                form.part(format!("files[{id}]"), Part::bytes(file.data).file_name(file.filename))
            }))
        };
        self.answer(&method, &route, request).await
    }

    /// Builds a request on a route, unless a rate limit applies to it.
    fn begin(&self, method: &Method, route: &Route<'_>) -> Result<RequestBuilder, RestError> {
        self.limits.take(method, route).map_err(|left| RestError::Limited { after: Some(left) })?;
        let path = route.path();
        let path = path.strip_prefix(DISCORD_ADDRESS).unwrap_or(&path);
        let request = self.client.request(method.clone(), format!("{}{path}", self.base)).timeout(REQUEST_MAX);
        Ok(request.header(AUTHORIZATION, self.authorization.clone()).header(USER_AGENT, AGENT))
    }

    /// Sends a request and returns the response, unless it is a refusal.
    async fn answer(&self, method: &Method, route: &Route<'_>, request: RequestBuilder) -> Result<Response, RestError> {
        let answer = request.send().await?;
        let (status, headers) = (answer.status(), answer.headers());
        self.limits.learn(method, route, headers);
        if status.is_success() {
            return Ok(answer);
        }
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let stated = text(RETRY_AFTER.as_str()).and_then(|value| value.parse().ok());
        let is_shared = text("x-ratelimit-scope") == Some("shared");
        if matches!(status.as_u16(), 401 | 403 | 429) && !is_shared {
            self.limits.count_refusal();
        }
        let body: Value = serde_json::from_slice(&answer.bytes().await?).unwrap_or_default();
        if status.as_u16() == 429 {
            let retry_after = body["retry_after"].as_f64().or(stated);
            let is_global = body["global"] == true;
            let after = self.limits.close(method, route, retry_after, is_global);
            record::rate_limited(DISCORD.0, is_global);
            return Err(RestError::Limited { after: Some(after) });
        }
        let code = body["code"].as_i64().unwrap_or_default();
        Err(RestError::refused(status.as_u16(), code, body["message"].as_str().unwrap_or("no words of Discord's")))
    }
}

/// Parses the body of a response.
async fn read<T: DeserializeOwned>(answer: Response) -> Result<T, RestError> {
    let bytes = answer.bytes().await?;
    serde_json::from_slice(&bytes).map_err(|error| RestError::Unusable(format!("an answer that is none: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_goes_to_the_endpoint_and_nowhere_else() {
        let other = Endpoint::Other("http://127.0.0.1:4040/".to_owned());
        for (endpoint, host) in [(Endpoint::Discord, "discord.com"), (other, "127.0.0.1")] {
            let sender = Sender::new(&endpoint, "secret").expect("a client");
            for route in [Route::UserMe, Route::GatewayBot, Route::Oauth2ApplicationCurrent] {
                let request = sender.begin(&Method::GET, &route).expect("no limit").build().expect("a request");
                assert_eq!(request.url().host_str(), Some(host), "{route:?}");
                assert!(request.url().path().starts_with("/api/v10/"), "{}", request.url());
                assert_eq!(request.headers()[AUTHORIZATION], "Bot secret");
                assert!(request.headers()[USER_AGENT].to_str().expect("text").starts_with("DiscordBot ("));
            }
        }
        assert!(Sender::new(&Endpoint::Discord, "sec\nret").is_err());
    }
}
