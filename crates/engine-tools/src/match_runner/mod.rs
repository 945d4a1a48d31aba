//! Plays many games between two players and estimates the difference in strength. `docs/matches.md` explains how to
//! measure with it.
//!
//! In reading order: [`limit`] (limits per move), [`competitor`] (the players), [`program`] (external programs that
//! speak the Universal Game Interface), [`spec`] (parsing player descriptions), [`openings`], [`adjudicator`] (a single
//! game), [`statistics`] (Elo and SPRT), [`match_score`] (the running score), [`match_run`] (the match), [`report`]
//! (formatting the result), [`command`] (`tablero match`).

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

pub use command::{MatchArguments, run};
pub use competitor::{Competitor, CompetitorError};
pub use limit::{Limit, Timeouts};
pub use match_run::{MatchRun, MatchRunError};
pub use match_score::MatchScore;
pub use openings::{Opening, Openings};
pub use spec::CompetitorSpec;
pub use statistics::{Pairs, Sprt};
