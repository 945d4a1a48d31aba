//! Upper confidence bounds applied to trees (Kocsis and Szepesvári, 2006) in the plainest form: one node per random
//! game, uniform playouts, and the most visited move is played.

use tablero_games::rules::{Game, Outcome, Seat, SeededRng};

/// The exploration weight, for results between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;
/// Maximum number of nodes in the tree (about 250 MB); later games start from its leaves.
const NODES_MAX: usize = 1 << 22;
/// Random games longer than this many plies count as drawn. Only ZÈRTZ can repeat positions.
const GAME_MAX: usize = 2_000;

/// The untried moves of a node, in a pseudo-random order that needs no memory: the `n`-th move is number `offset + n ·
/// stride`, modulo their count.
struct Untried {
    count: u32,
    tried: u32,
    offset: u32,
    stride: u32,
}

struct Node<M> {
    /// The move that leads here.
    m: Option<M>,
    /// The seat to move.
    seat: Seat,
    games: u32,
    /// The first seat's points in the games through this node: 1 for a win, ½ for a draw.
    points: f64,
    untried: Untried,
    first_child: Option<usize>,
    sibling: Option<usize>,
}

impl<M> Node<M> {
    fn new<G: Game<Move = M>>(m: Option<M>, position: &G, rng: &mut SeededRng) -> Node<M> {
        let count = if position.ending().is_some() { 0 } else { position.count_moves() as u32 };
        let mut stride = 1 + rng.below(u64::from(count)) as u32;
        while common_divisor(stride, count) > 1 {
            stride += 1;
        }
        let offset = rng.below(u64::from(count)) as u32;
        let untried = Untried { count, tried: 0, offset, stride };
        Node { m, seat: position.seat(), games: 0, points: 0.0, untried, first_child: None, sibling: None }
    }

    /// The mean result for `seat`.
    fn mean(&self, seat: Seat) -> f64 {
        let mean = self.points / f64::from(self.games);
        if seat == Seat::One { mean } else { 1.0 - mean }
    }
}

impl Untried {
    fn next(&mut self) -> Option<u64> {
        if self.tried == self.count {
            return None;
        }
        let number = u64::from(self.offset) + u64::from(self.tried) * u64::from(self.stride);
        self.tried += 1;
        Some(number % u64::from(self.count))
    }
}

fn common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Grows a tree while `keep_going` returns true, by at least one game, and returns the most visited move.
pub(super) fn choose<G: Game>(
    position: &G,
    rng: &mut SeededRng,
    keep_going: &mut dyn FnMut() -> bool,
) -> Option<G::Move> {
    let mut tree = Tree { nodes: vec![Node::new(None, position, rng)] };
    loop {
        tree.grow(position.clone(), rng);
        if !keep_going() {
            break;
        }
    }
    let seat = position.seat();
    let tried = |node: &&Node<G::Move>| (node.games, (node.mean(seat) * 1e6) as u32);
    tree.children(0).map(|child| &tree.nodes[child]).max_by_key(tried).and_then(|node| node.m)
}

struct Tree<M> {
    /// The root comes first.
    nodes: Vec<Node<M>>,
}

impl<M: Copy> Tree<M> {
    fn children(&self, parent: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.nodes[parent].first_child, |child| self.nodes[*child].sibling)
    }

    /// Plays one game: selects a leaf, adds a node, plays at random to the end, and backs the result up.
    fn grow<G: Game<Move = M>>(&mut self, mut position: G, rng: &mut SeededRng) {
        let mut path = vec![0];
        let mut at = 0;
        while path.len() < GAME_MAX {
            let untried = if self.nodes.len() < NODES_MAX { self.nodes[at].untried.next() } else { None };
            if let Some(m) = untried.and_then(|number| position.nth_move(number)) {
                position.play_unchecked(m);
                let mut node = Node::new(Some(m), &position, rng);
                node.sibling = self.nodes[at].first_child;
                self.nodes[at].first_child = Some(self.nodes.len());
                path.push(self.nodes.len());
                self.nodes.push(node);
                break;
            }
            let Some(child) = self.most_promising(at) else { break };
            let Some(m) = self.nodes[child].m else { break };
            position.play_unchecked(m);
            path.push(child);
            at = child;
        }
        let points = play_out(position, rng);
        for node in path {
            self.nodes[node].games += 1;
            self.nodes[node].points += points;
        }
    }

    fn most_promising(&self, parent: usize) -> Option<usize> {
        let Node { seat, games, .. } = self.nodes[parent];
        let log = f64::from(games).ln();
        let bound = |child: usize| {
            let node = &self.nodes[child];
            node.mean(seat) + EXPLORATION * (log / f64::from(node.games)).sqrt()
        };
        let bounds = self.children(parent).map(|child| (child, bound(child)));
        bounds.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(child, _)| child)
    }
}

/// Plays at random to the end: 1 when the first seat wins, ½ for a draw.
fn play_out<G: Game>(mut position: G, rng: &mut SeededRng) -> f64 {
    for _ in 0..GAME_MAX {
        match position.ending().map(|ending| ending.outcome) {
            Some(Outcome::Win(Seat::One)) => return 1.0,
            Some(Outcome::Win(Seat::Two)) => return 0.0,
            Some(Outcome::Draw) => return 0.5,
            None => {}
        }
        let Some(m) = position.nth_move(rng.below(position.count_moves())) else { break };
        position.play_unchecked(m);
    }
    0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_tried_once() {
        let mut rng = SeededRng::new(9);
        for count in 1..200 {
            let mut stride = 1 + rng.below(u64::from(count)) as u32;
            while common_divisor(stride, count) > 1 {
                stride += 1;
            }
            let mut untried = Untried { count, tried: 0, offset: count / 2, stride };
            let mut seen: Vec<_> = std::iter::from_fn(|| untried.next()).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..u64::from(count)), "{count} moves");
        }
    }
}
