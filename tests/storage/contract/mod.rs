//! The contracts, by subject.

pub mod changes;
pub mod clock;
pub mod coordination;
pub mod inbox;
pub mod key_store;
pub mod links;
pub mod lists;
pub mod outbox;
pub mod people;
pub mod sealed;
pub mod statistics;
pub mod unknown_words;
pub mod upkeep;
pub mod work;
