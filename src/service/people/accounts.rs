//! The accounts of people on chat platforms.

use std::fmt;

/// The name of a chat platform in storage, for example `discord`. The front end of the platform defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlatformId(pub &'static str);

/// An id that a chat platform assigned, as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExternalId(pub String);

impl fmt::Display for ExternalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl ExternalId {
    /// The number to give to a new person, place or server with this id, if the number is free. A numeric id suggests
    /// itself, so that logs and rows name the people and places of Discord by the ids that hosts see there. 0 is never a
    /// person or a place.
    pub fn preferred_number(&self) -> Option<u64> {
        self.0.parse().ok().filter(|number| *number != 0)
    }
}
