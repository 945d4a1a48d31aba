//! Concurrency and rate limits of deliveries, by priority.

use crate::service::{PostId, PostPriority};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::task::Id;

/// The deliveries of one priority that are in progress.
#[derive(Debug)]
pub(super) struct PriorityLane {
    pub priority: PostPriority,
    /// The maximum number of concurrent deliveries.
    capacity: usize,
    /// The minimum time between the starts of two deliveries.
    pause: Duration,
    ready_at: Option<Instant>,
    busy: HashMap<Id, PostId>,
}

impl PriorityLane {
    /// The lanes, most urgent first. Notices can come by the thousand, so they get a fraction of the fifty requests a
    /// second that Discord allows, and boards get the rest. Separate capacities ensure that neither waits for the
    /// other.
    pub fn all() -> [PriorityLane; 2] {
        [
            PriorityLane::new(PostPriority::Turn, 8, Duration::ZERO),
            // Twenty a second.
            PriorityLane::new(PostPriority::Notice, 4, Duration::from_millis(50)),
        ]
    }

    fn new(priority: PostPriority, capacity: usize, pause: Duration) -> PriorityLane {
        PriorityLane { priority, capacity, pause, ready_at: None, busy: HashMap::new() }
    }

    /// How many posts to fetch. Posts in progress are still due, so this exceeds the capacity.
    pub fn batch_size(&self) -> u32 {
        2 * self.capacity as u32
    }

    /// Whether no delivery can start until another one has ended.
    pub fn is_full(&self) -> bool {
        self.busy.len() >= self.capacity
    }

    /// How long until the next delivery may start; `None` if it may start now.
    pub fn pause_left(&self, now: Instant) -> Option<Duration> {
        self.ready_at.and_then(|at| at.checked_duration_since(now)).filter(|left| !left.is_zero())
    }

    /// Whether the delivery of this post may start now.
    pub fn accepts(&self, post: PostId, now: Instant) -> bool {
        !self.is_full() && self.pause_left(now).is_none() && !self.busy.values().any(|id| *id == post)
    }

    /// Records that this task delivers a post.
    pub fn begin(&mut self, task: Id, post: PostId, now: Instant) {
        self.busy.insert(task, post);
        self.ready_at = Some(now + self.pause);
    }

    /// Records that this task has ended.
    pub fn end(&mut self, task: Id) {
        self.busy.remove(&task);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn notices_begin_at_a_bounded_rate_and_boards_when_they_like() {
        let [mut turns, mut notices] = PriorityLane::all();
        let started = Instant::now();
        // Checks every millisecond for a second; every delivery ends at once.
        let mut counts = [0, 0];
        for millisecond in 0..1000 {
            let now = started + Duration::from_millis(millisecond);
            for (lane, count) in [&mut turns, &mut notices].into_iter().zip(&mut counts) {
                if lane.accepts(PostId(*count), now) {
                    let task = tokio::spawn(async {}).id();
                    lane.begin(task, PostId(*count), now);
                    lane.end(task);
                    *count += 1;
                }
            }
        }
        assert_eq!(counts, [1000, 20]);
    }

    #[tokio::test]
    async fn a_full_lane_takes_no_more_and_no_post_twice() {
        let [mut turns, _] = PriorityLane::all();
        let now = Instant::now();
        let mut tasks = Vec::new();
        for number in 0..8 {
            assert!(turns.accepts(PostId(number), now));
            tasks.push(tokio::spawn(async {}).id());
            turns.begin(tasks[number as usize], PostId(number), now);
        }
        assert!(turns.is_full() && !turns.accepts(PostId(8), now));
        turns.end(tasks[0]);
        assert!(turns.accepts(PostId(8), now) && !turns.accepts(PostId(7), now), "7 is under way");
    }
}
