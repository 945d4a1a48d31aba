//! Players' own data: [`preferences`], [`schedule`] (changes of schedules, and vacation balances) and [`personal_data`]
//! (export and erasure).

pub mod preferences;
pub mod schedule;
pub mod personal_data;

pub use personal_data::PrivacyError;
pub use preferences::{Hours, Pings, Preferences};
