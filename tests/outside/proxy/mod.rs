//! Proxies of the tests, between the bot and a homeserver, Discord or PostgreSQL. They refuse, delay, lie and forget: by
//! call and by code, once, often or for ever, and from a seed, so that a run can be repeated.

mod fault;
mod http_proxy;
mod postgres_proxy;
mod rule;

pub use fault::{Fault, Lie};
pub use http_proxy::{Call, HttpProxy};
pub use postgres_proxy::{Behind, PostgresProxy};
pub use rule::Often;
