//! Converts views to messages. Discord's limits are enforced here, whatever a view contains.

use super::accounts::Addressed;
use super::markdown::{markdown, truncate};
use crate::chat::view::{Attachment, BUTTONS_MAX, Form, MENU_MAX, MENUS_MAX};
use crate::chat::{ButtonStyle, View};
use serenity::all::{
    AutocompleteChoice, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateAutocompleteResponse,
    CreateButton, CreateInputText, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EditInteractionResponse, EditMessage, InputTextStyle,
};

/// The maximum length of a message, in characters.
pub(super) const CONTENT_MAX: usize = crate::chat::views::match_list::TEXT_MAX;
const LABEL_MAX: usize = 80;
const ATTACHMENTS_MAX: usize = 10;
const TITLE_MAX: usize = 45;
const PLACEHOLDER_MAX: usize = 100;
const ALT_MAX: usize = crate::chat::views::picture_words::ALT_MAX;

/// Allows only the pings of a view, whatever its text mentions.
fn mentions(Addressed { view, mentions }: &Addressed<'_>) -> CreateAllowedMentions {
    CreateAllowedMentions::new().users(view.pings.iter().filter_map(|person| mentions.user(*person)))
}

fn rows(view: &View) -> Vec<CreateActionRow> {
    let menus = view.menus.iter().take(MENUS_MAX).map(|menu| {
        let options = menu.options.iter().take(MENU_MAX);
        let options =
            options.map(|(value, label)| CreateSelectMenuOption::new(truncate(label, LABEL_MAX), value.clone()));
        let kind = CreateSelectMenuKind::String { options: options.collect() };
        let menu =
            CreateSelectMenu::new(menu.action.to_string(), kind).placeholder(truncate(&menu.hint, PLACEHOLDER_MAX));
        CreateActionRow::SelectMenu(menu)
    });
    let mut rows: Vec<CreateActionRow> = menus.collect();
    let made = view.buttons.iter().map(|button| {
        let style = match button.style {
            ButtonStyle::Primary => serenity::all::ButtonStyle::Primary,
            ButtonStyle::Secondary => serenity::all::ButtonStyle::Secondary,
            ButtonStyle::Success => serenity::all::ButtonStyle::Success,
            ButtonStyle::Danger => serenity::all::ButtonStyle::Danger,
        };
        CreateButton::new(button.action.to_string()).label(truncate(&button.label, LABEL_MAX)).style(style)
    });
    let made: Vec<CreateButton> = made.take(BUTTONS_MAX).collect();
    if !made.is_empty() {
        rows.push(CreateActionRow::Buttons(made));
    }
    rows
}

fn file(attachment: &Attachment) -> CreateAttachment {
    let file = CreateAttachment::bytes(attachment.bytes.clone(), &attachment.name);
    if attachment.alt.is_empty() { file } else { file.description(truncate(&attachment.alt, ALT_MAX)) }
}

/// The files of a view. They are attached when the message is sent, see [`Rest`](super::rest::Rest).
pub fn files(view: &View) -> Vec<CreateAttachment> {
    view.attachments.iter().take(ATTACHMENTS_MAX).map(file).collect()
}

/// The text of a view, truncated to what Discord accepts.
pub fn content(Addressed { view, mentions }: &Addressed<'_>) -> String {
    markdown(&view.text, mentions, CONTENT_MAX)
}

/// A new message, without its files.
pub fn message(shown: &Addressed<'_>) -> CreateMessage {
    CreateMessage::new().content(content(shown)).allowed_mentions(mentions(shown)).components(rows(shown.view))
}

/// An edit that replaces a message of the bot, without its files.
pub fn change(shown: &Addressed<'_>) -> EditMessage {
    EditMessage::new().content(content(shown)).allowed_mentions(mentions(shown)).components(rows(shown.view))
}

/// An edit that removes the buttons. It contains nothing else, so the picture stays. Discord parses mentions again on
/// each edit and must find none: otherwise the message would be highlighted for players that the board was not meant to
/// ping.
pub fn retired() -> EditMessage {
    EditMessage::new().components(Vec::new()).allowed_mentions(CreateAllowedMentions::new())
}

/// The first response to an interaction.
#[derive(Clone, Copy, Debug)]
pub enum FirstResponse<'a> {
    /// Defers the answer, a message that only the requester will see.
    DeferredPrivate,
    /// Acknowledges the button; the message stays for now.
    DeferredUpdate,
    /// A message; the flag tells whether only the requester sees it.
    Message(&'a Addressed<'a>, bool),
    /// Replaces the message with the button.
    Change(&'a Addressed<'a>),
    /// A form.
    Form(&'a Form),
    /// Completions of a text that is being typed.
    Completions(&'a [String]),
}

impl FirstResponse<'_> {
    /// The view, if the response is a message.
    pub(super) fn view(&self) -> Option<&View> {
        match self {
            FirstResponse::Message(shown, _) | FirstResponse::Change(shown) => Some(shown.view),
            FirstResponse::DeferredPrivate
            | FirstResponse::DeferredUpdate
            | FirstResponse::Form(_)
            | FirstResponse::Completions(_) => None,
        }
    }

    /// The response as serenity's builder, without its files.
    pub(super) fn build(&self) -> CreateInteractionResponse {
        let message = |shown: &Addressed<'_>, ephemeral| {
            CreateInteractionResponseMessage::new()
                .content(content(shown))
                .allowed_mentions(mentions(shown))
                .components(rows(shown.view))
                .ephemeral(ephemeral)
        };
        match self {
            FirstResponse::DeferredPrivate => {
                CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))
            }
            FirstResponse::DeferredUpdate => CreateInteractionResponse::Acknowledge,
            FirstResponse::Message(shown, ephemeral) => CreateInteractionResponse::Message(message(shown, *ephemeral)),
            FirstResponse::Change(shown) => CreateInteractionResponse::UpdateMessage(message(shown, false)),
            FirstResponse::Form(form) => CreateInteractionResponse::Modal(modal(form)),
            FirstResponse::Completions(texts) => {
                let choices = texts.iter().map(|text| AutocompleteChoice::new(text.clone(), text.clone())).collect();
                CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new().set_choices(choices))
            }
        }
    }
}

/// An edit of a response, without its files.
pub fn edit(shown: &Addressed<'_>) -> EditInteractionResponse {
    let edit = EditInteractionResponse::new()
        .content(content(shown))
        .allowed_mentions(mentions(shown))
        .components(rows(shown.view));
    // Removes a picture that is no longer shown.
    if shown.view.attachments.is_empty() { edit.clear_attachments() } else { edit }
}

/// An edit that removes used buttons: the rest of the message stays, and no user is mentioned again.
pub fn spent() -> EditInteractionResponse {
    EditInteractionResponse::new().components(Vec::new()).allowed_mentions(CreateAllowedMentions::new())
}

/// A follow-up after a response, public or only for the requester, without its files.
pub fn followup(shown: &Addressed<'_>, ephemeral: bool) -> CreateInteractionResponseFollowup {
    CreateInteractionResponseFollowup::new()
        .content(content(shown))
        .allowed_mentions(mentions(shown))
        .components(rows(shown.view))
        .ephemeral(ephemeral)
}

/// The custom id of the only input of a form.
pub const LINE: &str = "text";

/// A form.
fn modal(form: &Form) -> CreateModal {
    let input = CreateInputText::new(InputTextStyle::Short, truncate(&form.label, TITLE_MAX), LINE)
        .placeholder(truncate(&form.example, PLACEHOLDER_MAX))
        .max_length(crate::rules::notation::MOVE_TEXT_MAX as u16);
    CreateModal::new(form.action.to_string(), truncate(&form.title, TITLE_MAX))
        .components(vec![CreateActionRow::InputText(input)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_that_removes_buttons_pings_no_one() {
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
