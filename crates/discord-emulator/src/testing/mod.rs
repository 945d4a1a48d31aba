//! The instruments of tests: scripted people, faults and limits, and the log of requests. They are compiled with the feature
//! `testing` only.

mod rate_limit;
mod fault_injection;
mod views;
mod world;
mod user;
mod instruments;

pub(crate) use fault_injection::inject;
pub use fault_injection::{Fault, FaultInjector, Request};
pub use rate_limit::RateLimit;
pub use user::{Reply, User};
pub use views::{ButtonView, ChannelView, Choice, FileView, MenuView, MessageView, ModalView};
