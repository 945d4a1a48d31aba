//! The first screen of the page: what the program that starts the emulator shows to newcomers.

use serde_json::{Value, json};

/// The first screen, beside the channel.
#[derive(Clone, Debug)]
pub struct Welcome {
    /// Its title.
    pub title: String,
    /// What is real and what is a stand-in, in a sentence.
    pub note: String,
    /// What one can begin with.
    pub cards: Vec<WelcomeCard>,
}

/// Something to begin with.
#[derive(Clone, Debug)]
pub struct WelcomeCard {
    /// Its title.
    pub title: String,
    /// Its picture as SVG, for a light and for a dark page.
    pub pictures: [String; 2],
    /// What the picture shows.
    pub alt: String,
    /// What one can do.
    pub buttons: Vec<WelcomeButton>,
}

/// A button that gives a command.
#[derive(Clone, Debug)]
pub struct WelcomeButton {
    /// Its label.
    pub label: String,
    /// The name of the command.
    pub command: String,
    /// The options with their values. `None` is another person, who gets a second window.
    pub options: Vec<(String, Option<String>)>,
}

impl Welcome {
    /// The first screen without its pictures.
    pub(super) fn page_json(&self) -> Value {
        let button = |WelcomeButton { label, command, options }: &WelcomeButton| json!({ "label": label, "command": command, "options": options });
        let card = |WelcomeCard { title, alt, buttons, .. }: &WelcomeCard| json!({ "title": title, "alt": alt, "buttons": buttons.iter().map(button).collect::<Vec<_>>() });
        json!({ "title": self.title, "note": self.note, "cards": self.cards.iter().map(card).collect::<Vec<_>>() })
    }

    /// The picture with this name, such as `0-dark.svg`.
    pub(super) fn picture(&self, name: &str) -> Option<&str> {
        let (card, look) = name.strip_suffix(".svg")?.split_once('-')?;
        let [light, dark] = &self.cards.get(card.parse::<usize>().ok()?)?.pictures;
        match look {
            "light" => Some(light),
            "dark" => Some(dark),
            _ => None,
        }
    }
}
