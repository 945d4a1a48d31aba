//! Matches of many games between two players, and what they show. `docs/matches.md` says how to measure with them.
//!
//! In reading order: [`limit`] (how long a player may think), [`competitor`] (who plays), [`program`] (a program that
//! speaks the Universal Game Interface), [`spec`] (players in words), [`openings`], [`adjudicator`] (one game),
//! [`statistics`] (Elo and SPRT), [`match_score`] (the games so far), [`match_run`] (the match), [`report`] (its result in words),
//! [`command`] (`tablero match`).

pub mod limit;
pub mod competitor;
pub mod program;
pub mod spec;
pub mod openings;
pub mod adjudicator;
pub mod statistics;
pub mod match_score;
pub mod match_run;
pub mod report;
pub mod command;

pub use command::run;
pub use competitor::{Competitor, CompetitorError};
pub use limit::{Limit, Timeouts};
pub use match_run::{MatchRun, MatchRunError};
pub use match_score::MatchScore;
pub use openings::{Opening, Openings};
pub use spec::CompetitorSpec;
pub use statistics::{Pairs, Sprt};
