//! The commands with their texts in every language. Names, descriptions and choices are in `assets/locales`; the games
//! and their options come from the catalogue.

use super::signature::{Kind, Parameter, Signature};
use super::spec::{
    Audience, Choice, CommandBody, CommandOption, CommandSpec, Localized, OptionKind, Presence, Section,
};
use crate::catalog::{AnyGame, BOARD_OPTION, Catalog};
use crate::chat::request::Completion;
use crate::chat::texts::error_texts::setting;
use crate::chat::texts::players::level_name;
use crate::chat::texts::time::control;
use crate::chat::texts::{COMMON, Language, label, label_in};
use crate::localization::Texts;
use crate::render::Theme;
use crate::rules::Values;
use crate::rules::setup::SWAP;
use crate::service::{Level, Pauses, Side, TimeControl};

/// The maximum number of choices for an option.
pub const CHOICES_MAX: usize = 25;
/// The option value that stands for the default.
pub const DEFAULT: &str = "default";
/// The maximum length of a description in characters.
const DESCRIPTION_MAX: usize = 100;

/// Describes the commands of a section in order. All subcommands of a group are listed with its first one.
pub fn describe_all(
    catalog: &Catalog,
    section: Section,
    signatures: impl IntoIterator<Item = Signature>,
) -> Vec<CommandSpec> {
    let table = Table { catalog, section };
    let mut commands: Vec<CommandSpec> = Vec::new();
    for signature in signatures {
        let command = table.command(&signature);
        let Some((group, _)) = signature.path.split_once(' ') else {
            commands.push(command);
            continue;
        };
        let known = commands.iter_mut().find(|known| known.name == group);
        match known.map(|known| &mut known.body) {
            Some(CommandBody::Group(subcommands)) => subcommands.push(command),
            _ => commands.push(table.spec(signature.audience, group, CommandBody::Group(vec![command]))),
        }
    }
    commands
}

/// Builds the commands of a section from the catalogue and the texts.
#[derive(Clone, Copy)]
struct Table<'a> {
    catalog: &'a Catalog,
    section: Section,
}

impl Table<'_> {
    fn command(self, signature: &Signature) -> CommandSpec {
        let path = signature.path.replace(' ', "-");
        let options = signature.options.iter().flat_map(|option| match option.kind {
            Kind::Setup => self.setup_options(signature.path),
            _ => vec![self.option(&path, *option)],
        });
        self.spec(signature.audience, signature.path, CommandBody::Options(options.collect()))
    }

    fn spec(self, audience: Audience, path: &'static str, body: CommandBody) -> CommandSpec {
        let key = path.replace(' ', "-");
        let text = |part: &str| Localized::of(|language| label(language, &format!("command-{key}.{part}"), &[]));
        let name = path.rsplit(' ').next().unwrap_or(path);
        let (title, description, section) = (text("name"), text("description"), self.section);
        let former = former(&COMMON, &format!("command-{key}"));
        CommandSpec { path, name, title, former, description, audience, section, body }
    }

    fn option(self, path: &str, Parameter { name, kind, presence }: Parameter) -> CommandOption {
        let key = format!("option-{path}-{name}");
        let title = Localized::of(|language| label(language, &format!("{key}.name"), &[]));
        let former = former(&COMMON, &key);
        let description = Localized::of(|language| self.described(language, &format!("{key}.description")));
        let kind = self.kind(kind);
        let example = self.example(&key, &kind);
        CommandOption { name, title, former, description, kind, example, presence, is_setup: false }
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
        let keyed = |prefix: &str, words: &[&str]| -> Vec<Choice> {
            let worded = |word: &str| Localized::of(|language| label(language, &format!("{prefix}{word}"), &[]));
            words.iter().map(|word| Choice { value: (*word).to_owned(), label: worded(word), game: None }).collect()
        };
        let default = |prefix: &str| Choice {
            value: DEFAULT.to_owned(),
            label: Localized::of(|language| label(language, &format!("{prefix}{DEFAULT}"), &[])),
            game: None,
        };
        // Each language is listed in its own words.
        let languages = || {
            let own = |language| Localized::of(|_| label(language, "settings-language-own", &[]));
            let choice = |(language, code): (Language, &str)| Choice {
                value: code.to_owned(),
                label: own(language),
                game: None,
            };
            Vec::from(Language::ALL.map(choice))
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
                    label: Localized::of(|language| level_name(language, level, Level::FULL)),
                    game: None,
                };
                Level::FULL.and_below().map(choice).collect()
            }
            Kind::Side => keyed("choice-side-", &Side::ALL.map(|(_, word)| word)),
            Kind::Pauses => keyed("choice-pauses-", &Pauses::OFFERED.map(|(_, word)| word)),
            // The first theme is the default; clearing the setting also selects it.
            Kind::Theme => keyed("settings-theme-", &Theme::NAMES),
            Kind::ThemeOrDefault => {
                [vec![default("settings-theme-")], keyed("settings-theme-", &Theme::NAMES)].concat()
            }
            Kind::Words(prefix, words) => keyed(prefix, words),
            Kind::Time => {
                let choice = |offered: &TimeControl| Choice {
                    value: offered.to_string(),
                    label: Localized::of(|language| control(language, *offered)),
                    game: None,
                };
                TimeControl::OFFERED.iter().map(choice).collect()
            }
            Kind::Language => languages(),
            Kind::LanguageOrDefault => [vec![default("settings-language-")], languages()].concat(),
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
                let former = match owner.filter(|_| key != BOARD_OPTION) {
                    Some(game) => former(game.texts(), &format!("option-{key}")),
                    None => former(&COMMON, &format!("option-{command}-{key}")),
                };
                let example = example_choice(&choices);
                let example = Localized::of(|_| example.clone());
                let kind = OptionKind::Choice(choices);
                CommandOption {
                    name: key,
                    title,
                    former,
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
            // The values of the swap mean the same in every game, so one game is enough.
            let is_common = key == SWAP.key;
            choices.extend(words.iter().map(|word| Choice {
                value: (*word).to_owned(),
                label: Localized::of(|language| match setting(language, *game, key, word) {
                    label if is_common => label,
                    label => format!("{}: {label}", game.title()),
                }),
                game: (!is_common).then(|| game.name()),
            }));
            if is_common {
                break;
            }
        }
        choices.truncate(CHOICES_MAX);
        choices
    }
}

/// Returns the value to show in examples: the second, because the first is usually the default.
fn example_choice(choices: &[Choice]) -> String {
    choices.get(1).or(choices.first()).map_or(String::new(), |choice| choice.value.clone())
}

/// Former names; empty in languages without any.
fn former(texts: &Texts, key: &str) -> Localized {
    Localized::of(|language| texts.only_in(language, &format!("{key}.former")).unwrap_or_default())
}
