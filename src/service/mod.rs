//! The domain logic of a correspondence server: challenges, matches, time, ratings and the messages that follow from
//! them. People have ids that the bot assigns, and the engine is identified by its level. Nothing here depends on a
//! chat platform or on a database.
//!
//! - [`ids`]: typed ids of players, places, matches and so on, and instants
//! - [`lease`], [`claimant`]: who works on a stored item, and until when
//! - [`time`]: time controls, calendars, clocks and vacations
//! - [`outbox`]: messages to deliver, and their delivery state
//! - [`engine_jobs`]: jobs for the engine
//! - [`people`]: accounts, preferences, schedules and personal data
//! - [`matches`](mod@matches): the state of a match and its transitions
//! - [`lobby`]: challenges, and blocked players
//! - [`servers`]: servers, places and server settings
//! - [`ratings`]: ratings, rated results, statistics and leaderboards
//! - [`links`](mod@links): links between the accounts of a person on several platforms
//! - [`consequences`]: what follows from the events of a match
//! - [`change_set`]: changes that are stored together, and the events that cause them
//! - [`request_limits`]: how many costly requests are answered a minute
//! - [`storage`]: the storage trait, which `db` implements
//! - [`game_service`]: [`GameService`], the entry point for every change

mod words;
pub mod ids;
mod random_code;
pub mod wake_up;
pub mod wake_up_storage;
pub mod coordination_storage;
pub mod lenient_fields;
pub mod lease;
pub mod claimant;
pub mod time;
pub mod outbox;
pub mod engine_jobs;
pub mod people;
pub mod matches;
pub mod lobby;
pub mod servers;
pub mod ratings;
pub mod links;
pub mod storage_error;
pub mod consequences;
pub mod change_set;
pub mod scheduled_check;
pub mod personal_data_storage;
pub mod health_storage;
pub mod maintenance_storage;
pub mod storage;
pub mod request_limits;
pub mod service_error;
pub mod game_service;

pub use change_set::{
    Change, ChangeSet, ConditionalMovesChange, MatchChange, NewMatch, PreferencesChange, VacationStart,
};
pub use claimant::Claimant;
pub use consequences::{Consequences, RatingUpdate};
pub use coordination_storage::{CoordinationStorage, Leadership};
pub use engine_jobs::{Job, JobEnd, JobKind, JobStorage};
pub use game_service::lobby::Rematch;
pub use game_service::{Clock, GameService, SystemClock};
pub use health_storage::{HealthStorage, WorkQueue};
pub use ids::{
    ChallengeId, JobId, LocationId, MatchId, MessageId, Millis, PlaceId, PlayerId, PostId, ServerId, WorkerId,
};
pub use lease::{LEASE_MS, Lease, LeaseEnd, LeaseHolder, RENEW_MS};
pub use links::{AccountLink, LinkCode, LinkError, LinkStorage, RatedRecord, RunningGames};
pub use lobby::{
    BlockError, Challenge, ChallengeCode, ChallengeError, ChallengeState, ChallengeStorage, NewLocation, Side, Terms,
};
pub use maintenance_storage::MaintenanceStorage;
pub use matches::{
    Action, AddedLine, AnalysisStep, AnalysisStorage, ConditionalMoves, ConditionalMovesError, ERASED_PLAYER,
    FinishedMatch, Hint, Level, LocationStorage, Match, MatchAnalysis, MatchEvent, MatchFilter, MatchLocation,
    MatchStorage, NOTE_MAX, Offer, OfferKind, PlayError, Player, PositionAnalysis, PostedBoard, RunningMatch, Status,
};
pub use outbox::{
    ActionMessage, Address, Changed, DeliveryFailure, DeliveryMode, DeliveryObstacle, DuePost, EventId, EventOutcome,
    InboxEvent, InboxStorage, Notice, OutboxStorage, PendingEvent, PendingKey, PendingKind, PlatformSession, Post,
    PostPriority, Received, SessionStorage, StoredAction, StoredActionStorage, Subject, SyncStorage, Token,
};
pub use people::{
    AccountStorage, Confirmation, ExternalId, Hours, Pings, PlatformId, PlayerStorage, Preferences, PrivacyError,
};
pub use personal_data_storage::{Erasure, PersonalDataStorage};
pub use ratings::{LeaderboardRow, PlayerStats, RatedResult, Rating, RatingChange, RatingPoint, RatingStorage, Reader};
pub use request_limits::{CostlyRequest, LimitError, LimitScope, Rate, RequestLimiter, RequestLimits};
pub use scheduled_check::{CheckOutcome, CheckStorage, DueCheck, ScheduledCheck};
pub use servers::{
    ExternalOrigin, ExternalPlace, Origin, PlaceStorage, ServerChannel, ServerError, ServerSettings, ServerStorage,
};
pub use service_error::ServiceError;
pub use storage::Storage;
pub use storage_error::StorageError;
pub use time::{
    Calendar, ClockCorrection, Clocks, HeartbeatStorage, Pauses, Schedule, Sleep, Span, TimeControl, Vacation,
};
pub use wake_up_storage::WakeUpStorage;
