//! Faults made on purpose, and the log of what was asked.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use tokio::sync::watch;
use tokio::time::Instant;

use super::error::ApiError;
use super::limits;
use super::rate_limit::{RateLimit, RateLimits, Verdict};

/// What happens to a request instead of the usual.
#[derive(Clone, Debug)]
pub enum Fault {
    /// It is refused with this HTTP status, code 0 and nothing done.
    Status(u16),
    /// It is refused with status 429 and must be sent again after these seconds.
    RateLimited {
        /// Seconds to wait.
        retry_after: f64,
    },
    /// It is refused with status 429, and nothing at all may be sent for these seconds.
    RateLimitedGlobally {
        /// Seconds to wait.
        retry_after: f64,
    },
    /// It is refused with this answer.
    Refuse(ApiError),
    /// It is carried out, but the client is told of status 502: the case for which nonces exist.
    LoseAnswer,
}

/// One line of the log of requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET`, `POST`, …
    pub method: String,
    /// The path without the query, e.g. `/api/v10/channels/7/messages`.
    pub path: String,
    /// The HTTP status of the answer.
    pub status: u16,
    /// When it came.
    pub at: Instant,
    /// What was sent with it, as long as [`Faults::keep_bodies`] says so.
    pub body: Option<Bytes>,
}

#[derive(Debug)]
struct Rule {
    method: Option<String>,
    path_part: String,
    remaining: usize,
    fault: Fault,
}

/// The faults waiting to happen and the requests seen. Made by [`Local`](super::Local); only code in the same process can reach it.
#[derive(Debug)]
pub struct FaultInjector {
    rules: Mutex<Vec<Rule>>,
    limits: Mutex<RateLimits>,
    requests: Mutex<VecDeque<Request>>,
    seen: watch::Sender<u64>,
    /// How many requests are being answered.
    under_way: watch::Sender<usize>,
    /// How often an introduction is refused, and with which code.
    introductions: Mutex<(usize, u16)>,
    keeps_bodies: AtomicBool,
}

impl FaultInjector {
    pub(super) fn new() -> Self {
        Self {
            rules: Mutex::default(),
            limits: Mutex::default(),
            requests: Mutex::default(),
            seen: watch::Sender::new(0),
            under_way: watch::Sender::new(0),
            introductions: Mutex::default(),
            keeps_bodies: AtomicBool::new(false),
        }
    }

    /// From now on the log of requests has their bodies, too. They are in memory until
    /// [`forget_requests`](Self::forget_requests).
    pub fn keep_bodies(&self) {
        self.keeps_bodies.store(true, Ordering::Relaxed);
    }

    pub(super) fn keeps_bodies(&self) -> bool {
        self.keeps_bodies.load(Ordering::Relaxed)
    }

    /// Lets the gateway close the next `times` connections with this code when the client introduces itself.
    pub fn refuse_identify(&self, times: usize, code: u16) {
        *lock(&self.introductions) = (times, code);
    }

    /// The code with which this introduction is refused, if it is; it is used up.
    pub(super) fn take_identify(&self) -> Option<u16> {
        let mut left = lock(&self.introductions);
        left.0 = left.0.checked_sub(1)?;
        Some(left.1)
    }

    /// Lets the next `times` API requests fail whose path contains `path_part` (and whose method is `method`, when given).
    /// Rules are tried in the order they were made; past a thousand, new ones are ignored.
    pub fn inject(&self, method: Option<&str>, path_part: &str, times: usize, fault: Fault) {
        let mut rules = lock(&self.rules);
        if rules.len() < limits::KEPT_FAULTS && times > 0 {
            let method = method.map(str::to_ascii_uppercase);
            rules.push(Rule { method, path_part: path_part.to_owned(), remaining: times, fault });
        }
    }

    /// Limits API requests whose path contains `path_part` (and whose method is `method`, when given), each channel,
    /// server and webhook by itself. Answers have the headers that tell of it; what comes too early has status 429.
    pub fn limit(&self, method: Option<&str>, path_part: &str, limit: RateLimit) {
        lock(&self.limits).add(method, path_part, limit);
    }

    /// Limits all API requests together, but for those that answer interactions.
    pub fn limit_all(&self, limit: RateLimit) {
        lock(&self.limits).set_global(limit);
    }

    /// Forgets all faults that have not happened yet, and the limits.
    pub fn clear(&self) {
        lock(&self.rules).clear();
        *lock(&self.limits) = RateLimits::default();
    }

    /// The requests to the API so far, oldest first (at most 20,000).
    pub fn requests(&self) -> Vec<Request> {
        lock(&self.requests).iter().cloned().collect()
    }

    /// How many requests to the API match, since the start or the last [`forget_requests`](Self::forget_requests).
    pub fn count(&self, method: &str, path_part: &str) -> usize {
        let matches = |r: &&Request| r.method == method && r.path.contains(path_part);
        lock(&self.requests).iter().filter(matches).count()
    }

    /// Empties the log of requests.
    pub fn forget_requests(&self) {
        lock(&self.requests).clear();
    }

    /// Waits until at least `count` matching requests were answered. Bound it with a timeout.
    pub async fn wait_requests(&self, method: &str, path_part: &str, count: usize) {
        let mut seen = self.seen.subscribe();
        while self.count(method, path_part) < count {
            if seen.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits until no request is being answered. Bound it with a timeout.
    pub async fn wait_idle(&self) {
        // The sender is there as long as this is.
        let _ = self.under_way.subscribe().wait_for(|count| *count == 0).await;
    }

    /// A request is being answered as long as this lives.
    pub(super) fn begin(&self) -> UnderWay<'_> {
        self.under_way.send_modify(|count| *count += 1);
        UnderWay(self)
    }

    /// The fault for this request, if one is due; it is used up.
    pub(super) fn take(&self, method: &str, path: &str) -> Option<Fault> {
        let mut rules = lock(&self.rules);
        let hit = rules
            .iter()
            .position(|rule| rule.method.as_deref().is_none_or(|m| m == method) && path.contains(&rule.path_part))?;
        rules[hit].remaining -= 1;
        let fault = rules[hit].fault.clone();
        if rules[hit].remaining == 0 {
            rules.remove(hit);
        }
        Some(fault)
    }

    /// Counts a request against the limits.
    pub(super) fn count_against_limits(&self, method: &str, path: &str) -> Verdict {
        lock(&self.limits).take(method, path, Instant::now())
    }

    pub(super) fn record(&self, request: Request) {
        let mut requests = lock(&self.requests);
        if requests.len() >= limits::KEPT_REQUESTS {
            requests.pop_front();
        }
        requests.push_back(request);
        drop(requests);
        self.seen.send_modify(|n| *n += 1);
    }
}

/// See [`Faults::begin`].
pub(super) struct UnderWay<'a>(&'a FaultInjector);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.under_way.send_modify(|count| *count -= 1);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere cannot leave these plain lists half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
