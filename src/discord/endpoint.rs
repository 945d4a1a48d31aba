//! Where Discord is reached, and clients for it.

use reqwest::Client;
use reqwest::redirect::Policy;
use serenity::http::{Http, HttpBuilder};
use std::fmt;

/// Where Discord is.
pub(super) const DISCORD_ADDRESS: &str = "https://discord.com";

/// The address of Discord's CDN.
const CDN_ADDRESS: &str = "https://cdn.discordapp.com";

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

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Endpoint::Discord | Endpoint::DiscordThrough(_) => f.write_str("Discord"),
            Endpoint::Other(address) => f.write_str(address),
        }
    }
}

impl Endpoint {
    /// The address before the path of a request.
    pub(super) fn base(&self) -> &str {
        match self {
            Endpoint::Discord | Endpoint::DiscordThrough(_) => DISCORD_ADDRESS,
            Endpoint::Other(address) => address.trim_end_matches('/'),
        }
    }

    /// The address to which the path of a file is appended. Other servers have their files at their own address.
    pub(super) fn cdn(&self) -> &str {
        match self {
            Endpoint::Discord | Endpoint::DiscordThrough(_) => CDN_ADDRESS,
            Endpoint::Other(_) => self.base(),
        }
    }

    /// A client that follows no redirection, which could lead to another host.
    pub(super) fn client(&self) -> Result<Client, reqwest::Error> {
        match self {
            Endpoint::DiscordThrough(client) => Ok(client.clone()),
            Endpoint::Discord | Endpoint::Other(_) => Client::builder().redirect(Policy::none()).build(),
        }
    }

    /// serenity's client, with which its gateway asks for its address. With its limiter it would ignore the address of
    /// another server, and send the token to Discord.
    pub(super) fn http(&self, token: &str) -> Http {
        match self {
            Endpoint::Discord => HttpBuilder::new(token).ratelimiter_disabled(true).build(),
            Endpoint::DiscordThrough(client) => {
                HttpBuilder::new(token).client(client.clone()).ratelimiter_disabled(true).build()
            }
            Endpoint::Other(address) => HttpBuilder::new(token).proxy(address).ratelimiter_disabled(true).build(),
        }
    }
}
