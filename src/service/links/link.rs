//! Links between the accounts of a person on several platforms.

use crate::catalog::Catalog;
use crate::rules::{Outcome, Seat};
use crate::service::ids::{MatchId, Millis, PlayerId};
use crate::service::matches::player::Player;
use crate::service::ratings::rated_result::{RatedResult, RatingChange};
use crate::service::ratings::rating::Rating;
use std::collections::BTreeMap;

/// How long a code can be entered and confirmed, in milliseconds: ten minutes.
pub const CODE_MS: i64 = 10 * 60 * 1000;

/// A code with which another account is linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkCode {
    /// The person who asked for it and keeps their settings.
    pub person: PlayerId,
    /// The code.
    pub code: String,
    /// The person who claimed it with another account.
    pub claimant: Option<PlayerId>,
    /// When it expires.
    pub expires_at: Millis,
}

/// Why accounts cannot be linked or unlinked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// The code is unknown or expired, or another account has claimed it.
    #[error("this code is not valid: get a new one on the other platform")]
    UnknownCode,
    /// It is the requester's own code.
    #[error("this is your own code: enter it with your other account")]
    OwnCode,
    /// Both have an account on the same platform.
    #[error("both accounts are on the same platform")]
    SamePlatform,
    /// The two play each other.
    #[error("the two accounts play each other: finish that game first")]
    Opponents,
    /// One of them has a running game with a clock.
    #[error("a game with a time control is running: finish it first")]
    ClockRunning,
    /// The code has not been entered on the other platform yet.
    #[error("the code has not been entered on the other platform yet")]
    NotEntered,
    /// The person has only one account.
    #[error("no other account is linked")]
    NotLinked,
    /// Games are running.
    #[error("games are running: finish them first")]
    GamesRunning,
}

/// The running games of two people, some of which prevent linking their accounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunningGames {
    /// The number of running games.
    pub all: usize,
    /// How many of them have a time control.
    pub with_clock: usize,
    /// How many of them the two play against each other.
    pub together: usize,
}

/// A rated game of one of the two people, with what its rating change was computed from.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedRecord {
    /// The match.
    pub id: MatchId,
    /// The name of the game.
    pub game: String,
    /// The players. Erased players are people with the number 0.
    pub players: [Player; 2],
    /// The outcome.
    pub outcome: Outcome,
    /// The stored ratings before the match, by seat; `None` for the engine.
    pub before: [Option<Rating>; 2],
    /// When it ended.
    pub at: Millis,
}

/// Two people who become one.
#[derive(Clone, Debug, PartialEq)]
pub struct AccountLink {
    /// The person who remains, with their settings.
    pub person: PlayerId,
    /// The person whose accounts and games are added.
    pub merged: PlayerId,
    /// The number of rated games of the two from which the ratings were computed.
    pub records: usize,
    /// The new ratings, by game.
    pub ratings: Vec<(String, Rating)>,
    /// The rating changes of the remaining person, match by match.
    pub changes: Vec<(MatchId, RatingChange)>,
    /// Rated games of the two against each other. They no longer count.
    pub unrated: Vec<MatchId>,
    /// The time of the change.
    pub now: Millis,
}

impl AccountLink {
    /// Computes the ratings of two people who become one from their rated games, which are sorted by when they ended.
    /// The ratings of their opponents stay as they were.
    pub fn new(
        catalog: &Catalog,
        [person, merged]: [PlayerId; 2],
        records: &[RatedRecord],
        now: Millis,
    ) -> AccountLink {
        let is_one = |player: Player| player.person().is_some_and(|id| id == person || id == merged);
        let mut ratings: BTreeMap<String, Rating> = BTreeMap::new();
        let (mut changes, mut unrated) = (Vec::new(), Vec::new());
        for record in records {
            let own: Vec<Seat> = Seat::BOTH.into_iter().filter(|seat| is_one(record.players[seat.index()])).collect();
            let ([seat], Some(game)) = (&own[..], catalog.game(&record.game)) else {
                unrated.push(record.id);
                continue;
            };
            let mut players = record.players;
            players[seat.index()] = Player::Person(person);
            let result = RatedResult { game, players, outcome: record.outcome, at: record.at };
            let known = |id| match id {
                id if id == person => ratings.get(&record.game).copied(),
                _ => record.before[(!*seat).index()],
            };
            let change = result.changes(known).into_iter().find(|(id, _)| *id == person);
            if let Some((_, change)) = change {
                ratings.insert(record.game.clone(), change.after);
                changes.push((record.id, change));
            }
        }
        let ratings = ratings.into_iter().collect();
        AccountLink { person, merged, records: records.len(), ratings, changes, unrated, now }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::matches::player::Level;

    const ADA: PlayerId = PlayerId(1);
    const ADA_ELSEWHERE: PlayerId = PlayerId(2);
    const BRUNO: PlayerId = PlayerId(3);

    fn record(id: i64, players: [Player; 2], outcome: Outcome, before: [Option<Rating>; 2]) -> RatedRecord {
        let at = Millis(id * 1000);
        RatedRecord { id: MatchId(id), game: "zertz".to_owned(), players, outcome, before, at }
    }

    #[test]
    fn the_games_of_both_accounts_make_one_rating_as_if_one_person_had_played_them() {
        let catalog = Catalog::standard();
        let start = |id: i64| Some(Rating::start(Millis(id * 1000)));
        let [ada, elsewhere, bruno] = [ADA, ADA_ELSEWHERE, BRUNO].map(Player::Person);
        let level = Player::Engine(Level::new(3).expect("a level"));
        let records = [
            record(1, [ada, bruno], Outcome::Win(Seat::One), [start(1), start(1)]),
            record(2, [bruno, elsewhere], Outcome::Draw, [start(2), start(2)]),
            record(3, [elsewhere, ada], Outcome::Win(Seat::Two), [start(3), start(3)]),
            record(4, [level, elsewhere], Outcome::Win(Seat::Two), [None, start(4)]),
        ];
        let link = AccountLink::new(&catalog, [ADA, ADA_ELSEWHERE], &records, Millis(9000));
        assert_eq!(link.unrated, [MatchId(3)], "nobody gains rating from themselves");
        assert_eq!(link.changes.iter().map(|(id, _)| id.0).collect::<Vec<_>>(), [1, 2, 4]);
        // The same three games, played by one person.
        let alone = |record: &RatedRecord| {
            let players = record.players.map(|player| if player == elsewhere { ada } else { player });
            AccountLink::new(&catalog, [ADA, PlayerId(99)], &[RatedRecord { players, ..record.clone() }], Millis(9000))
        };
        let first = alone(&records[0]).changes[0].1;
        assert_eq!(link.changes[0].1, first);
        assert_eq!(link.changes[1].1.before.value, first.after.value, "the second game begins where the first ended");
        assert_ne!(link.changes[1].1, alone(&records[1]).changes[0].1);
        let (game, rating) = &link.ratings[0];
        assert_eq!((game.as_str(), rating.games, rating.at), ("zertz", 3, Millis(4000)));
        assert_eq!(*rating, link.changes[2].1.after);
    }
}
