//! Commands typed as text, for platforms without slash commands: `challenge @friend game zertz`. `docs/commands.md`
//! explains the grammar.
//!
//! In reading order: `people` (what only the platform knows), `words` and `names` (comparing words), `quotes` (quoted
//! values), `values` (what an option accepts), `example` (examples in error messages), `describe` (explanations of
//! commands), `keyless` (values without the
//! name of an option), `reader`, `writer`, and `spoken` (a command in any language).

mod people;
mod words;
mod names;
mod quotes;
mod values;
mod example;
mod describe;
mod keyless;
mod reader;
mod writer;
mod spoken;

pub use describe::{CommandDescription, describe};
pub use people::{Mention, Resolve};
pub use reader::{command_name, read_typed};
pub use spoken::{Spoken, read_spoken};
pub use writer::write_typed;
