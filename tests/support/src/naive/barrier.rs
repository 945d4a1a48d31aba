//! Barrier, a slow and straightforward implementation.

use std::collections::BTreeSet;

use super::{Cell, Naive, cell_text, cells_in, cells_text, other, step};

/// The four straight directions of a square board.
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// A position of Barrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// The board has size × size squares.
    pub size: u8,
    /// The squares of the knights: first White's, then Black's; None before it is placed.
    pub knights: [Option<Cell>; 2],
    /// The squares with a counter on them. The counters have no owner (seed 002, figure 11).
    pub blocked: BTreeSet<Cell>,
    /// Whose turn it is: 1 is White, 2 is Black.
    pub seat: u8,
}

/// One walk of a knight: where it starts, every square it enters (the last is the target), and its corner.
struct Walk {
    from: Cell,
    entered: Vec<Cell>,
    corner: Cell,
}

impl Walk {
    fn target(&self) -> Cell {
        self.entered[self.entered.len() - 1]
    }

    /// README, "Barrier", move text: from, corner of the L, to.
    fn text(&self) -> String {
        let from = cell_text(self.from);
        let corner = cell_text(self.corner);
        let to = cell_text(self.target());
        format!("{from}{corner}{to}")
    }
}

impl Barrier {
    /// The empty board. Seed 002: 8 × 8, other sizes are possible.
    pub fn new(size: u8) -> Self {
        Barrier { size, knights: [None, None], blocked: BTreeSet::new(), seat: 1 }
    }

    fn on_board(&self, square: Cell) -> bool {
        (1..=self.size).contains(&square.0) && (1..=self.size).contains(&square.1)
    }

    /// Seed 002: a square with a counter or the other player's knight may not be used.
    fn is_free(&self, square: Cell) -> bool {
        self.on_board(square) && !self.blocked.contains(&square) && !self.knights.contains(&Some(square))
    }

    /// The knight's square of the player to move.
    fn own_knight(&self) -> Option<Cell> {
        self.knights[usize::from(self.seat) - 1]
    }

    /// The walk this many squares straight and this many aside, or None if some square of it is not free.
    fn walk(&self, from: Cell, straight: ((i8, i8), u8), aside: ((i8, i8), u8)) -> Option<Walk> {
        let mut entered = Vec::new();
        let mut here = from;
        for _ in 0..straight.1 {
            here = step(here, straight.0)?;
            entered.push(here);
        }
        let corner = here;
        for _ in 0..aside.1 {
            here = step(here, aside.0)?;
            entered.push(here);
        }
        if entered.iter().all(|square| self.is_free(*square)) { Some(Walk { from, entered, corner }) } else { None }
    }

    /// Every walk that the knight of the player to move can make.
    /// Seed 002: the knight walks an L, and there are two different Ls to every target.
    fn walks(&self) -> Vec<Walk> {
        let mut found = Vec::new();
        let Some(from) = self.own_knight() else {
            return found;
        };
        for straight in STRAIGHT {
            for aside in STRAIGHT {
                // Aside is at a right angle to straight: not the same direction and not the opposite one.
                let right_angle = straight.0 * aside.0 + straight.1 * aside.1 == 0;
                if !right_angle {
                    continue;
                }
                // Two straight and one aside.
                found.extend(self.walk(from, (straight, 2), (aside, 1)));
                // One straight and two aside.
                found.extend(self.walk(from, (straight, 1), (aside, 2)));
            }
        }
        found
    }

    /// Seed 002: starting from the empty board, each player places his knight on the square he chooses.
    fn placements(&self) -> Vec<String> {
        let mut found = Vec::new();
        for column in 1..=self.size {
            for number in 1..=self.size {
                if self.is_free((column, number)) {
                    found.push(cell_text((column, number)));
                }
            }
        }
        found
    }
}

impl Naive for Barrier {
    fn legal(&self) -> Vec<String> {
        let mut moves = match self.own_knight() {
            None => self.placements(),
            Some(_) => self.walks().iter().map(Walk::text).collect(),
        };
        moves.sort();
        moves
    }

    fn play(&self, text: &str) -> Self {
        let mut next = self.clone();
        let mover = usize::from(self.seat) - 1;
        if self.own_knight().is_none() {
            assert!(self.legal().contains(&text.to_string()), "illegal: {text}");
            next.knights[mover] = Some(cells_in(text)[0]);
        } else {
            let walks = self.walks();
            let chosen = walks.iter().find(|walk| walk.text() == text);
            let walk = chosen.unwrap_or_else(|| panic!("illegal: {text}"));
            // Seed 002: a counter on each square the knight has passed, the one it stood on included.
            next.blocked.insert(walk.from);
            for square in &walk.entered {
                if *square != walk.target() {
                    next.blocked.insert(*square);
                }
            }
            next.knights[mover] = Some(walk.target());
        }
        next.seat = other(self.seat);
        next
    }

    fn seat(&self) -> u8 {
        self.seat
    }

    fn outcome(&self) -> Option<u8> {
        // Seed 002: a player who cannot move on their turn loses; there is no draw.
        if self.legal().is_empty() { Some(other(self.seat)) } else { None }
    }

    /// For example `size 8 | white e4 | black - | blocked b1 b2 | seat 2`.
    fn picture(&self) -> String {
        let knight = |place: Option<Cell>| place.map_or("-".to_string(), cell_text);
        format!(
            "size {} | white {} | black {} | blocked {} | seat {}",
            self.size,
            knight(self.knights[0]),
            knight(self.knights[1]),
            cells_text(&self.blocked),
            self.seat
        )
    }
}
