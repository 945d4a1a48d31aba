//! Matches of many games between two players, and what they show. `docs/matches.md` says how to measure with them.
//!
//! In reading order: [`limit`] (how long a player may think), [`player`] (who plays), [`program`] (a program that
//! speaks the Universal Game Interface), [`spec`] (players in words), [`openings`], [`referee`] (one game),
//! [`statistics`] (Elo and SPRT), [`tally`] (the games so far), [`contest`] (the match), [`table`] (its result in words).

pub mod limit;
pub mod player;
pub mod program;
pub mod spec;
pub mod openings;
pub mod referee;
pub mod statistics;
pub mod tally;
pub mod contest;
pub mod table;

pub use contest::{Contest, DuelError};
pub use limit::{Limit, Patience};
pub use openings::{Opening, Openings};
pub use player::{Failure, Player};
pub use spec::Spec;
pub use statistics::{Pairs, Sprt};
pub use tally::Tally;
