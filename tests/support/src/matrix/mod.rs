//! The bot on a homeserver, and its users.

pub mod bot;
pub mod device;
mod fork_server;
pub mod homeserver;
pub mod login_server;
pub mod user;
