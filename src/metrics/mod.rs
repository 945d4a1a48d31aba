//! Figures about the running process, for Prometheus: what happens is recorded through the `metrics` facade, which costs
//! next to nothing if no exporter is installed.

mod definitions;
mod exporter;
pub mod record;

pub use definitions::{METRICS, Metric, MetricKind};
pub use exporter::{Exporter, ExporterError};
