//! Answers as JSON: text as spans, buttons and menus with their actions, pictures.

use crate::chat::texts::Language;
use crate::chat::texts::players::person_name;
use crate::chat::view::{Attachment, Form, Menu};
use crate::chat::{Answer, Button, ButtonStyle, Span, Text, TimeStyle, View};
use crate::service::PlayerId;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// The names of the people that a text mentions.
pub(super) type Names = Vec<(PlayerId, String)>;

/// The answer to a request of the page.
pub(super) fn answer(answer: &Answer, names: &Names, language: Language) -> Value {
    if let Answer::OpenForm(Form { action, title, label, example }) = answer {
        let action = action.to_string();
        return json!({
            "kind": "form",
            "form": { "action": action, "title": title, "label": label, "example": example },
        });
    }
    match answer.view() {
        Some(shown) => json!({ "kind": "view", "view": view(shown, names, language) }),
        None => json!({ "kind": "none" }),
    }
}

fn view(view: &View, names: &Names, language: Language) -> Value {
    json!({
        "text": text(&view.text, names, language),
        "pictures": view.attachments.iter().map(picture).collect::<Vec<_>>(),
        "buttons": view.buttons.iter().map(button).collect::<Vec<_>>(),
        "menus": view.menus.iter().map(menu).collect::<Vec<_>>(),
    })
}

pub(super) fn text(text: &Text, names: &Names, language: Language) -> Value {
    let nested = |inner: &Text| self::text(inner, names, language);
    let span = |span: &Span| match span {
        Span::Words(words) => json!({ "words": words }),
        Span::Typed(typed) => json!({ "typed": typed }),
        Span::Bold(inner) => json!({ "bold": nested(inner) }),
        Span::Italic(inner) => json!({ "italic": nested(inner) }),
        Span::Quote(inner) => json!({ "quote": nested(inner) }),
        Span::Code(code) | Span::Command { in_fields: code, .. } => json!({ "code": code }),
        Span::Block(lines) => json!({ "block": lines }),
        Span::Person(person) => {
            let name = person_name(language, *person, names);
            json!({ "typed": name })
        }
        Span::Place(_) => json!({ "words": "" }),
        Span::Time(at, style, _) => {
            let style = match style {
                TimeStyle::Full => "full",
                TimeStyle::Relative => "relative",
            };
            json!({ "time": at.0, "style": style })
        }
    };
    Value::Array(text.spans().iter().map(span).collect())
}

pub(super) fn button(button: &Button) -> Value {
    let style = match button.style {
        ButtonStyle::Primary => "primary",
        ButtonStyle::Secondary => "secondary",
        ButtonStyle::Success => "success",
        ButtonStyle::Danger => "danger",
    };
    json!({ "label": button.label, "action": button.action.to_string(), "style": style })
}

fn menu(menu: &Menu) -> Value {
    let option = |(value, label): &(String, String)| json!({ "value": value, "label": label });
    let options: Vec<Value> = menu.options.iter().map(option).collect();
    json!({ "action": menu.action.to_string(), "hint": menu.hint, "options": options })
}

fn picture(file: &Attachment) -> Value {
    let kind = match file.name.rsplit_once('.') {
        Some((_, "gif")) => "image/gif",
        Some((_, "png")) => "image/png",
        _ => "text/plain",
    };
    json!({ "name": file.name, "alt": file.alt, "type": kind, "data": STANDARD.encode(&file.bytes) })
}
