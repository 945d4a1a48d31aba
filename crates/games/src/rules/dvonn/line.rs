//! Positions as one line of text, and as text art.

use super::board::{GRID, PIECES, REDS, SPACES, name};
use super::facts;
use super::position::{Dvonn, Move, Phase, Stack};
use super::position_error::PositionError;
use super::text::MoveError;
use crate::rules::facts::{Example, Fact};
use crate::rules::game::Seat;
use crate::rules::hex::{Cell, Cells};
use crate::rules::notation::{Notation, POSITION_ERRORS_MAX, POSITION_TEXT_MAX, quote};

const COLOURS: [&str; 2] = ["white", "black"];
const LETTERS: [char; 2] = ['w', 'b'];

/// The rows from top to bottom, each from its lowest column.
fn rows() -> impl Iterator<Item = (u8, Vec<Cell>)> {
    (1..=5).rev().map(|row| (row, GRID.by_row().filter(|(number, _)| *number == row).map(|(_, space)| space).collect()))
}

fn write_stack(stack: Option<Stack>) -> String {
    let Some(Stack { owner, height, reds }) = stack else { return ".".to_owned() };
    let Some(owner) = owner else { return "r".to_owned() };
    let height = if height == 1 { String::new() } else { height.to_string() };
    format!("{}{height}{}", LETTERS[owner.index()], "*".repeat(reds as usize))
}

/// Consumes the text of one space from the front of `text`; `None` when it is invalid.
fn read_stack(text: &mut &str) -> Option<Option<Stack>> {
    let letter = text.chars().next()?.to_ascii_lowercase();
    let mut rest = &text[letter.len_utf8()..];
    let owner = match letter {
        '.' | 'r' => {
            *text = rest;
            return Some((letter == 'r').then_some(Stack { owner: None, height: 1, reds: 1 }));
        }
        'w' => Seat::One,
        'b' => Seat::Two,
        _ => return None,
    };
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let height =
        if digits == 0 { 1 } else { rest[..digits].parse().ok().filter(|height| (1..=49).contains(height))? };
    rest = &rest[digits..];
    let after = rest.trim_start_matches('*');
    let reds = (rest.len() - after.len()) as u32;
    *text = after;
    (reds <= u32::from(REDS)).then_some(Some(Stack { owner: Some(owner), height, reds }))
}

fn read_row(row: u8, spaces: &[Cell], mut text: &str, errors: &mut Vec<PositionError>) -> Vec<(Cell, Stack)> {
    let mut stacks = Vec::new();
    while !text.is_empty() {
        let whole = text;
        let Some(stack) = read_stack(&mut text) else {
            errors.push(PositionError::Sign { row, sign: quote(whole) });
            return Vec::new();
        };
        stacks.push(stack);
    }
    if stacks.len() != spaces.len() {
        errors.push(PositionError::Spaces { row, found: stacks.len(), wanted: spaces.len() });
        return Vec::new();
    }
    spaces.iter().copied().zip(stacks).filter_map(|(space, stack)| Some((space, stack?))).collect()
}

impl Dvonn {
    fn from_stacks(stacks: &[(Cell, Stack)], phase: Phase, seat: Seat) -> Dvonn {
        let mut position = Dvonn { phase, seat, ..Dvonn::EMPTY };
        for (space, Stack { owner, height, reds }) in stacks {
            if let Some(owner) = owner {
                position.owned[owner.index()].insert(*space);
            }
            let slices = position.heights.iter_mut().enumerate().map(|slice| (slice, *height));
            for ((bit, slice), number) in slices.chain(position.reds.iter_mut().enumerate().map(|slice| (slice, *reds)))
            {
                slice.0 |= u64::from(number >> bit & 1) << space.0;
            }
        }
        position
    }

    fn errors(&self) -> Vec<PositionError> {
        let mut errors = Vec::new();
        let stacks = || self.occupied().filter_map(|space| Some((space, self.stack(space)?)));
        for (space, stack) in stacks() {
            if stack.height < stack.reds + u32::from(stack.owner.is_some()) {
                errors.push(PositionError::Height { space: name(space) });
            }
        }
        let reds: u32 = stacks().map(|(_, stack)| stack.reds).sum();
        let total: u32 = stacks().map(|(_, stack)| stack.height).sum();
        match self.phase {
            Phase::Placing(placed) => {
                errors.extend(
                    stacks()
                        .filter(|(_, stack)| stack.height > 1)
                        .map(|(space, _)| PositionError::Stacked { space: name(space) }),
                );
                self.placing_errors(placed, reds, &mut errors);
            }
            Phase::Stacking => {
                if reds != u32::from(REDS) {
                    errors.push(PositionError::Reds { found: reds, wanted: u32::from(REDS) });
                }
                if total > u32::from(SPACES) {
                    errors.push(PositionError::Total { found: total });
                }
                for seat in Seat::BOTH {
                    let found = self.owned(seat).len();
                    if found > u32::from(PIECES) {
                        errors.push(PositionError::Pieces { colour: COLOURS[seat.index()], found });
                    }
                }
                let mut rest = self.occupied() & !GRID.linked(self.with_red(), self.occupied());
                while let Some(space) = rest.first() {
                    errors.push(PositionError::Unlinked { space: name(space) });
                    rest &= !GRID.linked(space.set(), rest);
                }
            }
        }
        errors.truncate(POSITION_ERRORS_MAX);
        errors
    }

    fn placing_errors(&self, placed: u8, reds: u32, errors: &mut Vec<PositionError>) {
        if placed == SPACES {
            errors.push(PositionError::AllPlaced {});
            return;
        }
        let wanted = u32::from(placed.min(REDS));
        if reds != wanted {
            errors.push(PositionError::Reds { found: reds, wanted });
        }
        let pieces = u32::from(placed.saturating_sub(REDS));
        let (white_wanted, black_wanted) = (pieces / 2, pieces.div_ceil(2));
        let (white, black) = (self.owned[0].len(), self.owned[1].len());
        if (white, black) != (white_wanted, black_wanted) {
            errors.push(PositionError::Order { white, black, white_wanted, black_wanted });
        }
        let seat = Dvonn::seat_after(placed);
        if seat != self.seat {
            errors.push(PositionError::WrongSeat { colour: COLOURS[seat.index()] });
        }
    }
}

impl Notation for Dvonn {
    fn is_played_when_forced(m: &Move) -> bool {
        matches!(m, Move::Pass)
    }

    const NAME: &'static str = "dvonn";
    const TITLE: &'static str = "DVONN";
    const MOVE_EXAMPLES: &'static [&'static str] = &["a1a2"];
    const EXAMPLES: &'static [Example] = facts::EXAMPLES;
    const ENDINGS: &'static [&'static str] = facts::ENDINGS;
    const CELL_FACTS: &'static [&'static str] = facts::CELL_FACTS;
    const TURN_FACTS: &'static [&'static str] = facts::TURN_FACTS;
    type MoveError = MoveError;
    type PositionError = PositionError;

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_legal(text)
    }

    fn write_position(&self) -> String {
        let phase = if self.phase == Phase::Stacking { "stack" } else { "place" };
        let row =
            |spaces: Vec<Cell>| spaces.into_iter().map(|space| write_stack(self.stack(space))).collect::<String>();
        let rows: Vec<String> = rows().map(|(_, spaces)| row(spaces)).collect();
        format!("{phase} {} {}", rows.join("/"), LETTERS[self.seat.index()])
    }

    fn read_position(text: &str) -> Result<Self, Vec<PositionError>> {
        let words: Vec<&str> = text.split_whitespace().take(4).collect();
        let (Ok([phase, board, seat]), true) = (<[&str; 3]>::try_from(words), text.len() <= POSITION_TEXT_MAX) else {
            return Err(vec![PositionError::Form { text: quote(text) }]);
        };
        let mut errors = Vec::new();
        let seat = match seat.to_ascii_lowercase().as_str() {
            "w" => Seat::One,
            "b" => Seat::Two,
            _ => {
                errors.push(PositionError::Seat { text: quote(seat) });
                Seat::One
            }
        };
        let found = board.split('/').count();
        let mut stacks = Vec::new();
        if found == 5 {
            for ((row, spaces), signs) in rows().zip(board.split('/')) {
                stacks.extend(read_row(row, &spaces, signs, &mut errors));
            }
        } else {
            errors.push(PositionError::Rows { found });
        }
        let phase = match phase.to_ascii_lowercase().as_str() {
            "place" => Phase::Placing(stacks.len() as u8),
            "stack" => Phase::Stacking,
            _ => {
                errors.push(PositionError::Phase { text: quote(phase) });
                Phase::Stacking
            }
        };
        let position = Dvonn::from_stacks(&stacks, phase, seat);
        if errors.is_empty() {
            errors = position.errors();
        }
        errors.truncate(POSITION_ERRORS_MAX);
        if errors.is_empty() { Ok(position) } else { Err(errors) }
    }

    fn board(&self) -> String {
        let occupied: Cells = self.occupied();
        let mut text = String::new();
        for (row, spaces) in rows() {
            // Each row starts half a space further right than the one below it, plus the offset of its first column.
            let (first, _) = GRID.coordinates(spaces[0]);
            let indent = (2 * i32::from(first) - i32::from(row) + 1) * 5 / 2;
            text.push_str(&" ".repeat(indent.max(0) as usize));
            let shown = spaces.iter().map(|space| {
                let sign = if occupied.has(*space) { write_stack(self.stack(*space)) } else { ".".to_owned() };
                format!("{sign:<5}")
            });
            text.push_str(&shown.collect::<String>());
            text.push_str(&format!(" {}–{}\n", name(spaces[0]), name(spaces[spaces.len() - 1])));
        }
        text
    }

    fn facts(&self) -> Vec<Fact> {
        facts::facts(self)
    }

    fn turn_facts(&self) -> Vec<Fact> {
        facts::turn_facts(self)
    }

    fn placements_left(&self) -> usize {
        facts::placements_left(self)
    }

    fn result_facts(&self) -> Vec<Fact> {
        facts::result_facts(self)
    }
}
