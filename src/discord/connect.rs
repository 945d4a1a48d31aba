//! Where Discord is, and how it is spoken to.

use super::rest_error::RestError;
use reqwest::Client;
use serenity::http::{Http, HttpBuilder};
use std::fmt;
use std::time::Duration;

/// The gateway is asked for so long.
const ANSWER: Duration = Duration::from_secs(20);

/// Where the requests go.
#[derive(Clone, Debug)]
pub enum Endpoint {
    /// Discord itself.
    Discord,
    /// Discord itself, by a client that is given: one that trusts other certificates, or finds Discord elsewhere.
    DiscordThrough(Client),
    /// A server that speaks like Discord, by its address, for example `http://127.0.0.1:4040`.
    Other(String),
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The token is not that of a bot, or no longer.
    #[error("Discord does not accept the bot's token")]
    Token,
    /// The server does not answer.
    #[error("{endpoint} does not answer as Discord does: is it running? ({why})")]
    NoAnswer {
        /// The server.
        endpoint: Endpoint,
        /// What came instead of an answer.
        why: RestError,
    },
    /// The server names a gateway on another host, where the token must not go.
    #[error(
        "{endpoint} names a gateway on another host ({gateway}), where the token must not go: set api_url to the server that you mean"
    )]
    ForeignGateway {
        /// The server.
        endpoint: Endpoint,
        /// The gateway that would be taken.
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
    /// A client for the requests. For another server the limiter of serenity is off, because with it the address
    /// would be ignored and the token sent to Discord.
    pub fn http(&self, token: &str) -> Http {
        match self {
            Endpoint::Discord => Http::new(token),
            Endpoint::DiscordThrough(client) => HttpBuilder::new(token).client(client.clone()).build(),
            Endpoint::Other(address) => HttpBuilder::new(token).proxy(address).ratelimiter_disabled(true).build(),
        }
    }

    /// Asks for the gateway, which also shows whether the token is right: the number of shards that Discord wants.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub async fn shards(&self, token: &str) -> Result<u32, ConnectError> {
        let asked = self.http(token);
        match tokio::time::timeout(ANSWER, asked.get_bot_gateway()).await {
            Ok(Ok(gateway)) => {
                self.check_gateway(&gateway.url)?;
                Ok(gateway.shards.max(1))
            }
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

    /// Checks that the gateway a client is about to connect to belongs to this endpoint. When serenity cannot ask for
    /// the gateway it takes Discord's own, and the token would go there.
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

/// The host of an address, without scheme, port and path. All names of this machine are one.
fn host(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let without_user = authority.rsplit('@').next()?;
    let host = match without_user.strip_prefix('[') {
        Some(v6) => v6.split(']').next()?,
        None => without_user.split(':').next()?,
    };
    match host {
        "" => None,
        "127.0.0.1" | "::1" => Some("localhost"),
        other => Some(other),
    }
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
        assert_eq!(host("ws://127.0.0.1:4040/gateway"), Some("localhost"));
        assert_eq!(host("http://[::1]"), Some("localhost"));
        assert_eq!(host("https://discord.com/api"), Some("discord.com"));
        assert_eq!(host("http://127.0.0.1@evil.example/"), Some("evil.example"));
        assert_eq!(host("nonsense"), None);
    }
}
