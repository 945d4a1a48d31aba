//! Whether the process can do its work, for load balancers, service managers and monitoring.

mod checks;
mod connection_status;
mod endpoint;
mod monitoring_server;

pub use checks::{Check, Health};
pub use connection_status::ConnectionStatus;
pub use monitoring_server::MonitoringServer;
