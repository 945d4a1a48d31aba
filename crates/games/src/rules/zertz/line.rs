//! Positions as one line of text, and as text art.

use super::board::{GRID, Marble, name};
use super::facts;
use super::moves::Move;
use super::position::Zertz;
use super::position_error::PositionError;
use super::setup::{Claims, Setup, Variant};
use super::text::{self, MoveError};
use crate::rules::facts::{Example, Fact};
use crate::rules::game::{Game, Seat};
use crate::rules::hex::{Bounds, Cell, Cells, Name};
use crate::rules::notation::{Notation, POSITION_ERRORS_MAX, POSITION_TEXT_MAX, quote};

/// The columns of a variant's board, each from its lowest number up.
fn columns(bounds: Bounds) -> impl Iterator<Item = (u8, Vec<Cell>)> {
    let numbers =
        move |column: u8| (1..=bounds.numbers).filter(move |number| bounds.contain(column as i8, *number as i8));
    (1..=bounds.columns)
        .map(move |column| (column, numbers(column).filter_map(|number| GRID.at(column, number)).collect()))
}

impl Zertz {
    /// The character for a cell: a marble's letter, `o` for a vacant ring, `.` where there is no ring.
    fn sign(&self, ring: Cell) -> char {
        match self.marble_at(ring) {
            Some(marble) => marble.letter(),
            None if self.rings.has(ring) => 'o',
            None => '.',
        }
    }

    fn errors(&self) -> Vec<PositionError> {
        let mut errors = Vec::new();
        for marble in Marble::ALL {
            let colour = marble.index();
            let held = [self.pool, self.captured[0], self.captured[1]];
            let found = held.iter().map(|counts| u32::from(counts[colour])).sum::<u32>() + self.marbles[colour].len();
            let wanted = self.setup.variant.marbles()[colour];
            if found != u32::from(wanted) {
                errors.push(PositionError::Total { marble, found, wanted });
            }
        }
        errors.extend(self.holes().map(|ring| PositionError::Hole { ring: name(ring) }));
        if self.vacant().is_empty() && !self.occupied().is_empty() {
            errors.push(PositionError::Filled {});
        } else if self.setup.claims == Claims::Automatic {
            let mut rest = self.occupied();
            while let Some(ring) = rest.first() {
                let group = GRID.linked(ring.set(), self.rings);
                if (group & self.vacant()).is_empty() {
                    errors.push(PositionError::Unclaimed { ring: name(ring) });
                }
                rest &= !group;
            }
        }
        if self.reaches_goal(self.captured(self.seat)) {
            errors.push(PositionError::WonBefore {});
        }
        errors.truncate(POSITION_ERRORS_MAX);
        errors
    }

    /// The removed rings that are enclosed. Rings slide out to the open, and a claimed group is surrounded by removed
    /// rings that did so; in a game, therefore, every removed ring is connected to the outside through others.
    fn holes(&self) -> impl Iterator<Item = Cell> {
        let board = self.setup.variant.rings();
        let removed = board & !self.rings;
        let mut rim = Cells::NONE;
        for ring in removed {
            if (GRID.neighbours(ring) & board).len() < 6 {
                rim.insert(ring);
            }
        }
        removed & !GRID.linked(rim, removed)
    }
}

fn write_counts(counts: [u8; 3]) -> String {
    let [white, grey, black] = counts;
    format!("{white},{grey},{black}")
}

fn read_counts(text: &str) -> Option<[u8; 3]> {
    let mut parts = text.split(',').map(|part| part.parse::<u8>().ok().filter(|count| *count < 100));
    let counts = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(counts)
}

/// Parses the board into `position`, or reports every error.
fn read_board(position: &mut Zertz, text: &str, errors: &mut Vec<PositionError>) {
    let bounds = position.setup.variant.bounds();
    let found = text.split('/').count();
    if found != usize::from(bounds.columns) {
        errors.push(PositionError::Columns { found, wanted: bounds.columns });
        return;
    }
    position.rings = Cells::NONE;
    for ((column, rings), signs) in columns(bounds).zip(text.split('/')) {
        let found = signs.chars().count();
        if found != rings.len() {
            let column = (b'a' + column - 1) as char;
            errors.push(PositionError::Rings { column, found, wanted: rings.len() });
            continue;
        }
        for (ring, sign) in rings.into_iter().zip(signs.chars()) {
            match (sign, Marble::from_letter(sign)) {
                ('.', _) => {}
                ('o' | 'O', _) => position.rings.insert(ring),
                (_, Some(marble)) => {
                    position.rings.insert(ring);
                    position.marbles[marble.index()].insert(ring);
                }
                _ => errors.push(PositionError::Sign { ring: name(ring), sign: quote(&sign.to_string()) }),
            }
        }
    }
}

impl Notation for Zertz {
    fn is_played_when_forced(m: &Move) -> bool {
        matches!(m, Move::Capture(_) | Move::Pass)
    }

    const NAME: &'static str = "zertz";
    const TITLE: &'static str = "ZÈRTZ";
    const MOVE_EXAMPLES: &'static [&'static str] = &["Wd4,a1", "g5xe3"];
    const PIECE_KINDS: &'static [&'static str] = &["white", "grey", "black"];
    const EXAMPLES: &'static [Example] = facts::EXAMPLES;
    const ENDINGS: &'static [&'static str] = facts::ENDINGS;
    const CELL_FACTS: &'static [&'static str] = facts::CELL_FACTS;
    const TURN_FACTS: &'static [&'static str] = facts::TURN_FACTS;
    type MoveError = MoveError;
    type PositionError = PositionError;

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let m = text::read(text)?;
        self.refuse(m).map_or(Ok(m), Err)
    }

    fn write_position(&self) -> String {
        let board: Vec<String> = columns(self.setup.variant.bounds())
            .map(|(_, rings)| rings.into_iter().map(|ring| self.sign(ring)).collect())
            .collect();
        format!(
            "{} {} {} {} {} {} {}",
            self.setup.variant,
            self.setup.claims,
            board.join("/"),
            write_counts(self.pool),
            write_counts(self.captured[0]),
            write_counts(self.captured[1]),
            self.seat.index() + 1
        )
    }

    fn read_position(text: &str) -> Result<Self, Vec<PositionError>> {
        let words: Vec<&str> = text.split_whitespace().take(8).collect();
        let (Ok([variant, claims, board, pool, first, second, seat]), true) =
            (<[&str; 7]>::try_from(words), text.len() <= POSITION_TEXT_MAX)
        else {
            return Err(vec![PositionError::Form { text: quote(text) }]);
        };
        let mut errors = Vec::new();
        let setup = Setup {
            variant: variant.to_ascii_lowercase().parse().unwrap_or_else(|_| {
                errors.push(PositionError::Variant { text: quote(variant) });
                Variant::default()
            }),
            claims: claims.to_ascii_lowercase().parse().unwrap_or_else(|_| {
                errors.push(PositionError::Claims { text: quote(claims) });
                Claims::default()
            }),
            swap: false,
        };
        let mut position = Zertz::new(&setup);
        if errors.is_empty() {
            read_board(&mut position, board, &mut errors);
        }
        let mut counts = |text: &str| {
            read_counts(text).unwrap_or_else(|| {
                errors.push(PositionError::Counts { text: quote(text) });
                [0; 3]
            })
        };
        position.pool = counts(pool);
        position.captured = [counts(first), counts(second)];
        match seat {
            "1" => position.seat = Seat::One,
            "2" => position.seat = Seat::Two,
            _ => errors.push(PositionError::Seat { text: quote(seat) }),
        }
        if errors.is_empty() {
            errors = position.errors();
        }
        errors.truncate(POSITION_ERRORS_MAX);
        if errors.is_empty() { Ok(position) } else { Err(errors) }
    }

    /// The rows follow the drawn board: columns are vertical, and each starts half a ring lower or higher than its
    /// neighbour. The column letters are at the bottom.
    fn board(&self) -> String {
        let bounds = self.setup.variant.bounds();
        // In units of half a ring, a ring's height is 2 · number − column.
        let height = |Name { column, number }: Name| 2 * i32::from(number) - i32::from(column);
        let cells: Vec<Cell> = columns(bounds).flat_map(|(_, rings)| rings).collect();
        let heights = || cells.iter().map(|ring| height(name(*ring)));
        let (Some(top), Some(bottom)) = (heights().max(), heights().min()) else { return String::new() };
        let mut text = String::new();
        for level in (bottom..=top).rev() {
            let mut row = String::new();
            for column in 1..=bounds.columns {
                let number = (level + i32::from(column)) / 2;
                let fits = (level + i32::from(column)) % 2 == 0 && bounds.contain(column as i8, number as i8);
                let cell = fits.then(|| GRID.at(column, number as u8)).flatten();
                row.push_str(&cell.map_or("    ".to_owned(), |ring| format!("{:>2}{number} ", self.sign(ring))));
            }
            text.push_str(row.trim_end());
            text.push('\n');
        }
        for column in 0..bounds.columns {
            text.push_str(&format!("{:>2}  ", (b'a' + column) as char));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }

    fn facts(&self) -> Vec<Fact> {
        facts::facts(self)
    }

    fn turn_facts(&self) -> Vec<Fact> {
        facts::turn_facts(self)
    }

    fn result_facts(&self) -> Vec<Fact> {
        facts::result_facts(self)
    }
}
