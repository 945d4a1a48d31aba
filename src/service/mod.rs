//! The domain logic of a correspondence server: challenges, matches, time, ratings and the messages that follow from
//! them. People have ids that the bot assigns, and the engine is identified by its level. Nothing here depends on a
//! chat platform or on a database.
//!
//! - [`ids`]: typed ids of players, places, matches and so on, and instants
//! - [`lease`], [`claimant`]: who works on a stored item, and until when
//! - [`time`]: time controls, calendars, clocks and vacations
//! - [`sealed_records`]: what a platform's encryption stores, and who owns it
//! - [`outbox`]: messages to deliver, and their delivery state
//! - [`engine_jobs`]: jobs for the engine
//! - [`people`]: accounts, preferences, schedules and personal data
//! - [`matches`](mod@matches): the state of a match and its transitions
//! - [`lobby`]: challenges, and blocked players
//! - [`servers`]: servers, places and server settings
//! - [`ratings`]: ratings, rated results, statistics and leaderboards
//! - [`daily`]: boards of the day
//! - [`links`](mod@links): links between the accounts of a person on several platforms
//! - [`consequences`]: what follows from the events of a match
//! - [`change_set`]: changes that are stored together, and the events that cause them
//! - [`request_limits`]: how many costly requests are answered a minute
//! - [`storage`]: what is read and what is stored, as traits that `db` implements
//! - [`game_service`]: [`GameService`], the only way to change anything

pub mod ids;
mod random_code;
pub mod wake_up;
pub mod lenient_fields;
pub mod lease;
pub mod claimant;
pub mod time;
pub mod sealed_records;
pub mod outbox;
pub mod engine_jobs;
pub mod people;
pub mod matches;
pub mod lobby;
pub mod servers;
pub mod ratings;
pub mod links;
pub mod daily;
pub mod storage_error;
pub mod consequences;
pub mod change_set;
pub mod scheduled_check;
pub mod storage;
pub mod request_limits;
pub mod service_error;
pub mod game_service;

pub use change_set::{
    AccountUnlink, BlockChange, BoardLinksRevocation, ChallengeClosing, Change, ChangeSet, ConditionalMovesChange,
    LinkCodeEntry, MatchChange, MatchStop, NewAnalysis, NewChallenge, NewLinkCode, NewMatch, NewPost, NewSchedule,
    NoteChange, PreferencesChange, ServerSettingsChange, TokensChange, VacationEnd, VacationStart,
};
pub use claimant::Claimant;
pub use consequences::{Consequences, RatingUpdate};
pub use daily::{
    BoardId, ClosedBoard, DailyAnswer, DailyAnswerChange, DailyBoard, DailyChange, DailyChannel, DailyRecord,
    DailyState, DailySwitch, OpenedBoard,
};
pub use engine_jobs::{AnalysisStep, Job, JobEnd, JobKind};
pub use game_service::lobby::Rematch;
pub use game_service::profiles::{Profile, ProfileGame};
pub use game_service::puzzles::{AskedPuzzle, PuzzleRecord, PuzzleResult};
pub use game_service::tasks::CurrentTask;
pub use game_service::{Clock, GameService, SystemClock};
pub use ids::{
    ChallengeId, JobId, LocationId, MatchId, MessageId, Millis, PlaceId, PlayerId, PostId, ServerId, WorkerId,
};
pub use lease::{LEASE_MS, Lease, LeaseEnd, LeaseHolder, RENEW_MS};
pub use links::{AccountLink, BoardLink, BoardLinkError, LinkCode, LinkError, Opens, RatedRecord, RunningGames};
pub use lobby::{BlockError, Challenge, ChallengeCode, ChallengeError, ChallengeState, NewLocation, Side, Terms};
pub use matches::{
    Action, AddedLine, ConditionalMoves, ConditionalMovesError, ERASED_PLAYER, FinishedMatch, GUIDED_TURNS, Hint,
    Level, Match, MatchAnalysis, MatchEvent, MatchLocation, NOTE_MAX, Offer, OfferKind, PlayError, Player,
    PositionAnalysis, RunningMatch, Status,
};
pub use outbox::{
    ActionMessage, Address, Changed, DeliveryFailure, DeliveryMode, DeliveryObstacle, DuePost, EventId, EventOutcome,
    InboxEvent, MissedBy, Notice, PendingEvent, PendingKey, PendingKind, PlatformSession, Post, PostPriority,
    PostedBoard, Received, StoredAction, Subject, Token,
};
pub use people::{
    Confirmation, ExternalId, Hours, LessonChange, Pings, PlatformId, Preferences, PrivacyError, SeenLesson,
};
pub use ratings::{
    Failure, LeaderboardRow, Opening, PlayerStats, PuzzleAnswer, PuzzleChange, RatedResult, Rating, RatingChange,
    RatingPoint, Reader, RecentGame, Reliability, SeenPuzzle, SuggestedLevel, Tally,
};
pub use request_limits::{CostlyRequest, LimitError, LimitScope, Rate, RequestLimiter, RequestLimits};
pub use scheduled_check::{CheckOutcome, DueCheck, ScheduledCheck};
pub use sealed_records::{Ownership, RecordChange, SealedChanges, SealedRecord};
pub use servers::{ExternalOrigin, ExternalPlace, Origin, ServerChannel, ServerError, ServerSettings};
pub use service_error::ServiceError;
pub use storage::{
    ClockCorrection, DailyQueries, DeliveryQueries, DeliveryStorage, Erasure, Leadership, MatchFilter, MatchQueries,
    PeopleQueries, PeopleStorage, PersonalDataStorage, PlaceQueries, PlaceStorage, Queries, RatingQueries,
    SealedStorage, Storage, UpkeepStorage, WorkQueue, WorkStorage,
};
pub use storage_error::StorageError;
pub use time::{Calendar, Clocks, Pauses, Schedule, Sleep, Span, TimeControl, Vacation};
