//! Assembles and runs the bot: opens the storage, builds the game service, the engine and the platforms, and supervises
//! the workers.

mod bot;
mod start;

pub use bot::{App, AppError};
pub use start::{check_matrix, check_online, check_platforms, database_address, front_ends, local, serve};
