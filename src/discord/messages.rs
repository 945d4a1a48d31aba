//! Views as messages. Discord's limits are kept here, whatever a view says.

use crate::chat::view::{Attachment, Form, MENU_MAX, MENUS_MAX};
use crate::chat::{ButtonStyle, View};
use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditInteractionResponse, EditMessage, InputTextStyle, UserId,
};

const CONTENT_MAX: usize = crate::chat::views::board::TEXT_MAX;
const LABEL_MAX: usize = 80;
const BUTTONS_MAX: usize = 5;
const ATTACHMENTS_MAX: usize = 10;
const TITLE_MAX: usize = 45;
const PLACEHOLDER_MAX: usize = 100;
const ALT_MAX: usize = crate::chat::views::pictures::ALT_MAX;

/// At most so many characters of a text.
fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most - 1).collect::<String>() + "…" }
}

/// Only these people are pinged, whatever the text says.
fn mentions(view: &View) -> CreateAllowedMentions {
    // The number of a user is never 0, which serenity would refuse with a panic.
    let users = view.pings.iter().filter(|id| id.0 != 0).map(|id| UserId::new(id.0));
    CreateAllowedMentions::new().users(users)
}

fn rows(view: &View) -> Vec<CreateActionRow> {
    let menus = view.menus.iter().take(MENUS_MAX).map(|menu| {
        let options = menu.options.iter().take(MENU_MAX);
        let options = options.map(|(value, label)| CreateSelectMenuOption::new(clip(label, LABEL_MAX), value.clone()));
        let kind = CreateSelectMenuKind::String { options: options.collect() };
        let menu = CreateSelectMenu::new(menu.press.to_string(), kind).placeholder(clip(&menu.hint, PLACEHOLDER_MAX));
        CreateActionRow::SelectMenu(menu)
    });
    let mut rows: Vec<CreateActionRow> = menus.collect();
    let made = view.buttons.iter().map(|button| {
        let style = match button.style {
            ButtonStyle::Main => serenity::all::ButtonStyle::Primary,
            ButtonStyle::Plain => serenity::all::ButtonStyle::Secondary,
            ButtonStyle::Good => serenity::all::ButtonStyle::Success,
            ButtonStyle::Grave => serenity::all::ButtonStyle::Danger,
        };
        CreateButton::new(button.press.to_string()).label(clip(&button.label, LABEL_MAX)).style(style)
    });
    let made: Vec<CreateButton> = made.take(BUTTONS_MAX).collect();
    if !made.is_empty() {
        rows.push(CreateActionRow::Buttons(made));
    }
    rows
}

fn file(attachment: &Attachment) -> CreateAttachment {
    let file = CreateAttachment::bytes(attachment.bytes.clone(), &attachment.name);
    if attachment.alt.is_empty() { file } else { file.description(clip(&attachment.alt, ALT_MAX)) }
}

/// The files of a view. They are added to a message where it is sent, see [`Rest`](super::rest::Rest).
pub fn files(view: &View) -> Vec<CreateAttachment> {
    view.attachments.iter().take(ATTACHMENTS_MAX).map(file).collect()
}

/// The text of a view as it is sent.
pub fn content(view: &View) -> String {
    clip(&view.text, CONTENT_MAX)
}

/// A message of its own, without its files.
pub fn message(view: &View) -> CreateMessage {
    CreateMessage::new().content(content(view)).allowed_mentions(mentions(view)).components(rows(view))
}

/// What a message of ours becomes, without its files.
pub fn change(view: &View) -> EditMessage {
    EditMessage::new().content(content(view)).allowed_mentions(mentions(view)).components(rows(view))
}

/// A message without its buttons. Nothing but them is named, so the picture stays. An edit finds mentions anew, and
/// must find none: it would mark the message for people whom the board was not meant to ping.
pub fn retired() -> EditMessage {
    EditMessage::new().components(Vec::new()).allowed_mentions(CreateAllowedMentions::new())
}

/// The first response to an interaction.
#[derive(Clone, Copy, Debug)]
pub enum FirstResponse<'a> {
    /// The answer follows, as a message for the requester alone.
    Later,
    /// The button was heard; the message stays for now.
    Heard,
    /// A message; the flag tells whether for the requester alone.
    Message(&'a View, bool),
    /// What the message with the button becomes.
    Change(&'a View),
    /// A form.
    Form(&'a Form),
}

impl FirstResponse<'_> {
    /// What it shows, if it is a message.
    pub(super) fn view(&self) -> Option<&View> {
        match self {
            FirstResponse::Message(view, _) | FirstResponse::Change(view) => Some(view),
            FirstResponse::Later | FirstResponse::Heard | FirstResponse::Form(_) => None,
        }
    }

    /// As the library sends it.
    pub(super) fn build(&self, with_files: bool) -> CreateInteractionResponse {
        let message = |view: &View, ephemeral| {
            CreateInteractionResponseMessage::new()
                .content(content(view))
                .allowed_mentions(mentions(view))
                .components(rows(view))
                .files(with_files.then(|| files(view)).into_iter().flatten())
                .ephemeral(ephemeral)
        };
        match self {
            FirstResponse::Later => {
                CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))
            }
            FirstResponse::Heard => CreateInteractionResponse::Acknowledge,
            FirstResponse::Message(view, ephemeral) => CreateInteractionResponse::Message(message(view, *ephemeral)),
            FirstResponse::Change(view) => CreateInteractionResponse::UpdateMessage(message(view, false)),
            FirstResponse::Form(form) => CreateInteractionResponse::Modal(modal(form)),
        }
    }
}

/// What a response becomes, without its files.
pub fn edit(view: &View) -> EditInteractionResponse {
    let edit =
        EditInteractionResponse::new().content(content(view)).allowed_mentions(mentions(view)).components(rows(view));
    // A picture that was there and is not shown any more goes away.
    if view.attachments.is_empty() { edit.clear_attachments() } else { edit }
}

/// What a message becomes whose buttons have done their duty: all the rest of it stays, and nobody is mentioned anew.
pub fn spent() -> EditInteractionResponse {
    EditInteractionResponse::new().components(Vec::new()).allowed_mentions(CreateAllowedMentions::new())
}

/// A further message after a response, for everybody or for the requester alone; without its files.
pub fn followup(view: &View, ephemeral: bool) -> CreateInteractionResponseFollowup {
    CreateInteractionResponseFollowup::new()
        .content(content(view))
        .allowed_mentions(mentions(view))
        .components(rows(view))
        .ephemeral(ephemeral)
}

/// The name of the only line of a form.
pub const LINE: &str = "text";

/// A form.
fn modal(form: &Form) -> CreateModal {
    let line = CreateInputText::new(InputTextStyle::Short, clip(&form.label, TITLE_MAX), LINE)
        .placeholder(clip(&form.example, PLACEHOLDER_MAX))
        .max_length(crate::rules::notation::MOVE_TEXT_MAX as u16);
    CreateModal::new(form.press.to_string(), clip(&form.title, TITLE_MAX))
        .components(vec![CreateActionRow::InputText(line)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_that_takes_buttons_off_mentions_nobody() {
        for edit in [serde_json::to_value(spent()), serde_json::to_value(retired())] {
            let edit = edit.expect("it is JSON");
            assert_eq!(edit["components"], serde_json::json!([]));
            let mentions = &edit["allowed_mentions"];
            assert!(mentions.is_object() && mentions["users"].as_array().is_none_or(Vec::is_empty), "{edit}");
            assert_eq!(mentions["parse"], serde_json::json!([]));
            assert!(edit.get("content").is_none() && edit.get("attachments").is_none(), "the rest stays: {edit}");
        }
    }
}
