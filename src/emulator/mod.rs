//! A Discord emulator on loopback: gateway, REST API and a small web page.
//!
//! A bot connects to it as it would to Discord. People use the page; tests drive them as [`User`]s. The emulator
//! validates requests the way Discord does and knows nothing about any particular bot. It starts with one server, one
//! text channel, three people with different languages, direct messages with the bot, and private channels of people
//! without the bot.
//!
//! Reading order: [`Emulator`] (`server`); the data (`world`, `person`, `channel`, `message`, `draft`, `command`,
//! `install`, `interaction`); the bot's side (`session`, `gateway`, `rest`, `check`, `error`, `limits`); the people's
//! side (`actions`, `views`, `user`, `web`, `page/`); access control (`serve`, `origin`, `token`); then
//! `fault_injection`, `rate_limit`, `files` and `persistence`.

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
