//! Tells open pages that a match has changed.

use crate::service::{GameService, MatchId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// How long changes are gathered, so that one look covers many.
const GATHER: Duration = Duration::from_millis(20);
/// How often matches are looked at even if nothing was heard of a change.
const LOOK_EVERY: Duration = Duration::from_secs(15);

/// The matches that are watched, with their versions. Cheap to clone.
#[derive(Clone, Default)]
pub struct LiveMatches {
    watched: Arc<Mutex<HashMap<MatchId, watch::Sender<i64>>>>,
}

impl LiveMatches {
    /// The version of a match, now and after each change. `version` is the one that is known.
    pub(super) fn watch(&self, id: MatchId, version: i64) -> watch::Receiver<i64> {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched.entry(id).or_insert_with(|| watch::channel(version).0).subscribe()
    }

    /// Looks for new versions until `stop` is cancelled.
    pub async fn run(&self, service: &GameService, stop: CancellationToken) {
        let mut changed = service.outbox_changed().subscribe();
        let looking = async {
            loop {
                // Its sender lives in the service.
                let _ = tokio::time::timeout(LOOK_EVERY, changed.changed()).await;
                tokio::time::sleep(GATHER).await;
                changed.mark_unchanged();
                self.look(service).await;
            }
        };
        stop.run_until_cancelled(looking).await;
    }

    async fn look(&self, service: &GameService) {
        let ids: Vec<MatchId> = {
            let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
            watched.retain(|_, sender| sender.receiver_count() > 0);
            watched.keys().copied().collect()
        };
        if ids.is_empty() {
            return;
        }
        match service.queries().match_versions(&ids).await {
            Ok(versions) => {
                let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
                for (id, version) in versions {
                    if let Some(sender) = watched.get(&id) {
                        sender.send_if_modified(|known| std::mem::replace(known, version) != version);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "open pages are not told of changes; they will be soon"),
        }
    }
}
