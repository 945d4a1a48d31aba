//! Tells open pages and programs that a match has changed.

use crate::service::{GameService, MatchId, PlaceId, PlayerId, StorageError};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;

/// How long changes are gathered, so that one look covers many.
const GATHER: Duration = Duration::from_millis(20);
/// The same for lists, each of which takes a look of its own.
const GATHER_LISTS: Duration = Duration::from_millis(100);
/// How often matches are looked at even if nothing was heard of a change.
const LOOK_EVERY: Duration = Duration::from_secs(15);
/// By how many changes the reader of a list may lag behind.
const LAG_MAX: usize = 256;

/// Running matches that are watched together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum List {
    /// Those of a player.
    Player(PlayerId),
    /// Those in a channel and in its threads.
    Place(PlaceId),
}

impl List {
    /// The matches with their versions.
    pub async fn running(self, service: &GameService) -> Result<Vec<(MatchId, i64)>, StorageError> {
        match self {
            List::Player(player) => service.queries().running_versions(player).await,
            List::Place(place) => service.queries().running_versions_in(place).await,
        }
    }
}

/// A list, with the versions that are known.
struct Watched {
    known: HashMap<MatchId, i64>,
    sender: broadcast::Sender<(MatchId, i64)>,
}

/// The matches that are watched, with their versions. Cheap to clone.
#[derive(Clone, Default)]
pub struct LiveMatches {
    matches: Arc<Mutex<HashMap<MatchId, watch::Sender<i64>>>>,
    lists: Arc<Mutex<HashMap<List, Watched>>>,
}

fn locked<K: Eq + Hash, V, T>(map: &Mutex<HashMap<K, V>>, with: impl FnOnce(&mut HashMap<K, V>) -> T) -> T {
    with(&mut map.lock().unwrap_or_else(PoisonError::into_inner))
}

/// When to look.
struct Changes {
    changed: watch::Receiver<()>,
    gather: Duration,
}

impl Changes {
    fn of(service: &GameService, gather: Duration) -> Changes {
        Changes { changed: service.outbox_changed().subscribe(), gather }
    }

    async fn next(&mut self) {
        // Its sender lives in the service.
        let _ = tokio::time::timeout(LOOK_EVERY, self.changed.changed()).await;
        tokio::time::sleep(self.gather).await;
        self.changed.mark_unchanged();
    }
}

fn warn(looked: Result<(), StorageError>) {
    if let Err(error) = looked {
        tracing::warn!(%error, "open pages are not told of changes; they will be soon");
    }
}

impl LiveMatches {
    /// The version of a match, now and after each change. `version` is the one that is known.
    pub(super) fn watch(&self, id: MatchId, version: i64) -> watch::Receiver<i64> {
        locked(&self.matches, |matches| matches.entry(id).or_insert_with(|| watch::channel(version).0).subscribe())
    }

    /// How many streams there are about a match.
    pub(super) fn streams(&self, id: MatchId) -> usize {
        locked(&self.matches, |matches| matches.get(&id).map_or(0, watch::Sender::receiver_count))
    }

    /// The version of a match that is watched; `None` if none is known.
    pub(super) fn version(&self, id: MatchId) -> Option<i64> {
        locked(&self.matches, |matches| matches.get(&id).map(|sender| *sender.borrow()))
    }

    /// The matches of a list that have changed from now on, with their versions, and perhaps some that have not.
    pub(super) fn watch_list(&self, list: List) -> broadcast::Receiver<(MatchId, i64)> {
        let new = || Watched { known: HashMap::new(), sender: broadcast::channel(LAG_MAX).0 };
        locked(&self.lists, |lists| lists.entry(list).or_insert_with(new).sender.subscribe())
    }

    /// Looks for new versions until `stop` is cancelled.
    pub async fn run(&self, service: &GameService, stop: CancellationToken) {
        let matches = async {
            let mut changes = Changes::of(service, GATHER);
            loop {
                changes.next().await;
                warn(self.look(service).await);
            }
        };
        let lists = async {
            let mut changes = Changes::of(service, GATHER_LISTS);
            loop {
                changes.next().await;
                warn(self.look_at_lists(service).await);
            }
        };
        stop.run_until_cancelled(async { tokio::join!(matches, lists) }).await;
    }

    async fn look(&self, service: &GameService) -> Result<(), StorageError> {
        let ids: Vec<MatchId> = locked(&self.matches, |matches| {
            matches.retain(|_, sender| sender.receiver_count() > 0);
            matches.keys().copied().collect()
        });
        let versions = service.queries().match_versions(&ids).await?;
        locked(&self.matches, |matches| {
            for (id, version) in versions {
                if let Some(sender) = matches.get(&id) {
                    sender.send_if_modified(|known| std::mem::replace(known, version) != version);
                }
            }
        });
        Ok(())
    }

    async fn look_at_lists(&self, service: &GameService) -> Result<(), StorageError> {
        let known: Vec<(List, HashSet<MatchId>)> = locked(&self.lists, |lists| {
            lists.retain(|_, watched| watched.sender.receiver_count() > 0);
            lists.iter().map(|(list, watched)| (*list, watched.known.keys().copied().collect())).collect()
        });
        for (list, mut ended) in known {
            let running = list.running(service).await?;
            for (id, _) in &running {
                ended.remove(id);
            }
            let ended: Vec<MatchId> = ended.into_iter().collect();
            let last = service.queries().match_versions(&ended).await?;
            locked(&self.lists, |lists| {
                let Some(watched) = lists.get_mut(&list) else { return };
                let known = std::mem::replace(&mut watched.known, running.iter().copied().collect());
                for (id, version) in running.into_iter().chain(last) {
                    if known.get(&id) != Some(&version) {
                        // Without a reader, there is no one to tell.
                        let _ = watched.sender.send((id, version));
                    }
                }
            });
        }
        Ok(())
    }
}
