//! What a picture of a position shows besides the position.

use super::scene::Scene;
use super::theme::Theme;
use crate::rules::{Seat, Steps};

/// What a picture of a position shows besides the position.
#[derive(Debug)]
pub struct View<'a, G: Steps> {
    /// The move that led here with the position before it, drawn as marks.
    pub last: Option<(&'a G, G::Move)>,
    /// What has been picked of the next move so far (private previews).
    pub picked: &'a [G::Pick],
    /// What can be picked next: highlighted.
    pub choices: &'a [G::Pick],
    /// Names, status and number of the position.
    pub header: &'a Header,
    /// The colours.
    pub theme: &'a Theme,
}

impl<'a, G: Steps> View<'a, G> {
    /// A view of the position alone.
    pub fn plain(header: &'a Header, theme: &'a Theme) -> Self {
        View { last: None, picked: &[], choices: &[], header, theme }
    }
}

/// The words of a picture, already in the reader's language. They may hold anything that players typed: they are
/// cleaned and shortened when they are drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The players, in the order of their seats.
    pub names: [String; 2],
    /// Whose turn it is; `None` when the game is over.
    pub active: Option<Seat>,
    /// What is going on: whose turn it is or how the game ended.
    pub status: String,
    /// How many moves have been made.
    pub ply: usize,
}

/// A game that can be drawn.
pub trait Draw: Steps {
    /// The picture of this position.
    fn draw(&self, view: &View<'_, Self>) -> Scene;
}
