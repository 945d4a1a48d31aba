//! Tablero: ZÈRTZ, DVONN and Barrier in a chat channel, slowly.
//!
//! The modules in reading order, each using only those before it (and `local` none of them):
//!
//! - [`rules`]: the games. Pure.
//! - [`ai`]: the engines: which move is best, and why. Pure but for a deadline.
//! - [`render`]: positions as pictures. Pure.
//! - [`catalog`]: the list of games; where generic code becomes dynamic.
//! - [`ugi`]: the games as an engine on standard input and output.
//! - [`duel`]: matches of many games between players, and what they show.
//! - [`play`]: challenges and matches, as a correspondence server has them.
//! - [`engines`]: the engine as a player.
//! - [`store`]: what is kept, in SQLite.
//! - [`chat`]: the conversation, in every language, on no platform in particular.
//! - [`supervisor`]: long-running tasks that end together.
//! - [`discord`]: that conversation on Discord.
//! - [`local`]: a stand-in for Discord on this machine, which knows nothing of the bot.
//! - [`logging`]: the log of the running program.
//! - [`config`] and [`arguments`]: the configuration and the command line; [`easel`]: pictures from there;
//!   [`critic`]: games judged there; [`bench`]: how fast the search is.

pub mod backoff;
pub mod rules;
pub mod ai;
pub mod render;
pub mod catalog;
pub mod engine;
pub mod service;
pub mod db;
pub mod workers;
pub mod chat;
pub mod supervisor;
pub mod discord;
pub mod emulator;
pub mod logging;
pub mod config;
pub mod cli;
pub mod app;
