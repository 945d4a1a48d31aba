//! Commands as lines of text, for platforms whose users can only write messages: `challenge @friend game zertz`.
//! `docs/commands.md` explains the grammar.
//!
//! In reading order: `people` (what only the platform knows), `words` and `names` (comparing words), `quotes` (values
//! with blanks), `values` (what an option accepts), `example` (a command as it should be), `keyless` (values without the
//! names of their options), `reader` and `writer`.

mod people;
mod words;
mod names;
mod quotes;
mod values;
mod example;
mod keyless;
mod reader;
mod writer;

pub use people::{Mention, Resolve};
pub use reader::read_typed;
pub use writer::write_typed;
