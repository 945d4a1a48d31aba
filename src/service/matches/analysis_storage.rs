//! The storage trait of analyses.

use super::analysis::{MatchAnalysis, PositionAnalysis};
use crate::service::engine_jobs::job::Job;
use crate::service::ids::{MatchId, Millis};
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// A batch of analysis results.
#[derive(Clone, Debug)]
pub struct AnalysisStep<'a> {
    /// The analysis job.
    pub job: &'a Job,
    /// The analysed positions.
    pub positions: &'a [PositionAnalysis],
    /// Whether the analysis is complete. If not, the job is due again, behind those that are due now.
    pub complete: bool,
    /// Whether to post the progress.
    pub announce: bool,
    /// The current time.
    pub now: Millis,
}

/// Storage of the analyses of matches. Every operation is one transaction.
#[async_trait]
pub trait AnalysisStorage: Send + Sync {
    /// The analysis of a match in its current state, if there is one.
    async fn analysis(&self, game: MatchId) -> Result<Option<MatchAnalysis>, StorageError>;

    /// Stores a batch of analysis results, and releases the lease of the job. [`StorageError::Conflict`] if it is lost.
    async fn advance_analysis(&self, step: &AnalysisStep<'_>) -> Result<(), StorageError>;
}
