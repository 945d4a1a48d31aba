//! Checks of the repository itself: module dependencies, texts in every language, and documentation that matches the
//! program.

mod architecture;
mod imports;
mod texts;
mod documents;
