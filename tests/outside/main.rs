//! A hostile and unlucky outside: strangers who forge, and homeservers, Discord, databases and sessions that refuse, delay,
//! lie and forget. Whatever one room, person, call or session does, every other room is answered within ten seconds,
//! before and after a restart, and nothing is lost, doubled or told to the wrong people.

#[allow(dead_code, reason = "the tests of Matrix use more of it")]
#[path = "../matrix/bot.rs"]
mod bot;
#[allow(dead_code, reason = "the tests of play use more of it")]
#[path = "../play/fixed_nodes_engine.rs"]
mod fixed_nodes_engine;
#[allow(dead_code, reason = "the tests of Matrix use more of it")]
#[path = "../matrix/homeserver.rs"]
mod homeserver;
#[allow(dead_code, reason = "the tests of storage use more of it")]
#[path = "../storage/postgres_server.rs"]
mod postgres_server;
#[path = "../proxy/mod.rs"]
mod proxy;
#[path = "../requirements/mod.rs"]
mod requirements;
#[allow(dead_code, reason = "the tests of whole games use more of it")]
#[path = "../play/stage.rs"]
mod stage;
#[allow(dead_code, reason = "the tests of Matrix use more of it")]
#[path = "../matrix/user.rs"]
mod user;

mod alone;
mod claims;
mod club;
mod database_law;
mod discord_law;
mod faults;
mod history;
mod invitations;
mod law;
mod seeds;
mod session;
mod takeover;
