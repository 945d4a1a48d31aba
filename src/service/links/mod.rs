//! Links between the accounts of a person on several platforms: [`link`] (codes, and two people who become one). And
//! links to the pages of matches, and tokens for programs: [`board_link`].

pub mod board_link;
pub mod link;

pub use board_link::{BoardLink, BoardLinkError, Opens};
pub use link::{AccountLink, LinkCode, LinkError, RatedRecord, RunningGames};
