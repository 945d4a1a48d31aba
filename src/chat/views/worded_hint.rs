//! A hint in words.

use crate::catalog::{Advice, AnyGame, Finding, Value};
use crate::chat::hint_stage::HintStage;
use crate::chat::text::Text;
use crate::chat::texts::{Arg, Language, label, label_in, list, localize, localize_in};
use crate::rules::Guide;
use serde::{Deserialize, Serialize};

/// The maximum number of arrows and marks in a picture. More would hide the board.
const GUIDES_MAX: usize = 12;

/// A hint in its final wording. It is stored so that all stages refer to the same move, however often the hint is
/// requested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordedHint {
    /// The text of each stage, in the markup of sentences.
    pub sentences: [String; 3],
    /// The cells of the first stage.
    pub region: Vec<String>,
    /// The picks of the second stage.
    pub picks: Vec<String>,
    /// The suggested move.
    pub best: String,
    /// The arrows and marks of the third stage, see [`Guide::read`].
    pub guides: Vec<String>,
}

impl WordedHint {
    /// Words a hint for this game in a language.
    pub fn of(language: Language, game: &dyn AnyGame, advice: &Advice) -> WordedHint {
        WordedHint {
            sentences: HintStage::ALL.map(|stage| hint(language, game, advice, stage).markup()),
            region: advice.region.clone(),
            picks: advice.picks.clone(),
            best: advice.best.clone(),
            guides: guides(advice),
        }
    }
}

/// The arrows and marks of the reasons, each once.
fn guides(advice: &Advice) -> Vec<String> {
    let mut guides: Vec<String> = Vec::new();
    for guide in advice.reasons.iter().flat_map(|reason| &reason.guides).map(Guide::to_string) {
        if !guides.contains(&guide) {
            guides.push(guide);
        }
    }
    guides.truncate(GUIDES_MAX);
    guides
}

/// The text of a single stage of a hint as one paragraph. Reveals nothing of later stages.
pub fn hint(language: Language, game: &dyn AnyGame, advice: &Advice, stage: HintStage) -> Text {
    let mut sentences = Vec::new();
    match stage {
        HintStage::Region => {
            sentences.push(sentence(language, game, &format!("hint-look-{}", advice.look.about), &advice.look));
            // A statement or a question about the game says more than columns.
            if let Some(question) = &advice.question {
                sentences.push(sentence(language, game, &format!("hint-look-{}", question.about), question));
            } else if advice.look.game == "any"
                && let (Some(from), Some(to)) = (column(advice.region.first()), column(advice.region.last()))
            {
                sentences.push(localize(language, "hint-region", &[("from", &from), ("to", &to)]));
            }
        }
        HintStage::Piece => {
            sentences.push(sentence(language, game, &format!("hint-piece-{}", advice.piece.about), &advice.piece));
        }
        HintStage::Move => {
            sentences.push(localize(language, "hint-move", &[("move", &advice.best)]));
            let reason = |found: &Finding| sentence(language, game, &format!("hint-reason-{}", found.about), found);
            sentences.extend(advice.reasons.iter().map(reason));
        }
    }
    Text::join(sentences, " ")
}

/// The column of a cell.
fn column(cell: Option<&String>) -> Option<String> {
    cell.and_then(|name| name.chars().next()).map(String::from)
}

/// The sentence with this key, about a finding.
pub(super) fn sentence(language: Language, game: &dyn AnyGame, key: &str, finding: &Finding) -> Text {
    let values: Vec<(&str, String)> =
        finding.args.iter().map(|(name, value)| (*name, in_words(language, game, value))).collect();
    let values: Vec<(&str, Arg<'_>)> = values.iter().map(|(name, value)| (*name, Arg::from(value))).collect();
    localize_in(game, language, key, &values)
}

fn in_words(language: Language, game: &dyn AnyGame, value: &Value) -> String {
    match value {
        Value::Count(count) => count.to_string(),
        Value::Tenths(tenths) => {
            let (whole, part) = ((tenths / 10).to_string(), (tenths % 10).abs().to_string());
            label(language, "hint-tenths", &[("whole", &whole), ("part", &part)])
        }
        Value::Cell(text) | Value::Move(text) => text.clone(),
        Value::Kind(kind) => label_in(game, language, &format!("kind-{kind}"), &[]),
        Value::Pieces(pieces) => {
            let words = pieces.iter().filter(|(_, count)| *count > 0).map(|(kind, count)| {
                label_in(game, language, &format!("pieces-{kind}"), &[("count", &count.to_string())])
            });
            list(language, "list-and", &words.collect::<Vec<_>>())
        }
    }
}
