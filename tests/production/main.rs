//! The network path of a production bot: Discord's host name, TLS, and the library's rate limiter. The name resolves to
//! this machine, where a TLS proxy with the tests' own certificate stands before the emulator.

mod certificates;
mod tls_proxy;
mod games;
mod limits;
