//! Requests for hints and for comments on moves. Concurrent requests for the same position share one search.

use super::search_queue::{Permit, SearchPriority, SearchRequester};
use super::search_runner::{SearchPanicked, SearchRunner};
use crate::catalog::{Advice, JudgedMove};
use crate::service::{Match, MatchId, PlayerId};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of concurrent searches of each kind per player.
pub const PER_PERSON_MAX: usize = 3;
/// The maximum number of concurrent searches of each kind for all players together.
pub const TOTAL_MAX: usize = 200;

/// Why there is no hint or comment.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HintError {
    /// The search panicked.
    #[error(transparent)]
    SearchPanicked(#[from] Arc<SearchPanicked>),
    /// [`PER_PERSON_MAX`] hint searches of this player are already in progress.
    #[error("{PER_PERSON_MAX} hint searches of this player are already running: wait for one of them")]
    TooMany,
    /// [`TOTAL_MAX`] hint searches are already in progress.
    #[error("{TOTAL_MAX} hint searches are already running: try again in a minute")]
    Busy,
}

/// The result of a hint search; `None` if the game is over.
type HintResult = Result<Option<Advice>, HintError>;
/// The result of a search that judges a move; `None` if there is no move.
type CommentResult = Result<Option<JudgedMove<String>>, HintError>;

/// A position of a match. After a take-back there may be another one at the same ply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct PositionKey {
    match_id: MatchId,
    ply: usize,
    position: String,
}

/// A search in progress. Its future exists as long as at least one request waits for it.
struct Search<T> {
    by: PlayerId,
    result: WeakShared<BoxFuture<'static, T>>,
}

/// The searches of one kind that are in progress.
struct InProgress<T>(Mutex<HashMap<PositionKey, Search<T>>>);

impl<T> Default for InProgress<T> {
    fn default() -> Self {
        InProgress(Mutex::default())
    }
}

impl<T: Clone + Send + 'static> InProgress<T> {
    /// Joins the search for this position that is in progress, or starts a new one.
    fn join(
        &self,
        game: &Match,
        by: PlayerId,
        search: impl FnOnce() -> BoxFuture<'static, T>,
    ) -> Result<Shared<BoxFuture<'static, T>>, HintError> {
        let key = PositionKey { match_id: game.id, ply: game.ply(), position: game.line.position() };
        // A panic while the lock is held cannot leave the map in an inconsistent state.
        let mut in_progress = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        in_progress.retain(|_, search| search.result.upgrade().is_some_and(|shared| shared.peek().is_none()));
        if let Some(shared) = in_progress.get(&key).and_then(|search| search.result.upgrade()) {
            return Ok(shared);
        }
        if in_progress.values().filter(|search| search.by == by).count() >= PER_PERSON_MAX {
            return Err(HintError::TooMany);
        }
        if in_progress.len() >= TOTAL_MAX {
            return Err(HintError::Busy);
        }
        let shared = search().shared();
        // Downgrading only fails after completion, and this search has not started.
        if let Some(weak) = shared.downgrade() {
            in_progress.insert(key, Search { by, result: weak });
        }
        Ok(shared)
    }
}

/// The searches for hints and for comments on moves in progress. Cheap to clone.
#[derive(Clone)]
pub struct HintSearches {
    search_runner: SearchRunner,
    hints: Arc<InProgress<HintResult>>,
    comments: Arc<InProgress<CommentResult>>,
}

impl HintSearches {
    /// Hint searches that use this search runner.
    pub fn new(search_runner: SearchRunner) -> Self {
        HintSearches { search_runner, hints: Arc::default(), comments: Arc::default() }
    }

    /// Finds a hint for the seat to move, requested by this player; `None` if the game is over.
    ///
    /// # Errors
    /// See [`HintError`].
    pub async fn find(&self, game: &Match, by: PlayerId) -> HintResult {
        let (line, permit) = (game.line.copy(), self.permit(game, by));
        let search_runner = self.search_runner.clone();
        let search = || async move { Ok(search_runner.hint(&*line, permit.await).await.map_err(Arc::new)?) }.boxed();
        self.hints.join(game, by, search)?.await
    }

    /// Judges the last move of a match, requested by this player; `None` if there is none.
    ///
    /// # Errors
    /// See [`HintError`].
    pub async fn judge_last(&self, game: &Match, by: PlayerId) -> CommentResult {
        let (line, permit) = (game.line.copy(), self.permit(game, by));
        let search_runner = self.search_runner.clone();
        let search =
            || async move { Ok(search_runner.judge_last(&*line, permit.await).await.map_err(Arc::new)?) }.boxed();
        self.comments.join(game, by, search)?.await
    }

    /// Waits in the queue with the priority of a hint.
    fn permit(&self, game: &Match, by: PlayerId) -> impl Future<Output = Permit> + Send + 'static {
        let requester = SearchRequester { people: [Some(by), None], ..SearchRequester::of(game) };
        let queue = self.search_runner.queue().clone();
        async move { queue.enqueue(SearchPriority::Hint, requester).await }
    }
}
