//! Discord's rate limits: those of each route, as the headers of its answers state them, the global one, and the one on
//! requests that are refused.

use reqwest::Method;
use reqwest::header::HeaderMap;
use serenity::http::{RatelimitingBucket, Route};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The longest wait, whatever a server says.
const WAIT_MAX: Duration = Duration::from_secs(60 * 60);
/// The wait if the server states none.
const WAIT_DEFAULT: Duration = Duration::from_secs(5);
/// Discord shuts an address out after ten thousand refused requests in ten minutes. Other processes may share the
/// address.
const REFUSED_MAX: u32 = 3_000;
const REFUSED_WINDOW: Duration = Duration::from_secs(10 * 60);
/// So many routes are remembered before those whose windows have ended are forgotten.
const ROUTES_MAX: usize = 10_000;

/// A route of a channel, a server or a webhook, each of which has its own limit.
type Bucket = (Method, RatelimitingBucket);

/// The requests that a route still takes in its window.
#[derive(Clone, Copy, Debug)]
struct Window {
    remaining: u32,
    ends: Instant,
}

#[derive(Debug, Default)]
struct Known {
    routes: HashMap<Bucket, Window>,
    /// Until when only answers to interactions may be sent, to which the global limit does not apply.
    global: Option<Instant>,
    /// The refused requests since this instant.
    refused: Option<(Instant, u32)>,
}

/// What is known of the limits.
#[derive(Debug, Default)]
pub struct RateLimits {
    known: Mutex<Known>,
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

fn bounded(seconds: Option<f64>) -> Duration {
    let stated = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
    stated.unwrap_or(WAIT_DEFAULT).min(WAIT_MAX)
}

impl RateLimits {
    fn lock(&self) -> MutexGuard<'_, Known> {
        // Each entry is valid by itself, whatever a thread that panicked has left undone.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request that is about to be sent.
    ///
    /// # Errors
    /// How long to wait, if it may not be sent now.
    pub fn take(&self, method: &Method, route: &Route<'_>) -> Result<(), Duration> {
        let (now, mut known) = (Instant::now(), self.lock());
        let global = known.global.filter(|_| !is_exempt(route));
        let refused = known.refused.filter(|(_, count)| *count >= REFUSED_MAX).map(|(since, _)| since + REFUSED_WINDOW);
        let window = known.routes.get_mut(&(method.clone(), route.ratelimiting_bucket()));
        let window = window.filter(|window| window.ends > now);
        let full = window.as_ref().filter(|window| window.remaining == 0).map(|window| window.ends);
        if let Some(until) = global.max(refused).max(full).filter(|until| *until > now) {
            return Err(until - now);
        }
        if let Some(window) = window {
            window.remaining -= 1;
        }
        Ok(())
    }

    /// Learns from the headers of an answer how many requests the route still takes.
    pub fn learn(&self, method: &Method, route: &Route<'_>, headers: &HeaderMap) {
        let number = |name: &str| headers.get(name)?.to_str().ok()?.parse::<f64>().ok();
        let (Some(remaining), Some(reset)) = (number("x-ratelimit-remaining"), number("x-ratelimit-reset-after"))
        else {
            return;
        };
        let ends = Instant::now() + bounded(Some(reset));
        self.store((method.clone(), route.ratelimiting_bucket()), Window { remaining: remaining as u32, ends });
    }

    fn store(&self, bucket: Bucket, learnt: Window) {
        let (now, mut known) = (Instant::now(), self.lock());
        if known.routes.len() >= ROUTES_MAX {
            known.routes.retain(|_, window| window.ends > now);
        }
        let window = known.routes.entry(bucket).or_insert(learnt);
        // Answers may arrive in another order than they were given, and requests may be on their way.
        let is_same_window = window.ends > now && learnt.ends <= window.ends + Duration::from_millis(500);
        let remaining = if is_same_window { learnt.remaining.min(window.remaining) } else { learnt.remaining };
        *window = Window { remaining, ends: learnt.ends.max(window.ends) };
    }

    /// Records that a request exceeded a limit, and returns how long to wait. `retry_after` is in seconds, as the server
    /// said; `is_global` closes all routes.
    pub fn close(&self, method: &Method, route: &Route<'_>, retry_after: Option<f64>, is_global: bool) -> Duration {
        let wait = bounded(retry_after);
        let until = Instant::now() + wait;
        if is_global {
            let mut known = self.lock();
            known.global = known.global.max(Some(until));
        } else {
            self.store((method.clone(), route.ratelimiting_bucket()), Window { remaining: 0, ends: until });
        }
        wait
    }

    /// Counts a refusal for which Discord shuts an address out in the end: 401, 403, or 429 but for a limit that is
    /// shared with others.
    pub fn count_refusal(&self) {
        let (now, mut known) = (Instant::now(), self.lock());
        let current = known.refused.filter(|(since, _)| *since + REFUSED_WINDOW > now);
        let (since, count) = current.unwrap_or((now, 0));
        known.refused = Some((since, count + 1));
        if count + 1 == REFUSED_MAX {
            tracing::error!(REFUSED_MAX, "so many requests were refused that none is sent for some minutes");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serenity::all::{ApplicationId, ChannelId, InteractionId};

    const POST: Method = Method::POST;

    fn messages(channel: u64) -> Route<'static> {
        Route::ChannelMessages { channel_id: ChannelId::new(channel) }
    }

    fn headers(remaining: &str, reset_after: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("x-ratelimit-remaining", remaining.parse().expect("a value"));
        headers.insert("x-ratelimit-reset-after", reset_after.parse().expect("a value"));
        headers
    }

    async fn pass(milliseconds: u64) {
        tokio::time::advance(Duration::from_millis(milliseconds)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_route_takes_as_many_requests_as_its_headers_say_and_others_are_open() {
        let limits = RateLimits::default();
        limits.take(&POST, &messages(1)).expect("nothing is known yet");
        limits.learn(&POST, &messages(1), &headers("2", "1.5"));
        assert!((0..2).all(|_| limits.take(&POST, &messages(1)).is_ok()));
        assert_eq!(limits.take(&POST, &messages(1)), Err(Duration::from_millis(1_500)));
        assert_eq!(limits.take(&POST, &messages(2)), Ok(()), "another channel");
        assert_eq!(limits.take(&Method::GET, &messages(1)), Ok(()), "another method");
        // An answer from before the two requests does not give them back.
        limits.learn(&POST, &messages(1), &headers("1", "1.5"));
        assert!(limits.take(&POST, &messages(1)).is_err());
        pass(1_501).await;
        assert_eq!(limits.take(&POST, &messages(1)), Ok(()));
        limits.learn(&POST, &messages(1), &headers("4", "1.5"));
        assert!((0..4).all(|_| limits.take(&POST, &messages(1)).is_ok()), "a window of its own");
    }

    #[tokio::test(start_paused = true)]
    async fn a_route_is_closed_as_long_as_the_server_says_and_others_are_open() {
        let limits = RateLimits::default();
        assert_eq!(limits.close(&POST, &messages(1), Some(2.5), false), Duration::from_millis(2_500));
        assert!(limits.take(&POST, &messages(1)).is_err() && limits.take(&POST, &messages(2)).is_ok());
        pass(2_499).await;
        assert!(limits.take(&POST, &messages(1)).is_err());
        pass(2).await;
        assert!(limits.take(&POST, &messages(1)).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn the_global_limit_exempts_interactions() {
        let limits = RateLimits::default();
        limits.close(&POST, &messages(1), Some(8.0), true);
        limits.close(&POST, &messages(1), Some(2.0), true);
        assert_eq!(limits.take(&POST, &messages(2)), Err(Duration::from_secs(8)), "the longest wait");
        assert!(limits.take(&POST, &Route::UserMeDmChannels).is_err());
        let (interaction_id, application_id, token) = (InteractionId::new(1), ApplicationId::new(2), "t");
        for answer in [
            Route::InteractionResponse { interaction_id, token },
            Route::WebhookOriginalInteractionResponse { application_id, token },
            Route::WebhookFollowupMessages { application_id, token },
        ] {
            assert!(limits.take(&POST, &answer).is_ok(), "{answer:?}");
        }
        pass(8_001).await;
        assert!(limits.take(&POST, &messages(2)).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn too_many_refusals_stop_all_requests_until_discord_forgets_them() {
        let limits = RateLimits::default();
        for _ in 1..REFUSED_MAX {
            limits.count_refusal();
        }
        assert!(limits.take(&POST, &messages(1)).is_ok());
        pass(60_000).await;
        limits.count_refusal();
        assert_eq!(limits.take(&POST, &messages(1)), Err(Duration::from_secs(9 * 60)));
        pass(9 * 60_000 + 1).await;
        assert!(limits.take(&POST, &messages(1)).is_ok());
        limits.count_refusal();
        assert!(limits.take(&POST, &messages(1)).is_ok(), "they are counted anew");
    }

    #[tokio::test(start_paused = true)]
    async fn nonsense_is_bounded() {
        let limits = RateLimits::default();
        for (retry_after, wait) in
            [(f64::NAN, Duration::ZERO), (-1.0, Duration::ZERO), (1e300, WAIT_DEFAULT), (1e6, WAIT_MAX)]
        {
            assert_eq!(limits.close(&POST, &messages(1), Some(retry_after), false), wait, "{retry_after}");
        }
        assert_eq!(limits.close(&POST, &messages(1), None, false), WAIT_DEFAULT);
        limits.learn(&POST, &messages(3), &headers("-1", "nonsense"));
        assert!(limits.take(&POST, &messages(3)).is_ok());
        limits.learn(&POST, &messages(3), &headers("-1", "1e9"));
        assert_eq!(limits.take(&POST, &messages(3)), Err(WAIT_MAX));
    }
}
