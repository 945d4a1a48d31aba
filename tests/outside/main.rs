//! A hostile and unlucky outside: strangers who forge, and homeservers, Discord, databases and sessions that refuse, delay,
//! lie and forget. Whatever one room, person, call or session does, every other room is answered within ten seconds,
//! before and after a restart, and nothing is lost, doubled or told to the wrong people.

mod claims;
mod club;
mod database_law;
mod default_limits;
mod discord_law;
mod encrypted;
mod encrypted_claims;
mod encrypted_kills;
mod faults;
mod history;
mod law;
mod login;
mod proxy;
mod seeds;
mod session;
mod takeover;
mod turns;
