//! Moves as text, and the errors for refused moves.

use super::board::{Square, Squares, Walk, walks};
use super::position::{Barrier, Move};
use crate::refusals;
use crate::rules::game::Game;
use crate::rules::hex::Name;
use crate::rules::notation::{MOVE_TEXT_MAX, Reader, quote};

refusals! {
    /// Why a move of Barrier is refused.
    pub enum MoveError {
        /// The game has ended.
        Over {} = "over", "the game is over";
        /// The text is not of the form of a move.
        Unreadable {
            /// The input, quoted.
            text: String,
        } = "unreadable", "{text} is not the text of a move; write e4 to place the knight, b1b3c3 (from, corner, to) to walk";
        /// There is no such square.
        NotASquare {
            /// The name as given.
            square: Name,
        } = "not-a-square", "{square} is not a square of this board";
        /// The knight has not been placed yet.
        MustPlace {} = "must-place", "your knight is not on the board yet: name one empty square";
        /// The knight is already on the board.
        MustWalk {} = "must-walk", "your knight is on the board: name from, corner and target, as in b1b3c3";
        /// The square is occupied by the other knight.
        Taken {
            /// The square.
            square: Square,
        } = "taken", "that square is taken: the other knight stands on {square}";
        /// The player's own knight is elsewhere.
        NotYourKnight {
            /// The square given.
            square: Square,
            /// Where the knight is.
            knight: Square,
        } = "not-your-knight", "your knight is on {knight}, not on {square}";
        /// The three squares do not form an L.
        NotAnL {
            /// The start square.
            from: Square,
            /// The corner.
            corner: Square,
            /// The target.
            to: Square,
        } = "not-an-l", "{from}, {corner}, {to} is not a knight's walk: two squares straight and one aside, or one and two";
        /// Only the target is given, and both walks are free.
        TwoWalks {
            /// One walk.
            one: Move,
            /// The other walk.
            other: Move,
        } = "two-walks", "there are two walks: write {one} or {other}";
        /// A square of the walk is blocked.
        Blocked {
            /// The first such square.
            square: Square,
        } = "blocked", "the walk is not open: {square} is blocked";
        /// The other knight is on a square of the walk.
        KnightInTheWay {
            /// The square.
            square: Square,
        } = "knight-in-the-way", "the walk is not open: the other knight stands on {square}";
    }
}

impl Barrier {
    fn read_square(&self, (column, number): (u8, u8)) -> Result<Square, MoveError> {
        let square = Square::at(column, number).filter(|square| self.squares().has(*square));
        square.ok_or(MoveError::NotASquare { square: Name { column, number } })
    }

    /// Parses a legal move.
    pub(super) fn read_legal(&self, text: &str) -> Result<Move, MoveError> {
        let unreadable = || MoveError::Unreadable { text: quote(text) };
        if text.len() > MOVE_TEXT_MAX {
            return Err(unreadable());
        }
        let mut reader = Reader::new(text);
        let mut squares = Vec::new();
        while squares.len() < 3 && !reader.is_done() {
            squares.push(self.read_square(reader.cell().ok_or_else(unreadable)?)?);
            if !reader.is_done() && reader.take_dash() && reader.is_done() {
                return Err(unreadable());
            }
        }
        if !reader.is_done() {
            return Err(unreadable());
        }
        if self.ending().is_some() {
            return Err(MoveError::Over {});
        }
        let own = self.knight(self.seat);
        match (squares.as_slice(), own) {
            ([], _) => Err(unreadable()),
            ([square], None) => self.check_placement(*square),
            (_, None) => Err(MoveError::MustPlace {}),
            ([_], Some(_)) => Err(MoveError::MustWalk {}),
            ([from, ..], Some(knight)) if *from != knight => Err(MoveError::NotYourKnight { square: *from, knight }),
            ([from, to], Some(_)) => self.only_walk(*from, *to),
            ([from, corner, target, ..], Some(_)) => self.check_walk(*from, Walk { corner: *corner, target: *target }),
        }
    }

    fn check_placement(&self, square: Square) -> Result<Move, MoveError> {
        let taken = self.knight(!self.seat) == Some(square);
        if taken { Err(MoveError::Taken { square }) } else { Ok(Move::Place(square)) }
    }

    /// The walk from one square to another when only one of the two is free.
    fn only_walk(&self, from: Square, to: Square) -> Result<Move, MoveError> {
        let both: Vec<Walk> = walks(from).map(|(walk, _)| walk).filter(|walk| walk.target == to).collect();
        let open: Vec<Walk> = both.iter().copied().filter(|walk| self.is_open(from, *walk)).collect();
        match (&open[..], both.first()) {
            ([walk], _) => Ok(Move::Walk { from, walk: *walk }),
            ([one, other, ..], _) => Err(MoveError::TwoWalks {
                one: Move::Walk { from, walk: *one },
                other: Move::Walk { from, walk: *other },
            }),
            ([], Some(walk)) => self.check_walk(from, *walk),
            ([], None) => Err(MoveError::NotAnL { from, corner: from, to }),
        }
    }

    fn check_walk(&self, from: Square, walk: Walk) -> Result<Move, MoveError> {
        let covered = walks(from).find(|(other, _)| *other == walk).map(|(_, covered)| covered);
        let covered = covered.ok_or(MoveError::NotAnL { from, corner: walk.corner, to: walk.target })?;
        if let Some(square) = Squares(covered.0 & self.blocked.0).next() {
            return Err(MoveError::Blocked { square });
        }
        match self.knight(!self.seat).filter(|knight| covered.has(*knight)) {
            Some(square) => Err(MoveError::KnightInTheWay { square }),
            None => Ok(Move::Walk { from, walk }),
        }
    }
}
