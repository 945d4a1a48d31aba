//! The HTTP server of this program: it serves any router, and disconnects clients that send too slowly.

mod connections;
mod serve;

pub use serve::{ListenError, Listener, serve};
