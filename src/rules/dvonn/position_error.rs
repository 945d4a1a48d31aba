//! What can be impossible about a position.

use crate::rules::hex::Name;
use crate::rules::notation::refusals;

refusals! {
    /// Why a text is not a position of DVONN.
    pub enum Fault {
        /// The text has not three parts.
        Form {
            /// What was written, quoted.
            text: String,
        } = "form", "{text} is not a position: it has three parts, as in “stack wbw3*…/… w”";
        /// There is no such phase.
        Phase {
            /// What was written, quoted.
            text: String,
        } = "phase", "{text} is not a phase of the game: write place or stack";
        /// The board has five rows.
        Rows {
            /// What was written.
            found: usize,
        } = "rows", "the board has 5 rows, not {found}";
        /// A row has another number of spaces.
        Spaces {
            /// The number of the row.
            row: u8,
            /// What was written.
            found: usize,
            /// What the row has.
            wanted: usize,
        } = "spaces", "row {row} has {wanted} spaces, not {found}";
        /// Something in a row means nothing.
        Sign {
            /// The number of the row.
            row: u8,
            /// What was written, quoted.
            sign: String,
        } = "sign", "{sign} in row {row} is neither an empty space (.) nor a stack such as w, b3 or w12*, nor a lone DVONN piece (r)";
        /// The seat is w or b.
        Seat {
            /// What was written, quoted.
            text: String,
        } = "seat", "{text} is not a colour: w or b is to move";
        /// A stack has not room for its pieces.
        Height {
            /// The space.
            space: Name,
        } = "height", "the stack on {space} cannot have that height with its pieces";
        /// Red pieces never leave.
        Reds {
            /// How many there are.
            found: u32,
            /// How many there must be.
            wanted: u32,
        } = "reds", "there are {found} DVONN pieces instead of {wanted}";
        /// More pieces than there are.
        Pieces {
            /// Whose.
            colour: &'static str,
            /// How many stacks have a piece of this colour on top.
            found: u32,
        } = "pieces", "{found} stacks have a {colour} piece on top, but there are only 23 such pieces";
        /// More pieces than there are in all.
        Total {
            /// How many.
            found: u32,
        } = "total", "there are {found} pieces on the board, but only 49 in the game";
        /// A group without a red piece would have left.
        Unlinked {
            /// One space of it.
            space: Name,
        } = "unlinked", "the group of {space} has no link to a DVONN piece, so it would have left the board";
        /// While pieces are placed there are no stacks.
        Stacked {
            /// The space.
            space: Name,
        } = "stacked", "there is a stack on {space} though pieces are still being placed";
        /// The pieces on the board do not fit the order in which they are placed.
        Order {
            /// White pieces found.
            white: u32,
            /// Black pieces found.
            black: u32,
            /// White pieces after so many placements.
            white_wanted: u32,
            /// Black pieces after so many placements.
            black_wanted: u32,
        } = "order", "after so many placements there are {white_wanted} white and {black_wanted} black pieces, not {white} and {black}";
        /// The other player is to move.
        WrongSeat {
            /// Who places next.
            colour: &'static str,
        } = "wrong-seat", "after so many placements it is {colour}'s turn";
        /// All pieces are placed.
        AllPlaced {} = "all-placed", "all pieces are placed, so the phase is stack";
    }
}
