//! The engine side of the Universal Game Interface 1.0 on standard input and output. `docs/ugi.md` describes it.
//!
//! In reading order: [`input`] (lines of any bytes and any length), [`session`] (the commands).

pub mod input;
pub mod session;

pub use session::{Session, Start, run};
