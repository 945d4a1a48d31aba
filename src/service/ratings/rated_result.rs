//! Results of rated matches, and the rating changes that follow from them.

use super::rating::{Rating, rate};
use crate::catalog::AnyGame;
use crate::rules::{Outcome, Seat};
use crate::service::ids::{Millis, PlayerId};
use crate::service::matches::player::{ERASED_PLAYER, Player};
use crate::service::matches::state::Match;
use std::collections::BTreeMap;

/// The result of a rated match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedResult {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The players, by seat.
    pub players: [Player; 2],
    /// The outcome.
    pub outcome: Outcome,
    /// When it ended.
    pub at: Millis,
}

/// The change of a player's rating by a rated match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// The player's seat.
    pub seat: Seat,
    /// The rating before the match, with its deviation at the end of the match.
    pub before: Rating,
    /// The rating after the match.
    pub after: Rating,
}

impl RatingChange {
    /// The number of points gained, as the difference of the displayed ratings.
    pub fn gain(&self) -> i64 {
        self.after.points() - self.before.points()
    }
}

impl RatedResult {
    /// The rated result of a match; `None` if it is running, is not rated, ended without a result, or has an erased
    /// player.
    pub fn of(played: &Match, at: Millis) -> Option<RatedResult> {
        let outcome = played.outcome.filter(|_| played.rated)?;
        let is_not_erased = |player: &Player| player.person() != Some(ERASED_PLAYER);
        let game = played.line.game();
        let result = RatedResult { game, players: played.players, outcome, at };
        played.players.iter().all(is_not_erased).then_some(result)
    }

    /// The rating changes of the human players; the engine's levels have fixed ratings. `known` returns the stored
    /// rating of a player; `None` for a player without one.
    pub fn changes(&self, known: impl Fn(PlayerId) -> Option<Rating>) -> Vec<(PlayerId, RatingChange)> {
        let before = self.players.map(|player| match player {
            Player::Person(id) => known(id).unwrap_or(Rating::start(self.at)).as_of(self.at),
            Player::Engine(level) => Rating::of_level(f64::from(self.game.level_rating(level)), self.at),
        });
        let mut after = rate(before, self.outcome, self.at);
        for seat in Seat::BOTH.into_iter().filter(|seat| self.players[(!*seat).index()].level().is_some()) {
            let won = self.outcome == Outcome::Win(seat);
            let level = before[(!seat).index()];
            after[seat.index()] = after[seat.index()].as_proven_by_level(before[seat.index()], level, won);
        }
        let people = Seat::BOTH.into_iter().filter_map(|seat| Some((seat, self.players[seat.index()].person()?)));
        people
            .map(|(seat, id)| {
                let [before, after] = [before, after].map(|ratings| ratings[seat.index()]);
                (id, RatingChange { seat, before, after })
            })
            .collect()
    }
}

/// Recomputes the ratings of all players at all games from the rated results alone, in the order in which the matches
/// ended (in the database: the order in which their changes were stored). The results are bit-identical to ratings that
/// were stored incrementally.
pub fn recompute<'a>(results: impl IntoIterator<Item = &'a RatedResult>) -> BTreeMap<(String, PlayerId), Rating> {
    let mut ratings = BTreeMap::new();
    for result in results {
        let known = |id| ratings.get(&(result.game.name().to_owned(), id)).copied();
        for (id, change) in result.changes(known) {
            ratings.insert((result.game.name().to_owned(), id), change.after);
        }
    }
    ratings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::service::matches::player::Level;

    fn known(game: &str) -> &'static dyn AnyGame {
        Catalog::standard().game(game).expect("a game")
    }

    fn level_rating(game: &str, level: Level) -> f64 {
        known(game).level_rating(level).into()
    }
    use crate::service::ratings::rating::PERIOD_MS;

    const DAY_MS: i64 = 24 * 60 * 60 * 1000;

    fn result(game: &str, players: [Player; 2], outcome: Outcome, day: i64) -> RatedResult {
        RatedResult { game: known(game), players, outcome, at: Millis(day * DAY_MS) }
    }

    fn person(id: u64) -> Player {
        Player::Person(PlayerId(id))
    }

    #[test]
    fn games_are_rated_apart_and_levels_never_change() {
        let level = Level::new(4).expect("a level");
        let win = Outcome::Win(Seat::One);
        let results = [
            result("dvonn", [person(1), person(2)], win, 1),
            result("zertz", [person(1), Player::Engine(level)], win, 2),
            result("zertz", [Player::Engine(level), person(2)], win, 3),
        ];
        let ratings = recompute(&results);
        let keys: Vec<(&str, u64)> = ratings.keys().map(|(game, id)| (game.as_str(), id.0)).collect();
        assert_eq!(keys, [("dvonn", 1), ("dvonn", 2), ("zertz", 1), ("zertz", 2)]);
        let alone = rate([Rating::start(results[1].at), Rating::of_level(1500.0, results[1].at)], win, results[1].at);
        assert_eq!(ratings[&("zertz".to_owned(), PlayerId(1))], alone[0]);
        // The level has the same rating a day later, whatever the result of the first game.
        let again = rate(
            [Rating::of_level(level_rating("zertz", level), results[2].at), Rating::start(results[2].at)],
            win,
            results[2].at,
        );
        assert_eq!(ratings[&("zertz".to_owned(), PlayerId(2))], again[1]);
        assert_ne!(level_rating("zertz", level), level_rating("zertz", Level::default()));
    }

    #[test]
    fn a_recomputation_equals_the_ratings_stored_incrementally() {
        let mut ratings: BTreeMap<(String, PlayerId), Rating> = BTreeMap::new();
        let mut results = Vec::new();
        for number in 0..400_i64 {
            let [one, two] = [number % 7, (number * 5 + number / 7) % 8].map(i64::unsigned_abs);
            let two = if two == 7 || two == one {
                Player::Engine(Level::new(1 + (number % 8) as u8).expect("a level"))
            } else {
                person(two)
            };
            let outcome = [Outcome::Win(Seat::One), Outcome::Draw, Outcome::Win(Seat::Two)][(number % 3) as usize];
            let game = ["zertz", "dvonn"][(number % 11 / 6) as usize];
            let day = number * 3 + if number > 200 { 10 * PERIOD_MS / DAY_MS } else { 0 };
            let result = result(game, [person(one), two], outcome, day);
            for (id, change) in result.changes(|id| ratings.get(&(game.to_owned(), id)).copied()) {
                assert_eq!(change.gain(), change.after.points() - change.before.points());
                ratings.insert((game.to_owned(), id), change.after);
            }
            results.push(result);
        }
        assert_eq!(recompute(&results), ratings);
        let other: Vec<RatedResult> = results.iter().skip(1).cloned().collect();
        assert_ne!(recompute(&other), ratings);
    }
}
