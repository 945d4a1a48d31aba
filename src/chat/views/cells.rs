//! What is on each cell of a board, in words.

use crate::catalog::AnyLine;
use crate::chat::texts::{Arg, Language, label_in, localize_in};
use std::collections::BTreeMap;

/// The kind of a cell that no fact lists.
const OTHER: &str = "other";

/// What is on each cell, as in “d4, white marble”, by the name of the cell.
pub fn described(language: Language, line: &dyn AnyLine) -> BTreeMap<String, String> {
    let game = line.game();
    let kinds = game.cell_facts();
    if kinds.is_empty() {
        return BTreeMap::new();
    }
    let other = |cell: String| {
        let words = label_in(game, language, &format!("cell-{OTHER}"), &[("cell", &cell)]);
        (cell, words)
    };
    let mut described: BTreeMap<String, String> = line.cells().into_iter().map(other).collect();
    for fact in line.facts().iter().filter(|fact| kinds.contains(&fact.about)) {
        for listed in fact.value.split_whitespace() {
            // As in `d4=3*`: a stack of three with one red piece.
            let name = listed.split(['=', '*']).next().unwrap_or_default();
            let height = listed.split_once('=').map_or("1", |(_, height)| height.trim_end_matches('*'));
            let reds = listed.matches('*').count();
            let args = [
                ("cell", name.into()),
                ("height", Arg::Count(height.parse().unwrap_or(1))),
                ("reds", Arg::Count(reds.try_into().unwrap_or(0))),
            ];
            let words = localize_in(game, language, &format!("cell-{}", fact.about), &args).plain();
            described.insert(name.to_owned(), words);
        }
    }
    described
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn on(game: &str, position: &str, cell: &str) -> [String; 3] {
        let catalog = Catalog::standard();
        let line = catalog.game(game).expect("a game").start(position).expect("a setup");
        [Language::En, Language::Es, Language::It]
            .map(|language| described(language, &*line).remove(cell).expect("the cell is described"))
    }

    #[test]
    fn every_cell_of_every_board_is_described() {
        for game in Catalog::standard().games() {
            for (_, line) in game.examples() {
                let described = described(Language::Es, &*line);
                for cell in line.cells() {
                    let words = described.get(&cell).unwrap_or_else(|| panic!("{} {cell}", game.name()));
                    assert!(words.starts_with(&format!("{cell}, ")), "{words}");
                }
            }
        }
    }

    #[test]
    fn a_cell_says_what_is_on_it() {
        assert_eq!(on("zertz", "variant=37", "d4"), ["d4, empty ring", "d4, anillo vacío", "d4, anello vuoto"]);
        let zertz = Catalog::standard().game("zertz").expect("a game");
        let mut line = zertz.start("variant=37").expect("a setup");
        line.play("Wd4,a1").expect("a move");
        let described = described(Language::En, &*line);
        assert_eq!(described["d4"], "d4, white marble");
        assert_eq!(described.get("a1").map_or("a1, no ring", String::as_str), "a1, no ring");
    }

    #[test]
    fn a_stack_says_how_high_it_is_and_how_many_red_pieces_it_has() {
        let dvonn = Catalog::standard().game("dvonn").expect("a game");
        let mut line = dvonn.start("start=random deal=12").expect("a setup");
        let mut words = Vec::new();
        while let Some(text) = line.nth_legal(0) {
            line.play(&text).expect("it is legal");
            words.extend(described(Language::En, &*line).into_values());
        }
        for end in ["white piece", "black piece", "red piece", "white stack of 2", "with a red piece", ", empty"] {
            assert!(words.iter().any(|words| words.ends_with(end)), "{end}: {words:?}");
        }
    }
}
