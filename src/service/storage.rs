//! The storage trait and its parameter types. `db` implements the trait for SQLite.

use super::ids::{ChallengeId, JobId, MatchId, MessageId, Millis, PlaceId, PlayerId, ServerId};
use crate::catalog::Catalog;
use crate::rules::Seat;
use crate::service::change_set::{ChangeSet, MatchChange};
use crate::service::engine_jobs::job::{Job, JobEnd};
use crate::service::lobby::challenge::Challenge;
use crate::service::matches::analysis::{MatchAnalysis, PositionAnalysis};
use crate::service::matches::hint::Hint;
use crate::service::matches::notifications::RunningMatch;
use crate::service::matches::state::Match;
use crate::service::outbox::delivery_queue::OutboxStorage;
use crate::service::outbox::inbox::{EventId, EventOutcome, InboxEvent};
use crate::service::outbox::post::Post;
use crate::service::outbox::stored_action::StoredActionStorage;
use crate::service::people::accounts::AccountStorage;
use crate::service::people::preferences::Preferences;
use crate::service::ratings::player_stats::RatingStorage;
use crate::service::servers::places::PlaceStorage;
use crate::service::servers::server_settings::ServerSettings;
use crate::service::storage_error::StorageError;
use crate::service::time::calendar::{Calendar, Schedule};
use crate::service::time::control::Span;
use crate::service::time::vacation::Vacation;
use async_trait::async_trait;
use serde_json::{Map, Value};

/// The erasure of a player.
#[derive(Clone, Debug)]
pub struct Erasure {
    /// The player.
    pub player: PlayerId,
    /// The changes that end their running matches.
    pub ends: Vec<MatchChange>,
    /// Running matches that cannot be read and therefore cannot be resigned: they end without a result.
    pub unreadable: Vec<MatchId>,
    /// The time of the change.
    pub now: Millis,
}

/// The subject of a scheduled check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScheduledCheck {
    /// A match: a reminder, an automatic vacation or a timeout may be due.
    Match(MatchId),
    /// The daily digest of a player.
    Digest(PlayerId),
}

/// The result of a scheduled check.
#[derive(Clone, Debug)]
pub struct CheckOutcome {
    /// The scheduled check.
    pub check: ScheduledCheck,
    /// The due time that was read with the check.
    pub seen: Millis,
    /// When it is due next; `None` removes it.
    pub next: Option<Millis>,
    /// For a match: when the running clock will expire, as currently known.
    pub flag_at: Option<Millis>,
    /// The posts to deliver.
    pub posts: Vec<Post>,
}

/// The message that shows a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedBoard {
    /// The place where it was posted.
    pub place: PlaceId,
    /// The message id.
    pub message: MessageId,
    /// When it was posted.
    pub at: Millis,
}

/// A batch of analysis results.
#[derive(Clone, Debug)]
pub struct AnalysisStep<'a> {
    /// The analysis job.
    pub job: &'a Job,
    /// The analysed positions.
    pub positions: &'a [PositionAnalysis],
    /// Whether the analysis is complete. If not, the job is due again, behind those that are due now.
    pub complete: bool,
    /// Whether to post the progress.
    pub announce: bool,
    /// The current time.
    pub now: Millis,
}

/// Which kind of match a command most likely refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFilter {
    /// A running match.
    Running,
    /// A running match in which it is the opponent's turn.
    Waiting,
    /// A finished match.
    Finished,
}

/// The maximum number of candidates that [`Storage::find_matches_at`] returns. A candidate is used only if the ones
/// before it cannot be read.
pub const CANDIDATES_MAX: u32 = 3;
/// The maximum number of other players' matches that [`Storage::find_matches_at`] considers.
pub const OTHER_CANDIDATES_MAX: u32 = 50;

/// The storage of the game service and the outbox dispatcher. Every operation is one transaction.
#[async_trait]
pub trait Storage:
    AccountStorage + PlaceStorage + RatingStorage + OutboxStorage + StoredActionStorage + Send + Sync
{
    /// The games whose matches can be stored. Matches are read by replaying their moves.
    fn catalog(&self) -> &Catalog;

    /// Stores changes. If one of them conflicts, nothing is stored, and the result is [`StorageError::Conflict`]; if the
    /// event has been recorded before, it is [`StorageError::AlreadyHandled`].
    async fn apply(&self, set: &ChangeSet) -> Result<(), StorageError>;

    /// Records an event that changes nothing else, unless it is recorded already.
    async fn record_event(&self, event: &InboxEvent) -> Result<(), StorageError>;

    /// What a recorded event has led to; `None` if it is not recorded.
    async fn event_outcome(&self, event: &EventId) -> Result<Option<EventOutcome>, StorageError>;

    /// The id that the next challenge gets, unless another one is made first.
    async fn next_challenge_id(&self) -> Result<ChallengeId, StorageError>;

    /// Loads a challenge.
    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StorageError>;

    /// The open challenges between two players, oldest first.
    async fn open_challenges_between(
        &self,
        one: PlayerId,
        other: PlayerId,
        now: Millis,
    ) -> Result<Vec<Challenge>, StorageError>;

    /// The id that the next match gets, unless another match is created first.
    async fn next_match_id(&self) -> Result<MatchId, StorageError>;

    /// Loads a match and replays its moves.
    async fn find_match(&self, id: MatchId) -> Result<Option<Match>, StorageError>;

    /// The matches that a command at a place may refer to, most likely first (see
    /// [`GameService::find_at`](super::GameService::find_at)), at most [`CANDIDATES_MAX`]. Of other players' matches,
    /// only the [`OTHER_CANDIDATES_MAX`] newest are considered.
    async fn find_matches_at(
        &self,
        place: PlaceId,
        player: PlayerId,
        wanted: MatchFilter,
    ) -> Result<Vec<MatchId>, StorageError>;

    /// The running matches in a thread or channel, or in threads of the channel, in no particular order.
    async fn running_matches_in(&self, place: PlaceId) -> Result<Vec<MatchId>, StorageError>;

    /// The player's running matches, most urgent first (see [`RunningMatch::urgency`]), at most `limit`, and the total
    /// number of them.
    async fn running(&self, player: PlayerId, limit: u32) -> Result<(Vec<RunningMatch>, usize), StorageError>;

    /// The number of a player's running matches in a server.
    async fn count_running(&self, player: PlayerId, server: ServerId) -> Result<u32, StorageError>;

    /// Ends a running match of a server without a result and without replaying its moves, which may be invalid. Returns
    /// false if there is no such match.
    async fn stop_corrupt_match(&self, id: MatchId, server: ServerId, now: Millis) -> Result<bool, StorageError>;

    /// A player's private note about a match, if any.
    async fn note(&self, game: MatchId, player: PlayerId) -> Result<Option<String>, StorageError>;

    /// Sets the message from which the thread of a match is opened.
    async fn set_match_message(&self, id: MatchId, message: &MessageId) -> Result<(), StorageError>;

    /// Sets the place where the boards of a match are posted.
    async fn set_match_place(&self, id: MatchId, place: PlaceId) -> Result<(), StorageError>;

    /// Stores a player's display name, and their locale if known.
    async fn update_player(&self, id: PlayerId, name: &str, locale: Option<&str>) -> Result<(), StorageError>;

    /// The display names of players; players never seen are left out.
    async fn player_names(&self, ids: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StorageError>;

    /// The locale that a player used last, if known.
    async fn player_locale(&self, id: PlayerId) -> Result<Option<String>, StorageError>;

    /// Records the latest posted board; returns the previous one if it was another message.
    async fn replace_posted_board(&self, id: MatchId, board: PostedBoard) -> Result<Option<PostedBoard>, StorageError>;

    /// The latest posted board.
    async fn posted_board(&self, id: MatchId) -> Result<Option<PostedBoard>, StorageError>;

    /// The hint that a seat was given at this ply, if any.
    async fn hint(&self, game: MatchId, ply: usize, seat: Seat) -> Result<Option<Hint>, StorageError>;

    /// The analysis of a match in its current state, if there is one.
    async fn analysis(&self, game: MatchId) -> Result<Option<MatchAnalysis>, StorageError>;

    /// Stores a batch of analysis results.
    async fn advance_analysis(&self, step: &AnalysisStep<'_>) -> Result<(), StorageError>;

    /// Sets the message that shows an analysis.
    async fn set_analysis_message(
        &self,
        game: MatchId,
        place: PlaceId,
        message: &MessageId,
    ) -> Result<(), StorageError>;

    /// The due jobs, one per match and at most `limit` of each kind, and when the next job becomes due. Every player's
    /// oldest job comes before any player's second one, and so on.
    async fn due_jobs(&self, now: Millis, limit: u32) -> Result<(Vec<Job>, Option<Millis>), StorageError>;

    /// Ends a job, unless it has already ended.
    async fn end_job(&self, id: JobId, end: JobEnd) -> Result<(), StorageError>;

    /// Makes failed jobs due again, unless their match has changed since. Returns their number.
    async fn retry_failed_jobs(&self, now: Millis) -> Result<u64, StorageError>;

    /// Records a failed attempt of a job, which is due again at `again_at`.
    async fn postpone_job(&self, id: JobId, again_at: Millis, problem: &str) -> Result<(), StorageError>;

    /// The preferences of both players of a match and what pauses their clocks after `since`. The engine has neither.
    async fn preferences_and_calendars(
        &self,
        players: [Option<PlayerId>; 2],
        since: Millis,
    ) -> Result<[(Preferences, Calendar); 2], StorageError>;

    /// The preferences of a player.
    async fn preferences(&self, player: PlayerId) -> Result<Preferences, StorageError>;

    /// The settings of a server.
    async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, StorageError>;

    /// The players that a player has blocked, in no particular order.
    async fn blocked_people(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError>;

    /// Whether either of two players has blocked the other.
    async fn is_blocked(&self, one: PlayerId, other: PlayerId) -> Result<bool, StorageError>;

    /// Claims an export for a player. If one was made after `since`, returns its time instead.
    async fn claim_export(&self, player: PlayerId, now: Millis, since: Millis) -> Result<Option<Millis>, StorageError>;

    /// Releases the claim after a failed export.
    async fn release_export(&self, player: PlayerId) -> Result<(), StorageError>;

    /// Everything stored about a player except games, secrets and other players' private data: a list of rows for each
    /// kind of data.
    async fn personal_facts(&self, player: PlayerId) -> Result<Map<String, Value>, StorageError>;

    /// The matches of a player, newest first.
    async fn personal_game_ids(&self, player: PlayerId) -> Result<Vec<MatchId>, StorageError>;

    /// These matches as seen from the player's seat, each with its `moves`; matches of other players are left out.
    async fn personal_games(&self, player: PlayerId, ids: &[MatchId]) -> Result<Vec<Value>, StorageError>;

    /// Ends the running matches of a player and erases the player. Finished matches are handled first, in several
    /// transactions; everything else follows in one. [`StorageError::Conflict`] if one of the running matches has
    /// changed, or if there is a new one.
    async fn erase_person(&self, erasure: &Erasure) -> Result<(), StorageError>;

    /// The schedules of a player, earliest first.
    async fn schedules(&self, player: PlayerId) -> Result<Vec<Schedule>, StorageError>;

    /// The vacations of a player that end after `after`, earliest first.
    async fn vacations(&self, player: PlayerId, after: Millis) -> Result<Vec<Vacation>, StorageError>;

    /// The number of matches that a player finished within a span, without those that were aborted, stopped, or lost on
    /// time.
    async fn count_ended(&self, player: PlayerId, within: Span) -> Result<u32, StorageError>;

    /// The time of the last recorded heartbeat.
    async fn last_heartbeat(&self) -> Result<Option<Millis>, StorageError>;

    /// Records a heartbeat.
    async fn record_heartbeat(&self, now: Millis) -> Result<(), StorageError>;

    /// Stores an outage, announces it in every running match with clocks, makes their checks due, and records its end
    /// as the heartbeat. [`StorageError::Conflict`] if the last heartbeat is no longer the start of the outage, because
    /// another request has recorded the outage first.
    async fn add_outage(&self, outage: Span) -> Result<(), StorageError>;

    /// The due checks with their due times, oldest first, at most `limit`, and when the next check becomes due.
    async fn due_checks(
        &self,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<(ScheduledCheck, Millis)>, Option<Millis>), StorageError>;

    /// Stores the result of a check. Does nothing if the check has been rescheduled meanwhile.
    async fn finish_check(&self, outcome: &CheckOutcome) -> Result<(), StorageError>;

    /// Deletes a batch of obsolete rows: delivered or abandoned posts and ended jobs after a week, and challenges a
    /// month after their expiry. Returns whether there may be more.
    async fn prune(&self, now: Millis) -> Result<bool, StorageError>;

    /// Returns a batch of free pages to the file system. Returns whether there may be more.
    async fn shrink(&self) -> Result<bool, StorageError>;

    /// Removes copies of deleted personal data that the database may hold outside its tables. Returns whether none are
    /// left; if not, it must be called again.
    async fn purge_deleted(&self) -> Result<bool, StorageError>;
}
