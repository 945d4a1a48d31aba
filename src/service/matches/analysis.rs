//! The analysis of a finished match.

use crate::ai::Score;
use crate::catalog::Review;
use crate::service::ids::{MatchId, Millis};
use crate::service::matches::state::Match;

/// The analysis of one position of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnalysis {
    /// The number of plies played before the position.
    pub ply: usize,
    /// The best play found, in canonical notation: the best move and a few plies after it. Never empty.
    pub line: Vec<String>,
    /// The score for the seat to move, see [`crate::ai::Score`].
    pub score: i32,
}

/// An analysis in its current state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchAnalysis {
    /// The match.
    pub match_id: MatchId,
    /// The analysed positions.
    pub positions: Vec<PositionAnalysis>,
    /// When the progress was last posted.
    pub announced_at: Millis,
}

impl MatchAnalysis {
    /// The review of the match. Positions not yet analysed count as even, and their moves as the best ones.
    pub fn review(&self, played: &Match) -> Review {
        let position = |ply: usize| self.positions.iter().find(|position| position.ply == ply);
        played.line.review(&|ply| position(ply).map(|position| (Score(position.score), position.line.clone())))
    }

    /// The first position not yet analysed; `None` if the analysis is complete.
    pub fn next(&self, played: &Match) -> Option<usize> {
        (0..positions(played)).find(|ply| self.positions.iter().all(|position| position.ply != *ply))
    }
}

/// The number of positions to analyse: those with a legal move.
pub fn positions(played: &Match) -> usize {
    played.ply() + usize::from(played.line.ending().is_none())
}
