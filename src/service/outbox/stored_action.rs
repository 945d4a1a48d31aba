//! Actions that replies and reactions to a message trigger, for platforms without buttons.

use super::address::Address;
use super::inbox::InboxEvent;
use crate::service::ids::{MessageId, Millis};
use crate::service::people::accounts::PlatformId;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// An action that a reply to a message triggers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAction {
    /// What triggers it: a number such as `2`, or a word for every other reply.
    pub key: String,
    /// The action, encoded like the custom id of a button.
    pub action: String,
    /// The chosen value, if it is an option of a menu.
    pub value: Option<String>,
}

/// A message whose replies trigger actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionMessage {
    /// Its platform.
    pub platform: PlatformId,
    /// Its id there.
    pub id: MessageId,
    /// Where it is shown.
    pub address: Address,
}

/// Storage of actions. Every operation is one transaction.
#[async_trait]
pub trait StoredActionStorage: Send + Sync {
    /// Stores the actions of a message, in place of any that it had, and records the event that led to the message, if it
    /// is not recorded yet. The actions can be deleted after `expires_at`.
    ///
    /// # Errors
    /// If storage fails.
    async fn store_actions(
        &self,
        message: &ActionMessage,
        actions: &[StoredAction],
        expires_at: Millis,
        event: Option<&InboxEvent>,
    ) -> Result<(), StorageError>;

    /// The actions of a message and its address; `None` if it has none.
    ///
    /// # Errors
    /// If storage fails.
    async fn stored_actions(
        &self,
        platform: PlatformId,
        message: &MessageId,
    ) -> Result<Option<(Address, Vec<StoredAction>)>, StorageError>;

    /// The latest message with actions at any of these addresses; `None` if there is none.
    ///
    /// # Errors
    /// If storage fails.
    async fn latest_action_message(
        &self,
        platform: PlatformId,
        addresses: &[Address],
    ) -> Result<Option<MessageId>, StorageError>;
}
