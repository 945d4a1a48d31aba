//! Positions as one line of text, and as text art.

use super::board::Square;
use super::facts;
use super::position::{Barrier, Move};
use super::position_error::PositionError;
use super::setup::{SIZES, Setup};
use super::text::MoveError;
use crate::rules::facts::{Example, Fact};
use crate::rules::game::{Game, Seat};
use crate::rules::notation::{Notation, POSITION_ERRORS_MAX, POSITION_TEXT_MAX, quote};

const COLOURS: [&str; 2] = ["white", "black"];
const LETTERS: [char; 2] = ['w', 'b'];

impl Barrier {
    fn sign(&self, square: Square) -> char {
        let knight = Seat::BOTH.into_iter().find(|seat| self.knight(*seat) == Some(square));
        match knight {
            Some(seat) => LETTERS[seat.index()].to_ascii_uppercase(),
            None if self.blocked.has(square) => '#',
            None => '.',
        }
    }

    /// The rows from top to bottom, each from its first column.
    fn rows(&self) -> impl Iterator<Item = (u8, String)> {
        let size = self.setup.size();
        (1..=size).rev().map(move |number| {
            let squares = (1..=size).filter_map(|column| Square::at(column, number));
            (number, squares.map(|square| self.sign(square)).collect())
        })
    }

    fn errors(&self) -> Vec<PositionError> {
        let mut errors = Vec::new();
        let blocked = self.blocked().len();
        let turns = match self.knights {
            [None, Some(_)] => {
                errors.push(PositionError::BlackAlone {});
                return errors;
            }
            [white, Some(_)] => u32::from(white.is_some()) + 1 + blocked / 3,
            [white, None] => u32::from(white.is_some()),
        };
        if blocked > 0 && !self.is_walking() {
            errors.push(PositionError::BlockedEarly {});
        }
        if !blocked.is_multiple_of(3) {
            errors.push(PositionError::BlockedCount { found: blocked });
        } else if turns % 2 != self.seat as u32 {
            errors.push(PositionError::WrongSeat { colour: COLOURS[1 - self.seat.index()] });
        }
        errors
    }
}

/// Parses the rows of a board into a position.
fn read_board(board: &str, errors: &mut Vec<PositionError>) -> Option<Barrier> {
    let size = board.split('/').count();
    let Some(setup) = u8::try_from(size).ok().filter(|size| SIZES.contains(size)).and_then(Setup::new) else {
        errors.push(PositionError::Rows { found: size });
        return None;
    };
    let mut position = Barrier::new(&setup);
    let mut knights = [0; 2];
    for (row, signs) in (1..=size).rev().zip(board.split('/')) {
        let found = signs.chars().count();
        if found != size {
            errors.push(PositionError::Squares { row, found, wanted: size });
            continue;
        }
        for (column, sign) in (1..).zip(signs.chars()) {
            let Some(square) = Square::at(column, row as u8) else { continue };
            let knight = LETTERS.iter().position(|letter| *letter == sign.to_ascii_lowercase());
            match (sign, knight) {
                ('.', _) => {}
                ('#', _) => position.blocked = position.blocked.with(square.set()),
                (_, Some(seat)) => {
                    knights[seat] += 1;
                    position.knights[seat] = Some(square);
                }
                _ => errors.push(PositionError::Sign { row, sign: quote(&sign.to_string()) }),
            }
        }
    }
    for (colour, found) in COLOURS.into_iter().zip(knights) {
        if found > 1 {
            errors.push(PositionError::Knights { colour, found });
        }
    }
    Some(position)
}

impl Notation for Barrier {
    const NAME: &'static str = "barrier";
    const TITLE: &'static str = "Barrier";
    const MOVE_EXAMPLES: &'static [&'static str] = &["b1b3c3"];
    const EXAMPLES: &'static [Example] = facts::EXAMPLES;
    const ENDINGS: &'static [&'static str] = facts::ENDINGS;
    const CELL_FACTS: &'static [&'static str] = facts::CELL_FACTS;
    type MoveError = MoveError;
    type PositionError = PositionError;

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_legal(text)
    }

    fn write_position(&self) -> String {
        let rows: Vec<String> = self.rows().map(|(_, row)| row).collect();
        format!("{} {}", rows.join("/"), LETTERS[self.seat.index()])
    }

    fn read_position(text: &str) -> Result<Self, Vec<PositionError>> {
        let words: Vec<&str> = text.split_whitespace().take(3).collect();
        let (Ok([board, seat]), true) = (<[&str; 2]>::try_from(words), text.len() <= POSITION_TEXT_MAX) else {
            return Err(vec![PositionError::Form { text: quote(text) }]);
        };
        let mut errors = Vec::new();
        let position = read_board(board, &mut errors);
        let seat = match seat.to_ascii_lowercase().as_str() {
            "w" => Seat::One,
            "b" => Seat::Two,
            _ => {
                errors.push(PositionError::Seat { text: quote(seat) });
                Seat::One
            }
        };
        let position = position.map(|position| Barrier { seat, ..position });
        match position {
            Some(position) if errors.is_empty() => {
                let errors = position.errors();
                if errors.is_empty() { Ok(position) } else { Err(errors) }
            }
            _ => {
                errors.truncate(POSITION_ERRORS_MAX);
                Err(errors)
            }
        }
    }

    fn board(&self) -> String {
        let mut text = String::new();
        for (number, row) in self.rows() {
            text.push_str(&format!("{number:>2}"));
            row.chars().for_each(|sign| text.extend([' ', sign]));
            text.push('\n');
        }
        text.push_str("  ");
        (0..self.setup.size()).for_each(|column| text.extend([' ', (b'a' + column) as char]));
        text.push('\n');
        text
    }

    fn facts(&self) -> Vec<Fact> {
        facts::facts(self)
    }
}
