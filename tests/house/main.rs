//! Checks of the repository itself: module dependencies, texts in every language, and documentation that matches the
//! program.

#[allow(dead_code, reason = "only its options matter here")]
#[path = "../nim/mod.rs"]
mod nim;
mod architecture;
#[path = "../storage/postgres_server.rs"]
mod postgres_server;
mod imports;
mod texts;
mod documents;
mod glossary;
mod query_plans;
mod typed;
