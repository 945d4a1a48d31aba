//! Links between the accounts of a person on several platforms: [`link`] (codes, and two people who become one).

pub mod link;

pub use link::{AccountLink, LinkCode, LinkError, RatedRecord, RunningGames};
