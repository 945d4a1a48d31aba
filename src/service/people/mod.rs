//! People: [`preferences`], [`schedule`] (working hours, quiet hours and vacations), ratings ([`rating`], [`rated_result`],
//! [`player_stats`]) and [`personal_data`] (export and erasure).

pub mod preferences;
pub mod rating;
pub mod rated_result;
pub mod player_stats;
pub mod schedule;
pub mod personal_data;

pub use personal_data::{Erasure, PrivacyError};
pub use player_stats::{LeaderboardRow, PlayerStats, RatingPoint, RatingStorage};
pub use preferences::{Hours, Pings, Preferences, ServerSettings};
pub use rated_result::{RatedResult, RatingChange};
pub use rating::Rating;
