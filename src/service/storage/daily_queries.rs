//! Reading boards of the day.

use crate::service::daily::{BoardId, DailyAnswer, DailyBoard, DailyChannel, DailyRecord};
use crate::service::ids::{PlaceId, PlayerId};
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Reads the boards of the day. Every operation is one transaction.
#[async_trait]
pub trait DailyQueries: Send + Sync {
    /// What a channel has chosen about its board of the day; `None` if it never had one.
    async fn daily_channel(&self, place: PlaceId) -> Result<Option<DailyChannel>, StorageError>;

    /// A board.
    async fn daily_board(&self, id: BoardId) -> Result<Option<DailyBoard>, StorageError>;

    /// The board of a channel with this number.
    async fn numbered_daily_board(&self, place: PlaceId, number: u32) -> Result<Option<DailyBoard>, StorageError>;

    /// Whether a channel has a board for a day.
    async fn has_daily_board(&self, place: PlaceId, day: i64) -> Result<bool, StorageError>;

    /// The games and puzzles of the boards of a channel after a number.
    async fn daily_puzzles(&self, place: PlaceId, after: u32) -> Result<Vec<(String, u32)>, StorageError>;

    /// What a person has answered to a board, if anything.
    async fn daily_answer(&self, board: BoardId, player: PlayerId) -> Result<Option<DailyAnswer>, StorageError>;

    /// What people have answered to a board: those who needed the fewest tries first, and of these the earlier ones.
    async fn daily_answers(&self, board: BoardId) -> Result<Vec<DailyAnswer>, StorageError>;

    /// The people who have answered a board of a channel after a number, and whose settings seem to ask for pings.
    async fn asked_for_daily_pings(&self, place: PlaceId, after: u32) -> Result<Vec<PlayerId>, StorageError>;

    /// How a person has done at the boards of the day.
    async fn daily_record(&self, player: PlayerId) -> Result<DailyRecord, StorageError>;
}
