//! Background workers, which run as long as the bot does.
//!
//! - [`work_loop`]: the bounded loop of the outbox dispatcher and the engine worker
//! - [`deliver`]: the [`Deliver`] trait, which a chat platform implements
//! - [`outbox_dispatcher`]: delivers posts
//! - [`scheduler`]: clocks, reminders, digests and the heartbeat
//! - [`engine`]: runs engine jobs
//! - [`maintenance`]: maintains the database
//! - [`wake_up_relay`]: wakes the workers of all processes

pub mod work_loop;
pub mod deliver;
mod priority_lane;
pub mod outbox_dispatcher;
pub mod scheduler;
pub mod engine;
pub mod maintenance;
pub mod wake_up_relay;

pub use deliver::{Deliver, DeliveryError};
pub use engine::EngineWorker;
pub use maintenance::MaintenanceWorker;
pub use outbox_dispatcher::OutboxDispatcher;
pub use scheduler::Scheduler;
pub use wake_up_relay::WakeUpRelay;
