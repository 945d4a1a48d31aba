//! Games played through the users of the Discord emulator, the real serenity client and the real database.

#[allow(dead_code, reason = "only the storage tests crash it or use a pooler")]
#[path = "../storage/postgres_server.rs"]
mod postgres_server;
#[path = "../requirements/mod.rs"]
mod requirements;
mod stage;
mod test_database;
mod fixed_nodes_engine;
#[path = "../nim/mod.rs"]
mod nim;
mod fourth_game;
mod whole_games;
mod migrations;
mod mistakes;
mod outsiders;
mod repeated_events;
mod restarts;
mod cluster;
mod chaos;
mod failover;
mod processes;
mod conversation;
mod orientation;
mod draws;
mod engine;
mod hints;
mod conditional_moves;
mod automatic;
mod analysis;
mod coach;
mod interaction_only;
mod interactions_endpoint;
mod health;
mod server_settings;
mod blocks;
mod privacy;
mod clocks;
mod deadlines;
mod takebacks;
mod vacations;
mod notifications;
mod delivery;
mod platforms;
mod accounts;
mod threads;
mod local_channel;
mod places;
mod confirmation;
mod lobby_list;
mod rematch;
mod replay;
mod past_games;
mod thinking;
mod agreements;
mod ratings;
mod simulated;
mod workers;
mod answers;
mod connection;
mod log;
mod scheduling;
mod scripted_engine;
mod leases;
mod limits;
mod logs;
mod recordings;
