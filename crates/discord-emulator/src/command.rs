//! A command that the application has registered.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::Id;

/// A registered command. `body` is the registered object with absent fields filled in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Command {
    pub id: Id,
    pub version: Id,
    /// The server it belongs to; `None` for a global command.
    pub guild: Option<Id>,
    pub body: Value,
}

impl Command {
    /// The command's unlocalized name.
    pub fn name(&self) -> &str {
        self.body["name"].as_str().unwrap_or_default()
    }

    /// What identifies the command when it is registered again: its server, name and type.
    pub fn key(&self) -> (Option<Id>, &str, Option<u64>) {
        (self.guild, self.name(), self.body["type"].as_u64())
    }
}
