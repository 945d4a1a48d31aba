//! Checks of the repository itself: module dependencies, texts in every language, and documentation that matches the
//! program.

#[allow(dead_code, reason = "only its options matter here")]
#[path = "../nim/mod.rs"]
mod nim;
mod architecture;
#[allow(dead_code, reason = "only the storage tests crash it or use a pooler")]
#[path = "../storage/postgres_server.rs"]
mod postgres_server;
#[path = "../requirements/mod.rs"]
mod requirements;
mod imports;
mod awkward;
mod pages;
mod texts;
mod documents;
mod doors;
mod glossary;
mod missing_parts;
mod monitoring;
mod packaging;
mod query_plans;
mod typed;
