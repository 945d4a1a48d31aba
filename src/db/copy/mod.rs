//! Copies a database into another, of the same kind or not.
//!
//! In reading order: `tables` (what is copied), `columns` (types), `checksum`, `counters` (the next numbers),
//! `table_copy` (in batches), `store_copy`.

mod checksum;
mod columns;
mod counters;
mod store_copy;
mod table_copy;
mod tables;

pub use store_copy::{CopyError, CopyProgress, copy};
