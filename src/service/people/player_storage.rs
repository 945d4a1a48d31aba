//! The storage trait of players.

use super::preferences::Preferences;
use crate::service::ids::{Millis, PlayerId};
use crate::service::storage_error::StorageError;
use crate::service::time::calendar::{Calendar, Schedule};
use crate::service::time::vacation::Vacation;
use async_trait::async_trait;

/// Storage of players: names, preferences, schedules, vacations and blocks. Every operation is one transaction.
#[async_trait]
pub trait PlayerStorage: Send + Sync {
    /// Stores a player's display name (see [`display_name`](super::display_name::display_name)), and their locale if known.
    async fn update_player(&self, id: PlayerId, name: &str, locale: Option<&str>) -> Result<(), StorageError>;

    /// The display names of players; players never seen are left out.
    async fn player_names(&self, ids: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StorageError>;

    /// The locale that a player used last, if known.
    async fn player_locale(&self, id: PlayerId) -> Result<Option<String>, StorageError>;

    /// The preferences of a player.
    async fn preferences(&self, player: PlayerId) -> Result<Preferences, StorageError>;

    /// The preferences of both players of a match and what pauses their clocks after `since`. The engine has neither.
    async fn preferences_and_calendars(
        &self,
        players: [Option<PlayerId>; 2],
        since: Millis,
    ) -> Result<[(Preferences, Calendar); 2], StorageError>;

    /// The schedules of a player, earliest first.
    async fn schedules(&self, player: PlayerId) -> Result<Vec<Schedule>, StorageError>;

    /// The vacations of a player that end after `after`, earliest first.
    async fn vacations(&self, player: PlayerId, after: Millis) -> Result<Vec<Vacation>, StorageError>;

    /// The players that a player has blocked, in no particular order.
    async fn blocked_people(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError>;

    /// Whether either of two players has blocked the other.
    async fn is_blocked(&self, one: PlayerId, other: PlayerId) -> Result<bool, StorageError>;
}
