//! Requests from users, independent of the chat platform.

use super::arguments::Arguments;
use super::custom_id::{ButtonId, FormId, MenuId};
use super::texts::Language;
use crate::service::{
    Confirmation, DeliveryMode, EventId, MatchId, MessageId, NewLocation, PlaceId, PlayerId, ServerChannel, ServerId,
    Token,
};

/// The user who makes a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requester {
    /// The user's id.
    pub id: PlayerId,
    /// The user's display name on the platform. Untrusted text.
    pub name: String,
    /// The user's language.
    pub language: Language,
    /// The name of the user's board theme; empty for the default.
    pub theme: String,
    /// Whether the user wants boards turned by 180°.
    pub turned_boards: bool,
    /// Which moves the user confirms.
    pub confirmation: Confirmation,
}

/// Why the bot cannot post boards somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostingObstacle {
    /// The bot is not a member there, and its answers are shown only to the requester.
    OnlyYou,
    /// There is no other user to play with.
    Alone,
    /// The permission to see the channel is missing.
    ViewChannel,
    /// The permission to write is missing.
    SendMessages,
    /// The permission to write in threads is missing.
    SendMessagesInThreads,
    /// The permission to attach files is missing.
    AttachFiles,
    /// Nobody can write in this kind of channel.
    KindOfChannel,
    /// The bot is not a member of this private thread.
    PrivateThread,
}

impl PostingObstacle {
    /// The message key of its text, or of the permission's name.
    pub fn key(self) -> &'static str {
        match self {
            PostingObstacle::OnlyYou => "place-only-you",
            PostingObstacle::Alone => "place-alone",
            PostingObstacle::ViewChannel => "permission-view-channel",
            PostingObstacle::SendMessages => "permission-send-messages",
            PostingObstacle::SendMessagesInThreads => "permission-send-messages-in-threads",
            PostingObstacle::AttachFiles => "permission-attach-files",
            PostingObstacle::KindOfChannel => "place-no-messages",
            PostingObstacle::PrivateThread => "place-private-thread",
        }
    }
}

/// Where a request is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestContext {
    /// The channel, thread or direct message channel.
    pub id: PlaceId,
    /// The channel that the thread belongs to, if this is a thread.
    pub parent: Option<PlaceId>,
    /// The server, if the bot is a member of it.
    pub server: Option<ServerId>,
    /// Whether the requester manages that server.
    pub manages: bool,
    /// How posts are delivered there.
    pub delivery_mode: DeliveryMode,
    /// The language of public messages there.
    pub language: Language,
    /// Why the bot cannot post there; empty if it can.
    pub obstacles: Vec<PostingObstacle>,
    /// Whether the platform can remove the bot's messages about a game.
    pub can_remove_messages: bool,
}

/// What completes a text while it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// The legal moves of the game that is played here.
    Move,
    /// The names of time zones.
    Zone,
}

/// What a request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// A command, by its path of words as in `privacy export`, with its arguments.
    Command(&'static str, Arguments),
    /// A button was pressed on a message.
    ButtonPressed {
        /// The action of the button.
        action: ButtonId,
        /// The id of the message.
        message: MessageId,
    },
    /// A reaction was added that stands for a button. Everyone in a room can do that, so it is ignored unless the
    /// button is for them.
    Reacted {
        /// The action of the button.
        action: ButtonId,
        /// The id of the message.
        message: MessageId,
    },
    /// An option was chosen from a menu.
    OptionChosen {
        /// The action of the menu.
        action: MenuId,
        /// The chosen value.
        value: String,
    },
    /// A form was submitted.
    FormSubmitted {
        /// The action of the form.
        action: FormId,
        /// The typed text.
        text: String,
    },
    /// A user replied to a board and mentioned the bot.
    BoardReply {
        /// The match of the board.
        match_id: MatchId,
        /// The ply of the board.
        ply: usize,
        /// The text of the reply without the mention.
        text: String,
    },
    /// A text is being typed and needs completions.
    Complete {
        /// What completes it.
        completion: Completion,
        /// The text typed so far.
        text: String,
    },
}

impl RequestKind {
    /// The kind of request, in metrics.
    pub fn name(&self) -> &'static str {
        match self {
            RequestKind::Command(..) => "command",
            RequestKind::ButtonPressed { .. } => "button",
            RequestKind::Reacted { .. } => "reaction",
            RequestKind::OptionChosen { .. } => "menu",
            RequestKind::FormSubmitted { .. } => "form",
            RequestKind::BoardReply { .. } => "reply",
            RequestKind::Complete { .. } => "completion",
        }
    }

    /// The match that it names, if it names one.
    pub fn match_id(&self) -> Option<MatchId> {
        let at = match self {
            RequestKind::ButtonPressed { action, .. } | RequestKind::Reacted { action, .. } => action.at(),
            RequestKind::OptionChosen { action, .. } => action.at(),
            RequestKind::FormSubmitted { action, .. } => action.at(),
            RequestKind::BoardReply { match_id, ply, .. } => Some((*match_id, *ply)),
            RequestKind::Command(..) | RequestKind::Complete { .. } => None,
        };
        at.map(|(id, _)| id)
    }
}

/// A request of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The user who makes it.
    pub requester: Requester,
    /// Where it is made.
    pub context: RequestContext,
    /// What it asks for.
    pub kind: RequestKind,
    /// The token for answering later; absent if the request was a message.
    pub token: Option<Token>,
    /// The platform's event that makes the request. If the platform delivers it again, nothing is done twice. Absent
    /// for completions, which change nothing.
    pub event: Option<EventId>,
}

impl Request {
    /// The token that lets posts about a game answer this request, if the game is played in this channel. A request from
    /// another channel gives none: its answers would show the game to the people there.
    pub(in crate::chat) fn token_at(&self, channel: PlaceId) -> Option<&Token> {
        self.token.as_ref().filter(|_| self.context.id == channel || self.context.is_direct())
    }
}

impl RequestContext {
    /// Whether only the requester reads what is posted here: in direct messages with the bot.
    pub(in crate::chat) fn is_direct(&self) -> bool {
        self.server.is_none() && self.delivery_mode == DeliveryMode::Channel
    }

    /// Where a game that is requested here is played. Where games have threads of their own, a game that is requested
    /// in a thread gets another one in the same channel. Otherwise it is played right here.
    pub(in crate::chat) fn location_of_new_game(&self) -> NewLocation {
        let parent = self.parent.filter(|_| self.delivery_mode == DeliveryMode::Threads);
        NewLocation {
            channel: parent.unwrap_or(self.id),
            origin: parent.map(|_| self.id),
            server: self.server,
            delivery_mode: self.delivery_mode,
            language: self.language.code().to_owned(),
        }
    }

    /// The context as a server channel, if it is in a server.
    pub(in crate::chat) fn server_channel(&self) -> Option<ServerChannel> {
        Some(ServerChannel { server: self.server?, place: self.id, parent: self.parent })
    }
}
