//! Profiles: what players show each other about their games.

use crate::catalog::AnyGame;
use crate::service::daily::DailyRecord;
use crate::service::game_service::GameService;
use crate::service::game_service::puzzles::PuzzleRecord;
use crate::service::ids::PlayerId;
use crate::service::ratings::habits::{Opening, Reliability, openings, reliability};
use crate::service::ratings::player_stats::{PlayerStats, Reader};
use crate::service::service_error::ServiceError;

/// The maximum number of favourite openings of a game.
const OPENINGS_MAX: usize = 3;

/// What a profile says about a game.
#[derive(Clone, Debug)]
pub struct ProfileGame {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The rating and the results.
    pub stats: PlayerStats,
    /// The favourite openings, most frequent first.
    pub openings: Vec<Opening>,
}

/// The profile of a player, from the matches that its reader may see.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// The games that the player has finished, in the order of the catalogue.
    pub games: Vec<ProfileGame>,
    /// How reliable the player is; `None` without games against people.
    pub reliability: Option<Reliability>,
    /// The games in which the player has done lessons: how many, and how many the game has. Empty for other readers.
    pub lessons: Vec<(&'static dyn AnyGame, usize, usize)>,
    /// How the player has done at puzzles. Empty for other readers.
    pub puzzles: Vec<PuzzleRecord>,
    /// How the player has done at the boards of the day. Empty for other readers.
    pub daily: DailyRecord,
}

impl GameService {
    /// Whether a reader may see a player's profile and statistics: not if the player hides them or either has blocked
    /// the other.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn is_profile_shown(&self, player: PlayerId, reader: PlayerId) -> Result<bool, ServiceError> {
        if player == reader {
            return Ok(true);
        }
        let shows = self.storage().preferences(player).await?.shows_profile;
        Ok(shows && !self.storage().is_blocked(player, reader).await?)
    }

    /// The profile of a player; `None` if the reader may not see it.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn profile(&self, player: PlayerId, reader: Reader) -> Result<Option<Profile>, ServiceError> {
        if !self.is_profile_shown(player, reader.person).await? {
            return Ok(None);
        }
        let recent = self.storage().recent_games(player, reader).await?;
        let mut games = Vec::new();
        for game in self.catalog().games().iter().copied() {
            let stats = self.storage().player_stats(player, game.name(), reader, self.now()).await?;
            if stats.played() > 0 {
                games.push(ProfileGame { game, stats, openings: openings(&recent, game, OPENINGS_MAX) });
            }
        }
        let mut profile = Profile { games, reliability: reliability(&recent), ..Profile::default() };
        if player == reader.person {
            profile.lessons = self.lessons_of(player).await?;
            profile.puzzles = self.puzzle_records(player).await?;
            profile.daily = self.storage().daily_record(player).await?;
        }
        Ok(Some(profile))
    }
}
