//! What can be impossible about a position.

use crate::rules::notation::refusals;

refusals! {
    /// Why a text is not a position of Barrier.
    pub enum Fault {
        /// The text has not two parts.
        Form {
            /// What was written, quoted.
            text: String,
        } = "form", "{text} is not a position: it has two parts, as in “...../.W.../..#../...B./..... w”";
        /// There is no board with so many rows.
        Rows {
            /// What was written.
            found: usize,
        } = "rows", "a board has 5 to 10 rows, not {found}";
        /// A row is not as long as the board is high.
        Squares {
            /// The number of the row.
            row: usize,
            /// What was written.
            found: usize,
            /// What the row has.
            wanted: usize,
        } = "squares", "row {row} has {wanted} squares, not {found}";
        /// A character of the board means nothing.
        Sign {
            /// The number of the row.
            row: usize,
            /// What was written, quoted.
            sign: String,
        } = "sign", "{sign} in row {row} is neither a free square (.) nor a blocked one (#) nor a knight (W, B)";
        /// The seat is w or b.
        Seat {
            /// What was written, quoted.
            text: String,
        } = "seat", "{text} is not a colour: w or b is to move";
        /// There is one knight of each colour.
        Knights {
            /// Whose.
            colour: &'static str,
            /// How many.
            found: usize,
        } = "knights", "there are {found} {colour} knights instead of one";
        /// White places first.
        BlackAlone {} = "black-alone", "White's knight is placed before Black's";
        /// Squares are blocked before both knights are placed.
        BlockedEarly {} = "blocked-early", "no square is blocked before both knights are placed";
        /// Each walk blocks three squares.
        BlockedCount {
            /// How many.
            found: u32,
        } = "blocked-count", "{found} squares are blocked, but every walk blocks three";
        /// The other player is to move.
        WrongSeat {
            /// Whose turn it is.
            colour: &'static str,
        } = "wrong-seat", "after so many turns it is {colour}'s turn";
    }
}
