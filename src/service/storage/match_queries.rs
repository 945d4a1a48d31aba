//! Reading matches, and challenges, which may become matches.

use crate::rules::Seat;
use crate::service::ids::{ChallengeId, LocationId, MatchId, Millis, PlaceId, PlayerId, ServerId};
use crate::service::lobby::challenge::Challenge;
use crate::service::matches::analysis::MatchAnalysis;
use crate::service::matches::finished_match::FinishedMatch;
use crate::service::matches::hint::Hint;
use crate::service::matches::notifications::RunningMatch;
use crate::service::matches::state::Match;
use crate::service::outbox::posted_board::PostedBoard;
use crate::service::people::accounts::PlatformId;
use crate::service::storage_error::StorageError;
use crate::service::time::control::Span;
use async_trait::async_trait;

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

/// The maximum number of candidates that [`MatchQueries::find_matches_at`] returns. A candidate is used only if the
/// ones before it cannot be read.
pub const CANDIDATES_MAX: u32 = 3;
/// The maximum number of other players' matches that [`MatchQueries::find_matches_at`] considers.
pub const OTHER_CANDIDATES_MAX: u32 = 50;

/// Reads matches, what belongs to them, and challenges. Every operation is one transaction.
#[async_trait]
pub trait MatchQueries: Send + Sync {
    /// Loads a match and replays its moves.
    async fn find_match(&self, id: MatchId) -> Result<Option<Match>, StorageError>;

    /// The versions of these matches, in no particular order; those that do not exist are left out.
    async fn match_versions(&self, ids: &[MatchId]) -> Result<Vec<(MatchId, i64)>, StorageError>;

    /// The matches that a command at a place may refer to, most likely first (see
    /// [`GameService::find_at`](crate::service::GameService::find_at)), at most [`CANDIDATES_MAX`]. Of other players'
    /// matches, only the [`OTHER_CANDIDATES_MAX`] newest are considered.
    async fn find_matches_at(
        &self,
        place: PlaceId,
        player: PlayerId,
        wanted: MatchFilter,
    ) -> Result<Vec<MatchId>, StorageError>;

    /// The running matches in a thread or channel, or in threads of the channel, with their versions, in no particular
    /// order.
    async fn running_versions_in(&self, place: PlaceId) -> Result<Vec<(MatchId, i64)>, StorageError>;

    /// The player's running matches with their versions, in no particular order.
    async fn running_versions(&self, player: PlayerId) -> Result<Vec<(MatchId, i64)>, StorageError>;

    /// The player's running matches, most urgent first (see [`RunningMatch::urgency`]), at most `limit`, and the total
    /// number of them.
    async fn running(&self, player: PlayerId, limit: u32) -> Result<(Vec<RunningMatch>, usize), StorageError>;

    /// The player's matches that are over, last ended first: at most `limit` after the first `skipped`. Also returns the
    /// total number of them. A match that cannot be read is logged and left out.
    async fn finished(
        &self,
        player: PlayerId,
        skipped: u32,
        limit: u32,
    ) -> Result<(Vec<FinishedMatch>, usize), StorageError>;

    /// The number of a player's running matches in a server.
    async fn count_running(&self, player: PlayerId, server: ServerId) -> Result<u32, StorageError>;

    /// The number of matches that a player finished within a span, without those that were aborted, stopped, or lost on
    /// time.
    async fn count_ended(&self, player: PlayerId, within: Span) -> Result<u32, StorageError>;

    /// A player's private note about a match, if any.
    async fn note(&self, match_id: MatchId, player: PlayerId) -> Result<Option<String>, StorageError>;

    /// The hint that a seat was given at this ply, if any.
    async fn hint(&self, match_id: MatchId, ply: usize, seat: Seat) -> Result<Option<Hint>, StorageError>;

    /// The analysis of a match in its current state, if there is one.
    async fn analysis(&self, match_id: MatchId) -> Result<Option<MatchAnalysis>, StorageError>;

    /// The latest board posted at a location.
    async fn posted_board(&self, location: LocationId) -> Result<Option<PostedBoard>, StorageError>;

    /// Loads a challenge.
    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StorageError>;

    /// The open challenges between two players, oldest first.
    async fn open_challenges_between(
        &self,
        one: PlayerId,
        other: PlayerId,
        now: Millis,
    ) -> Result<Vec<Challenge>, StorageError>;

    /// A page of a player's open challenges, and their total number. Received ones come before own ones, and older ones
    /// first. The page skips `skipped` challenges and has at most `limit`.
    async fn open_challenges_of(
        &self,
        player: PlayerId,
        now: Millis,
        skipped: u32,
        limit: u32,
    ) -> Result<(Vec<Challenge>, usize), StorageError>;

    /// The open challenges that were made on a platform within a time, where the bot can post.
    async fn open_challenges_made(&self, platform: PlatformId, within: Span) -> Result<Vec<ChallengeId>, StorageError>;
}
