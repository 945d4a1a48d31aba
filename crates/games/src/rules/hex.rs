//! Hexagonal boards. A set of cells is one 64-bit word, and a step in a direction rotates the word.
//!
//! A cell is a column letter and a number; its neighbours are (0,±1), (±1,0), (+1,+1) and (−1,−1) in
//! (column, number). A board is the set of cells in columns 1..=X, with numbers 1..=Y and
//! −L ≤ number − column ≤ H.
//!
//! The bit of a cell is `(column · c + number · n) mod M` for constants c, n and M ≤ 64 of the board, so every
//! direction is a rotation by a constant within M bits, and a whole set of cells moves at once. The 61 rings of the
//! largest ZÈRTZ board would need 90 bits with columns laid end to end. But a hexagon of side 5 tiles the plane, so its
//! cells are exactly the 61 residues of `column + 13 · number` modulo 61, and it fits.

use std::fmt;

/// The six directions in circular order, as (column, number) steps: two consecutive ones are *neighbouring sides* of a
/// cell.
pub const DIRECTIONS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The opposite direction.
pub const fn opposite(direction: usize) -> usize {
    (direction + 3) % 6
}

/// The longest straight line on any supported board is 11 cells, so no jump is longer than 10.
pub const LONGEST_JUMP: usize = 10;

/// One cell, stored as the index of its bit (below 64).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u8);

impl Cell {
    /// The set that contains only this cell.
    pub const fn set(self) -> Cells {
        Cells(1 << self.0)
    }
}

/// A set of cells.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub u64);

impl Cells {
    /// The empty set.
    pub const NONE: Cells = Cells(0);

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cells in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the cell is in the set.
    pub const fn has(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// The cell with the lowest bit, if there is one.
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell(self.0.trailing_zeros() as u8)) }
    }

    /// Adds a cell.
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.0;
    }

    /// Removes a cell.
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.0);
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cells({:#018x})", self.0)
    }
}

impl std::ops::BitAnd for Cells {
    type Output = Cells;
    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

impl std::ops::BitOr for Cells {
    type Output = Cells;
    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

impl std::ops::BitXor for Cells {
    type Output = Cells;
    fn bitxor(self, other: Cells) -> Cells {
        Cells(self.0 ^ other.0)
    }
}

impl std::ops::Not for Cells {
    type Output = Cells;
    fn not(self) -> Cells {
        Cells(!self.0)
    }
}

impl std::ops::BitAndAssign for Cells {
    fn bitand_assign(&mut self, other: Cells) {
        self.0 &= other.0;
    }
}

impl std::ops::BitOrAssign for Cells {
    fn bitor_assign(&mut self, other: Cells) {
        self.0 |= other.0;
    }
}

impl Iterator for Cells {
    type Item = Cell;

    /// Removes and returns the lowest cell.
    fn next(&mut self) -> Option<Cell> {
        let cell = self.first()?;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

/// The bounds of a board: columns 1..=`columns`, numbers 1..=`numbers`, −`low` ≤ number − column ≤ `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// X, the number of columns.
    pub columns: u8,
    /// Y, the highest number.
    pub numbers: u8,
    /// H, the upper bound of number − column.
    pub high: i8,
    /// L, which bounds number − column from below by −L.
    pub low: i8,
}

impl Bounds {
    /// Whether the cell with this column and number (from 1) lies within the bounds.
    pub const fn contain(&self, column: i8, number: i8) -> bool {
        column >= 1
            && column <= self.columns as i8
            && number >= 1
            && number <= self.numbers as i8
            && number - column <= self.high
            && column - number <= self.low
    }
}

/// An exclusive upper bound of columns and numbers on every board.
const SIDE: usize = 12;
/// Marks a coordinate in [`Grid::cell_at`] that is not on the board.
const OFF_BOARD: u8 = u8::MAX;

/// The lookup tables of a board, computed at compile time.
#[derive(Debug)]
pub struct Grid {
    bounds: Bounds,
    modulus: u32,
    /// The rotation for a step in each direction.
    rotations: [u32; 6],
    all: Cells,
    /// `from[direction][distance]`: the cells from which a straight jump of that distance stays on the board.
    from: [[u64; LONGEST_JUMP + 1]; 6],
    neighbours: [u64; 64],
    /// `next[cell][direction]`: the neighbour, or `OFF_BOARD`.
    next: [[u8; 6]; 64],
    coordinates: [(u8, u8); 64],
    cell_at: [[u8; SIDE]; SIDE],
}

impl Grid {
    /// The grid of a board in which the cell (column, number) has the bit `(column · column_step + number · number_step
    /// − shift) mod modulus`.
    ///
    /// # Panics
    /// When two cells would share a bit. Grids are constants, so this is a compile-time error.
    pub const fn new(bounds: Bounds, modulus: u32, column_step: u32, number_step: u32, shift: u32) -> Grid {
        let mut grid = Grid {
            bounds,
            modulus,
            rotations: [0; 6],
            all: Cells(0),
            from: [[0; LONGEST_JUMP + 1]; 6],
            neighbours: [0; 64],
            next: [[OFF_BOARD; 6]; 64],
            coordinates: [(0, 0); 64],
            cell_at: [[OFF_BOARD; SIDE]; SIDE],
        };
        let mut column = 1;
        while column <= bounds.columns {
            let mut number = 1;
            while number <= bounds.numbers {
                if bounds.contain(column as i8, number as i8) {
                    let bit = (column as u32 * column_step + number as u32 * number_step + modulus - shift) % modulus;
                    assert!(grid.all.0 >> bit & 1 == 0, "two cells of the board share a bit");
                    grid.all.0 |= 1 << bit;
                    grid.coordinates[bit as usize] = (column, number);
                    grid.cell_at[column as usize][number as usize] = bit as u8;
                }
                number += 1;
            }
            column += 1;
        }
        let mut direction = 0;
        while direction < 6 {
            let (columns, numbers) = DIRECTIONS[direction];
            let turn = columns as i32 * column_step as i32 + numbers as i32 * number_step as i32;
            grid.rotations[direction] = turn.rem_euclid(modulus as i32) as u32;
            let mut bit = 0;
            while bit < 64 {
                if grid.all.0 >> bit & 1 == 1 {
                    let (column, number) = grid.coordinates[bit];
                    let mut distance = 0;
                    while distance <= LONGEST_JUMP {
                        let far = distance as i8;
                        let (to_column, to_number) = (column as i8 + columns * far, number as i8 + numbers * far);
                        if bounds.contain(to_column, to_number) {
                            grid.from[direction][distance] |= 1 << bit;
                            if distance == 1 {
                                let to = grid.cell_at[to_column as usize][to_number as usize];
                                grid.neighbours[bit] |= 1 << to;
                                grid.next[bit][direction] = to;
                            }
                        }
                        distance += 1;
                    }
                }
                bit += 1;
            }
            direction += 1;
        }
        grid
    }

    /// Every cell of the board.
    pub const fn all(&self) -> Cells {
        self.all
    }

    /// The cells of this board that lie within the given bounds.
    pub const fn within(&self, bounds: &Bounds) -> Cells {
        let mut cells = 0;
        let mut bit = 0;
        while bit < 64 {
            let (column, number) = self.coordinates[bit];
            if self.all.0 >> bit & 1 == 1 && bounds.contain(column as i8, number as i8) {
                cells |= 1 << bit;
            }
            bit += 1;
        }
        Cells(cells)
    }

    /// The column and number of a cell, from 1.
    pub const fn coordinates(&self, cell: Cell) -> (u8, u8) {
        self.coordinates[cell.0 as usize]
    }

    /// The cell at a column and number (from 1), if it is on the board.
    pub const fn at(&self, column: u8, number: u8) -> Option<Cell> {
        if column as usize >= SIDE || number as usize >= SIDE {
            return None;
        }
        match self.cell_at[column as usize][number as usize] {
            OFF_BOARD => None,
            bit => Some(Cell(bit)),
        }
    }

    /// The neighbours of a cell on the board.
    pub const fn neighbours(&self, cell: Cell) -> Cells {
        Cells(self.neighbours[cell.0 as usize & 63])
    }

    /// The neighbour in a direction (0 to 5), or `None` off the board.
    pub const fn next(&self, cell: Cell, direction: usize) -> Option<Cell> {
        match self.next[cell.0 as usize & 63][direction] {
            OFF_BOARD => None,
            bit => Some(Cell(bit)),
        }
    }

    /// The cells reached from `cells` by straight jumps of `distance` cells in one direction. Jumps that leave the
    /// board are dropped.
    ///
    /// # Panics
    /// When `direction` is above 5 or `distance` above [`LONGEST_JUMP`].
    #[inline(always)]
    pub const fn jump(&self, cells: Cells, direction: usize, distance: usize) -> Cells {
        let staying = cells.0 & self.from[direction][distance];
        let turn = self.rotations[direction] * distance as u32 % self.modulus;
        if self.modulus == 64 {
            return Cells(staying.rotate_left(turn));
        }
        let low = staying << turn;
        let high = if turn == 0 { 0 } else { staying >> (self.modulus - turn) };
        Cells((low | high) & self.all.0)
    }

    /// The cells one step from `cells` in one direction.
    #[inline(always)]
    pub const fn step(&self, cells: Cells, direction: usize) -> Cells {
        self.jump(cells, direction, 1)
    }

    /// `cells` together with all their neighbours.
    #[inline(always)]
    pub const fn spread(&self, cells: Cells) -> Cells {
        let mut out = cells.0;
        let mut direction = 0;
        while direction < 6 {
            out |= self.step(cells, direction).0;
            direction += 1;
        }
        Cells(out)
    }

    /// The cells of `among` connected to `start` through cells of `among`.
    #[inline]
    pub const fn linked(&self, start: Cells, among: Cells) -> Cells {
        let mut reached = start.0 & among.0;
        loop {
            let wider = self.spread(Cells(reached)).0 & among.0;
            if wider == reached {
                return Cells(reached);
            }
            reached = wider;
        }
    }

    /// The number of contiguous runs that the neighbours of `cell` in `among` form around it. With one run (or none),
    /// removing the cell disconnects nothing.
    #[inline]
    pub const fn runs(&self, cell: Cell, among: Cells) -> u32 {
        let mut pattern = 0u32;
        let next = &self.next[cell.0 as usize & 63];
        let mut direction = 0;
        while direction < 6 {
            // A direction without a neighbour shifts by 255 & 63 = 63, a bit that no cell of a board uses.
            pattern |= ((among.0 >> (next[direction] & 63)) as u32 & 1) << direction;
            direction += 1;
        }
        let turned = pattern << 1 | pattern >> 5;
        let ends = pattern & !turned & 63;
        if pattern == 63 { 1 } else { ends.count_ones() }
    }

    /// The cells whose neighbours in `among` form more than one run around them (see [`runs`](Grid::runs)): only the
    /// removal of such a cell can disconnect something.
    #[inline]
    pub const fn connecting(&self, among: Cells) -> Cells {
        let mut before = self.step(among, opposite(5)).0;
        let (mut one, mut more) = (0, 0);
        let mut direction = 0;
        while direction < 6 {
            let here = self.step(among, opposite(direction)).0;
            let begins = here & !before;
            more |= one & begins;
            one |= begins;
            before = here;
            direction += 1;
        }
        Cells(more)
    }

    /// The name of a cell, for example `d4`.
    pub const fn name(&self, cell: Cell) -> Name {
        let (column, number) = self.coordinates(cell);
        Name { column, number }
    }

    /// The cells in the order of position text: column by column, from the lowest number up.
    pub fn by_column(&self) -> impl Iterator<Item = (u8, Cell)> + '_ {
        (1..=self.bounds.columns).flat_map(move |column| {
            (1..=self.bounds.numbers).filter_map(move |number| Some((column, self.at(column, number)?)))
        })
    }

    /// The cells row by row: from the highest number down, each row from its lowest column.
    pub fn by_row(&self) -> impl Iterator<Item = (u8, Cell)> + '_ {
        (1..=self.bounds.numbers).rev().flat_map(move |number| {
            (1..=self.bounds.columns).filter_map(move |column| Some((number, self.at(column, number)?)))
        })
    }
}

/// A cell's column letter and number, for printing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The column, from 1 for `a`.
    pub column: u8,
    /// The number, from 1.
    pub number: u8,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column.saturating_sub(1)) as char, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{SeededRng, dvonn, zertz};

    #[test]
    fn connecting_cells_are_those_with_several_runs() {
        let (mut rng, mut several) = (SeededRng::new(5), 0);
        for grid in [&zertz::GRID, &dvonn::GRID] {
            for _ in 0..200 {
                let among = Cells(rng.below(u64::MAX) & grid.all().0);
                let expected = grid
                    .all()
                    .filter(|cell| grid.runs(*cell, among) > 1)
                    .fold(Cells::NONE, |all, cell| all | cell.set());
                assert_eq!(grid.connecting(among) & grid.all(), expected, "{among:?}");
                several += expected.len();
            }
        }
        assert!(several > 1_000, "only {several} cells: the sets show too little");
    }
}
