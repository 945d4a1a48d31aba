//! Training samples: the inputs of each position of the games, and the results.

use crate::fit::Fit;
use crate::games::Played;
use tablero_games::ai::dvonn::{features, placing};
use tablero_games::rules::dvonn::{Dvonn, GRID, Phase, Setup};
use tablero_games::rules::hex::Cell;
use tablero_games::rules::{Game, Seat};

/// A position as seen by a net.
pub struct Sample<const FEATURES: usize> {
    /// The active inputs.
    pub inputs: Vec<u16>,
    pub features: [i16; FEATURES],
    /// The number of occupied spaces.
    pub occupied: u8,
    /// The outcome, from 0 (lost) to 1 (won).
    pub target: f32,
}

/// A win by this many pieces has odds of e to 1, so that a narrow win, which might as well have been a loss, teaches
/// less than a large one.
pub const PIECES: f32 = 6.0;

fn target(difference: i32) -> f32 {
    1.0 / (1.0 + (-difference as f32 / PIECES).exp())
}

/// Visits each position of a game with the number of moves before it.
fn replay(game: &Played, mut visit: impl FnMut(usize, &Dvonn)) {
    let mut position = Dvonn::new(&Setup::default());
    for (number, (m, _)) in game.moves.iter().enumerate() {
        visit(number, &position);
        position.play_unchecked(*m);
    }
}

/// The positions of the first phase, for White.
pub fn placing(games: &[Played]) -> Fit<{ placing::FEATURES }> {
    let mut samples = Vec::new();
    for game in games {
        let opening = game.moves.iter().take_while(|(_, stray)| *stray).count();
        replay(game, |number, position| {
            let placed = placing::placed(position);
            let first_of_stacking = number == 49;
            if number > opening.min(48) && (first_of_stacking || position.phase() != Phase::Stacking) {
                let mut inputs = Vec::new();
                let features = placing::extract(position, |input| inputs.push(input as u16));
                let target = target(game.difference);
                samples.push(Sample { inputs, features, occupied: placed as u8, target });
            }
        });
    }
    Fit::new(samples, symmetries(placing::STATES), placing::INPUTS)
}

/// The positions of the second phase, for the seat to move.
pub fn stacking(games: &[Played]) -> Fit<{ features::FEATURES }> {
    let mut samples = Vec::new();
    for game in games {
        let stray = game.moves.iter().rposition(|(_, stray)| *stray).map_or(0, |last| last + 1);
        replay(game, |number, position| {
            if number >= stray && position.phase() == Phase::Stacking {
                let mut inputs = Vec::new();
                let features = features::extract(position, |input| inputs.push(input as u16));
                let sign = if position.seat() == Seat::One { 1 } else { -1 };
                let target = target(sign * game.difference);
                samples.push(Sample { inputs, features, occupied: position.occupied().len() as u8, target });
            }
        });
    }
    Fit::new(samples, symmetries(features::STATES), features::INPUTS)
}

/// Where a space lies after the board is turned or reflected.
type Image = fn(i32, i32) -> (i32, i32);

/// For each of the four symmetries of the board, the image of each input.
fn symmetries(states: usize) -> [Vec<u16>; 4] {
    let images: [Image; 4] = [|c, n| (c, n), |c, n| (12 - c, 6 - n), |c, n| (c + 3 - n, 6 - n), |c, n| (9 + n - c, n)];
    images.map(|image| {
        let space = |bit: usize| {
            let (column, number) = GRID.coordinates(Cell(bit as u8));
            let (column, number) = image(i32::from(column), i32::from(number));
            GRID.at(column as u8, number as u8).map_or(bit, |space| usize::from(space.0))
        };
        let bits = 0..features::BITS;
        bits.flat_map(|bit| (0..states).map(move |state| (space(bit) * states + state) as u16)).collect()
    })
}
