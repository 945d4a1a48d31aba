//! Tasks that run as long as the bot does: [`scheduler`] (what is due when), [`engine`] (engine jobs) and [`maintenance`] (of the
//! database). Each has a `tick` or the like that a test can call.

pub mod scheduler;
pub mod engine;
pub mod maintenance;

pub use engine::EngineWorker;
pub use maintenance::MaintenanceWorker;
pub use scheduler::Scheduler;
