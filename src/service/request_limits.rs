//! Limits of requests that cost much: how many a person, and all people in a server together, can make a minute. Moves
//! have no limit.

use super::ids::{Millis, PlayerId, ServerId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A request that costs the bot, its host or other people much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CostlyRequest {
    /// A challenge: others are notified.
    Challenge,
    /// A new game against the bot.
    Game,
    /// A hint, or a comment on a move.
    Hint,
    /// The analysis of a game.
    Analysis,
    /// A file with a game record or with personal data.
    Export,
    /// A picture besides the one that follows a move.
    Picture,
}

/// How many requests are answered a minute; 0 for any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Those of one person.
    pub person: u32,
    /// Those of all people in one server.
    pub server: u32,
}

/// `[limits]`: how many requests are answered a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestLimits {
    /// Challenges.
    pub challenges: Rate,
    /// New games against the bot.
    pub games: Rate,
    /// Hints, and comments on moves.
    pub hints: Rate,
    /// Analyses.
    pub analyses: Rate,
    /// Files.
    pub exports: Rate,
    /// Pictures besides those that follow moves.
    pub pictures: Rate,
}

impl RequestLimits {
    /// Any number of requests.
    pub const NONE: RequestLimits = {
        let any = Rate { person: 0, server: 0 };
        RequestLimits { challenges: any, games: any, hints: any, analyses: any, exports: any, pictures: any }
    };

    /// The limits of a kind of request.
    pub fn rate(&self, request: CostlyRequest) -> Rate {
        match request {
            CostlyRequest::Challenge => self.challenges,
            CostlyRequest::Game => self.games,
            CostlyRequest::Hint => self.hints,
            CostlyRequest::Analysis => self.analyses,
            CostlyRequest::Export => self.exports,
            CostlyRequest::Picture => self.pictures,
        }
    }
}

/// Whose requests are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitScope {
    /// Those of a person.
    Person(PlayerId),
    /// Those of all people in a server.
    Server(ServerId),
}

/// A request was one too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{scope:?} may make {most} requests like {request:?} a minute")]
pub struct LimitError {
    /// The kind of request.
    pub request: CostlyRequest,
    /// Whose requests were too many.
    pub scope: LimitScope,
    /// How many are answered a minute.
    pub most: u32,
    /// When the next one is answered.
    pub until: Millis,
}

const MINUTE_MS: i64 = 60_000;
/// With more entries, those without meaning are removed before the next one is added.
const ENTRIES_SWEPT: usize = 10_000;

/// Counts requests in the memory of this process. Cheap to clone.
///
/// An entry is the instant at which all requests so far would have been made at the highest even rate. It may be at most
/// a minute ahead, so a whole minute's requests can come at once.
#[derive(Clone, Debug)]
pub struct RequestLimiter {
    limits: RequestLimits,
    entries: Arc<Mutex<HashMap<(LimitScope, CostlyRequest), Millis>>>,
}

impl RequestLimiter {
    /// A limiter that has counted nothing.
    pub fn new(limits: RequestLimits) -> RequestLimiter {
        RequestLimiter { limits, entries: Arc::default() }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// If it is one too many. Then it is not counted.
    pub fn admit(
        &self,
        request: CostlyRequest,
        person: PlayerId,
        server: Option<ServerId>,
        now: Millis,
    ) -> Result<(), LimitError> {
        let rate = self.limits.rate(request);
        let person = (rate.person > 0).then_some((LimitScope::Person(person), rate.person));
        let server = server.filter(|_| rate.server > 0).map(|server| (LimitScope::Server(server), rate.server));
        // Each entry is valid by itself, whatever a thread that panicked has left undone.
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let is_meaningful = |reached: Millis| reached > now && reached <= now.plus(MINUTE_MS);
        let mut counted = Vec::new();
        for (scope, most) in [person, server].into_iter().flatten() {
            // An entry more than a minute ahead was made before the clock was set back, so it says nothing.
            let entry = entries.get(&(scope, request)).filter(|reached| is_meaningful(**reached));
            let reached = entry.copied().unwrap_or(now);
            let after = reached.plus(MINUTE_MS / i64::from(most));
            let until = after.plus(-MINUTE_MS);
            if until > now {
                return Err(LimitError { request, scope, most, until });
            }
            counted.push(((scope, request), after));
        }
        if entries.len() > ENTRIES_SWEPT {
            entries.retain(|_, reached| is_meaningful(*reached));
        }
        entries.extend(counted);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: PlayerId = PlayerId(1);
    const BRUNO: PlayerId = PlayerId(2);
    const CLUB: Option<ServerId> = Some(ServerId(7));

    fn limiter(person: u32, server: u32) -> RequestLimiter {
        RequestLimiter::new(RequestLimits { hints: Rate { person, server }, ..RequestLimits::NONE })
    }

    #[test]
    fn a_person_can_make_a_minutes_requests_at_once_and_then_the_next_at_the_even_rate() {
        let (limiter, start) = (limiter(4, 0), Millis(1_000_000));
        for _ in 0..4 {
            assert_eq!(limiter.admit(CostlyRequest::Hint, ADA, CLUB, start), Ok(()));
        }
        let error = limiter.admit(CostlyRequest::Hint, ADA, CLUB, start).expect_err("it is the fifth");
        assert_eq!((error.scope, error.most, error.until), (LimitScope::Person(ADA), 4, start.plus(15_000)));
        // What was refused is not counted, and others are not affected.
        assert_eq!(limiter.admit(CostlyRequest::Hint, BRUNO, CLUB, start), Ok(()));
        assert_eq!(limiter.admit(CostlyRequest::Game, ADA, CLUB, start), Ok(()));
        assert!(limiter.admit(CostlyRequest::Hint, ADA, CLUB, start.plus(14_999)).is_err());
        assert_eq!(limiter.admit(CostlyRequest::Hint, ADA, CLUB, start.plus(15_000)), Ok(()));
        assert!(limiter.admit(CostlyRequest::Hint, ADA, CLUB, start.plus(15_000)).is_err());
    }

    #[test]
    fn people_share_the_limit_of_their_server() {
        let (limiter, now) = (limiter(2, 3), Millis(1_000_000));
        for person in [ADA, ADA, BRUNO] {
            assert_eq!(limiter.admit(CostlyRequest::Hint, person, CLUB, now), Ok(()));
        }
        let error = limiter.admit(CostlyRequest::Hint, BRUNO, CLUB, now).expect_err("it is the fourth there");
        assert_eq!((error.scope, error.most), (LimitScope::Server(ServerId(7)), 3));
        // It does not count against the person, who can ask elsewhere.
        assert_eq!(limiter.admit(CostlyRequest::Hint, BRUNO, None, now), Ok(()));
        assert!(limiter.admit(CostlyRequest::Hint, BRUNO, None, now).is_err());
    }

    #[test]
    fn a_server_has_its_limit_where_a_person_has_none() {
        let (limiter, now) = (limiter(0, 2), Millis(1_000_000));
        for person in [ADA, BRUNO] {
            assert_eq!(limiter.admit(CostlyRequest::Hint, person, CLUB, now), Ok(()));
        }
        assert!(limiter.admit(CostlyRequest::Hint, ADA, CLUB, now).is_err());
    }

    #[test]
    fn nobody_waits_longer_than_a_minute_after_the_clock_was_set_back() {
        let (limiter, start) = (limiter(2, 0), Millis(100_000_000));
        for _ in 0..2 {
            assert_eq!(limiter.admit(CostlyRequest::Hint, ADA, CLUB, start), Ok(()));
        }
        let back = start.plus(-60 * MINUTE_MS);
        for _ in 0..2 {
            assert_eq!(limiter.admit(CostlyRequest::Hint, ADA, CLUB, back), Ok(()));
        }
        let error = limiter.admit(CostlyRequest::Hint, ADA, CLUB, back).expect_err("the limit holds");
        assert_eq!(error.until, back.plus(MINUTE_MS / 2));
    }

    #[test]
    fn memory_is_bounded_by_the_requests_of_a_minute() {
        let (limiter, start) = (limiter(1, 0), Millis(1_000_000));
        for person in 0..25_000 {
            let now = start.plus(i64::try_from(person).expect("small") * 100);
            assert_eq!(limiter.admit(CostlyRequest::Hint, PlayerId(person), None, now), Ok(()));
        }
        let entries = limiter.entries.lock().expect("no thread panicked").len();
        assert!(entries <= ENTRIES_SWEPT + 1, "{entries}");
        // What was removed had no meaning any more.
        let end = start.plus(24_999 * 100);
        for person in 24_410..25_000 {
            assert!(limiter.admit(CostlyRequest::Hint, PlayerId(person), None, end).is_err(), "{person}");
        }
    }

    #[test]
    fn requests_of_a_busy_minute_are_forgotten_after_it() {
        let (limiter, start) = (limiter(1, 0), Millis(1_000_000));
        for person in 0..30_000 {
            assert_eq!(limiter.admit(CostlyRequest::Hint, PlayerId(person), None, start), Ok(()));
        }
        assert_eq!(limiter.admit(CostlyRequest::Hint, ADA, None, start.plus(2 * MINUTE_MS)), Ok(()));
        assert_eq!(limiter.entries.lock().expect("no thread panicked").len(), 1);
    }
}
