//! Where a message is shown.

use crate::service::ids::{PlaceId, PlayerId};

/// Where a message is shown: in a place, or to one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// A channel or a thread, for everyone there.
    Place(PlaceId),
    /// The direct messages with a person.
    Person(PlayerId),
    /// A channel or a thread, for one person there.
    Private {
        /// The channel or thread.
        place: PlaceId,
        /// The person.
        person: PlayerId,
    },
}

impl Address {
    /// The place; `None` for direct messages.
    pub fn place(self) -> Option<PlaceId> {
        match self {
            Address::Place(place) | Address::Private { place, .. } => Some(place),
            Address::Person(_) => None,
        }
    }

    /// The only person who sees a message there; `None` if everyone does.
    pub fn person(self) -> Option<PlayerId> {
        match self {
            Address::Place(_) => None,
            Address::Person(person) | Address::Private { person, .. } => Some(person),
        }
    }

    /// The address with this place and this person; `None` if there is neither.
    pub fn new(place: Option<PlaceId>, person: Option<PlayerId>) -> Option<Address> {
        match (place, person) {
            (Some(place), None) => Some(Address::Place(place)),
            (None, Some(person)) => Some(Address::Person(person)),
            (Some(place), Some(person)) => Some(Address::Private { place, person }),
            (None, None) => None,
        }
    }
}
