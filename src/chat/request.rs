//! Requests from users, independent of the chat platform.

use super::custom_id::{ButtonAction, HelpTopic, MatchAction, ResponseMode};
use super::texts::Language;
use crate::service::EventId;
use crate::service::{
    Confirmation, DeliveryMode, Level, MatchId, MessageId, NewLocation, Pauses, PlaceId, PlayerId, ServerChannel,
    ServerId, TimeControl, Token,
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

/// Why a player cannot take part in a game that is proposed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The player is not a member of the server.
    NotInServer,
    /// The player cannot see the channel.
    CannotSeeChannel,
}

impl Absence {
    /// The message key of its text.
    pub fn key(self) -> &'static str {
        match self {
            Absence::NotInServer => "challenge-opponent-not-in-server",
            Absence::CannotSeeChannel => "challenge-opponent-cannot-see",
        }
    }
}

/// A user named in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// The user's id.
    pub id: PlayerId,
    /// The user's display name.
    pub name: String,
    /// Whether the user is a bot. Bots do not play.
    pub is_bot: bool,
    /// Why the user would not see a game here, if the platform tells.
    pub absence: Option<Absence>,
}

/// The options of a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOptions {
    /// Options of the setup, as keys and values.
    pub setup: Vec<(&'static str, String)>,
    /// The chosen side, as an option value.
    pub side: Option<String>,
    /// Whether hints are allowed.
    pub hints: bool,
    /// Whether the game is rated.
    pub rated: bool,
    /// The time control; the server's default if absent.
    pub control: Option<TimeControl>,
    /// What pauses the clocks.
    pub pauses: Pauses,
}

/// Changes to a player's schedule, all of them as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleOptions {
    /// The time zone.
    pub zone: Option<String>,
    /// The hours at night when the clocks are paused.
    pub sleep: Option<String>,
    /// Whether the clocks are paused at weekends.
    pub weekend: Option<bool>,
    /// The hours without pings.
    pub quiet: Option<String>,
    /// When the digest is sent.
    pub digest: Option<String>,
}

/// The settings of a server that can be cleared, by name.
pub const CLEARABLE_SETTINGS: [&str; 6] = ["channels", "games", "language", "time", "theme", "limit"];

/// Changes to the settings of a server. If all fields are absent, nothing is changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSettingsOptions {
    /// A channel to add to those in which games may begin, or to remove from them.
    pub channel: Option<PlaceId>,
    /// The name of a game to add to those on offer, or to remove from them.
    pub game: Option<String>,
    /// The code of the server's language.
    pub language: Option<String>,
    /// The default time control of challenges.
    pub control: Option<TimeControl>,
    /// The name of the server's board theme.
    pub theme: Option<String>,
    /// The maximum number of running games of a player.
    pub limit: Option<u32>,
    /// The setting to clear first, one of [`CLEARABLE_SETTINGS`].
    pub clear: Option<String>,
    /// What typed commands begin with, as typed; `-` for the usual one.
    pub prefix: Option<String>,
}

/// How a board is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardForm {
    /// As a picture.
    #[default]
    Picture,
    /// As a picture in which pieces show the names of their cells.
    PictureWithNames,
    /// In letters.
    Letters,
}

/// A command with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Show a hint.
    Hint,
    /// Comment on the player's last move.
    Coach,
    /// Analyse a finished game.
    Analyse,
    /// Propose a game.
    Challenge {
        /// The name of the game.
        game: String,
        /// The challenged player; absent if anyone may accept.
        opponent: Option<Opponent>,
        /// The options of the game.
        options: GameOptions,
        /// A message to the opponent.
        note: Option<String>,
    },
    /// Start a game with the engine.
    Play {
        /// The name of the game.
        game: String,
        /// The engine's level.
        level: Level,
        /// The options of the game.
        options: GameOptions,
    },
    /// Play a move, or begin to pick one.
    Move {
        /// The text of the move, unless it is to be picked.
        text: Option<String>,
    },
    /// Add a line of conditional moves, or show the stored lines.
    If {
        /// A move of the opponent, the reply, and so on.
        line: Option<String>,
    },
    /// Store a note about the game, or show it.
    Note {
        /// The text of the note.
        text: Option<String>,
    },
    /// Show the board.
    Board(BoardForm),
    /// List the requester's games.
    Games {
        /// Whether to list those that are over, instead of those that are running.
        past: bool,
    },
    /// Show the board of the most urgent game.
    Next,
    /// Show and change preferences.
    Settings,
    /// Change the schedule.
    Times(ScheduleOptions),
    /// Start or end a vacation, or show the remaining allowance.
    Vacation {
        /// The length in days.
        days: Option<u16>,
        /// Whether to end the current vacation.
        end: bool,
    },
    /// Turn reminders on or off for the game that is played here.
    Reminders {
        /// Whether reminders are wanted.
        wanted: bool,
    },
    /// Export all data stored about the requester as a file.
    ExportData,
    /// Delete all data stored about the requester, after a confirmation.
    DeleteData,
    /// Block a user, or list the blocked users.
    Block {
        /// The user to block; absent for the list.
        other: Option<Opponent>,
        /// Whether to unblock the user instead.
        remove: bool,
    },
    /// Show and change the settings of a server.
    Server(ServerSettingsOptions),
    /// End a game of this server without a result.
    EndGame {
        /// The number of the game.
        game: MatchId,
    },
    /// Show the moves so far.
    Moves,
    /// Resign, after a confirmation.
    Resign,
    /// Offer or accept a draw.
    Draw,
    /// Ask to take the last move back.
    TakeBack,
    /// Play again with seats swapped.
    Rematch,
    /// Show the moves one by one.
    Replay,
    /// Export the game record as a file.
    Export,
    /// Show the statistics of a player.
    Stats {
        /// The player; the requester if absent.
        player: Option<Opponent>,
        /// The name of the game; all games if absent.
        game: Option<String>,
    },
    /// Show the leaderboards of a server.
    Leaderboard {
        /// The name of the game; all games if absent.
        game: Option<String>,
    },
    /// Explain the rules of a game.
    Rules {
        /// The name of the game.
        game: String,
    },
    /// Explain the commands, or one of them.
    Help {
        /// The name of the command, as typed.
        command: Option<String>,
    },
    /// Show information about the bot.
    About,
    /// Accept a challenge by its code.
    Accept {
        /// The code, as typed.
        code: String,
    },
    /// Link an account on another platform.
    Link {
        /// The code, as typed; absent to get one, or to confirm.
        code: Option<String>,
    },
    /// Unlink the account with which the command is given.
    Unlink,
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
    /// A command.
    Command(Command),
    /// A button was pressed on a message.
    ButtonPressed {
        /// The action of the button.
        action: ButtonAction,
        /// The id of the message.
        message: MessageId,
    },
    /// A reaction was added that stands for a button. Everyone in a room can do that, so it is ignored unless the button
    /// is for them.
    Reacted {
        /// The action of the button.
        action: ButtonAction,
        /// The id of the message.
        message: MessageId,
    },
    /// An option was chosen from a menu.
    OptionChosen {
        /// The action of the menu.
        action: ButtonAction,
        /// The chosen value.
        value: String,
    },
    /// A form was submitted.
    FormSubmitted {
        /// The action of the form.
        action: ButtonAction,
        /// The typed text.
        text: String,
    },
    /// A user replied to a board and mentioned the bot.
    BoardReply {
        /// The action of a button on that board, which names the match and the ply.
        action: ButtonAction,
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
            RequestKind::Command(_) => "command",
            RequestKind::ButtonPressed { .. } => "button",
            RequestKind::Reacted { .. } => "reaction",
            RequestKind::OptionChosen { .. } => "menu",
            RequestKind::FormSubmitted { .. } => "form",
            RequestKind::BoardReply { .. } => "reply",
            RequestKind::Complete { .. } => "completion",
        }
    }

    /// The match that it names, if it names one.
    pub fn game(&self) -> Option<MatchId> {
        match self {
            RequestKind::ButtonPressed { action: ButtonAction::InMatch { game, .. }, .. }
            | RequestKind::Reacted { action: ButtonAction::InMatch { game, .. }, .. }
            | RequestKind::OptionChosen { action: ButtonAction::InMatch { game, .. }, .. }
            | RequestKind::FormSubmitted { action: ButtonAction::InMatch { game, .. }, .. }
            | RequestKind::BoardReply { action: ButtonAction::InMatch { game, .. }, .. } => Some(*game),
            _ => None,
        }
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
    /// The platform's event that makes the request. If the platform delivers it again, nothing is done twice. Absent for
    /// completions, which change nothing.
    pub event: Option<EventId>,
}

impl RequestKind {
    /// Whether it proposes a game.
    pub fn proposes(&self) -> bool {
        matches!(self, RequestKind::Command(Command::Challenge { .. } | Command::Rematch))
            || self.pressed_in_match() == Some(&MatchAction::Rematch)
    }

    /// Whether it can begin a game where it is made.
    pub fn begins_game(&self) -> bool {
        match self {
            RequestKind::Command(
                Command::Challenge { .. } | Command::Accept { .. } | Command::Play { .. } | Command::Rematch,
            ) => true,
            RequestKind::ButtonPressed { action, .. }
            | RequestKind::Reacted { action, .. }
            | RequestKind::OptionChosen { action, .. } => matches!(
                action,
                ButtonAction::Accept(_)
                    | ButtonAction::Help(HelpTopic::Play)
                    | ButtonAction::InMatch { action: MatchAction::Rematch | MatchAction::PlayOn, .. }
            ),
            _ => false,
        }
    }

    /// The action in a match of the button that was pressed, or that a reaction stood for.
    pub(super) fn pressed_in_match(&self) -> Option<&MatchAction> {
        match self {
            RequestKind::ButtonPressed { action: ButtonAction::InMatch { action, .. }, .. }
            | RequestKind::Reacted { action: ButtonAction::InMatch { action, .. }, .. } => Some(action),
            _ => None,
        }
    }

    /// Whether it is the text that a form in a match asked for.
    fn is_match_form(&self) -> bool {
        matches!(self, RequestKind::FormSubmitted { action: ButtonAction::InMatch { .. }, .. })
    }

    /// The usual response mode.
    fn response_mode(&self) -> ResponseMode {
        match self {
            _ if self.proposes() => ResponseMode::Immediate,
            RequestKind::Complete { .. } | RequestKind::BoardReply { .. } => ResponseMode::Immediate,
            RequestKind::ButtonPressed { action, .. }
            | RequestKind::Reacted { action, .. }
            | RequestKind::OptionChosen { action, .. } => action.response_mode(),
            RequestKind::Command(_) | RequestKind::FormSubmitted { .. } => ResponseMode::DeferredPrivate,
        }
    }
}

impl Request {
    /// The response mode of this request.
    pub fn response_mode(&self) -> ResponseMode {
        if self.consumes_buttons() { ResponseMode::DeferredUpdate } else { self.kind.response_mode() }
    }

    /// Whether it plays a move.
    pub fn is_move(&self) -> bool {
        let is_pressed =
            || matches!(self.kind.pressed_in_match(), Some(MatchAction::Play(_) | MatchAction::Confirm(_)));
        let is_command = || matches!(self.kind, RequestKind::Command(Command::Move { text: Some(_) }));
        is_pressed() || is_command() || self.kind.is_match_form()
    }

    /// Whether the buttons of the message it came from are used up once the request is carried out. In interaction-only
    /// locations this is the only opportunity to remove them.
    pub fn consumes_buttons(&self) -> bool {
        let is_pressed = || {
            let action = self.kind.pressed_in_match();
            matches!(action, Some(MatchAction::Play(_) | MatchAction::Agree(_) | MatchAction::Decline(_)))
        };
        self.context.delivery_mode == DeliveryMode::InteractionOnly && (is_pressed() || self.kind.is_match_form())
    }
}

impl RequestContext {
    /// Where a game that is requested here is played. Where games have threads of their own, a game that is requested in
    /// a thread gets another one in the same channel. Otherwise it is played right here.
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
