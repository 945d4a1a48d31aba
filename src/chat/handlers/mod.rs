//! Request handlers: [`request_handler`] dispatches each request to the module of its subject.

pub mod request_handler;
pub mod completions;
pub mod repeated_events;
pub mod analysis;
pub mod conditional_moves;
pub mod preferences;
pub mod ranking;
pub mod replay;
pub mod past_games;
pub mod blocks;
pub mod links;
pub mod lobby;
pub mod moves;
pub mod server_settings;
pub mod privacy;
pub mod help;

pub use request_handler::RequestHandler;
