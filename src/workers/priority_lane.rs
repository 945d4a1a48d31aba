//! Concurrency and rate limits of deliveries, by priority.

use crate::service::PostPriority;
use std::collections::HashSet;
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
    busy: HashSet<Id>,
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
        PriorityLane { priority, capacity, pause, ready_at: None, busy: HashSet::new() }
    }

    /// The maximum number of concurrent deliveries.
    pub fn capacity(&self) -> u32 {
        self.capacity as u32
    }

    /// How many deliveries may start now. No more posts than that are claimed, so that none waits here.
    pub fn room(&self, now: Instant) -> u32 {
        if self.pause_left(now).is_some() {
            return 0;
        }
        let free = self.capacity.saturating_sub(self.busy.len());
        if self.pause.is_zero() { free as u32 } else { free.min(1) as u32 }
    }

    /// How long until the next delivery may start; `None` if it may start now.
    pub fn pause_left(&self, now: Instant) -> Option<Duration> {
        self.ready_at.and_then(|at| at.checked_duration_since(now)).filter(|left| !left.is_zero())
    }

    /// Records that this task delivers a post.
    pub fn begin(&mut self, task: Id, now: Instant) {
        self.busy.insert(task);
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
                if lane.room(now) > 0 {
                    let task = tokio::spawn(async {}).id();
                    lane.begin(task, now);
                    lane.end(task);
                    *count += 1;
                }
            }
        }
        assert_eq!(counts, [1000, 20]);
    }

    #[tokio::test]
    async fn a_full_lane_takes_no_more() {
        let [mut turns, notices] = PriorityLane::all();
        let now = Instant::now();
        let mut tasks = Vec::new();
        for number in 0..8 {
            assert_eq!(turns.room(now), 8 - number);
            tasks.push(tokio::spawn(async {}).id());
            turns.begin(tasks[number as usize], now);
        }
        assert_eq!(turns.room(now), 0);
        turns.end(tasks[0]);
        assert_eq!((turns.room(now), notices.room(now)), (1, 1), "notices begin one after another");
    }
}
