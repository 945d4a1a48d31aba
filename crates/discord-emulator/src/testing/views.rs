//! Plain data for tests: what a person sees.

use serde_json::Value;

use crate::channel::{self, ChannelKind};
use crate::id::Id;
use crate::message::{LOADING, Message, buttons_and_menus};
use crate::world::World;

/// A channel, thread or direct messages.
#[derive(Clone, Debug)]
pub struct ChannelView {
    /// Its id.
    pub id: Id,
    /// Its kind.
    pub kind: ChannelKind,
    /// Its name; empty for direct messages.
    pub name: String,
    /// The channel that a thread belongs to.
    pub parent: Option<Id>,
    /// Whether the thread is archived.
    pub archived: bool,
    /// Whether the thread is locked.
    pub locked: bool,
    /// The minutes without a message after which the thread is archived; `None` if it is not a thread.
    pub auto_archive_minutes: Option<u32>,
}

impl ChannelView {
    pub(crate) fn of(channel: &channel::Channel) -> Self {
        Self {
            id: channel.id,
            kind: channel.kind,
            name: channel.name.clone(),
            parent: channel.thread.as_ref().map(|thread| thread.parent),
            archived: channel.is_archived(),
            locked: channel.thread.as_ref().is_some_and(|thread| thread.locked),
            auto_archive_minutes: channel.thread.as_ref().map(|thread| thread.auto_archive_minutes),
        }
    }
}

/// A message as one person sees it.
#[derive(Clone, Debug)]
pub struct MessageView {
    /// Its id.
    pub id: Id,
    /// Its channel.
    pub channel: Id,
    /// Its author.
    pub author: Id,
    /// The text.
    pub content: String,
    /// Whether only this person sees it.
    pub ephemeral: bool,
    /// Whether it still shows "… is thinking".
    pub loading: bool,
    /// Whether it was edited.
    pub edited: bool,
    /// The people it pings.
    pub mentions: Vec<Id>,
    /// The message it replies to.
    pub reply_to: Option<Id>,
    /// The embeds, as Discord's objects.
    pub embeds: Vec<Value>,
    /// The files.
    pub attachments: Vec<FileView>,
    /// The buttons, row by row, flattened.
    pub buttons: Vec<ButtonView>,
    /// The menus.
    pub menus: Vec<MenuView>,
}

/// A file of a message. Its bytes come from [`User::download`](crate::User::download).
#[derive(Clone, Debug)]
pub struct FileView {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// The alt text.
    pub description: Option<String>,
    /// The size in bytes.
    pub size: usize,
    /// Width and height in pixels, for pictures.
    pub dimensions: Option<(u32, u32)>,
    /// The URL.
    pub url: String,
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonView {
    /// The `custom_id`; empty for links.
    pub custom_id: String,
    /// The label; the emoji alone if there is no text.
    pub label: String,
    /// Discord's button style.
    pub style: u64,
    /// Whether it is disabled.
    pub disabled: bool,
    /// The target, for links.
    pub url: Option<String>,
}

/// A select menu.
#[derive(Clone, Debug)]
pub struct MenuView {
    /// Its id.
    pub custom_id: String,
    /// The text shown before anything is chosen.
    pub placeholder: Option<String>,
    /// Whether it is disabled.
    pub disabled: bool,
    /// (value, label) of each option.
    pub options: Vec<(String, String)>,
}

impl MenuView {
    /// The value of the option with this value or label.
    pub fn value_of(&self, name: &str) -> Option<&str> {
        let by_value = self.options.iter().find(|(value, _)| value == name);
        let found = by_value.or_else(|| self.options.iter().find(|(_, label)| label == name));
        found.map(|(value, _)| value.as_str())
    }
}

impl MessageView {
    pub(crate) fn of(world: &World, message: &Message) -> Self {
        let json = world.message_json(message);
        let urls = json["attachments"].as_array().map(Vec::as_slice).unwrap_or_default();
        let file = |(at, file): (usize, &crate::message::Attachment)| FileView {
            id: file.id,
            name: file.filename.clone(),
            description: file.description.clone(),
            size: file.size,
            dimensions: file.dimensions,
            url: urls.get(at).map(|url| text(url, "url")).unwrap_or_default(),
        };
        let parts = || buttons_and_menus(&message.components);
        Self {
            id: message.id,
            channel: message.channel,
            author: message.author,
            content: message.content.clone(),
            ephemeral: message.ephemeral_for.is_some(),
            loading: message.flags & LOADING != 0,
            edited: message.edited_ms.is_some(),
            mentions: message.mentions.clone(),
            reply_to: message.reference,
            embeds: json["embeds"].as_array().cloned().unwrap_or_default(),
            attachments: message.attachments.iter().enumerate().map(file).collect(),
            buttons: parts().filter(|part| part["type"] == 2).map(button).collect(),
            menus: parts().filter(|part| part["type"] != 2).map(menu).collect(),
        }
    }

    /// The button with this `custom_id` or label.
    pub fn button(&self, name: &str) -> Option<&ButtonView> {
        let by_id = self.buttons.iter().find(|button| button.custom_id == name);
        by_id.or_else(|| self.buttons.iter().find(|button| button.label == name))
    }

    /// The menu with this `custom_id`.
    pub fn menu(&self, custom_id: &str) -> Option<&MenuView> {
        self.menus.iter().find(|menu| menu.custom_id == custom_id)
    }
}

fn text(object: &Value, key: &str) -> String {
    object[key].as_str().unwrap_or_default().to_owned()
}

fn button(part: &Value) -> ButtonView {
    let emoji = part["emoji"]["name"].as_str().unwrap_or_default();
    ButtonView {
        custom_id: text(part, "custom_id"),
        label: part["label"].as_str().unwrap_or(emoji).to_owned(),
        style: part["style"].as_u64().unwrap_or(0),
        disabled: part["disabled"] == true,
        url: part["url"].as_str().map(str::to_owned),
    }
}

fn menu(part: &Value) -> MenuView {
    let options = part["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    MenuView {
        custom_id: text(part, "custom_id"),
        placeholder: part["placeholder"].as_str().map(str::to_owned),
        disabled: part["disabled"] == true,
        options: options.iter().map(|option| (text(option, "value"), text(option, "label"))).collect(),
    }
}

/// An open form.
#[derive(Clone, Debug)]
pub struct ModalView {
    /// The interaction that opened it.
    pub(crate) opener: Id,
    /// Its id.
    pub custom_id: String,
    /// Its title.
    pub title: String,
    /// Its inputs, as Discord's objects.
    pub inputs: Vec<Value>,
}

impl ModalView {
    pub(crate) fn of(opener: Id, modal: &Value) -> Self {
        let rows = modal["components"].as_array().map(Vec::as_slice).unwrap_or_default();
        Self {
            opener,
            custom_id: text(modal, "custom_id"),
            title: text(modal, "title"),
            inputs: buttons_and_menus(rows).cloned().collect(),
        }
    }
}

/// A suggested completion.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The displayed name, localized for the person if the bot provided that.
    pub name: String,
    /// The value that is sent.
    pub value: Value,
}

impl Choice {
    pub(crate) fn list(choices: &Value, locale: &str) -> Vec<Self> {
        let own = |choice: &Value| {
            let localized = choice["name_localizations"][locale].as_str();
            let name = localized.or_else(|| choice["name"].as_str()).unwrap_or_default().to_owned();
            Self { name, value: choice["value"].clone() }
        };
        choices.as_array().into_iter().flatten().map(own).collect()
    }
}
