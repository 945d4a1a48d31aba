//! Assembles and runs the bot: opens the storage, builds the game service, the engine and the platforms, and supervises
//! the workers.

mod bot;
mod start;
mod matrix_keys;
mod matrix_login;
mod matrix_verify;

pub use bot::{App, AppError};
pub use matrix_keys::{forget_keys, print_recovery_key};
pub use matrix_login::log_in_to_matrix;
pub use matrix_verify::{HostWish, verify};
pub use start::{
    check_matrix, check_online, check_platforms, database_address, front_ends, local, missing_store_key, serve,
};
