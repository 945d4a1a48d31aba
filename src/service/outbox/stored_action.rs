//! Actions that replies and reactions to a message trigger, for platforms without buttons.

use super::address::Address;
use crate::service::ids::MessageId;
use crate::service::people::accounts::PlatformId;

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
