//! Discord, and the only user of serenity and poise: requests come from interactions, views become messages.
//!
//! In reading order: [`rest_error`] (why a request failed), [`connect`] (where Discord is), [`show`] (views as messages),
//! [`rate_limits`], [`global_limit`] and [`rest`] (requests), [`asked`] (answering an interaction), [`reception`] (where interactions
//! arrive), [`commands`], [`house`] (those about servers and people), [`events`] (buttons, forms, replies),
//! [`messenger`] (delivering posts), [`register`] (telling Discord the commands), [`gateway`] (the connection by which
//! interactions come), [`bot`] (all of it running).

pub mod rest_error;
pub mod connect;
pub mod global_limit;
pub mod show;
pub mod rate_limits;
pub mod rest;
pub mod asked;
pub mod reception;
pub mod commands;
pub mod house;
pub mod events;
pub mod messenger;
pub mod register;
pub mod gateway;
pub mod bot;

pub use bot::{Bot, BotError};
pub use connect::{ConnectError, Endpoint};
