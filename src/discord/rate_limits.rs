//! Rate limits of servers for which serenity's limiter is off.

use serenity::http::{RatelimitingBucket, Route};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The longest wait, whatever a server says.
const WAIT_MAX: Duration = Duration::from_secs(60 * 60);
/// The wait if the server states none.
const WAIT_DEFAULT: Duration = Duration::from_secs(5);

#[derive(Debug, Default)]
struct ClosedRoutes {
    all: Option<Instant>,
    routes: HashMap<RatelimitingBucket, Instant>,
}

/// The routes that are closed for now: all of them, or single ones.
#[derive(Debug, Default)]
pub struct RateLimits {
    closed: Mutex<ClosedRoutes>,
}

/// Whether the global limit does not apply to a route: interactions have limits of their own.
fn is_exempt(route: &Route<'_>) -> bool {
    matches!(
        route,
        Route::InteractionResponse { .. }
            | Route::WebhookOriginalInteractionResponse { .. }
            | Route::WebhookFollowupMessages { .. }
    )
}

impl RateLimits {
    /// How long this route is still closed; `None` if a request may be sent now.
    pub fn wait(&self, route: &Route<'_>) -> Option<Duration> {
        let closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        let all = closed.all.filter(|_| !is_exempt(route));
        let until = closed.routes.get(&route.ratelimiting_bucket()).copied().max(all)?;
        until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    }

    /// Records that a request exceeded a limit, and returns how long to wait. `retry_after` is in seconds, as the
    /// server said; `global` closes all routes.
    pub fn close(&self, route: &Route<'_>, retry_after: Option<f64>, global: bool) -> Duration {
        let stated = retry_after.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
        let wait = stated.unwrap_or(WAIT_DEFAULT).min(WAIT_MAX);
        let now = Instant::now();
        let until = now + wait;
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        closed.routes.retain(|_, until| *until > now);
        if global {
            closed.all = closed.all.max(Some(until));
        } else {
            closed.routes.insert(route.ratelimiting_bucket(), until);
        }
        wait
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serenity::all::{ApplicationId, ChannelId, InteractionId};

    fn messages(channel: u64) -> Route<'static> {
        Route::ChannelMessages { channel_id: ChannelId::new(channel) }
    }

    #[tokio::test(start_paused = true)]
    async fn a_route_is_closed_as_long_as_the_server_says_and_others_are_open() {
        let limits = RateLimits::default();
        assert_eq!(limits.close(&messages(1), Some(2.5), false), Duration::from_millis(2_500));
        assert!(limits.wait(&messages(1)).is_some() && limits.wait(&messages(2)).is_none());
        tokio::time::advance(Duration::from_millis(2_499)).await;
        assert!(limits.wait(&messages(1)).is_some());
        tokio::time::advance(Duration::from_millis(2)).await;
        assert!(limits.wait(&messages(1)).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn the_global_limit_exempts_interactions() {
        let limits = RateLimits::default();
        limits.close(&messages(1), Some(8.0), true);
        assert!(limits.wait(&messages(2)).is_some() && limits.wait(&Route::UserMeDmChannels).is_some());
        let (interaction_id, application_id, token) = (InteractionId::new(1), ApplicationId::new(2), "t");
        for answer in [
            Route::InteractionResponse { interaction_id, token },
            Route::WebhookOriginalInteractionResponse { application_id, token },
            Route::WebhookFollowupMessages { application_id, token },
        ] {
            assert!(limits.wait(&answer).is_none(), "{answer:?}");
        }
        tokio::time::advance(Duration::from_secs(8)).await;
        assert!(limits.wait(&messages(2)).is_none());
    }

    #[test]
    fn nonsense_is_bounded() {
        let limits = RateLimits::default();
        for (retry_after, wait) in
            [(f64::NAN, Duration::ZERO), (-1.0, Duration::ZERO), (1e300, WAIT_DEFAULT), (1e6, WAIT_MAX)]
        {
            assert_eq!(limits.close(&messages(1), Some(retry_after), false), wait, "{retry_after}");
        }
        assert_eq!(limits.close(&messages(1), None, false), WAIT_DEFAULT);
    }
}
