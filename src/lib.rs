//! Tablero: ZÈRTZ, DVONN and Barrier in a chat channel, slowly.

pub mod rules;
pub mod catalog;
pub mod ugi;
