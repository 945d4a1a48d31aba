//! The solved openings: for every placement of the two knights, the result of each first walk.
//!
//! There is one file per size in `assets/barrier/`, made by `cargo run --release --example barrier_table`. For every
//! first square of an eighth of the board ([`wedge`]) and every second square of the board, row by row, it has
//! [`WALKS_MAX`] bytes, one for each walk of the first knight in the order of the rules: 0 if the walk wins, otherwise
//! the number of an answer that wins against it, from 1; `NONE` if there is no such walk.

use super::symmetry::{Symmetry, wedge};
use crate::rules::barrier::board::WALKS_MAX;
use crate::rules::barrier::{Barrier, Move, Square, Squares};
use crate::rules::{Game, Seat};

const NONE: u8 = 255;

/// The table for a size, if there is one.
fn table(size: u8) -> Option<&'static [u8]> {
    Some(match size {
        5 => include_bytes!("../../../assets/barrier/5.bin"),
        6 => include_bytes!("../../../assets/barrier/6.bin"),
        7 => include_bytes!("../../../assets/barrier/7.bin"),
        8 => include_bytes!("../../../assets/barrier/8.bin"),
        9 => include_bytes!("../../../assets/barrier/9.bin"),
        10 => include_bytes!("../../../assets/barrier/10.bin"),
        _ => return None,
    })
}

/// The position after both knights are placed on these squares.
fn placed(start: &Barrier, first: Square, second: Square) -> Option<Barrier> {
    let mut position = Barrier::new(&start.setup());
    for square in [first, second] {
        let m = Move::Place(square);
        if !position.is_legal(m) {
            return None;
        }
        position.play_unchecked(m);
    }
    Some(position)
}

/// The number of bytes in a table per first square.
fn block(size: u8) -> usize {
    usize::from(size) * usize::from(size) * WALKS_MAX
}

/// Builds the table of a size. `answer` is called with the position after each first walk and returns the winning move
/// in it, if any. `table` is empty or a partial result that an earlier call passed to `found`, which is called with the
/// table after each first square.
pub fn build(
    empty: &Barrier,
    mut table: Vec<u8>,
    mut answer: impl FnMut(&Barrier) -> Option<Move>,
    mut found: impl FnMut(&[u8]),
) -> Vec<u8> {
    let size = empty.setup().size();
    let done = table.len() / block(size);
    table.truncate(done * block(size));
    for first in wedge(size).skip(done) {
        for second in empty.squares() {
            let mut entry = [NONE; WALKS_MAX];
            if let Some(position) = placed(empty, first, second) {
                for (walk, slot) in position.moves().into_iter().zip(&mut entry) {
                    let mut next = position;
                    next.play_unchecked(walk);
                    let winning = answer(&next);
                    let number = winning.and_then(|winning| next.moves().iter().position(|m| *m == winning));
                    *slot = number.map_or(0, |number| number as u8 + 1);
                }
            }
            table.extend(entry);
        }
        found(&table);
    }
    table
}

/// The solution of an opening: the walks of the first knight, each with the answer that wins against it, if any.
pub type Entry = Vec<(Move, Option<Move>)>;

/// The solution for two squares of the knights.
pub fn entry(start: &Barrier, first: Square, second: Square) -> Option<Entry> {
    let size = start.setup().size();
    let (symmetry, index) = Symmetry::into_wedge(size, first)?;
    let there = placed(start, symmetry.square(first)?, symmetry.square(second)?)?;
    let row = usize::from(size);
    let second = symmetry.square(second)?;
    let column = usize::from(second.number() - 1) * row + usize::from(second.column()) - 1;
    let bytes = table(size)?.chunks_exact(WALKS_MAX).nth(index * row * row + column)?;
    let back = symmetry.inverse();
    let known = |(walk, byte): (Move, &u8)| {
        let mut next = there;
        next.play_unchecked(walk);
        let answer = match byte {
            0 => None,
            &NONE => return None,
            number => Some(back.play(next.nth_move(u64::from(*number) - 1)?)?),
        };
        Some((back.play(walk)?, answer))
    };
    there.moves().into_iter().zip(bytes).map(known).collect()
}

/// Whether the player who walks first wins from these two squares.
pub fn first_player_wins(start: &Barrier, first: Square, second: Square) -> Option<bool> {
    Some(entry(start, first, second)?.iter().any(|(_, answer)| answer.is_none()))
}

/// The number of first walks that win, in thousandths.
fn winning_share(start: &Barrier, first: Square, second: Square) -> Option<usize> {
    let entry = entry(start, first, second)?;
    let winning = entry.iter().filter(|(_, answer)| answer.is_none()).count();
    Some(winning * 1000 / entry.len().max(1))
}

/// Looks a position up: whether the seat to move wins, and the moves to choose from: all winning moves, or, while
/// knights are placed, those that give the opponent the fewest chances. After a lost first or second walk there is
/// none.
pub fn look_up(position: &Barrier) -> Option<(bool, Vec<Move>)> {
    match (position.knight(Seat::One), position.knight(Seat::Two)) {
        (None, None) => place_first(position),
        (Some(first), None) => place_second(position, first),
        (Some(first), Some(second)) if position.blocked().is_empty() && position.seat() == Seat::One => {
            let entry = entry(position, first, second)?;
            let winning: Vec<Move> = entry.into_iter().filter(|(_, answer)| answer.is_none()).map(|(m, _)| m).collect();
            Some((!winning.is_empty(), winning))
        }
        (Some(_), Some(second)) if position.blocked().len() == 3 && position.seat() == Seat::Two => {
            let (first, walk) = first_walk(position, second)?;
            let answer = entry(position, first, second)?.into_iter().find(|(m, _)| *m == walk)?.1;
            Some((answer.is_some(), answer.into_iter().collect()))
        }
        _ => None,
    }
}

/// The first square and the walk that led to this position.
fn first_walk(position: &Barrier, second: Square) -> Option<(Square, Move)> {
    position.blocked().find_map(|first| {
        let before = placed(position, first, second)?;
        let leads_here = |m: &Move| {
            let mut next = before;
            next.play_unchecked(*m);
            next == *position
        };
        before.moves().into_iter().find(leads_here).map(|m| (first, m))
    })
}

/// The second square: any that wins, or if none does, one where the fewest first walks win.
fn place_second(position: &Barrier, first: Square) -> Option<(bool, Vec<Move>)> {
    let free = Squares(position.squares().0 & !first.set().0);
    let mut winning_share: Vec<(usize, Square)> =
        free.map(|second| Some((winning_share(position, first, second)?, second))).collect::<Option<_>>()?;
    winning_share.sort();
    let least = winning_share.first()?.0;
    let best = winning_share.into_iter().take_while(|(winning_share, _)| *winning_share == least);
    Some((least == 0, best.map(|(_, second)| Move::Place(second)).collect()))
}

/// The first square: one without a winning reply, or if there is none, one with the fewest.
fn place_first(position: &Barrier) -> Option<(bool, Vec<Move>)> {
    let squares = wedge(position.setup().size());
    let replies = squares.map(|first| Some((winning_replies(position, first)?.len(), first)));
    let mut replies: Vec<(u32, Square)> = replies.collect::<Option<_>>()?;
    replies.sort();
    let least = replies.first()?.0;
    let best = replies.into_iter().take_while(|(replies, _)| *replies == least);
    Some((least == 0, best.map(|(_, first)| Move::Place(first)).collect()))
}

/// The second squares that win against a first one.
pub fn winning_replies(start: &Barrier, first: Square) -> Option<Squares> {
    let free = Squares(start.squares().0 & !first.set().0);
    let mut winning = Squares::default();
    for second in free {
        if !first_player_wins(start, first, second)? {
            winning = winning.with(second.set());
        }
    }
    Some(winning)
}
