//! Player statistics and leaderboards.

use super::rated_result::RatingChange;
use super::rating::Rating;
use crate::service::ids::{MatchId, Millis, PlayerId, ServerId};
use crate::service::matches::player::Player;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// The statistics of a player at a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerStats {
    /// The current rating; `None` before the first rated match.
    pub rating: Option<Rating>,
    /// The number of matches won, rated or not. Matches without a result are not counted.
    pub won: u32,
    /// The number of matches drawn.
    pub drawn: u32,
    /// The number of matches lost.
    pub lost: u32,
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
}

/// Storage queries about ratings. Ratings are written as part of match changes (see [`crate::service::MatchChange`]).
#[async_trait]
pub trait RatingStorage: Send + Sync {
    /// The stored ratings of players at a game; players without one are left out.
    async fn ratings(&self, players: &[PlayerId], game: &str) -> Result<Vec<(PlayerId, Rating)>, StorageError>;

    /// The rating changes of a match, in the order of the seats; empty while the match is running, and if it was not
    /// rated or had no result.
    async fn rating_changes(&self, game: MatchId) -> Result<Vec<RatingChange>, StorageError>;

    /// The statistics of a player at a game.
    async fn player_stats(&self, player: PlayerId, game: &str, now: Millis) -> Result<PlayerStats, StorageError>;

    /// The players who have finished a rated match of this game in this server, with their stored ratings, in any
    /// order.
    async fn rated_players(&self, server: ServerId, game: &str) -> Result<Vec<(PlayerId, Rating)>, StorageError>;
}

/// The maximum number of rows of a leaderboard.
pub const LEADERS_MAX: usize = 25;

/// The leaderboard of these players, given in any order: those whose rating is not provisional, best first, at most
/// [`LEADERS_MAX`]. If `reader` ranks lower, they replace the last row, with their true rank. Equal ratings are ordered
/// by player id, so that the order is deterministic.
pub fn leaderboard(rated: &[(PlayerId, Rating)], reader: PlayerId, now: Millis) -> Vec<LeaderboardRow> {
    let mut ranked_players: Vec<(PlayerId, Rating)> = rated
        .iter()
        .map(|(player, rating)| (*player, rating.as_of(now)))
        .filter(|(_, rating)| !rating.is_provisional())
        .collect();
    ranked_players.sort_by(|(one, first), (other, second)| second.value.total_cmp(&first.value).then(one.cmp(other)));
    let ranked = || {
        (1..).zip(&ranked_players).map(|(rank, (player, rating))| LeaderboardRow {
            rank,
            player: *player,
            rating: *rating,
        })
    };
    let mut leaders: Vec<LeaderboardRow> = ranked().take(LEADERS_MAX).collect();
    if let Some(own_row) = ranked().skip(LEADERS_MAX).find(|leader| leader.player == reader) {
        leaders.pop();
        leaders.push(own_row);
    }
    leaders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::ratings::rating::PERIOD_MS;

    fn rated(id: u64, value: f64) -> (PlayerId, Rating) {
        (PlayerId(id), Rating { value, deviation: 80.0, games: 9, ..Rating::start(Millis(0)) })
    }

    fn places(leaders: &[LeaderboardRow]) -> Vec<(usize, u64)> {
        leaders.iter().map(|leader| (leader.rank, leader.player.0)).collect()
    }

    #[test]
    fn established_players_are_ordered_by_rating() {
        let mut all = vec![rated(1, 1500.0), rated(2, 1700.0), rated(3, 1500.0), rated(4, 1900.0), rated(5, 2000.0)];
        all[3].1.games = 4;
        all[4].1.deviation = 109.9;
        assert_eq!(places(&leaderboard(&all, PlayerId(9), Millis(0))), [(1, 5), (2, 2), (3, 1), (4, 3)]);
        // The rating of an inactive player becomes provisional again.
        let later = Millis(PERIOD_MS);
        assert_eq!(places(&leaderboard(&all, PlayerId(9), later)), [(1, 2), (2, 1), (3, 3)]);
        assert!(leaderboard(&[], PlayerId(9), later).is_empty());
    }

    #[test]
    fn the_reader_is_shown_even_at_a_low_rank() {
        let all: Vec<_> = (1..=40).map(|id| rated(id, 2500.0 - 10.0 * id as f64)).collect();
        let leaders = leaderboard(&all, PlayerId(33), Millis(0));
        let expected: Vec<(usize, u64)> = (1..25).map(|id| (id as usize, id)).chain([(33, 33)]).collect();
        assert_eq!(places(&leaders), expected);
        for id in [25, 99] {
            let expected: Vec<(usize, u64)> = (1..=25).map(|id| (id as usize, id)).collect();
            assert_eq!(places(&leaderboard(&all, PlayerId(id), Millis(0))), expected);
        }
    }
}
