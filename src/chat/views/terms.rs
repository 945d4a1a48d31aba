//! The terms of a game, in the same words wherever players decide about it.

use crate::catalog::{AnyGame, Catalog};
use crate::chat::text::Text;
use crate::chat::texts::error_texts;
use crate::chat::texts::time;
use crate::chat::texts::{Language, label, localize};
use crate::service::{Match, Millis, Pauses, Side, Terms, TimeControl};

/// The terms of a game: everything but its players.
#[derive(Clone, Copy)]
pub struct GameTerms<'a> {
    game: Option<&'static dyn AnyGame>,
    name: &'a str,
    setup: &'a str,
    hints: bool,
    rated: bool,
    control: TimeControl,
    pauses: Pauses,
}

impl<'a> GameTerms<'a> {
    /// The terms of a proposed game.
    pub fn proposed(catalog: &Catalog, terms: &'a Terms) -> GameTerms<'a> {
        GameTerms {
            game: catalog.game(&terms.game),
            name: &terms.game,
            setup: &terms.setup,
            hints: terms.hints,
            rated: terms.rated,
            control: terms.control,
            pauses: terms.pauses,
        }
    }

    /// The terms of a match.
    pub fn of(played: &'a Match) -> GameTerms<'a> {
        let game = played.line.game();
        GameTerms {
            game: Some(game),
            name: game.name(),
            setup: &played.setup,
            hints: played.hints,
            rated: played.rated,
            control: played.clocks.control,
            pauses: played.clocks.pauses,
        }
    }

    /// The title of the game.
    pub fn title(&self) -> &'a str {
        self.game.map_or(self.name, |game| game.title())
    }

    fn setup(&self, language: Language) -> String {
        self.game.map_or_else(String::new, |game| error_texts::setup(language, game, self.setup))
    }

    /// Whether the game is rated, and its time control.
    fn stakes(&self, language: Language) -> Vec<String> {
        let rated = if self.rated { "terms-rated" } else { "terms-unrated" };
        vec![label(language, rated, &[]), time::control(language, self.control)]
    }

    /// All terms in a few words, for example “5×5, rated, 3 days per move”.
    pub fn summary(&self, language: Language) -> String {
        let mut words = vec![self.setup(language)];
        words.extend(self.stakes(language));
        let pauses = match self.pauses {
            _ if self.control == TimeControl::None => None,
            Pauses::NONE => Some("terms-pauses-none"),
            Pauses::VACATION => Some("terms-pauses-vacation"),
            _ => None,
        };
        words.extend(pauses.map(|key| label(language, key, &[])));
        if !self.hints && !self.rated {
            words.push(label(language, "terms-no-hints", &[]));
        }
        words.retain(|word| !word.is_empty());
        words.join(", ")
    }

    /// A label of at most `width` characters, with as many terms as fit after the title; `labelled` adds the rest of
    /// the label.
    pub fn labelled(&self, language: Language, width: usize, labelled: impl Fn(&str) -> String) -> String {
        let stakes = self.stakes(language).join(", ");
        for terms in [self.summary(language), stakes] {
            let label = labelled(&format!("{}, {terms}", self.title()));
            if label.chars().count() <= width {
                return label;
            }
        }
        labelled(self.title())
    }

    /// All terms, a line for each. With `begins_at`, they include the deadline of the first move for a start at that
    /// time.
    pub fn lines(&self, language: Language, begins_at: Option<Millis>) -> Vec<Text> {
        let mut lines = Vec::new();
        let setup = self.setup(language);
        if !setup.is_empty() {
            lines.push(localize(language, "challenge-setup", &[("setup", &setup)]));
        }
        if !self.hints && !self.rated {
            lines.push(localize(language, "challenge-hints-off", &[]));
        }
        let rated = if self.rated { "challenge-rated" } else { "challenge-casual" };
        lines.push(localize(language, rated, &[]));
        lines.extend(time::terms(language, self.control, self.pauses, begins_at));
        lines
    }
}

/// Who goes first, addressed to the challenger or to the opponent; `None` if chance decides.
pub fn side(language: Language, side: Side, is_challenger: bool) -> Option<String> {
    let key = match (side, is_challenger) {
        (Side::Random, _) => return None,
        (Side::First, true) | (Side::Second, false) => "terms-you-first",
        (Side::First, false) | (Side::Second, true) => "terms-you-second",
    };
    Some(label(language, key, &[]))
}
