//! Drawing options by name and text, for callers that use a game through the catalogue.

use super::theme::Theme;
use crate::rules::{Example, Guide, Seat};

/// Drawing options. The default is an unmarked picture in the light theme with White's side at the bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawOptions {
    /// The theme's name. An unknown name, such as a theme that was removed, selects the light theme.
    pub theme: String,
    /// The seat shown at the bottom; `None` means [`Seat::One`].
    pub seat: Option<Seat>,
    /// The text of a suggested move. It is not drawn if it is illegal.
    pub suggestion: Option<String>,
    /// Whether pieces show the names of their cells, where the game does not show these in another way.
    pub piece_names: bool,
    /// The names of the highlighted cells.
    pub spotlight: Vec<String>,
    /// Numbered arrows and marks of an explanation.
    pub guides: Vec<Guide>,
}

impl DrawOptions {
    /// The default options with this theme.
    pub fn in_theme(theme: &str) -> DrawOptions {
        DrawOptions { theme: theme.to_owned(), ..DrawOptions::default() }
    }

    /// Adds the highlights and guides of an example.
    #[must_use]
    pub fn explaining(mut self, example: &Example) -> DrawOptions {
        self.spotlight = example.spotlight.split_whitespace().map(str::to_owned).collect();
        self.guides = example.guides.split_whitespace().map(Guide::read).collect();
        self
    }

    /// The selected theme.
    pub fn theme(&self) -> &'static Theme {
        Theme::named(&self.theme).unwrap_or_else(Theme::light)
    }
}
