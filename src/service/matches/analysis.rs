//! The analysis of a match that is over.

use crate::ai::Score;
use crate::catalog::Review;
use crate::service::ids::{MatchId, Millis, PlaceId};
use crate::service::matches::state::Match;

/// What was found about one position of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnalysis {
    /// After so many plies.
    pub ply: usize,
    /// The best move found, in canonical text.
    pub best: String,
    /// What the position is worth to the seat to move, see [`crate::ai::Score`].
    pub score: i32,
}

/// An analysis, as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchAnalysis {
    /// Of which match.
    pub game: MatchId,
    /// The positions that have been studied.
    pub studies: Vec<PositionAnalysis>,
    /// The message that shows it: where, and which.
    pub message: Option<(PlaceId, u64)>,
    /// When it was last said how far it has come.
    pub told_at: Millis,
}

impl MatchAnalysis {
    /// What it says about the match. What has not been studied counts as even, and as played as well as possible.
    pub fn review(&self, played: &Match) -> Review {
        let study = |ply: usize| self.studies.iter().find(|study| study.ply == ply);
        played.line.review(&|ply| study(ply).map(|study| (Score(study.score), study.best.clone())))
    }

    /// The first position that has not been studied; `None` when the analysis is complete.
    pub fn next(&self, played: &Match) -> Option<usize> {
        (0..positions(played)).find(|ply| self.studies.iter().all(|study| study.ply != *ply))
    }
}

/// How many positions of a match are studied: those in which there is something to play.
pub fn positions(played: &Match) -> usize {
    played.ply() + usize::from(played.line.ending().is_none())
}
