//! Rate limits as on Discord: per route and channel, and for all requests together. There are none until a test sets
//! some.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use tokio::time::Instant;

use crate::error::ApiError;

/// A number of requests per time window, which starts with the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// The number of requests.
    pub requests: u32,
    /// The length of the window.
    pub per: Duration,
}

/// The decision on a request.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// It passes; its response has these headers.
    Passed(HeaderMap),
    /// It exceeds a limit.
    Refused(ApiError, HeaderMap),
}

#[derive(Debug)]
struct Rule {
    method: Option<String>,
    path_part: String,
    limit: RateLimit,
}

/// A started window.
#[derive(Clone, Copy, Debug)]
struct Window {
    ends: Instant,
    used: u32,
}

/// The limits and their current use.
#[derive(Debug, Default)]
pub(crate) struct RateLimits {
    rules: Vec<Rule>,
    /// By rule and by the channel, server or webhook in the path; each has its own window.
    buckets: HashMap<(usize, String), Window>,
    global: Option<RateLimit>,
    global_window: Option<Window>,
}

impl RateLimits {
    /// Adds a limit for requests whose path contains `path_part` (and whose method is `method`, if given). The first
    /// matching rule applies.
    pub fn add(&mut self, method: Option<&str>, path_part: &str, limit: RateLimit) {
        self.rules.push(Rule { method: method.map(str::to_ascii_uppercase), path_part: path_part.to_owned(), limit });
    }

    /// Limits all requests together, except responses to interactions, as Discord does.
    pub fn set_global(&mut self, limit: RateLimit) {
        self.global = Some(limit);
        self.global_window = None;
    }

    /// Counts a request, or rejects it. Rejected requests are not counted.
    pub fn take(&mut self, method: &str, path: &str, now: Instant) -> Verdict {
        let rule = self.rules.iter().position(|rule| {
            rule.method.as_deref().is_none_or(|known| known == method) && path.contains(&rule.path_part)
        });
        let answers = path.contains("/interactions/") || path.contains("/webhooks/");
        let global = self.global.filter(|_| !answers);
        if let (Some(limit), Some(window)) = (global, open(self.global_window, now))
            && window.used >= limit.requests
        {
            return Verdict::Refused(ApiError::rate_limited_globally(seconds(window.ends - now)), HeaderMap::new());
        }
        let mut headers = HeaderMap::new();
        if let Some(rule) = rule {
            let limit = self.rules[rule].limit;
            self.buckets.retain(|_, window| window.ends > now);
            let key = (rule, major(path).to_owned());
            let mut window = self.buckets.get(&key).copied().unwrap_or(Window { ends: now + limit.per, used: 0 });
            let refused = window.used >= limit.requests;
            if !refused {
                window.used += 1;
            }
            headers = limit_headers(rule, limit, window, now);
            if refused {
                return Verdict::Refused(ApiError::rate_limited(seconds(window.ends - now)), headers);
            }
            self.buckets.insert(key, window);
        }
        if let Some(limit) = global {
            let fresh = Window { ends: now + limit.per, used: 0 };
            let window = open(self.global_window, now).unwrap_or(fresh);
            self.global_window = Some(Window { used: window.used + 1, ..window });
        }
        Verdict::Passed(headers)
    }
}

/// The window, if it has not ended.
fn open(window: Option<Window>, now: Instant) -> Option<Window> {
    window.filter(|window| window.ends > now)
}

/// The part of a path with its own limits: a channel, a server or a webhook, with its id.
fn major(path: &str) -> &str {
    let start = ["/channels/", "/guilds/", "/webhooks/"].iter().find_map(|kind| Some(path.find(kind)? + kind.len()));
    start.and_then(|start| path[start..].split('/').next()).unwrap_or_default()
}

/// Seconds, rounded up to the millisecond.
fn seconds(time: Duration) -> f64 {
    (time.as_micros() as f64 / 1e3).ceil() / 1e3
}

fn limit_headers(rule: usize, limit: RateLimit, window: Window, now: Instant) -> HeaderMap {
    let left = window.ends - now;
    let ends = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default() + left;
    let values = [
        ("x-ratelimit-limit", limit.requests.to_string()),
        ("x-ratelimit-remaining", (limit.requests - window.used).to_string()),
        ("x-ratelimit-reset", format!("{:.3}", ends.as_secs_f64())),
        ("x-ratelimit-reset-after", format!("{:.3}", seconds(left))),
        ("x-ratelimit-bucket", format!("{rule:032x}")),
    ];
    let header = |(name, value): (&'static str, String)| {
        Some((HeaderName::from_static(name), HeaderValue::from_str(&value).ok()?))
    };
    values.into_iter().filter_map(header).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGES: &str = "/api/v10/channels/1/messages";

    fn refusal(limits: &mut RateLimits, path: &str, now: Instant) -> Option<(bool, f64)> {
        match limits.take("POST", path, now) {
            Verdict::Passed(_) => None,
            Verdict::Refused(error, _) => Some((error.is_global, error.retry_after.unwrap())),
        }
    }

    #[test]
    fn each_channel_has_its_own_limit_until_its_time_is_over() {
        let mut limits = RateLimits::default();
        limits.add(Some("post"), "/messages", RateLimit { requests: 2, per: Duration::from_secs(5) });
        let start = Instant::now();
        let Verdict::Passed(headers) = limits.take("POST", MESSAGES, start) else { panic!("it is the first") };
        assert_eq!(
            (&headers["x-ratelimit-limit"], &headers["x-ratelimit-remaining"]),
            (&"2".parse().unwrap(), &"1".parse().unwrap())
        );
        assert_eq!(headers["x-ratelimit-reset-after"], "5.000");
        assert_eq!(refusal(&mut limits, MESSAGES, start), None);
        assert_eq!(refusal(&mut limits, MESSAGES, start + Duration::from_secs(2)), Some((false, 3.0)));
        assert_eq!(refusal(&mut limits, "/api/v10/channels/2/messages", start), None);
        assert!(matches!(limits.take("GET", MESSAGES, start), Verdict::Passed(headers) if headers.is_empty()));
        assert_eq!(refusal(&mut limits, MESSAGES, start + Duration::from_secs(5)), None);
    }

    #[test]
    fn interaction_responses_are_exempt_from_the_global_limit() {
        let mut limits = RateLimits::default();
        limits.set_global(RateLimit { requests: 1, per: Duration::from_millis(1_500) });
        let start = Instant::now();
        assert_eq!(refusal(&mut limits, MESSAGES, start), None);
        assert_eq!(refusal(&mut limits, "/api/v10/users/@me/channels", start), Some((true, 1.5)));
        assert_eq!(refusal(&mut limits, "/api/v10/interactions/1/t/callback", start), None);
        assert_eq!(refusal(&mut limits, "/api/v10/webhooks/1/t", start), None);
        assert_eq!(refusal(&mut limits, MESSAGES, start + Duration::from_millis(1_500)), None);
    }
}
