//! What can be impossible about a position.

use super::board::Marble;
use crate::rules::hex::Name;
use crate::rules::notation::refusals;

refusals! {
    /// Why a text is not a position of ZÈRTZ.
    pub enum Fault {
        /// The text has not seven parts.
        Form {
            /// What was written, quoted.
            text: String,
        } = "form", "{text} is not a position: it has seven parts, as in “37 automatic oooo/… 6,8,10 0,0,0 0,0,0 1”";
        /// There is no such board.
        Variant {
            /// What was written, quoted.
            text: String,
        } = "variant", "{text} is not a board; there are 37, 40, 43, 44, 48, 61 and blitz";
        /// Claims are automatic or optional.
        Claims {
            /// What was written, quoted.
            text: String,
        } = "claims", "{text} is not a way to claim: write automatic or optional";
        /// The board has another number of columns.
        Columns {
            /// What was written.
            found: usize,
            /// What the board has.
            wanted: u8,
        } = "columns", "the board has {wanted} columns, not {found}";
        /// A column has another number of places.
        Rings {
            /// The letter of the column.
            column: char,
            /// What was written.
            found: usize,
            /// What the column has.
            wanted: usize,
        } = "rings", "column {column} has {wanted} places, not {found}";
        /// A character of the board means nothing.
        Sign {
            /// Where.
            ring: Name,
            /// What was written, quoted.
            sign: String,
        } = "sign", "{sign} on {ring} is neither a marble (W, G, B) nor a vacant ring (o) nor a removed one (.)";
        /// Three numbers were expected.
        Counts {
            /// What was written, quoted.
            text: String,
        } = "counts", "{text} is not three numbers of marbles, white, grey and black, as in 6,8,10";
        /// The seat is 1 or 2.
        Seat {
            /// What was written, quoted.
            text: String,
        } = "seat", "{text} is not a seat: 1 or 2 is to move";
        /// Marbles are missing or too many.
        Total {
            /// The colour.
            marble: Marble,
            /// How many there are on the board, in the pool and captured.
            found: u32,
            /// How many there must be.
            wanted: u8,
        } = "total", "there are {found} {marble} marbles instead of {wanted}";
        /// A removed ring could not have slid out.
        Hole {
            /// The place.
            ring: Name,
        } = "hole", "ring {ring} is missing from the inside, where no ring can slide out";
        /// A group is full that would have been taken.
        Unclaimed {
            /// One ring of it.
            ring: Name,
        } = "unclaimed", "the group of {ring} has no vacant ring, so it would have been claimed";
        /// Who fills the board takes everything on it.
        Filled {} = "filled", "no ring is vacant, so all rings and marbles would have been taken";
        /// The player to move has won already, though only one's own turn wins.
        WonBefore {} = "won-before", "the player to move has reached a goal before this turn";
    }
}
