//! Verification of people by emoji or by a QR code, which the host answers with a command.
//!
//! In reading order: [`open`] (the open ones and their states), `asking` (who may ask for one), `answering` (the host's
//! orders, and the messages to send).

pub mod open;
mod asking;
mod answering;

pub use open::Verifications;
