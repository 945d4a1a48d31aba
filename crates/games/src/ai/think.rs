//! What a game provides to the search.

use super::level::{self, Level, Skill};
use super::score::Score;
use crate::rules::{Game, Outcome};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

/// An oracle's share of the engine's resources: one part in this many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Share of the engine's memory.
    pub memory: usize,
    /// Share of the search's time limit. The oracle may also visit the same share of the node limit, in addition to the
    /// search's own nodes.
    pub limits: u32,
}

/// A game that can be searched.
///
/// Only the evaluation is needed; the rest makes the search faster and its levels better measured. None of these methods
/// affects who wins: whatever they return within their contracts, a search to the end finds the
/// same winner. They only affect how soon.
pub trait Think: Game {
    /// The evaluation weights; the default is the tuned set.
    type Weights: Default + Clone + Send + Sync + 'static;

    /// The number of [`slots`](Think::slots).
    const SLOTS: usize = 1;

    /// The reduction of late moves, in plies, see [`super::search`]; 0 for a game where reductions do not pay.
    const REDUCTION: f32 = 0.0;

    /// How much a turn may change the evaluation, in hundredths. Near the leaves, the search skips positions and moves that
    /// such a change in each remaining turn could not bring into its window. 0 for a game where this does not pay.
    const SWING: i32 = 0;

    /// The highest value in the [`order`](Think::order) of a move that changes the evaluation by at most
    /// [`SWING`](Think::SWING).
    const MINOR: i32 = 0;

    /// A solver that can prove the winner of some positions faster than the search; `()` for a game without one.
    type Oracle: Send + 'static;

    /// The oracle's share of the engine's resources.
    const ORACLE_SHARE: Share = Share { memory: 4, limits: 2 };

    /// Creates an oracle using at most this many bytes, if the game has one.
    fn oracle(_bytes: usize) -> Option<Self::Oracle> {
        None
    }

    /// The best move, or the first moves of the best play, and the decided score. `None` if the oracle does not find
    /// them before `should_stop`, polled every few hundred positions, returns true, or within `nodes` positions.
    fn probe(
        &self,
        _oracle: &mut Self::Oracle,
        _nodes: u64,
        _should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<(Vec<Self::Move>, Score)> {
        None
    }

    /// Whether positions one turn before the leaves get a small part of the transposition table to themselves
    /// ([`with_shallow_part`](super::transposition_table::TranspositionTable::with_shallow_part)). This pays if their best
    /// moves are of no use to the next iteration.
    const SHALLOW_PART: bool = false;

    /// The value, in hundredths, at which the odds of winning are e to 1 (73 %). It relates values to results and was
    /// measured in self-play games (4,000 nodes a move, one move in ten drawn at random).
    const LOGIT: i32 = 100;

    /// The skills of the levels below the highest, weakest first. The default has not been measured in any game.
    const SKILLS: &'static [Skill] = level::SKILLS;

    /// The Elo rating of each level in this game, weakest first. One of them plays about as well as a person who knows
    /// the game and has the 1500 of a new player; the steps between the levels are measured (docs/engines.md).
    const RATINGS: &'static [u16] = level::RATINGS;

    /// Seeds of random starts in which neither seat is ahead; empty if any seed will do or the game has no random start.
    const LEVEL_SEEDS: &'static [u32] = &[];

    /// Whether the full-strength engine knows the winner of every position. A result against it then shows who has a
    /// copy of the program, not who plays well.
    const SOLVED: bool = false;

    /// Whether one seat is better from the start, so that the second player should be allowed to take over the first
    /// move ([`SWAP`](crate::rules::setup::SWAP)).
    const SWAP_ADVISED: bool = false;

    /// The first ply at which values indicate who is ahead in a game with this setup; before it, both seats have moved
    /// too little.
    fn first_reviewed_ply(_setup: &Self::Setup) -> usize {
        16
    }

    /// The game's highest level, which is full strength.
    fn highest_level() -> Level {
        Level::FULL.and_below().nth(Self::SKILLS.len()).unwrap_or(Level::FULL)
    }

    /// The skills for games with this setup, as many as [`SKILLS`](Think::SKILLS), which are the default: the same search
    /// plays worse where there are more moves.
    fn skills(_setup: &Self::Setup) -> &'static [Skill] {
        Self::SKILLS
    }

    /// The skill of a level in games with this setup; `None` for full strength.
    fn skill(setup: &Self::Setup, level: Level) -> Option<Skill> {
        Self::skills(setup).get(usize::from(level.number())).copied()
    }

    /// The rating of a level, in Elo; above the highest level, that of full strength.
    fn rating(level: Level) -> u16 {
        Self::RATINGS[usize::from(level.min(Self::highest_level()).number())]
    }

    /// The evaluation of this position, which is not over, for the seat to move, in hundredths of the game's unit.
    fn evaluate(&self, weights: &Self::Weights) -> i32;

    /// Whether the game has quiet turns: those that leave the evaluation unchanged and force neither seat.
    const HAS_QUIET: bool = false;

    /// Visits the legal moves that are not quiet in this position, in which no seat is forced, except those that are no
    /// better than another one by these weights. The default visits all moves.
    ///
    /// With `last`, only forced moves are played afterwards, so a move may be left out if the evaluation after it is no
    /// better for the mover than now.
    fn visit_tactical(&self, _weights: &Self::Weights, _last: bool, mut visit: impl FnMut(Self::Move)) {
        let _ = self.visit_moves(|m| {
            visit(m);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Whether a legal move that forces the opponent has the same immediate effect as another move visited by
    /// [`visit_tactical`](Think::visit_tactical), or a worse one by these weights, and can be better than it only by its
    /// later consequences.
    fn is_echo(&self, _weights: &Self::Weights, _m: Self::Move) -> bool {
        false
    }

    /// Whether a quiet legal move exists.
    fn has_quiet(&self) -> bool {
        false
    }

    /// The outcome, if the position ends the game.
    fn outcome(&self) -> Option<Outcome> {
        self.ending().map(|ending| ending.outcome)
    }

    /// Whether the seat to move is forced. Such a turn does not count as depth, so that the search always resolves
    /// forced sequences. No position may recur through forced turns alone.
    fn is_forced(&self) -> bool {
        false
    }

    /// Visits every legal move of this position, which is not over and in which the seat to move is forced.
    fn visit_forced(&self, mut visit: impl FnMut(Self::Move)) {
        let _ = self.visit_moves(|m| {
            visit(m);
            ControlFlow::<()>::Continue(())
        });
    }

    /// The heuristic values of this position's legal moves, used for move ordering: higher comes first. What all moves
    /// have in common is computed once.
    fn order(&self) -> impl Fn(Self::Move) -> i32 {
        |_| 0
    }

    /// Two indices below [`SLOTS`](Think::SLOTS) where the search stores how good a move has been elsewhere: for two
    /// aspects of the move that are good or bad by themselves, such as what is placed and what is removed.
    fn slots(&self, _m: Self::Move) -> [usize; 2] {
        [0; 2]
    }

    /// A number below 2³² − 1 that identifies a move among the legal moves of a position. Collisions should be rare: on
    /// one, the search tries the wrong move first. The default hashes the move, which takes longer than a game's own code.
    fn code(m: Self::Move) -> u32 {
        let mut hasher = DefaultHasher::new();
        m.hash(&mut hasher);
        (hasher.finish() % u64::from(u32::MAX)) as u32
    }

    /// A number for the idea behind a move. A player who overlooks a move overlooks every move with the same idea.
    fn idea(m: Self::Move) -> u32 {
        Self::code(m)
    }

    /// The legal move with this code, if it can be found without listing all moves.
    fn decode(&self, _code: u32) -> Option<Self::Move> {
        None
    }

    /// The approximate number of unforced turns the seat to move still has, including this one; used to divide the time
    /// on a clock. At least 1.
    fn turns_left(&self) -> u32 {
        10
    }
}
