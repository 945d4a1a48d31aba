//! Rates of requests: how many at once, and how many more each second.

use crate::service::Millis;

/// A number of requests at once, and how many of them come back each second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    pub burst: i64,
    pub per_second: i64,
}

/// What has been spent of a rate. At first, nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    /// In thousandths of a request.
    thousandths: i64,
    at: Millis,
}

impl Default for Spent {
    fn default() -> Spent {
        Spent { thousandths: 0, at: Millis(0) }
    }
}

impl Spent {
    /// Spends a request; false if none is left.
    pub fn spend(&mut self, rate: Rate, now: Millis) -> bool {
        self.forget(rate, now);
        let is_left = self.thousandths + 1_000 <= rate.burst * 1_000;
        self.thousandths += if is_left { 1_000 } else { 0 };
        is_left
    }

    /// Whether every request has come back.
    pub fn is_nothing(&mut self, rate: Rate, now: Millis) -> bool {
        self.forget(rate, now);
        self.thousandths == 0
    }

    fn forget(&mut self, rate: Rate, now: Millis) {
        let passed = now.0.saturating_sub(self.at.0).clamp(0, 60_000);
        self.thousandths = (self.thousandths - passed * rate.per_second).max(0);
        self.at = now;
    }
}
