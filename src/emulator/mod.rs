//! A Discord emulator on loopback: gateway, REST API and a small web page.
//!
//! A bot connects to it as it would to Discord. People use the page; tests drive them as [`User`]s. The emulator
//! validates requests the way Discord does and knows nothing about any particular bot. It starts with one server, one
//! text channel, three people with different languages, direct messages with the bot, and private channels of people
//! without the bot.
//!
//! Reading order, in which each file uses only those before it:
//!
//! - values: `id`, `timestamp`, `permission`, `limits`, `error`
//! - the data: `person`, `channel`, `message`, `draft`, `command`, `session`, `interaction`, `notice`,
//!   `persisted_world`
//! - the state: `check`, which validates what the bot sends, and `world`, with the methods that read and change it
//! - what all connections share: `files`, `rate_limit`, `fault_injection`, `endpoint_client`, `hub`
//! - the bot's side: `gateway`, `interactions_endpoint`, `rest`
//! - the people's side: `actions`, `views`, `user`, `web`, `page/`
//! - the server: access control (`token`, `origin`), `persistence`, and [`Emulator`] (`server`), which starts
//!   and stops everything

mod id;
mod timestamp;
pub mod permission;
pub mod limits;
mod error;

mod person;
mod channel;
mod message;
mod draft;
mod command;
mod session;
mod interaction;
mod notice;
mod persisted_world;

mod check;
mod world;

mod files;
mod rate_limit;
mod fault_injection;
mod endpoint_client;
mod hub;

mod gateway;
mod interactions_endpoint;
mod rest;

mod actions;
mod views;
mod user;
mod web;

mod token;
mod origin;
mod persistence;
mod server;

pub use actions::ActError;
pub use channel::ChannelKind;
pub use error::ApiError;
pub use fault_injection::{Fault, FaultInjector, Request};
pub use id::{Id, IdClock};
pub use rate_limit::RateLimit;
pub use server::{Emulator, EmulatorError, EmulatorOptions};
pub use session::IdentifyLimit;
pub use token::draw_token;
pub use user::{Reply, User};
pub use views::{ButtonView, ChannelView, Choice, FileView, MenuView, MessageView, ModalView};
