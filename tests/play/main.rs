//! Games as players play them: through the look-alike's people, the real serenity client and the real database.

mod stage;
mod whole_games;
mod migrations;
mod mistakes;
mod restarts;
mod conversation;
mod engine;
mod hints;
mod plans;
mod automatic;
mod analysis;
mod private;
mod house;
mod blocks;
mod privacy;
mod clocks;
mod deadlines;
mod attention;
mod ratings;
mod simulated;
mod workers;
mod answers;
mod connection;
mod log;
mod scheduling;
mod logs;
