//! Posts views to a platform, with numbered choices where it has no buttons.

use super::choices::{Adapted, adapt};
use super::platform::{Capabilities, Platform};
use super::texts::Language;
use super::view::View;
use crate::service::time::control::DAY_MS;
use crate::service::{ActionMessage, Address, GameService, InboxEvent, MessageId, Millis, StoredAction};
use crate::workers::DeliveryError;
use std::sync::Arc;

/// How long a reply to a message triggers its actions.
const ACTIONS_VALID_MS: i64 = 30 * DAY_MS;

/// Posts views to a platform. Cheap to clone.
#[derive(Clone)]
pub struct MessageSender {
    service: GameService,
    platform: Arc<dyn Platform>,
}

impl MessageSender {
    /// Creates a sender for a platform.
    pub fn new(service: GameService, platform: Arc<dyn Platform>) -> Self {
        MessageSender { service, platform }
    }

    /// The platform.
    pub fn platform(&self) -> &dyn Platform {
        &*self.platform
    }

    /// What the platform can do.
    pub fn capabilities(&self) -> Capabilities {
        self.platform.capabilities()
    }

    /// Posts a view. The nonce is that of [`Platform::post`]; `event` is recorded together with the actions of the
    /// message, because the same number would mean something else after it.
    ///
    /// # Errors
    /// If the platform or storage fails.
    pub async fn post(
        &self,
        to: Address,
        view: &View,
        language: Language,
        nonce: &str,
        event: Option<&InboxEvent>,
    ) -> Result<MessageId, DeliveryError> {
        let adapted = adapt(view, &self.capabilities(), language);
        let message = self.platform.post(to, &adapted.view, nonce).await?;
        self.posted(to, &message, &adapted, event).await?;
        Ok(message)
    }

    /// Posts a view unless a message has shown it since an instant, and not before the message `not_before`.
    ///
    /// # Errors
    /// If the platform or storage fails.
    pub async fn post_unless_found(
        &self,
        to: Address,
        view: &View,
        language: Language,
        nonce: &str,
        (since, not_before): (Millis, Option<&MessageId>),
    ) -> Result<MessageId, DeliveryError> {
        let adapted = adapt(view, &self.capabilities(), language);
        match self.platform.find(to, &adapted.view, since, not_before).await? {
            Some(message) => {
                tracing::info!("a post had already been delivered");
                self.posted(to, &message, &adapted, None).await?;
                Ok(message)
            }
            None => self.post(to, view, language, nonce, None).await,
        }
    }

    /// Replaces a message with a view.
    ///
    /// # Errors
    /// If the platform or storage fails.
    pub async fn edit(
        &self,
        at: Address,
        message: &MessageId,
        view: &View,
        language: Language,
        event: Option<&InboxEvent>,
    ) -> Result<(), DeliveryError> {
        let adapted = adapt(view, &self.capabilities(), language);
        self.platform.edit(at, message, &adapted.view).await?;
        if !self.capabilities().buttons || !self.capabilities().menus {
            // Also when there are none: those of the view before no longer fit.
            self.store(at, message, &adapted.actions, event).await?;
        }
        Ok(())
    }

    /// Stores what replies to a message trigger.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn store(
        &self,
        address: Address,
        message: &MessageId,
        actions: &[StoredAction],
        event: Option<&InboxEvent>,
    ) -> Result<(), DeliveryError> {
        let message = ActionMessage { platform: self.platform.id(), id: message.clone(), address };
        let expires_at = self.service.now().plus(ACTIONS_VALID_MS);
        let stored = self.service.storage().store_actions(&message, actions, expires_at, event).await;
        stored.map_err(DeliveryError::from)
    }

    async fn posted(
        &self,
        to: Address,
        message: &MessageId,
        adapted: &Adapted<'_>,
        event: Option<&InboxEvent>,
    ) -> Result<(), DeliveryError> {
        if adapted.actions.is_empty() {
            // The message may be one that was posted with this nonce before, and keeps its actions.
            let Some(event) = event else { return Ok(()) };
            let recorded = self.service.storage().record_event(event).await;
            return recorded.map_err(DeliveryError::from);
        }
        self.store(to, message, &adapted.actions, event).await?;
        let reactions = adapted.reactions();
        if self.capabilities().reactions
            && !reactions.is_empty()
            && let Err(error) = self.platform.add_reactions(to, message, &reactions).await
        {
            // Players can still reply, or add the reaction themselves.
            tracing::debug!(%error, "reactions could not be added to a message");
        }
        Ok(())
    }
}
