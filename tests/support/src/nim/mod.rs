//! Nim (C. L. Bouton, 1901), a small fourth game that the product does not have. It lives in these files alone: rules,
//! text, engine, picture and sentences. A catalogue with it shows that nothing outside a game's own files knows the
//! games.
//!
//! There are three heaps of stones: red, green and blue. A player takes any number of stones from one heap. Who takes
//! the last stone wins, or loses in the misère game.

mod rules;
mod text;
mod engine;
mod picture;

pub use rules::Nim;

use tablero_games::catalog::{Catalog, Entry};
use tablero_games::localization::{LocalizedFile, Texts};

const FILES: &[LocalizedFile] =
    &[LocalizedFile { name: "nim", texts: [include_str!("en.ftl"), include_str!("es.ftl"), include_str!("it.ftl")] }];

static NIM: Entry<Nim> = Entry::new(Texts::new(FILES));

/// The games of the product and Nim.
pub fn four_games() -> Catalog {
    Catalog::standard().with(&NIM)
}
