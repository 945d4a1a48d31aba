//! Posts views to a platform, with numbered choices where it has no buttons.

use super::choices::{Adapted, adapt, without_attachment};
use super::platform::{Capabilities, Platform};
use super::texts::Language;
use super::view::View;
use crate::service::time::control::DAY_MS;
use crate::service::{ActionMessage, Address, GameService, InboxEvent, MessageId, Millis, StoredAction, Token};
use crate::workers::DeliveryError;
use std::borrow::Cow;
use std::sync::Arc;

/// How long a reply to a message triggers its actions.
const ACTIONS_VALID_MS: i64 = 30 * DAY_MS;

/// A message that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Its id.
    pub id: MessageId,
    /// Whether words stand for an attachment that the platform refused.
    pub is_in_words: bool,
}

/// Searches for a message: since an instant, and not before a message.
pub type Search<'a> = (Millis, Option<&'a MessageId>);

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

    /// Posts a view. If the platform refuses an attachment, words stand for it. The nonce is that of
    /// [`Platform::post`]; `event` is recorded together with the actions of the message, because the same number would
    /// mean something else after it.
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
    ) -> Result<Sent, DeliveryError> {
        self.post_in_words(to, view, language, nonce, event, None).await
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
        search: Search<'_>,
    ) -> Result<Sent, DeliveryError> {
        self.post_in_words(to, view, language, nonce, None, Some(search)).await
    }

    async fn post_in_words(
        &self,
        to: Address,
        view: &View,
        language: Language,
        nonce: &str,
        event: Option<&InboxEvent>,
        search: Option<Search<'_>>,
    ) -> Result<Sent, DeliveryError> {
        let mut view = Cow::Borrowed(view);
        loop {
            let adapted = adapt(&view, &self.capabilities(), language);
            let found = match search {
                Some((since, not_before)) => self.platform.find(to, &adapted.view, since, not_before).await?,
                None => None,
            };
            let posted = match found {
                Some(message) => {
                    tracing::info!("a post had already been delivered");
                    Ok(message)
                }
                None => self.platform.post(to, &adapted.view, nonce).await,
            };
            match posted {
                Ok(id) => {
                    self.posted(to, &id, &adapted, event).await?;
                    return Ok(Sent { id, is_in_words: matches!(view, Cow::Owned(_)) });
                }
                Err(error) => view = Cow::Owned(without_refused(&view, error, language)?),
            }
        }
    }

    /// Posts a public answer to an interaction. If the platform refuses an attachment, words stand for it.
    ///
    /// # Errors
    /// If the platform fails.
    pub async fn answer(&self, token: &Token, view: &View, language: Language) -> Result<(), DeliveryError> {
        let mut view = Cow::Borrowed(view);
        loop {
            match self.platform.answer(token, &view).await {
                Err(error) => view = Cow::Owned(without_refused(&view, error, language)?),
                Ok(()) => return Ok(()),
            }
        }
    }

    /// Replaces a message with a view. If the platform refuses an attachment, words stand for it.
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
        let mut view = Cow::Borrowed(view);
        loop {
            match self.edit_whole(at, message, &view, language, event).await {
                Err(error) => view = Cow::Owned(without_refused(&view, error, language)?),
                Ok(()) => return Ok(()),
            }
        }
    }

    /// The message that has shown a view since an instant.
    ///
    /// # Errors
    /// If the platform fails.
    pub async fn find(
        &self,
        at: Address,
        view: &View,
        language: Language,
        since: Millis,
    ) -> Result<Option<MessageId>, DeliveryError> {
        let adapted = adapt(view, &self.capabilities(), language);
        self.platform.find(at, &adapted.view, since, None).await
    }

    /// Replaces a message with a view and all its attachments.
    ///
    /// # Errors
    /// If the platform or storage fails.
    pub async fn edit_whole(
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
        let stored = self.service.delivery().store_actions(&message, actions, expires_at, event).await;
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
            let recorded = self.service.delivery().record_event(event).await;
            return recorded.map_err(DeliveryError::from);
        }
        self.store(to, message, &adapted.actions, event).await?;
        let reactions = adapted.reactions();
        if !self.capabilities().reactions || reactions.is_empty() {
            return Ok(());
        }
        match self.platform.add_reactions(to, message, &reactions).await {
            // The message is sent again with the same nonce, and then has its reactions.
            Err(error) if error.is_transient() => Err(error),
            Err(error) => {
                // Players can still reply, or add the reaction themselves.
                tracing::debug!(%error, "reactions could not be added to a message");
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }
}

/// The view without the attachment that the platform has refused. Returns the error if it is another one.
fn without_refused(view: &View, error: DeliveryError, language: Language) -> Result<View, DeliveryError> {
    match &error {
        DeliveryError::Attachment { name, .. } if view.attachments.iter().any(|file| file.name == *name) => {
            tracing::warn!(%error, "a message is sent without an attachment");
            Ok(without_attachment(view, name, language))
        }
        _ => Err(error),
    }
}
