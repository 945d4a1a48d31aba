//! Hint requests. Concurrent requests for the same position share one search.

use super::search_queue::{SearchPriority, SearchRequester};
use super::search_runner::{SearchPanicked, SearchRunner};
use crate::catalog::{Advice, AnyLine};
use crate::service::{Match, MatchId, PlayerId};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of concurrent hint searches per player.
pub const PER_PERSON_MAX: usize = 3;
/// The maximum number of concurrent hint searches of all players.
pub const TOTAL_MAX: usize = 200;

/// Why there is no hint.
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

/// A position of a match. After a take-back there may be another one at the same ply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct PositionKey {
    game: MatchId,
    ply: usize,
    position: String,
}

/// A search in progress. Its future exists as long as at least one request waits for it.
struct Search {
    by: PlayerId,
    result: WeakShared<BoxFuture<'static, HintResult>>,
}

/// The hint searches in progress. Cheap to clone.
#[derive(Clone)]
pub struct HintSearches {
    search_runner: SearchRunner,
    in_progress: Arc<Mutex<HashMap<PositionKey, Search>>>,
}

impl HintSearches {
    /// Hint searches that use this search runner.
    pub fn new(search_runner: SearchRunner) -> Self {
        HintSearches { search_runner, in_progress: Arc::default() }
    }

    /// Finds a hint for the seat to move, requested by this player; `None` if the game is over.
    ///
    /// # Errors
    /// See [`HintError`].
    pub async fn find(&self, game: &Match, by: PlayerId) -> HintResult {
        self.join(game, by)?.await
    }

    /// Joins the search for this position that is in progress, or starts a new one.
    fn join(&self, game: &Match, by: PlayerId) -> Result<Shared<BoxFuture<'static, HintResult>>, HintError> {
        let key = PositionKey { game: game.id, ply: game.ply(), position: game.line.position() };
        let mut in_progress = self.in_progress();
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
        let requester = SearchRequester { people: [Some(by), None], ..SearchRequester::of(game) };
        let shared = search(self.search_runner.clone(), game.line.copy(), requester).boxed().shared();
        // Downgrading only fails after completion, and this search has not started.
        if let Some(weak) = shared.downgrade() {
            in_progress.insert(key, Search { by, result: weak });
        }
        Ok(shared)
    }

    fn in_progress(&self) -> MutexGuard<'_, HashMap<PositionKey, Search>> {
        // A panic while the lock is held cannot leave the map in an inconsistent state.
        self.in_progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn search(search_runner: SearchRunner, line: Box<dyn AnyLine>, requester: SearchRequester) -> HintResult {
    let permit = search_runner.queue().enqueue(SearchPriority::Hint, requester).await;
    search_runner.hint(&*line, permit).await.map_err(|error| HintError::SearchPanicked(Arc::new(error)))
}
