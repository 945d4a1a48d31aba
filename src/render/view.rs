//! What a picture of a position shows besides the position.

use super::scene::Scene;
use super::theme::Theme;
use crate::rules::{Seat, Steps};

/// What a picture of a position shows besides the position.
///
/// What is about the next move wins over what is about the last: with picks or a suggestion, the last move is not
/// marked.
#[derive(Debug)]
pub struct View<'a, G: Steps> {
    /// The move that led here with the position before it, drawn as marks.
    pub last: Option<(&'a G, G::Move)>,
    /// What has been picked of the next move so far (private previews).
    pub picked: &'a [G::Pick],
    /// What can be picked next: highlighted.
    pub choices: &'a [G::Pick],
    /// A legal move that is suggested: drawn with an arrow, as if it were picked.
    pub suggestion: Option<G::Move>,
    /// Cells that are pointed out.
    pub spotlight: &'a [String],
    /// Arrows and numbers of an explanation.
    pub guides: &'a [Guide],
    /// Whose side of the board is below; `None` is [`Seat::One`]'s. For [`Seat::Two`] the board is turned by half a
    /// turn.
    pub seat: Option<Seat>,
    /// Names, status and number of the position.
    pub header: &'a Header,
    /// The colours.
    pub theme: &'a Theme,
}

impl<'a, G: Steps> View<'a, G> {
    /// A view of the position alone.
    pub fn plain(header: &'a Header, theme: &'a Theme) -> Self {
        let (picked, choices, spotlight, guides) = (&[], &[], &[], &[]);
        View { last: None, picked, choices, suggestion: None, spotlight, guides, seat: None, header, theme }
    }

    /// Whether the board is turned by half a turn.
    pub fn turned(&self) -> bool {
        self.seat == Some(Seat::Two)
    }
}

/// An arrow of an explanation through the centres of cells, or with one cell a mark on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide {
    /// Names of cells, as in moves. Names that the board has not are left out.
    pub cells: Vec<String>,
    /// The number beside it, by which words speak of it.
    pub number: Option<u32>,
}

impl Guide {
    /// Reads a guide from `1:d4-e5-f6`, `d4-e5` or `2:d4`.
    pub fn read(text: &str) -> Guide {
        let (number, cells) = match text.split_once(':') {
            Some((number, cells)) => (number.parse().ok(), cells),
            None => (None, text),
        };
        Guide { cells: cells.split('-').map(str::to_owned).collect(), number }
    }
}

/// How much time a player has left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockLabel {
    /// In few words, as in `2 d 4 h`. Where it is empty no clock is drawn.
    pub left: String,
    /// Whether it runs now; then it stands out.
    pub runs: bool,
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
    /// The last move, in words or as its text; may be empty.
    pub last: String,
    /// The players' clocks, in the order of their seats.
    pub clocks: [ClockLabel; 2],
    /// How many moves have been made.
    pub ply: usize,
}

/// A game that can be drawn.
pub trait Draw: Steps {
    /// The picture of this position.
    fn draw(&self, view: &View<'_, Self>) -> Scene;

    /// How much a move that led here changed, so that the positions of a game worth showing can be chosen: 0 is a
    /// move like any other. Weights are compared within one game only.
    fn weight(&self, before: &Self) -> u32;
}

/// The picks that make a move, one after the other.
pub(super) fn picks<G: Steps>(position: &G, m: G::Move) -> Vec<G::Pick> {
    (0..).map_while(|number| position.pick(m, number)).collect()
}
