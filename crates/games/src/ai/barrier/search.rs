//! The solving search.
//!
//! It answers one question: is the value of a position at least a given one? A position is reduced to what still
//! matters: the squares either knight could reach. Squares that neither reaches are as good as blocked, which makes
//! many positions identical. Most of the speed comes from three things:
//!
//! - When the knights can no longer meet, the one with the longer sequence of walks wins ([`Search::solve_separated`]).
//! - A knight with a long enough sequence of walks over squares that the other cannot reach has won, whatever the other
//!   does ([`Search::solve_safe_walks`]).
//! - Moves that leave the opponent the fewest walks are tried first.

use super::bitboard::{Bitboard, WalkTable};
use super::proof_table::{ProofTable, Range, key};
use super::value::Value;
use crate::rules::barrier::board::WALKS_MAX;

/// A position reduced to what still matters: each knight's square and the squares it could reach. The first
/// knight moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReducedPosition<W> {
    pub knight: u8,
    pub reach: W,
    pub other_knight: u8,
    pub other_reach: W,
}

impl<W: Bitboard> ReducedPosition<W> {
    /// The position with these squares free and the knights on these squares, which are not free.
    #[inline]
    pub fn new(free: W, knight: u8, other_knight: u8) -> Self {
        let walk_table = W::walk_table();
        let (reach, other_reach) = (walk_table.reach(free, knight), walk_table.reach(free, other_knight));
        ReducedPosition { knight, reach, other_knight, other_reach }
    }

    /// The squares that matter.
    #[inline(always)]
    pub fn squares(&self) -> W {
        self.reach | self.other_reach
    }

    /// The positions after each move.
    pub fn moves(&self) -> impl Iterator<Item = ReducedPosition<W>> {
        let squares = self.squares();
        W::walk_table()
            .paths(squares, self.knight)
            .map(move |path| ReducedPosition::new(squares & !path.covered, self.other_knight, path.target))
    }

    /// The rank of the position after a move: lower ranks are tried first.
    pub fn rank(&self) -> i32 {
        let squares = self.squares();
        let sequences = |from| W::walk_table().sequences(squares, from, look_ahead(squares.len())) as i32;
        3 * sequences(self.knight) - sequences(self.other_knight)
    }
}

/// Number of positions between two polls of `stop`: less than a millisecond.
const POLL_INTERVAL: u64 = 256;
/// An index outside the board: stands for the other knight when one walks alone.
const NO_KNIGHT: u8 = 127;

/// The length of the walk sequences counted for move ordering, by the number of remaining squares: larger subtrees
/// justify a more expensive order. Measured; with one walk everywhere 10×10 takes twice as long.
const fn look_ahead(squares: u32) -> u32 {
    match squares {
        0..40 => 1,
        40..55 => 2,
        _ => 3,
    }
}

/// A search, for one board layout.
pub(super) struct Search<'a, W: Bitboard> {
    walk_table: &'static WalkTable<W>,
    proof_table: &'a mut ProofTable,
    stop: &'a mut dyn FnMut() -> bool,
    /// The number of positions visited.
    pub nodes: u64,
    /// The node limit.
    pub nodes_max: u64,
    stopped: bool,
}

/// Moves with the resulting positions, best rank first.
struct Ranked<T> {
    moves: [(i32, T); WALKS_MAX],
    count: usize,
}

impl<T: Copy> Ranked<T> {
    #[inline(always)]
    fn new(filler: T) -> Self {
        Ranked { moves: [(0, filler); WALKS_MAX], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, rank: i32, next: T) {
        self.moves[self.count] = (rank, next);
        self.count += 1;
    }

    #[inline(always)]
    fn sorted(&mut self) -> &[(i32, T)] {
        let moves = &mut self.moves[..self.count];
        moves.sort_unstable_by_key(|(rank, _)| *rank);
        moves
    }
}

impl<'a, W: Bitboard> Search<'a, W> {
    /// Creates a search that ends when `stop` returns true, or after this many nodes.
    pub fn new(proof_table: &'a mut ProofTable, nodes_max: u64, stop: &'a mut dyn FnMut() -> bool) -> Self {
        proof_table.prepare(W::ROW);
        Search { walk_table: W::walk_table(), proof_table, stop, nodes: 0, nodes_max, stopped: false }
    }

    /// Counts a position; `None` when the search is over.
    #[inline]
    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.stopped |= (self.stop)();
        }
        (self.nodes <= self.nodes_max && !self.stopped).then_some(())
    }

    /// Whether the value of a position for its seat to move is at least `bound`; `None` if the search ended first.
    pub fn is_at_least(&mut self, reduced: &ReducedPosition<W>, bound: Value) -> Option<bool> {
        self.count()?;
        if reduced.reach == W::EMPTY {
            return Some(bound.0 == 0);
        }
        if reduced.other_reach == W::EMPTY || bound.0 <= 2 {
            return Some(bound <= Value::win_within(1));
        }
        let own = self.walk_table.most_walks(reduced.reach, reduced.knight);
        let opponent = self.walk_table.most_walks(reduced.other_reach, reduced.other_knight);
        let bound = bound.simplified(own, opponent);
        if reduced.reach & reduced.other_reach == W::EMPTY {
            return self.solve_separated(reduced, bound, own, opponent);
        }
        if let Some(settled) = self.solve_safe_walks(reduced, bound, own, opponent)? {
            return Some(settled);
        }
        let key = key(reduced.squares().wide(), reduced.knight, reduced.other_knight);
        let known = self.proof_table.get(key);
        if known.least >= bound.0 || known.most < bound.0 {
            return Some(known.least >= bound.0);
        }
        let reached = self.has_move_worth(reduced, bound)?;
        let known = if reached { Range { least: bound.0, ..known } } else { Range { most: bound.0 - 1, ..known } };
        self.proof_table.put(key, known);
        Some(reached)
    }

    fn has_move_worth(&mut self, reduced: &ReducedPosition<W>, bound: Value) -> Option<bool> {
        let squares = reduced.squares();
        let ahead = look_ahead(squares.len());
        let mut moves = Ranked::new(*reduced);
        for path in self.walk_table.paths(squares, reduced.knight) {
            let rest = squares & !path.covered;
            if self.walk_table.count(rest, reduced.other_knight) == 0 {
                return Some(true);
            }
            if bound == Value::WIN && self.walk_table.count(rest, path.target) == 0 {
                continue;
            }
            let [answers, walks] =
                [reduced.other_knight, path.target].map(|from| self.walk_table.sequences(rest, from, ahead) as i32);
            // The squares actually reachable are determined when the move is tried.
            let next = ReducedPosition {
                knight: reduced.other_knight,
                reach: reduced.other_reach & !path.covered,
                other_knight: path.target,
                other_reach: reduced.reach & !path.covered,
            };
            moves.push(3 * answers - walks, next);
        }
        for (_, next) in moves.sorted() {
            let mut next = *next;
            next.other_reach = self.walk_table.reach(next.other_reach, next.other_knight);
            if next.reach != reduced.other_reach {
                next.reach = self.walk_table.reach(next.reach, next.knight);
            }
            if !self.is_at_least(&next, bound.refutation())? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The knights cannot meet any more: the one that can walk longer wins; the loser walks as long as it can, and the
    /// winner cannot speed this up.
    fn solve_separated(&mut self, reduced: &ReducedPosition<W>, bound: Value, own: u32, opponent: u32) -> Option<bool> {
        match bound.plies_to_win() {
            _ if bound == Value::WIN => self.has_longer_walk(reduced, own, opponent),
            Some(plies) => Some(
                !self.can_walk(reduced.other_reach, reduced.other_knight, plies.div_ceil(2))?
                    && self.has_longer_walk(reduced, own, opponent)?,
            ),
            None => {
                let walks = u32::from(bound.0) / 2;
                Some(
                    self.can_walk(reduced.reach, reduced.knight, walks)?
                        || self.has_longer_walk(reduced, own, opponent)?,
                )
            }
        }
    }

    /// Whether the longest sequence of walks of the seat to move is longer than the opponent's. Each query lowers a
    /// bound or gives the answer: long sequences are found faster than they are refuted.
    fn has_longer_walk(&mut self, reduced: &ReducedPosition<W>, mut own: u32, mut opponent: u32) -> Option<bool> {
        loop {
            if own > opponent {
                if self.can_walk(reduced.reach, reduced.knight, opponent + 1)? {
                    return Some(true);
                }
                own = opponent;
            }
            if self.can_walk(reduced.other_reach, reduced.other_knight, own)? {
                return Some(false);
            }
            opponent = own - 1;
        }
    }

    /// Settles a position in which one knight has enough walks over squares the other cannot reach.
    fn solve_safe_walks(
        &mut self,
        reduced: &ReducedPosition<W>,
        bound: Value,
        own: u32,
        opponent: u32,
    ) -> Option<Option<bool>> {
        let walk_table = self.walk_table;
        let theirs = reduced.other_reach & !reduced.reach;
        if bound >= Value::WIN && theirs.len() >= 3 * own {
            let safe = walk_table.reach(theirs, reduced.other_knight);
            if walk_table.most_walks(safe, reduced.other_knight) >= own
                && self.can_walk(safe, reduced.other_knight, own)?
            {
                return Some(Some(false));
            }
        }
        let ours = reduced.reach & !reduced.other_reach;
        if bound <= Value::WIN && ours.len() > 3 * opponent {
            let safe = walk_table.reach(ours, reduced.knight);
            if walk_table.most_walks(safe, reduced.knight) > opponent
                && self.can_walk(safe, reduced.knight, opponent + 1)?
            {
                return Some(Some(true));
            }
        }
        Some(None)
    }

    /// Whether a knight alone can make this many walks; `squares` are those it could reach.
    fn can_walk(&mut self, squares: W, from: u8, walks: u32) -> Option<bool> {
        if walks == 0 {
            return Some(true);
        }
        if self.walk_table.most_walks(squares, from) < walks {
            return Some(false);
        }
        if walks == 1 {
            return Some(squares != W::EMPTY);
        }
        self.count()?;
        let bound = walks as u8;
        let key = key(squares.wide(), from, NO_KNIGHT);
        let known = self.proof_table.get(key);
        if known.least >= bound || known.most < bound {
            return Some(known.least >= bound);
        }
        let mut moves = Ranked::new((W::EMPTY, 0));
        for path in self.walk_table.paths(squares, from) {
            let rest = squares & !path.covered;
            moves.push(self.walk_table.count(rest, path.target) as i32, (rest, path.target));
        }
        let mut found = false;
        for (_, (rest, target)) in moves.sorted() {
            let reach = self.walk_table.reach(*rest, *target);
            if self.can_walk(reach, *target, walks - 1)? {
                found = true;
                break;
            }
        }
        let known = if found { Range { least: bound, ..known } } else { Range { most: bound - 1, ..known } };
        self.proof_table.put(key, known);
        Some(found)
    }
}
