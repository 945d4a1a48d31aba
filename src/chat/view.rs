//! What is shown.

use super::custom_id::ButtonAction;
use crate::service::{ChallengeId, PlayerId};

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonStyle {
    /// What one most likely wants.
    Main,
    /// Something else.
    Plain,
    /// Something agreeable.
    Good,
    /// Something that cannot be undone.
    Grave,
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What stands on it.
    pub label: String,
    /// What it means.
    pub press: ButtonAction,
    /// How it looks.
    pub style: ButtonStyle,
}

/// A list to choose one thing from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// What choosing means; the chosen value comes with it.
    pub press: ButtonAction,
    /// What stands on it until something is chosen.
    pub hint: String,
    /// What can be chosen, at most [`MENU_MAX`]: a value and its label.
    pub options: Vec<(String, String)>,
}

/// A menu has at most so many options.
pub const MENU_MAX: usize = 25;
/// A message has at most so many menus, so that a row is left for buttons.
pub const MENUS_MAX: usize = 4;

/// A file that comes with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// What it shows, in words, for those who do not see it; empty for files that are text.
    pub alt: String,
}

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// What it says, at most 2,000 characters.
    pub text: String,
    /// Who is pinged; whoever else is named in the text is not.
    pub pings: Vec<PlayerId>,
    /// Pictures or a record, at most ten.
    pub attachments: Vec<Attachment>,
    /// Menus, at most [`MENUS_MAX`].
    pub menus: Vec<Menu>,
    /// Buttons, at most five.
    pub buttons: Vec<Button>,
}

impl View {
    /// A message that only says something.
    pub fn text(text: impl Into<String>) -> View {
        View { text: text.into(), ..View::default() }
    }
}

/// A form with one line to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// What the form is for.
    pub press: ButtonAction,
    /// What stands above it, at most 45 characters.
    pub title: String,
    /// What stands at the line, at most 45 characters.
    pub label: String,
    /// What stands in the line as an example, at most 100 characters.
    pub example: String,
}

/// What answers a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A message for everybody.
    Public(View),
    /// A message for everybody that shows a new challenge, which is of no use to anybody when nobody sees it.
    Proposed(ChallengeId, View),
    /// A message for whoever asked.
    Private(View),
    /// The message whose button was pressed becomes this one.
    Change(View),
    /// The message whose button was pressed loses its buttons; what follows is said elsewhere.
    Spent,
    /// A form.
    Ask(Form),
    /// What can be typed, at most 25 texts of at most 100 characters.
    Completions(Vec<String>),
    /// Nothing needs to be said.
    Nothing,
}
