//! End-to-end encryption. What is encrypted, and how, is decided by the state machine of the library; here are its store,
//! its requests, and what the bot asks of it.
//!
//! In reading order: [`store_key`], [`records`] and [`key_store`] (where the keys are), [`error`], [`machine`]
//! ([`Encryption`]),
//! [`identity`] (the bot's own), [`recovery`] (its backup), [`host_mailbox`] and [`verification`] (of people), [`attachments`],
//! [`owner`] (which process uses the keys), [`opening`] (a session begins).

pub mod store_key;
pub mod records;
mod inbound_sessions;
pub mod key_store;
pub mod error;
pub mod machine;
mod progress;
mod unsent;
mod requests;
pub mod identity;
pub mod recovery;
pub mod host_mailbox;
pub mod verification;
mod sending;
pub mod attachments;
pub mod owner;
pub mod opening;

pub use error::EncryptionError;
pub use identity::IdentityStatus;
pub use machine::{Encryption, NewKey};
pub use unsent::{Begun, InRoom};
