//! Slow and straightforward implementations of the three games, for comparison with the fast rules.
//!
//! Written from the seed documents and the README of the rules alone. "Seed 003, C.3" is point 3 of section C of
//! the document whose name starts with 003; "Decision 2" is point 2 of the README's section "Decisions".

use std::collections::BTreeSet;

pub mod barrier;
pub mod dvonn;
pub mod zertz;

/// A position in a slow and straightforward implementation.
pub trait Naive: Clone {
    /// All legal moves as canonical move text, sorted (byte order). Empty when the game is over.
    fn legal(&self) -> Vec<String>;
    /// The position after the legal move with this text; panics if not legal.
    fn play(&self, text: &str) -> Self;
    /// 1 or 2: whose turn it is (1 is the first player: White in DVONN and Barrier).
    fn seat(&self) -> u8;
    /// None while the game goes on, Some(0) a draw, Some(1) or Some(2) the winner.
    fn outcome(&self) -> Option<u8>;
    /// Everything that makes positions equal, as one comparable string (board, supplies, captures, player to move).
    fn picture(&self) -> String;
}

/// A cell as (column, number); column a is 1.
pub type Cell = (u8, u8);

/// The six directions of a hexagonal board (README, "Hexagonal coordinates"), in the order in which they go round
/// a cell: each direction is next to the one before it, and the last is next to the first.
pub const AROUND: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The cell one step away, on the board or not; None only where the numbers would be negative.
pub fn step(cell: Cell, direction: (i8, i8)) -> Option<Cell> {
    let column = cell.0.checked_add_signed(direction.0)?;
    let number = cell.1.checked_add_signed(direction.1)?;
    Some((column, number))
}

/// The cell `count` steps away in a straight line.
pub fn steps(cell: Cell, direction: (i8, i8), count: usize) -> Option<Cell> {
    let mut there = cell;
    for _ in 0..count {
        there = step(there, direction)?;
    }
    Some(there)
}

/// The other player.
pub fn other(seat: u8) -> u8 {
    if seat == 1 { 2 } else { 1 }
}

/// A cell as text: (4, 7) is `d7`.
pub fn cell_text(cell: Cell) -> String {
    let letter = char::from(b'a' + cell.0 - 1);
    format!("{letter}{}", cell.1)
}

/// Several cells as text, with a space between them.
pub fn cells_text(cells: &BTreeSet<Cell>) -> String {
    let texts: Vec<String> = cells.iter().map(|cell| cell_text(*cell)).collect();
    texts.join(" ")
}

/// The cells named in a move text, in order. A cell is a lower-case letter followed by a number; everything else in the
/// text (`W`, a comma, the `x` of a capture, `~`) is skipped.
pub fn cells_in(text: &str) -> Vec<Cell> {
    let mut found = Vec::new();
    let mut letter: Option<char> = None;
    let mut digits = String::new();
    // The space at the end terminates the last cell.
    for sign in text.chars().chain(" ".chars()) {
        if sign.is_ascii_digit() {
            digits.push(sign);
            continue;
        }
        if let (Some(column), Ok(number)) = (letter, digits.parse::<u8>()) {
            found.push((column as u8 - b'a' + 1, number));
        }
        digits.clear();
        letter = sign.is_ascii_lowercase().then_some(sign);
    }
    found
}

/// The cells split into connected groups, on a hexagonal board.
pub fn groups(cells: &BTreeSet<Cell>) -> Vec<BTreeSet<Cell>> {
    let mut found = Vec::new();
    let mut left = cells.clone();
    while let Some(first) = left.pop_first() {
        let mut group = BTreeSet::from([first]);
        let mut to_visit = vec![first];
        while let Some(cell) = to_visit.pop() {
            for direction in AROUND {
                if let Some(near) = step(cell, direction)
                    && left.remove(&near)
                {
                    group.insert(near);
                    to_visit.push(near);
                }
            }
        }
        found.push(group);
    }
    found
}
