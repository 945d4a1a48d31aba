//! Colour themes as data: the files in `assets/themes`, embedded in the program.
//!
//! A theme defines named materials and no game-specific colours: each game's drawing chooses among the materials, so
//! one theme serves all games. The tests of this module check every theme against contrast and difference thresholds,
//! see [`colour`](super::colour).

use super::colour::Colour;
use serde::Deserialize;
use std::sync::LazyLock;

/// The pattern that distinguishes a material without colour. On a piece it is drawn near the edge, so that text in the
/// middle stays legible; on a square it covers everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// No pattern.
    #[default]
    Plain,
    /// Parallel lines.
    Stripes,
    /// Dots.
    Dots,
    /// Short radial lines from the edge.
    Spokes,
}

/// A shaded material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// The lit side.
    pub light: Colour,
    /// The base colour.
    pub base: Colour,
    /// The shaded side.
    pub dark: Colour,
    /// The outline, visible on every background it appears on.
    pub edge: Colour,
    /// Text on it.
    pub ink: Colour,
    /// The pattern that distinguishes it without colour.
    #[serde(default)]
    pub pattern: Pattern,
}

/// The colours of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// The background.
    pub page: Colour,
    /// The background of names, and the edge of marks so that they are visible on every background.
    pub card: Colour,
    /// Thin lines around cards and empty places.
    pub line: Colour,
    /// Text.
    pub ink: Colour,
    /// Secondary text: coordinates, numbers.
    pub muted: Colour,
    /// The player to move.
    pub active: Colour,
    /// Marks of the last move.
    pub last: Colour,
    /// Marks of possible picks.
    pub choice: Colour,
    /// Marks of picks made.
    pub picked: Colour,
    /// Marks of losses and removals.
    pub loss: Colour,
    /// Marks of suggestions and explanations.
    pub hint: Colour,
    /// The highlight of cells.
    pub spot: Colour,
    /// Boards and rings.
    pub board: Material,
    /// The other squares of a chequered board, and hollows.
    pub hollow: Material,
    /// Squares that are blocked.
    pub wall: Material,
    /// White pieces.
    pub white: Material,
    /// Grey pieces.
    pub grey: Material,
    /// Black pieces.
    pub black: Material,
    /// Red pieces.
    pub red: Material,
}

const FILES: [(&str, &str); 4] = [
    ("light", include_str!("../../assets/themes/light.toml")),
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("high-contrast", include_str!("../../assets/themes/high-contrast.toml")),
    ("colour-safe", include_str!("../../assets/themes/colour-safe.toml")),
];

static THEMES: LazyLock<[Theme; FILES.len()]> =
    LazyLock::new(|| FILES.map(|(_, text)| toml::from_str(text).expect("a test reads every embedded theme")));

impl Theme {
    /// The theme names, in the order in which they are offered.
    pub const NAMES: [&str; FILES.len()] = [FILES[0].0, FILES[1].0, FILES[2].0, FILES[3].0];

    /// The theme with this name.
    pub fn named(name: &str) -> Option<&'static Theme> {
        Theme::NAMES.iter().position(|known| *known == name).map(|number| &THEMES[number])
    }

    /// The default theme: dark letters on warm paper.
    pub fn light() -> &'static Theme {
        &THEMES[0]
    }

    /// The colours of marks, each of which has its own meaning.
    pub const fn marks(&self) -> [Colour; 5] {
        [self.last, self.choice, self.picked, self.loss, self.hint]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::colour::{Deficiency, contrast, difference};

    fn all() -> impl Iterator<Item = (&'static str, &'static Theme)> {
        Theme::NAMES.iter().map(|name| (*name, Theme::named(name).expect("the theme exists")))
    }

    /// Checks a pair against a threshold and records a violation.
    fn require(wrong: &mut Vec<String>, what: String, found: f32, least: f32) {
        if found < least {
            wrong.push(format!("{what}: {found:.2}, not {least}"));
        }
    }

    /// WCAG 2.2: 7 is contrast of text in level AAA (1.4.6), 4.5 in level AA (1.4.3), 3 of graphical objects (1.4.11).
    #[test]
    fn text_and_marks_have_contrast() {
        let mut wrong = Vec::new();
        for (name, theme) in all() {
            let Theme { page, card, ink, muted, active, board, hollow, wall, white, grey, black, red, .. } = *theme;
            let mut require = |what: &str, one, other, least| {
                require(&mut wrong, format!("{name}: {what}"), contrast(one, other), least);
            };
            for ground in [page, card] {
                require("text", ink, ground, 7.0);
                require("small text", muted, ground, 4.5);
                require("whose turn", active, ground, 3.0);
            }
            require("a clock that runs", card, active, 4.5);
            for mark in theme.marks() {
                require("a mark and its edge", mark, card, 3.0);
            }
            require("the name of an empty space", hollow.ink, hollow.base, 4.5);
            for (kind, piece) in [("white", white), ("black", black), ("red", red)] {
                require(&format!("a number in the hole of a {kind} piece"), piece.ink, piece.dark, 4.5);
            }
            require("a spot and its edge", theme.spot, board.edge, 3.0);
            for (kind, piece) in [("white", white), ("grey", grey), ("black", black), ("red", red)] {
                require(&format!("letters on {kind}"), piece.ink, piece.base, 4.5);
                for (background, ground) in
                    [("page", page), ("card", card), ("board", board.base), ("hollow", hollow.light)]
                {
                    // A piece is visible by its colour or by its outline.
                    let seen = [piece.base, piece.edge]
                        .into_iter()
                        .max_by(|one, other| contrast(*one, ground).total_cmp(&contrast(*other, ground)));
                    require(&format!("a {kind} piece on {background}"), seen.unwrap_or(piece.base), ground, 3.0);
                }
            }
            for square in [board.light, hollow.light] {
                require("a wall on a square", wall.base, square, if name == "dark" { 2.4 } else { 3.0 });
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Differences are ΔE*ab, where 2.3 is the smallest difference visible side by side. Pieces and marks are small and
    /// apart, so the thresholds are much higher, and highest for the theme made for this purpose.
    #[test]
    fn kinds_differ_for_all_colour_vision() {
        let mut wrong = Vec::new();
        for (name, theme) in all() {
            let pieces = [theme.white, theme.grey, theme.black, theme.red].map(|material| material.base);
            let least = if name == "colour-safe" { (25.0, 14.0) } else { (20.0, 8.0) };
            for deficiency in Deficiency::ALL {
                let mut require_all = |what: &str, colours: &[Colour], least| {
                    for (at, one) in colours.iter().enumerate() {
                        for other in &colours[at + 1..] {
                            let found = difference(deficiency.simulated(*one), deficiency.simulated(*other));
                            require(&mut wrong, format!("{name}, {deficiency:?}: {what} {one} {other}"), found, least);
                        }
                    }
                };
                require_all("pieces", &pieces, least.0);
                require_all("marks", &theme.marks(), least.1);
                require_all("squares", &[theme.board.light, theme.hollow.light, theme.wall.base], 8.0);
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// The sentences of every game call these pieces red.
    #[test]
    fn red_pieces_are_red() {
        for (name, theme) in all() {
            let Colour(red, green, blue) = theme.red.base;
            assert!(green < red / 3 && blue < red / 3, "{name}: {} is another colour", theme.red.base);
        }
    }

    #[test]
    fn one_theme_distinguishes_all_kinds_without_colour() {
        let theme = Theme::named("colour-safe").expect("the theme exists");
        let patterns = [theme.white, theme.grey, theme.black, theme.red].map(|material| material.pattern);
        for (at, one) in patterns.iter().enumerate() {
            assert!(!patterns[at + 1..].contains(one), "{one:?} is there twice");
        }
        assert_ne!(theme.wall.pattern, theme.board.pattern);
        assert_eq!(Theme::named("neon"), None);
    }
}
