//! The running score of a match.

use super::adjudicator::{Finished, TimeUsed};
use super::statistics::Pairs;
use std::collections::BTreeMap;
use tablero_games::rules::{Outcome, Seat};

/// The results of a match from the view of the first player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Wins, draws and losses, per seat.
    pub by_seat: [[u64; 3]; 2],
    /// The results by pairs.
    pub pairs: Pairs,
    /// The plies of all games, including those of the openings.
    pub plies: u64,
    /// The time used by each player.
    pub time_used: [TimeUsed; 2],
    /// The number of games per ending reason and per player at fault (0 for the first player, 1 for the second).
    pub reasons: BTreeMap<(&'static str, Option<usize>), u64>,
}

impl MatchScore {
    /// Adds two games from one opening; the first player had seat one in the first game.
    pub fn add(&mut self, games: &[Finished; 2]) {
        let mut half_points = 0;
        for (game, seat) in games.iter().zip(Seat::BOTH) {
            let result = match game.outcome {
                Outcome::Win(winner) if winner == seat => 0,
                Outcome::Draw => 1,
                Outcome::Win(_) => 2,
            };
            self.by_seat[seat.index()][result] += 1;
            half_points += 2 - result;
            self.plies += game.record.moves.len() as u64;
            let time_used = [game.time_used[seat.index()], game.time_used[(!seat).index()]];
            self.time_used = [self.time_used[0].and(time_used[0]), self.time_used[1].and(time_used[1])];
            let fault = game.fault.as_ref().map(|(culprit, _)| usize::from(*culprit != seat));
            *self.reasons.entry((game.reason, fault)).or_default() += 1;
        }
        self.pairs.add(half_points);
    }

    /// Wins, draws and losses in both seats.
    pub fn results(&self) -> [u64; 3] {
        std::array::from_fn(|result| self.by_seat[0][result] + self.by_seat[1][result])
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.results().iter().sum()
    }
}
