//! What several test programs share: the bot with an emulator of Discord or with Synapse, a server of PostgreSQL, an
//! engine whose answers do not depend on the machine, a fourth game, and what
//! hints say.
#![allow(missing_docs, reason = "the tests read the names")]

pub mod fixed_nodes_engine;
pub mod hints;
pub mod matrix;
pub mod nim;
pub mod postgres_server;
pub mod requirements;
pub mod stage;
pub mod taught;
