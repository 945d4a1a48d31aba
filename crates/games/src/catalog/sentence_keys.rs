//! The keys of the sentences that a game must bring.

use super::played::CatalogGame;
use super::swap::SWAP;
use crate::rules::{Refusal, Setup, Values};
use std::collections::BTreeSet;

/// The option that every game's setup begins with. Its name and its description in commands are the same for all games.
pub const BOARD_OPTION: &str = "variant";

/// The keys of all sentences that the program can look up among those of the game.
///
/// A value of an option is described by `setup-OPTION-VALUE`, or by `setup-OPTION` with the value as an argument.
pub(super) fn sentence_keys<G: CatalogGame>() -> BTreeSet<String> {
    let mut keys = BTreeSet::from(["author", "rules", "turn"].map(str::to_owned));
    keys.extend(G::MoveError::codes().iter().map(|code| format!("refusal-{code}")));
    keys.extend(G::new(&G::Setup::default()).facts().iter().map(|fact| format!("fact-{}", fact.about)));
    keys.extend(G::CELL_FACTS.iter().map(|about| format!("cell-{about}")));
    keys.extend(G::TURN_FACTS.iter().map(|about| format!("turn-{about}")));
    for example in G::EXAMPLES {
        keys.extend([format!("example-{}", example.about), format!("example-{}.title", example.about)]);
    }
    keys.extend(G::ENDINGS.iter().map(|ending| format!("result-{ending}")));
    keys.extend(G::PICK_LABELS.iter().map(|(_, label)| format!("pick-{label}")));
    keys.extend(G::QUESTION_KEYS.iter().map(|about| format!("question-{about}")));
    keys.extend(G::PIECE_KINDS.iter().flat_map(|kind| [format!("kind-{kind}"), format!("pieces-{kind}")]));
    for (stage, findings) in [("look", G::LOOKS), ("piece", G::PIECES), ("reason", G::REASONS)] {
        keys.extend(findings.iter().map(|about| format!("hint-{stage}-{about}")));
    }
    keys.extend(G::THEMES.iter().map(|about| format!("mistake-{about}")));
    keys.extend(G::DEFEATS.iter().map(|about| format!("defeat-{about}")));
    keys.extend(G::TURNS.iter().map(|about| format!("turned-{about}")));
    for lesson in G::LESSONS {
        keys.extend(["", ".title", ".done"].map(|part| format!("lesson-{}{part}", lesson.about)));
    }
    keys.extend(G::MISSES.iter().map(|about| format!("lesson-miss-{about}")));
    for theme in G::PUZZLE_THEMES {
        keys.extend(["", ".title"].map(|part| format!("puzzle-{}{part}", theme.word)));
    }
    for spec in G::Setup::OPTIONS {
        let Values::OneOf(words) = spec.values else { continue };
        // The sentences about the swap are the same for all games.
        if spec.key == SWAP {
            continue;
        }
        if spec.key == BOARD_OPTION {
            keys.insert(format!("setup-{}", spec.key));
        } else {
            keys.extend(words.iter().map(|word| format!("setup-{}-{word}", spec.key)));
            keys.extend(["name", "challenge", "play"].map(|part| format!("option-{}.{part}", spec.key)));
        }
    }
    keys
}
