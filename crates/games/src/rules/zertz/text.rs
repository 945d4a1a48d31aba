//! Moves as text, and the errors for refused moves.

use super::board::{GRID, Marble, name};
use super::moves::{Chain, Move};
use super::position::Zertz;
use crate::refusals;
use crate::rules::game::Game;
use crate::rules::hex::{Cell, DIRECTIONS, Name};
use crate::rules::notation::{MOVE_TEXT_MAX, Reader, quote};

refusals! {
    /// Why a ZÈRTZ move is refused.
    pub enum MoveError {
        /// The game has ended.
        Over {} = "over", "the game is over";
        /// The text is not of the form of a move.
        Unreadable {
            /// The input, quoted.
            text: String,
        } = "unreadable", "{text} is not the text of a move; write Wd4,a1 to place and remove, g5xe3 to capture";
        /// The board never had this ring.
        NotARing {
            /// The name as given.
            ring: Name,
        } = "not-a-ring", "{ring} is not a ring of this board";
        /// The ring has been removed.
        Gone {
            /// The ring.
            ring: Name,
        } = "gone", "ring {ring} is no longer on the board";
        /// A capture is possible, so it must be made.
        MustCapture {
            /// The number of captures available.
            count: u64,
        } = "must-capture", "you must capture: {count} captures are possible";
        /// The only available capture must be made.
        MustCaptureThis {
            /// The capture.
            capture: Move,
        } = "must-capture-this", "you must capture: only {capture} is possible";
        /// There is no marble to place, so the turn must be passed.
        MustPass {} = "must-pass", "you have no marble to place, so you can only pass";
        /// A marble can be placed, so passing is not allowed.
        MustPlace {} = "must-place", "you can place a marble, so you cannot pass";
        /// There is no marble of this colour to place.
        NoMarble {
            /// The colour.
            marble: Marble,
        } = "no-marble", "there is no {marble} marble left to place";
        /// The ring is occupied.
        Taken {
            /// The ring.
            ring: Name,
        } = "taken", "that ring is taken: {ring} has a marble on it";
        /// The ring to remove has a marble on it.
        RemoveTaken {
            /// The ring.
            ring: Name,
        } = "remove-taken", "ring {ring} cannot be removed, it has a marble on it";
        /// The ring to remove is blocked by its neighbours.
        CannotSlide {
            /// The ring.
            ring: Name,
        } = "cannot-slide", "ring {ring} cannot be slid out: no two neighbouring sides of it are open";
        /// No ring to remove was given, though one can be removed.
        MustRemove {
            /// A ring that can be removed.
            ring: Name,
        } = "must-remove", "you must also remove a ring, for example {ring}";
        /// A claim can only be declined with optional claims, by a turn that takes a group.
        NothingToDecline {} = "nothing-to-decline", "there is no claim to decline: leave out the ~";
        /// A capture starts where there is no marble.
        NoJumper {
            /// The ring.
            ring: Name,
        } = "no-jumper", "there is no marble on {ring} to jump with";
        /// Two consecutive rings of a capture are not in line with exactly one ring between them.
        NotAJump {
            /// The start.
            from: Name,
            /// The target.
            to: Name,
        } = "not-a-jump", "from {from} to {to} is not a jump: it goes straight over one ring to the next";
        /// There is no marble to jump over.
        NothingJumped {
            /// The ring between.
            ring: Name,
        } = "nothing-jumped", "there is no marble on {ring} to jump over";
        /// The landing ring is not vacant.
        LandingTaken {
            /// The ring.
            ring: Name,
        } = "landing-taken", "the jump cannot end on {ring}, there is a marble on it";
        /// The capture stops although it can continue.
        GoesOn {
            /// The ring where it stopped.
            ring: Name,
        } = "goes-on", "the capture must continue from {ring}";
    }
}

/// Parses the form of a move. Checks that the rings exist, but no other rules.
pub(super) fn read(text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::Unreadable { text: quote(text) };
    if text.len() > MOVE_TEXT_MAX {
        return Err(unreadable());
    }
    let mut reader = Reader::new(text);
    if reader.is_word("pass") {
        return Ok(Move::Pass);
    }
    let ring = |(column, number): (u8, u8)| {
        let not_a_ring = MoveError::NotARing { ring: Name { column, number } };
        GRID.at(column, number).ok_or(not_a_ring)
    };
    if let Some(start) = reader.cell() {
        let mut at = ring(start)?;
        let mut chain = Chain::begin(at);
        while !reader.is_done() {
            if !(reader.take('x') || reader.take('×') || reader.take_dash()) {
                return Err(unreadable());
            }
            let landing = ring(reader.cell().ok_or_else(unreadable)?)?;
            let direction =
                jump_direction(at, landing).ok_or(MoveError::NotAJump { from: name(at), to: name(landing) })?;
            chain = chain.then(direction).ok_or_else(unreadable)?;
            at = landing;
        }
        return if chain.is_empty() { Err(unreadable()) } else { Ok(Move::Capture(chain)) };
    }
    let marble = Marble::ALL.into_iter().find(|marble| reader.take(marble.letter())).ok_or_else(unreadable)?;
    let placed = ring(reader.cell().ok_or_else(unreadable)?)?;
    let removed = if reader.take(',') { Some(ring(reader.cell().ok_or_else(unreadable)?)?) } else { None };
    let decline = reader.take('~');
    if reader.is_done() { Ok(Move::Place { marble, ring: placed, removed, decline }) } else { Err(unreadable()) }
}

fn jump_direction(from: Cell, to: Cell) -> Option<usize> {
    let ((column, number), (to_column, to_number)) = (GRID.coordinates(from), GRID.coordinates(to));
    let step = (to_column as i8 - column as i8, to_number as i8 - number as i8);
    DIRECTIONS.iter().position(|(columns, numbers)| step == (columns * 2, numbers * 2))
}

impl Zertz {
    /// Why the move is illegal here, or `None` when it is legal.
    pub fn refuse(&self, m: Move) -> Option<MoveError> {
        self.check(m).err()
    }

    fn check(&self, m: Move) -> Result<(), MoveError> {
        if self.ending().is_some() {
            return Err(MoveError::Over {});
        }
        match m {
            Move::Capture(chain) => self.check_capture(&chain),
            _ if self.must_capture() => Err(self.name_captures()),
            Move::Pass if self.supply() != [0; 3] => Err(MoveError::MustPlace {}),
            Move::Pass => Ok(()),
            Move::Place { .. } if self.supply() == [0; 3] => Err(MoveError::MustPass {}),
            Move::Place { marble, ring, removed, decline } => self.check_placement(marble, ring, removed, decline),
        }
    }

    fn name_captures(&self) -> MoveError {
        match self.count_captures() {
            1 => self
                .nth_move(0)
                .map_or(MoveError::MustCapture { count: 1 }, |capture| MoveError::MustCaptureThis { capture }),
            count => MoveError::MustCapture { count },
        }
    }

    fn check_ring(&self, ring: Cell) -> Result<(), MoveError> {
        if self.rings.has(ring) {
            Ok(())
        } else if self.setup.variant.rings().has(ring) {
            Err(MoveError::Gone { ring: name(ring) })
        } else {
            Err(MoveError::NotARing { ring: name(ring) })
        }
    }

    fn check_capture(&self, chain: &Chain) -> Result<(), MoveError> {
        let (mut occupied, mut vacant) = (self.occupied(), self.vacant());
        let mut at = chain.start();
        self.check_ring(at)?;
        if !occupied.has(at) {
            return Err(MoveError::NoJumper { ring: name(at) });
        }
        occupied.remove(at);
        vacant.insert(at);
        for (over, landing) in chain.jumps() {
            self.check_ring(landing)?;
            if !occupied.has(over) {
                return Err(MoveError::NothingJumped { ring: name(over) });
            }
            if !vacant.has(landing) {
                return Err(MoveError::LandingTaken { ring: name(landing) });
            }
            occupied.remove(over);
            vacant.insert(over);
            at = landing;
        }
        let goes_on = (0..6).any(|direction| {
            let over = GRID.next(at, direction).filter(|over| occupied.has(*over));
            over.and_then(|over| GRID.next(over, direction)).is_some_and(|landing| vacant.has(landing))
        });
        if goes_on { Err(MoveError::GoesOn { ring: name(at) }) } else { Ok(()) }
    }

    fn check_placement(
        &self,
        marble: Marble,
        ring: Cell,
        removed: Option<Cell>,
        decline: bool,
    ) -> Result<(), MoveError> {
        if self.supply()[marble.index()] == 0 {
            return Err(MoveError::NoMarble { marble });
        }
        self.check_ring(ring)?;
        if self.occupied().has(ring) {
            return Err(MoveError::Taken { ring: name(ring) });
        }
        let removable = self.removable() & !ring.set();
        match removed {
            None => {
                if let Some(other) = removable.first() {
                    return Err(MoveError::MustRemove { ring: name(other) });
                }
            }
            Some(removed) => {
                self.check_ring(removed)?;
                if removed == ring || self.occupied().has(removed) {
                    return Err(MoveError::RemoveTaken { ring: name(removed) });
                }
                if !removable.has(removed) {
                    return Err(MoveError::CannotSlide { ring: name(removed) });
                }
            }
        }
        if decline && !self.may_decline(ring, removed) {
            return Err(MoveError::NothingToDecline {});
        }
        Ok(())
    }
}
