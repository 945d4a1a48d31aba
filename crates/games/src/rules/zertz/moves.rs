//! A turn as a value.

use super::board::{GRID, Marble, name};
use crate::rules::hex::Cell;
use std::fmt;

/// Everything a player decides in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Place a marble on a vacant ring and remove a ring.
    Place {
        /// The colour, from the pool or, when the pool is empty, from the mover's captured marbles.
        marble: Marble,
        /// The ring to place on.
        ring: Cell,
        /// The ring removed; `None` when none can be removed.
        removed: Option<Cell>,
        /// With optional claims: leave the groups that this turn isolates or fills on the board.
        decline: bool,
    },
    /// Capture by jumping with a marble over others.
    Capture(Chain),
    /// Pass: there is nothing to play (decision 3).
    Pass,
}

/// A capture: the ring of the jumping marble and the directions of its jumps, at least one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chain {
    start: Cell,
    length: u8,
    /// Two directions per byte. Unused bits are zero, so that equal captures are equal values.
    directions: [u8; Chain::LONGEST.div_ceil(2)],
}

impl Chain {
    /// The maximum number of jumps: there are 24 marbles, and the jumping one is not captured.
    pub const LONGEST: usize = 23;

    /// A capture without jumps.
    pub(super) const fn begin(start: Cell) -> Chain {
        Chain { start, length: 0, directions: [0; Chain::LONGEST.div_ceil(2)] }
    }

    /// The capture extended by one jump; `None` at the maximum length.
    #[must_use]
    pub(super) fn then(mut self, direction: usize) -> Option<Chain> {
        let at = self.len();
        if at == Chain::LONGEST {
            return None;
        }
        self.directions[at / 2] |= (direction as u8) << (at % 2 * 4);
        self.length += 1;
        Some(self)
    }

    /// The ring of the jumping marble.
    pub const fn start(&self) -> Cell {
        self.start
    }

    /// The number of jumps, which is the number of marbles captured.
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether it has no jumps, which no legal move has.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The jumps in order: the ring jumped over and the landing ring. Ends early where a jump would leave the board.
    pub fn jumps(&self) -> impl Iterator<Item = (Cell, Cell)> + use<> {
        let Chain { start, length, directions } = *self;
        let mut at = start;
        (0..usize::from(length)).map_while(move |number| {
            let direction = usize::from(directions[number / 2] >> (number % 2 * 4) & 7);
            let over = GRID.next(at, direction)?;
            at = GRID.next(over, direction)?;
            Some((over, at))
        })
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chain({})", Move::Capture(*self))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place { marble, ring, removed, decline } => {
                write!(f, "{}{}", marble.letter(), name(*ring))?;
                if let Some(removed) = removed {
                    write!(f, ",{}", name(*removed))?;
                }
                f.write_str(if *decline { "~" } else { "" })
            }
            Move::Capture(chain) => {
                write!(f, "{}", name(chain.start))?;
                chain.jumps().try_for_each(|(_, landing)| write!(f, "x{}", name(landing)))
            }
            Move::Pass => f.write_str("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_move_is_fixed() {
        assert_eq!(std::mem::size_of::<Chain>(), 14);
        assert_eq!(std::mem::size_of::<Move>(), 15);
    }
}
