//! The bot on a real homeserver: Synapse, with users whose clients know nothing of the bot's code.
//!
//! It needs Synapse: the Python of an environment in which `matrix-synapse` is installed, named by `TABLERO_SYNAPSE` or
//! in `target/synapse`; `.ci/run` installs it there. Tests of encrypted rooms need `matrix-nio[e2e]` in the same way, in
//! the Python of `TABLERO_NIO` or in `target/nio`, and some of them matrix-js-sdk in the modules of `TABLERO_JS` or in
//! `target/js/node_modules`. Without them the tests say that they did not run, and pass.

mod across;
mod avatars;
mod daily;
mod default_limits;
mod encrypted;
mod encrypted_device;
mod encrypted_games;
mod encrypted_reactions;
mod encrypted_table;
mod encrypted_verification;
mod games;
mod lessons;
mod login;
mod privacy;
mod queues;
mod rights;
mod rooms;
mod typing;
mod uploads;
