//! Errors of position text and impossible positions.

use crate::refusals;

refusals! {
    /// Why a text is not a position of Barrier.
    pub enum PositionError {
        /// The text does not have two parts.
        Form {
            /// The input, quoted.
            text: String,
        } = "form", "{text} is not a position: it has two parts, as in “...../.W.../..#../...B./..... w”";
        /// There is no board with this number of rows.
        Rows {
            /// The number found.
            found: usize,
        } = "rows", "a board has 5 to 10 rows, not {found}";
        /// The length of a row differs from the height of the board.
        Squares {
            /// The row number.
            row: usize,
            /// The number found.
            found: usize,
            /// The number expected.
            wanted: usize,
        } = "squares", "row {row} has {wanted} squares, not {found}";
        /// A board character is unknown.
        Sign {
            /// The row number.
            row: usize,
            /// The character, quoted.
            sign: String,
        } = "sign", "{sign} in row {row} is neither a free square (.) nor a blocked one (#) nor a knight (W, B)";
        /// The seat is neither w nor b.
        Seat {
            /// The input, quoted.
            text: String,
        } = "seat", "{text} is not a colour: w or b is to move";
        /// The number of knights of a colour is not one.
        Knights {
            /// The colour.
            colour: &'static str,
            /// The number found.
            found: usize,
        } = "knights", "there are {found} {colour} knights instead of one";
        /// Black's knight is on the board without White's.
        BlackAlone {} = "black-alone", "White's knight is placed before Black's";
        /// Squares are blocked before both knights are placed.
        BlockedEarly {} = "blocked-early", "no square is blocked before both knights are placed";
        /// The number of blocked squares is not possible, since each walk blocks three.
        BlockedCount {
            /// The number found.
            found: u32,
        } = "blocked-count", "{found} squares are blocked, but every walk blocks three";
        /// The wrong player is to move.
        WrongSeat {
            /// The colour that is to move.
            colour: &'static str,
        } = "wrong-seat", "after this many turns it is {colour}'s turn";
    }
}
