//! The storage trait of matches.

use super::finished_match::FinishedMatch;
use super::hint::Hint;
use super::notifications::RunningMatch;
use super::state::Match;
use crate::rules::Seat;
use crate::service::ids::{MatchId, Millis, PlaceId, PlayerId, ServerId};
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

/// The maximum number of candidates that [`MatchStorage::find_matches_at`] returns. A candidate is used only if the
/// ones before it cannot be read.
pub const CANDIDATES_MAX: u32 = 3;
/// The maximum number of other players' matches that [`MatchStorage::find_matches_at`] considers.
pub const OTHER_CANDIDATES_MAX: u32 = 50;

/// Storage of matches, for reading. Every operation is one transaction.
#[async_trait]
pub trait MatchStorage: Send + Sync {
    /// Loads a match and replays its moves.
    async fn find_match(&self, id: MatchId) -> Result<Option<Match>, StorageError>;

    /// The matches that a command at a place may refer to, most likely first (see
    /// [`GameService::find_at`](crate::service::GameService::find_at)), at most [`CANDIDATES_MAX`]. Of other players'
    /// matches, only the [`OTHER_CANDIDATES_MAX`] newest are considered.
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

    /// Ends a running match of a server without a result and without replaying its moves, which may be invalid. Returns
    /// false if there is no such match.
    async fn stop_corrupt_match(&self, id: MatchId, server: ServerId, now: Millis) -> Result<bool, StorageError>;

    /// A player's private note about a match, if any.
    async fn note(&self, game: MatchId, player: PlayerId) -> Result<Option<String>, StorageError>;

    /// The hint that a seat was given at this ply, if any.
    async fn hint(&self, game: MatchId, ply: usize, seat: Seat) -> Result<Option<Hint>, StorageError>;
}
