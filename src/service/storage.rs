//! What must be kept, and how. `store` provides it for databases; a test may provide it in memory.

use super::ids::{ChallengeId, JobId, MatchId, Millis, PlaceId, PlayerId, ServerId};
use crate::rules::Seat;
use crate::service::engine_jobs::job::{Job, JobEnd};
use crate::service::lobby::challenge::{Challenge, ChallengeState, Terms};
use crate::service::matches::analysis::{MatchAnalysis, PositionAnalysis};
use crate::service::matches::conditional_moves::ConditionalMoves;
use crate::service::matches::hint::Hint;
use crate::service::matches::notifications::RunningMatch;
use crate::service::matches::player::Player;
use crate::service::matches::state::Match;
use crate::service::outbox::delivery_queue::OutboxStorage;
use crate::service::outbox::post::Post;
use crate::service::outbox::token::Token;
use crate::service::people::personal_data::Erasure;
use crate::service::people::player_stats::RatingStorage;
use crate::service::people::preferences::{Preferences, ServerSettings};
use crate::service::time::calendar::Schedule;
use crate::service::time::control::Span;
use crate::service::time::vacation::Vacation;
use async_trait::async_trait;
use serde_json::{Map, Value};

/// Why something could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// Somebody else changed the same thing first. Nothing was kept; look again.
    #[error("it was changed at the same time")]
    Conflict,
    /// What was kept makes no sense.
    #[error("the stored data is damaged: {0}")]
    Corrupt(String),
    /// The database cannot write: its disk is full, or its file cannot be written. Nothing was changed. It may pass, but
    /// not before the host of the bot has done something about it.
    #[error("the database cannot write: {0}")]
    Unwritable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database failed.
    #[error("the database failed: {0}")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A match that begins.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// What is played, and where.
    pub terms: Terms,
    /// The challenge it comes from; the engine is not challenged.
    pub challenge: Option<ChallengeId>,
    /// Who sits where.
    pub players: [Player; 2],
    /// The message of the challenge.
    pub message: Option<u64>,
    /// What the first posts answer, where posts are answers.
    pub token: Option<Token>,
    /// When.
    pub now: Millis,
}

/// A change of a match, to be kept whole or not at all.
#[derive(Clone, Debug)]
pub struct MatchChange {
    /// The match as it is then, with the version it was made from: another in store means [`KeepError::Conflict`].
    pub after: Match,
    /// So many of the moves in store stay; the others follow them.
    pub retained_moves: usize,
    /// The plans of both seats that it was made from; others in store mean [`KeepError::Conflict`].
    pub plans_before: [ConditionalMoves; 2],
    /// What must be said.
    pub posts: Vec<Post>,
    /// Whether the engine made the change. Whoever made it, what the engine had to do in this match before is over.
    pub by_engine: bool,
    /// What the posts answer, and what the engine will answer, where posts are answers.
    pub token: Option<Token>,
    /// When.
    pub now: Millis,
}

/// A change of what a player has planned.
#[derive(Clone, Debug)]
pub struct ConditionalMovesChange {
    /// In which match.
    pub game: MatchId,
    /// For which seat.
    pub seat: Seat,
    /// The version of the match that it was made for; another in store means [`KeepError::Conflict`].
    pub from_version: i64,
    /// The plan that it was made from; another in store means [`KeepError::Conflict`].
    pub before: ConditionalMoves,
    /// The plan.
    pub after: ConditionalMoves,
}

/// A vacation that begins.
#[derive(Clone, Debug)]
pub struct VacationStart {
    /// Whose.
    pub player: PlayerId,
    /// The vacation.
    pub vacation: Vacation,
    /// What must be said.
    pub posts: Vec<Post>,
}

/// What changes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScheduledCheck {
    /// A match: somebody is reminded, or time is over.
    Match(MatchId),
    /// A person gets a digest.
    Digest(PlayerId),
}

/// What came of an alarm.
#[derive(Clone, Debug)]
pub struct CheckOutcome {
    /// The alarm.
    pub check: ScheduledCheck,
    /// When it was due.
    pub seen: Millis,
    /// When it is due again; never when `None`.
    pub next: Option<Millis>,
    /// For a match: when somebody's time is over, as far as is known now.
    pub flag_at: Option<Millis>,
    /// What must be said.
    pub posts: Vec<Post>,
}

/// The message of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostedBoard {
    /// Where it was posted.
    pub place: PlaceId,
    /// The message.
    pub message: u64,
    /// When.
    pub at: Millis,
}

/// What was found of an analysis at a time.
#[derive(Clone, Debug)]
pub struct AnalysisStep<'a> {
    /// The job it belongs to.
    pub job: &'a Job,
    /// What was found.
    pub studies: &'a [PositionAnalysis],
    /// Whether that is all; if not, the job is due again, behind those that are due now.
    pub complete: bool,
    /// Whether to say how far it has come.
    pub announce: bool,
    /// When.
    pub now: Millis,
}

/// Which match a player means most likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFilter {
    /// One that is running.
    Running,
    /// One that is running and waits for the opponent.
    Waiting,
    /// One that is over.
    Finished,
}

/// The matches that a player may mean at a place are at most this many: the next one counts only when the one before
/// cannot be read.
pub const CANDIDATES_MAX: u32 = 3;
/// See [`Keep::matches_meant`].
pub const OTHER_CANDIDATES_MAX: u32 = 50;

/// What the desk and the courier need kept. Every operation is one transaction.
#[async_trait]
pub trait Storage: RatingStorage + OutboxStorage + Send + Sync {
    /// Keeps a new challenge and gives it a number; [`KeepError::Conflict`] when one for the same game is open (see
    /// [`Terms::is_same_game`]).
    async fn add_challenge(&self, terms: &Terms, expires_at: Millis, now: Millis) -> Result<Challenge, StorageError>;

    /// Looks a challenge up.
    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StorageError>;

    /// The challenges between two people that are open now, the oldest first.
    async fn open_between(&self, one: PlayerId, other: PlayerId, now: Millis) -> Result<Vec<Challenge>, StorageError>;

    /// Closes an open challenge; [`KeepError::Conflict`] when it is not open any more.
    async fn close_challenge(&self, id: ChallengeId, state: ChallengeState) -> Result<(), StorageError>;

    /// Begins a match, closes the challenge it comes from, and keeps the first posts, and the first job if the engine
    /// begins; [`KeepError::Conflict`] when the challenge is not open any more.
    async fn create_match(&self, begun: &NewMatch) -> Result<MatchId, StorageError>;

    /// Looks a match up, and replays it.
    async fn find_match(&self, id: MatchId) -> Result<Option<Match>, StorageError>;

    /// The matches that a player may mean at a place, the likeliest first (see [`Desk::find_at`](super::Desk::find_at)),
    /// at most [`MEANT_MAX`]. Of matches of other players the [`OTHERS_MAX`] youngest are considered.
    async fn find_matches_at(
        &self,
        place: PlaceId,
        player: PlayerId,
        wanted: MatchFilter,
    ) -> Result<Vec<MatchId>, StorageError>;

    /// The running matches that are played in a thread or a channel, or in threads of the channel, in no particular order.
    async fn running_in(&self, place: PlaceId) -> Result<Vec<MatchId>, StorageError>;

    /// The running matches of a player, the most urgent first (see [`Listed::urgency`]), at most `most`; and how many
    /// there are.
    async fn running(&self, player: PlayerId, most: u32) -> Result<(Vec<RunningMatch>, usize), StorageError>;

    /// How many matches a player has running in a server.
    async fn count_running(&self, player: PlayerId, server: ServerId) -> Result<u32, StorageError>;

    /// Keeps a change.
    async fn change_match(&self, change: &MatchChange) -> Result<(), StorageError>;

    /// Ends a running match of a server without a result, and without reading it: its moves may make no sense. False when
    /// there is none.
    async fn stop_corrupt_match(&self, id: MatchId, server: ServerId, now: Millis) -> Result<bool, StorageError>;

    /// Keeps a change of a plan. The match counts as unchanged.
    async fn store_plan(&self, change: &ConditionalMovesChange) -> Result<(), StorageError>;

    /// What a player has noted about a match, if anything.
    async fn note(&self, game: MatchId, player: PlayerId) -> Result<Option<String>, StorageError>;

    /// Keeps what a player notes about a match; nothing when the text is empty.
    async fn store_note(&self, game: MatchId, player: PlayerId, text: &str) -> Result<(), StorageError>;

    /// Settles from which message the thread of a match is opened.
    async fn set_match_message(&self, id: MatchId, message: u64) -> Result<(), StorageError>;

    /// Settles where a match posts its boards.
    async fn set_match_place(&self, id: MatchId, place: PlaceId) -> Result<(), StorageError>;

    /// Remembers how a player is called, and the player's language if it is known.
    async fn update_player(&self, id: PlayerId, name: &str, locale: Option<&str>) -> Result<(), StorageError>;

    /// How players are called; those never seen are left out.
    async fn player_names(&self, ids: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StorageError>;

    /// The locale that a player used last, if it is known.
    async fn player_locale(&self, id: PlayerId) -> Result<Option<String>, StorageError>;

    /// A board has been posted; returns the one that was posted before it, if it was another.
    async fn replace_posted_board(&self, id: MatchId, board: PostedBoard) -> Result<Option<PostedBoard>, StorageError>;

    /// The board that was posted last.
    async fn posted_board(&self, id: MatchId) -> Result<Option<PostedBoard>, StorageError>;

    /// What a player was told about the position after so many plies, if anything.
    async fn hint(&self, game: MatchId, ply: usize, seat: Seat) -> Result<Option<Hint>, StorageError>;

    /// Keeps what a player is told, and counts it when nothing has been told about this position.
    async fn store_hint(&self, hint: &Hint) -> Result<(), StorageError>;

    /// The analysis of a match, as far as it has come, if there is one.
    async fn analysis(&self, game: MatchId) -> Result<Option<MatchAnalysis>, StorageError>;

    /// Begins the analysis of a match with its job and its first post, or goes on with one whose job was given up.
    /// Nothing happens while its job waits.
    async fn create_analysis(&self, played: &Match, token: Option<&Token>, now: Millis) -> Result<(), StorageError>;

    /// Keeps what was found.
    async fn advance_analysis(&self, step: &AnalysisStep<'_>) -> Result<(), StorageError>;

    /// Remembers the message that shows an analysis.
    async fn set_analysis_message(&self, game: MatchId, place: PlaceId, message: u64) -> Result<(), StorageError>;

    /// The jobs that are due, one of each match and at most `most` of each kind; and when the next one that is not due
    /// yet will be. Every person's oldest job comes before any person's second, and so on.
    async fn due_jobs(&self, now: Millis, most: u32) -> Result<(Vec<Job>, Option<Millis>), StorageError>;

    /// A job is over, if it was not already.
    async fn end_job(&self, id: JobId, end: JobEnd) -> Result<(), StorageError>;

    /// The jobs that were given up are due again, unless their match has gone on since. Returns how many there are.
    async fn retry_failed_jobs(&self, now: Millis) -> Result<u64, StorageError>;

    /// A job has failed: it is due again then.
    async fn postpone_job(&self, id: JobId, again_at: Millis, problem: &str) -> Result<(), StorageError>;

    /// What somebody has chosen.
    async fn preferences(&self, player: PlayerId) -> Result<Preferences, StorageError>;

    /// Stores what a person has chosen and when their next digest is due; their matches are looked at again.
    /// [`KeepError::Conflict`] when it is not `before` any more.
    async fn update_preferences(
        &self,
        player: PlayerId,
        (before, after): (&Preferences, &Preferences),
        digest_at: Option<Millis>,
        now: Millis,
    ) -> Result<(), StorageError>;

    /// What those who manage a server have chosen.
    async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, StorageError>;

    /// Stores what those who manage a server have chosen; [`KeepError::Conflict`] when it is not `before` any more.
    async fn update_server_settings(
        &self,
        server: ServerId,
        before: &ServerSettings,
        after: &ServerSettings,
    ) -> Result<(), StorageError>;

    /// Whom somebody does not play with, in no particular order.
    async fn blocked_people(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError>;

    /// Somebody does not play with another any more, or does again.
    async fn set_block(&self, player: PlayerId, other: PlayerId, blocked: bool) -> Result<(), StorageError>;

    /// Whether one of two does not play with the other.
    async fn is_blocked(&self, one: PlayerId, other: PlayerId) -> Result<bool, StorageError>;

    /// Claims an export for a person, of whom none was made after `since`; else answers when the last one was.
    async fn claim_export(&self, player: PlayerId, now: Millis, since: Millis) -> Result<Option<Millis>, StorageError>;

    /// Gives the claim back, when no export came of it.
    async fn release_export(&self, player: PlayerId) -> Result<(), StorageError>;

    /// All that is stored about a person but games, secrets and what is private to others: each kind by its name, with a
    /// list of its rows.
    async fn personal_facts(&self, player: PlayerId) -> Result<Map<String, Value>, StorageError>;

    /// The matches of a person, the youngest first.
    async fn personal_game_ids(&self, player: PlayerId) -> Result<Vec<MatchId>, StorageError>;

    /// These matches as seen from the person's seat, each with its `moves`; those of others are left out.
    async fn personal_games(&self, player: PlayerId, ids: &[MatchId]) -> Result<Vec<Value>, StorageError>;

    /// Ends the matches of a person and removes the person, ended matches first and in several transactions, all the rest
    /// in one; [`KeepError::Conflict`] when one of the running matches has changed, or when there is another.
    async fn erase_person(&self, farewell: &Erasure) -> Result<(), StorageError>;

    /// How somebody has lived, the earliest first.
    async fn schedules(&self, player: PlayerId) -> Result<Vec<Schedule>, StorageError>;

    /// Somebody lives otherwise from now on; their matches are looked at again. Where neither this nor what was true
    /// before stops a clock, it takes the place of what was true before, as no clock depends on either.
    async fn add_schedule(&self, player: PlayerId, habit: &Schedule) -> Result<(), StorageError>;

    /// The vacations of somebody that end after an instant, the earliest first.
    async fn vacations(&self, player: PlayerId, after: Millis) -> Result<Vec<Vacation>, StorageError>;

    /// Begins a vacation; the matches of whoever goes are looked at again. [`KeepError::Conflict`] when a vacation of
    /// theirs ends later than this one begins, or began at the same instant.
    async fn start_vacation(&self, departure: &VacationStart) -> Result<(), StorageError>;

    /// Ends somebody's vacation; their matches are looked at again. Nothing is left of one that has not lasted.
    async fn end_vacation(&self, player: PlayerId, now: Millis) -> Result<(), StorageError>;

    /// How many matches somebody has played to their end within a span: not those that were aborted, stopped, or lost
    /// on time.
    async fn count_ended(&self, player: PlayerId, within: Span) -> Result<u32, StorageError>;

    /// The last instant at which the program is known to have been there.
    async fn last_heartbeat(&self) -> Result<Option<Millis>, StorageError>;

    /// The program is there.
    async fn record_heartbeat(&self, now: Millis) -> Result<(), StorageError>;

    /// The program was not there: keeps that, says so in every running match with clocks, looks at all of them again,
    /// and takes the end for its pulse. [`KeepError::Conflict`] when the pulse is not the beginning of the outage any
    /// more, because another request has recorded it first.
    async fn add_outage(&self, outage: Span) -> Result<(), StorageError>;

    /// The alarms that are due, with the instants at which they were, the oldest first, at most `most`; and when the next one that is not due yet will be.
    async fn due_checks(
        &self,
        now: Millis,
        most: u32,
    ) -> Result<(Vec<(ScheduledCheck, Millis)>, Option<Millis>), StorageError>;

    /// Keeps what came of an alarm; nothing when it has been set anew in the meantime.
    async fn finish_check(&self, watched: &CheckOutcome) -> Result<(), StorageError>;

    /// Deletes a slice of what has served its purpose: posts that were delivered or given up and jobs that are over, a week
    /// later; challenges, a month after they could last be accepted. Returns whether there may be more.
    async fn prune(&self, now: Millis) -> Result<bool, StorageError>;

    /// Gives a slice of the space that was freed back to the file system. Returns whether there may be more.
    async fn shrink(&self) -> Result<bool, StorageError>;

    /// Removes copies of deleted personal data that the database may hold beside its tables. Returns whether there are none
    /// left; if not, it must be called again.
    async fn purge_deleted(&self) -> Result<bool, StorageError>;
}
