//! A person or the bot.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::id::Id;

/// A user account.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Person {
    pub id: Id,
    /// The display name; the user name is its lower-case form.
    pub name: String,
    /// One of Discord's locales.
    pub locale: String,
    pub bot: bool,
    /// Whether the bot may write to them.
    #[serde(default = "yes")]
    pub accepts_dms: bool,
    /// Their permissions in the server, if not the default ones.
    #[serde(default)]
    pub permissions: Option<u64>,
    /// Whether they have left the server.
    #[serde(default)]
    pub away: bool,
    /// The nickname in the server, if any.
    #[serde(default)]
    pub nick: Option<String>,
}

fn yes() -> bool {
    true
}

impl Person {
    pub fn human(id: Id, name: &str, locale: &str) -> Self {
        Self {
            id,
            name: name.to_owned(),
            locale: locale.to_owned(),
            bot: false,
            accepts_dms: true,
            permissions: None,
            away: false,
            nick: None,
        }
    }

    pub fn bot(id: Id, name: &str) -> Self {
        Self { bot: true, ..Self::human(id, name, "en-US") }
    }

    /// The user object. Bots have no display name and still have a discriminator.
    pub fn user_json(&self) -> Value {
        let mut user = json!({
            "id": self.id, "username": self.name.to_lowercase(), "avatar": null, "discriminator": "0",
            "public_flags": 0, "flags": 0, "global_name": self.name, "banner": null, "accent_color": null,
            "avatar_decoration_data": null, "collectibles": null, "primary_guild": null,
        });
        if self.bot {
            user["bot"] = json!(true);
            user["username"] = json!(self.name);
            user["global_name"] = Value::Null;
            user["discriminator"] = json!("4242");
        }
        user
    }

    /// The person as sent to the page.
    pub fn page_json(&self) -> Value {
        json!({ "id": self.id, "name": self.name, "locale": self.locale, "bot": self.bot })
    }
}
