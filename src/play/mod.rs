//! What a correspondence server does: challenges, matches and their changes, what must be said about them. It knows
//! players by number, the engine by its level, rules and time, but no chat platform and no database.
//!
//! In reading order: `words` and [`fields`] (how values are stored), [`ids`], [`player`] (who sits on a seat), [`status`] (why a match ended), [`reach`] and [`token`]
//! (how posts reach a place), [`control`], [`vacation`], [`calendar`] and [`clock`] (time), [`settings`] (what people and
//! servers have chosen), [`post`] (what must be said), [`job`] (what the engine must do), [`hint`] (what was told),
//! [`rating`], [`contest`] and [`standing`] (how good players are, what rated matches make of that, and who is ahead),
//! [`challenge`], [`plan`] (what is played for somebody) and [`matches`] (the states, and the one door for each change),
//! [`attention`] (what happens to a match by itself, and who hears of it), [`analysis`] (of one that is over), [`delivery_queue`]
//! (posts that wait) and [`keep`] (what must be kept, provided by `store`), [`desk`] (where everything comes together),
//! [`ahead`] (what is played for those who are not there, and their notes), [`custom`] (what people choose), [`house`]
//! (what servers choose), [`block`] (who plays with whom), [`blocked_posts`] (where matches are played), [`privacy`] (what is kept
//! of somebody, and its end), [`warden`] (who watches the time), and [`maintenance`]
//! (what prunes the store).

mod words;
pub mod lenient_fields;
pub mod ids;
pub mod player;
pub mod status;
pub mod delivery_mode;
pub mod token;
pub mod control;
pub mod vacation;
pub mod calendar;
pub mod clock;
pub mod preferences;
pub mod post;
pub mod job;
pub mod hint;
pub mod rating;
pub mod rated_result;
pub mod player_stats;
pub mod challenge;
pub mod conditional_moves;
pub mod matches;
pub mod notifications;
pub mod analysis;
pub mod delivery_queue;
pub mod storage;
pub mod game_service;
pub mod automatic_moves;
pub mod schedule;
pub mod server_settings;
pub mod blocks;
pub mod blocked_posts;
pub mod personal_data;
pub mod scheduler;
pub mod maintenance;

pub use analysis::{MatchAnalysis, PositionAnalysis};
pub use automatic_moves::NOTE_MAX;
pub use blocks::BlockError;
pub use calendar::{Calendar, Schedule, Sleep};
pub use challenge::{Challenge, ChallengeError, ChallengeState, Side, Terms};
pub use clock::Clocks;
pub use conditional_moves::{AddedLine, ConditionalMoves, ConditionalMovesError};
pub use control::{Pauses, Span, TimeControl};
pub use delivery_mode::DeliveryMode;
pub use delivery_queue::{Changed, DeliveryFailure, DuePost, OutboxStorage};
pub use game_service::{Clock, GameService, Rematch, ServiceError, SystemClock};
pub use hint::Hint;
pub use ids::{ChallengeId, JobId, MatchId, Millis, PlaceId, PlayerId, PostId, ServerId};
pub use job::{Job, JobEnd, JobKind};
pub use maintenance::MaintenanceWorker;
pub use matches::{Action, Ask, Match, MatchLocation, Offer, PlayError};
pub use notifications::RunningMatch;
pub use personal_data::{Erasure, PrivacyError};
pub use player::{ERASED_PLAYER, Level, Player};
pub use player_stats::{LeaderboardRow, PlayerStats, RatingPoint, RatingStorage};
pub use post::{DeliveryObstacle, Notice, Post, PostPriority};
pub use preferences::{Hours, Pings, Preferences, ServerSettings};
pub use rated_result::{RatedResult, RatingChange};
pub use rating::Rating;
pub use scheduler::Scheduler;
pub use server_settings::{ServerChannel, ServerError};
pub use status::Status;
pub use storage::{
    AnalysisStep, ConditionalMovesChange, MatchChange, MatchFilter, NewMatch, PostedBoard, ScheduledCheck, Storage,
    StorageError, VacationStart,
};
pub use token::Token;
pub use vacation::Vacation;
