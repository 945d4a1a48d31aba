//! How much one link may ask for. A person who plays needs a few requests for each tap.

use crate::service::Millis;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The number of requests that a link has at once, and how many it gets back each second.
const BURST: i64 = 60;
const PER_SECOND: i64 = 15;
/// The number of event streams of one link at the same time. A watch link is shared by many.
const STREAMS_OF_A_PERSON: usize = 8;
/// The number of event streams of a process.
const STREAMS: usize = 2_000;
/// How many links are remembered. When there are more, those that have all their requests back are forgotten.
const LINKS: usize = 10_000;

struct Bucket {
    /// The requests that are left, in thousandths.
    left: i64,
    at: Millis,
    streams: Arc<Semaphore>,
}

impl Bucket {
    fn refill(&mut self, now: Millis) {
        let passed = now.0.saturating_sub(self.at.0).clamp(0, 60_000);
        self.left = (self.left + passed * PER_SECOND).min(BURST * 1_000);
        self.at = now;
    }

    fn is_full(&self) -> bool {
        self.left >= BURST * 1_000 && self.streams.available_permits() == STREAMS_OF_A_PERSON
    }
}

/// Counts the requests of each link.
pub(super) struct Limits {
    buckets: Mutex<HashMap<String, Bucket>>,
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
    _of_link: Option<OwnedSemaphorePermit>,
    _of_process: OwnedSemaphorePermit,
}

impl Limits {
    /// Whether a link may make another request.
    pub fn admit(&self, link: &str, now: Millis) -> bool {
        self.with_bucket(link, now, |bucket| {
            let is_admitted = bucket.left >= 1_000;
            bucket.left -= if is_admitted { 1_000 } else { 0 };
            is_admitted
        })
    }

    /// Another event stream of a link; `None` if there are too many. Streams of links for watching count for the process
    /// only.
    pub fn stream(&self, link: &str, is_personal: bool, now: Millis) -> Option<StreamPermit> {
        let of_process = Arc::clone(&self.streams).try_acquire_owned().ok()?;
        let of_link = match is_personal {
            true => {
                let streams = self.with_bucket(link, now, |bucket| Arc::clone(&bucket.streams));
                Some(streams.try_acquire_owned().ok()?)
            }
            false => None,
        };
        Some(StreamPermit { _of_link: of_link, _of_process: of_process })
    }

    fn with_bucket<T>(&self, link: &str, now: Millis, with: impl FnOnce(&mut Bucket) -> T) -> T {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= LINKS && !buckets.contains_key(link) {
            buckets.retain(|_, bucket| {
                bucket.refill(now);
                !bucket.is_full()
            });
        }
        let new = || Bucket { left: BURST * 1_000, at: now, streams: Arc::new(Semaphore::new(STREAMS_OF_A_PERSON)) };
        let bucket = buckets.entry(link.to_owned()).or_insert_with(new);
        bucket.refill(now);
        with(bucket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_gets_its_requests_back_with_time() {
        let limits = Limits::default();
        let admitted = |at| (0..200).filter(|_| limits.admit("a", Millis(at))).count();
        assert_eq!(admitted(0), 60);
        assert_eq!(admitted(1_000), 15);
        assert_eq!(admitted(3_600_000), 60, "no more than at the start");
        assert!(limits.admit("b", Millis(0)), "another link has its own");
    }

    #[test]
    fn a_link_of_a_person_has_few_streams_and_one_for_watching_many() {
        let limits = Limits::default();
        let open: Vec<_> = (0..100).map_while(|_| limits.stream("a", true, Millis(0))).collect();
        assert_eq!(open.len(), STREAMS_OF_A_PERSON);
        let watching: Vec<_> = (0..3 * STREAMS).map_while(|_| limits.stream("w", false, Millis(0))).collect();
        assert_eq!(open.len() + watching.len(), STREAMS);
        drop(open);
        assert!(limits.stream("a", true, Millis(0)).is_some(), "streams that end make room");
    }

    #[test]
    fn links_that_rest_are_forgotten() {
        let limits = Limits::default();
        for number in 0..2 * LINKS {
            // Each has its requests back before the next comes.
            assert!(limits.admit(&number.to_string(), Millis(number as i64 * 1_000)));
        }
        assert!(limits.buckets.lock().expect("no panic").len() <= LINKS);
    }
}
