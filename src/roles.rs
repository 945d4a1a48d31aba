//! What a process of the bot does. Over PostgreSQL, several processes can share the work.

use clap::ValueEnum;

/// A part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    /// Receives events from the platforms and answers them.
    Gateway,
    /// Delivers posts.
    Outbox,
    /// Runs clocks, reminders and digests, and maintains the database.
    Scheduler,
    /// Searches for the bot's moves, and analyses games.
    Engine,
}

/// The roles of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles(Vec<Role>);

impl Default for Roles {
    /// All of them.
    fn default() -> Self {
        Roles(Role::value_variants().to_vec())
    }
}

impl From<Vec<Role>> for Roles {
    /// These, or all if there are none.
    fn from(roles: Vec<Role>) -> Self {
        if roles.is_empty() { Roles::default() } else { Roles(roles) }
    }
}

impl Roles {
    /// Whether a process has this role.
    pub fn has(&self, role: Role) -> bool {
        self.0.contains(&role)
    }

    /// Whether a process has all roles.
    pub fn are_all(&self) -> bool {
        Role::value_variants().iter().all(|role| self.has(*role))
    }
}
