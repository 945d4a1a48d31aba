//! The message of the bot to which a request refers.

use crate::service::{Address, MessageId};

/// A message of the bot to which a request refers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referred {
    /// Where it is shown.
    pub address: Address,
    /// Its id.
    pub id: MessageId,
}
