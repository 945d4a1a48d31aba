//! Servers and their [`places`], and [`server_settings`]: channels, games and limits.

pub mod places;
pub mod server_settings;
pub mod server_storage;

pub use places::{ExternalPlace, PlaceStorage};
pub use server_settings::{ServerChannel, ServerError, ServerSettings};
pub use server_storage::ServerStorage;
