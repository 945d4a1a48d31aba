//! The domain logic of a correspondence server: challenges, matches, time, ratings and the messages that follow from
//! them. People have ids that the bot assigns, and the engine is identified by its level. Nothing here depends on a chat
//! platform or on a database.
//!
//! - [`ids`]: typed ids of players, places, matches and so on, and instants
//! - [`time`]: time controls, calendars, clocks and vacations
//! - [`outbox`]: messages to deliver, and their delivery state
//! - [`engine_jobs`]: jobs for the engine
//! - [`people`]: accounts, preferences, schedules and personal data
//! - [`matches`](mod@matches): the state of a match and its transitions
//! - [`lobby`]: challenges, and blocked players
//! - [`servers`]: servers, places and server settings
//! - [`ratings`]: ratings, rated results, statistics and leaderboards
//! - [`consequences`]: what follows from the events of a match
//! - [`change_set`]: changes that are stored together, and the events that cause them
//! - [`storage`]: the storage trait, which `db` implements
//! - [`game_service`]: [`GameService`], the entry point for every change

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
pub mod ratings;
pub mod storage_error;
pub mod consequences;
pub mod change_set;
pub mod storage;
pub mod service_error;
pub mod game_service;

pub use change_set::{
    Change, ChangeSet, ConditionalMovesChange, MatchChange, NewMatch, PreferencesChange, VacationStart,
};
pub use consequences::{Consequences, RatingUpdate};
pub use engine_jobs::{Job, JobEnd, JobKind};
pub use game_service::lobby::Rematch;
pub use game_service::{Clock, GameService, SystemClock};
pub use ids::{ChallengeId, JobId, MatchId, MessageId, Millis, PlaceId, PlayerId, PostId, ServerId};
pub use lobby::{BlockError, Challenge, ChallengeError, ChallengeState, Side, Terms};
pub use matches::{
    Action, AddedLine, ConditionalMoves, ConditionalMovesError, ERASED_PLAYER, Hint, Level, Match, MatchAnalysis,
    MatchEvent, MatchLocation, NOTE_MAX, Offer, OfferKind, PlayError, Player, PositionAnalysis, RunningMatch, Status,
};
pub use outbox::{
    ActionMessage, Address, Changed, DeliveryFailure, DeliveryMode, DeliveryObstacle, DuePost, EventId, EventOutcome,
    InboxEvent, Notice, OutboxStorage, Post, PostPriority, StoredAction, StoredActionStorage, Token,
};
pub use people::{AccountStorage, ExternalId, Hours, Pings, PlatformId, Preferences, PrivacyError};
pub use ratings::{LeaderboardRow, PlayerStats, RatedResult, Rating, RatingChange, RatingPoint, RatingStorage};
pub use servers::{ExternalPlace, PlaceStorage, ServerChannel, ServerError, ServerSettings};
pub use service_error::ServiceError;
pub use storage::{AnalysisStep, CheckOutcome, Erasure, MatchFilter, PostedBoard, ScheduledCheck, Storage};
pub use storage_error::StorageError;
pub use time::{Calendar, Clocks, Pauses, Schedule, Sleep, Span, TimeControl, Vacation};
