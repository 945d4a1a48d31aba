//! What a game tells the search about itself.

use super::level::{Level, Skill};
use super::score::Score;
use crate::rules::{Game, Outcome};
use std::ops::ControlFlow;

/// What an oracle may take, as one part in so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Of the engine's memory.
    pub memory: usize,
    /// Of the time that a search is limited to, and as large a part of its positions beside them.
    pub limits: u32,
}

/// A game that can be searched.
///
/// Nothing here decides a game: with any answers that keep to the types a search to the end finds the same winner.
/// They decide how soon.
pub trait Think: Game {
    /// The numbers of the evaluation; the default is the tuned ones.
    type Weights: Default + Clone + Send + Sync + 'static;

    /// How many [`slots`](Think::slots) there are.
    const SLOTS: usize;

    /// By how many plies late moves may be searched less deep, see [`super::search`]; 0 for a game where it does not
    /// pay.
    const REDUCTION: f32;

    /// What can tell who wins some positions beside the search, and sooner; `()` in a game without.
    type Oracle: Send + 'static;

    /// What the oracle may take.
    const ORACLE_SHARE: Share = Share { memory: 4, limits: 2 };

    /// An oracle that takes at most so many bytes, if the game has one.
    fn oracle(_bytes: usize) -> Option<Self::Oracle> {
        None
    }

    /// The best move, or several that begin the best play, and the decided score, if the oracle finds it before `over`
    /// (which it asks every few hundred positions) says that time is over, and before it has looked at more than
    /// `nodes` positions.
    fn ask(
        &self,
        _oracle: &mut Self::Oracle,
        _nodes: u64,
        _over: &mut dyn FnMut() -> bool,
    ) -> Option<(Vec<Self::Move>, Score)> {
        None
    }

    /// The value, in hundredths, at which the odds of winning are e to 1 (73 %): what a value means for the result,
    /// measured in games of the engine with itself (4,000 nodes a move, one move of ten drawn at random).
    const LOGIT: i32;

    /// How the levels below the highest play this game, the lowest first.
    const SKILLS: [Skill; 7];

    /// The rating of each level in this game, the lowest first, in Elo: the fourth, which plays about as somebody who
    /// knows the game, has the 1500 of a new player, and the steps between them are measured (docs/engines.md).
    const RATINGS: [u16; 8];

    /// Whether the engine at full strength knows who wins from every position, so that a result against it says who
    /// has a copy of the program and not who plays well.
    const SOLVED: bool = false;

    /// The ply of a game with this setup from which on values say who is ahead: before it both seats have moved too
    /// little.
    fn judged_from(_setup: &Self::Setup) -> usize {
        16
    }

    /// How a level plays this game; `None` for the full strength.
    fn skill(level: Level) -> Option<Skill> {
        Self::SKILLS.get(usize::from(level.number()) - 1).copied()
    }

    /// The rating of a level, in Elo.
    fn rating(level: Level) -> u16 {
        Self::RATINGS[usize::from(level.number()) - 1]
    }

    /// How good this position, which is not over, is for the seat to move, in hundredths of the game's unit.
    fn evaluate(&self, weights: &Self::Weights) -> i32;

    /// Whether there are quiet turns in the game: such as leave the evaluation as it is and force nobody.
    const HAS_QUIET: bool;

    /// Shows at least every legal move of this position, in which nobody is forced, that is not quiet. The default
    /// shows all.
    ///
    /// With `last` only what is forced is played after it, and a move may be left out if the evaluation then is no
    /// better for the mover than now.
    fn visit_tactical(&self, _last: bool, mut visit: impl FnMut(Self::Move)) {
        let _ = self.visit_moves(|m| {
            visit(m);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Whether a legal move that forces the opponent does at once the same as another, which
    /// [`visit_tactical`](Think::visit_tactical) shows, and differs from it only in what comes later.
    fn is_echo(&self, _m: Self::Move) -> bool {
        false
    }

    /// Whether there is a legal move that is quiet.
    fn has_quiet(&self) -> bool {
        false
    }

    /// Who has won, if the position ends the game.
    fn outcome(&self) -> Option<Outcome> {
        self.ending().map(|ending| ending.outcome)
    }

    /// Whether the seat to move is forced: a turn here does not count as depth, so that the search always sees to the
    /// end of what is forced. No position may come back through forced turns alone.
    fn is_forced(&self) -> bool;

    /// Shows every legal move of this position, which is not over and in which the seat to move is forced.
    fn visit_forced(&self, mut visit: impl FnMut(Self::Move)) {
        let _ = self.visit_moves(|m| {
            visit(m);
            ControlFlow::<()>::Continue(())
        });
    }

    /// A first guess how good a legal move is, to order moves: higher comes first.
    fn guess(&self, m: Self::Move) -> i32;

    /// Two places below [`SLOTS`](Think::SLOTS) where the search keeps how good a move has been elsewhere: for two
    /// aspects of the move that are good or bad by themselves, such as what is placed and what is removed.
    fn slots(&self, m: Self::Move) -> [usize; 2];

    /// A number below 2³² − 1 that tells the legal moves of a position apart. Rarely equal for two of them: then the
    /// search tries the wrong one first.
    fn code(m: Self::Move) -> u32;

    /// The legal move with this code, where it can be had without listing all moves.
    fn decode(&self, code: u32) -> Option<Self::Move>;

    /// About how many turns that are not forced the seat to move still has, this one included: to share out the time
    /// on a clock. At least 1.
    fn turns_left(&self) -> u32;
}
