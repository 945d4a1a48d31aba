//! A stand-in for the chat platform: it appends each message to a file, line by line, so that the messages survive a
//! kill. It never loses a message and stores nothing else.

use crate::year::SIMULATED;
use async_trait::async_trait;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use tablero::chat::views::{board, notifications};
use tablero::chat::{ButtonId, Capabilities, Platform, View};
use tablero::service::{Address, MessageId, Millis, PlaceId, PlatformId, PlayerId, Token};
use tablero::workers::DeliveryError;

/// The file of delivered messages.
pub const DELIVERED_FILE: &str = "said.txt";
/// Direct messages to a person have the person's number plus this offset as their place.
const DIRECT: u64 = 1 << 40;

/// Why a message notifies a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotificationKind {
    /// It is the player's turn, or the game is over.
    Turn,
    /// It is still the player's turn.
    Reminder,
    /// The opponent asks a question.
    Question,
}

impl NotificationKind {
    const ALL: [(NotificationKind, &str); 3] = [
        (NotificationKind::Turn, "turn"),
        (NotificationKind::Reminder, "reminder"),
        (NotificationKind::Question, "question"),
    ];

    fn of(action: &ButtonId) -> NotificationKind {
        match action {
            action if action.is(notifications::MUTE) => NotificationKind::Reminder,
            action if action.is(board::AGREE) || action.is(board::REFUSE) => NotificationKind::Question,
            _ => NotificationKind::Turn,
        }
    }
}

/// The parts of a message that the invariants need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The nonce, which is the same if the message is delivered twice.
    pub nonce: String,
    /// The match and the ply whose buttons it has.
    pub about: Option<(i64, usize)>,
    /// Why it notifies.
    pub kind: NotificationKind,
    /// The players it notifies, by a ping or a direct message.
    pub notified: Vec<u64>,
    /// Whether it is a direct message.
    pub direct: bool,
}

impl Message {
    fn of(place: PlaceId, view: &View, nonce: &str) -> Message {
        let actions = view.buttons.iter().filter_map(|button| {
            let (id, ply) = button.action.at()?;
            Some((id.0, ply, NotificationKind::of(&button.action)))
        });
        let first = actions.into_iter().next();
        let mut notified: Vec<u64> = view.pings.iter().map(|person| person.0).collect();
        let direct = place.0.checked_sub(DIRECT);
        notified.extend(direct);
        Message {
            nonce: nonce.to_owned(),
            about: first.map(|(game, ply, _)| (game, ply)),
            kind: first.map_or(NotificationKind::Turn, |(_, _, kind)| kind),
            notified,
            direct: direct.is_some(),
        }
    }

    fn line(&self) -> String {
        let (game, ply) = self.about.map_or((0, 0), |(game, ply)| (game, ply));
        let notified: Vec<String> = self.notified.iter().map(u64::to_string).collect();
        let kind = NotificationKind::ALL.iter().find(|(kind, _)| *kind == self.kind).map_or("turn", |(_, word)| word);
        let channel = if self.direct { "direct" } else { "here" };
        format!("{} {game} {ply} {kind} {channel} {}\n", self.nonce, notified.join(","))
    }

    fn read(line: &str) -> Option<Message> {
        let words: Vec<&str> = line.split(' ').collect();
        let [nonce, game, ply, kind, channel, notified] = words[..] else { return None };
        let game: i64 = game.parse().ok()?;
        Some(Message {
            nonce: nonce.to_owned(),
            about: if game == 0 { None } else { Some((game, ply.parse().ok()?)) },
            kind: NotificationKind::ALL.iter().find(|(_, word)| *word == kind).map(|(kind, _)| *kind)?,
            notified: notified
                .split(',')
                .filter(|one| !one.is_empty())
                .map(str::parse)
                .collect::<Result<_, _>>()
                .ok()?,
            direct: channel == "direct",
        })
    }
}

/// Reads all delivered messages, each once, and the number of duplicates, which the platform would have detected by
/// their nonces.
pub fn read(folder: &Path) -> std::io::Result<(Vec<Message>, usize)> {
    let text = std::fs::read_to_string(folder.join(DELIVERED_FILE))?;
    // The last line may have been cut off by a kill.
    let all: Vec<Message> =
        text.split_inclusive('\n').filter_map(|line| Message::read(line.strip_suffix('\n')?)).collect();
    let mut seen = HashSet::new();
    let once: Vec<Message> = all.iter().filter(|message| seen.insert(message.nonce.clone())).cloned().collect();
    let duplicates = all.len() - once.len();
    Ok((once, duplicates))
}

/// Whether a person blocks direct messages.
pub fn refuses(person: u64) -> bool {
    person.is_multiple_of(7)
}

/// The chat platform.
pub struct Chat {
    delivered: Mutex<File>,
}

impl Chat {
    /// Opens the platform on the messages delivered before.
    pub fn open(folder: &Path) -> std::io::Result<Chat> {
        let file = OpenOptions::new().create(true).append(true).open(folder.join(DELIVERED_FILE))?;
        Ok(Chat { delivered: Mutex::new(file) })
    }
}

/// A message id that is the same for the same nonce.
fn number(nonce: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    nonce.hash(&mut hasher);
    hasher.finish() >> 2 | 1
}

#[async_trait]
impl Platform for Chat {
    fn id(&self) -> PlatformId {
        SIMULATED
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { threads: true, buttons: true, menus: true, editing: true, ..Capabilities::none(2_000) }
    }

    async fn open_thread(&self, _: PlaceId, message: &MessageId, _: &str) -> Result<Option<PlaceId>, DeliveryError> {
        let number =
            message.0.parse().map_err(|_| DeliveryError::Never("not a message of this platform".to_owned()))?;
        Ok(Some(PlaceId(number)))
    }

    async fn add_member(&self, _: PlaceId, _: PlayerId) -> Result<(), DeliveryError> {
        Ok(())
    }

    async fn find(
        &self,
        _: Address,
        _: &View,
        _: Millis,
        _: Option<&MessageId>,
    ) -> Result<Option<MessageId>, DeliveryError> {
        // Every nonce is remembered, so there is no earlier message to look up.
        Ok(None)
    }

    async fn post(&self, to: Address, view: &View, nonce: &str) -> Result<MessageId, DeliveryError> {
        let place = match to {
            Address::Place(place) | Address::Private { place, .. } => place,
            Address::Person(person) if refuses(person.0) => {
                return Err(DeliveryError::Never("no direct messages".to_owned()));
            }
            Address::Person(person) => PlaceId(DIRECT + person.0),
        };
        let message = Message::of(place, view, nonce);
        let mut delivered = self.delivered.lock().map_err(|_| DeliveryError::Never("the file is lost".to_owned()))?;
        // A single write, so that a kill leaves a line whole or truncated, but never mixed with another.
        delivered
            .write_all(message.line().as_bytes())
            .map_err(|error| DeliveryError::Later { why: error.to_string(), after: None })?;
        Ok(MessageId(number(nonce).to_string()))
    }

    async fn answer(&self, _: &Token, _: &View) -> Result<(), DeliveryError> {
        Ok(())
    }

    async fn edit(&self, _: Address, _: &MessageId, _: &View) -> Result<(), DeliveryError> {
        Ok(())
    }

    async fn remove_buttons(&self, _: Address, _: &MessageId) -> Result<(), DeliveryError> {
        Ok(())
    }
}
