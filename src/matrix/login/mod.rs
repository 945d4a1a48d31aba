//! Logging in to a homeserver, and staying logged in.
//!
//! In reading order: [`account`] (what is configured), [`calls`] (the homeserver's own login), [`oauth`] (a login server
//! beside it), [`session`] (what is stored, and renewed when it ends), [`log_in`], and [`command`] (`tablero matrix
//! login`, in which the host approves the bot).

pub mod account;
pub mod calls;
pub mod command;
pub mod log_in;
pub mod oauth;
pub mod session;
