//! How long to wait before trying again.

use backon::{BackoffBuilder, ExponentialBuilder};
use std::time::Duration;

/// A wait that doubles with each failure, from `first` up to `max`, with up to as much again at random, so that what
/// failed together is not tried again together. `failures` counts those before this one.
pub fn backoff(first: Duration, max: Duration, failures: u32) -> Duration {
    let steps = ExponentialBuilder::new().with_min_delay(first).with_max_delay(max).without_max_times().with_jitter();
    steps.build().nth(failures.min(FAILURES_COUNTED) as usize).unwrap_or(max)
}

/// More failures than these wait no longer: the doubled wait has passed every maximum.
const FAILURES_COUNTED: u32 = 20;

#[cfg(test)]
mod tests {
    use super::*;

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
