//! A slow, straightforward implementation of Barrier: squares as pairs of numbers, and every line played to its end.

use tablero::rules::barrier::{Barrier, Square};
use tablero::rules::{Game, Seat};

/// A position in which both knights are on the board.
#[derive(Clone)]
pub struct Knights {
    size: i8,
    taken: Vec<(i8, i8)>,
    mover: (i8, i8),
    other: (i8, i8),
}

fn pair(square: Square) -> (i8, i8) {
    (square.column() as i8, square.number() as i8)
}

fn text((column, number): (i8, i8)) -> String {
    format!("{}{number}", char::from(b'a' + column as u8 - 1))
}

impl Knights {
    /// Converts a position.
    pub fn of(position: &Barrier) -> Knights {
        let knight = |seat: Seat| pair(position.knight(seat).expect("a knight on the board"));
        Knights {
            size: position.setup().size() as i8,
            taken: position.blocked().map(pair).collect(),
            mover: knight(position.seat()),
            other: knight(!position.seat()),
        }
    }

    /// The moves as text, with the resulting positions.
    pub fn moves(&self) -> Vec<(String, Knights)> {
        let mut moves = Vec::new();
        for long in [2, 1] {
            for (column, number) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                for side in [1, -1] {
                    let mut at = self.mover;
                    let mut path = Vec::new();
                    for step in 0..3 {
                        let (c, n) = if step < long { (column, number) } else { (side * number, side * column) };
                        at = (at.0 + c, at.1 + n);
                        path.push(at);
                    }
                    let open = |square: &(i8, i8)| {
                        let inside = (1..=self.size).contains(&square.0) && (1..=self.size).contains(&square.1);
                        inside && *square != self.other && !self.taken.contains(square)
                    };
                    if path.iter().all(open) {
                        let mut next = Knights { mover: self.other, other: at, ..self.clone() };
                        next.taken.extend([self.mover, path[0], path[1]]);
                        let corner = path[long - 1];
                        moves.push((text(self.mover) + &text(corner) + &text(at), next));
                    }
                }
            }
        }
        moves
    }

    /// Whether the seat to move wins.
    pub fn wins(&self) -> bool {
        self.moves().iter().any(|(_, next)| !next.wins())
    }

    /// The winner and the number of plies, with the winner playing for the shortest game and the loser for the longest.
    pub fn verdict(&self) -> (bool, u32) {
        let next: Vec<(bool, u32)> = self.moves().iter().map(|(_, next)| next.verdict()).collect();
        let won = next.iter().filter(|(wins, _)| !wins).map(|(_, plies)| plies + 1).min();
        match won {
            Some(plies) => (true, plies),
            None => (false, next.iter().map(|(_, plies)| plies + 1).max().unwrap_or(0)),
        }
    }
}
