//! The table of all commands. Their names, descriptions and choices are in `assets/locales`; the games and their
//! options come from the catalogue.

use super::arguments::{ArgumentError, Arguments};
use super::spec::{
    Audience, Choice, CommandBody, CommandOption, CommandReader, CommandSpec, Localized, OptionKind, Presence,
};
use crate::catalog::{AnyGame, BOARD_OPTION, Catalog};
use crate::chat::request::{
    BoardForm, CLEARABLE_SETTINGS, Command, Completion, GameOptions, ScheduleOptions, ServerSettingsOptions,
};
use crate::chat::texts::error_texts::setting;
use crate::chat::texts::players::level_name;
use crate::chat::texts::time::control;
use crate::chat::texts::{Language, label, label_in};
use crate::render::Theme;
use crate::rules::Values;
use crate::service::{Level, MatchId, Pauses, Side, TimeControl};

/// The maximum number of choices for an option.
pub const CHOICES_MAX: usize = 25;
/// The maximum length of a description in characters.
const DESCRIPTION_MAX: usize = 100;

/// The commands that make sense only if the bot runs on several platforms.
pub const ACROSS_PLATFORMS: [&str; 3] = ["accept", "link", "unlink"];

/// Returns all commands, in the order in which they are listed.
pub fn commands(catalog: &Catalog) -> Vec<CommandSpec> {
    let table = Table { catalog };
    let everyone = Audience::Everyone;
    let run = |name, options: &[Opt], read| table.command(everyone, "", name, options, read);
    let mut commands = vec![
        run("challenge", CHALLENGE, challenge),
        run("accept", &[required("code", Kind::Text)], |given| {
            Ok(Command::Accept { code: given.required_text("code")? })
        }),
        run("play", PLAY, play),
        run("move", &[required_in_field("text", Kind::Completed(Completion::Move))], |given| {
            Ok(Command::Move { text: given.text("text")? })
        }),
        run("if", &[optional("line", Kind::Text)], |given| Ok(Command::If { line: given.text("line")? })),
        run("note", &[optional("text", Kind::Text)], |given| Ok(Command::Note { text: given.text("text")? })),
        run("board", &[optional("text", Kind::Flag), optional("names", Kind::Flag)], |given| {
            Ok(Command::Board(match (given.flag("text")?, given.flag("names")?) {
                (Some(true), _) => BoardForm::Letters,
                (_, Some(true)) => BoardForm::PictureWithNames,
                _ => BoardForm::Picture,
            }))
        }),
        run("games", &[optional("past", Kind::Flag)], |given| {
            Ok(Command::Games { past: given.flag("past")?.unwrap_or_default() })
        }),
        run("next", &[], |_| Ok(Command::Next)),
        run("settings", &[], |_| Ok(Command::Settings)),
        run("times", TIMES, times),
        run("vacation", &[optional("days", Kind::Number(1, 60)), optional("end", Kind::Flag)], |given| {
            Ok(Command::Vacation { days: given.number("days")?, end: given.flag("end")?.unwrap_or_default() })
        }),
        run("reminders", &[required("wanted", Kind::Flag)], |given| {
            Ok(Command::Reminders { wanted: given.flag("wanted")?.ok_or(ArgumentError::Missing("wanted"))? })
        }),
        run("moves", &[], |_| Ok(Command::Moves)),
        run("resign", &[], |_| Ok(Command::Resign)),
        run("draw", &[], |_| Ok(Command::Draw)),
        run("takeback", &[], |_| Ok(Command::TakeBack)),
        run("rematch", &[], |_| Ok(Command::Rematch)),
        run("replay", &[], |_| Ok(Command::Replay)),
        run("export", &[], |_| Ok(Command::Export)),
        run("hint", &[], |_| Ok(Command::Hint)),
        run("coach", &[], |_| Ok(Command::Coach)),
        run("analyse", &[], |_| Ok(Command::Analyse)),
        run("stats", &[optional("player", Kind::Person), optional("game", Kind::Game)], |given| {
            Ok(Command::Stats { player: given.person("player")?, game: given.text("game")? })
        }),
        run("leaderboard", &[optional("game", Kind::Game)], |given| {
            Ok(Command::Leaderboard { game: given.text("game")? })
        }),
        run("rules", &[required("game", Kind::Game)], |given| {
            Ok(Command::Rules { game: given.required_text("game")? })
        }),
        run("help", &[optional("command", Kind::Text)], |given| Ok(Command::Help { command: given.text("command")? })),
        run("about", &[], |_| Ok(Command::About)),
    ];
    let privacy: [(&str, CommandReader); 2] =
        [("export", |_| Ok(Command::ExportData)), ("delete", |_| Ok(Command::DeleteData))];
    let privacy = privacy.map(|(name, read)| table.command(everyone, "privacy-", name, &[], read));
    let end = table.command(Audience::Managers, "admin-", "end", &[required("game", GAME_NUMBER)], |given| {
        let number: Option<u32> = given.number("game")?;
        Ok(Command::EndGame { game: MatchId(number.ok_or(ArgumentError::Missing("game"))?.into()) })
    });
    commands.extend([
        table.group(everyone, "privacy", privacy.into()),
        run("block", &[optional("user", Kind::Person), optional("undo", Kind::Flag)], |given| {
            Ok(Command::Block { other: given.person("user")?, remove: given.flag("undo")?.unwrap_or_default() })
        }),
        run("link", &[optional("code", Kind::Text)], |given| Ok(Command::Link { code: given.text("code")? })),
        run("unlink", &[], |_| Ok(Command::Unlink)),
        table.command(Audience::Managers, "", "server", SERVER, server),
        table.group(Audience::Managers, "admin", vec![end]),
    ]);
    commands
}

/// The number of a game, as shown in the name of its thread.
const GAME_NUMBER: Kind = Kind::Number(1, u32::MAX as i64);

const CHALLENGE: &[Opt] = &[
    required("game", Kind::Game),
    optional("opponent", Kind::Person),
    optional("", Kind::Setup),
    optional("side", Kind::Side),
    optional("time", Kind::Time),
    optional("pauses", Kind::Pauses),
    optional("rated", Kind::Flag),
    optional("hints", Kind::Flag),
    optional("message", Kind::Text),
];

fn challenge(given: &Arguments) -> Result<Command, ArgumentError> {
    Ok(Command::Challenge {
        game: given.required_text("game")?,
        opponent: given.person("opponent")?,
        options: game_options(given)?,
        note: given.text("message")?,
    })
}

const PLAY: &[Opt] = &[
    required("game", Kind::Game),
    required("level", Kind::Level),
    optional("", Kind::Setup),
    optional("side", Kind::Side),
    optional("time", Kind::Time),
    optional("pauses", Kind::Pauses),
    optional("rated", Kind::Flag),
    optional("hints", Kind::Flag),
];

fn play(given: &Arguments) -> Result<Command, ArgumentError> {
    Ok(Command::Play {
        game: given.required_text("game")?,
        // The option accepts only the numbers of levels.
        level: given.required_text("level")?.parse().ok().and_then(Level::new).unwrap_or_default(),
        options: game_options(given)?,
    })
}

/// Reads the options of a new game. By default hints are on and all pauses apply.
fn game_options(given: &Arguments) -> Result<GameOptions, ArgumentError> {
    let pauses = given.text("pauses")?;
    Ok(GameOptions {
        setup: given.setup(),
        side: given.text("side")?,
        hints: given.flag("hints")?.unwrap_or(true),
        rated: given.flag("rated")?.unwrap_or_default(),
        control: given.text("time")?.as_deref().and_then(TimeControl::from_word),
        pauses: pauses.as_deref().and_then(Pauses::from_word).unwrap_or(Pauses::ALL),
    })
}

const TIMES: &[Opt] = &[
    optional("zone", Kind::Completed(Completion::Zone)),
    optional("sleep", Kind::Hours),
    optional("weekend", Kind::Flag),
    optional("quiet", Kind::Hours),
    optional("digest", Kind::Hours),
];

fn times(given: &Arguments) -> Result<Command, ArgumentError> {
    Ok(Command::Times(ScheduleOptions {
        zone: given.text("zone")?,
        sleep: given.text("sleep")?,
        weekend: given.flag("weekend")?,
        quiet: given.text("quiet")?,
        digest: given.text("digest")?,
    }))
}

const SERVER: &[Opt] = &[
    optional("channel", Kind::Channel),
    optional("game", Kind::Game),
    optional("language", Kind::Language),
    optional("time", Kind::Time),
    optional("theme", Kind::Theme),
    optional("limit", Kind::Number(1, 100)),
    optional("clear", Kind::Clear),
    optional_when_typed("prefix", Kind::Text),
];

fn server(given: &Arguments) -> Result<Command, ArgumentError> {
    Ok(Command::Server(ServerSettingsOptions {
        channel: given.channel("channel")?,
        game: given.text("game")?,
        language: given.text("language")?,
        control: given.text("time")?.as_deref().and_then(TimeControl::from_word),
        theme: given.text("theme")?,
        limit: given.number("limit")?,
        clear: given.text("clear")?,
        prefix: given.text("prefix")?,
    }))
}

/// An option before texts and data from the catalogue are added.
#[derive(Clone, Copy)]
struct Opt {
    name: &'static str,
    kind: Kind,
    presence: Presence,
}

/// The kind of an option. Choices are only named here; [`Table::kind`] lists them.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Completed(Completion),
    Hours,
    Number(i64, i64),
    Flag,
    Person,
    Channel,
    Game,
    Level,
    Side,
    Time,
    Pauses,
    Language,
    Theme,
    Clear,
    /// A placeholder for the setup options of all games.
    Setup,
}

const fn required(name: &'static str, kind: Kind) -> Opt {
    Opt { name, kind, presence: Presence::Required }
}

const fn optional(name: &'static str, kind: Kind) -> Opt {
    Opt { name, kind, presence: Presence::Optional }
}

const fn required_in_field(name: &'static str, kind: Kind) -> Opt {
    Opt { name, kind, presence: Presence::RequiredInField }
}

const fn optional_when_typed(name: &'static str, kind: Kind) -> Opt {
    Opt { name, kind, presence: Presence::OptionalWhenTyped }
}

/// Builds commands from the catalogue and the texts.
#[derive(Clone, Copy)]
struct Table<'a> {
    catalog: &'a Catalog,
}

impl Table<'_> {
    fn command(
        self,
        audience: Audience,
        parent: &str,
        name: &'static str,
        options: &[Opt],
        read: CommandReader,
    ) -> CommandSpec {
        let path = format!("{parent}{name}");
        let options = options.iter().flat_map(|option| match option.kind {
            Kind::Setup => self.setup_options(name),
            _ => vec![self.option(&path, *option)],
        });
        spec(audience, &path, name, CommandBody::Options(options.collect(), read))
    }

    fn group(self, audience: Audience, name: &'static str, subcommands: Vec<CommandSpec>) -> CommandSpec {
        spec(audience, name, name, CommandBody::Group(subcommands))
    }

    fn option(self, path: &str, Opt { name, kind, presence }: Opt) -> CommandOption {
        let key = format!("option-{path}-{name}");
        let title = Localized::of(|language| label(language, &format!("{key}.name"), &[]));
        let description = Localized::of(|language| self.described(language, &format!("{key}.description")));
        let kind = self.kind(kind);
        let example = self.example(&key, &kind);
        CommandOption { name, title, description, kind, example, presence, is_setup: false }
    }

    /// Returns a valid value as a user types it. `key` identifies the option's texts.
    fn example(self, key: &str, kind: &OptionKind) -> Localized {
        let same = |text: String| Localized::of(|_| text.clone());
        let worded = |key: &str| Localized::of(|language| label(language, key, &[]));
        match kind {
            OptionKind::Completed(Completion::Move) => {
                let moves = self.catalog.games().iter().flat_map(|game| game.move_examples());
                same(moves.copied().next().unwrap_or_default().to_owned())
            }
            OptionKind::Text | OptionKind::Completed(Completion::Zone) | OptionKind::Hours => {
                worded(&format!("{key}.example"))
            }
            OptionKind::Choice(choices) => same(example_choice(choices)),
            OptionKind::Number(least, most) => same(5.clamp(*least, *most).to_string()),
            OptionKind::Flag => worded("typed-yes"),
            OptionKind::Person => worded("typed-example-person"),
            OptionKind::Channel => worded("typed-example-channel"),
        }
    }

    /// Returns a description. If the text contains examples of moves, includes as many as fit.
    fn described(self, language: Language, key: &str) -> String {
        let examples = self.catalog.games().iter().flat_map(|game| game.move_examples()).map(|text| (*text).to_owned());
        let mut text = String::new();
        let mut listed = String::new();
        for example in examples {
            let or = [("most", listed.as_str()), ("last", &example)];
            listed = if listed.is_empty() { example } else { label(language, "list-or", &or) };
            let longer = label(language, key, &[("examples", &listed)]);
            if !text.is_empty() && longer.chars().count() > DESCRIPTION_MAX {
                break;
            }
            text = longer;
        }
        text
    }

    fn kind(self, kind: Kind) -> OptionKind {
        let keyed = |prefix: &str, words: &[&str]| {
            let worded = |word: &str| Localized::of(|language| label(language, &format!("{prefix}{word}"), &[]));
            words.iter().map(|word| Choice { value: (*word).to_owned(), label: worded(word), game: None }).collect()
        };
        OptionKind::Choice(match kind {
            Kind::Text | Kind::Setup => return OptionKind::Text,
            Kind::Completed(completion) => return OptionKind::Completed(completion),
            Kind::Hours => return OptionKind::Hours,
            Kind::Number(least, most) => return OptionKind::Number(least, most),
            Kind::Flag => return OptionKind::Flag,
            Kind::Person => return OptionKind::Person,
            Kind::Channel => return OptionKind::Channel,
            Kind::Game => self.games(),
            Kind::Level => {
                let choice = |level: Level| Choice {
                    value: level.number().to_string(),
                    label: Localized::of(|language| level_name(language, level)),
                    game: None,
                };
                Level::all().map(choice).collect()
            }
            Kind::Side => keyed("choice-side-", &Side::ALL.map(|(_, word)| word)),
            Kind::Pauses => keyed("choice-pauses-", &Pauses::OFFERED.map(|(_, word)| word)),
            // The first theme is the default; clearing the setting also selects it.
            Kind::Theme => keyed("settings-theme-", &Theme::NAMES),
            Kind::Clear => keyed("choice-clear-", &CLEARABLE_SETTINGS),
            Kind::Time => {
                let choice = |offered: &TimeControl| Choice {
                    value: offered.to_string(),
                    label: Localized::of(|language| control(language, *offered)),
                    game: None,
                };
                TimeControl::OFFERED.iter().map(choice).collect()
            }
            Kind::Language => {
                // Each language is listed under its own name.
                let own = |language| Localized::of(|_| label(language, "settings-language-own", &[]));
                let choice = |(language, code): (Language, &str)| Choice {
                    value: code.to_owned(),
                    label: own(language),
                    game: None,
                };
                Language::ALL.map(choice).into()
            }
        })
    }

    /// Returns the games as choices. Their titles are the same in every language.
    fn games(self) -> Vec<Choice> {
        let choice = |game: &&'static dyn AnyGame| Choice {
            value: game.name().to_owned(),
            label: Localized::of(|_| game.title().to_owned()),
            game: None,
        };
        self.catalog.games().iter().take(CHOICES_MAX).map(choice).collect()
    }

    /// Returns the setup options of all games that players can choose, each with the values of every game that has it.
    /// `command` is the command that starts a game.
    fn setup_options(self, command: &str) -> Vec<CommandOption> {
        let keys = self.catalog.option_keys().into_iter().map(|key| (key, self.setup_choices(key)));
        keys.filter(|(_, choices)| !choices.is_empty())
            .map(|(key, choices)| {
                let owner = self.catalog.games().iter().find(|game| game.options().iter().any(|spec| spec.key == key));
                let text = |part: &str, common: &str| {
                    Localized::of(|language| match owner.filter(|_| key != BOARD_OPTION) {
                        Some(game) => label_in(*game, language, &format!("option-{key}.{part}"), &[]),
                        None => label(language, &format!("option-{command}-{key}.{common}"), &[]),
                    })
                };
                let (title, description) = (text("name", "name"), text(command, "description"));
                let example = example_choice(&choices);
                let example = Localized::of(|_| example.clone());
                let kind = OptionKind::Choice(choices);
                CommandOption {
                    name: key,
                    title,
                    description,
                    kind,
                    example,
                    presence: Presence::Optional,
                    is_setup: true,
                }
            })
            .collect()
    }

    /// Returns the values of a setup option in all games. Labels contain the game, and match the wording of challenges.
    fn setup_choices(self, key: &str) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for game in self.catalog.games() {
            let spec = game.options().iter().find(|spec| spec.key == key);
            let Some(Values::OneOf(words)) = spec.map(|spec| spec.values) else { continue };
            choices.extend(words.iter().map(|word| Choice {
                value: (*word).to_owned(),
                label: Localized::of(|language| format!("{}: {}", game.title(), setting(language, *game, key, word))),
                game: Some(game.name()),
            }));
        }
        choices.truncate(CHOICES_MAX);
        choices
    }
}

/// Returns the value to show in examples: the second, because the first is usually the default.
fn example_choice(choices: &[Choice]) -> String {
    choices.get(1).or(choices.first()).map_or(String::new(), |choice| choice.value.clone())
}

fn spec(audience: Audience, path: &str, name: &'static str, body: CommandBody) -> CommandSpec {
    let text = |part: &str| Localized::of(|language| label(language, &format!("command-{path}.{part}"), &[]));
    CommandSpec { name, title: text("name"), description: text("description"), audience, body }
}
