//! Discord's global rate limit. When it is reached, serenity delays only the request that was refused; here the others
//! wait too, because a request inside that time counts against the bot.

use serenity::all::RatelimitInfo;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// Until when only answers to interactions may be sent, to which this limit does not apply. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct GlobalLimit {
    until: Arc<Mutex<Option<Instant>>>,
}

impl GlobalLimit {
    /// Makes all requests wait for this time from now, unless a longer wait already applies.
    pub fn hold(&self, time: Duration) {
        let until = Instant::now() + time;
        let mut known = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        *known = known.max(Some(until));
    }

    /// Applies a global limit that serenity's limiter reports.
    pub fn apply(&self, refused: &RatelimitInfo) {
        if refused.global {
            self.hold(refused.timeout);
        }
    }

    /// Waits until requests may be sent.
    pub async fn wait(&self) {
        loop {
            let until = *self.until.lock().unwrap_or_else(PoisonError::into_inner);
            match until {
                Some(until) if until > Instant::now() => sleep_until(until).await,
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_longest_wait_applies() {
        let limit = GlobalLimit::default();
        limit.wait().await;
        let started = Instant::now();
        limit.hold(Duration::from_secs(5));
        limit.hold(Duration::from_secs(2));
        limit.clone().wait().await;
        assert!(started.elapsed() >= Duration::from_secs(5), "{:?}", started.elapsed());
        let started = Instant::now();
        limit.wait().await;
        assert_eq!(started.elapsed(), Duration::ZERO);
    }
}
