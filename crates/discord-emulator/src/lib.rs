//! A Discord emulator on loopback: gateway, REST API and a small web page.
//!
//! A bot connects to it as it would to Discord, and people use the page. The emulator validates requests the way Discord
//! does and knows nothing about any particular bot. It starts with one server, one text channel, three people with
//! different languages, direct messages with the bot, and private channels of people without the bot.
//!
//! ```
//! use discord_emulator::{Emulator, EmulatorOptions};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let emulator = Emulator::start(EmulatorOptions { token: "secret".to_owned(), ..EmulatorOptions::default() }).await?;
//! // A bot uses this address instead of https://discord.com, and the token.
//! let address = emulator.api_url();
//! let bot = reqwest::Client::new().get(format!("{address}/api/v10/users/@me")).header("authorization", "Bot secret");
//! assert_eq!(bot.send().await?.status(), 200);
//! emulator.shutdown().await;
//! # Ok(())
//! # }
//! ```
//!
//! With the feature `testing` it has instruments: people who are driven by code, faults, rate limits and the log of
//! requests.
//!
//! Reading order, in which each file uses only those before it:
//!
//! - values: `id`, `timestamp`, `permission`, `limits`, `error`
//! - the data: `person`, `channel`, `message`, `draft`, `command`, `session`, `interaction`, `notice`,
//!   `persisted_world`
//! - the state: `check`, which validates what the bot sends, and `world`, with the methods that read and change it
//! - what all connections share: `files`, `endpoint_client`, `welcome`, `hub`
//! - the bot's side: `gateway`, `interactions_endpoint`, `rest`
//! - the people's side: `actions`, `web`, `page/`
//! - the server: access control (`token`, `origin`), `persistence`, and [`Emulator`] (`server`), which starts
//!   and stops everything
//! - the instruments of tests: `testing/`

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
mod endpoint_client;
mod welcome;
mod hub;

mod gateway;
mod interactions_endpoint;
mod rest;

mod actions;
mod web;

mod token;
mod origin;
mod persistence;
mod server;
#[cfg(feature = "testing")]
mod testing;

pub use actions::ActError;
pub use channel::ChannelKind;
pub use error::ApiError;
pub use id::{Id, IdClock};
pub use server::{Emulator, EmulatorError, EmulatorOptions};
pub use session::IdentifyLimit;
#[cfg(feature = "testing")]
pub use testing::{
    ButtonView, ChannelView, Choice, Fault, FaultInjector, FileView, MenuView, MessageView, ModalView, RateLimit,
    Reply, Request, User,
};
pub use token::draw_token;
pub use welcome::{Welcome, WelcomeButton, WelcomeCard};
