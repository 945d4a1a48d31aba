//! What the values of keys may be.

use super::{ConfigError, DatabaseLocation};
use crate::logging::{LogFormat, check_filter};
use crate::service::Rate;
use http_server::read_network;
use ipnet::IpNet;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use toml::de::DeValue;

/// Reads a value; `None` if it is not valid.
type Read<T> = Box<dyn Fn(&DeValue<'_>) -> Option<T>>;

/// What a value may be, and how it is read.
pub(super) struct Form<T> {
    /// The description of a valid value: completes "KEY must be …".
    pub must_be: String,
    read: Read<T>,
}

impl<T> Form<T> {
    fn new(must_be: impl Into<String>, read: impl Fn(&DeValue<'_>) -> Option<T> + 'static) -> Self {
        Form { must_be: must_be.into(), read: Box::new(read) }
    }

    /// A text that `read` understands.
    fn text(must_be: impl Into<String>, read: impl Fn(&str) -> Option<T> + 'static) -> Self {
        Form::new(must_be, move |value| value.as_str().and_then(&read))
    }

    /// Reads a value of the file.
    pub fn read(&self, value: &DeValue<'_>) -> Option<T> {
        (self.read)(value)
    }

    /// Reads a value that is written as in the file.
    pub fn read_toml(&self, text: &str) -> Option<T> {
        self.read(DeValue::parse(text).ok()?.get_ref())
    }

    /// Reads a text that is not in the file; `name` says where it is.
    pub fn read_text(&self, name: &str, text: &str) -> Result<T, ConfigError> {
        let wrong = || ConfigError::Given { name: name.to_owned(), must_be: self.must_be.clone() };
        self.read(&DeValue::String(text.into())).ok_or_else(wrong)
    }
}

pub(super) fn number<T: TryFrom<u64>>(range: RangeInclusive<u64>, unit: &str) -> Form<T> {
    let must_be = format!("a number from {} to {}{unit}", range.start(), range.end());
    Form::new(must_be, move |value| integer(value, &range))
}

fn integer<T: TryFrom<u64>>(value: &DeValue<'_>, range: &RangeInclusive<u64>) -> Option<T> {
    let value = value.as_integer()?;
    let number = u64::from_str_radix(value.as_str(), value.radix()).ok()?;
    T::try_from(number).ok().filter(|_| range.contains(&number))
}

pub(super) fn switch() -> Form<bool> {
    Form::new("true or false", |value| match value {
        DeValue::Boolean(on) => Some(*on),
        _ => None,
    })
}

pub(super) fn rate() -> Form<Rate> {
    Form::new("two numbers from 0 to 60000, as in { person = 10, server = 100 }", |value| {
        let given = |name| integer(value.get(name)?.get_ref(), &(0..=60_000));
        let rate = Rate { person: given("person")?, server: given("server")? };
        (value.as_table()?.len() == 2).then_some(rate)
    })
}

/// A text without blanks inside, or nothing. Those around it are from copying and not part of it.
pub(super) fn word(must_be: &str) -> Form<String> {
    Form::text(must_be, |text| {
        let word = text.trim();
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_graphic());
        (is_word || text.is_empty()).then(|| word.to_owned())
    })
}

pub(super) fn password() -> Form<String> {
    Form::text("the password of the bot's account", |text| Some(text.to_owned()))
}

/// A key of 32 bytes, or nothing.
pub(super) fn store_key() -> Form<String> {
    Form::text("64 hexadecimal digits, as from openssl rand -hex 32", |text| {
        let key = text.trim();
        let is_key = key.is_empty() || (key.len() == 64 && key.chars().all(|c| c.is_ascii_hexdigit()));
        is_key.then(|| key.to_owned())
    })
}

/// The recovery key of an account, or nothing.
pub(super) fn recovery_key() -> Form<String> {
    Form::text("the recovery key of the bot's account, as `tablero matrix recovery-key` prints it", |text| {
        let is_key = text.chars().all(|c| c.is_ascii_alphanumeric() || c.is_whitespace());
        is_key.then(|| text.trim().to_owned())
    })
}

/// The URL of a database, or nothing.
pub(super) fn database_url() -> Form<String> {
    const MUST_BE: &str = "the URL of a file or of a PostgreSQL database, as in \"sqlite:data/tablero.sqlite\" or \
        \"postgres://user:password@host/database\"";
    Form::text(MUST_BE, |text| {
        (text.is_empty() || DatabaseLocation::from_url(text).is_some()).then(|| text.trim().to_owned())
    })
}

pub(super) fn api_url() -> Form<String> {
    server_url("a server", "http://127.0.0.1:4040")
}

/// The HTTP address of `what`, with a host and without user information, which could disguise the host.
pub(super) fn server_url(what: &str, example: &str) -> Form<String> {
    let must_be = format!("the address of {what} that begins with http:// or https://, as in \"{example}\"");
    Form::text(must_be, |text| {
        let address = url::Url::parse(text).ok()?;
        let is_plain = address.username().is_empty() && address.password().is_none();
        let is_http = ["http", "https"].contains(&address.scheme()) && address.has_host();
        // What the parser would mend, such as blanks or a missing slash, is not what the host meant.
        let is_exact = text.contains("://") && text.chars().all(|c| c.is_ascii_graphic() && c != '@');
        (is_http && is_plain && is_exact).then(|| text.to_owned())
    })
}

/// The users and homeservers that may invite the bot.
pub(super) fn inviters() -> Form<Vec<String>> {
    const MUST_BE: &str = "a list of user ids and names of homeservers, as in [\"@ada:example.org\", \"club.example\"]";
    let is_inviter = |text: &&str| {
        let is_word = !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic());
        is_word && (text.contains(':') || !text.starts_with('@'))
    };
    Form::new(MUST_BE, move |value| {
        value.as_array()?.iter().map(|entry| entry.get_ref().as_str().filter(is_inviter).map(str::to_owned)).collect()
    })
}

/// Addresses and networks.
pub(super) fn networks() -> Form<Vec<IpNet>> {
    Form::new("a list of addresses and networks, as in [\"127.0.0.1\", \"10.0.0.0/8\"]", |value| {
        value.as_array()?.iter().map(|entry| read_network(entry.get_ref().as_str()?)).collect()
    })
}

/// The name of a file or folder.
pub(super) fn path(what: &str, example: &str) -> Form<PathBuf> {
    Form::text(format!("the name of a {what}, as in \"{example}\""), |text| {
        (!text.trim().is_empty() && !text.contains(char::is_control)).then(|| text.into())
    })
}

/// An address to listen on.
pub(super) fn socket(example: &str) -> Form<SocketAddr> {
    Form::text(format!("an address with a port, as in \"{example}\""), |text| text.parse().ok())
}

/// An address to listen on that other machines cannot reach.
pub(super) fn local_socket(example: &str) -> Form<SocketAddr> {
    Form::text(format!("an address of this machine with a port, as in \"{example}\""), |text| {
        text.parse().ok().filter(|address: &SocketAddr| address.ip().is_loopback())
    })
}

pub(super) fn log_filter() -> Form<String> {
    Form::text("levels and modules, separated by commas, as in \"warn,tablero=info\"", |text| {
        check_filter(text).is_ok().then(|| text.to_owned())
    })
}

pub(super) fn log_format() -> Form<LogFormat> {
    Form::text("\"text\" or \"json\"", |text| match text {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    })
}
