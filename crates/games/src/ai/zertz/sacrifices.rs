//! Wins by sacrifices: the attacker plays only captures and moves that leave the defender something to capture, so that
//! the defender never has a free turn (seed 003, "long sequences of forced moves").
//!
//! Such wins lie deeper than a full-width search sees, but there are few moves to consider, and it pays to examine
//! first those that leave the defender the least choice. Proof-number search does this: it grows a tree, always at the
//! position that needs the fewest others decided to settle the result.

use super::tactics;
use crate::rules::zertz::{Move, Zertz};
use crate::rules::{Game, Outcome, Seat};
use std::ops::{ControlFlow, Range};

/// An infinite proof or disproof number: the position is settled the other way.
const INFINITE: u32 = 1 << 30;
/// Maximum number of marbles missing for a goal at which wins are looked for; beyond it hardly any are found: 0 in 455
/// positions of games in which four were missing, 2 in 152 with three, 28 in 215 with two.
const MISSING_MAX: u32 = 3;
/// Maximum length of a win, in plies.
const PLIES_MAX: usize = 60;
/// Maximum number of moves considered in a position; there are hardly ever hundreds.
const MOVES_MAX: usize = 1024;
/// Upper limit for counting captures: composed positions can have a million.
const CAPTURES_MAX: u32 = 64;
/// Approximate number of positions between two polls of `should_stop`.
const POLL_INTERVAL: usize = 512;

/// A position of the tree, given by the move that leads to it.
#[derive(Clone, Copy, Debug)]
struct Node {
    m: Move,
    /// The number of its moves in the tree, and the index of the first; they are added together.
    children: u16,
    first: u32,
    /// The proof number: the minimum number of positions that must be shown to be won by the attacker to prove this
    /// one; 0 if it is proven.
    proof: u32,
    /// The disproof number: the minimum number that must be disproven to disprove this one; 0 if it is disproven.
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
    /// The path from the root to the current position.
    path: Vec<usize>,
    /// The maximum number of positions in memory, not counting those that the last expansion may add.
    nodes_max: usize,
}

impl Sacrifices {
    /// Creates a search using at most this many bytes.
    pub fn new(bytes: usize) -> Sacrifices {
        let nodes_max = (bytes / size_of::<Node>()).saturating_sub(MOVES_MAX);
        Sacrifices { nodes: Vec::new(), path: Vec::new(), nodes_max }
    }

    /// The moves of a win by sacrifices for the seat to move, with the longest defence, if one is found within this
    /// many positions and before `should_stop` returns true. The same number of positions is spent again to look
    /// for a faster win.
    ///
    /// After the first move and any defence, the rest of the win can be found again with the same number of positions,
    /// unless time runs out: a player who sacrifices marbles for a win must not lose it from sight.
    pub fn win(
        &mut self,
        position: &Zertz,
        positions: u64,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Move>> {
        if missing(position, position.seat()) > MISSING_MAX {
            return None;
        }
        let positions = usize::try_from(positions).unwrap_or(usize::MAX);
        self.nodes.clear();
        if self.nodes.try_reserve_exact(self.nodes_max + MOVES_MAX).is_err() {
            return None;
        }
        if !self.prove(position, PLIES_MAX, positions, should_stop) {
            return None;
        }
        // A win found in this tree is found again from inside it, because the search proceeds in the same way there.
        let mut best = self.line();
        // The attacker makes the last move, so a faster win is at least two plies shorter.
        while best.len() > 2 && self.prove(position, best.len() - 2, positions, should_stop) {
            let sooner = self.line();
            if !self.holds_after(position, sooner[0], positions, should_stop) {
                break;
            }
            best = sooner;
        }
        Some(best)
    }

    /// Whether the win is found again after `m` and any defence.
    fn holds_after(
        &mut self,
        position: &Zertz,
        m: Move,
        positions: usize,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        let attacker = position.seat();
        let mut after = *position;
        after.play_unchecked(m);
        let defended = after.visit_moves(|defence| {
            let mut next = after;
            next.play_unchecked(defence);
            let won = match next.ending() {
                Some(ending) => ending.outcome == Outcome::Win(attacker),
                None => self.prove(&next, PLIES_MAX, positions, should_stop),
            };
            if won { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        defended.is_continue()
    }

    /// Whether the seat to move wins within this many plies.
    fn prove(
        &mut self,
        root: &Zertz,
        plies_max: usize,
        positions: usize,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        let attacker = root.seat();
        let nodes_max = positions.min(self.nodes_max);
        self.nodes.clear();
        self.nodes.push(Node { m: Move::Pass, children: 0, first: 0, proof: 1, disproof: 1 });
        let mut last_poll = 0;
        while !self.nodes[0].is_settled() && self.nodes.len() < nodes_max {
            if self.nodes.len() >= last_poll + POLL_INTERVAL {
                last_poll = self.nodes.len();
                if should_stop() {
                    break;
                }
            }
            let position = self.select_leaf(root, attacker);
            self.expand(&position, attacker, plies_max);
            self.update_ancestors(attacker == position.seat());
        }
        self.nodes[0].proof == 0
    }

    /// Descends from the root to the position to expand next, and records the path in `path`.
    fn select_leaf(&mut self, root: &Zertz, attacker: Seat) -> Zertz {
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

    /// Adds the moves of the position at the end of `path`.
    fn expand(&mut self, position: &Zertz, attacker: Seat, plies_max: usize) {
        let Sacrifices { nodes, path, .. } = self;
        let Some(at) = path.last().copied() else { return };
        let first = nodes.len();
        let attacking = position.seat() == attacker;
        let mut add = |m: Move| {
            let mut next = *position;
            next.play_unchecked(m);
            let (proof, disproof) = initial_numbers(&next, attacker, path.len() >= plies_max);
            // The attacker considers only forcing moves; all of the defender's moves count.
            if !attacking || disproof > 0 {
                nodes.push(Node { m, children: 0, first: 0, proof, disproof });
            }
            nodes.len() - first < MOVES_MAX
        };
        if position.must_capture() {
            let _ = position.visit_captures(&mut |chain| match add(Move::Capture(chain)) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            });
        } else {
            let mut fits = true;
            tactics::visit(position, false, None, |m| fits = fits && add(m));
        }
        let count = nodes.len() - first;
        if count == MOVES_MAX && !attacking {
            // Not all of the defender's moves fit, so nothing can be proven.
            nodes.truncate(first);
        }
        nodes[at].children = (nodes.len() - first) as u16;
        nodes[at].first = first as u32;
    }

    /// Updates the numbers from the end of `path` to the root; `attacking` says whether the attacker moves at its end.
    fn update_ancestors(&mut self, mut attacking: bool) {
        for at in self.path.iter().rev().copied() {
            let children = &self.nodes[self.nodes[at].children()];
            let minimum = |count: fn(&Node) -> u32| children.iter().map(count).min().unwrap_or(INFINITE);
            let total = |count: fn(&Node) -> u32| children.iter().map(count).fold(0, |sum, n| INFINITE.min(sum + n));
            let (proof, disproof) = if children.is_empty() {
                (INFINITE, 0)
            } else if attacking {
                (minimum(|node| node.proof), total(|node| node.disproof))
            } else {
                (total(|node| node.proof), minimum(|node| node.disproof))
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

    /// The maximum number of plies to a proven win.
    fn length(&self, at: usize, attacking: bool) -> usize {
        let proven = self.nodes[at].children().filter(|child| self.nodes[*child].proof == 0);
        let lengths = proven.map(|child| 1 + self.length(child, !attacking));
        if attacking { lengths.min() } else { lengths.max() }.unwrap_or(0)
    }
}

/// The initial proof and disproof numbers of a position. Marbles still to be captured count as positions, so that play
/// that regains something is examined before play that only gives.
fn initial_numbers(position: &Zertz, attacker: Seat, at_end: bool) -> (u32, u32) {
    if let Some(ending) = position.ending() {
        return if ending.outcome == Outcome::Win(attacker) { (0, INFINITE) } else { (INFINITE, 0) };
    }
    let forced = position.must_capture();
    let attacking = position.seat() == attacker;
    // With an empty pool a position can recur, and a win that depends on the history does not count.
    if at_end || position.can_repeat() || !attacking && !forced {
        return (INFINITE, 0);
    }
    let missing = 1 + missing(position, attacker);
    match (attacking, forced) {
        (true, true) => (missing, 1),
        (true, false) => (missing, 1 + tactics::forcing(position).len()),
        (false, _) => (missing + capture_count(position), 1),
    }
}

/// The number of captures the seat to move can choose from, up to a limit.
fn capture_count(position: &Zertz) -> u32 {
    let mut count = 0;
    let _ = position.visit_captures(&mut |_| {
        count += 1;
        if count < CAPTURES_MAX { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}

/// The minimum number of marbles a seat must still capture to win.
fn missing(position: &Zertz, seat: Seat) -> u32 {
    let (variant, captured) = (position.setup().variant, position.captured(seat));
    let of_one = variant.goals().into_iter().zip(captured).map(|(goal, count)| goal.saturating_sub(count)).min();
    let of_each = captured.into_iter().map(|count| variant.goal_of_each().saturating_sub(count)).sum::<u8>();
    u32::from(of_one.unwrap_or(0).min(of_each))
}
