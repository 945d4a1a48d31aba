//! Discord, and the only user of serenity and poise: requests come from interactions, views become messages.
//!
//! In reading order: [`connect`] (where Discord is), [`show`] (views as messages), [`asked`] (answering an interaction),
//! [`commands`], [`house`] (those about servers and people), [`events`] (buttons, forms, replies), [`messenger`] (delivering posts), [`register`] (telling Discord
//! the commands), [`bot`] (all of it running).

pub mod connect;
pub mod show;
pub mod asked;
pub mod commands;
pub mod house;
pub mod events;
pub mod messenger;
pub mod register;
pub mod bot;

pub use bot::{Bot, BotError};
pub use connect::{ConnectError, Endpoint};
