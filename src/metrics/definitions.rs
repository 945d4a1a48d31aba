//! The names of the metrics and what they mean.

use metrics::Unit;

/// What a metric measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MetricKind {
    /// A number that only grows.
    Counter,
    /// A number that goes up and down.
    Gauge,
    /// How many values are below each of these bounds, ascending.
    Histogram(&'static [f64]),
}

/// A metric.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name, with the unit and the suffix that Prometheus recommends.
    pub name: &'static str,
    /// What it measures.
    pub kind: MetricKind,
    /// Its unit, if it has one.
    pub unit: Option<Unit>,
    /// The help that Prometheus shows.
    pub help: &'static str,
}

/// Bounds for what a player waits for, in seconds.
const SECONDS: MetricKind =
    MetricKind::Histogram(&[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0]);
/// Bounds for what may take minutes, in seconds.
const DELAYS: MetricKind =
    MetricKind::Histogram(&[0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3600.0]);
/// Bounds of a search depth, in plies.
const PLIES: MetricKind =
    MetricKind::Histogram(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 15.0, 20.0, 30.0, 50.0]);

const fn counter(name: &'static str, help: &'static str) -> Metric {
    Metric { name, kind: MetricKind::Counter, unit: None, help }
}

const fn gauge(name: &'static str, help: &'static str) -> Metric {
    Metric { name, kind: MetricKind::Gauge, unit: None, help }
}

const fn seconds(name: &'static str, kind: MetricKind, help: &'static str) -> Metric {
    Metric { name, kind, unit: Some(Unit::Seconds), help }
}

/// The version of the program; always 1.
pub const BUILD_INFO: Metric = gauge("tablero_build_info", "The version and the commit of the program; always 1.");
/// When the process started.
pub const START_TIME: Metric =
    seconds("tablero_start_time_seconds", MetricKind::Gauge, "When the process started, as seconds since 1970.");
/// Requests of players.
pub const INTERACTIONS: Metric =
    counter("tablero_interactions_total", "Requests of players, by kind, and whether they were answered or refused.");
/// The time until a request is answered.
pub const INTERACTION_SECONDS: Metric = seconds(
    "tablero_interaction_seconds",
    SECONDS,
    "Time to handle a request of a player, without the requests to the platform.",
);
/// Attempts to deliver a post.
pub const DELIVERIES: Metric =
    counter("tablero_deliveries_total", "Attempts to deliver a post, by platform and outcome.");
/// The time of an attempt to deliver a post.
pub const DELIVERY_SECONDS: Metric =
    seconds("tablero_delivery_seconds", SECONDS, "Time to draw and deliver a post, with the requests to the platform.");
/// The delay of a post when it was delivered.
pub const POST_AGE_SECONDS: Metric =
    seconds("tablero_post_age_seconds", DELAYS, "Time from when a post could have been delivered until it was.");
/// Work that could be claimed.
pub const QUEUE_DUE: Metric =
    gauge("tablero_queue_due", "Items of a queue that are due and that no worker has claimed.");
/// The age of the oldest of them.
pub const QUEUE_AGE_SECONDS: Metric = seconds(
    "tablero_queue_age_seconds",
    MetricKind::Gauge,
    "How long the oldest item of a queue has been waiting; 0 if none is.",
);
/// Scheduled checks.
pub const CHECKS: Metric = counter("tablero_checks_total", "Scheduled checks of clocks and digests, by outcome.");
/// How late scheduled checks are.
pub const CHECK_DELAY_SECONDS: Metric =
    seconds("tablero_check_delay_seconds", DELAYS, "How late a scheduled check was run.");
/// Jobs of the engine.
pub const ENGINE_JOBS: Metric =
    counter("tablero_engine_jobs_total", "Attempts at turns of the bot and at analyses, by outcome.");
/// Searches that wait for a thread.
pub const SEARCHES_WAITING: Metric =
    gauge("tablero_searches_waiting", "Searches of the engine that wait for a thread.");
/// The time of a search.
pub const SEARCH_SECONDS: Metric = seconds("tablero_search_seconds", SECONDS, "Time of a search, by what it is for.");
/// The depth that a search for a move has reached.
pub const SEARCH_DEPTH: Metric = Metric {
    name: "tablero_search_depth_plies",
    kind: PLIES,
    unit: None,
    help: "Depth that a search for a move has reached, by game.",
};
/// Whether the database can be written.
pub const DATABASE_UP: Metric = gauge("tablero_database_up", "Whether the database can be written: 1 or 0.");
/// The time of database transactions.
pub const DATABASE_SECONDS: Metric = seconds(
    "tablero_database_seconds",
    SECONDS,
    "Time of a single read, or of a write transaction with the wait for its turn.",
);
/// Database transactions that were repeated.
pub const DATABASE_RETRIES: Metric =
    counter("tablero_database_retries_total", "Transactions that were repeated because the database interrupted them.");
/// Connections to platforms.
pub const CONNECTED: Metric = gauge("tablero_connected", "Whether a connection to a platform is up: 1 or 0.");
/// Requests that a rate limit delayed.
pub const RATE_LIMITED: Metric =
    counter("tablero_rate_limited_total", "Requests that a rate limit of a platform delayed.");

/// All metrics.
pub const METRICS: [Metric; 20] = [
    BUILD_INFO,
    START_TIME,
    INTERACTIONS,
    INTERACTION_SECONDS,
    DELIVERIES,
    DELIVERY_SECONDS,
    POST_AGE_SECONDS,
    QUEUE_DUE,
    QUEUE_AGE_SECONDS,
    CHECKS,
    CHECK_DELAY_SECONDS,
    ENGINE_JOBS,
    SEARCHES_WAITING,
    SEARCH_SECONDS,
    SEARCH_DEPTH,
    DATABASE_UP,
    DATABASE_SECONDS,
    DATABASE_RETRIES,
    CONNECTED,
    RATE_LIMITED,
];
