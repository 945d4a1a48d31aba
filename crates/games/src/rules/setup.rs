//! The setup options of a game, as data: offered by commands, stored in records and passed to engines.
//!
//! A setup is written as `key=value` words separated by spaces, for example `variant=48 claims=optional`. When parsed,
//! a word without `=` is a value of the first option, and options that are not named have their defaults.

use super::quote::quote;
use std::fmt::{self, Debug};

/// The values an option accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// The seed of a random setup: an integer from 0 to 2⁶⁴ − 1. It has no default and is absent until set. Players do
    /// not choose it; it is drawn when a game begins.
    Seed,
}

/// The words, or which numbers are seeds.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::OneOf(words) => f.write_str(&words.join(", ")),
            Values::Seed => f.write_str("a whole number below 18446744073709551616"),
        }
    }
}

/// One option of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, in lower case.
    pub key: &'static str,
    /// The values it accepts. For words, the first is the default.
    pub values: Values,
    /// Whether the default tells players something when the setup is described in words. A seed never does.
    pub mentions_default: bool,
}

/// The option of the swap rule: the second player may take over the first move instead of answering it.
pub const SWAP: OptionSpec = OptionSpec { key: "swap", values: Values::OneOf(&["off", "on"]), mentions_default: false };

/// Reads a value of [`SWAP`].
pub fn set_swap(swap: &mut bool, value: &str) -> bool {
    *swap = value == "on";
    matches!(value, "on" | "off")
}

/// Writes a value of [`SWAP`]. A setup without the swap does not mention it.
pub fn get_swap(swap: bool) -> Option<String> {
    swap.then(|| "on".to_owned())
}

/// The setup options of one game. The default is the most common form of the game.
pub trait Setup: Clone + Default + Eq + Debug + Send + Sync + 'static {
    /// The options, most important first.
    const OPTIONS: &'static [OptionSpec];

    /// Sets an option; `false` when there is no such option or value.
    fn set(&mut self, key: &str, value: &str) -> bool;

    /// The value of an option as [`set`](Setup::set) takes it, or `None` when it is absent.
    fn get(&self, key: &str) -> Option<String>;

    /// Whether the second player may take over the first move, see [`SWAP`].
    fn swap(&self) -> bool {
        false
    }

    /// Checks that the options are consistent.
    ///
    /// # Errors
    /// A message that says what is missing or superfluous.
    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }
}

/// The setup of a game without options.
impl Setup for () {
    const OPTIONS: &'static [OptionSpec] = &[];

    fn set(&mut self, _: &str, _: &str) -> bool {
        false
    }

    fn get(&self, _: &str) -> Option<String> {
        None
    }
}

/// Why a setup was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// There is no such option.
    #[error("there is no option {key}; the options are {known}")]
    UnknownOption {
        /// The key as given, quoted.
        key: String,
        /// The known option names.
        known: String,
    },
    /// The option does not accept this value.
    #[error("{key} cannot be {value}; possible values: {possible}")]
    UnknownValue {
        /// The option.
        key: &'static str,
        /// The value as given, quoted.
        value: String,
        /// The accepted values.
        possible: String,
    },
    /// An option is given twice.
    #[error("{key} is given twice")]
    Twice {
        /// The option.
        key: &'static str,
    },
    /// The options contradict each other.
    #[error("{0}")]
    Unfit(&'static str),
}

/// Sets one option; errors list the accepted names or values.
///
/// # Errors
/// [`SetupError::UnknownOption`] and [`SetupError::UnknownValue`].
pub fn set<S: Setup>(setup: &mut S, key: &str, value: &str) -> Result<&'static str, SetupError> {
    let Some(spec) = S::OPTIONS.iter().find(|spec| spec.key.eq_ignore_ascii_case(key)) else {
        let known: Vec<_> = S::OPTIONS.iter().map(|spec| spec.key).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(SetupError::UnknownOption { key: quote(key), known });
    };
    if setup.set(spec.key, &value.to_ascii_lowercase()) {
        return Ok(spec.key);
    }
    Err(SetupError::UnknownValue { key: spec.key, value: quote(value), possible: spec.values.to_string() })
}

/// Parses a setup from its words.
///
/// # Errors
/// What is wrong with the first invalid word, or why the options are inconsistent.
pub fn read<S: Setup>(text: &str) -> Result<S, SetupError> {
    let mut setup = S::default();
    let mut given = Vec::new();
    for word in text.split_whitespace() {
        let (key, value) = word.split_once('=').unwrap_or((S::OPTIONS.first().map_or("", |spec| spec.key), word));
        let key = set(&mut setup, key, value)?;
        if given.contains(&key) {
            return Err(SetupError::Twice { key });
        }
        given.push(key);
    }
    setup.check()?;
    Ok(setup)
}

/// Writes every option that is present, so that the text keeps its meaning when a default changes.
pub fn write<S: Setup>(setup: &S) -> String {
    let words = S::OPTIONS.iter().filter_map(|spec| Some(format!("{}={}", spec.key, setup.get(spec.key)?)));
    words.collect::<Vec<_>>().join(" ")
}

/// Defines a [`Setup`](crate::rules::Setup) whose options are words. The first word of each option is its default.
///
/// ```
/// use tablero_games::rules::setup::{read, write};
///
/// tablero_games::options! {
///     /// How a game of Nim is set up.
///     pub struct Setup {
///         /// The numbers of stones in the heaps.
///         variant: "345" | "357";
///         /// What becomes of the player who takes the last stone.
///         last: "wins" | "loses";
///     }
/// }
///
/// let setup: Setup = read("last=loses").expect("there is such a value");
/// assert_eq!((setup.variant, setup.last), ("345", "loses"));
/// assert_eq!(write(&setup), "variant=345 last=loses");
/// assert!(read::<Setup>("last=draws").is_err());
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$outer:meta])*
        pub struct $name:ident {
            $( $(#[$inner:meta])* $field:ident : $first:literal $( | $word:literal )*; )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name {
            $( $(#[$inner])* pub $field: &'static str, )*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $( $field: $first, )* }
            }
        }

        impl $crate::rules::Setup for $name {
            const OPTIONS: &'static [$crate::rules::OptionSpec] = &[ $(
                $crate::rules::OptionSpec {
                    key: stringify!($field),
                    values: $crate::rules::Values::OneOf(&[ $first $( , $word )* ]),
                    mentions_default: true,
                },
            )* ];

            fn set(&mut self, key: &str, value: &str) -> bool {
                $(
                    if key == stringify!($field) {
                        let word = [ $first $( , $word )* ].into_iter().find(|word| *word == value);
                        self.$field = word.unwrap_or(self.$field);
                        return word.is_some();
                    }
                )*
                false
            }

            fn get(&self, key: &str) -> Option<String> {
                $(
                    if key == stringify!($field) {
                        return Some(self.$field.to_owned());
                    }
                )*
                None
            }
        }
    };
}
