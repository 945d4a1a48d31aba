//! Verification of people by emoji or by a QR code, which the host answers with a command.
//!
//! In reading order: [`open`] (those that are open, and how they proceed), `asking` (who may ask for one), `answering` (what
//! the host answers, and what is sent).

pub mod open;
mod asking;
mod answering;

pub use open::Verifications;
