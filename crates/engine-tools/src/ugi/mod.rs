//! The engine side of the Universal Game Interface 1.0 on standard input and output. `docs/ugi.md` describes it.
//!
//! In reading order: [`input`] (reading lines of any bytes and any length), [`go`] (search limits), [`info`]
//! (formatting search results), [`work`] (searches and counts that run in the background), [`options`] (engine
//! options), [`session`] (the commands), [`event_loop`] (reading commands while work is running).

pub mod input;
pub mod go;
pub mod info;
pub mod work;
pub mod options;
pub mod session;
pub mod event_loop;

use crate::CommandResult;
use std::io;
use tablero_games::catalog::Catalog;

pub use event_loop::run;
pub use session::{Session, Start, Step};

/// Runs `tablero ugi` on standard input and output.
///
/// # Errors
/// A flag that is not possible, or input or output that fails.
pub fn run_command(catalog: &Catalog, start: &Start) -> CommandResult {
    Ok(run(catalog, start, io::BufReader::new(io::stdin()), &mut io::stdout().lock())?)
}
