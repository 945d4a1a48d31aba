//! Records what happens. Without an exporter, nothing is recorded. Labels are words of the program, so that their number
//! is bounded.

use super::definitions;
use metrics::{counter, gauge, histogram};
use std::time::Duration;

/// A request of a player was handled.
pub fn interaction(kind: &'static str, outcome: &'static str, took: Duration) {
    counter!(definitions::INTERACTIONS.name, "kind" => kind, "outcome" => outcome).increment(1);
    histogram!(definitions::INTERACTION_SECONDS.name, "kind" => kind).record(took);
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

/// Whether a connection is up.
pub fn connected(name: &str, is_connected: bool) {
    gauge!(definitions::CONNECTED.name, "connection" => name.to_owned()).set(f64::from(u8::from(is_connected)));
}
