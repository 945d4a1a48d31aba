//! The network path of a production bot: Discord's host name, TLS, and the library's rate limiter. The name resolves to
//! this machine, where a TLS proxy with the tests' own certificate stands before the emulator.

mod certificates;
mod tls_proxy;
mod games;
mod limits;
#[path = "../play/fixed_nodes_engine.rs"]
#[allow(dead_code, reason = "the tests of play use more of it")]
mod fixed_nodes_engine;
#[path = "../play/stage.rs"]
#[allow(dead_code, reason = "the tests of whole games use more of it")]
mod stage;
