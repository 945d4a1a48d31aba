//! ZÈRTZ, DVONN and Barrier: rules, engines, pictures, and the list of games.
//!
//! It is a package of its own for two reasons. It uses neither tokio nor a database nor a chat platform, and Cargo
//! enforces that. And it is optimized in one piece, because that makes the search faster, while the rest of the program
//! builds faster in several (`docs/adr/0023-the-games-are-a-package.md`).

#![forbid(unsafe_code)]

pub mod rules;
pub mod ai;
pub mod render;
pub mod localization;
pub mod catalog;
