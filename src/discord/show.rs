//! Views as messages. Discord's limits are kept here, whatever a view says.

use crate::chat::view::{Attachment, Form, MENU_MAX, MENUS_MAX};
use crate::chat::{ButtonStyle, View};
use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateInputText,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditInteractionResponse, EditMessage, InputTextStyle, UserId,
};

const CONTENT_MAX: usize = crate::chat::turns::TEXT_MAX;
const LABEL_MAX: usize = 80;
const BUTTONS_MAX: usize = 5;
const ATTACHMENTS_MAX: usize = 10;
const TITLE_MAX: usize = 45;
const PLACEHOLDER_MAX: usize = 100;
const ALT_MAX: usize = crate::chat::pictures::ALT_MAX;

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

/// A message of its own.
pub fn message(view: &View) -> CreateMessage {
    CreateMessage::new()
        .content(clip(&view.text, CONTENT_MAX))
        .allowed_mentions(mentions(view))
        .components(rows(view))
        .files(view.attachments.iter().take(ATTACHMENTS_MAX).map(file))
}

/// What a message of ours becomes.
pub fn change(view: &View) -> EditMessage {
    let edit = EditMessage::new()
        .content(clip(&view.text, CONTENT_MAX))
        .allowed_mentions(mentions(view))
        .components(rows(view));
    view.attachments.iter().take(ATTACHMENTS_MAX).fold(edit, |edit, attachment| edit.new_attachment(file(attachment)))
}

/// The first response to an interaction.
pub fn response(view: &View, ephemeral: bool) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new()
        .content(clip(&view.text, CONTENT_MAX))
        .allowed_mentions(mentions(view))
        .components(rows(view))
        .files(view.attachments.iter().take(ATTACHMENTS_MAX).map(file))
        .ephemeral(ephemeral)
}

/// What a response becomes.
pub fn edit(view: &View) -> EditInteractionResponse {
    let edit = EditInteractionResponse::new()
        .content(clip(&view.text, CONTENT_MAX))
        .allowed_mentions(mentions(view))
        .components(rows(view));
    // A picture that was there and is not shown any more goes away.
    let edit = if view.attachments.is_empty() { edit.clear_attachments() } else { edit };
    view.attachments.iter().take(ATTACHMENTS_MAX).fold(edit, |edit, attachment| edit.new_attachment(file(attachment)))
}

/// What a message becomes whose buttons have done their duty: all the rest of it stays.
pub fn spent() -> EditInteractionResponse {
    EditInteractionResponse::new().components(Vec::new())
}

/// A further message after a response, for everybody or for whoever asked.
pub fn followup(view: &View, ephemeral: bool) -> CreateInteractionResponseFollowup {
    CreateInteractionResponseFollowup::new()
        .content(clip(&view.text, CONTENT_MAX))
        .allowed_mentions(mentions(view))
        .components(rows(view))
        .files(view.attachments.iter().take(ATTACHMENTS_MAX).map(file))
        .ephemeral(ephemeral)
}

/// The name of the only line of a form.
pub const LINE: &str = "text";

/// A form.
pub fn modal(form: &Form) -> CreateModal {
    let line = CreateInputText::new(InputTextStyle::Short, clip(&form.label, TITLE_MAX), LINE)
        .placeholder(clip(&form.example, PLACEHOLDER_MAX))
        .max_length(crate::rules::notation::MOVE_TEXT_MAX as u16);
    CreateModal::new(form.press.to_string(), clip(&form.title, TITLE_MAX))
        .components(vec![CreateActionRow::InputText(line)])
}
