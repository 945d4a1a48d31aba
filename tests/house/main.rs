//! Checks of the repository itself: module dependencies, texts in every language, and documentation that matches the
//! program.

mod architecture;
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
