//! How a picture is to look, by names and texts: for those who know a game only by its name.

use super::theme::Theme;
use super::view::Guide;
use crate::rules::{Example, Seat};

/// How a picture is to look. The default is the plain picture in the light theme, with White's side below.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The theme's name; an unknown name (a theme that is no more) gives the light one.
    pub theme: String,
    /// Whose side of the board is below; `None` is [`Seat::One`]'s.
    pub seat: Option<Seat>,
    /// The text of a move that is suggested. One that is not legal is not drawn.
    pub suggestion: Option<String>,
    /// Names of cells that are pointed out.
    pub spotlight: Vec<String>,
    /// Arrows and numbers of an explanation.
    pub guides: Vec<Guide>,
}

impl Look {
    /// The plain picture in the theme with this name.
    pub fn in_theme(theme: &str) -> Look {
        Look { theme: theme.to_owned(), ..Look::default() }
    }

    /// The picture with what an example points out.
    #[must_use]
    pub fn explaining(mut self, example: &Example) -> Look {
        self.spotlight = example.spotlight.split_whitespace().map(str::to_owned).collect();
        self.guides = example.guides.split_whitespace().map(Guide::read).collect();
        self
    }

    /// The colours.
    pub fn theme(&self) -> &'static Theme {
        Theme::named(&self.theme).unwrap_or_else(Theme::light)
    }
}
