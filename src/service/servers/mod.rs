//! Servers and their [`places`], the [`origin`] of requests, and [`server_settings`]: channels, games and limits.

pub mod origin;
pub mod places;
pub mod server_settings;
pub mod server_storage;

pub use origin::{ExternalOrigin, Origin};
pub use places::{ExternalPlace, PlaceStorage};
pub use server_settings::{ServerChannel, ServerError, ServerSettings};
pub use server_storage::ServerStorage;
