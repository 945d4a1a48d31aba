//! Discord, and the only user of serenity and poise: requests come from interactions, views become messages.
//!
//! In reading order: [`rest_error`] (why a request failed), [`connect`] (where Discord is), [`messages`] (views as messages),
//! [`rate_limits`], [`global_limit`] and [`rest`] (requests), [`responder`] (answering an interaction), [`app_state`] (where interactions
//! arrive), [`commands`], [`server_commands`] (those about servers and people), [`events`] (buttons, forms, replies),
//! [`messenger`] (delivering posts), [`register`] (telling Discord the commands), [`gateway`] (the connection by which
//! interactions come), [`bot`] (all of it running).

pub mod rest_error;
pub mod connect;
pub mod global_limit;
pub mod messages;
pub mod rate_limits;
pub mod rest;
pub mod responder;
pub mod app_state;
pub mod commands;
pub mod server_commands;
pub mod events;
pub mod messenger;
pub mod register;
pub mod gateway;

pub use connect::{ConnectError, Endpoint};
