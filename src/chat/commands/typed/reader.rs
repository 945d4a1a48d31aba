//! Reads a command from typed text.

use super::example::{Path, example, only_text, path_name};
use super::keyless::{Fit, Reading, Round};
use super::names::{called, nearest_name};
use super::people::Resolve;
use super::quotes::{Quoted, quoted, value, word};
use super::values::{Exactness, First, Meant, chosen_first, listed, meant, nearest_choice, possible};
use super::words::{is_negation, yes_or_no};
use crate::chat::arguments::{Argument, ArgumentError};
use crate::chat::commands::spec::{CommandOption, CommandSpec, OptionKind};
use crate::chat::request::RequestKind;
use crate::chat::texts::Language;
use crate::chat::typed_error::{TYPED_LENGTH_MAX, TypedError};

/// Reads a command typed in the user's language or in English.
///
/// # Errors
/// See [`TypedError`]; `texts::error_texts::typed_error` turns it into a message for the user.
pub fn read_typed(
    specs: &[CommandSpec],
    language: Language,
    text: &str,
    resolve: &dyn Resolve,
) -> Result<RequestKind, TypedError> {
    if text.chars().nth(TYPED_LENGTH_MAX).is_some() {
        return Err(TypedError::TooLong);
    }
    let text = bare(text);
    // Phones add a full stop. Try without it only if the text fails with it, because a note may end with one.
    read_bare(specs, language, text, resolve).or_else(|error| {
        let sentence = text.strip_suffix('.').ok_or_else(|| error.clone())?;
        read_bare(specs, language, sentence, resolve).map_err(|_| error)
    })
}

/// A text without surrounding backticks and without the leading `!` or `/`.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let text = if text.starts_with('`') { text.trim_matches('`').trim() } else { text };
    text.strip_prefix(['!', '/']).unwrap_or(text)
}

fn read_bare(
    specs: &[CommandSpec],
    language: Language,
    text: &str,
    resolve: &dyn Resolve,
) -> Result<RequestKind, TypedError> {
    let (path, rest) = find(specs, language, text)?;
    let Some(spec) = path.last() else { return Err(TypedError::Empty) };
    let mut reader = Reader { options: spec.options(), path: &path, language, resolve, given: Vec::new() };
    reader.read(rest)?;
    let given = reader.in_order();
    spec.read(given).map_err(|error| reader.refused(error))
}

/// The name of the command and subcommand with which a typed text begins, as the table of commands has it; `None` if it
/// begins with none.
pub fn command_name(specs: &[CommandSpec], language: Language, text: &str) -> Option<String> {
    let text = bare(text);
    let (path, _) = find(specs, language, text)
        .or_else(|error| find(specs, language, text.strip_suffix('.').ok_or(error)?))
        .ok()?;
    Some(path.iter().map(|spec| spec.name).collect::<Vec<_>>().join(" "))
}

/// Reads the command and its subcommand at the start of a text. Returns them and the text after them.
fn find<'a, 'b>(
    specs: &'a [CommandSpec],
    language: Language,
    text: &'b str,
) -> Result<(Path<'a>, &'b str), TypedError> {
    let mut path = Path::new();
    let (mut specs, mut rest) = (specs, text);
    while !specs.is_empty() {
        let command = path_name(&path, language);
        let names = || specs.iter().map(|spec| spec.title.get(language).to_owned()).collect::<Vec<_>>();
        let Some((word, after)) = word(rest) else {
            if path.is_empty() {
                return Err(TypedError::Empty);
            }
            let example = example(&path, language, None);
            return Err(TypedError::NoSubcommand { command, possible: names(), example });
        };
        let Some(spec) = called(specs, language, word) else {
            let near = nearest_name(specs, language, word);
            let word = word.to_owned();
            if !path.is_empty() {
                return Err(TypedError::UnknownSubcommand { command, word, near, possible: names() });
            }
            let meant = near.as_ref().and_then(|near| called(specs, language, near));
            let example = meant.map(|spec| example(&[spec], language, None));
            return Err(TypedError::UnknownCommand { word, near, example });
        };
        path.push(spec);
        (specs, rest) = (spec.subcommands(), after);
    }
    Ok((path, rest))
}

/// Reads the options of one command.
struct Reader<'a> {
    path: &'a [&'a CommandSpec],
    options: &'a [CommandOption],
    language: Language,
    resolve: &'a dyn Resolve,
    given: Vec<(&'a CommandOption, Argument)>,
}

/// The name of an option at the start of a text.
struct Key<'a, 'b> {
    option: &'a CommandOption,
    /// Whether `=` or `:` joins the name to the value.
    is_joined: bool,
    rest: &'b str,
}

impl<'a> Reader<'a> {
    fn read(&mut self, text: &str) -> Result<(), TypedError> {
        if let Some(option) = only_text(self.options) {
            return self.read_only(option, text);
        }
        if self.options.is_empty() && !text.trim().is_empty() {
            return Err(TypedError::NoOptions { command: path_name(self.path, self.language) });
        }
        let mut loose = Vec::new();
        let mut rest = text.trim();
        // More values than options is an error in any case, so stop here: the text may be long.
        while !rest.is_empty() && loose.len() <= self.options.len() {
            rest = match (self.negated(rest), self.key(rest)) {
                (Some((option, rest)), _) => {
                    self.give(option, Argument::Flag(false))?;
                    rest
                }
                (None, Some(key)) => {
                    let (argument, rest) = self.value(&key)?;
                    self.give(key.option, argument)?;
                    rest
                }
                (None, None) => {
                    let Some((value, _, rest)) = value(rest)? else { break };
                    loose.push(value);
                    rest
                }
            }
            .trim_start();
        }
        self.place(loose)
    }

    /// Assigns unnamed values to options. All named values have been read by now, wherever they appear, so an unnamed
    /// value cannot take an option that is named.
    fn place(&mut self, mut loose: Vec<String>) -> Result<(), TypedError> {
        for round in Round::ALL {
            let mut left = Vec::new();
            for value in loose {
                let free: Vec<_> = self.options.iter().filter(|option| !self.is_given(option)).collect();
                match self.reading().fit(&free, round, &value) {
                    Fit::One(option, argument) => self.give(option, argument)?,
                    Fit::Several(options) => return Err(self.unclear(&value, &options)),
                    Fit::Nothing => left.push(value),
                }
            }
            loose = left;
        }
        loose.into_iter().next().map_or(Ok(()), |value| Err(self.unfit(value)))
    }

    fn reading(&self) -> Reading<'_> {
        Reading { language: self.language, resolve: self.resolve, game: self.game() }
    }

    /// Reads all remaining text as the value of the command's only option.
    fn read_only(&mut self, option: &'a CommandOption, text: &str) -> Result<(), TypedError> {
        // A note may start with the same word as the option's name, so the name must be joined to the value.
        let text = self.key(text).filter(|key| key.is_joined).map_or(text, |key| key.rest).trim();
        let text = match quoted(text) {
            Quoted::Closed(value, rest) if rest.trim().is_empty() => value,
            _ if text.is_empty() => return Ok(()),
            _ => text.to_owned(),
        };
        self.give(option, Argument::Text(text))
    }

    fn is_given(&self, option: &CommandOption) -> bool {
        self.given.iter().any(|(given, _)| given.name == option.name)
    }

    fn give(&mut self, option: &'a CommandOption, argument: Argument) -> Result<(), TypedError> {
        if self.is_given(option) {
            return Err(self.twice(option));
        }
        self.given.push((option, argument));
        Ok(())
    }

    /// Returns the arguments in the order of the command's options.
    fn in_order(&self) -> Vec<(String, Argument)> {
        let find = |option: &CommandOption| self.given.iter().find(|(given, _)| given.name == option.name);
        let given = self.options.iter().filter_map(find);
        given.map(|(option, argument)| (option.name.to_owned(), argument.clone())).collect()
    }

    /// Reads the name of an option at the start of a text.
    fn key<'b>(&self, text: &'b str) -> Option<Key<'a, 'b>> {
        let (first, rest) = word(text)?;
        if let Some(option) = called(self.options, self.language, first) {
            return Some(Key { option, is_joined: false, rest });
        }
        let (name, _) = first.split_once(['=', ':'])?;
        let option = called(self.options, self.language, name)?;
        let start = text.len() - rest.len() - first.len() + name.len() + 1;
        Some(Key { option, is_joined: true, rest: &text[start..] })
    }

    /// Returns the flag that a text such as “no hints” switches off, and the text after it.
    fn negated<'b>(&self, text: &'b str) -> Option<(&'a CommandOption, &'b str)> {
        let (first, rest) = word(text)?;
        if !is_negation(self.language, first) {
            return None;
        }
        let key = self.key(rest).filter(|key| !key.is_joined && key.option.kind == OptionKind::Flag)?;
        Some((key.option, key.rest))
    }

    /// Reads the value after the name of an option. Returns it and the text after it.
    fn value<'b>(&self, key: &Key<'a, 'b>) -> Result<(Argument, &'b str), TypedError> {
        let Key { option, is_joined, rest } = *key;
        let start = rest.trim_start();
        if option.kind == OptionKind::Text {
            return self.text(option, start);
        }
        // “time = 3d” is also a pair.
        let (start, is_joined) = match start.strip_prefix(['=', ':']).filter(|_| !is_joined) {
            Some(after) => (after.trim_start(), true),
            None => (start, is_joined),
        };
        if option.kind == OptionKind::Flag && !is_joined {
            return self.flag(option, start);
        }
        if let (OptionKind::Choice(choices), Quoted::Absent) = (&option.kind, quoted(start)) {
            let First { meant, words, rest } = chosen_first(choices, self.language, start);
            match meant {
                Meant::One(choice) => return Ok((Argument::Text(choice.value.clone()), rest)),
                Meant::Nothing => {}
                Meant::Several(choices) => {
                    let possible =
                        choices.into_iter().map(|choice| listed(choice, self.language, self.game())).collect();
                    let option = self.title(option);
                    return Err(TypedError::Ambiguous { option, word: words.to_owned(), possible });
                }
            }
        }
        let Some((text, is_quoted, rest)) = value(start)? else { return Err(self.no_value(option)) };
        let takes_any = matches!(option.kind, OptionKind::Completed(_) | OptionKind::Hours);
        let argument = match takes_any {
            true => Some(Argument::Text(text.clone())),
            false => meant(option, self.language, &text, Exactness::Beginning, self.resolve),
        };
        // If the name of another option follows, the value is missing.
        let is_name = !is_quoted && self.key(start).is_some();
        match argument {
            Some(argument) if !(takes_any && is_name) => Ok((argument, rest)),
            _ if is_name => Err(self.no_value(option)),
            _ => Err(self.impossible(option, text)),
        }
    }

    /// Reads a text that is quoted or runs to the end of the command.
    fn text<'b>(&self, option: &CommandOption, start: &'b str) -> Result<(Argument, &'b str), TypedError> {
        match quoted(start) {
            Quoted::Closed(value, rest) => Ok((Argument::Text(value), rest)),
            // An apostrophe can start a word, as in “'tis”.
            Quoted::Open(open, close) if !['\'', '‘'].contains(&open) => Err(TypedError::Unclosed { open, close }),
            _ if start.is_empty() => Err(self.no_value(option)),
            _ => Ok((Argument::Text(start.trim_end().to_owned()), "")),
        }
    }

    /// Reads the optional value of a flag that is not joined to it by `=` or `:`.
    fn flag<'b>(&self, option: &'a CommandOption, start: &'b str) -> Result<(Argument, &'b str), TypedError> {
        let Some((first, rest)) = word(start) else { return Ok((Argument::Flag(true), start)) };
        let Some(on) = yes_or_no(self.language, first) else { return Ok((Argument::Flag(true), start)) };
        // In “rated no hints” the “no” could belong to either.
        if let Some((next, after)) = self.negated(start) {
            let has_own = word(after).is_some_and(|(word, _)| yes_or_no(self.language, word).is_some());
            if !has_own {
                return Err(self.unclear(first, &[option, next]));
            }
        }
        Ok((Argument::Flag(on), rest))
    }

    fn title(&self, option: &CommandOption) -> String {
        option.title.get(self.language).to_owned()
    }

    fn example(&self, about: &CommandOption) -> String {
        example(self.path, self.language, Some(about))
    }

    /// Returns the game named in the command. It limits the setup values that unnamed values match and errors list.
    fn game(&self) -> Option<&str> {
        self.given.iter().find_map(|(option, argument)| match argument {
            Argument::Text(game) if option.name == "game" => Some(game.as_str()),
            _ => None,
        })
    }

    fn twice(&self, option: &CommandOption) -> TypedError {
        TypedError::Twice { option: self.title(option), example: self.example(option) }
    }

    fn unclear(&self, word: &str, options: &[&CommandOption]) -> TypedError {
        let titles: Vec<String> = options.iter().map(|option| self.title(option)).collect();
        // An example command shows a player's text only if it consists of letters and digits.
        let value = if word.chars().all(char::is_alphanumeric) { word } else { "…" };
        let example = format!("{}={value}", titles.first().map_or("", String::as_str));
        TypedError::Unclear { word: word.to_owned(), options: titles, example }
    }

    fn no_value(&self, option: &CommandOption) -> TypedError {
        let possible = possible(option, self.language, self.game());
        TypedError::NoValue { option: self.title(option), possible, example: self.example(option) }
    }

    fn impossible(&self, option: &CommandOption, word: String) -> TypedError {
        let example = self.example(option);
        match option.kind {
            OptionKind::Person => TypedError::UnknownPerson { word, example },
            OptionKind::Channel => TypedError::UnknownChannel { word, example },
            _ => {
                let near = nearest_choice(option, self.language, &word);
                let possible = possible(option, self.language, self.game());
                TypedError::Impossible { option: self.title(option), word, near, possible, example }
            }
        }
    }

    /// Explains why an unnamed value fits none of the free options.
    fn unfit(&self, word: String) -> TypedError {
        let free = || self.options.iter().filter(|option| !self.is_given(option));
        let is_mention = |sign: char| word.trim_start_matches('<').starts_with(sign);
        for (sign, kind) in [('@', OptionKind::Person), ('#', OptionKind::Channel)] {
            if let Some(option) = free().find(|option| option.kind == kind && is_mention(sign)) {
                return self.impossible(option, word);
            }
        }
        let means =
            |option: &&&CommandOption| meant(option, self.language, &word, Exactness::Whole, self.resolve).is_some();
        let given: Vec<&CommandOption> = self.given.iter().map(|(option, _)| *option).collect();
        if let Some(option) = given.iter().filter(|option| option.kind != OptionKind::Flag).find(means) {
            return self.twice(option);
        }
        // In “varant=48” the name is wrong, not the value.
        let name = word.split(['=', ':']).next().unwrap_or_default().to_owned();
        let near = nearest_name(self.options, self.language, &name);
        let missing: Vec<&CommandOption> = free().filter(|option| option.comes_first()).collect();
        let is_like = |option: &&&CommandOption| nearest_choice(option, self.language, &word).is_some();
        let meant = missing.iter().find(is_like).filter(|_| near.is_none());
        let only = if let [only] = missing[..] { Some(only) } else { None };
        match meant.copied().or(only.filter(|_| near.is_none() && name == word)) {
            Some(option) => self.impossible(option, word),
            None => {
                let about = near.as_ref().and_then(|near| called(self.options, self.language, near));
                let example = example(self.path, self.language, about);
                let word = if name.is_empty() { word } else { name };
                TypedError::UnknownOption { word, near, example }
            }
        }
    }

    /// Explains why [`CommandSpec::read`] failed: all values are valid, so a required option is missing.
    fn refused(&self, error: ArgumentError) -> TypedError {
        let name = match error {
            ArgumentError::Missing(name) | ArgumentError::Impossible(name) => Some(name),
            ArgumentError::Unknown => None,
        };
        let Some(option) = self.options.iter().find(|option| Some(option.name) == name) else {
            return TypedError::NoOptions { command: path_name(self.path, self.language) };
        };
        let possible = possible(option, self.language, self.game());
        TypedError::Missing { option: self.title(option), possible, example: self.example(option) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::chat::actions::commands;
    use crate::chat::arguments::{Arguments, Opponent};
    use crate::chat::texts::error_texts::typed_error;
    use crate::service::{PlaceId, PlayerId};

    struct Friends;

    fn friend() -> Opponent {
        Opponent { id: PlayerId(1), name: "Ze".to_owned(), is_bot: false, absence: None }
    }

    impl Resolve for Friends {
        fn person(&self, text: &str) -> Option<Opponent> {
            ["@friend", "@friend:example.org", "Ze", "Ada Lovelace"].contains(&text).then(friend)
        }

        fn channel(&self, text: &str) -> Option<PlaceId> {
            (text == "#games").then_some(PlaceId(7))
        }
    }

    fn read(language: Language, text: &str) -> Result<RequestKind, TypedError> {
        read_typed(&commands(&Catalog::standard(), true), language, text, &Friends)
    }

    /// The path of a command and what was given with it.
    fn read_well(text: &str) -> (&'static str, Arguments) {
        match read(Language::En, text) {
            Ok(RequestKind::Command(path, given)) => (path, given),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn refused(language: Language, text: &str) -> String {
        typed_error(language, &read(language, text).expect_err(text)).markup()
    }

    /// Reads a command that challenges the friend to ZÈRTZ.
    fn challenge(text: &str) -> Arguments {
        let (path, given) = read_well(text);
        let opponent = given.person("opponent").cloned();
        assert_eq!((path, given.text("game"), opponent), ("challenge", Some("zertz"), Some(friend())), "{text}");
        given
    }

    /// What a challenge says of its game.
    #[derive(Debug, PartialEq)]
    struct Options {
        setup: Vec<(&'static str, String)>,
        side: Option<String>,
        time: Option<String>,
        rated: Option<bool>,
        hints: Option<bool>,
    }

    fn options(text: &str) -> Options {
        let given = challenge(text);
        let (text, flag) = (|name| given.text(name).map(str::to_owned), |name| given.flag(name));
        Options {
            setup: given.setup().to_vec(),
            side: text("side"),
            time: text("time"),
            rated: flag("rated"),
            hints: flag("hints"),
        }
    }

    #[test]
    fn options_come_in_any_order_with_and_without_names() {
        let expected = options("challenge @friend game zertz variant 48 time 3d");
        assert_eq!(expected.setup, [("variant", "48".to_owned())]);
        assert_eq!((expected.time.as_deref(), &expected.side, expected.rated), (Some("3d"), &None, None));
        for text in [
            "!challenge zertz @friend 48 3d",
            "/CHALLENGE time=3d variant: 48 ZÈRTZ opponent @friend",
            "challenge 3d 48 @friend:example.org game = zertz",
            "challenge opponent \"Ada Lovelace\" zertz variant 48 rings time 3 days per",
            "  challenge\nzertz 'Ada Lovelace' time «3d» variant \"ZÈRTZ: 48 rings\" ",
            // A player's whole name takes precedence over a prefix of a game.
            "challenge Ze zert 48 3d",
        ] {
            assert_eq!(options(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_needed_comes_first() {
        for (text, level) in [("play barrier 6 8", "6"), ("play 8 barrier level 3", "3")] {
            let (path, given) = read_well(text);
            assert_eq!((path, given.text("game"), given.text("level")), ("play", Some("barrier"), Some(level)));
            assert_eq!(given.setup(), [("variant", "8".to_owned())], "{text}");
        }
        assert_eq!(read_well("reminders no").1.flag("wanted"), Some(false));
        assert_eq!(read_well("reminders wanted").1.flag("wanted"), Some(true));
        assert_eq!(read_well("vacation 14").1.number::<u16>("days"), Some(14));
    }

    #[test]
    fn flags_are_switched_on_and_off_in_words() {
        let flags = |text: &str| {
            let Options { rated, hints, .. } = options(&format!("challenge zertz @friend {text}"));
            (rated.unwrap_or(false), hints.unwrap_or(true))
        };
        assert_eq!(flags(""), (false, true));
        for text in ["rated no hints no", "no hints rated no", "hints=no", "without hints", "rated:no hints: off"] {
            assert_eq!(flags(text), (false, false), "{text}");
        }
        for text in ["rated without hints", "no hints rated", "rated=yes no hints", "rated yes hints False"] {
            assert_eq!(flags(text), (true, false), "{text}");
        }
        assert_eq!(
            refused(Language::En, "challenge zertz rated no hints"),
            "“no” could belong to “rated” or “hints”. Name the option, as in `rated=no`."
        );
    }

    #[test]
    fn text_goes_on_to_the_end_unless_it_is_in_quotes() {
        let note = |text: &str| read_well(text).1.text("text").unwrap_or_default().to_owned();
        assert_eq!(note("note remember the corner"), "remember the corner");
        assert_eq!(note("note  \"remember\n the corner\" "), "remember\n the corner");
        assert_eq!(note("note text: remember"), "remember");
        for verbatim in ["text remember", "\"a\" and \"b\"", "\"not closed", "'tis late", "key=value", ":)"] {
            assert_eq!(note(&format!("note {verbatim}")), verbatim);
        }
        for (text, expected) in [("note", None), ("move Wd4,a1", Some("Wd4,a1")), ("move", None)] {
            assert_eq!(read_well(text).1.text("text"), expected, "{text}");
        }
        let message = |text: &str| {
            let (_, given) = read_well(text);
            (given.text("message").unwrap_or_default().to_owned(), given.has("time"))
        };
        assert_eq!(message("challenge zertz message good luck time 3d"), ("good luck time 3d".to_owned(), false));
        assert_eq!(message("challenge zertz message “good luck” time 3d"), ("good luck".to_owned(), true));
        assert_eq!(message("challenge zertz 3d message: 'tis yours"), ("'tis yours".to_owned(), true));
        assert_eq!(message("challenge zertz message :)"), (":)".to_owned(), false));
    }

    #[test]
    fn hours_and_zones_are_words() {
        let (path, given) = read_well("times digest 9:00 quiet \"22:30 - 7\" weekend zone=Europe/Madrid");
        let texts = ["zone", "sleep", "quiet", "digest"].map(|name| given.text(name));
        assert_eq!(texts, [Some("Europe/Madrid"), None, Some("22:30 - 7"), Some("9:00")]);
        assert_eq!((path, given.flag("weekend")), ("times", Some(true)));
    }

    #[test]
    fn names_and_labels_are_in_the_language_or_in_english() {
        let expected =
            read(Language::En, "challenge zertz @friend side first pauses none no hints").expect("a command");
        for (language, text) in [
            (Language::Es, "retar zertz @friend orden empiezo pausas nada sin pistas"),
            (Language::Es, "RETAR juego=zertz rival=@friend side: \"I go first\" pauses none pistas no"),
            (Language::It, "sfida zertz @friend ordine inizio io pause niente senza suggerimenti"),
            (Language::It, "challenge zertz @friend first pause none no hints"),
        ] {
            assert_eq!(read(language, text), Ok(expected.clone()), "{text}");
        }
        assert_eq!(read(Language::Es, "estadisticas"), read(Language::En, "stats"));
        assert_eq!(
            read(Language::It, "privacy cancella"),
            Ok(RequestKind::Command("privacy delete", Arguments::default()))
        );
        assert!(read(Language::En, "retar zertz").is_err());
        for text in ["Play zertz 3.", "`play zertz 3`", "```!play zertz 3.```", "!PLAY ZERTZ 3", "/play zertz 3 ."] {
            let expected = read(Language::En, "play zertz 3");
            assert_eq!((read(Language::En, text), expected.is_ok()), (expected, true), "{text}");
        }
        let (_, note) = read_well("note It went well.");
        assert_eq!(note.text("text"), Some("It went well."));
    }

    #[test]
    fn a_command_is_known_by_a_former_name() {
        let expected = read(Language::En, "challenge zertz @friend side first claims optional").expect("a command");
        for text in [
            "retar zertz @friend orden empiezo yo reclamaciones optional",
            "desafiar zertz @friend orden empiezo yo grupos-aislados optional",
        ] {
            assert_eq!(read(Language::Es, text), Ok(expected.clone()), "{text}");
        }
        assert_eq!(read(Language::It, "annulla-mossa"), read(Language::En, "takeback"));
        assert_eq!(read(Language::En, "reminders on"), read(Language::En, "reminders wanted"));
        assert_eq!(read(Language::Es, "repeticion"), read(Language::En, "replay"));
    }
}
