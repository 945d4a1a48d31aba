//! The Discord endpoint, and clients for it.

use super::public_key::PublicKey;
use super::rest_error::RestError;
use reqwest::Client;
use serenity::all::ApplicationId;
use serenity::http::{Http, HttpBuilder};
use std::fmt;
use std::future::Future;
use std::time::Duration;
use url::{Host, Url};

/// The timeout of a request for the application or the gateway.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Where requests are sent.
#[derive(Clone, Debug)]
pub enum Endpoint {
    /// Discord itself.
    Discord,
    /// Discord itself, through the given client: one that trusts other certificates, or finds Discord elsewhere.
    DiscordThrough(Client),
    /// A server with Discord's API, by its address, for example `http://127.0.0.1:4040`.
    Other(String),
}

/// The bot's application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// Its id.
    pub id: ApplicationId,
    /// The key that verifies requests from Discord; `None` if the server states none.
    pub public_key: Option<PublicKey>,
    /// Where Discord sends interactions instead of the gateway.
    pub interactions_endpoint: Option<String>,
}

/// What Discord says about connecting to its gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatewayAdvice {
    /// The number of shards that it recommends, at least one.
    pub shards: u32,
    /// How many shards may identify in the same five seconds, at least one.
    pub concurrency: u32,
}

/// Why no connection could be made.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The token is not, or is no longer, that of a bot.
    #[error("Discord does not accept the bot's token")]
    Token,
    /// The server does not answer as Discord does.
    #[error("{endpoint} does not answer as Discord does: is it running? ({why})")]
    NoAnswer {
        /// The server.
        endpoint: Endpoint,
        /// Why the request failed.
        why: RestError,
    },
    /// The server names a gateway on another host, which must not receive the token.
    #[error(
        "{endpoint} names a gateway on another host ({gateway}), where the token must not go: set api_url to the server that you mean"
    )]
    ForeignGateway {
        /// The server.
        endpoint: Endpoint,
        /// The gateway that the server named.
        gateway: String,
    },
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Endpoint::Discord | Endpoint::DiscordThrough(_) => f.write_str("Discord"),
            Endpoint::Other(address) => f.write_str(address),
        }
    }
}

impl Endpoint {
    /// A client for REST requests. For another server serenity's rate limiter is off, because with it serenity would
    /// ignore the address and send the token to Discord.
    pub fn http(&self, token: &str) -> Http {
        match self {
            Endpoint::Discord => Http::new(token),
            Endpoint::DiscordThrough(client) => HttpBuilder::new(token).client(client.clone()).build(),
            Endpoint::Other(address) => HttpBuilder::new(token).proxy(address).ratelimiter_disabled(true).build(),
        }
    }

    /// Requests the application, which also verifies the token.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub async fn application(&self, token: &str) -> Result<Application, ConnectError> {
        let found = self.first_answer(self.http(token).get_current_application_info()).await?;
        Ok(Application {
            id: found.id,
            public_key: PublicKey::read(&found.verify_key),
            interactions_endpoint: found.interactions_endpoint_url.filter(|url| !url.is_empty()),
        })
    }

    /// Requests the gateway, which also verifies the token.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub async fn gateway(&self, token: &str) -> Result<GatewayAdvice, ConnectError> {
        let gateway = self.first_answer(self.http(token).get_bot_gateway()).await?;
        self.check_gateway(&gateway.url)?;
        let concurrency = u32::try_from(gateway.session_start_limit.max_concurrency).unwrap_or(u32::MAX);
        Ok(GatewayAdvice { shards: gateway.shards.max(1), concurrency: concurrency.max(1) })
    }

    /// The answer to a request that shows whether the server is Discord, and accepts the token.
    async fn first_answer<T>(
        &self,
        request: impl Future<Output = Result<T, serenity::Error>>,
    ) -> Result<T, ConnectError> {
        match tokio::time::timeout(TIMEOUT, request).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => match RestError::from(error) {
                RestError::Refused { status: 401, .. } => Err(ConnectError::Token),
                why => Err(ConnectError::NoAnswer { endpoint: self.clone(), why }),
            },
            Err(_) => {
                let why = RestError::Unreachable("it took too long".to_owned());
                Err(ConnectError::NoAnswer { endpoint: self.clone(), why })
            }
        }
    }

    /// Checks that the gateway a client is about to connect to belongs to this endpoint. When serenity cannot look up
    /// the gateway it uses Discord's own, which would then receive the token.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub fn check_gateway(&self, gateway: &str) -> Result<(), ConnectError> {
        let Endpoint::Other(address) = self else { return Ok(()) };
        match (host(gateway), host(address)) {
            (Some(found), Some(wanted)) if found == wanted => Ok(()),
            _ => Err(ConnectError::ForeignGateway { endpoint: self.clone(), gateway: gateway.to_owned() }),
        }
    }
}

/// The host of an address, without scheme, port and path. Loopback addresses count as `localhost`.
fn host(address: &str) -> Option<String> {
    let address = Url::parse(address).ok()?;
    let is_loopback = match address.host()? {
        Host::Domain(_) => false,
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => ip.is_loopback(),
    };
    if is_loopback { Some("localhost".to_owned()) } else { address.host_str().map(str::to_owned) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_is_given_to_a_client_with_the_limiter() {
        let other = Endpoint::Other("http://127.0.0.1:4040".to_owned());
        for endpoint in [Endpoint::Discord, Endpoint::DiscordThrough(Client::new()), other] {
            let http = endpoint.http("token");
            // With both, serenity ignores the address and sends the token to Discord.
            assert_ne!(http.proxy.is_some(), http.ratelimiter.is_some(), "{endpoint:?}");
        }
    }

    #[test]
    fn hosts_are_compared_without_port_and_path() {
        assert_eq!(host("ws://127.0.0.1:4040/gateway"), Some("localhost".to_owned()));
        assert_eq!(host("http://[::1]"), Some("localhost".to_owned()));
        assert_eq!(host("https://discord.com/api"), Some("discord.com".to_owned()));
        assert_eq!(host("http://127.0.0.1@evil.example/"), Some("evil.example".to_owned()));
        assert_eq!(host("https://Discord.COM"), host("https://discord.com"));
        assert_eq!(host("nonsense"), None);
    }
}
