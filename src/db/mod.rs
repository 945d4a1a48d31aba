//! Where things are kept: SQLite by sqlx, and nowhere else in the program.
//!
//! In reading order: [`lock`] (one process owns a file), [`open`] (the file and its settings), [`rows`] (what rows mean),
//! [`write`] (the one writer), [`people`] (what they have chosen), [`posts`], [`time`] (alarms), [`lists`] (matches, one and
//! many), [`jobs`], [`hints`] and [`analyses`] (those of the engine), [`blocks`], [`plans`] (and notes), [`ratings`],
//! [`changes`] (of a match), [`maintenance`] (pruning, shrinking), [`personal_data`] (what is stored about a person),
//! [`privacy`] (removing a person), [`storage`] (the operations that `play` asks for).

pub mod lock;
pub mod open;
pub mod rows;
pub mod write;
pub mod people;
pub mod posts;
pub mod time;
pub mod lists;
pub mod jobs;
pub mod hints;
pub mod analyses;
pub mod blocks;
pub mod plans;
pub mod ratings;
pub mod changes;
pub mod maintenance;
pub mod personal_data;
pub mod privacy;
pub mod storage;

pub use open::{Durability, OpenError, SqliteStorage};
