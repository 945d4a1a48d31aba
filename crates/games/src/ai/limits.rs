//! Search limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When a search ends at the latest. The first limit reached applies; without any limit it runs until it is stopped or
/// the game is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The search ends at this instant, whatever has been found.
    pub deadline: Option<Instant>,
    /// No deeper iteration begins after this instant.
    pub enough: Option<Instant>,
    /// The greatest nominal depth, in turns that are not forced.
    pub depth: Option<u32>,
    /// The maximum number of positions visited by all threads together.
    pub nodes: Option<u64>,
}

/// A shared flag that ends a search when raised; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends all current and future searches that use this flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag has been raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Positions visited between two checks of the clock: some hundred microseconds.
const POLL_INTERVAL: u64 = 1 << 9;

/// Enforces the limits for one thread.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    limits: Limits,
    stops: [&'a Stop; 2],
    /// The number of positions this thread has visited.
    pub nodes: u64,
    is_over: bool,
}

impl<'a> Watch<'a> {
    /// Creates the watch of one thread; the node limit is this thread's share.
    pub fn new(limits: Limits, stops: [&'a Stop; 2]) -> Self {
        Watch { limits, stops, nodes: 0, is_over: false }
    }

    /// Counts a position; returns `true` when the search is over.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) || self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.poll();
        }
        self.is_over
    }

    /// Checks the clock and the flags.
    pub fn poll(&mut self) -> bool {
        let late = |instant: Option<Instant>| instant.is_some_and(|instant| Instant::now() >= instant);
        self.is_over |= self.limits.nodes.is_some_and(|most| self.nodes >= most)
            || self.stops.iter().any(|stop| stop.is_raised())
            || late(self.limits.deadline);
        self.is_over
    }

    /// Whether another iteration may begin after this depth.
    pub fn may_deepen(&mut self, depth: u32) -> bool {
        let enough = self.limits.enough.is_some_and(|instant| Instant::now() >= instant);
        !enough && self.limits.depth.is_none_or(|most| depth < most) && !self.poll()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_noticed_at_the_next_poll() {
        let (stop, other) = (Stop::default(), Stop::default());
        let mut watch = Watch::new(Limits::default(), [&other, &stop]);
        assert!((0..10 * POLL_INTERVAL + 1).all(|_| !watch.count()), "nobody asked it to stop");
        stop.raise();
        let seen = (1..=POLL_INTERVAL).find(|_| watch.count());
        assert_eq!(seen, Some(POLL_INTERVAL - 1));
        assert!(watch.count(), "it went on after the stop");
    }
}
