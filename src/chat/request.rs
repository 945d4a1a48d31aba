//! What somebody wants, whatever chat platform it came from.

use super::custom_id::{ButtonAction, MatchAction};
use super::texts::Language;
use crate::chat::views::pictures::PictureOptions;
use crate::service::{DeliveryMode, MatchId, Pauses, PlaceId, PlayerId, ServerId, TimeControl, Token};

/// Somebody who wants something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requester {
    /// The person's number.
    pub id: PlayerId,
    /// How the person is called there. Anything may stand in it.
    pub name: String,
    /// The person's language.
    pub language: Language,
    /// How boards look to the person, by the name of a theme; the usual one when empty.
    pub theme: String,
}

impl Requester {
    /// How pictures for this person are wanted.
    pub fn wanted(&self) -> PictureOptions {
        PictureOptions::from(self.language).in_theme(&self.theme)
    }
}

/// What keeps us from posting boards at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostingObstacle {
    /// We are no member there, and what we answer is shown to nobody else.
    OnlyYou,
    /// Nobody else is there to play with.
    Alone,
    /// The permission to see the channel is missing.
    ViewChannel,
    /// The permission to write is missing.
    SendMessages,
    /// The permission to attach files is missing.
    AttachFiles,
}

impl PostingObstacle {
    /// The key of its sentence, or of the permission's name.
    pub fn key(self) -> &'static str {
        match self {
            PostingObstacle::OnlyYou => "place-only-you",
            PostingObstacle::Alone => "place-alone",
            PostingObstacle::ViewChannel => "permission-view-channel",
            PostingObstacle::SendMessages => "permission-send-messages",
            PostingObstacle::AttachFiles => "permission-attach-files",
        }
    }
}

/// Where it is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestContext {
    /// The channel, thread, or direct messages.
    pub id: PlaceId,
    /// The channel that a thread belongs to, if it is one.
    pub parent: Option<PlaceId>,
    /// The server in which that is, if it is in one that we are a member of.
    pub server: Option<ServerId>,
    /// Whether the person manages that server.
    pub manages: bool,
    /// How posts reach it.
    pub reach: DeliveryMode,
    /// The language in which everybody there is spoken to.
    pub language: Language,
    /// What keeps us from posting there; empty when nothing does.
    pub obstacles: Vec<PostingObstacle>,
}

/// Why a player cannot take part where a game is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The player is no member of the server.
    NotInServer,
    /// The player cannot see the channel.
    CannotSeeChannel,
}

impl Absence {
    /// The key of its sentence.
    pub fn key(self) -> &'static str {
        match self {
            Absence::NotInServer => "challenge-opponent-not-in-server",
            Absence::CannotSeeChannel => "challenge-opponent-cannot-see",
        }
    }
}

/// Somebody named in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// The person's number.
    pub id: PlayerId,
    /// How the person is called.
    pub name: String,
    /// Bots do not play.
    pub is_bot: bool,
    /// Why the player would not see a game here, if the platform says so.
    pub absence: Option<Absence>,
}

/// How a game shall be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOptions {
    /// Options of the setup: keys and values.
    pub options: Vec<(&'static str, String)>,
    /// The word of a side.
    pub side: Option<String>,
    /// Whether hints may be asked for.
    pub hints: bool,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// How much time each player has; as the server says when absent.
    pub control: Option<TimeControl>,
    /// What stops the clocks.
    pub pauses: Pauses,
}

/// What somebody wants to change about when they are awake; all of it as it was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleOptions {
    /// The time zone.
    pub zone: Option<String>,
    /// When the clocks stand still at night.
    pub sleep: Option<String>,
    /// Whether they stand still at weekends.
    pub weekend: Option<bool>,
    /// When there are no pings.
    pub quiet: Option<String>,
    /// When the digest comes.
    pub digest: Option<String>,
}

/// What somebody who manages a server wants to change about it; nothing when all is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSettingsOptions {
    /// A channel in which games may begin, or not any more.
    pub channel: Option<PlaceId>,
    /// The name of a game that is on offer, or not any more.
    pub game: Option<String>,
    /// The code of a language.
    pub language: Option<String>,
    /// How much time players have in challenges that name none.
    pub control: Option<TimeControl>,
    /// The name of a theme.
    pub theme: Option<String>,
    /// How many games somebody may have running at a time.
    pub limit: Option<u32>,
    /// The word of what is taken back before (see [`crate::chat::handlers::server_settings::CLEARED`]).
    pub clear: Option<String>,
}

/// A command with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Give a hint.
    Hint,
    /// Analyse a game that is over.
    Analyse,
    /// Propose a game.
    Challenge {
        /// The name of the game.
        game: String,
        /// Who is challenged; anybody when absent.
        opponent: Option<Opponent>,
        /// How it shall be played.
        wishes: GameOptions,
        /// A word to the opponent.
        note: Option<String>,
    },
    /// Begin a game with the engine.
    Play {
        /// The name of the game.
        game: String,
        /// The engine's level, from 1 to 8.
        level: u8,
        /// How it shall be played.
        wishes: GameOptions,
    },
    /// Play a move.
    Move {
        /// Its text.
        text: String,
    },
    /// Plan an answer to a move of the opponent, or show what is planned.
    If {
        /// A move of the opponent, the answer, and so on.
        line: Option<String>,
    },
    /// Keep a note about the game, or show it.
    Note {
        /// What is noted.
        text: Option<String>,
    },
    /// Show the board.
    Board {
        /// In letters, not as a picture.
        text: bool,
    },
    /// List the own running games.
    Games,
    /// Show the board of the game that needs one most.
    Next,
    /// Show and change what one has chosen.
    Settings,
    /// Change when one is awake.
    Times(ScheduleOptions),
    /// Begin or end a vacation, or show what is left.
    Vacation {
        /// How many days.
        days: Option<u16>,
        /// End the one that goes on.
        end: bool,
    },
    /// Reminders in the game here.
    Reminders {
        /// Whether they are wanted.
        wanted: bool,
    },
    /// Give all that is kept of the person as a file.
    ExportData,
    /// Delete all that is kept of the person, after a confirmation.
    DeleteData,
    /// Block somebody, or list whom the person has blocked.
    Block {
        /// Whom; nobody for the list.
        other: Option<Opponent>,
        /// Take it back.
        remove: bool,
    },
    /// Show and change what a server has chosen.
    Server(ServerSettingsOptions),
    /// End a game of this server without a result.
    EndGame {
        /// Its number.
        game: MatchId,
    },
    /// Show the moves so far.
    Moves,
    /// Give up, after a confirmation.
    Resign,
    /// Offer or accept a draw.
    Draw,
    /// Ask to take the last move back.
    TakeBack,
    /// Play again with seats swapped.
    Rematch,
    /// Give the record as a file.
    Export,
    /// Tell how somebody stands.
    Stats {
        /// Who; whoever asks when absent.
        player: Option<Opponent>,
        /// The name of the game; all of them when absent.
        game: Option<String>,
    },
    /// Tell who is ahead in a server.
    Leaderboard {
        /// The name of the game; all of them when absent.
        game: Option<String>,
    },
    /// Explain a game.
    Rules {
        /// Its name.
        game: String,
    },
    /// Explain the commands.
    Help,
    /// Say what this is.
    About,
}

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// A command.
    Command(Command),
    /// A button was pressed on a message.
    Press {
        /// What the button means.
        press: ButtonAction,
        /// The message.
        message: u64,
    },
    /// Something was chosen from a menu.
    Chosen {
        /// What the menu is for.
        press: ButtonAction,
        /// The value.
        value: String,
    },
    /// Something was typed into a form.
    Typed {
        /// What the form is for.
        press: ButtonAction,
        /// The text.
        text: String,
    },
    /// Somebody answered a board of ours and mentioned us.
    Said {
        /// What a button of that board means, which names the match and the ply.
        press: ButtonAction,
        /// What was said, without the mention.
        text: String,
    },
    /// A move is being typed: which could it become?
    Complete {
        /// What is typed so far.
        text: String,
    },
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who wants it.
    pub requester: Requester,
    /// Where.
    pub context: RequestContext,
    /// What.
    pub kind: RequestKind,
    /// What allows to answer later; nothing when it was a message.
    pub token: Option<Token>,
}

/// How a request is answered, which the platform must be told before the answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseMode {
    /// At once: the answer takes no work, or its kind is not known before.
    Immediate,
    /// By a message that only the person sees.
    DeferredPrivate,
    /// By changing the message whose button was pressed.
    DeferredUpdate,
}

impl RequestKind {
    /// How it is answered where nothing speaks against it.
    fn response_mode(&self) -> ResponseMode {
        match self {
            RequestKind::Command(Command::Challenge { .. } | Command::Rematch)
            | RequestKind::Complete { .. }
            | RequestKind::Said { .. } => ResponseMode::Immediate,
            RequestKind::Press { press, .. } | RequestKind::Chosen { press, .. } => press.response_mode(),
            RequestKind::Command(_) | RequestKind::Typed { .. } => ResponseMode::DeferredPrivate,
        }
    }
}

impl Request {
    /// How it is answered.
    pub fn response_mode(&self) -> ResponseMode {
        if self.consumes_buttons() { ResponseMode::DeferredUpdate } else { self.kind.response_mode() }
    }

    /// Whether it plays a move.
    pub fn is_move(&self) -> bool {
        match &self.kind {
            RequestKind::Command(Command::Move { .. }) => true,
            RequestKind::Press { press: ButtonAction::InMatch { action: deed, .. }, .. } => {
                matches!(deed, MatchAction::Play(_) | MatchAction::Confirm(_))
            }
            RequestKind::Typed { press: ButtonAction::InMatch { .. }, .. } => true,
            _ => false,
        }
    }

    /// Whether the buttons of the message that it came from have done their duty once it is carried out. Where we are
    /// no member this is the only moment to take them off.
    pub fn consumes_buttons(&self) -> bool {
        let in_match = match &self.kind {
            RequestKind::Press { press: ButtonAction::InMatch { action: deed, .. }, .. } => {
                matches!(deed, MatchAction::Play(_) | MatchAction::Agree(_) | MatchAction::Decline(_))
            }
            RequestKind::Typed { press: ButtonAction::InMatch { .. }, .. } => true,
            _ => false,
        };
        in_match && self.context.reach == DeliveryMode::InteractionOnly
    }
}
