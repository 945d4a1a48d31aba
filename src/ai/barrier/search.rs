//! The solving search.
//!
//! It answers one question: is the value of a position at least a given one? A position is reduced to what still
//! matters: the squares either knight could reach. Squares that neither reaches are as good as blocked, which makes
//! many positions identical. Most of the speed comes from three things:
//!
//! - When the knights can no longer meet, the one with the longer sequence of walks wins ([`Search::settle_apart`]).
//! - A knight with a long enough sequence of walks over squares that the other cannot reach has won, whatever the other
//!   does ([`Search::settle_safe`]).
//! - Moves that leave the opponent the fewest walks are tried first.

use super::ground::{Ground, Word};
use super::memory::{Memory, Range, key};
use super::value::Value;
use crate::rules::barrier::board::WALKS_MAX;

/// A position: each knight's square and the squares it could reach. The first knight moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Duel<W> {
    pub place: u8,
    pub reach: W,
    pub other_place: u8,
    pub other_reach: W,
}

impl<W: Word> Duel<W> {
    /// The position with these squares free and the knights on these squares, which are not free.
    #[inline]
    pub fn new(free: W, place: u8, other_place: u8) -> Self {
        let ground = W::ground();
        let (reach, other_reach) = (ground.reach(free, place), ground.reach(free, other_place));
        Duel { place, reach, other_place, other_reach }
    }

    /// The squares that matter.
    #[inline(always)]
    pub fn squares(&self) -> W {
        self.reach | self.other_reach
    }

    /// The positions after each move.
    pub fn moves(&self) -> impl Iterator<Item = Duel<W>> {
        let squares = self.squares();
        W::ground()
            .paths(squares, self.place)
            .map(move |path| Duel::new(squares & !path.covered, self.other_place, path.target))
    }

    /// The rank of the position after a move: lower ranks are tried first.
    pub fn rank(&self) -> i32 {
        let squares = self.squares();
        let sequences = |from| W::ground().sequences(squares, from, look_ahead(squares.len())) as i32;
        3 * sequences(self.place) - sequences(self.other_place)
    }
}

/// Number of positions between two polls of `stop`: less than a millisecond.
const ASK_EVERY: u64 = 256;
/// An index outside the board: stands for the other knight when one walks alone.
const NOBODY: u8 = 127;

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
pub(super) struct Search<'a, W: Word> {
    ground: &'static Ground<W>,
    memory: &'a mut Memory,
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
    fn new(blank: T) -> Self {
        Ranked { moves: [(0, blank); WALKS_MAX], count: 0 }
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

impl<'a, W: Word> Search<'a, W> {
    /// Creates a search that ends when `stop` returns true, or after this many nodes.
    pub fn new(memory: &'a mut Memory, nodes_max: u64, stop: &'a mut dyn FnMut() -> bool) -> Self {
        memory.prepare(W::ROW);
        Search { ground: W::ground(), memory, stop, nodes: 0, nodes_max, stopped: false }
    }

    /// Counts a position; `None` when the search is over.
    #[inline]
    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(ASK_EVERY) {
            self.stopped |= (self.stop)();
        }
        (self.nodes <= self.nodes_max && !self.stopped).then_some(())
    }

    /// Whether the value of a position for its seat to move is at least `asked`; `None` if the search ended first.
    pub fn is_at_least(&mut self, duel: &Duel<W>, asked: Value) -> Option<bool> {
        self.count()?;
        if duel.reach == W::EMPTY {
            return Some(asked.0 == 0);
        }
        if duel.other_reach == W::EMPTY || asked.0 <= 2 {
            return Some(asked <= Value::win_within(1));
        }
        let own = self.ground.most_walks(duel.reach, duel.place);
        let opponent = self.ground.most_walks(duel.other_reach, duel.other_place);
        let asked = asked.simplified(own, opponent);
        if duel.reach & duel.other_reach == W::EMPTY {
            return self.settle_apart(duel, asked, own, opponent);
        }
        if let Some(settled) = self.settle_safe(duel, asked, own, opponent)? {
            return Some(settled);
        }
        let key = key(duel.squares().wide(), duel.place, duel.other_place);
        let known = self.memory.get(key);
        if known.least >= asked.0 || known.most < asked.0 {
            return Some(known.least >= asked.0);
        }
        let reached = self.has_move_worth(duel, asked)?;
        let known = if reached { Range { least: asked.0, ..known } } else { Range { most: asked.0 - 1, ..known } };
        self.memory.put(key, known);
        Some(reached)
    }

    fn has_move_worth(&mut self, duel: &Duel<W>, asked: Value) -> Option<bool> {
        let squares = duel.squares();
        let ahead = look_ahead(squares.len());
        let mut moves = Ranked::new(*duel);
        for path in self.ground.paths(squares, duel.place) {
            let rest = squares & !path.covered;
            if self.ground.count(rest, duel.other_place) == 0 {
                return Some(true);
            }
            if asked == Value::WIN && self.ground.count(rest, path.target) == 0 {
                continue;
            }
            let [answers, walks] =
                [duel.other_place, path.target].map(|from| self.ground.sequences(rest, from, ahead) as i32);
            // The squares actually reachable are determined when the move is tried.
            let next = Duel {
                place: duel.other_place,
                reach: duel.other_reach & !path.covered,
                other_place: path.target,
                other_reach: duel.reach & !path.covered,
            };
            moves.push(3 * answers - walks, next);
        }
        for (_, next) in moves.sorted() {
            let mut next = *next;
            next.other_reach = self.ground.reach(next.other_reach, next.other_place);
            if next.reach != duel.other_reach {
                next.reach = self.ground.reach(next.reach, next.place);
            }
            if !self.is_at_least(&next, asked.refusal())? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The knights cannot meet any more: the one that can walk longer wins; the loser walks as long as it can, and the
    /// winner cannot speed this up.
    fn settle_apart(&mut self, duel: &Duel<W>, asked: Value, own: u32, opponent: u32) -> Option<bool> {
        match asked.plies_to_win() {
            _ if asked == Value::WIN => self.is_farther(duel, own, opponent),
            Some(plies) => Some(
                !self.can_walk(duel.other_reach, duel.other_place, plies.div_ceil(2))?
                    && self.is_farther(duel, own, opponent)?,
            ),
            None => {
                let walks = u32::from(asked.0) / 2;
                Some(self.can_walk(duel.reach, duel.place, walks)? || self.is_farther(duel, own, opponent)?)
            }
        }
    }

    /// Whether the longest sequence of walks of the seat to move is longer than the opponent's. Each query lowers a
    /// bound or gives the answer: long sequences are found faster than they are refuted.
    fn is_farther(&mut self, duel: &Duel<W>, mut own: u32, mut opponent: u32) -> Option<bool> {
        loop {
            if own > opponent {
                if self.can_walk(duel.reach, duel.place, opponent + 1)? {
                    return Some(true);
                }
                own = opponent;
            }
            if self.can_walk(duel.other_reach, duel.other_place, own)? {
                return Some(false);
            }
            opponent = own - 1;
        }
    }

    /// Settles a position in which one knight has enough walks over squares the other cannot reach.
    fn settle_safe(&mut self, duel: &Duel<W>, asked: Value, own: u32, opponent: u32) -> Option<Option<bool>> {
        let ground = self.ground;
        let theirs = duel.other_reach & !duel.reach;
        if asked >= Value::WIN && theirs.len() >= 3 * own {
            let safe = ground.reach(theirs, duel.other_place);
            if ground.most_walks(safe, duel.other_place) >= own && self.can_walk(safe, duel.other_place, own)? {
                return Some(Some(false));
            }
        }
        let ours = duel.reach & !duel.other_reach;
        if asked <= Value::WIN && ours.len() > 3 * opponent {
            let safe = ground.reach(ours, duel.place);
            if ground.most_walks(safe, duel.place) > opponent && self.can_walk(safe, duel.place, opponent + 1)? {
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
        if self.ground.most_walks(squares, from) < walks {
            return Some(false);
        }
        if walks == 1 {
            return Some(squares != W::EMPTY);
        }
        self.count()?;
        let asked = walks as u8;
        let key = key(squares.wide(), from, NOBODY);
        let known = self.memory.get(key);
        if known.least >= asked || known.most < asked {
            return Some(known.least >= asked);
        }
        let mut moves = Ranked::new((W::EMPTY, 0));
        for path in self.ground.paths(squares, from) {
            let rest = squares & !path.covered;
            moves.push(self.ground.count(rest, path.target) as i32, (rest, path.target));
        }
        let mut found = false;
        for (_, (rest, target)) in moves.sorted() {
            let reach = self.ground.reach(*rest, *target);
            if self.can_walk(reach, *target, walks - 1)? {
                found = true;
                break;
            }
        }
        let known = if found { Range { least: asked, ..known } } else { Range { most: asked - 1, ..known } };
        self.memory.put(key, known);
        Some(found)
    }
}
