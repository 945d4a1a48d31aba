//! What the bot is, and who made the games.

use super::{Language, label, label_in, list, localize};
use crate::catalog::Catalog;
use crate::chat::text::Text;

/// The text about the bot and the authors of the games.
pub fn about(language: Language, catalog: &Catalog) -> Text {
    let mut authors: Vec<(String, Vec<String>)> = Vec::new();
    for game in catalog.games() {
        let (author, title) = (label_in(*game, language, "author", &[]), game.title().to_owned());
        match authors.iter_mut().find(|(known, _)| *known == author) {
            Some((_, titles)) => titles.push(title),
            None => authors.push((author, vec![title])),
        }
    }
    let by = |(author, titles): &(String, Vec<String>)| {
        let (count, games) = (titles.len().to_string(), list(language, "list-and", titles));
        label(language, "about-authors", &[("count", &count), ("games", &games), ("author", author)])
    };
    let authors = authors.iter().map(by).collect::<Vec<_>>().join(", ");
    localize(language, "about", &[("version", env!("CARGO_PKG_VERSION")), ("authors", &authors)])
}
