//! Platform-independent messages: text, pings, attachments, menus and buttons.

use super::custom_id::{ButtonId, FormId, MenuId};
use super::text::Text;
use crate::service::{ChallengeId, MatchId, MessageId, PlayerId};
use std::fmt;

/// The style of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonStyle {
    /// The most likely choice.
    Primary,
    /// A neutral choice.
    Secondary,
    /// A positive choice, such as accepting.
    Success,
    /// An irreversible choice.
    Danger,
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The label.
    pub label: String,
    /// The action that pressing it triggers.
    pub action: ButtonId,
    /// Its style.
    pub style: ButtonStyle,
}

/// A select menu with a single choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// The action that a choice triggers; the request carries the chosen value.
    pub action: MenuId,
    /// The placeholder shown until an option is chosen.
    pub hint: String,
    /// The options as pairs of value and label, at most [`MENU_MAX`].
    pub options: Vec<(String, String)>,
}

/// The maximum number of options in a menu.
pub const MENU_MAX: usize = 25;
/// The maximum number of menus in a message, which leaves a row for buttons.
pub const MENUS_MAX: usize = 4;
/// The maximum number of buttons in a message.
pub const BUTTONS_MAX: usize = 5;

/// A file attached to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The file name.
    pub name: String,
    /// The file contents.
    pub bytes: Vec<u8>,
    /// The alt text for readers who cannot see the picture; empty for text files.
    pub alt: String,
}

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A challenge.
    Challenge(ChallengeId),
    /// A match.
    Match(MatchId),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Challenge(id) => write!(f, "challenge {id}"),
            Subject::Match(id) => write!(f, "match {id}"),
        }
    }
}

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The text. The platform cuts it to its own length.
    pub text: Text,
    /// The players to ping; others mentioned in the text are not pinged.
    pub pings: Vec<PlayerId>,
    /// Pictures or a game record, at most ten attachments.
    pub attachments: Vec<Attachment>,
    /// Menus, at most [`MENUS_MAX`].
    pub menus: Vec<Menu>,
    /// Buttons, at most [`BUTTONS_MAX`].
    pub buttons: Vec<Button>,
    /// The match or challenge that the message belongs to, so that it is found when the messages about that are
    /// removed.
    pub subject: Option<Subject>,
    /// The message that this one replies to, on platforms with replies.
    pub in_reply_to: Option<MessageId>,
}

impl View {
    /// A message with text only.
    pub fn text(text: impl Into<Text>) -> View {
        View { text: text.into(), ..View::default() }
    }

    /// The people that it mentions or pings, each once.
    pub fn people(&self) -> Vec<PlayerId> {
        let mut people = [self.text.people(), self.pings.clone()].concat();
        people.sort_unstable();
        people.dedup();
        people
    }
}

/// A form with a single text input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The action that submitting the form triggers.
    pub action: FormId,
    /// The title, at most 45 characters.
    pub title: String,
    /// The label of the input, at most 45 characters.
    pub label: String,
    /// The placeholder of the input, at most 100 characters.
    pub example: String,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A public message.
    Public(View),
    /// A public message that shows a new challenge. If it cannot be sent, see
    /// [`RequestHandler::not_shown`](crate::chat::RequestHandler::not_shown).
    Proposed(ChallengeId, View),
    /// A message that only the requester may see.
    Private(View),
    /// A message for the requester that is not secret, such as a refusal or the help. It is private if the platform has
    /// private answers, to keep channels quiet; else a reply.
    Reply(View),
    /// A private confirmation of something that the next post in the channel shows too. It is left out on platforms
    /// without private answers, where it would be a direct message.
    Confirmed(View),
    /// Replaces the message whose button was pressed.
    Change(View),
    /// Removes the buttons from the message whose button was pressed; the outcome is posted elsewhere.
    Spent,
    /// Opens a form.
    OpenForm(Form),
    /// Autocomplete choices: at most 25 texts of at most 100 characters.
    Completions(Vec<String>),
    /// No answer is needed.
    Nothing,
}

impl Answer {
    /// The message that it shows, if it shows one.
    pub fn view(&self) -> Option<&View> {
        match self {
            Answer::Public(view)
            | Answer::Proposed(_, view)
            | Answer::Private(view)
            | Answer::Reply(view)
            | Answer::Confirmed(view)
            | Answer::Change(view) => Some(view),
            Answer::Spent | Answer::OpenForm(_) | Answer::Completions(_) | Answer::Nothing => None,
        }
    }
}
