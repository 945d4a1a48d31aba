//! Player statistics and leaderboards.

use super::rating::Rating;
use crate::service::ids::{Millis, PlayerId, ServerId};
use crate::service::matches::player::{Level, Player};

/// Who reads the statistics of a player. They are about what the reader could see: matches in the server in which they
/// ask, and matches against them. Players see all of their own matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The reader.
    pub person: PlayerId,
    /// The server in which they ask.
    pub server: Option<ServerId>,
}

/// The statistics of a player at a game, about what their reader could see.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerStats {
    /// The current rating; `None` before the first rated match that the reader could see.
    pub rating: Option<Rating>,
    /// The number of matches won, rated or not. Matches without a result are not counted.
    pub won: u32,
    /// The number of matches drawn.
    pub drawn: u32,
    /// The number of matches lost.
    pub lost: u32,
    /// The results against people, including those against the reader.
    pub against_people: Tally,
    /// The results against the reader.
    pub against_reader: Tally,
    /// The results against each level of the engine that the player has met, lowest first.
    pub against_levels: Vec<(Level, Tally)>,
    /// The most frequent opponent, and the number of matches against them. Erased players are ignored.
    pub most_frequent_opponent: Option<(Player, u32)>,
    /// The strongest opponent beaten in a rated match, and the rating of that opponent at the time.
    pub best_win: Option<(Player, f64)>,
    /// The rating after each of the latest rated matches, earliest first.
    pub history: Vec<RatingPoint>,
}

impl PlayerStats {
    /// The number of matches.
    pub fn played(&self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }
}

/// How matches ended for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of matches won.
    pub won: u32,
    /// The number of matches drawn.
    pub drawn: u32,
    /// The number of matches lost.
    pub lost: u32,
}

impl Tally {
    /// The number of matches.
    pub fn played(&self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    /// Adds the results of other matches.
    pub fn add(&mut self, other: Tally) {
        self.won = self.won.saturating_add(other.won);
        self.drawn = self.drawn.saturating_add(other.drawn);
        self.lost = self.lost.saturating_add(other.lost);
    }
}

/// A past rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    /// The end of the match.
    pub at: Millis,
    /// The rating value, unrounded.
    pub value: f64,
    /// The rating deviation.
    pub deviation: f64,
}

/// A row of a server's leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaderboardRow {
    /// The rank, from 1.
    pub rank: usize,
    /// The player.
    pub player: PlayerId,
    /// The current rating.
    pub rating: Rating,
    /// The number of matches that the player has finished in the server.
    pub played: u32,
}

/// A level of the engine that suits a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuggestedLevel {
    /// The level.
    pub level: Level,
    /// Whether the player's results led to it. If not, the player is new to the game.
    pub from_results: bool,
}

impl PlayerStats {
    /// The level above the highest one that the player has beaten more often than not; if there is none, the lowest one
    /// that they have played, or the one below it if they have lost more often than won. Without games against the
    /// engine, the level whose rating (`rating_of`) is closest to the player's, and the first level for a newcomer. Never
    /// above `highest`, the game's highest level.
    pub fn suggested_level(&self, highest: Level, rating_of: impl Fn(Level) -> u16) -> SuggestedLevel {
        let beaten =
            self.against_levels.iter().filter(|(_, tally)| tally.won > tally.lost).map(|(level, _)| *level).max();
        let lowest = self.against_levels.iter().min_by_key(|(level, _)| *level);
        let next = |level: Level, by: i8| level.number().checked_add_signed(by).and_then(Level::new).unwrap_or(level);
        let found = match (beaten, lowest, self.rating) {
            (Some(level), ..) => Some(next(level, 1)),
            (None, Some((level, tally)), _) if tally.lost > tally.won => Some(next(*level, -1)),
            (None, Some((level, _)), _) => Some(*level),
            (None, None, Some(rating)) => {
                highest.and_below().min_by_key(|level| (i64::from(rating_of(*level)) - rating.points()).abs())
            }
            (None, None, None) => None,
        };
        SuggestedLevel { level: found.unwrap_or(Level::FIRST).min(highest), from_results: found.is_some() }
    }
}

/// The maximum number of rows of a leaderboard.
pub const LEADERS_MAX: usize = 25;
/// The maximum number of matches from which a player's habits are counted. Their moves are replayed, which takes a
/// tenth of a millisecond each.
pub const RECENT_MAX: u32 = 100;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::ids::Millis;

    fn suggested(results: &[(u8, u32, u32)], rating: Option<f64>) -> (u8, bool) {
        let level = |number: u8| Level::new(number).expect("a level");
        let against_levels =
            results.iter().map(|(number, won, lost)| (level(*number), Tally { won: *won, lost: *lost, drawn: 0 }));
        let rating = rating.map(|value| Rating { value, ..Rating::start(Millis(0)) });
        let stats = PlayerStats { against_levels: against_levels.collect(), rating, ..PlayerStats::default() };
        let suggested = stats.suggested_level(level(8), |level| 1000 + 100 * u16::from(level.number()));
        (suggested.level.number(), suggested.from_results)
    }

    #[test]
    fn the_suggested_level_follows_from_results() {
        assert_eq!(suggested(&[], None), (1, false), "a newcomer");
        assert_eq!(suggested(&[(1, 1, 0)], None), (2, true), "one win");
        assert_eq!(suggested(&[(1, 3, 1), (3, 2, 1), (5, 0, 4)], None), (4, true), "above the highest level beaten");
        assert_eq!(suggested(&[(3, 1, 1)], None), (3, true), "as many wins as losses");
        assert_eq!(suggested(&[(3, 0, 1), (5, 0, 1)], None), (2, true), "losses only");
        assert_eq!(suggested(&[(1, 0, 9)], None), (0, true), "the level for children");
        assert_eq!(suggested(&[(0, 0, 9)], None), (0, true), "there is no lower level");
        assert_eq!(suggested(&[(8, 9, 0)], None), (8, true), "there is no higher level");
        assert_eq!(suggested(&[], Some(1632.0)), (6, true), "a rating from games against people");
        assert_eq!(suggested(&[(1, 1, 0)], Some(1632.0)), (2, true), "games against the engine say more");
    }
}
