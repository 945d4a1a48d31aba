//! Events for the page.

use std::sync::Arc;

use serde_json::Value;

use super::id::Id;

/// An event for the page.
#[derive(Clone, Debug)]
pub(super) struct Notice {
    /// The people who may see it; `None` means everyone.
    pub audience: Option<Vec<Id>>,
    /// An object with a `type`.
    pub body: Arc<Value>,
}
