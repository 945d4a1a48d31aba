//! Fault injection, and the log of requests.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::{Bytes, to_bytes};
use axum::extract::{Request as HttpRequest, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;
use tokio::time::Instant;

use super::rate_limit::{RateLimit, RateLimits, Verdict};
use crate::error::ApiError;
use crate::hub::Hub;
use crate::limits;

/// A fault that replaces the normal handling of a request.
#[derive(Clone, Debug)]
pub enum Fault {
    /// It is rejected with this HTTP status and code 0, without any effect.
    Status(u16),
    /// It is rejected with status 429; this request may be retried after the given time.
    RateLimited {
        /// The seconds to wait.
        retry_after: f64,
    },
    /// It is rejected with status 429; no request may be sent during the given time.
    RateLimitedGlobally {
        /// The seconds to wait.
        retry_after: f64,
    },
    /// It is rejected with this error.
    Refuse(ApiError),
    /// It is executed, but the client receives status 502: the case for which nonces exist.
    LoseResponse,
}

/// An entry of the request log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET`, `POST`, …
    pub method: String,
    /// The path without the query, e.g. `/api/v10/channels/7/messages`.
    pub path: String,
    /// The HTTP status of the response; `None` while the request is in progress.
    pub status: Option<u16>,
    /// When it arrived.
    pub at: Instant,
    /// The body, if [`FaultInjector::record_bodies`] was called.
    pub body: Option<Bytes>,
}

#[derive(Debug)]
struct Rule {
    method: Option<String>,
    path_part: String,
    remaining: usize,
    fault: Fault,
}

/// The request log.
#[derive(Debug, Default)]
struct Log {
    /// Requests with their numbers, in the order in which they arrived.
    requests: VecDeque<(u64, Request)>,
    /// The number of the next request.
    next: u64,
}

/// The pending faults and the request log. Created by [`Emulator`](crate::Emulator); only code in the same process can
/// access it.
#[derive(Debug)]
pub struct FaultInjector {
    rules: Mutex<Vec<Rule>>,
    limits: Mutex<RateLimits>,
    log: Mutex<Log>,
    recorded: watch::Sender<u64>,
    /// The number of requests in progress.
    in_progress: watch::Sender<usize>,
    /// How many more identify attempts to refuse, and with which code.
    identify_refusals: Mutex<(usize, u16)>,
    records_bodies: AtomicBool,
}

impl FaultInjector {
    pub(crate) fn new() -> Self {
        Self {
            rules: Mutex::default(),
            limits: Mutex::default(),
            log: Mutex::default(),
            recorded: watch::Sender::new(0),
            in_progress: watch::Sender::new(0),
            identify_refusals: Mutex::default(),
            records_bodies: AtomicBool::new(false),
        }
    }

    /// Records request bodies from now on. They stay in memory until [`clear_requests`](Self::clear_requests).
    pub fn record_bodies(&self) {
        self.records_bodies.store(true, Ordering::Relaxed);
    }

    pub(crate) fn records_bodies(&self) -> bool {
        self.records_bodies.load(Ordering::Relaxed)
    }

    /// Makes the gateway close the next `times` connections with this code when the client identifies.
    pub fn refuse_identify(&self, times: usize, code: u16) {
        *lock(&self.identify_refusals) = (times, code);
    }

    /// Takes the code with which to refuse this identify attempt, if any.
    pub(crate) fn next_identify_refusal(&self) -> Option<u16> {
        let mut remaining = lock(&self.identify_refusals);
        remaining.0 = remaining.0.checked_sub(1)?;
        Some(remaining.1)
    }

    /// Makes the next `times` API requests fail whose path contains `path_part` (and whose method is `method`, if
    /// given). Rules apply in the order in which they were added; beyond a thousand, new ones are ignored.
    pub fn inject(&self, method: Option<&str>, path_part: &str, times: usize, fault: Fault) {
        let mut rules = lock(&self.rules);
        if rules.len() < limits::PENDING_FAULTS && times > 0 {
            let method = method.map(str::to_ascii_uppercase);
            rules.push(Rule { method, path_part: path_part.to_owned(), remaining: times, fault });
        }
    }

    /// Limits the rate of API requests whose path contains `path_part` (and whose method is `method`, if given),
    /// separately for each channel, server and webhook. Responses have rate-limit headers; requests over the limit get
    /// status 429.
    pub fn limit(&self, method: Option<&str>, path_part: &str, limit: RateLimit) {
        lock(&self.limits).add(method, path_part, limit);
    }

    /// Limits the rate of all API requests together, except responses to interactions.
    pub fn limit_all(&self, limit: RateLimit) {
        lock(&self.limits).set_global(limit);
    }

    /// Removes all pending faults and limits.
    pub fn clear(&self) {
        lock(&self.rules).clear();
        *lock(&self.limits) = RateLimits::default();
    }

    /// The requests to the API so far, oldest first (at most 20,000).
    pub fn requests(&self) -> Vec<Request> {
        lock(&self.log).requests.iter().map(|(_, request)| request.clone()).collect()
    }

    /// The number of matching API requests since the start or the last [`clear_requests`](Self::clear_requests),
    /// including those in progress: what a request did is seen only after it was counted.
    pub fn count(&self, method: &str, path_part: &str) -> usize {
        self.count_if(|r| r.method == method && r.path.contains(path_part))
    }

    fn count_if(&self, matches: impl Fn(&Request) -> bool) -> usize {
        lock(&self.log).requests.iter().filter(|(_, request)| matches(request)).count()
    }

    /// Clears the request log.
    pub fn clear_requests(&self) {
        lock(&self.log).requests.clear();
    }

    /// Waits until at least `count` matching requests were answered. Use with a timeout.
    pub async fn wait_requests(&self, method: &str, path_part: &str, count: usize) {
        let is_answered = |r: &Request| r.status.is_some() && r.method == method && r.path.contains(path_part);
        let mut recorded = self.recorded.subscribe();
        while self.count_if(is_answered) < count {
            if recorded.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits until a request was answered with this status, and returns the first. Use with a timeout.
    pub async fn wait_status(&self, status: u16) -> Request {
        let mut recorded = self.recorded.subscribe();
        loop {
            if let Some(found) = self.requests().into_iter().find(|request| request.status == Some(status)) {
                return found;
            }
            // Cannot fail: the sender lives as long as `self`.
            let _ = recorded.changed().await;
        }
    }

    /// Waits until no request is in progress. Use with a timeout.
    pub async fn wait_idle(&self) {
        // Cannot fail: the sender lives as long as `self`.
        let _ = self.in_progress.subscribe().wait_for(|count| *count == 0).await;
    }

    /// Marks a request as in progress until the returned guard is dropped.
    pub(crate) fn begin(&self) -> RequestGuard<'_> {
        self.in_progress.send_modify(|count| *count += 1);
        RequestGuard { faults: self, number: None }
    }

    /// Takes the fault for this request, if any.
    pub(crate) fn take(&self, method: &str, path: &str) -> Option<Fault> {
        let mut rules = lock(&self.rules);
        let index = rules
            .iter()
            .position(|rule| rule.method.as_deref().is_none_or(|m| m == method) && path.contains(&rule.path_part))?;
        rules[index].remaining -= 1;
        let fault = rules[index].fault.clone();
        if rules[index].remaining == 0 {
            rules.remove(index);
        }
        Some(fault)
    }

    /// Counts a request against the limits.
    pub(crate) fn count_against_limits(&self, method: &str, path: &str) -> Verdict {
        lock(&self.limits).take(method, path, Instant::now())
    }
}

/// The guard returned by [`FaultInjector::begin`].
pub(crate) struct RequestGuard<'a> {
    faults: &'a FaultInjector,
    /// The number of the request in the log while it has no answer there.
    number: Option<u64>,
}

impl RequestGuard<'_> {
    /// Logs the request, which has not had any effect yet.
    pub(crate) fn log(&mut self, request: Request) {
        let mut log = lock(&self.faults.log);
        if log.requests.len() >= limits::RETAINED_REQUESTS {
            log.requests.pop_front();
        }
        let number = log.next;
        log.next += 1;
        log.requests.push_back((number, request));
        self.number = Some(number);
    }

    /// Logs the status of its answer.
    pub(crate) fn answered(mut self, status: u16) {
        let Some(number) = self.number.take() else { return };
        let mut log = lock(&self.faults.log);
        if let Some((_, request)) = log.requests.iter_mut().rfind(|(known, _)| *known == number) {
            request.status = Some(status);
        }
    }
}

impl Drop for RequestGuard<'_> {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            // The client has gone before the answer.
            lock(&self.faults.log).requests.retain(|(known, _)| *known != number);
        }
        self.faults.recorded.send_modify(|n| *n += 1);
        self.faults.in_progress.send_modify(|count| *count -= 1);
    }
}

/// Middleware that logs each request, and makes it fail if a test injected a fault.
pub(crate) async fn inject(State(hub): State<Arc<Hub>>, mut request: HttpRequest, next: Next) -> Response {
    let mut in_progress = hub.faults.begin();
    let body = if hub.faults.records_bodies() {
        let (head, body) = request.into_parts();
        let Ok(bytes) = to_bytes(body, limits::BODY_BYTES).await else {
            return ApiError::new(413, 0, "413: Payload Too Large").into_response();
        };
        request = HttpRequest::from_parts(head, bytes.clone().into());
        Some(bytes)
    } else {
        None
    };
    let method = request.method().as_str().to_owned();
    let path = request.uri().path().to_owned();
    let at = Instant::now();
    in_progress.log(Request { method: method.clone(), path: path.clone(), status: None, at, body });
    let response = match hub.faults.take(&method, &path) {
        Some(Fault::LoseResponse) => {
            let _ = next.run(request).await;
            ApiError::new(502, 0, "502: Bad Gateway").into_response()
        }
        Some(Fault::Status(status)) => {
            refuse(request, ApiError::new(status, 0, format!("{status}: made to fail"))).await
        }
        Some(Fault::RateLimited { retry_after }) => refuse(request, ApiError::rate_limited(retry_after)).await,
        Some(Fault::RateLimitedGlobally { retry_after }) => {
            refuse(request, ApiError::rate_limited_globally(retry_after)).await
        }
        Some(Fault::Refuse(error)) => refuse(request, error).await,
        None => match hub.faults.count_against_limits(&method, &path) {
            Verdict::Passed(headers) => with_headers(headers, next.run(request).await),
            Verdict::Refused(error, headers) => with_headers(headers, refuse(request, error).await),
        },
    };
    in_progress.answered(response.status().as_u16());
    response
}

/// Refuses a request after reading the rest of it. Otherwise the connection would be closed while the client is still
/// sending, and the client might never read the refusal.
async fn refuse(request: HttpRequest, error: ApiError) -> Response {
    // If the client sends no more, it does not read the refusal either.
    let _ = to_bytes(request.into_body(), limits::BODY_BYTES).await;
    error.into_response()
}

fn with_headers(headers: HeaderMap, mut response: Response) -> Response {
    response.headers_mut().extend(headers);
    response
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere cannot leave these simple lists in an inconsistent state.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
