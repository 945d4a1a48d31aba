//! The first requests to Discord: whose token it is, and how to connect to the gateway.

pub use super::endpoint::Endpoint;
use super::public_key::PublicKey;
use super::rest_error::RestError;
use super::sender::Sender;
use serde::de::DeserializeOwned;
use serenity::all::{ApplicationId, BotGateway, CurrentApplicationInfo};
use serenity::http::Route;
use std::time::Duration;
use url::{Host, Url};

/// The timeout of a request for the application or the gateway.
const TIMEOUT: Duration = Duration::from_secs(20);

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

impl Endpoint {
    /// Requests the application, which also verifies the token.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub async fn application(&self, token: &str) -> Result<Application, ConnectError> {
        let found: CurrentApplicationInfo = self.first_answer(token, Route::Oauth2ApplicationCurrent).await?;
        Ok(Application {
            id: found.id,
            public_key: found.verify_key.parse().ok(),
            interactions_endpoint: found.interactions_endpoint_url.filter(|url| !url.is_empty()),
        })
    }

    /// Requests the gateway, which also verifies the token.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub async fn gateway(&self, token: &str) -> Result<GatewayAdvice, ConnectError> {
        let gateway: BotGateway = self.first_answer(token, Route::GatewayBot).await?;
        self.check_gateway(&gateway.url)?;
        let concurrency = u32::try_from(gateway.session_start_limit.max_concurrency).unwrap_or(u32::MAX);
        Ok(GatewayAdvice { shards: gateway.shards.max(1), concurrency: concurrency.max(1) })
    }

    /// The answer to a request that shows whether the server is Discord, and accepts the token.
    async fn first_answer<T: DeserializeOwned>(&self, token: &str, route: Route<'_>) -> Result<T, ConnectError> {
        let asked = async { Sender::new(self, token)?.get(route, &[]).await };
        match tokio::time::timeout(TIMEOUT, asked).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(RestError::Refused { status: 401, .. })) => Err(ConnectError::Token),
            Ok(Err(why)) => Err(ConnectError::NoAnswer { endpoint: self.clone(), why }),
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
    fn hosts_are_compared_without_port_and_path() {
        assert_eq!(host("ws://127.0.0.1:4040/gateway"), Some("localhost".to_owned()));
        assert_eq!(host("http://[::1]"), Some("localhost".to_owned()));
        assert_eq!(host("https://discord.com/api"), Some("discord.com".to_owned()));
        assert_eq!(host("http://127.0.0.1@evil.example/"), Some("evil.example".to_owned()));
        assert_eq!(host("https://Discord.COM"), host("https://discord.com"));
        assert_eq!(host("nonsense"), None);
    }
}
