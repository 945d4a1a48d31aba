//! Collects the metrics of the process and writes them in the format of Prometheus.

use super::definitions::{self, METRICS, Metric, MetricKind};
use super::record;
use crate::version;
use metrics::{SharedString, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The interval at which collected values are summarized, so that they need no memory if nobody asks for them.
const UPKEEP: Duration = Duration::from_secs(5);

/// Collects the metrics of the process from its start. Cheap to clone.
#[derive(Clone)]
pub struct Exporter(PrometheusHandle);

/// Why metrics cannot be collected.
#[derive(Debug, thiserror::Error)]
#[error("the metrics cannot be collected: {0}")]
pub struct ExporterError(#[from] BuildError);

/// The exporter of the process, once it is installed.
static INSTALLED: Mutex<Option<Exporter>> = Mutex::new(None);

fn recorder() -> Result<PrometheusRecorder, BuildError> {
    let mut builder = PrometheusBuilder::new();
    for metric in METRICS {
        if let MetricKind::Histogram(bounds) = metric.kind {
            builder = builder.set_buckets_for_metric(Matcher::Full(metric.name.to_owned()), bounds)?;
        }
    }
    Ok(builder.build_recorder())
}

/// Tells the recorder in use what each metric means, and what never changes.
fn describe() {
    for Metric { name, kind, unit, help } in METRICS {
        let help = SharedString::const_str(help);
        match (kind, unit) {
            (MetricKind::Counter, _) => describe_counter!(name, help),
            (MetricKind::Gauge, Some(unit)) => describe_gauge!(name, unit, help),
            (MetricKind::Gauge, None) => describe_gauge!(name, help),
            (MetricKind::Histogram(_), Some(unit)) => describe_histogram!(name, unit, help),
            (MetricKind::Histogram(_), None) => describe_histogram!(name, help),
        }
    }
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    gauge!(definitions::START_TIME.name).set(started.as_secs_f64());
    record::zero();
    gauge!(definitions::BUILD_INFO.name, "version" => version::NUMBER, "commit" => version::COMMIT).set(1.0);
}

impl Exporter {
    /// Begins to collect the metrics of the process, or returns the exporter that does so already.
    ///
    /// # Errors
    /// If another recorder is installed.
    pub fn install() -> Result<Exporter, ExporterError> {
        let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(exporter) = &*installed {
            return Ok(exporter.clone());
        }
        let recorder = recorder()?;
        let exporter = Exporter(recorder.handle());
        metrics::set_global_recorder(recorder).map_err(BuildError::from)?;
        describe();
        *installed = Some(exporter.clone());
        Ok(exporter)
    }

    /// All metrics, in the text format of Prometheus.
    pub fn render(&self) -> String {
        self.0.render()
    }

    /// Summarizes collected values every few seconds and never returns.
    pub async fn summarize(&self) {
        loop {
            tokio::time::sleep(UPKEEP).await;
            self.0.run_upkeep();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::process::{Command, Stdio};

    /// Every metric, recorded once.
    fn everything() -> String {
        let recorder = recorder().expect("the bounds are valid");
        let handle = recorder.handle();
        metrics::with_local_recorder(&recorder, || {
            describe();
            let took = Duration::from_millis(30);
            record::interaction("command", "answered", took);
            record::delivery("discord", "delivered", took);
            record::delivered("discord", took);
            record::check("done", took);
            record::engine_job("done");
            record::searches_waiting(3);
            record::search("move", took);
            record::search_depth("dvonn", 7);
            record::database_up(true);
            record::database("write", took);
            record::database_retry();
            record::rate_limited("discord", true);
            record::queue("posts for discord", 4, Duration::from_secs(5));
            record::connected("Discord, shard 0", true);
        });
        handle.render()
    }

    #[test]
    fn every_metric_is_exported_with_its_help_and_its_type() {
        let text = everything();
        for Metric { name, kind, help, .. } in METRICS {
            let kind = match kind {
                MetricKind::Counter => "counter",
                MetricKind::Gauge => "gauge",
                MetricKind::Histogram(_) => "histogram",
            };
            assert!(text.contains(&format!("# HELP {name} {help}\n")), "{name}\n{text}");
            assert!(text.contains(&format!("# TYPE {name} {kind}\n")), "{name}\n{text}");
        }
        let types = text.lines().filter(|line| line.starts_with("# TYPE")).count();
        assert_eq!(types, METRICS.len(), "a metric has no definition:\n{text}");
        for line in [
            "tablero_interactions_total{kind=\"command\",outcome=\"answered\"} 1",
            "tablero_interactions_total{kind=\"command\",outcome=\"failed\"} 0",
            "tablero_engine_jobs_total{outcome=\"given_up\"} 0",
            "tablero_interaction_seconds_bucket{kind=\"command\",le=\"0.025\"} 0",
            "tablero_interaction_seconds_bucket{kind=\"command\",le=\"0.05\"} 1",
            "tablero_search_depth_plies_bucket{game=\"dvonn\",le=\"8\"} 1",
            "tablero_queue_due{queue=\"posts for discord\"} 4",
            "tablero_connected{connection=\"Discord, shard 0\"} 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }

    #[test]
    fn promtool_finds_no_fault() {
        let promtool =
            Command::new("promtool").args(["check", "metrics"]).stdin(Stdio::piped()).output_of(everything());
        let Some((is_ok, said)) = promtool else {
            eprintln!("skipped: promtool is not installed (Debian: apt-get install prometheus)");
            return;
        };
        assert!(is_ok && said.is_empty(), "{said}");
    }

    trait OutputOf {
        fn output_of(&mut self, input: String) -> Option<(bool, String)>;
    }

    impl OutputOf for Command {
        /// Runs the program with this input; returns whether it succeeded and what it said, or `None` if there is none.
        fn output_of(&mut self, input: String) -> Option<(bool, String)> {
            let mut child = self.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
            child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it is read");
            let output = child.wait_with_output().expect("it ends");
            let said = [output.stdout, output.stderr].concat();
            Some((output.status.success(), String::from_utf8_lossy(&said).into_owned()))
        }
    }
}
