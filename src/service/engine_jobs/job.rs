//! Work for the engine. A job is kept in the transaction that makes it necessary and done afterwards, so that it
//! outlives the process.

use crate::service::ids::{JobId, MatchId, Millis, PlayerId, ServerId};
use crate::service::outbox::token::Token;
use crate::service::words::words;

/// What there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// The engine plays in a match: it answers what it was asked and moves when it is its turn.
    Turn,
    /// It analyses a match that is over, a few positions at a time.
    Analysis,
}

words!(JobKind { Turn = "turn", Analysis = "analysis" });

/// What became of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// It was done.
    Done,
    /// There was nothing left to do.
    Dropped,
    /// It failed too often.
    Failed,
}

words!(JobEnd { Done = "done", Dropped = "dropped", Failed = "failed" });

/// Something the engine has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What there is to do.
    pub kind: JobKind,
    /// In which match.
    pub game: MatchId,
    /// The server in which that is played, if any.
    pub server: Option<ServerId>,
    /// The people who play it.
    pub people: [Option<PlayerId>; 2],
    /// The version of the match it belongs to. A match that has changed since has other jobs, or none.
    pub version: i64,
    /// How often it has failed.
    pub attempts: u32,
    /// When it became necessary.
    pub created_at: Millis,
    /// What it answers, where posts are answers.
    pub token: Option<Token>,
}
