//! How long a search may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Where a search ends at the latest. Whatever comes first counts; without any limit it goes on until it is stopped
/// or the game is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Then it is over, whatever has been found.
    pub deadline: Option<Instant>,
    /// After this no deeper iteration begins.
    pub enough: Option<Instant>,
    /// The greatest nominal depth, in turns that are not forced.
    pub depth: Option<u32>,
    /// The positions looked at, of all threads together.
    pub nodes: Option<u64>,
}

/// A flag that others raise to end a search; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the searches that have this flag, now and from now on.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag has been raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Positions between two looks at the clock: some hundred microseconds.
const LOOK_EVERY: u64 = 1 << 9;

/// Watches the limits for one thread.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    limits: Limits,
    stops: [&'a Stop; 2],
    /// The positions this thread has looked at.
    pub nodes: u64,
    over: bool,
}

impl<'a> Watch<'a> {
    /// Watches over one thread; the node limit is this thread's share.
    pub fn new(limits: Limits, stops: [&'a Stop; 2]) -> Self {
        Watch { limits, stops, nodes: 0, over: false }
    }

    /// Counts a position; `true` when the search is over.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY) || self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.look();
        }
        self.over
    }

    /// Looks at the clock and the flags.
    pub fn look(&mut self) -> bool {
        let late = |instant: Option<Instant>| instant.is_some_and(|instant| Instant::now() >= instant);
        self.over |= self.limits.nodes.is_some_and(|most| self.nodes >= most)
            || self.stops.iter().any(|stop| stop.is_raised())
            || late(self.limits.deadline);
        self.over
    }

    /// Whether another iteration may begin after this many.
    pub fn may_deepen(&mut self, depth: u32) -> bool {
        let enough = self.limits.enough.is_some_and(|instant| Instant::now() >= instant);
        !enough && self.limits.depth.is_none_or(|most| depth < most) && !self.look()
    }
}
