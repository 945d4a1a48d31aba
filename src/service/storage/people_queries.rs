//! Reading what is stored about people.

use crate::service::ids::{Millis, PlayerId};
use crate::service::links::link::{LinkCode, RatedRecord, RunningGames};
use crate::service::people::accounts::{ExternalId, PlatformId};
use crate::service::people::lessons::SeenLesson;
use crate::service::people::preferences::Preferences;
use crate::service::ratings::puzzles::SeenPuzzle;
use crate::service::ratings::rating::Rating;
use crate::service::storage_error::StorageError;
use crate::service::time::calendar::{Calendar, Schedule};
use crate::service::time::vacation::Vacation;
use async_trait::async_trait;

/// Reads accounts, names, preferences, schedules, blocks and links of people. Every operation is one transaction.
#[async_trait]
pub trait PeopleQueries: Send + Sync {
    /// Returns the person with this account, if it is stored.
    async fn find_person(&self, platform: PlatformId, account: &ExternalId) -> Result<Option<PlayerId>, StorageError>;

    /// Returns the accounts of people on a platform, in no particular order. Leaves out people without an account there.
    async fn accounts_of(
        &self,
        platform: PlatformId,
        people: &[PlayerId],
    ) -> Result<Vec<(PlayerId, ExternalId)>, StorageError>;

    /// The accounts of a person, each with the name of its platform, sorted by platform.
    async fn accounts(&self, person: PlayerId) -> Result<Vec<(String, ExternalId)>, StorageError>;

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

    /// The lessons that a player has seen, the latest first.
    async fn lessons(&self, player: PlayerId) -> Result<Vec<SeenLesson>, StorageError>;

    /// Until when links to pages of matches that were given to a person are invalid, if they ever made them invalid.
    async fn board_links_revoked_at(&self, player: PlayerId) -> Result<Option<Millis>, StorageError>;

    /// Until when tokens of a person's programs are invalid; `None` if all are.
    async fn tokens_revoked_at(&self, player: PlayerId) -> Result<Option<Millis>, StorageError>;

    /// The puzzles of a game that a player has seen, the latest first.
    async fn puzzles(&self, player: PlayerId, game: &str) -> Result<Vec<SeenPuzzle>, StorageError>;

    /// The rating of a player for the puzzles of a game, if they have answered any.
    async fn puzzle_rating(&self, player: PlayerId, game: &str) -> Result<Option<Rating>, StorageError>;

    /// The game and the number of the open puzzle that a player has seen last, and when.
    async fn open_puzzle(&self, player: PlayerId) -> Result<Option<(String, u32, Millis)>, StorageError>;

    /// The ratings of the puzzles of a game that players have answered, with the numbers of the puzzles.
    async fn rated_puzzles(&self, game: &str) -> Result<Vec<(u32, Rating)>, StorageError>;

    /// Whether either of two players has blocked the other.
    async fn is_blocked(&self, one: PlayerId, other: PlayerId) -> Result<bool, StorageError>;

    /// The valid link code of a person, if any.
    async fn link_code_of(&self, person: PlayerId, now: Millis) -> Result<Option<LinkCode>, StorageError>;

    /// The link code with this text, if it is valid.
    async fn link_code(&self, code: &str, now: Millis) -> Result<Option<LinkCode>, StorageError>;

    /// The running games of two people.
    async fn running_games_of(&self, people: [PlayerId; 2]) -> Result<RunningGames, StorageError>;

    /// The rated games of two people, in the order in which their rating changes were stored.
    async fn rated_records(&self, people: [PlayerId; 2]) -> Result<Vec<RatedRecord>, StorageError>;
}
