//! Maps rooms and threads to places, and back.
//!
//! A thread is a room and its root event: its id is the room's id, a blank, and the event's id.

use crate::service::{
    ExternalId, ExternalOrigin, ExternalPlace, GameService, Origin, PlaceId, PlatformId, ServerId, StorageError,
};

/// Matrix's name in storage.
pub const MATRIX: PlatformId = PlatformId("matrix");

/// A room, or a thread in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RoomPlace {
    /// The id of the room.
    pub room: String,
    /// The id of the first event of the thread, if it is one.
    pub thread: Option<String>,
}

impl RoomPlace {
    /// A room.
    pub fn room(room: &str) -> Self {
        RoomPlace { room: room.to_owned(), thread: None }
    }

    fn external(&self) -> ExternalId {
        ExternalId(match &self.thread {
            Some(thread) => format!("{} {thread}", self.room),
            None => self.room.clone(),
        })
    }

    fn from_external(id: &ExternalId) -> Self {
        match id.0.split_once(' ') {
            Some((room, thread)) => RoomPlace { room: room.to_owned(), thread: Some(thread.to_owned()) },
            None => RoomPlace::room(&id.0),
        }
    }
}

/// Returns the place of a room or thread. Stores a new one.
///
/// # Errors
/// If storage fails.
pub async fn place_of(
    service: &GameService,
    place: &RoomPlace,
    parent: Option<PlaceId>,
    server: Option<ServerId>,
) -> Result<PlaceId, StorageError> {
    service.place_of(MATRIX, &ExternalPlace { id: place.external(), parent, server }).await
}

/// Returns who makes a request and where: in a room, or in a thread of it, which belongs to the room or space `server`.
/// Stores whatever is new.
///
/// # Errors
/// If storage fails.
pub async fn origin_of(
    service: &GameService,
    user: &str,
    server: Option<&str>,
    room: &str,
    thread: Option<&str>,
) -> Result<Origin, StorageError> {
    let thread = thread.map(|thread| RoomPlace { room: room.to_owned(), thread: Some(thread.to_owned()) });
    let origin = ExternalOrigin {
        account: ExternalId(user.to_owned()),
        server: server.map(|server| ExternalId(server.to_owned())),
        channel: RoomPlace::room(room).external(),
        thread: thread.map(|thread| thread.external()),
    };
    service.origin_of(MATRIX, &origin).await
}

/// Returns the place of a room or thread, if it is stored.
///
/// # Errors
/// If storage fails.
pub async fn find_place(service: &GameService, place: &RoomPlace) -> Result<Option<PlaceId>, StorageError> {
    service.queries().find_place(MATRIX, &place.external()).await
}

/// Returns the server that a space or a room counts as, if it is stored.
///
/// # Errors
/// If storage fails.
pub async fn find_server(service: &GameService, room: &str) -> Result<Option<ServerId>, StorageError> {
    service.queries().find_server(MATRIX, &ExternalId(room.to_owned())).await
}

/// Moves a room and its games to its successor. Returns whether the room was known.
///
/// # Errors
/// If storage fails.
pub async fn replace_room(service: &GameService, room: &str, successor: &str) -> Result<bool, StorageError> {
    let [old, new] = [room, successor].map(|room| ExternalId(room.to_owned()));
    service.replace_channel(MATRIX, &old, &new).await
}

/// Returns the room or thread of a place; `None` if it is on another platform.
///
/// # Errors
/// If storage fails.
pub async fn room_of(service: &GameService, place: PlaceId) -> Result<Option<RoomPlace>, StorageError> {
    let found = service.queries().places_on(MATRIX, &[place]).await?;
    Ok(found.first().map(|(_, id)| RoomPlace::from_external(id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_a_room_and_an_event() {
        let thread = RoomPlace { room: "!a:example.org".to_owned(), thread: Some("$b".to_owned()) };
        for place in [thread, RoomPlace::room("!a:example.org")] {
            assert_eq!(RoomPlace::from_external(&place.external()), place);
        }
    }
}
