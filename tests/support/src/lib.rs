//! What several test programs share: the bot with an emulator of Discord or with Synapse, a server of PostgreSQL, an
//! engine whose answers do not depend on the machine, the rules in a slow and straightforward form (here they are
//! optimized, unlike the tests), a fourth game, and what hints say.
#![allow(missing_docs, reason = "the tests read the names")]

pub mod fixed_nodes_engine;
pub mod hints;
pub mod matrix;
pub mod naive;
pub mod nim;
pub mod pools;
pub mod postgres_server;
pub mod requirements;
pub mod stage;
pub mod taught;
