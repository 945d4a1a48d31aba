//! A Discord look-alike on loopback: gateway, REST interface and a small web page.
//!
//! A bot connects to it as to Discord; people use the page, or are driven by tests as [`User`]s. It checks what a bot
//! sends the way Discord does and knows nothing of any particular bot. One server, one text channel to begin with,
//! three people with languages of their own, direct messages with the bot, and channels of people without it.
//!
//! Reading order: [`Local`] (`server`), the data (`world`, `person`, `channel`, `message`, `draft`, `command`,
//! `install`, `interaction`), what bots see (`session`, `gateway`, `rest`, `check`, `error`, `limits`), what people see (`actions`,
//! `views`, `user`, `web`, `page/`), who is let in and how (`serve`, `origin`, `token`), and `fault_injection`, `rate_limit`,
//! `files`, `persistence` beside them.

mod actions;
mod channel;
mod check;
mod command;
mod draft;
mod error;
mod fault_injection;
mod files;
mod gateway;
mod hub;
mod id;
mod install;
mod interaction;
mod persistence;
pub mod limits;
mod message;
mod origin;
mod person;
mod rate_limit;
mod rest;
mod server;
mod serve;
mod session;
mod views;
mod token;
mod user;
mod web;
mod world;

pub use actions::ActError;
pub use channel::ChannelKind;
pub use error::ApiError;
pub use fault_injection::{Fault, FaultInjector, Request};
pub use id::{Id, IdClock};
pub use rate_limit::RateLimit;
pub use server::{Emulator, EmulatorError, EmulatorOptions};
pub use token::draw_token;
pub use user::{Reply, User};
pub use views::{ButtonView, ChannelView, Choice, FileView, MenuView, MessageView, ModalView};
pub use world::permission;
