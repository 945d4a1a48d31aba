//! What a picture of a position shows besides the position.

use super::avatar::PlateDisc;
use super::scene::Scene;
use super::theme::Theme;
use crate::rules::{Guide, Seat, Steps};

/// What a picture of a position shows besides the position.
///
/// While a move is being picked, the last move stays marked. With a suggestion it is not.
#[derive(Debug)]
pub struct View<'a, G: Steps> {
    /// The last move and the position before it, drawn as marks.
    pub last: Option<(&'a G, G::Move)>,
    /// The picks of the next move so far (private previews).
    pub picked: &'a [G::Pick],
    /// The possible next picks, highlighted.
    pub choices: &'a [G::Pick],
    /// A legal suggested move, drawn with an arrow as if it were picked.
    pub suggestion: Option<G::Move>,
    /// The position whose board the picture has room for, when several pictures must have the same size; `None` for the
    /// smallest picture that shows this position and the last move. Only boards that shrink differ.
    pub extent: Option<&'a G>,
    /// Whether all pieces show the names of their cells, even where space is short.
    pub piece_names: bool,
    /// The highlighted cells.
    pub spotlight: &'a [String],
    /// Numbered arrows and marks of an explanation.
    pub guides: &'a [Guide],
    /// The seat shown at the bottom; `None` means [`Seat::One`]. For [`Seat::Two`] the board is rotated by 180°.
    pub seat: Option<Seat>,
    /// Names, status and ply.
    pub header: &'a Header,
    /// The colours.
    pub theme: &'a Theme,
}

impl<'a, G: Steps> View<'a, G> {
    /// A view of the position without marks.
    pub fn plain(header: &'a Header, theme: &'a Theme) -> Self {
        let (picked, choices, spotlight, guides) = (&[], &[], &[], &[]);
        View {
            last: None,
            picked,
            choices,
            suggestion: None,
            extent: None,
            piece_names: false,
            spotlight,
            guides,
            seat: None,
            header,
            theme,
        }
    }

    /// Whether the board is rotated by 180°.
    pub fn turned(&self) -> bool {
        self.seat == Some(Seat::Two)
    }
}

/// A player's remaining time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockLabel {
    /// A short text such as `2 d 4 h`. No clock is drawn when it is empty.
    pub left: String,
    /// Whether the clock is running; a running clock is emphasised.
    pub runs: bool,
}

/// The texts of a picture, already in the reader's language. They may contain anything players typed: drawing cleans
/// and shortens them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The players' names, by seat.
    pub names: [String; 2],
    /// What is shown before the names, by seat.
    pub discs: [PlateDisc; 2],
    /// The seat to move; `None` when the game is over.
    pub active: Option<Seat>,
    /// The seat that won, whose name gets a star.
    pub winner: Option<Seat>,
    /// The status: whose turn it is or how the game ended.
    pub status: String,
    /// The last move, described or as move text; may be empty.
    pub last: String,
    /// The players' clocks, by seat.
    pub clocks: [ClockLabel; 2],
    /// The number of moves played; `None` for a position that belongs to no game.
    pub ply: Option<usize>,
}

/// A game that can be drawn.
pub trait Draw: Steps {
    /// Whether the players have colours, white for seat one and black for seat two.
    const SEAT_COLOURS: bool = true;

    /// Draws this position.
    fn draw(&self, view: &View<'_, Self>) -> Scene;

    /// How much the move that led here changed, used to choose the positions of a game worth showing. 0 is an ordinary
    /// move. Weights are only comparable within one game.
    fn weight(&self, _before: &Self) -> u32 {
        0
    }
}

/// The picks that make up a move, in order.
pub(super) fn picks<G: Steps>(position: &G, m: G::Move) -> Vec<G::Pick> {
    (0..).map_while(|number| position.pick(m, number)).collect()
}
