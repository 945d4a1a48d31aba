//! Storing changes, and the events that cause them.

use crate::service::change_set::{Change, ChangeSet};
use crate::service::game_service::GameService;
use crate::service::ids::PlayerId;
use crate::service::outbox::inbox::{EventId, EventOutcome, InboxEvent};
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The event for which a service acts.
#[derive(Debug)]
pub(in crate::service) struct CurrentEvent {
    id: EventId,
    person: PlayerId,
    /// Whether the first change has recorded it.
    is_recorded: AtomicBool,
}

impl GameService {
    /// A service that acts for this event of a person. Its first change records the event, and fails with
    /// [`StorageError::AlreadyHandled`] if that has been done before.
    #[must_use]
    pub fn for_event(&self, id: EventId, person: PlayerId) -> GameService {
        let event = CurrentEvent { id, person, is_recorded: AtomicBool::new(false) };
        GameService { event: Some(Arc::new(event)), ..self.clone() }
    }

    /// The event for which the service acts.
    pub(in crate::service) fn current_event(&self) -> Option<&EventId> {
        self.event.as_ref().map(|event| &event.id)
    }

    /// What an earlier delivery of the current event has led to; `None` if there was none, or it changed nothing.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn earlier_outcome(&self) -> Result<Option<EventOutcome>, ServiceError> {
        match &self.event {
            Some(event) => Ok(self.storage.event_outcome(&event.id).await?),
            None => Ok(None),
        }
    }

    /// What another delivery of the current event has led to in the meantime; `None` if there was none, or if the change
    /// of this one was stored.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn outcome_elsewhere(&self) -> Result<Option<EventOutcome>, ServiceError> {
        match &self.event {
            Some(event) if !event.is_recorded.load(Ordering::Acquire) => self.earlier_outcome().await,
            _ => Ok(None),
        }
    }

    /// Finds out whether an interrupted change was stored. If not, or if no recorded event tells, it is a conflict: the
    /// change is decided anew from what is stored now.
    async fn after_interruption(
        &self,
        event: Option<&InboxEvent>,
        error: Box<dyn std::error::Error + Send + Sync>,
    ) -> StorageError {
        tracing::warn!(%error, "the database interrupted a change; deciding it again");
        let Some(event) = event else { return StorageError::Conflict };
        match self.storage.event_outcome(&event.id).await {
            Ok(Some(_)) => StorageError::AlreadyHandled,
            Ok(None) => StorageError::Conflict,
            Err(error) => error,
        }
    }

    /// Stores changes in one transaction. A change that was interrupted is a conflict, or has been handled.
    pub(in crate::service) async fn apply(&self, changes: Vec<Change>) -> Result<(), StorageError> {
        self.apply_new(changes).await.map(|_| ())
    }

    /// Like [`GameService::apply`]; returns what the changes have led to, with the number of what is new.
    pub(in crate::service) async fn apply_new(&self, changes: Vec<Change>) -> Result<EventOutcome, StorageError> {
        let unrecorded = self.event.as_ref().filter(|event| !event.is_recorded.load(Ordering::Acquire));
        let event = unrecorded.map(|event| InboxEvent { id: event.id.clone(), person: event.person, at: self.now() });
        let set = ChangeSet { event, changes };
        let outcome = match self.storage.apply(&set).await {
            Err(StorageError::Interrupted(error)) => {
                return Err(self.after_interruption(set.event.as_ref(), error).await);
            }
            applied => applied?,
        };
        if let Some(event) = unrecorded {
            event.is_recorded.store(true, Ordering::Release);
        }
        Ok(outcome)
    }
}
