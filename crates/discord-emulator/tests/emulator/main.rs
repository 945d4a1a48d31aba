//! The Discord emulator, driven by a real client and by hand.

mod bot;
mod connection;
mod conversation;
mod gateway;
mod page;
mod private;
mod refusals;
mod schema;
mod stage;
mod strangers;
