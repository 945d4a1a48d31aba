//! Errors in typed commands. The names and examples in them are already in the player's language;
//! `texts::error_texts::typed_error` turns them into messages.

/// The maximum length of a typed command in characters.
pub const TYPED_LENGTH_MAX: usize = 2000;

/// The values that an option accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// One of these.
    Words(Vec<String>),
    /// A whole number in this range, both ends included.
    Numbers(i64, i64),
}

/// Why a typed text is not a command. `word` is untrusted text from the player, `near` is the most similar valid word,
/// and `example` is a complete command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypedError {
    /// It has more than [`TYPED_LENGTH_MAX`] characters.
    #[error("a typed command is too long")]
    TooLong,
    /// It has no words.
    #[error("a typed command is empty")]
    Empty,
    /// There is no command with this name.
    #[error("there is no such command")]
    UnknownCommand {
        /// The name that was typed.
        word: String,
        /// The most similar name.
        near: Option<String>,
        /// An example of that command.
        example: Option<String>,
    },
    /// The command needs a subcommand, and none follows.
    #[error("the subcommand is missing")]
    NoSubcommand {
        /// The command.
        command: String,
        /// Its subcommands.
        possible: Vec<String>,
        /// The command with one of them.
        example: String,
    },
    /// The command has no such subcommand.
    #[error("there is no such subcommand")]
    UnknownSubcommand {
        /// The command.
        command: String,
        /// The name that was typed.
        word: String,
        /// The most similar name.
        near: Option<String>,
        /// Its subcommands.
        possible: Vec<String>,
    },
    /// Text follows the name of a command that has no options.
    #[error("the command has no options")]
    NoOptions {
        /// The command.
        command: String,
    },
    /// A word is neither the name of an option nor a value that fits one.
    #[error("there is no such option")]
    UnknownOption {
        /// What was typed.
        word: String,
        /// The most similar name of an option.
        near: Option<String>,
        /// The command with that option.
        example: String,
    },
    /// A value without the name of an option fits several options.
    #[error("a value fits several options")]
    Unclear {
        /// The value.
        word: String,
        /// The options that it fits.
        options: Vec<String>,
        /// One of them joined to this value, as in `rated=no`.
        example: String,
    },
    /// Several values of an option have names that start with this word.
    #[error("a value is ambiguous")]
    Ambiguous {
        /// The option.
        option: String,
        /// What was typed.
        word: String,
        /// The matching values.
        possible: Vec<String>,
    },
    /// The option does not accept this value.
    #[error("a value is impossible")]
    Impossible {
        /// The option.
        option: String,
        /// What was typed.
        word: String,
        /// The most similar value.
        near: Option<String>,
        /// What the option accepts; `None` if it cannot be listed.
        possible: Option<Possible>,
        /// The command with a valid value.
        example: String,
    },
    /// A required option is missing.
    #[error("a required option is missing")]
    Missing {
        /// The option.
        option: String,
        /// What the option accepts; `None` if it cannot be listed.
        possible: Option<Possible>,
        /// The command with that option.
        example: String,
    },
    /// No value follows the name of an option.
    #[error("the value of an option is missing")]
    NoValue {
        /// The option.
        option: String,
        /// What the option accepts; `None` if it cannot be listed.
        possible: Option<Possible>,
        /// The command with a value for the option.
        example: String,
    },
    /// An option is given twice.
    #[error("an option is given twice")]
    Twice {
        /// The option.
        option: String,
        /// The command with the option once.
        example: String,
    },
    /// A quotation is not closed.
    #[error("a quotation is not closed")]
    Unclosed {
        /// The opening quote.
        open: char,
        /// The missing closing quote.
        close: char,
    },
    /// The platform finds no user with this name, or more than one.
    #[error("there is no such user")]
    UnknownPerson {
        /// The name that was typed.
        word: String,
        /// The command with a mention.
        example: String,
    },
    /// The platform finds no channel with this name.
    #[error("there is no such channel")]
    UnknownChannel {
        /// The name that was typed.
        word: String,
        /// The command with a mention.
        example: String,
    },
}
