//! Moves as text, and the errors for refused moves.

use super::board::{GRID, name};
use super::position::{Dvonn, Move, Phase};
use crate::refusals;
use crate::rules::game::{Game, Seat};
use crate::rules::hex::{Cell, DIRECTIONS, Name};
use crate::rules::notation::{MOVE_TEXT_MAX, Reader, quote};

refusals! {
    /// Why a DVONN move is refused.
    pub enum MoveError {
        /// The game has ended.
        Over {} = "over", "the game is over";
        /// The text is not of the form of a move.
        Unreadable {
            /// The input, quoted.
            text: String,
        } = "unreadable", "{text} is not the text of a move; write f3 to place a piece, a1a2 to move a stack";
        /// There is no such space.
        NotASpace {
            /// The name as given.
            space: Name,
        } = "not-a-space", "{space} is not a space of this board";
        /// The game is still in the placing phase.
        MustPlace {} = "must-place", "pieces are still being placed: name one empty space";
        /// The placing phase is over.
        MustStack {} = "must-stack", "all pieces are placed: name the stack to move and where to, as in a1a2";
        /// The space is occupied.
        Taken {
            /// The space.
            space: Name,
        } = "taken", "that space is taken: {space} has a piece on it";
        /// The space is empty.
        Empty {
            /// The space.
            space: Name,
        } = "empty", "there is nothing on {space} to move";
        /// The top piece is the opponent's.
        NotYours {
            /// The space.
            space: Name,
        } = "not-yours", "the stack on {space} is your opponent's: its top piece decides";
        /// A lone DVONN piece never moves.
        LoneRed {
            /// The space.
            space: Name,
        } = "lone-red", "the DVONN piece on {space} cannot move while it is alone";
        /// All six sides are occupied.
        Surrounded {
            /// The space.
            space: Name,
        } = "surrounded", "the stack on {space} cannot move, it is surrounded on all six sides";
        /// The move is not along one of the three lines.
        NotInLine {
            /// The start.
            from: Name,
            /// The target.
            to: Name,
        } = "not-in-line", "{to} is not in a straight line from {from}";
        /// The distance differs from the height of the stack.
        WrongDistance {
            /// The space.
            from: Name,
            /// The height of the stack, which is the distance it moves.
            height: u32,
            /// The distance given.
            distance: u32,
        } = "wrong-distance", "the stack on {from} moves exactly {height} spaces, not {distance}";
        /// The target is empty; a move must end on a piece or a stack.
        ToEmpty {
            /// The space.
            space: Name,
        } = "to-empty", "a move cannot end on {space}, which is empty";
        /// The player has no move.
        MustPass {} = "must-pass", "you have no move, so you can only pass";
        /// The player has a move.
        CannotPass {
            /// The number of legal moves.
            count: u64,
        } = "cannot-pass", "you cannot pass: {count} moves are possible";
    }
}

/// Parses the form of a move. Checks that the spaces exist, but no other rules.
fn read(text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::Unreadable { text: quote(text) };
    if text.len() > MOVE_TEXT_MAX {
        return Err(unreadable());
    }
    let mut reader = Reader::new(text);
    if reader.is_word("pass") {
        return Ok(Move::Pass);
    }
    let space = |(column, number): (u8, u8)| {
        GRID.at(column, number).ok_or(MoveError::NotASpace { space: Name { column, number } })
    };
    let first = reader.cell().ok_or_else(unreadable)?;
    if reader.is_done() {
        return space(first).map(Move::Place);
    }
    reader.take_dash();
    let second = reader.cell().filter(|_| reader.is_done()).ok_or_else(unreadable)?;
    Ok(Move::Stack { from: space(first)?, to: space(second)? })
}

impl Dvonn {
    /// Parses a legal move.
    pub(super) fn read_legal(&self, text: &str) -> Result<Move, MoveError> {
        let m = read(text)?;
        self.refuse(m).map_or(Ok(m), Err)
    }

    /// Why the move is illegal here, or `None` when it is legal.
    pub fn refuse(&self, m: Move) -> Option<MoveError> {
        self.check(m).err()
    }

    fn check(&self, m: Move) -> Result<(), MoveError> {
        match (self.phase, m) {
            (Phase::Placing(_), Move::Place(space)) if self.occupied().has(space) => {
                Err(MoveError::Taken { space: name(space) })
            }
            (Phase::Placing(_), Move::Place(_)) => Ok(()),
            (Phase::Placing(_), _) => Err(MoveError::MustPlace {}),
            (Phase::Stacking, m) => self.check_stacking(m),
        }
    }

    fn check_stacking(&self, m: Move) -> Result<(), MoveError> {
        let count = self.count_jumps(self.seat);
        match m {
            _ if count == 0 && self.ending().is_some() => Err(MoveError::Over {}),
            Move::Pass if count > 0 => Err(MoveError::CannotPass { count }),
            Move::Pass => Ok(()),
            _ if count == 0 => Err(MoveError::MustPass {}),
            Move::Place(_) => Err(MoveError::MustStack {}),
            Move::Stack { from, to } => self.check_jump(from, to),
        }
    }

    fn check_jump(&self, from: Cell, to: Cell) -> Result<(), MoveError> {
        let stack = self.stack(from).ok_or(MoveError::Empty { space: name(from) })?;
        match stack.owner {
            None => return Err(MoveError::LoneRed { space: name(from) }),
            Some(owner) if owner != self.seat => return Err(MoveError::NotYours { space: name(from) }),
            Some(Seat::One | Seat::Two) => {}
        }
        if self.surrounded().has(from) {
            return Err(MoveError::Surrounded { space: name(from) });
        }
        let distance = straight_distance(from, to).ok_or(MoveError::NotInLine { from: name(from), to: name(to) })?;
        if distance != stack.height {
            return Err(MoveError::WrongDistance { from: name(from), height: stack.height, distance });
        }
        if !self.occupied().has(to) {
            return Err(MoveError::ToEmpty { space: name(to) });
        }
        Ok(())
    }
}

/// The distance from `from` to `to`, if they are in line in one of the six directions.
fn straight_distance(from: Cell, to: Cell) -> Option<u32> {
    let ((column, number), (to_column, to_number)) = (GRID.coordinates(from), GRID.coordinates(to));
    let (columns, numbers) = (to_column as i8 - column as i8, to_number as i8 - number as i8);
    let distance = columns.abs().max(numbers.abs());
    let straight = |(c, n): &(i8, i8)| (columns, numbers) == (c * distance, n * distance);
    (distance > 0 && DIRECTIONS.iter().any(straight)).then_some(u32::from(distance.unsigned_abs()))
}
