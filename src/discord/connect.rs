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
    /// The server does not answer, or names a gateway on another host, where the token must not go.
    #[error("{endpoint} does not answer, or names a gateway on another host ({gateway}): is it running?")]
    ForeignGateway {
        /// The server.
        endpoint: String,
        /// The gateway that would be taken.
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

    /// Checks that the gateway a client is about to connect to belongs to this endpoint. When serenity cannot ask for
    /// the gateway it takes Discord's own, and the token would go there.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub fn check_gateway(&self, gateway: &str) -> Result<(), ConnectError> {
        let Endpoint::Other(address) = self else { return Ok(()) };
        match (host(gateway), host(address)) {
            (Some(found), Some(wanted)) if found == wanted => Ok(()),
            _ => Err(ConnectError::ForeignGateway { endpoint: address.clone(), gateway: gateway.to_owned() }),
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
    fn hosts_are_compared_without_port_and_path() {
        assert_eq!(host("ws://127.0.0.1:4040/gateway"), Some("localhost"));
        assert_eq!(host("http://[::1]"), Some("localhost"));
        assert_eq!(host("https://discord.com/api"), Some("discord.com"));
        assert_eq!(host("http://127.0.0.1@evil.example/"), Some("evil.example"));
        assert_eq!(host("nonsense"), None);
    }
}
