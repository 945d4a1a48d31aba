//! Habits of a player: favourite openings and reliability, counted in the latest games.

use crate::catalog::AnyGame;
use std::collections::BTreeMap;

/// What a finished match says about the habits of one of its players.
#[derive(Clone, Debug)]
pub struct RecentGame {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Whether the opponent is a person.
    pub is_against_person: bool,
    /// What the player failed to do, if anything.
    pub failure: Option<Failure>,
    /// The first move of the player.
    pub first_move: Option<String>,
    /// How long the player took for each move, in milliseconds.
    pub answer_times: Vec<i64>,
}

/// How a match ended because a player did not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The player lost on time.
    LostOnTime,
    /// The player's clock expired when the match had hardly begun, so it has no result.
    NotBegun,
}

/// How often a player began with a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The first move.
    pub first_move: String,
    /// The number of games.
    pub count: usize,
}

/// How reliably a player has played the latest games. Games against the engine do not count, because nobody waits for a
/// move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reliability {
    /// The number of games.
    pub games: usize,
    /// How many of them the player lost on time.
    pub lost_on_time: usize,
    /// How many of them had no result because the player did not begin to play.
    pub not_begun: usize,
    /// The median of the times that the player took for a move, in milliseconds.
    pub median_answer_time: Option<i64>,
}

impl Reliability {
    /// The percentage of games that the player lost on time or did not begin; 0 only if there were none.
    pub fn percent_failed(&self) -> usize {
        let (failed, games) = (self.lost_on_time + self.not_begun, self.games.max(1));
        ((200 * failed + games) / (2 * games)).max(failed.min(1))
    }
}

/// The most frequent first moves of a player at a game, at most `most`. Equally frequent moves are sorted by text, so
/// that the list does not depend on the order of the games.
pub fn openings(games: &[RecentGame], game: &dyn AnyGame, most: usize) -> Vec<Opening> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for first_move in games.iter().filter(|played| played.game.name() == game.name()).filter_map(first_move) {
        *counts.entry(first_move).or_default() += 1;
    }
    let opening = |(first_move, count): (&str, usize)| Opening { first_move: first_move.to_owned(), count };
    let mut openings: Vec<Opening> = counts.into_iter().map(opening).collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.count));
    openings.truncate(most);
    openings
}

fn first_move(game: &RecentGame) -> Option<&str> {
    game.first_move.as_deref()
}

/// The reliability of a player; `None` without games against people.
pub fn reliability(games: &[RecentGame]) -> Option<Reliability> {
    let counted: Vec<&RecentGame> = games.iter().filter(|game| game.is_against_person).collect();
    let failed = |failure| counted.iter().filter(|game| game.failure == Some(failure)).count();
    let mut times: Vec<i64> = counted.iter().flat_map(|game| game.answer_times.iter().copied()).collect();
    times.sort_unstable();
    (!counted.is_empty()).then(|| Reliability {
        games: counted.len(),
        lost_on_time: failed(Failure::LostOnTime),
        not_begun: failed(Failure::NotBegun),
        // For an even number, the larger of the two middle values: at least half of the moves took no longer.
        median_answer_time: times.get(times.len() / 2).copied(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn played(game: &str, first_move: Option<&str>) -> RecentGame {
        RecentGame {
            game: Catalog::standard().game(game).expect("a game"),
            is_against_person: true,
            failure: None,
            first_move: first_move.map(str::to_owned),
            answer_times: Vec::new(),
        }
    }

    #[test]
    fn openings_are_the_most_frequent_first_moves_of_a_game() {
        let dvonn = Catalog::standard().game("dvonn").expect("a game");
        let moves = [Some("b1"), Some("a1"), None, Some("c1"), Some("c1"), Some("d1"), Some("c1"), Some("d1")];
        let mut games: Vec<RecentGame> = moves.map(|first_move| played("dvonn", first_move)).into();
        games.extend([played("barrier", Some("a1")), played("barrier", Some("a1"))]);
        let found = |most| openings(&games, dvonn, most).into_iter().map(|found| (found.first_move, found.count));
        let expected = [("c1", 3), ("d1", 2), ("a1", 1), ("b1", 1)].map(|(text, count)| (text.to_owned(), count));
        assert!(found(9).eq(expected.clone()));
        assert!(found(3).eq(expected.into_iter().take(3)));
        assert!(openings(&games, Catalog::standard().game("zertz").expect("a game"), 3).is_empty());
    }

    #[test]
    fn only_games_against_people_tell_how_reliable_a_player_is() {
        let engine = RecentGame { is_against_person: false, answer_times: vec![1; 9], ..played("dvonn", None) };
        assert_eq!(reliability(std::slice::from_ref(&engine)), None);
        let late =
            RecentGame { failure: Some(Failure::LostOnTime), answer_times: vec![70, 10, 30], ..played("dvonn", None) };
        let never = RecentGame { failure: Some(Failure::NotBegun), ..played("zertz", None) };
        let fine = RecentGame { answer_times: vec![20], ..played("zertz", None) };
        let found = reliability(&[engine, late, never, fine]).expect("there are games");
        let expected = Reliability { games: 3, lost_on_time: 1, not_begun: 1, median_answer_time: Some(30) };
        assert_eq!((found, found.percent_failed()), (expected, 67));
        let one_of_many = Reliability { games: 1000, lost_on_time: 1, not_begun: 0, median_answer_time: None };
        assert_eq!(one_of_many.percent_failed(), 1, "not 0");
        let silent = reliability(&[played("dvonn", None)]).expect("there is a game");
        assert_eq!((silent.median_answer_time, silent.percent_failed()), (None, 0));
    }
}
