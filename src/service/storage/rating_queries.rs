//! Reading ratings and statistics.

use crate::service::ids::{MatchId, Millis, PlayerId, ServerId};
use crate::service::ratings::habits::RecentGame;
use crate::service::ratings::player_stats::{LeaderboardRow, PlayerStats, Reader};
use crate::service::ratings::rated_result::RatingChange;
use crate::service::ratings::rating::Rating;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Reads ratings. They are written as part of match changes (see [`MatchChange`](crate::service::MatchChange)).
#[async_trait]
pub trait RatingQueries: Send + Sync {
    /// The stored ratings of players at a game; players without one are left out.
    async fn ratings(&self, players: &[PlayerId], game: &str) -> Result<Vec<(PlayerId, Rating)>, StorageError>;

    /// The rating changes of a match, in the order of the seats; empty while the match is running, and if it was not
    /// rated or had no result.
    async fn rating_changes(&self, match_id: MatchId) -> Result<Vec<RatingChange>, StorageError>;

    /// The statistics of a player at a game, for a reader.
    async fn player_stats(
        &self,
        player: PlayerId,
        game: &str,
        reader: Reader,
        now: Millis,
    ) -> Result<PlayerStats, StorageError>;

    /// The latest finished matches of a player that a reader may see, last ended first, at most
    /// [`RECENT_MAX`](crate::service::ratings::player_stats::RECENT_MAX). Matches that a manager has stopped are left
    /// out: they say nothing about the players. A match that cannot be read is logged and left out.
    async fn recent_games(&self, player: PlayerId, reader: Reader) -> Result<Vec<RecentGame>, StorageError>;

    /// The leaderboard of a game in a server: the players who have finished a rated match of the game there and whose
    /// rating is not provisional at `now`, best first, at most
    /// [`LEADERS_MAX`](crate::service::ratings::player_stats::LEADERS_MAX). If `reader` ranks lower, they replace the
    /// last row, with their true rank. Equal ratings are ordered by player id, so that the order is deterministic.
    async fn leaders(
        &self,
        server: ServerId,
        game: &str,
        reader: PlayerId,
        now: Millis,
    ) -> Result<Vec<LeaderboardRow>, StorageError>;
}
