//! What must be kept, and how. `store` provides it for databases; a test may provide it in memory.

use super::analysis::{Analysis, Study};
use super::challenge::{Challenge, ChallengeState, Terms};
use super::hint::Hint;
use super::ids::{ChallengeId, JobId, MatchId, Millis, PlaceId, PlayerId, PostId};
use super::job::{Job, JobEnd};
use super::matches::{Match, Offer};
use super::plan::Plan;
use super::player::Player;
use super::post::Post;
use super::status::Status;
use super::token::Token;
use crate::rules::{Outcome, Seat};
use async_trait::async_trait;

/// Why something could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// Somebody else changed the same thing first. Nothing was kept; look again.
    #[error("it was changed at the same time")]
    Conflict,
    /// What was kept makes no sense.
    #[error("the stored data is damaged: {0}")]
    Damaged(String),
    /// The database failed.
    #[error("the database failed: {0}")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A match that begins.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// What is played, and where.
    pub terms: Terms,
    /// The challenge it comes from; the engine is not challenged.
    pub challenge: Option<ChallengeId>,
    /// Who sits where.
    pub players: [Player; 2],
    /// The message of the challenge.
    pub message: Option<u64>,
    /// What the first posts answer, where posts are answers.
    pub token: Option<Token>,
    /// When.
    pub now: Millis,
}

/// A change of a match, to be kept whole or not at all.
#[derive(Clone, Debug)]
pub struct MatchChange {
    /// The match.
    pub id: MatchId,
    /// The version it was made from; another in store means [`KeepError::Conflict`].
    pub from_version: i64,
    /// So many of the moves in store stay.
    pub kept_moves: usize,
    /// These follow them.
    pub new_moves: Vec<String>,
    /// Why it ended, or that it has not.
    pub status: Status,
    /// Who won.
    pub outcome: Option<Outcome>,
    /// What waits for an answer.
    pub offer: Option<Offer>,
    /// The plans of both seats that it was made from; others in store mean [`KeepError::Conflict`].
    pub plans_before: [Plan; 2],
    /// The plans after it.
    pub plans: [Plan; 2],
    /// What must be said.
    pub posts: Vec<Post>,
    /// Whether the engine made the change. Whoever made it, what the engine had to do in this match before is over.
    pub by_engine: bool,
    /// Whether the engine has something to do then.
    pub job: bool,
    /// What the posts answer, and what the engine will answer, where posts are answers.
    pub token: Option<Token>,
    /// When.
    pub now: Millis,
}

/// A change of what a player has planned.
#[derive(Clone, Debug)]
pub struct PlanChange {
    /// In which match.
    pub game: MatchId,
    /// For which seat.
    pub seat: Seat,
    /// The version of the match that it was made for; another in store means [`KeepError::Conflict`].
    pub from_version: i64,
    /// The plan that it was made from; another in store means [`KeepError::Conflict`].
    pub before: Plan,
    /// The plan.
    pub after: Plan,
}

/// The message of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostedBoard {
    /// Where it was posted.
    pub place: PlaceId,
    /// The message.
    pub message: u64,
    /// When.
    pub at: Millis,
}

/// What was found of an analysis at a time.
#[derive(Clone, Debug)]
pub struct AnalysisStep<'a> {
    /// The job it belongs to.
    pub job: &'a Job,
    /// What was found.
    pub studies: &'a [Study],
    /// Whether that is all; if not, the job is due again, behind those that are due now.
    pub complete: bool,
    /// Whether to say how far it has come.
    pub tell: bool,
    /// When.
    pub now: Millis,
}

/// A post that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Its number.
    pub id: PostId,
    /// What must be said.
    pub post: Post,
    /// How often delivering it has failed.
    pub attempts: u32,
    /// When it was made true.
    pub created_at: Millis,
    /// What it answers, where posts are answers.
    pub token: Option<Token>,
}

/// What the desk and the courier need kept. Every operation is one transaction.
#[async_trait]
pub trait Keep: Send + Sync {
    /// Keeps a new challenge and gives it a number.
    async fn add_challenge(&self, terms: &Terms, expires_at: Millis, now: Millis) -> Result<Challenge, KeepError>;

    /// Looks a challenge up.
    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, KeepError>;

    /// Closes an open challenge; [`KeepError::Conflict`] when it is not open any more.
    async fn close_challenge(&self, id: ChallengeId, state: ChallengeState) -> Result<(), KeepError>;

    /// Begins a match, closes the challenge it comes from, and keeps the first posts, and the first job if the engine
    /// begins; [`KeepError::Conflict`] when the challenge is not open any more.
    async fn begin_match(&self, begun: &NewMatch) -> Result<MatchId, KeepError>;

    /// Looks a match up, and replays it.
    async fn find_match(&self, id: MatchId) -> Result<Option<Match>, KeepError>;

    /// The matches that are played at a place, the youngest first, at most `most`.
    async fn matches_at(&self, place: PlaceId, most: u32) -> Result<Vec<MatchId>, KeepError>;

    /// The running matches of a player, the one that changed longest ago first, at most `most`.
    async fn matches_of(&self, player: PlayerId, most: u32) -> Result<Vec<MatchId>, KeepError>;

    /// Keeps a change.
    async fn change_match(&self, change: &MatchChange) -> Result<(), KeepError>;

    /// Keeps a change of a plan. The match counts as unchanged.
    async fn keep_plan(&self, change: &PlanChange) -> Result<(), KeepError>;

    /// What a player has noted about a match, if anything.
    async fn note(&self, game: MatchId, player: PlayerId) -> Result<Option<String>, KeepError>;

    /// Keeps what a player notes about a match; nothing when the text is empty.
    async fn keep_note(&self, game: MatchId, player: PlayerId, text: &str) -> Result<(), KeepError>;

    /// Settles from which message the thread of a match is opened.
    async fn settle_message(&self, id: MatchId, message: u64) -> Result<(), KeepError>;

    /// Settles where a match posts its boards.
    async fn settle_place(&self, id: MatchId, place: PlaceId) -> Result<(), KeepError>;

    /// Remembers how a player is called, and the player's language if it is known.
    async fn remember_player(&self, id: PlayerId, name: &str, locale: Option<&str>) -> Result<(), KeepError>;

    /// How players are called; those never seen are left out.
    async fn player_names(&self, ids: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, KeepError>;

    /// The locale that a player used last, if it is known.
    async fn player_locale(&self, id: PlayerId) -> Result<Option<String>, KeepError>;

    /// The posts that are due, the oldest first, at most `most`; and when the next one that is not due yet will be.
    /// A post is not due while an earlier one of its match waits, so that nothing is said in the wrong order. A post
    /// that cannot be read is given up.
    async fn due_posts(&self, now: Millis, most: u32) -> Result<(Vec<Due>, Option<Millis>), KeepError>;

    /// A post has been delivered. Its token is forgotten.
    async fn delivered(&self, id: PostId, now: Millis) -> Result<(), KeepError>;

    /// A board has been posted; returns the one that was posted before it, if it was another.
    async fn replace_board(&self, id: MatchId, board: PostedBoard) -> Result<Option<PostedBoard>, KeepError>;

    /// A post was not delivered: it is due again then, or never, when `again_at` is `None`. Its token is forgotten then.
    async fn not_delivered(&self, id: PostId, again_at: Option<Millis>, problem: &str) -> Result<(), KeepError>;

    /// What a player was told about the position after so many plies, if anything.
    async fn hint(&self, game: MatchId, ply: usize, seat: Seat) -> Result<Option<Hint>, KeepError>;

    /// Keeps what a player is told, and counts it when nothing has been told about this position.
    async fn keep_hint(&self, hint: &Hint) -> Result<(), KeepError>;

    /// The analysis of a match, as far as it has come, if there is one.
    async fn analysis(&self, game: MatchId) -> Result<Option<Analysis>, KeepError>;

    /// Begins the analysis of a match with its job and its first post, or goes on with one whose job was given up.
    /// Nothing happens while its job waits.
    async fn begin_analysis(&self, played: &Match, token: Option<&Token>, now: Millis) -> Result<(), KeepError>;

    /// Keeps what was found.
    async fn advance_analysis(&self, step: &AnalysisStep<'_>) -> Result<(), KeepError>;

    /// Remembers the message that shows an analysis.
    async fn settle_analysis(&self, game: MatchId, place: PlaceId, message: u64) -> Result<(), KeepError>;

    /// The jobs that are due, the oldest first and one of each match, at most `most`; and when the next one that is
    /// not due yet will be.
    async fn due_jobs(&self, now: Millis, most: u32) -> Result<(Vec<Job>, Option<Millis>), KeepError>;

    /// A job is over, if it was not already.
    async fn end_job(&self, id: JobId, end: JobEnd) -> Result<(), KeepError>;

    /// A job has failed: it is due again then.
    async fn postpone_job(&self, id: JobId, again_at: Millis, problem: &str) -> Result<(), KeepError>;
}
