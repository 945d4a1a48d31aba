//! How long to wait before trying again, and how often.

use backon::{BackoffBuilder, ExponentialBuilder};
use std::time::Duration;
use tokio::time::Instant;

/// A wait that doubles with each failure, from `first` up to `max`, with up to as much again at random, so that what
/// failed together is not tried again together. `failures` counts those before this one.
pub fn backoff(first: Duration, max: Duration, failures: u32) -> Duration {
    let steps = ExponentialBuilder::new().with_min_delay(first).with_max_delay(max).without_max_times().with_jitter();
    steps.build().nth(failures.min(FAILURES_COUNTED) as usize).unwrap_or(max)
}

/// More failures than these wait no longer: the doubled wait has passed every maximum.
const FAILURES_COUNTED: u32 = 20;

/// Counts and spaces the retries of an operation. The caller decides which errors are worth a retry.
#[derive(Debug)]
pub struct Retries {
    /// The waits, see [`backoff`].
    first: Duration,
    max: Duration,
    limit: u32,
    deadline: Option<Instant>,
    /// How many retries are made even after the deadline.
    least: u32,
    failures: u32,
}

impl Retries {
    /// Retries without end, with waits that grow from `first` to `max` (see [`backoff`]).
    pub fn new(first: Duration, max: Duration) -> Retries {
        Retries { first, max, limit: u32::MAX, deadline: None, least: 0, failures: 0 }
    }

    /// Stops as soon as the next attempt would begin after this deadline.
    #[must_use]
    pub fn until(self, deadline: Instant) -> Retries {
        Retries { deadline: Some(deadline), ..self }
    }

    /// Limits the number of retries.
    #[must_use]
    pub fn at_most(self, limit: u32) -> Retries {
        Retries { limit, ..self }
    }

    /// Allows this many retries even after the deadline.
    #[must_use]
    pub fn at_least(self, least: u32) -> Retries {
        Retries { least, ..self }
    }

    /// Waits before the next attempt, at least as long as the other side has `asked`. Ignores the limit and the deadline.
    pub async fn pause(&mut self, asked: Option<Duration>) {
        tokio::time::sleep(self.next(asked)).await;
        self.failures += 1;
    }

    /// Whether any attempt has failed.
    pub fn has_failed(&self) -> bool {
        self.failures > 0
    }

    fn next(&self, asked: Option<Duration>) -> Duration {
        asked.unwrap_or_default().max(backoff(self.first, self.max, self.failures))
    }

    /// Waits before the next attempt, at least as long as the other side has `asked`. Returns false at once if the limit is
    /// reached, or if the next attempt would come too late.
    pub async fn wait(&mut self, asked: Option<Duration>) -> bool {
        let pause = self.next(asked);
        let is_late =
            self.failures >= self.least && self.deadline.is_some_and(|deadline| Instant::now() + pause >= deadline);
        if self.failures >= self.limit || is_late {
            return false;
        }
        tokio::time::sleep(pause).await;
        self.failures += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn retries_end_with_their_number_and_with_the_deadline() {
        let [first, max] = [Duration::from_millis(100), Duration::from_secs(5)];
        let until = |seconds| Retries::new(first, max).until(Instant::now() + Duration::from_secs(seconds));
        let count = async |mut retries: Retries| {
            let mut count = 0;
            while retries.wait(None).await {
                count += 1;
            }
            count
        };
        let begun = Instant::now();
        assert!((3..=10).contains(&count(until(3)).await));
        assert!(begun.elapsed() < Duration::from_secs(3));
        assert_eq!(count(Retries::new(first, max).at_most(2)).await, 2);
        assert_eq!(count(until(0).at_least(1)).await, 1);

        let mut retries = until(3);
        assert!(!retries.wait(Some(Duration::from_secs(4))).await, "too late then");
        let before = Instant::now();
        assert!(retries.wait(Some(Duration::from_secs(2))).await);
        assert_eq!(before.elapsed(), Duration::from_secs(2), "no sooner than the other side wants");
    }

    #[test]
    fn a_wait_doubles_up_to_its_maximum_and_is_never_shorter() {
        let [first, max] = [Duration::from_millis(500), Duration::from_secs(60)];
        for (failures, min) in [(0, 500), (1, 1_000), (6, 32_000), (7, 60_000), (1_000, 60_000), (u32::MAX, 60_000)] {
            let min = Duration::from_millis(min);
            for _ in 0..50 {
                let wait = backoff(first, max, failures);
                assert!((min..=2 * min).contains(&wait), "{failures}: {wait:?}");
            }
        }
    }

    #[test]
    fn what_failed_together_is_not_tried_again_together() {
        let waits: std::collections::HashSet<Duration> =
            (0..50).map(|_| backoff(Duration::from_secs(1), Duration::from_secs(60), 3)).collect();
        assert!(waits.len() > 10, "{waits:?}");
    }
}
