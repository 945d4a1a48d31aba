//! Errors of position text and impossible positions.

use super::board::Marble;
use crate::refusals;
use crate::rules::hex::Name;

refusals! {
    /// Why a text is not a position of ZÈRTZ.
    pub enum PositionError {
        /// The text does not have seven parts.
        Form {
            /// The input, quoted.
            text: String,
        } = "form", "{text} is not a position: it has seven parts, as in “37 automatic oooo/… 6,8,10 0,0,0 0,0,0 1”";
        /// The variant is unknown.
        Variant {
            /// The input, quoted.
            text: String,
        } = "variant", "{text} is not a board; there are 37, 40, 43, 44, 48, 61 and blitz";
        /// Claims are neither automatic nor optional.
        Claims {
            /// The input, quoted.
            text: String,
        } = "claims", "{text} is not a way to claim: write automatic or optional";
        /// The number of columns is wrong.
        Columns {
            /// The number found.
            found: usize,
            /// The number expected.
            wanted: u8,
        } = "columns", "the board has {wanted} columns, not {found}";
        /// A column has the wrong number of cells.
        Rings {
            /// The letter of the column.
            column: char,
            /// The number found.
            found: usize,
            /// The number expected.
            wanted: usize,
        } = "rings", "column {column} has {wanted} places, not {found}";
        /// A board character is unknown.
        Sign {
            /// Its location.
            ring: Name,
            /// The character, quoted.
            sign: String,
        } = "sign", "{sign} on {ring} is neither a marble (W, G, B) nor a vacant ring (o) nor a removed one (.)";
        /// A list of counts is not three numbers.
        Counts {
            /// The input, quoted.
            text: String,
        } = "counts", "{text} is not three numbers of marbles, white, grey and black, as in 6,8,10";
        /// The seat is neither 1 nor 2.
        Seat {
            /// The input, quoted.
            text: String,
        } = "seat", "{text} is not a seat: 1 or 2 is to move";
        /// There are too few or too many marbles of a colour.
        Total {
            /// The colour.
            marble: Marble,
            /// The number on the board, in the pool and captured.
            found: u32,
            /// The number expected.
            wanted: u8,
        } = "total", "there are {found} {marble} marbles instead of {wanted}";
        /// A removed ring could not have slid out.
        Hole {
            /// Its location.
            ring: Name,
        } = "hole", "ring {ring} is missing from the inside, where no ring can slide out";
        /// A full group would have been claimed.
        Unclaimed {
            /// One ring of it.
            ring: Name,
        } = "unclaimed", "the group of {ring} has no vacant ring, so it would have been claimed";
        /// The board is full, but filling it claims everything on it.
        Filled {} = "filled", "no ring is vacant, so all rings and marbles would have been taken";
        /// The player to move has already reached a goal, although a player can only win on their own turn.
        WonBefore {} = "won-before", "the player to move has reached a goal before this turn";
    }
}
