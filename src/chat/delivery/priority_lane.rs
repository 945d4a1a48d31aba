//! How many posts of a priority are delivered at a time, and how fast one follows another.

use crate::service::{PostId, PostPriority};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::task::Id;

/// The posts of one priority that are under way.
#[derive(Debug)]
pub(in crate::chat) struct PriorityLane {
    pub priority: PostPriority,
    /// How many are under way at a time.
    capacity: usize,
    /// The shortest time from the beginning of one to the beginning of the next.
    pause: Duration,
    ready_at: Option<Instant>,
    busy: HashMap<Id, PostId>,
}

impl PriorityLane {
    /// The lanes, the most urgent first. Notices come by the thousand: a fraction of the fifty requests a second that
    /// Discord allows is theirs, and all the rest belongs to boards. Places of their own see to it that neither waits for
    /// the other.
    pub fn all() -> [PriorityLane; 2] {
        [
            PriorityLane::new(PostPriority::Turn, 8, Duration::ZERO),
            // Twenty a second.
            PriorityLane::new(PostPriority::Notice, 4, Duration::from_millis(50)),
        ]
    }

    fn new(priority: PostPriority, places: usize, pause: Duration) -> PriorityLane {
        PriorityLane { priority, capacity: places, pause, ready_at: None, busy: HashMap::new() }
    }

    /// How many posts to look up: those under way are due still, so more than there are places.
    pub fn batch_size(&self) -> u32 {
        2 * self.capacity as u32
    }

    /// Whether no more can begin until one has ended.
    pub fn is_full(&self) -> bool {
        self.busy.len() >= self.capacity
    }

    /// How long until the next may begin; `None` when one may now.
    pub fn pause_left(&self, now: Instant) -> Option<Duration> {
        self.ready_at.and_then(|at| at.checked_duration_since(now)).filter(|left| !left.is_zero())
    }

    /// Whether this post may begin now.
    pub fn accepts(&self, post: PostId, now: Instant) -> bool {
        !self.is_full() && self.pause_left(now).is_none() && !self.busy.values().any(|id| *id == post)
    }

    /// A post begins to be delivered by this task.
    pub fn begin(&mut self, task: Id, post: PostId, now: Instant) {
        self.busy.insert(task, post);
        self.ready_at = Some(now + self.pause);
    }

    /// This task has ended.
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
        let begun = Instant::now();
        // A second of looking every millisecond, in which everything ends at once.
        let mut counts = [0, 0];
        for millisecond in 0..1000 {
            let now = begun + Duration::from_millis(millisecond);
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
