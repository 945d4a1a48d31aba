//! Storage in a database, with statements that SQLite and PostgreSQL both understand.
//!
//! In reading order: `sql_storage`, `rows` (mapping rows to domain types), `locks` (what a change is decided
//! from), `numbers` (of people and places), `accounts` (people and their accounts), `places` (places and servers),
//! `people` (preferences, schedules, vacations), `leases` (of an earlier process), `posts` (the outbox),
//! `stored_actions` (what replies trigger), `time` (scheduled checks, heartbeat, outages), `clock_correction` (after the clock was wrong), `move_list` and
//! `moves` (of running and of ended matches), `lists` (loading and listing matches), `jobs`, `hints` and
//! `analyses` (engine work), `blocks`, `conditional_moves` (conditional moves and notes), `ratings`, `results`,
//! `challenges`, `changes` (match updates), `inbox` (handled events), `apply` (change sets), `maintenance`
//! (pruning, shrinking), `personal_data` (exporting the data of a person), `privacy` (erasing a person),
//! `wake_ups` and `coordination` (between processes), `health`, `storage` (the [`Storage`](crate::service::Storage) implementation).

mod accounts;
mod analyses;
mod apply;
mod blocks;
mod challenges;
mod changes;
mod clock_correction;
mod conditional_moves;
mod coordination;
mod health;
mod hints;
mod inbox;
mod jobs;
mod leases;
mod links;
mod lists;
mod locations;
mod locks;
mod maintenance;
pub mod move_list;
mod moves;
mod numbers;
mod people;
mod personal_data;
mod places;
mod posts;
mod privacy;
mod ratings;
mod results;
mod rows;
mod sessions;
mod sql_storage;
mod storage;
mod stored_actions;
mod sync_positions;
mod time;
mod wake_ups;

pub(in crate::db) use leases::release_leases;
pub use sql_storage::SqlStorage;
