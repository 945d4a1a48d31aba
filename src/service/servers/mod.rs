//! Servers and their [`places`], the [`origin`] of requests, and [`server_settings`]: channels, games and limits.

pub mod origin;
pub mod places;
pub mod server_settings;

pub use origin::{ExternalOrigin, Origin};
pub use places::ExternalPlace;
pub use server_settings::{ServerChannel, ServerError, ServerSettings};
