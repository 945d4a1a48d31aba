//! Records what happens. Without an exporter, nothing is recorded. Labels are words of the program, so that their number
//! is bounded.

use super::definitions;
use metrics::{counter, gauge, histogram};
use std::time::Duration;

/// The outcome of a request that failed because the database could not be used.
pub const FAILED: &str = "failed";
/// The kinds of requests.
const KINDS: [&str; 7] = ["command", "button", "menu", "form", "reply", "reaction", "completion"];
/// What becomes of a request.
const OUTCOMES: [&str; 4] = ["answered", "refused", "repeated", FAILED];
/// What becomes of a delivery.
const DELIVERED: [&str; 6] = ["delivered", "later", "forbidden", "gone", "attachment", "never"];
/// What becomes of a scheduled check.
const CHECKED: [&str; 2] = ["done", "postponed"];
/// What becomes of a job of the engine.
const JOB_ENDS: [&str; 3] = ["done", "postponed", "given_up"];

/// Exports counters from the start, as zero. Prometheus computes how fast a counter grows from at least two values, so
/// otherwise it would miss the first failure.
pub(super) fn zero() {
    for kind in KINDS {
        for outcome in OUTCOMES {
            counter!(definitions::INTERACTIONS.name, "kind" => kind, "outcome" => outcome).increment(0);
        }
    }
    for outcome in CHECKED {
        counter!(definitions::CHECKS.name, "outcome" => outcome).increment(0);
    }
    for outcome in JOB_ENDS {
        counter!(definitions::ENGINE_JOBS.name, "outcome" => outcome).increment(0);
    }
}

/// Exports the counters of deliveries to a platform, as zero if there were none.
pub fn delivers_to(platform: &'static str) {
    for outcome in DELIVERED {
        counter!(definitions::DELIVERIES.name, "platform" => platform, "outcome" => outcome).increment(0);
    }
}
/// A request of a player was handled.
pub fn interaction(kind: &'static str, outcome: &'static str, took: Duration) {
    counter!(definitions::INTERACTIONS.name, "kind" => kind, "outcome" => outcome).increment(1);
    histogram!(definitions::INTERACTION_SECONDS.name, "kind" => kind).record(took);
}

/// A request of a player failed before it could be read, because the database could not be used.
pub fn failed_interaction(kind: &'static str) {
    counter!(definitions::INTERACTIONS.name, "kind" => kind, "outcome" => FAILED).increment(1);
}

/// An attempt to deliver a post has ended.
pub fn delivery(platform: &'static str, outcome: &'static str, took: Duration) {
    counter!(definitions::DELIVERIES.name, "platform" => platform, "outcome" => outcome).increment(1);
    histogram!(definitions::DELIVERY_SECONDS.name, "platform" => platform).record(took);
}

/// A post of this age was delivered.
pub fn delivered(platform: &'static str, age: Duration) {
    histogram!(definitions::POST_AGE_SECONDS.name, "platform" => platform).record(age);
}

/// A scheduled check was run, this much later than scheduled.
pub fn check(outcome: &'static str, delay: Duration) {
    counter!(definitions::CHECKS.name, "outcome" => outcome).increment(1);
    histogram!(definitions::CHECK_DELAY_SECONDS.name).record(delay);
}

/// An attempt at a job of the engine has ended.
pub fn engine_job(outcome: &'static str) {
    counter!(definitions::ENGINE_JOBS.name, "outcome" => outcome).increment(1);
}

/// This number of searches waits for a thread.
pub fn searches_waiting(number: usize) {
    gauge!(definitions::SEARCHES_WAITING.name).set(number as f64);
}

/// A search has ended.
pub fn search(purpose: &'static str, took: Duration) {
    histogram!(definitions::SEARCH_SECONDS.name, "purpose" => purpose).record(took);
}

/// A search for a move has reached this depth.
pub fn search_depth(game: &'static str, plies: u32) {
    histogram!(definitions::SEARCH_DEPTH.name, "game" => game).record(f64::from(plies));
}

/// A read or a write transaction has ended.
pub fn database(access: &'static str, took: Duration) {
    histogram!(definitions::DATABASE_SECONDS.name, "access" => access).record(took);
}

/// A transaction is repeated.
pub fn database_retry() {
    counter!(definitions::DATABASE_RETRIES.name).increment(1);
}

/// A rate limit of a platform delays a request: the limit of all requests, or of one route.
pub fn rate_limited(platform: &'static str, is_global: bool) {
    let scope = if is_global { "global" } else { "route" };
    counter!(definitions::RATE_LIMITED.name, "platform" => platform, "scope" => scope).increment(1);
}

/// The state of a queue: how many items are due, and since when the oldest is.
pub fn queue(name: &str, due: u64, age: Duration) {
    gauge!(definitions::QUEUE_DUE.name, "queue" => name.to_owned()).set(due as f64);
    gauge!(definitions::QUEUE_AGE_SECONDS.name, "queue" => name.to_owned()).set(age.as_secs_f64());
}

/// Whether the database can be written.
pub fn database_up(is_up: bool) {
    gauge!(definitions::DATABASE_UP.name).set(f64::from(u8::from(is_up)));
}

/// Whether a connection is up.
pub fn connected(name: &str, is_connected: bool) {
    gauge!(definitions::CONNECTED.name, "connection" => name.to_owned()).set(f64::from(u8::from(is_connected)));
}
