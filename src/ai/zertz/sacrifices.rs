//! Wins by sacrifices: the attacker only captures and plays what leaves the defender something to capture, so that the
//! defender never has a free turn (seed 003, "long sequences of forced moves").
//!
//! Such wins lie deeper than a search of all moves sees, but there are few moves to look at, and of those it pays to
//! look first at the ones that leave the defender the least choice. That is what proof-number search does: it grows a
//! tree, always at the position that needs the fewest others decided to settle who wins.

use super::tactics;
use crate::rules::zertz::{Move, Zertz};
use crate::rules::{Game, Outcome, Seat};
use std::ops::{ControlFlow, Range};

/// More positions than can ever be needed: what is settled the other way.
const NEVER: u32 = 1 << 30;
/// From farther than this from every goal, in marbles, hardly any win is found: 0 in 455 positions of games in which
/// four were missing, 2 in 152 with three, 28 in 215 with two.
const NEAR: u32 = 3;
/// A win is not looked for beyond this, in plies.
const LONGEST: usize = 60;
/// Of more moves in a position, of which there are hardly ever hundreds, the rest is not looked at.
const MOST_MOVES: usize = 1024;
/// Captures are not counted further than this: positions that somebody has composed can have a million.
const MANY: u32 = 64;
/// Positions between two looks at the clock, about.
const LOOK_EVERY: usize = 512;

/// A position of the tree, told by the move that leads to it.
#[derive(Clone, Copy, Debug)]
struct Node {
    m: Move,
    /// How many of the moves out of it are in the tree, and where they begin; they are added together.
    children: u16,
    first: u32,
    /// How many positions must be won by the attacker, at least, to prove that this one is; 0 when it is proven.
    proof: u32,
    /// How many must be found not to be, to settle that this one is not; 0 when that is settled.
    disproof: u32,
}

impl Node {
    fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.children)
    }

    fn is_settled(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A search for wins by sacrifices, in bounded memory.
#[derive(Debug)]
pub struct Sacrifices {
    nodes: Vec<Node>,
    /// The way from the root to the position that is looked at.
    path: Vec<usize>,
    /// How many positions fit the memory, beside those that the last move looked at may add.
    most: usize,
}

impl Sacrifices {
    /// A search that takes at most so many bytes.
    pub fn new(bytes: usize) -> Sacrifices {
        let most = (bytes / size_of::<Node>()).saturating_sub(MOST_MOVES);
        Sacrifices { nodes: Vec::new(), path: Vec::new(), most }
    }

    /// The moves of a win by sacrifices for the seat to move, with the longest defence, if one is found in at most so
    /// many positions and before `over` says that time is over. With as many again a sooner win is looked for.
    ///
    /// After the first of the moves and any defence as many positions find the rest of the win again, unless time is
    /// over: who gives marbles away for a win must not lose sight of it.
    pub fn win(&mut self, position: &Zertz, positions: u64, over: &mut dyn FnMut() -> bool) -> Option<Vec<Move>> {
        if missing(position, position.seat()) > NEAR {
            return None;
        }
        let positions = usize::try_from(positions).unwrap_or(usize::MAX);
        self.nodes.clear();
        if self.nodes.try_reserve_exact(self.most + MOST_MOVES).is_err() {
            return None;
        }
        if !self.prove(position, LONGEST, positions, over) {
            return None;
        }
        // What was found in this tree is found again from within it: there the search goes the same way.
        let mut best = self.line();
        // The attacker makes the last move, so a sooner win is at least two plies shorter.
        while best.len() > 2 && self.prove(position, best.len() - 2, positions, over) {
            let sooner = self.line();
            if !self.lasts(position, sooner[0], positions, over) {
                break;
            }
            best = sooner;
        }
        Some(best)
    }

    /// Whether the win is found again after `m` and any defence.
    fn lasts(&mut self, position: &Zertz, m: Move, positions: usize, over: &mut dyn FnMut() -> bool) -> bool {
        let attacker = position.seat();
        let mut after = *position;
        after.play_unchecked(m);
        let defended = after.visit_moves(|defence| {
            let mut next = after;
            next.play_unchecked(defence);
            let won = match next.ending() {
                Some(ending) => ending.outcome == Outcome::Win(attacker),
                None => self.prove(&next, LONGEST, positions, over),
            };
            if won { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        defended.is_continue()
    }

    /// Whether the seat to move wins within so many plies.
    fn prove(&mut self, root: &Zertz, longest: usize, positions: usize, over: &mut dyn FnMut() -> bool) -> bool {
        let attacker = root.seat();
        let most = positions.min(self.most);
        self.nodes.clear();
        self.nodes.push(Node { m: Move::Pass, children: 0, first: 0, proof: 1, disproof: 1 });
        let mut looked = 0;
        while !self.nodes[0].is_settled() && self.nodes.len() < most {
            if self.nodes.len() >= looked + LOOK_EVERY {
                looked = self.nodes.len();
                if over() {
                    break;
                }
            }
            let position = self.choose(root, attacker);
            self.grow(&position, attacker, longest);
            self.settle(attacker == position.seat());
        }
        self.nodes[0].proof == 0
    }

    /// Goes from the root to the position that is to be looked at next, and leaves the way there in `path`.
    fn choose(&mut self, root: &Zertz, attacker: Seat) -> Zertz {
        let mut position = *root;
        let mut at = 0;
        self.path.clear();
        self.path.push(at);
        loop {
            let needed = |node: &Node| if position.seat() == attacker { node.proof } else { node.disproof };
            let Some(next) = self.nodes[at].children().min_by_key(|child| needed(&self.nodes[*child])) else { break };
            at = next;
            position.play_unchecked(self.nodes[at].m);
            self.path.push(at);
        }
        position
    }

    /// Adds what can be played in the position at the end of `path`.
    fn grow(&mut self, position: &Zertz, attacker: Seat, longest: usize) {
        let Sacrifices { nodes, path, .. } = self;
        let Some(at) = path.last().copied() else { return };
        let first = nodes.len();
        let attacking = position.seat() == attacker;
        let mut add = |m: Move| {
            let mut next = *position;
            next.play_unchecked(m);
            let (proof, disproof) = prospects(&next, attacker, path.len() >= longest);
            // What does not force is no move of the attacker's; each of the defender's counts.
            if !attacking || disproof > 0 {
                nodes.push(Node { m, children: 0, first: 0, proof, disproof });
            }
            nodes.len() - first < MOST_MOVES
        };
        if position.must_capture() {
            let _ = position.visit_captures(&mut |chain| match add(Move::Capture(chain)) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            });
        } else {
            let mut room = true;
            tactics::visit(position, false, |m| room = room && add(m));
        }
        let count = nodes.len() - first;
        if count == MOST_MOVES && !attacking {
            // Not all of the defender's moves are here, so that nothing can be proven.
            nodes.truncate(first);
        }
        nodes[at].children = (nodes.len() - first) as u16;
        nodes[at].first = first as u32;
    }

    /// Counts anew from the end of `path` to the root; `attacking` says whose turn it is at its end.
    fn settle(&mut self, mut attacking: bool) {
        for at in self.path.iter().rev().copied() {
            let children = &self.nodes[self.nodes[at].children()];
            let easiest = |count: fn(&Node) -> u32| children.iter().map(count).min().unwrap_or(NEVER);
            let together = |count: fn(&Node) -> u32| children.iter().map(count).fold(0, |sum, n| NEVER.min(sum + n));
            let (proof, disproof) = if children.is_empty() {
                (NEVER, 0)
            } else if attacking {
                (easiest(|node| node.proof), together(|node| node.disproof))
            } else {
                (together(|node| node.proof), easiest(|node| node.disproof))
            };
            let node = &mut self.nodes[at];
            if (node.proof, node.disproof) == (proof, disproof) {
                break;
            }
            (node.proof, node.disproof) = (proof, disproof);
            // The seats take turns at every ply.
            attacking = !attacking;
        }
    }

    /// The proven win from the root, with the longest defence.
    fn line(&self) -> Vec<Move> {
        let (mut line, mut at, mut attacking) = (Vec::new(), 0, true);
        loop {
            let proven = self.nodes[at].children().filter(|child| self.nodes[*child].proof == 0);
            let length = |child: &usize| self.length(*child, !attacking);
            let Some(next) = (if attacking { proven.min_by_key(length) } else { proven.max_by_key(length) }) else {
                break line;
            };
            line.push(self.nodes[next].m);
            (at, attacking) = (next, !attacking);
        }
    }

    /// In how many plies a proven win is there at the latest.
    fn length(&self, at: usize, attacking: bool) -> usize {
        let proven = self.nodes[at].children().filter(|child| self.nodes[*child].proof == 0);
        let lengths = proven.map(|child| 1 + self.length(child, !attacking));
        if attacking { lengths.min() } else { lengths.max() }.unwrap_or(0)
    }
}

/// The first guess at what a position needs to be proven a win of the attacker's, and not to be one. Marbles that are
/// still to be captured count as positions, so that play which gets something back is looked at before play which only
/// gives.
fn prospects(position: &Zertz, attacker: Seat, at_end: bool) -> (u32, u32) {
    if let Some(ending) = position.ending() {
        return if ending.outcome == Outcome::Win(attacker) { (0, NEVER) } else { (NEVER, 0) };
    }
    let forced = position.must_capture();
    let attacking = position.seat() == attacker;
    // When the pool is empty a position can come back, and a win that depends on the past is none.
    if at_end || position.can_repeat() || !attacking && !forced {
        return (NEVER, 0);
    }
    let missing = 1 + missing(position, attacker);
    match (attacking, forced) {
        (true, true) => (missing, 1),
        (true, false) => (missing, 1 + tactics::forcing(position).len()),
        (false, _) => (missing + choice(position), 1),
    }
}

/// How many captures the seat to move can choose from, or many.
fn choice(position: &Zertz) -> u32 {
    let mut count = 0;
    let _ = position.visit_captures(&mut |_| {
        count += 1;
        if count < MANY { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}

/// How many marbles a seat must still capture to win, at least.
fn missing(position: &Zertz, seat: Seat) -> u32 {
    let (variant, captured) = (position.setup().variant, position.captured(seat));
    let of_one = variant.goals().into_iter().zip(captured).map(|(goal, count)| goal.saturating_sub(count)).min();
    let of_each = captured.into_iter().map(|count| variant.goal_of_each().saturating_sub(count)).sum::<u8>();
    u32::from(of_one.unwrap_or(0).min(of_each))
}
