//! Receives what happens in rooms.

use super::client::Client;
use super::encryption::{Encryption, EncryptionError};
use super::error::MatrixError;
use super::events::EventHandler;
use super::places::MATRIX;
use super::received::Received;
use super::room_queues::{Batch, RoomQueues};
use super::verifications::Verifications;
use crate::backoff::Retries;
use crate::health::ConnectionStatus;
use crate::service::{GameService, StorageError};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How long the homeserver waits for something to happen.
const WAIT: Duration = Duration::from_secs(30);
/// How long what was received may take before more is received beside it.
const PATIENCE: Duration = Duration::from_millis(500);
/// The first wait after a failure, and the longest.
const RETRY: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(60)];
/// How often in a row the homeserver refuses a position before the bot gives it up. A proxy may refuse anything once.
const REFUSALS_MAX: u32 = 2;
/// How often the list of direct rooms is checked for people who were erased.
const FORGET_EVERY: Duration = Duration::from_secs(60 * 60);
/// How old a message may be whose key comes late, in milliseconds. Older ones are not answered any more.
const LATE_KEY_MS: i64 = 24 * 60 * 60 * 1000;
/// Excludes events that the bot does not use.
const FILTER: &str = r#"{"presence":{"types":[]},"account_data":{"types":[]},"room":{"ephemeral":{"types":[]},
    "account_data":{"types":[]},"timeline":{"limit":50},"state":{"lazy_load_members":true}}}"#;

/// Receives events and hands them to the queues of their rooms. The position is stored together with what is not handled
/// yet, so that each event is handled at least once; what an event changes is stored together with the event.
pub struct SyncLoop {
    client: Client,
    service: GameService,
    handler: EventHandler,
    encryption: Option<Encryption>,
    verifications: Option<Verifications>,
    queues: RoomQueues,
    status: ConnectionStatus,
    /// How often in a row the homeserver has refused the position.
    refusals: u32,
}

impl SyncLoop {
    /// A loop until `stop` is cancelled. It says in `status` whether the homeserver answered the last request.
    pub fn new(
        client: Client,
        service: GameService,
        handler: EventHandler,
        encryption: Option<Encryption>,
        verifications: Option<Verifications>,
        status: ConnectionStatus,
        stop: CancellationToken,
    ) -> Self {
        let queues = RoomQueues::new(service.clone(), Arc::new(handler.clone()), stop);
        SyncLoop { client, service, handler, encryption, verifications, queues, status, refusals: 0 }
    }

    /// Runs until `stop` is cancelled.
    pub async fn run(mut self, stop: CancellationToken) {
        let begin = || Retries::new(RETRY[0], RETRY[1]);
        let mut retries = begin();
        let mut forget_at = Instant::now();
        let mut is_loaded = false;
        while !stop.is_cancelled() {
            if Instant::now() >= forget_at {
                match stop.run_until_cancelled(self.handler.forget_erased()).await {
                    Some(Err(error)) => tracing::warn!(%error, "the list of direct rooms could not be checked"),
                    _ => forget_at = Instant::now() + FORGET_EVERY,
                }
            }
            let receiving = async {
                if !is_loaded {
                    self.queues.load().await?;
                    is_loaded = true;
                }
                self.receive().await
            };
            let failed = match stop.run_until_cancelled(receiving).await {
                None => return,
                Some(Ok(())) => {
                    if retries.has_failed() {
                        self.queues.try_again();
                    }
                    retries = begin();
                    self.status.set(true);
                    continue;
                }
                Some(Err(error)) => error,
            };
            self.status.set(false);
            let asked = match &failed {
                ReceiveError::Matrix(MatrixError::Limited(wait)) => Some(*wait),
                _ => None,
            };
            tracing::warn!(error = %failed, "could not receive events from the homeserver");
            if matches!(&failed, ReceiveError::Matrix(error) if error.is_token_refused()) {
                // No guess how long that takes: after a kill it is as long as the lease of a renewal.
                stop.run_until_cancelled(self.client.token_replaced()).await;
                self.queues.try_again();
            } else {
                stop.run_until_cancelled(retries.pause(asked)).await;
            }
        }
    }

    /// Receives events once, and waits a moment until they are handled. What happened before the first position is
    /// skipped, except for invitations.
    async fn receive(&mut self) -> Result<(), ReceiveError> {
        let stored = self.service.queries().sync_position(MATRIX).await?;
        let since = stored.filter(|_| self.refusals < REFUSALS_MAX);
        let wait = if since.is_some() { WAIT } else { Duration::ZERO };
        let response = match self.client.sync(since.as_deref(), FILTER, wait).await {
            Err(error @ MatrixError::Refused { status: 400 | 404 | 410, .. }) if since.is_some() => {
                self.refusals = if error.code() == Some("M_UNKNOWN_POS") { REFUSALS_MAX } else { self.refusals + 1 };
                if self.refusals >= REFUSALS_MAX {
                    tracing::warn!(
                        "the homeserver does not know the position any more; what happened since is skipped"
                    );
                    if let Some(encryption) = &self.encryption {
                        encryption.missed_changes().await?;
                    }
                }
                return Err(error.into());
            }
            response => response?,
        };
        self.refusals = 0;
        let batch = Batch::default();
        if let Some(encryption) = &self.encryption {
            if let Some(verifications) = &self.verifications {
                verifications.before(&response).await;
            }
            // Keys come first, because the events of the same response need them.
            let (keys, begun) = encryption.receive(&response).await?;
            if let Some(verifications) = &self.verifications {
                verifications.received(begun).await;
            }
            let not_before = self.service.now().plus(-LATE_KEY_MS);
            for key in &keys {
                let late = encryption.waiting_for(key, not_before).await?;
                self.queues.push(&key.room, late.into_iter().map(Received::EventId).collect(), &batch);
            }
            if !keys.is_empty() {
                self.queues.try_again();
            }
        }
        let rooms = &response.rooms;
        for room in rooms.leave.keys() {
            self.handler.left(room);
            self.queues.left(room);
        }
        let own = self.handler.user();
        for (room, invitation) in &rooms.invite {
            self.queues.push(room, vec![Received::invitation(invitation, own)], &batch);
        }
        for (room, joined) in rooms.join.iter().filter(|_| since.is_some()) {
            joined
                .state
                .events
                .iter()
                .chain(&joined.timeline.events)
                .for_each(|event| self.handler.noticed(room, event));
            self.queues.push(room, Received::in_room(joined, own), &batch);
        }
        // Otherwise they go on beside what is received next, and survive a restart because they are stored now.
        let _ = tokio::time::timeout(PATIENCE, batch.handled()).await;
        self.queues.store(&response.next_batch, self.encryption.as_ref()).await?;
        if let Some(encryption) = &self.encryption {
            if let Err(error) = encryption.send_requests().await {
                tracing::info!(%error, "the homeserver did not take what this device has to say about keys");
            }
            if let Err(error) = encryption.back_up().await {
                tracing::info!(%error, "the homeserver did not take room keys for the backup");
            }
        }
        Ok(())
    }
}

#[derive(Debug, thiserror::Error)]
enum ReceiveError {
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Encryption(#[from] EncryptionError),
}
