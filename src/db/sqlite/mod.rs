//! Storage in one SQLite file that one process owns.
//!
//! In reading order: [`lock`] (one process owns a file), [`open`] (opening, settings, migrations), [`rows`] (mapping
//! rows to domain types), [`write`](mod@write) (the single writer), [`numbers`] (of people and places), [`accounts`]
//! (people and their accounts), [`places`] (places and servers), [`people`] (preferences, schedules, vacations),
//! [`leases`] (of an earlier process), [`posts`] (the outbox), [`stored_actions`] (what replies trigger), [`time`]
//! (scheduled checks, heartbeat, outages), [`move_list`] and [`moves`] (of running and of ended matches), [`lists`]
//! (loading and listing matches), [`jobs`], [`hints`] and [`analyses`] (engine work), [`blocks`], [`conditional_moves`]
//! (conditional moves and notes), [`ratings`], [`challenges`], [`changes`] (match updates), [`inbox`] (handled events),
//! [`apply`] (change sets), [`maintenance`] (pruning, shrinking), [`personal_data`] (exporting the data of a person),
//! [`privacy`] (erasing a person), [`storage`] (the [`Storage`](crate::service::Storage) implementation).

pub mod open_error;
pub mod lock;
mod maintenance_state;
mod write_health;
pub mod sqlite_storage;
pub mod open;
pub mod rows;
mod sessions;
pub mod write;
pub mod numbers;
pub mod accounts;
pub mod places;
pub mod people;
pub mod leases;
mod links;
pub mod posts;
pub mod stored_actions;
pub mod sync_positions;
pub mod time;
pub mod move_list;
pub mod moves;
pub mod locations;
pub mod lists;
pub mod jobs;
pub mod hints;
pub mod analyses;
pub mod blocks;
pub mod conditional_moves;
pub mod ratings;
pub mod challenges;
pub mod changes;
pub mod inbox;
pub mod apply;
pub mod maintenance;
pub mod personal_data;
pub mod privacy;
pub mod storage;

pub use open::{Durability, StorageOptions};
pub use open_error::OpenError;
pub use sqlite_storage::SqliteStorage;
