//! Server settings: channels, games and limits.

pub mod server_settings;

pub use server_settings::{ServerChannel, ServerError, ServerSettings};
