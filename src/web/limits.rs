//! How much one person or one link may ask for. A person who plays needs a few requests for each tap.

use crate::service::{Millis, Opens, PlayerId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The number of requests that a person has at once, and how many it gets back each second.
const BURST: i64 = 60;
const PER_SECOND: i64 = 15;
/// The same for a link for watching, which many have. Most of their answers are from memory.
const SHARED_BURST: i64 = 6_000;
const SHARED_PER_SECOND: i64 = 500;
/// The number of event streams of one person at the same time. A link for watching is shared by many.
const STREAMS_OF_A_PERSON: usize = 8;
/// The number of event streams of a process.
const STREAMS: usize = 2_000;
/// How many are remembered. Beyond that, people and links that have not asked lately are forgotten.
const REMEMBERED: usize = 10_000;

/// Whose requests are counted together. All links of a person count as one, because each press makes another, and their
/// programs leave them their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Scope {
    Person(PlayerId),
    Program(PlayerId),
    Shared(Opens),
}

impl Scope {
    fn of(opens: &Opens) -> Scope {
        match *opens {
            Opens::Playing(_, person) => Scope::Person(person),
            Opens::Matches(person) => Scope::Program(person),
            Opens::Watching(_) | Opens::Place(..) => Scope::Shared(*opens),
        }
    }
}

struct Bucket {
    burst: i64,
    per_second: i64,
    /// The requests that are left, in thousandths.
    left: i64,
    at: Millis,
    streams: Arc<Semaphore>,
}

impl Bucket {
    fn new(scope: Scope, now: Millis) -> Bucket {
        let (burst, per_second) = match scope {
            Scope::Shared(_) => (SHARED_BURST, SHARED_PER_SECOND),
            _ => (BURST, PER_SECOND),
        };
        let streams = Arc::new(Semaphore::new(STREAMS_OF_A_PERSON));
        Bucket { burst, per_second, left: burst * 1_000, at: now, streams }
    }

    fn refill(&mut self, now: Millis) {
        let passed = now.0.saturating_sub(self.at.0).clamp(0, 60_000);
        self.left = (self.left + passed * self.per_second).min(self.burst * 1_000);
        self.at = now;
    }

    fn is_full(&self) -> bool {
        self.left >= self.burst * 1_000 && self.streams.available_permits() == STREAMS_OF_A_PERSON
    }
}

/// Counts requests.
pub(super) struct Limits {
    buckets: Mutex<HashMap<Scope, Bucket>>,
    streams: Arc<Semaphore>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { buckets: Mutex::default(), streams: Arc::new(Semaphore::new(STREAMS)) }
    }
}

/// An event stream that counts until it is dropped.
#[derive(Debug)]
pub(super) struct StreamPermit {
    _of_person: Option<OwnedSemaphorePermit>,
    _of_process: OwnedSemaphorePermit,
}

impl Limits {
    /// Whether another request may be made.
    pub fn admit(&self, opens: &Opens, now: Millis) -> bool {
        self.with_bucket(Scope::of(opens), now, |bucket| {
            let is_admitted = bucket.left >= 1_000;
            bucket.left -= if is_admitted { 1_000 } else { 0 };
            is_admitted
        })
    }

    /// Another event stream; `None` if there are too many. Streams of links for watching count for the process only.
    pub fn stream(&self, opens: &Opens, now: Millis) -> Option<StreamPermit> {
        let of_process = Arc::clone(&self.streams).try_acquire_owned().ok()?;
        let of_person = match Scope::of(opens) {
            Scope::Shared(_) => None,
            scope => {
                let streams = self.with_bucket(scope, now, |bucket| Arc::clone(&bucket.streams));
                Some(streams.try_acquire_owned().ok()?)
            }
        };
        Some(StreamPermit { _of_person: of_person, _of_process: of_process })
    }

    fn with_bucket<T>(&self, scope: Scope, now: Millis, with: impl FnOnce(&mut Bucket) -> T) -> T {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED && !buckets.contains_key(&scope) {
            buckets.retain(|_, bucket| {
                bucket.refill(now);
                !bucket.is_full()
            });
        }
        let bucket = buckets.entry(scope).or_insert_with(|| Bucket::new(scope, now));
        bucket.refill(now);
        with(bucket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::MatchId;

    fn playing(match_id: i64, person: u64) -> Opens {
        Opens::Playing(MatchId(match_id), PlayerId(person))
    }

    #[test]
    fn a_person_gets_their_requests_back_with_time() {
        let limits = Limits::default();
        let admitted = |at| (0..200).filter(|number| limits.admit(&playing(number % 3, 1), Millis(at))).count();
        assert_eq!(admitted(0), 60);
        assert_eq!(admitted(1_000), 15);
        assert_eq!(admitted(3_600_000), 60, "no more than at the start");
        for other in [playing(1, 2), Opens::Matches(PlayerId(1)), Opens::Watching(MatchId(1))] {
            assert!(limits.admit(&other, Millis(3_600_000)), "{other:?} has its own");
        }
    }

    #[test]
    fn a_person_has_few_streams_and_a_link_for_watching_many() {
        let limits = Limits::default();
        let open: Vec<_> = (0..100).map_while(|number| limits.stream(&playing(number, 1), Millis(0))).collect();
        assert_eq!(open.len(), STREAMS_OF_A_PERSON);
        let watched = Opens::Watching(MatchId(1));
        let watching: Vec<_> = (0..3 * STREAMS).map_while(|_| limits.stream(&watched, Millis(0))).collect();
        assert_eq!(open.len() + watching.len(), STREAMS);
        drop(open);
        assert!(limits.stream(&playing(1, 1), Millis(0)).is_some(), "streams that end make room");
    }

    #[test]
    fn those_who_rest_are_forgotten() {
        let limits = Limits::default();
        for number in 0..2 * REMEMBERED {
            // Each has its requests back before the next comes.
            assert!(limits.admit(&playing(1, number as u64), Millis(number as i64 * 1_000)));
        }
        assert!(limits.buckets.lock().expect("no panic").len() <= REMEMBERED);
    }
}
