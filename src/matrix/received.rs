//! What the homeserver says has happened in a room, as the bot handles it.

use super::api::{Event, InvitedRoom, JoinedRoom};
use crate::service::{Millis, PendingEvent, PendingKey, PendingKind};

/// The longest id of an event or a room, in bytes, and the longest position of the homeserver.
const ID_MAX: usize = 255;
const POSITION_MAX: usize = 4096;

/// Something to handle in a room.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    /// An event.
    Event(Box<Event>),
    /// An event that was received before a restart. The homeserver has what it says.
    EventId(String),
    /// The homeserver has left out the events before this position.
    Gap(String),
    /// The bot is invited.
    Invitation {
        /// Who invites it.
        inviter: String,
        /// Whether to a conversation of two.
        is_direct: bool,
        /// Whether the invitation says that the room is encrypted.
        is_encrypted: bool,
    },
    /// The state of this other room names the room as its successor.
    SuccessorOf(String),
}

impl Received {
    /// What is stored of it while it cannot be handled.
    pub fn pending(&self, room: &str, received_at: Millis) -> PendingEvent {
        let (mut sender, mut direct) = (None, false);
        let (kind, subject) = match self {
            Received::Event(event) => (PendingKind::Event, event.event_id.clone()),
            Received::EventId(id) => (PendingKind::Event, id.clone()),
            Received::Gap(position) => (PendingKind::Gap, position.clone()),
            Received::Invitation { inviter, is_direct, .. } => {
                (sender, direct) = (Some(inviter.clone()), *is_direct);
                (PendingKind::Invitation, String::new())
            }
            Received::SuccessorOf(room) => (PendingKind::Successor, room.clone()),
        };
        let key = PendingKey { room: room.to_owned(), kind, subject };
        PendingEvent { key, sender, is_direct: direct, received_at }
    }

    /// Whether the bot enters the room, which takes long if its server is far away.
    pub fn enters(&self) -> bool {
        matches!(self, Received::Invitation { .. } | Received::SuccessorOf(_))
    }

    /// What was stored.
    pub fn from_pending(pending: PendingEvent) -> Received {
        let PendingEvent { key: PendingKey { kind, subject, .. }, sender, is_direct, .. } = pending;
        match kind {
            PendingKind::Event => Received::EventId(subject),
            PendingKind::Gap => Received::Gap(subject),
            PendingKind::Invitation => {
                Received::Invitation { inviter: sender.unwrap_or_default(), is_direct, is_encrypted: false }
            }
            PendingKind::Successor => Received::SuccessorOf(subject),
        }
    }

    /// An invitation of this user.
    pub fn invitation(room: &InvitedRoom, own: &str) -> Received {
        let events = &room.invite_state.events;
        let invitation =
            events.iter().find(|event| event.kind == "m.room.member" && event.state_key.as_deref() == Some(own));
        Received::Invitation {
            inviter: invitation.map(|event| event.sender.clone()).unwrap_or_default(),
            is_direct: invitation.is_some_and(|event| event.content["is_direct"].as_bool().unwrap_or_default()),
            is_encrypted: events.iter().any(|event| event.kind == "m.room.encryption"),
        }
    }

    /// What has happened in a room that this user has joined, in order. What happened there before the user came, or
    /// while they were not there, is not part of it.
    pub fn in_room(room: &JoinedRoom, own: &str) -> Vec<Received> {
        let timeline = &room.timeline;
        let arrived = timeline.events.iter().rposition(|event| is_arrival(event, own));
        let gap = timeline.prev_batch.as_ref().filter(|_| timeline.limited && arrived.is_none());
        let gap = gap.filter(|position| position.len() <= POSITION_MAX).cloned().map(Received::Gap);
        let news = &timeline.events[arrived.map_or(0, |at| at + 1)..];
        let event = |event: &Event| concerns(event, own).then(|| Received::Event(Box::new(event.clone())));
        room.state.events.iter().filter_map(event).chain(gap).chain(news.iter().filter_map(event)).collect()
    }
}

/// Whether a user comes into a room with this event. A member who changes their name sends a similar one.
pub fn is_arrival(event: &Event, own: &str) -> bool {
    event.kind == "m.room.member"
        && event.state_key.as_deref() == Some(own)
        && event.content["membership"] == "join"
        && event.unsigned["prev_content"]["membership"] != "join"
}

/// Whether an event of a room can have consequences for the bot beyond what it remembers of the room. The table of
/// docs/matrix.md has them all.
pub fn concerns(event: &Event, own: &str) -> bool {
    if event.sender == own || event.event_id.is_empty() || event.event_id.len() > ID_MAX {
        return false;
    }
    match event.kind.as_str() {
        // The answer to an edited command would come twice.
        "m.room.message" => {
            event.content["msgtype"] == "m.text" && event.content["m.relates_to"]["rel_type"] != "m.replace"
                || is_verification(event)
        }
        "m.reaction" | "m.room.encrypted" => true,
        "m.room.encryption" | "m.room.tombstone" => event.state_key.as_deref() == Some(""),
        _ => is_verification(event),
    }
}

/// Whether an event belongs to the verification of a person.
pub fn is_verification(event: &Event) -> bool {
    match event.kind.as_str() {
        "m.room.message" => event.content["msgtype"] == "m.key.verification.request",
        kind => kind.starts_with("m.key.verification."),
    }
}

/// The room that a tombstone names, if it is one.
pub fn replacement(content: &serde_json::Value) -> Option<&str> {
    content["replacement_room"].as_str().filter(|room| room.starts_with('!') && room.len() <= ID_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const OWN: &str = "@tablero:b";

    fn event(json: Value) -> Event {
        serde_json::from_value(json).expect("an event")
    }

    fn message(id: &str) -> Event {
        event(json!({ "event_id": id, "type": "m.room.message", "sender": "@a:b",
            "content": { "msgtype": "m.text", "body": "!tablero play" } }))
    }

    fn membership(membership: &str, before: Value) -> Event {
        event(json!({ "event_id": "$m", "type": "m.room.member", "sender": "@a:b", "state_key": OWN,
            "content": { "membership": membership }, "unsigned": { "prev_content": before } }))
    }

    fn room(events: Vec<Event>, limited: bool) -> JoinedRoom {
        let mut room = JoinedRoom::default();
        room.timeline.events = events;
        room.timeline.limited = limited;
        room.timeline.prev_batch = Some("p".to_owned());
        room
    }

    fn subjects(room: &JoinedRoom) -> Vec<String> {
        let received = Received::in_room(room, OWN);
        received.iter().map(|received| received.pending("!r:b", Millis(0)).key.subject).collect()
    }

    #[test]
    fn what_was_written_before_the_bot_came_or_while_it_was_away_is_history() {
        let joined = || membership("join", json!({ "membership": "invite" }));
        let was_kicked = membership("leave", json!({ "membership": "join" }));
        let events = vec![message("$1"), was_kicked, message("$2"), joined(), message("$3")];
        assert_eq!(subjects(&room(events.clone(), true)), ["$3"], "nor are the events of the gap before");
        // A new name is no arrival; nor is that of another member.
        let renamed = membership("join", json!({ "membership": "join" }));
        let mut other = joined();
        other.state_key = Some("@c:b".to_owned());
        assert_eq!(subjects(&room(vec![message("$1"), renamed, other, message("$2")], false)), ["$1", "$2"]);
        assert_eq!(subjects(&room(vec![message("$1")], true)), ["p", "$1"], "the gap comes first");
    }

    #[test]
    fn events_without_consequences_are_left_out() {
        let mut own = message("$1");
        own.sender = OWN.to_owned();
        let mut notice = message("$2");
        notice.content["msgtype"] = "m.notice".into();
        let mut edit = message("$3");
        edit.content["m.relates_to"] = json!({ "rel_type": "m.replace", "event_id": "$1" });
        let mut long = message("$4");
        long.event_id = "$".repeat(256);
        let mut stateless = message("$5");
        stateless.kind = "m.room.tombstone".to_owned();
        let mut keyed = stateless.clone();
        keyed.state_key = Some("x".to_owned());
        for left_out in [own, notice, edit, long, message(""), stateless.clone(), keyed] {
            assert!(!concerns(&left_out, OWN), "{left_out:?}");
        }
        stateless.state_key = Some(String::new());
        assert!(concerns(&stateless, OWN));
    }

    #[test]
    fn a_successor_is_named_by_the_id_of_a_room() {
        assert_eq!(replacement(&json!({ "replacement_room": "!new:b" })), Some("!new:b"));
        for other in [json!("#alias:b"), json!(7), json!(""), json!("!".repeat(256))] {
            assert_eq!(replacement(&json!({ "replacement_room": other })), None);
        }
    }

    #[test]
    fn what_is_stored_is_read_again_without_what_was_written() {
        let invitation = Received::Invitation { inviter: "@a:b".to_owned(), is_direct: true, is_encrypted: false };
        for received in [
            Received::EventId("$1".to_owned()),
            Received::Gap("p".to_owned()),
            invitation,
            Received::SuccessorOf("!old:b".to_owned()),
        ] {
            assert_eq!(Received::from_pending(received.pending("!r:b", Millis(7))), received);
        }
        let pending = Received::Event(Box::new(message("$1"))).pending("!r:b", Millis(7));
        assert_eq!(pending.sender, None);
        assert_eq!(Received::from_pending(pending), Received::EventId("$1".to_owned()));
    }
}
