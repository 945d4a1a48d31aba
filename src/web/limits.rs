//! How much one address, one person or one link may ask for. A person who plays needs a few requests for each tap.

use super::addresses::{Address, AddressPermit, Addresses};
use super::rate::{Rate, Spent};
use crate::service::{Millis, Opens, PlayerId};
use axum::http::HeaderMap;
use ipnet::IpNet;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The requests of a person.
const OF_A_PERSON: Rate = Rate { burst: 60, per_second: 15 };
/// The same for a link for watching, which many have. Most of their answers are from memory.
const SHARED: Rate = Rate { burst: 6_000, per_second: 500 };
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
    rate: Rate,
    spent: Spent,
    streams: Arc<Semaphore>,
}

impl Bucket {
    fn new(scope: Scope) -> Bucket {
        let rate = match scope {
            Scope::Shared(_) => SHARED,
            _ => OF_A_PERSON,
        };
        Bucket { rate, spent: Spent::default(), streams: Arc::new(Semaphore::new(STREAMS_OF_A_PERSON)) }
    }

    fn is_full(&mut self, now: Millis) -> bool {
        self.spent.is_nothing(self.rate, now) && self.streams.available_permits() == STREAMS_OF_A_PERSON
    }
}

/// Counts requests.
pub(super) struct Limits {
    addresses: Arc<Addresses>,
    buckets: Mutex<HashMap<Scope, Bucket>>,
    streams: Arc<Semaphore>,
}

/// An event stream that counts until it is dropped.
pub(super) struct StreamPermit {
    _of_address: Option<AddressPermit>,
    _of_person: Option<OwnedSemaphorePermit>,
    _of_process: OwnedSemaphorePermit,
}

impl Limits {
    /// Limits of which nothing is spent. We trust these proxies to name the address behind a request.
    pub fn behind(proxies: Vec<IpNet>) -> Limits {
        let addresses = Arc::new(Addresses::behind(proxies));
        Limits { addresses, buckets: Mutex::default(), streams: Arc::new(Semaphore::new(STREAMS)) }
    }

    /// The address of a request, see [`Addresses::of`].
    pub fn address(&self, peer: IpAddr, headers: &HeaderMap) -> Option<Address> {
        self.addresses.of(peer, headers)
    }

    /// Whether an address may make another request, whatever it asks for.
    pub fn admit_address(&self, address: Option<Address>, now: Millis) -> bool {
        address.is_none_or(|address| self.addresses.admit(address, now))
    }

    /// Whether another request may be made with a link or a token.
    pub fn admit(&self, opens: &Opens, now: Millis) -> bool {
        self.with_bucket(Scope::of(opens), now, |bucket| bucket.spent.spend(bucket.rate, now))
    }

    /// Another event stream; `None` if there are too many. Streams of watchers count only towards
    /// the limits of their address and of the process.
    pub fn stream(&self, opens: &Opens, address: Option<Address>, now: Millis) -> Option<StreamPermit> {
        let of_process = Arc::clone(&self.streams).try_acquire_owned().ok()?;
        let of_address = match address {
            Some(address) => Some(self.addresses.stream(address)?),
            None => None,
        };
        let of_person = match Scope::of(opens) {
            Scope::Shared(_) => None,
            scope => {
                let streams = self.with_bucket(scope, now, |bucket| Arc::clone(&bucket.streams));
                Some(streams.try_acquire_owned().ok()?)
            }
        };
        Some(StreamPermit { _of_address: of_address, _of_person: of_person, _of_process: of_process })
    }

    fn with_bucket<T>(&self, scope: Scope, now: Millis, with: impl FnOnce(&mut Bucket) -> T) -> T {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED && !buckets.contains_key(&scope) {
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        with(buckets.entry(scope).or_insert_with(|| Bucket::new(scope)))
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
        let limits = Limits::behind(Vec::new());
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
        let limits = Limits::behind(Vec::new());
        let open: Vec<_> = (0..100).map_while(|number| limits.stream(&playing(number, 1), None, Millis(0))).collect();
        assert_eq!(open.len(), STREAMS_OF_A_PERSON);
        let watched = Opens::Watching(MatchId(1));
        let watching: Vec<_> = (0..3 * STREAMS).map_while(|_| limits.stream(&watched, None, Millis(0))).collect();
        assert_eq!(open.len() + watching.len(), STREAMS);
        drop(open);
        assert!(limits.stream(&playing(1, 1), None, Millis(0)).is_some(), "streams that end make room");
    }

    #[test]
    fn those_who_rest_are_forgotten() {
        let limits = Limits::behind(Vec::new());
        for number in 0..2 * REMEMBERED {
            // Each has its requests back before the next comes.
            assert!(limits.admit(&playing(1, number as u64), Millis(number as i64 * 1_000)));
        }
        assert!(limits.buckets.lock().expect("no panic").len() <= REMEMBERED);
    }
}
