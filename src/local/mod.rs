//! A Discord look-alike on loopback: gateway, REST interface and a small web page.
//!
//! A bot connects to it as to Discord; people use the page, or are driven by tests as [`User`]s. It checks what a bot
//! sends the way Discord does and knows nothing of any particular bot. One server, one text channel to begin with,
//! three people with languages of their own, direct messages with the bot, and channels of people without it.
//!
//! Reading order: [`Local`] (`server`), the data (`world`, `person`, `channel`, `message`, `draft`, `command`,
//! `install`, `interaction`), what bots see (`session`, `gateway`, `rest`, `check`, `error`, `limits`), what people see (`act`,
//! `shown`, `user`, `web`, `page/`), who is let in and how (`serve`, `origin`, `token`), and `faults`, `rate_limit`,
//! `files`, `keeper` beside them.

mod act;
mod channel;
mod check;
mod command;
mod draft;
mod error;
mod faults;
mod files;
mod gateway;
mod hub;
mod id;
mod install;
mod interaction;
mod keeper;
pub mod limits;
mod message;
mod origin;
mod person;
mod rate_limit;
mod rest;
mod server;
mod serve;
mod session;
mod shown;
mod token;
mod user;
mod web;
mod world;

pub use act::ActError;
pub use channel::ChannelKind;
pub use error::ApiError;
pub use faults::{Fault, Faults, Request};
pub use id::{Id, IdClock};
pub use rate_limit::RateLimit;
pub use server::{Local, LocalError, LocalOptions};
pub use shown::{Button, Channel, Choice, File, Menu, Modal, Shown};
pub use token::draw_token;
pub use user::{Reply, User};
pub use world::permission;
