//! Assembles and runs the bot: opens the storage, builds the game service, the engine and the platforms, and supervises
//! the workers.

mod bot;
mod first_screen;
mod start;
mod matrix_login;
#[cfg(feature = "encryption")]
mod matrix_keys;
#[cfg(feature = "encryption")]
mod matrix_verify;

pub use bot::{App, AppError};
pub use first_screen::first_screen;
#[cfg(feature = "encryption")]
pub use matrix_keys::{forget_keys, print_recovery_key};
pub use matrix_login::log_in_to_matrix;
#[cfg(feature = "encryption")]
pub use matrix_verify::{HostWish, verify};
#[cfg(feature = "encryption")]
pub(crate) use start::keys;
pub use start::{
    WITHOUT_ENCRYPTION, check_matrix, check_online, check_platforms, database_address, front_ends, local, serve,
    why_not_encrypted,
};
