//! The Discord front end, and the only user of serenity: turns interactions into requests, and views into
//! messages.
//!
//! In reading order: [`rest_error`] (why a request failed), [`public_key`] (signatures of requests from Discord),
//! [`endpoint`] and [`rate_limits`] (where requests go, and when), `sender` (how), [`connect`] (the first requests),
//! [`cdn`] (the pictures of users), [`rest`] (all other requests), [`places`] and [`accounts`] (the places of channels
//! and the people of users), [`markdown`] (text), [`messages`] (views as messages), [`channel_types`], [`venues`] and
//! [`refusal`] (what is possible in a channel), [`responder`] (responses to an interaction), [`app_state`] (state
//! shared by the handlers), [`events`] (buttons, forms and replies), `channel_changes` (events about channels),
//! [`commands`] (slash commands), `interactions` (either of them), [`platform`] (posting), [`register`] (registration
//! of the commands), [`gateway`] (the connection that delivers interactions and events) and [`interactions_endpoint`]
//! (interactions by HTTP instead). [`DiscordFrontEnd`] puts all of it together.

pub mod rest_error;
pub mod public_key;
pub mod places;
pub mod endpoint;
pub mod rate_limits;
mod sender;
pub mod cdn;
pub mod connect;
pub mod accounts;
pub mod markdown;
pub mod messages;
pub mod rest;
pub mod channel_types;
pub mod venues;
pub mod refusal;
pub mod responder;
pub mod app_state;
pub mod events;
mod channel_changes;
pub mod commands;
mod interactions;
pub mod platform;
pub mod register;
mod dispatcher;
pub mod gateway;
pub mod interactions_endpoint;
mod front_end;

pub use connect::{Application, ConnectError};
pub use endpoint::Endpoint;
pub use front_end::DiscordFrontEnd;
pub use public_key::PublicKey;
