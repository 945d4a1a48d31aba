//! Alert rules, the dashboard and the documentation of metrics match the program.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use tablero::metrics::{METRICS, MetricKind};
use test_support::requirements;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file of the repository")
}

/// The samples that a text names.
fn named(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("tablero_")).collect()
}

/// The samples that the program exports.
fn samples() -> BTreeSet<String> {
    let samples = METRICS.iter().flat_map(|metric| match metric.kind {
        MetricKind::Histogram(_) => ["_bucket", "_sum", "_count"].map(|suffix| [metric.name, suffix].concat()).to_vec(),
        _ => vec![metric.name.to_owned()],
    });
    samples.collect()
}

#[test]
fn alerts_and_dashboard_use_only_metrics_that_exist() {
    let samples = samples();
    for path in ["packaging/prometheus/alerts.yml", "packaging/grafana/tablero.json"] {
        let text = read(path);
        let names = named(&text);
        assert!(!names.is_empty(), "{path} names no metric");
        for name in names {
            assert!(samples.contains(name), "{path} uses {name}, which the program does not export");
        }
    }
}

#[test]
fn the_dashboard_is_json_and_shows_every_metric() {
    let text = read("packaging/grafana/tablero.json");
    let dashboard: serde_json::Value = serde_json::from_str(&text).expect("the dashboard is JSON");
    let panels = dashboard["panels"].as_array().expect("it has panels");
    let expressions: Vec<&str> = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().expect("a panel has targets"))
        .map(|target| target["expr"].as_str().expect("a target has an expression"))
        .collect();
    let shown = expressions.join(" ");
    for metric in METRICS {
        // Deliveries are shown by their age and their outcome.
        assert!(shown.contains(metric.name) || metric.name == "tablero_delivery_seconds", "{}", metric.name);
    }
}

#[test]
fn every_metric_is_documented() {
    let text = read("docs/monitoring.md");
    for metric in METRICS {
        assert!(
            text.contains(&format!("| `{}` |", metric.name)),
            "docs/monitoring.md does not explain {}",
            metric.name
        );
    }
    let known: BTreeSet<&str> = METRICS.iter().map(|metric| metric.name).collect();
    for name in named(&text) {
        assert!(known.contains(name), "docs/monitoring.md names {name}, which the program does not export");
    }
}

#[test]
fn every_alert_is_documented_and_fires_when_it_should() {
    let (rules, text) = (read("packaging/prometheus/alerts.yml"), read("docs/monitoring.md"));
    let alerts: Vec<&str> = rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    let tested = read("packaging/prometheus/alerts_test.yml");
    assert!(!alerts.is_empty());
    for alert in alerts {
        assert!(text.contains(&format!("| `{alert}` |")), "docs/monitoring.md does not say what to do about {alert}");
        assert!(tested.contains(&format!("alertname: {alert}\n")), "alerts_test.yml does not fire {alert}");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/prometheus");
    for arguments in [["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"]] {
        let output = Command::new("promtool").args(arguments).current_dir(&folder).output();
        let Some(output) = requirements::found("promtool (Debian: prometheus)", output.ok()) else { return };
        let said = [output.stdout, output.stderr].concat();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
    }
}
