//! DVONN, a slow and straightforward implementation.

use std::collections::{BTreeMap, BTreeSet};

use super::{AROUND, Cell, Naive, cell_text, cells_in, groups, other, step, steps};

/// All pieces: 23 white, 23 black and 3 red (seed 001, A).
const PIECES: u8 = 49;

/// A position of DVONN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dvonn {
    /// The stacks on the board: the pieces of each from bottom to top, 'w', 'b' or 'r'. No stack is empty.
    pub stacks: BTreeMap<Cell, Vec<char>>,
    /// How many pieces have been placed in the first phase; 49 means that the second phase has begun.
    pub placed: u8,
    /// Whose turn it is: 1 is White, 2 is Black.
    pub seat: u8,
}

/// Every cell of the board (README, "DVONN"): a1–i1, a2–j2, a3–k3, b4–k4, c5–k5.
pub fn board() -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    for (number, first, last) in [(1, 1, 9), (2, 1, 10), (3, 1, 11), (4, 2, 11), (5, 3, 11)] {
        for column in first..=last {
            cells.insert((column, number));
        }
    }
    cells
}

impl Dvonn {
    /// Seed 001, D.1: the game begins with the empty board.
    pub fn new() -> Self {
        Dvonn { stacks: BTreeMap::new(), placed: 0, seat: 1 }
    }

    /// The second phase from the given single pieces ('w', 'b' or 'r'), White to make the first stacking move.
    pub fn full(owner_by_cell: &BTreeMap<Cell, char>) -> Self {
        let mut start = Dvonn::new();
        for (cell, piece) in owner_by_cell {
            start.stacks.insert(*cell, vec![*piece]);
        }
        start.placed = PIECES;
        start
    }

    fn placing(&self) -> bool {
        self.placed < PIECES
    }

    /// Seed 001, D.1: the red pieces first (White, Black, White), then each player places their own colour.
    fn piece_to_place(&self) -> char {
        if self.placed < 3 { 'r' } else { colour(self.seat) }
    }

    /// Seed 001, E.6: surrounded on all six sides. Cells outside the board are never occupied.
    fn surrounded(&self, cell: Cell) -> bool {
        AROUND.iter().all(|direction| {
            let near = step(cell, *direction);
            near.is_some_and(|near| self.stacks.contains_key(&near))
        })
    }

    /// All stacking moves of a player, regardless of whose turn it is, as (from, to).
    fn moves_of(&self, seat: u8) -> Vec<(Cell, Cell)> {
        let mut found = Vec::new();
        for (from, stack) in &self.stacks {
            // Seed 001, E.2: the colour of the topmost piece determines the owner of the stack. So a lone red piece has
            // no owner and cannot move (E.7), and a stack with a red piece inside moves like every other.
            if stack.last() != Some(&colour(seat)) {
                continue;
            }
            // Seed 001, E.6.
            if self.surrounded(*from) {
                continue;
            }
            for direction in AROUND {
                // Seed 001, E.4: exactly as many cells as the stack has pieces, in a straight line.
                let Some(to) = steps(*from, direction, stack.len()) else {
                    continue;
                };
                // Seed 001, E.3 and E.5: it must end on an occupied cell; the cells between may be empty.
                if self.stacks.contains_key(&to) {
                    found.push((*from, to));
                }
            }
        }
        found
    }

    /// Seed 001, F.1: pieces without a link to a red piece leave the board at once.
    fn remove_unlinked(&mut self) {
        let occupied: BTreeSet<Cell> = self.stacks.keys().copied().collect();
        for group in groups(&occupied) {
            let linked = group.iter().any(|cell| self.stacks[cell].contains(&'r'));
            if !linked {
                for cell in &group {
                    self.stacks.remove(cell);
                }
            }
        }
    }

    /// Seed 001, G.2: all pieces in the stacks a player controls, whatever their colours.
    pub fn total(&self, seat: u8) -> usize {
        let mut pieces = 0;
        for stack in self.stacks.values() {
            if stack.last() == Some(&colour(seat)) {
                pieces += stack.len();
            }
        }
        pieces
    }
}

impl Default for Dvonn {
    fn default() -> Self {
        Dvonn::new()
    }
}

/// The colour of a player's pieces.
fn colour(seat: u8) -> char {
    if seat == 1 { 'w' } else { 'b' }
}

impl Naive for Dvonn {
    fn legal(&self) -> Vec<String> {
        let mut moves: Vec<String> = Vec::new();
        if self.placing() {
            // Seed 001, D.2: any vacant cell.
            for cell in board() {
                if !self.stacks.contains_key(&cell) {
                    moves.push(cell_text(cell));
                }
            }
        } else {
            for (from, to) in self.moves_of(self.seat) {
                moves.push(format!("{}{}", cell_text(from), cell_text(to)));
            }
            // Seed 001, E.8 and G.1: pass only without a move, and while the opponent has one.
            if moves.is_empty() && !self.moves_of(other(self.seat)).is_empty() {
                moves.push("pass".to_string());
            }
        }
        moves.sort();
        moves
    }

    fn play(&self, text: &str) -> Self {
        assert!(self.legal().contains(&text.to_string()), "illegal: {text}");
        let mut next = self.clone();
        next.seat = other(self.seat);
        let cells = cells_in(text);
        if self.placing() {
            next.stacks.insert(cells[0], vec![self.piece_to_place()]);
            next.placed += 1;
            // Seed 001, E.1: White, who began the first phase, also begins the second.
            if !next.placing() {
                next.seat = 1;
            }
        } else if text != "pass" {
            // Seed 001, E.4: the stack moves as a whole, onto the stack at the target.
            let moved = next.stacks.remove(&cells[0]).expect("a stack to move");
            let target = next.stacks.get_mut(&cells[1]).expect("a stack to land on");
            target.extend(moved);
            next.remove_unlinked();
        }
        next
    }

    fn seat(&self) -> u8 {
        self.seat
    }

    fn outcome(&self) -> Option<u8> {
        // Seed 001, G.1: the game goes on while either player can move.
        if self.placing() || !self.moves_of(1).is_empty() || !self.moves_of(2).is_empty() {
            return None;
        }
        // Seed 001, G.2 and G.3: the higher total wins, equal totals are a draw.
        let (white, black) = (self.total(1), self.total(2));
        if white > black {
            Some(1)
        } else if black > white {
            Some(2)
        } else {
            Some(0)
        }
    }

    /// For example `placed 49 | a1w1 a2r1* c3b4* | seat 2`: every stack as its cell, its topmost piece, its
    /// height, and a star if there is a red piece in it. The order of the pieces inside makes no difference.
    fn picture(&self) -> String {
        let mut stacks = Vec::new();
        for (cell, stack) in &self.stacks {
            let top = stack[stack.len() - 1];
            let star = if stack.contains(&'r') { "*" } else { "" };
            stacks.push(format!("{}{top}{}{star}", cell_text(*cell), stack.len()));
        }
        let stacks = stacks.join(" ");
        format!("placed {} | {stacks} | seat {}", self.placed, self.seat)
    }
}
