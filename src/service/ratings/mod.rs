//! Ratings: [`rating`] (Glicko-2), [`rated_result`] (the rating changes of a rated match), [`habits`] (openings and
//! reliability), [`player_stats`] (statistics and leaderboards) and [`puzzles`] (seen, answered and rated).

pub mod rating;
pub mod rated_result;
pub mod habits;
pub mod player_stats;
pub mod puzzles;

pub use habits::{Failure, Opening, RecentGame, Reliability};
pub use player_stats::{LeaderboardRow, PlayerStats, RatingPoint, Reader, SuggestedLevel, Tally};
pub use puzzles::{PuzzleAnswer, PuzzleChange, SeenPuzzle};
pub use rated_result::{RatedResult, RatingChange};
pub use rating::Rating;
