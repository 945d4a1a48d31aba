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

/// The maximum number of rows of a leaderboard.
pub const LEADERS_MAX: usize = 25;
/// The maximum number of matches from which a player's habits are counted. Their moves are replayed, which takes a
/// tenth of a millisecond each.
pub const RECENT_MAX: u32 = 100;
