//! Engine jobs. A job is stored in the same transaction as the change that requires it and run afterwards, so that it
//! survives a restart.

use crate::service::ids::{JobId, MatchId, Millis, PlayerId, ServerId};
use crate::service::lease::Lease;
use crate::service::matches::analysis::PositionAnalysis;
use crate::service::outbox::token::Token;

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum JobKind {
    /// The engine acts in a match: it answers an offer, or moves if it is its turn.
    Turn,
    /// The analysis of a finished match, a few positions at a time.
    Analysis,
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum JobEnd {
    /// It was done.
    Done,
    /// It was obsolete.
    Dropped,
    /// It failed too often.
    Failed,
}

/// A job for the engine that was due and has been claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// Its kind.
    pub kind: JobKind,
    /// The match.
    pub match_id: MatchId,
    /// The server of the match, if any.
    pub server: Option<ServerId>,
    /// The human players of the match.
    pub people: [Option<PlayerId>; 2],
    /// The version of the match that the job was made for. If the match has changed since, the job is obsolete.
    pub version: i64,
    /// The number of failed attempts.
    pub attempts: u32,
    /// When it was stored.
    pub created_at: Millis,
    /// The interaction token of its posts, if they can only be sent as interaction responses.
    pub token: Option<Token>,
    /// The lease of its claim.
    pub lease: Lease,
}

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
