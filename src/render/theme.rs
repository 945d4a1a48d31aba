//! Colours as data: the files in `assets/themes`, which are part of the program.
//!
//! Materials have names, games do not: a drawing chooses among the materials, so that a theme is made once for all
//! games. The tests of this module hold every theme to contrasts and differences that people can see, see
//! [`colour`](super::colour).

use super::colour::Colour;
use serde::Deserialize;
use std::sync::LazyLock;

/// What tells a material apart without its colour. It is drawn near the edge of a piece, so that what is written in
/// the middle stays legible, and all over a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Nothing but the colour.
    #[default]
    Plain,
    /// Parallel lines.
    Stripes,
    /// Points.
    Dots,
    /// Short lines from the edge towards the middle.
    Spokes,
}

/// A material with light falling on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// Where light falls.
    pub light: Colour,
    /// Its own colour.
    pub base: Colour,
    /// In the shadow.
    pub dark: Colour,
    /// Its outline, which is seen on every ground where it lies.
    pub edge: Colour,
    /// Of letters on it.
    pub ink: Colour,
    /// What tells it apart without colour.
    #[serde(default)]
    pub pattern: Pattern,
}

/// The colours of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Behind everything.
    pub page: Colour,
    /// Behind the names, and around marks so that they are seen on every ground.
    pub card: Colour,
    /// Thin lines around cards and empty places.
    pub line: Colour,
    /// Text.
    pub ink: Colour,
    /// Text of less weight: coordinates, numbers.
    pub muted: Colour,
    /// Whose turn it is.
    pub active: Colour,
    /// What the last move did.
    pub last: Colour,
    /// What can be picked.
    pub choice: Colour,
    /// What has been picked.
    pub picked: Colour,
    /// What is taken away.
    pub loss: Colour,
    /// What is suggested or explained.
    pub hint: Colour,
    /// Under cells that are pointed out.
    pub spot: Colour,
    /// Boards and rings.
    pub board: Material,
    /// The other squares of a chequered board, and hollows.
    pub hollow: Material,
    /// Squares that cannot be used any more.
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
    /// The names of the themes, in the order in which they are offered.
    pub const NAMES: [&str; FILES.len()] = [FILES[0].0, FILES[1].0, FILES[2].0, FILES[3].0];

    /// The theme with this name.
    pub fn named(name: &str) -> Option<&'static Theme> {
        Theme::NAMES.iter().position(|known| *known == name).map(|number| &THEMES[number])
    }

    /// The theme where nothing else was chosen: dark letters on warm paper.
    pub fn light() -> &'static Theme {
        &THEMES[0]
    }

    /// The colours of marks, which say what they are about.
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

    /// Holds a pair to a threshold, and says which is too close.
    fn hold(wrong: &mut Vec<String>, what: String, found: f32, least: f32) {
        if found < least {
            wrong.push(format!("{what}: {found:.2}, not {least}"));
        }
    }

    /// WCAG 2.2: 7 is contrast of text in level AAA (1.4.6), 4.5 in level AA (1.4.3), 3 of graphical objects (1.4.11).
    #[test]
    fn what_must_be_read_or_seen_has_contrast() {
        let mut wrong = Vec::new();
        for (name, theme) in all() {
            let Theme { page, card, ink, muted, active, board, hollow, wall, white, grey, black, red, .. } = *theme;
            let mut hold = |what: &str, one, other, least| {
                hold(&mut wrong, format!("{name}: {what}"), contrast(one, other), least);
            };
            for ground in [page, card] {
                hold("text", ink, ground, 7.0);
                hold("small text", muted, ground, 4.5);
                hold("whose turn", active, ground, 3.0);
            }
            hold("a clock that runs", card, active, 4.5);
            for mark in theme.marks() {
                hold("a mark and its edge", mark, card, 3.0);
            }
            hold("a spot and its edge", theme.spot, board.edge, 3.0);
            for (kind, piece) in [("white", white), ("grey", grey), ("black", black), ("red", red)] {
                hold(&format!("letters on {kind}"), piece.ink, piece.base, 4.5);
                for (place, ground) in [("page", page), ("card", card), ("board", board.base), ("hollow", hollow.light)]
                {
                    // A piece is seen by its colour or by its outline.
                    let seen = [piece.base, piece.edge]
                        .into_iter()
                        .max_by(|one, other| contrast(*one, ground).total_cmp(&contrast(*other, ground)));
                    hold(&format!("a {kind} piece on {place}"), seen.unwrap_or(piece.base), ground, 3.0);
                }
            }
            for square in [board.light, hollow.light] {
                hold("a wall on a square", wall.base, square, if name == "dark" { 1.8 } else { 3.0 });
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Differences are ΔE*ab, where 2.3 is the least that an eye sees side by side; pieces and marks are small and
    /// apart, so that much more is asked of them: more still of the theme that is made for it.
    #[test]
    fn kinds_differ_for_every_eye() {
        let mut wrong = Vec::new();
        for (name, theme) in all() {
            let pieces = [theme.white, theme.grey, theme.black, theme.red].map(|material| material.base);
            let least = if name == "colour-safe" { (25.0, 14.0) } else { (20.0, 8.0) };
            for deficiency in Deficiency::ALL {
                let mut hold_all = |what: &str, colours: &[Colour], least| {
                    for (at, one) in colours.iter().enumerate() {
                        for other in &colours[at + 1..] {
                            let found = difference(deficiency.seen(*one), deficiency.seen(*other));
                            hold(&mut wrong, format!("{name}, {deficiency:?}: {what} {one} {other}"), found, least);
                        }
                    }
                };
                hold_all("pieces", &pieces, least.0);
                hold_all("marks", &theme.marks(), least.1);
                hold_all("squares", &[theme.board.light, theme.hollow.light, theme.wall.base], 8.0);
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn one_theme_tells_all_kinds_apart_without_colour() {
        let theme = Theme::named("colour-safe").expect("the theme exists");
        let patterns = [theme.white, theme.grey, theme.black, theme.red].map(|material| material.pattern);
        for (at, one) in patterns.iter().enumerate() {
            assert!(!patterns[at + 1..].contains(one), "{one:?} is there twice");
        }
        assert_ne!(theme.wall.pattern, theme.board.pattern);
        assert_eq!(Theme::named("neon"), None);
    }
}
