//! The way that the bot of a real host takes: Discord's own name, TLS, and the library's limiter of requests. The name
//! leads to this machine, where a front with a certificate of the tests' own stands before the look-alike.

mod certificates;
mod front;
mod games;
mod limits;
#[path = "../play/stage.rs"]
#[allow(dead_code, reason = "the tests of whole games use more of it")]
mod stage;
