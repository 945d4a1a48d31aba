//! What the managers of a server choose: channels, games, limits.

pub mod server_settings;

pub use server_settings::{ServerChannel, ServerError, ServerSettings};
