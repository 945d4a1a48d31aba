//! Receives what happens in rooms.

use super::api::{Event, JoinedRoom, SyncResponse};
use super::client::Client;
use super::error::MatrixError;
use super::events::EventHandler;
use super::places::MATRIX;
use crate::backoff::backoff;
use crate::health::ConnectionStatus;
use crate::service::{GameService, ServiceError, StorageError};
use crate::workers::DeliveryError;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// How long the homeserver waits for something to happen.
const WAIT: Duration = Duration::from_secs(30);
/// The first wait after a failure, and the longest.
const RETRY: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(60)];
/// How often the list of direct rooms is checked for people who were erased.
const FORGET_EVERY: Duration = Duration::from_secs(60 * 60);
/// The number of pages that are read to fill a gap. Older events of a room are skipped.
const GAP_PAGES_MAX: usize = 10;
/// Excludes events that the bot does not use.
const FILTER: &str = r#"{"presence":{"types":[]},"account_data":{"types":[]},"room":{"ephemeral":{"types":[]},
    "account_data":{"types":[]},"timeline":{"limit":50},"state":{"lazy_load_members":true}}}"#;

/// Receives events and hands them on, each at least once: the position is stored after all of them are handled, and
/// what an event changes is stored together with the event.
#[derive(Clone)]
pub struct SyncLoop {
    client: Client,
    service: GameService,
    handler: EventHandler,
    status: ConnectionStatus,
}

/// Why the loop ended.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    /// The homeserver does not accept the access token any more.
    #[error("the homeserver refused the access token: set another one in [matrix]")]
    Token,
}

impl SyncLoop {
    /// A loop that hands events to this handler.
    pub fn new(client: Client, service: GameService, handler: EventHandler) -> Self {
        SyncLoop { client, service, handler, status: ConnectionStatus::default() }
    }

    /// Whether the homeserver answered the last request.
    pub fn status(&self) -> ConnectionStatus {
        self.status.clone()
    }

    /// Runs until `stop` is cancelled.
    ///
    /// # Errors
    /// If the homeserver refuses the access token.
    pub async fn run(&self, stop: CancellationToken) -> Result<(), SyncError> {
        let mut failures = 0;
        let mut forget_at = Instant::now();
        while !stop.is_cancelled() {
            if Instant::now() >= forget_at {
                match stop.run_until_cancelled(self.handler.forget_erased()).await {
                    Some(Err(error)) => tracing::warn!(%error, "the list of direct rooms could not be checked"),
                    _ => forget_at = Instant::now() + FORGET_EVERY,
                }
            }
            let failed = match stop.run_until_cancelled(self.receive()).await {
                None => return Ok(()),
                Some(Ok(())) => {
                    failures = 0;
                    self.status.set(true);
                    continue;
                }
                Some(Err(error)) => error,
            };
            self.status.set(false);
            let asked = match &failed {
                ReceiveError::Matrix(error) if error.code() == Some("M_UNKNOWN_TOKEN") => return Err(SyncError::Token),
                ReceiveError::Matrix(MatrixError::Limited(wait)) => *wait,
                _ => Duration::ZERO,
            };
            tracing::warn!(error = %failed, "could not receive events from the homeserver");
            let wait = backoff(RETRY[0], RETRY[1], failures).max(asked);
            failures += 1;
            stop.run_until_cancelled(tokio::time::sleep(wait)).await;
        }
        Ok(())
    }

    /// Receives events once, and handles them.
    async fn receive(&self) -> Result<(), ReceiveError> {
        let since = self.service.storage().sync_position(MATRIX).await?;
        let wait = if since.is_some() { WAIT } else { Duration::ZERO };
        let response = self.client.sync(since.as_deref(), FILTER, wait).await?;
        let next = response.next_batch.clone();
        self.handle(response, since.is_none()).await?;
        self.service.storage().set_sync_position(MATRIX, &next).await?;
        Ok(())
    }

    /// Handles what has happened. The events of a room are handled in their order, rooms side by side. What happened
    /// before the first start is skipped, except for invitations.
    async fn handle(&self, response: SyncResponse, is_first: bool) -> Result<(), ReceiveError> {
        for (room, invitation) in &response.rooms.invite {
            if let Err(error) = self.handler.invited(room, invitation).await {
                tracing::warn!(%error, "an invitation could not be accepted");
            }
        }
        response.rooms.leave.keys().for_each(|room| self.handler.left(room));
        if is_first {
            return Ok(());
        }
        let mut rooms = JoinSet::new();
        for (room, joined) in response.rooms.join {
            let this = self.clone();
            rooms.spawn(async move { this.room(&room, &joined).await });
        }
        while let Some(handled) = rooms.join_next().await {
            match handled {
                Ok(handled) => handled?,
                // If it were received again, it would panic again.
                Err(error) => tracing::error!(%error, "the events of a room are skipped"),
            }
        }
        Ok(())
    }

    async fn room(&self, room: &str, joined: &JoinedRoom) -> Result<(), ReceiveError> {
        let timeline = &joined.timeline;
        let missed = match &timeline.prev_batch {
            Some(before) if timeline.limited => self.missed(room, before).await?,
            _ => Vec::new(),
        };
        for event in joined.state.events.iter().chain(&missed).chain(&timeline.events) {
            match self.handler.event(room, event).await {
                // The whole response is received again, and what was handled changes nothing then.
                Err(DeliveryError::Later { why, .. }) => return Err(ReceiveError::Unhandled(why)),
                Err(error) => tracing::warn!(%error, event = event.event_id, "an event was not answered"),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// The events that a response has left out, the oldest first: those since the last one that changed something.
    async fn missed(&self, room: &str, before: &str) -> Result<Vec<Event>, ReceiveError> {
        let (mut missed, mut from) = (Vec::new(), Some(before.to_owned()));
        let Some(heartbeat) = self.service.storage().last_heartbeat().await? else { return Ok(missed) };
        // The bot was up until the last heartbeat, and had received what happened an hour before that.
        let since = heartbeat.plus(-60 * 60 * 1000);
        for _ in 0..GAP_PAGES_MAX {
            let Some(position) = from else { break };
            let page = self.client.messages_before(room, Some(&position), None).await?;
            let is_last = page.chunk.iter().any(|event| event.origin_server_ts < since.0);
            missed.extend(page.chunk.into_iter().filter(|event| event.origin_server_ts >= since.0));
            from = page.end.filter(|_| !is_last);
        }
        missed.reverse();
        Ok(missed)
    }
}

#[derive(Debug, thiserror::Error)]
enum ReceiveError {
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    #[error(transparent)]
    Service(#[from] ServiceError),
    #[error("an event could not be handled: {0}")]
    Unhandled(String),
}

impl From<StorageError> for ReceiveError {
    fn from(error: StorageError) -> Self {
        ReceiveError::Service(error.into())
    }
}
