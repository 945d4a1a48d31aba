//! Storage in a database, with statements that SQLite and PostgreSQL both understand. Each storage trait and each kind
//! of change is implemented in the file of its subject.
//!
//! In reading order:
//! - `sql_storage`, `transactions`, `rows` (mapping rows to domain types), `locks` (what a change is decided from),
//!   `new_ids`, `stored_change` and `apply` (change sets)
//! - `people` (accounts and names), `settings` (preferences and settings of servers), `schedules` (and vacations),
//!   `lessons`, `puzzles`, `daily` (boards of the day), `links`, `places` (and servers)
//! - `matches` (loading and listing), `match_changes`, `locations`, `move_list` and `moves` (of running and of ended
//!   matches), `conditional_moves` (and notes), `hints_and_analyses`, `challenges`, `ratings`, `results`,
//!   `recent_games`
//! - `posts` (the outbox), `inbox` (handled events), `delivery` and `delivery_queries`, `sealed`
//!   (records of a platform's encryption)
//! - `jobs`, `checks`, `work` (who works on them), `leases` (of an earlier process)
//! - `upkeep` (heartbeat, health, pruning), `clock_correction` (after the clock was wrong)
//! - `personal_data` (exporting the data of a person), `privacy` (erasing a person)

mod apply;
mod board_links;
mod challenges;
mod checks;
mod clock_correction;
mod conditional_moves;
mod daily;
mod delivery;
mod delivery_queries;
mod hints_and_analyses;
mod inbox;
mod jobs;
mod leases;
mod lessons;
mod links;
mod locations;
mod locks;
mod match_changes;
mod matches;
pub mod move_list;
mod moves;
mod new_ids;
mod people;
mod people_in_tests;
mod personal_data;
mod places;
mod posts;
mod privacy;
mod puzzles;
mod ratings;
mod recent_games;
mod results;
mod rows;
mod schedules;
mod sealed;
mod settings;
mod sql_storage;
mod stored_change;
mod transactions;
mod upkeep;
mod work;

pub(in crate::db) use leases::release_leases;
pub use sql_storage::SqlStorage;
