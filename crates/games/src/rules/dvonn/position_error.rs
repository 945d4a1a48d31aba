//! Errors of position text and impossible positions.

use crate::refusals;
use crate::rules::hex::Name;

refusals! {
    /// Why a text is not a position of DVONN.
    pub enum PositionError {
        /// The text does not have three parts.
        Form {
            /// The input, quoted.
            text: String,
        } = "form", "{text} is not a position: it has three parts, as in “stack wbw3*…/… w”";
        /// The phase is unknown.
        Phase {
            /// The input, quoted.
            text: String,
        } = "phase", "{text} is not a phase of the game: write place or stack";
        /// The number of rows is not five.
        Rows {
            /// The number found.
            found: usize,
        } = "rows", "the board has 5 rows, not {found}";
        /// A row has the wrong number of spaces.
        Spaces {
            /// The row number.
            row: u8,
            /// The number found.
            found: usize,
            /// The number expected.
            wanted: usize,
        } = "spaces", "row {row} has {wanted} spaces, not {found}";
        /// A sign in a row is unknown.
        Sign {
            /// The row number.
            row: u8,
            /// The character, quoted.
            sign: String,
        } = "sign", "{sign} in row {row} is neither an empty space (.) nor a stack such as w, b3 or w12*, nor a lone DVONN piece (r)";
        /// The seat is neither w nor b.
        Seat {
            /// The input, quoted.
            text: String,
        } = "seat", "{text} is not a colour: w or b is to move";
        /// A stack's height is impossible with its pieces.
        Height {
            /// The space.
            space: Name,
        } = "height", "the stack on {space} cannot have that height with its pieces";
        /// The number of red pieces is wrong; they never leave the board.
        Reds {
            /// The number found.
            found: u32,
            /// The number expected.
            wanted: u32,
        } = "reds", "there are {found} DVONN pieces instead of {wanted}";
        /// A colour has more pieces than exist.
        Pieces {
            /// The colour.
            colour: &'static str,
            /// The number of stacks with a piece of this colour on top.
            found: u32,
        } = "pieces", "{found} stacks have a {colour} piece on top, but there are only 23 such pieces";
        /// There are more pieces than exist in total.
        Total {
            /// The number found.
            found: u32,
        } = "total", "there are {found} pieces on the board, but only 49 in the game";
        /// A group has no red piece, so it would have left the board.
        Unlinked {
            /// One space of it.
            space: Name,
        } = "unlinked", "the group of {space} has no link to a DVONN piece, so it would have left the board";
        /// There is a stack during the placing phase.
        Stacked {
            /// The space.
            space: Name,
        } = "stacked", "there is a stack on {space} though pieces are still being placed";
        /// The pieces on the board do not match the placing order.
        Order {
            /// White pieces found.
            white: u32,
            /// Black pieces found.
            black: u32,
            /// White pieces expected after this number of placements.
            white_wanted: u32,
            /// Black pieces expected after this number of placements.
            black_wanted: u32,
        } = "order", "after this many placements there are {white_wanted} white and {black_wanted} black pieces, not {white} and {black}";
        /// The wrong player is to move.
        WrongSeat {
            /// The colour that places next.
            colour: &'static str,
        } = "wrong-seat", "after this many placements it is {colour}'s turn";
        /// All pieces are placed, but the phase is still placing.
        AllPlaced {} = "all-placed", "all pieces are placed, so the phase is stack";
    }
}
