//! End-to-end encryption: what its library stores, sealed with a key that is not in the database.
//!
//! In reading order: [`store_key`] (sealing), [`records`] (sealed values, and holding them back until the position that
//! they belong to is stored), `inbound_sessions` and [`key_store`] (what the library stores).

pub mod store_key;
pub mod records;
mod inbound_sessions;
pub mod key_store;
