//! Hints: all who ask for the same position wait for one search.

use super::scheduler::{Priority, Requester};
use super::thinker::{BrokeOff, Thinker};
use crate::catalog::{Advice, AnyLine};
use crate::play::{Match, MatchId, PlayerId};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most hints that are looked for at a time for one person.
pub const PERSON_MAX: usize = 3;
/// The most hints that are looked for at a time for all people together.
pub const ALL_MAX: usize = 200;

/// Why there is no hint.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HintError {
    /// The search broke off.
    #[error(transparent)]
    BrokeOff(#[from] Arc<BrokeOff>),
    /// The person waits for [`PERSON_MAX`] hints already.
    #[error("{PERSON_MAX} hints are being looked for already for this person")]
    TooMany,
    /// [`ALL_MAX`] hints are being looked for already.
    #[error("{ALL_MAX} hints are being looked for already")]
    Busy,
}

/// What is found; nothing when the game is over.
type Sought = Result<Option<Advice>, HintError>;

/// A position of a match. A take-back may lead to another at the same ply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Subject {
    game: MatchId,
    ply: usize,
    position: String,
}

/// A search under way. It exists as long as at least one request waits for it.
struct Search {
    by: PlayerId,
    sought: WeakShared<BoxFuture<'static, Sought>>,
}

/// Looks for hints. Cheap to clone.
#[derive(Clone)]
pub struct Hints {
    thinker: Thinker,
    under_way: Arc<Mutex<HashMap<Subject, Search>>>,
}

impl Hints {
    /// Hints that this thinker finds.
    pub fn new(thinker: Thinker) -> Self {
        Hints { thinker, under_way: Arc::default() }
    }

    /// A hint for the seat to move of a match, for this person; `None` when the game is over.
    ///
    /// # Errors
    /// See [`HintError`].
    pub async fn advise(&self, game: &Match, by: PlayerId) -> Sought {
        self.join(game, by)?.await
    }

    /// The search for this position that is under way, or a new one.
    fn join(&self, game: &Match, by: PlayerId) -> Result<Shared<BoxFuture<'static, Sought>>, HintError> {
        let subject = Subject { game: game.id, ply: game.ply(), position: game.line.position() };
        let mut under_way = self.under_way();
        under_way.retain(|_, search| search.sought.upgrade().is_some_and(|sought| sought.peek().is_none()));
        if let Some(sought) = under_way.get(&subject).and_then(|search| search.sought.upgrade()) {
            return Ok(sought);
        }
        if under_way.values().filter(|search| search.by == by).count() >= PERSON_MAX {
            return Err(HintError::TooMany);
        }
        if under_way.len() >= ALL_MAX {
            return Err(HintError::Busy);
        }
        let requester = Requester { people: [Some(by), None], ..Requester::of(game) };
        let sought = search(self.thinker.clone(), game.line.copy(), requester).boxed().shared();
        // There is a weak one until the search has ended, which it has not begun.
        if let Some(weak) = sought.downgrade() {
            under_way.insert(subject, Search { by, sought: weak });
        }
        Ok(sought)
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<Subject, Search>> {
        // A panic elsewhere cannot leave it half changed.
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn search(thinker: Thinker, line: Box<dyn AnyLine>, requester: Requester) -> Sought {
    let permit = thinker.scheduler().enqueue(Priority::Hint, requester).await;
    thinker.advise(&*line, permit).await.map_err(|error| HintError::BrokeOff(Arc::new(error)))
}
