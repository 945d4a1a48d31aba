//! Where Discord is, and how it is spoken to.

use serenity::http::{Http, HttpBuilder};

/// Where the requests go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// Discord itself.
    Discord,
    /// A server that speaks like Discord, by its address, for example `http://127.0.0.1:4040`.
    Other(String),
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The server does not answer.
    #[error("the gateway's address could not be asked for at {endpoint}: {source}")]
    NoGateway {
        /// Where it was asked for.
        endpoint: String,
        /// Why.
        source: Box<serenity::Error>,
    },
    /// The server names a gateway on another host, where the token must not go.
    #[error("the server {endpoint} names the gateway {gateway}, which is on another host")]
    ForeignGateway {
        /// The server.
        endpoint: String,
        /// What it names.
        gateway: String,
    },
}

impl Endpoint {
    /// A client for the requests. For another server the limiter of serenity is off, because with it the address
    /// would be ignored and the token sent to Discord.
    pub fn http(&self, token: &str) -> Http {
        match self {
            Endpoint::Discord => Http::new(token),
            Endpoint::Other(address) => HttpBuilder::new(token).proxy(address).ratelimiter_disabled(true).build(),
        }
    }

    /// Asks for the gateway and checks that it belongs to this endpoint. serenity itself goes to Discord's gateway
    /// when the question fails, so for another server this comes before everything else.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub async fn check_gateway(&self, http: &Http) -> Result<(), ConnectError> {
        let Endpoint::Other(address) = self else { return Ok(()) };
        let answer = http.get_gateway().await;
        let gateway =
            answer.map_err(|source| ConnectError::NoGateway { endpoint: address.clone(), source: source.into() })?;
        if host(&gateway.url).is_some() && host(&gateway.url) == host(address) {
            return Ok(());
        }
        Err(ConnectError::ForeignGateway { endpoint: address.clone(), gateway: gateway.url })
    }
}

/// The host of an address, without scheme, port and path.
fn host(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let without_user = authority.rsplit('@').next()?;
    let host = without_user.rsplit_once(':').map_or(without_user, |(host, _)| host);
    (!host.is_empty()).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_compared_without_port_and_path() {
        assert_eq!(host("ws://127.0.0.1:4040/gateway"), Some("127.0.0.1"));
        assert_eq!(host("https://discord.com/api"), Some("discord.com"));
        assert_eq!(host("http://127.0.0.1@evil.example/"), Some("evil.example"));
        assert_eq!(host("nonsense"), None);
    }
}
