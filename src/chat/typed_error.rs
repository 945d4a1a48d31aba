//! Why a typed command cannot be understood. The words in these errors are in the player's language already;
//! `texts::error_texts::typed_error` makes sentences of them.

/// The maximum length of a typed command in characters.
pub const TYPED_LENGTH_MAX: usize = 2000;

/// The values that an option accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// One of these.
    Words(Vec<String>),
    /// A whole number in this range.
    Numbers(i64, i64),
}

/// Why a typed text is no command. `word` is what the player has written, untrusted; `near` is the right word that
/// comes closest to it; `example` is a whole command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypedError {
    /// It has more than [`TYPED_LENGTH_MAX`] characters.
    #[error("a typed command is too long")]
    TooLong,
    /// It has no words.
    #[error("a typed command is empty")]
    Empty,
    /// There is no command of this name.
    #[error("there is no such command")]
    UnknownCommand {
        /// The name that was typed.
        word: String,
        /// The nearest name.
        near: Option<String>,
        /// The command of that name.
        example: Option<String>,
    },
    /// The command has subcommands, and none was named.
    #[error("the subcommand is missing")]
    NoSubcommand {
        /// The command.
        command: String,
        /// Its subcommands.
        possible: Vec<String>,
        /// With one of them.
        example: String,
    },
    /// The command has no such subcommand.
    #[error("there is no such subcommand")]
    UnknownSubcommand {
        /// The command.
        command: String,
        /// The name that was typed.
        word: String,
        /// The nearest name.
        near: Option<String>,
        /// Its subcommands.
        possible: Vec<String>,
    },
    /// Something follows the name of a command that has no options.
    #[error("the command has no options")]
    NoOptions {
        /// The command.
        command: String,
    },
    /// A word is neither the name of an option nor a value that could only be meant for one.
    #[error("there is no such option")]
    UnknownOption {
        /// What was typed.
        word: String,
        /// The nearest name of an option.
        near: Option<String>,
        /// With that option.
        example: String,
    },
    /// A value without the name of its option could be meant for several.
    #[error("a value fits several options")]
    Unclear {
        /// The value.
        word: String,
        /// Those options.
        options: Vec<String>,
        /// One of them with this value, as a pair.
        example: String,
    },
    /// A word begins the names of several values of an option.
    #[error("a value is ambiguous")]
    Ambiguous {
        /// The option.
        option: String,
        /// What was typed.
        word: String,
        /// The values.
        possible: Vec<String>,
    },
    /// The option does not accept this value.
    #[error("a value is impossible")]
    Impossible {
        /// The option.
        option: String,
        /// What was typed.
        word: String,
        /// The nearest value.
        near: Option<String>,
        /// What it accepts; absent if that cannot be listed.
        possible: Option<Possible>,
        /// With a possible value.
        example: String,
    },
    /// A required option is missing.
    #[error("a required option is missing")]
    Missing {
        /// The option.
        option: String,
        /// What it accepts; absent if that cannot be listed.
        possible: Option<Possible>,
        /// With that option.
        example: String,
    },
    /// An option is named, but no value follows.
    #[error("the value of an option is missing")]
    NoValue {
        /// The option.
        option: String,
        /// What it accepts; absent if that cannot be listed.
        possible: Option<Possible>,
        /// With a value.
        example: String,
    },
    /// An option is given twice.
    #[error("an option is given twice")]
    Twice {
        /// The option.
        option: String,
        /// With the option once.
        example: String,
    },
    /// A quotation is not closed.
    #[error("a quotation is not closed")]
    Unclosed {
        /// The character that opens it.
        open: char,
        /// The character that would close it.
        close: char,
    },
    /// The platform finds no user of this name, or more than one.
    #[error("there is no such user")]
    UnknownPerson {
        /// The name that was typed.
        word: String,
        /// With a mention.
        example: String,
    },
    /// The platform finds no channel of this name.
    #[error("there is no such channel")]
    UnknownChannel {
        /// The name that was typed.
        word: String,
        /// With a mention.
        example: String,
    },
}
