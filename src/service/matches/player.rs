//! The player on a seat.

pub use crate::ai::Level;
use crate::service::ids::PlayerId;

/// The placeholder for erased players in matches and challenges.
pub const ERASED_PLAYER: PlayerId = PlayerId(0);

/// The player on a seat of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person.
    Person(PlayerId),
    /// The engine, at this level.
    Engine(Level),
}

impl Player {
    /// The person, if it is one.
    pub fn person(self) -> Option<PlayerId> {
        match self {
            Player::Person(id) => Some(id),
            Player::Engine(_) => None,
        }
    }

    /// The engine's level, if it is the engine.
    pub fn level(self) -> Option<Level> {
        match self {
            Player::Person(_) => None,
            Player::Engine(level) => Some(level),
        }
    }
}

impl From<PlayerId> for Player {
    fn from(id: PlayerId) -> Self {
        Player::Person(id)
    }
}
