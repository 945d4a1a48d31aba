//! What many watch at once is read and drawn once.

use super::api_error::ApiError;
use super::live::LiveMatches;
use crate::service::{GameService, Match, MatchId, ServerId, ServiceError, StorageError};
use axum::body::Bytes;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::OnceCell;

/// How many matches are kept, and how many answers about each.
const MATCHES: usize = 200;
const ANSWERS: usize = 6;
/// How long it may take until watchers notice that a server allows it no longer.
const ALLOWED: Duration = Duration::from_secs(1);
/// How many servers are kept.
const SERVERS: usize = 10_000;

/// A match in the version in which watchers know it.
struct Kept {
    version: i64,
    played: Arc<OnceCell<Match>>,
    answers: HashMap<String, Arc<OnceCell<Bytes>>>,
}

/// Matches and answers about them, as someone who watches gets them.
#[derive(Default)]
pub(super) struct Watched {
    matches: Mutex<HashMap<MatchId, Kept>>,
    servers: Mutex<HashMap<ServerId, (Instant, bool)>>,
    /// How many streams have begun.
    streams: AtomicU32,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watched {
    /// The place of another stream among all others, from 0 to 1. Any number of them in a row are spread evenly.
    pub fn place(&self) -> f64 {
        const GOLDEN: f64 = 0.618_033_988_749_895;
        (f64::from(self.streams.fetch_add(1, Ordering::Relaxed)) * GOLDEN).fract()
    }

    /// Whether people who do not play may watch games of a server.
    pub async fn is_allowed(&self, service: &GameService, server: Option<ServerId>) -> Result<bool, StorageError> {
        let Some(server) = server else { return Ok(true) };
        let known = locked(&self.servers).get(&server).copied();
        if let Some((_, allows)) = known.filter(|(asked, _)| asked.elapsed() < ALLOWED) {
            return Ok(allows);
        }
        let asked = Instant::now();
        let allows = service.allows_watching(Some(server)).await?;
        let mut servers = locked(&self.servers);
        if servers.len() >= SERVERS {
            servers.clear();
        }
        servers.insert(server, (asked, allows));
        Ok(allows)
    }

    /// The match, from memory if it is watched live, because then its changes are known.
    pub async fn find(&self, service: &GameService, live: &LiveMatches, id: MatchId) -> Result<Match, ServiceError> {
        let Some(version) = live.version(id) else { return service.find(id).await };
        let cell = {
            let mut matches = locked(&self.matches);
            if matches.len() >= MATCHES && !matches.contains_key(&id) {
                matches.retain(|id, _| live.version(*id).is_some());
                if matches.len() >= MATCHES {
                    matches.clear();
                }
            }
            let new = || Kept { version, played: Arc::default(), answers: HashMap::new() };
            let kept = matches.entry(id).or_insert_with(new);
            if kept.version != version {
                *kept = new();
            }
            Arc::clone(&kept.played)
        };
        cell.get_or_try_init(|| service.find(id)).await.cloned()
    }

    /// The answer with this key about a match, which [`find`](Self::find) has found. It is made only once for each
    /// version of a match that is watched live.
    pub async fn answer(
        &self,
        played: &Match,
        key: String,
        make: impl Future<Output = Result<Value, ApiError>>,
    ) -> Result<Bytes, ApiError> {
        let written = async { make.await.map(|answer| Bytes::from(answer.to_string())) };
        let cell = locked(&self.matches).get_mut(&played.id).and_then(|kept| {
            // It has perhaps changed since, and then the next request is answered anew.
            let is_kept = kept.played.get().is_some_and(|known| known.version == played.version);
            let has_room = kept.answers.len() < ANSWERS || kept.answers.contains_key(&key);
            (is_kept && has_room).then(|| Arc::clone(kept.answers.entry(key).or_default()))
        });
        match cell {
            Some(cell) => cell.get_or_try_init(|| written).await.cloned(),
            None => written.await,
        }
    }
}
