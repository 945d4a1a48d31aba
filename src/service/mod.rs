//! What a correspondence server does: challenges, matches and their changes, and the messages that follow from them. It knows
//! players by number, the engine by its level, rules and time, but no chat platform and no database.
//!
//! - [`ids`]: numbers that name people, places, matches and the like
//! - [`time`]: time controls, calendars, clocks and vacations
//! - [`outbox`]: messages to deliver, and how they reach a place
//! - [`engine_jobs`]: work for the engine
//! - [`people`]: preferences, schedules, ratings and personal data
//! - [`matches`]: the state of a match, and every change of it
//! - [`lobby`]: challenges, and who does not play with whom
//! - [`servers`]: what the managers of a server choose
//! - [`storage`]: what must be stored, as traits that `db` implements
//! - [`game_service`]: one door for each change

mod words;
pub mod ids;
pub mod lenient_fields;
pub mod time;
pub mod outbox;
pub mod engine_jobs;
pub mod people;
pub mod matches;
pub mod lobby;
pub mod servers;
pub mod storage;
pub mod game_service;

pub use engine_jobs::{Job, JobEnd, JobKind};
pub use game_service::{Clock, GameService, Rematch, ServiceError, SystemClock};
pub use ids::{ChallengeId, JobId, MatchId, Millis, PlaceId, PlayerId, PostId, ServerId};
pub use lobby::{BlockError, Challenge, ChallengeError, ChallengeState, Side, Terms};
pub use matches::{
    Action, AddedLine, Ask, ConditionalMoves, ConditionalMovesError, ERASED_PLAYER, Hint, Level, Match, MatchAnalysis,
    MatchLocation, NOTE_MAX, Offer, PlayError, Player, PositionAnalysis, RunningMatch, Status,
};
pub use outbox::{
    Changed, DeliveryFailure, DeliveryMode, DeliveryObstacle, DuePost, Notice, OutboxStorage, Post, PostPriority, Token,
};
pub use people::{
    Erasure, Hours, LeaderboardRow, Pings, PlayerStats, Preferences, PrivacyError, RatedResult, Rating, RatingChange,
    RatingPoint, RatingStorage, ServerSettings,
};
pub use servers::{ServerChannel, ServerError};
pub use storage::{
    AnalysisStep, CheckOutcome, ConditionalMovesChange, MatchChange, MatchFilter, NewMatch, PostedBoard,
    ScheduledCheck, Storage, StorageError, VacationStart,
};
pub use time::{Calendar, Clocks, Pauses, Schedule, Sleep, Span, TimeControl, Vacation};
