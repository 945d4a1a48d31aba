//! Slash commands: registered from the table of [`chat::commands`](crate::chat::commands), and read with it.

use super::app_state::AppState;
use super::events::{origin, person, place, token};
use super::responder::InteractionResponder;
use crate::chat::commands::{
    Argument, ArgumentError, Audience, Choice, CommandOption, CommandSpec, Localized, OptionKind,
};
use crate::chat::request::Completion;
use crate::chat::{Absence, Language, Opponent, Request, RequestKind};
use crate::service::{PlaceId, PlayerId};
use serenity::all::{
    ChannelType, CommandInteraction, CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext,
    InteractionContext, Permissions, ResolvedOption, ResolvedValue, User,
};

/// The commands as Discord registers them.
pub fn registration(commands: &[CommandSpec]) -> Vec<CreateCommand> {
    commands.iter().map(command).collect()
}

/// The locales that are not English, with their languages. English texts are the default.
fn locales() -> impl Iterator<Item = (Language, &'static str)> {
    let languages = Language::ALL.into_iter().filter(|(language, _)| *language != Language::En);
    languages.flat_map(|(language, _)| language.locales().iter().map(move |locale| (language, *locale)))
}

fn command(spec: &CommandSpec) -> CreateCommand {
    let mut command = CreateCommand::new(spec.name).description(spec.description.get(Language::En));
    for (language, locale) in locales() {
        command = command.name_localized(locale, spec.title.get(language));
        command = command.description_localized(locale, spec.description.get(language));
    }
    let (permissions, installed, contexts) = match spec.audience {
        // Users who may write in a channel may play there; servers can change that.
        Audience::Everybody => (
            Permissions::SEND_MESSAGES,
            vec![InstallationContext::Guild, InstallationContext::User],
            vec![InteractionContext::Guild, InteractionContext::BotDm, InteractionContext::PrivateChannel],
        ),
        Audience::Managers => {
            (Permissions::MANAGE_GUILD, vec![InstallationContext::Guild], vec![InteractionContext::Guild])
        }
    };
    let command = command.default_member_permissions(permissions).integration_types(installed).contexts(contexts);
    let subcommands = spec.subcommands().iter().map(subcommand);
    spec.options().iter().map(option).chain(subcommands).fold(command, CreateCommand::add_option)
}

fn subcommand(spec: &CommandSpec) -> CreateCommandOption {
    let subcommand = localized(CommandOptionType::SubCommand, spec.name, &spec.title, &spec.description);
    spec.options().iter().map(option).fold(subcommand, CreateCommandOption::add_sub_option)
}

/// A command option or a subcommand with its texts.
fn localized(kind: CommandOptionType, name: &str, title: &Localized, description: &Localized) -> CreateCommandOption {
    let option = CreateCommandOption::new(kind, name, description.get(Language::En));
    locales().fold(option, |option, (language, locale)| {
        option.name_localized(locale, title.get(language)).description_localized(locale, description.get(language))
    })
}

fn option(spec: &CommandOption) -> CreateCommandOption {
    let kind = match spec.kind {
        OptionKind::Text | OptionKind::Completed(_) | OptionKind::Hours | OptionKind::Choice(_) => {
            CommandOptionType::String
        }
        OptionKind::Number(..) => CommandOptionType::Integer,
        OptionKind::Flag => CommandOptionType::Boolean,
        OptionKind::Person => CommandOptionType::User,
        OptionKind::Channel => CommandOptionType::Channel,
    };
    let option = localized(kind, spec.name, &spec.title, &spec.description)
        .required(spec.required)
        .set_autocomplete(matches!(spec.kind, OptionKind::Completed(_)));
    match &spec.kind {
        OptionKind::Choice(choices) => choices.iter().fold(option, choice),
        OptionKind::Number(least, most) => option.min_number_value(*least as f64).max_number_value(*most as f64),
        OptionKind::Channel => option.channel_types(vec![ChannelType::Text, ChannelType::News]),
        _ => option,
    }
}

fn choice(option: CreateCommandOption, Choice { value, label, .. }: &Choice) -> CreateCommandOption {
    let labels = Language::ALL
        .into_iter()
        .flat_map(|(language, _)| language.locales().iter().map(move |locale| (*locale, label.get(language))));
    option.add_string_choice_localized(label.get(Language::En), value, labels)
}

/// The command that an interaction names, with the names of its groups and the options that were given.
fn find<'a>(
    commands: &'a [CommandSpec],
    asked: &'a CommandInteraction,
) -> Option<(&'a CommandSpec, String, Vec<ResolvedOption<'a>>)> {
    let mut spec = commands.iter().find(|spec| spec.name == asked.data.name)?;
    let (mut path, mut options) = (spec.name.to_owned(), asked.data.options());
    while !spec.subcommands().is_empty() {
        let chosen = options.into_iter().next()?;
        let ResolvedValue::SubCommand(further) = chosen.value else { return None };
        spec = spec.subcommands().iter().find(|subcommand| subcommand.name == chosen.name)?;
        path = format!("{path} {}", spec.name);
        options = further;
    }
    Some((spec, path, options))
}

/// Answers a slash command.
pub(super) async fn answer(asked: &CommandInteraction, app_state: &AppState) {
    let responder = InteractionResponder::now(asked.id, &asked.token);
    let commands = app_state.request_handler.commands();
    let read = find(commands, asked).map(|(spec, path, options)| {
        let given = options.iter().filter_map(|option| Some((option.name.to_owned(), argument(asked, option)?)));
        (path, spec.read(given))
    });
    let (path, command) = read.unwrap_or_else(|| ("unknown".to_owned(), Err(ArgumentError::Unknown)));
    let answer = async {
        match command {
            Ok(command) => {
                let request = request(asked, RequestKind::Command(command), app_state);
                responder.answer(&app_state.rest, &app_state.request_handler, &request).await
            }
            // Discord still shows the command of an older version; the current one will be registered shortly.
            Err(error) => {
                tracing::warn!(%error, "a command of an older version");
                responder.is_outdated(&app_state.rest, Language::of_locale(&asked.locale)).await
            }
        }
    };
    app_state.serve(asked.id.get(), &path, None, answer).await;
}

/// Answers with the completions of the text that is being typed.
pub(super) async fn complete(asked: &CommandInteraction, app_state: &AppState) {
    let commands = app_state.request_handler.commands();
    let Some((completion, text)) = find(commands, asked).and_then(|(spec, _, options)| typed(spec, &options)) else {
        tracing::warn!("a completion for a command of an older version");
        return;
    };
    let request = request(asked, RequestKind::Complete { completion, text }, app_state);
    let responder = InteractionResponder::now(asked.id, &asked.token);
    let answer = responder.answer(&app_state.rest, &app_state.request_handler, &request);
    app_state.serve(asked.id.get(), "completion", None, answer).await;
}

/// What completes the option that has the focus, and the text typed there so far.
fn typed(spec: &CommandSpec, options: &[ResolvedOption<'_>]) -> Option<(Completion, String)> {
    options.iter().find_map(|option| {
        let ResolvedValue::Autocomplete { value, .. } = option.value else { return None };
        match spec.options().iter().find(|known| known.name == option.name)?.kind {
            OptionKind::Completed(completion) => Some((completion, value.to_owned())),
            _ => None,
        }
    })
}

/// The value of an option; `None` for a kind of value that no command takes.
fn argument(asked: &CommandInteraction, option: &ResolvedOption<'_>) -> Option<Argument> {
    Some(match &option.value {
        ResolvedValue::String(text) => Argument::Text((*text).to_owned()),
        ResolvedValue::Integer(number) => Argument::Number(*number),
        ResolvedValue::Boolean(on) => Argument::Flag(*on),
        ResolvedValue::User(user, _) => Argument::Person(opponent(asked, user)),
        ResolvedValue::Channel(channel) => Argument::Channel(PlaceId(channel.id.get())),
        _ => return None,
    })
}

/// The request of a command.
fn request(asked: &CommandInteraction, kind: RequestKind, app_state: &AppState) -> Request {
    Request {
        requester: person(&asked.user, asked.member.as_deref(), &asked.locale),
        context: place(&origin!(asked)),
        kind,
        token: Some(token(&app_state.request_handler, &asked.token)),
    }
}

/// A user named in a command.
fn opponent(asked: &CommandInteraction, user: &User) -> Opponent {
    Opponent {
        id: PlayerId(user.id.get()),
        name: user.display_name().to_owned(),
        is_bot: user.bot,
        absence: absence(asked, user),
    }
}

/// Why a user named in a command would not see what is posted where the command was given. In a server Discord tells
/// who is a member and what each member may do in the channel; elsewhere it does not.
fn absence(asked: &CommandInteraction, user: &User) -> Option<Absence> {
    asked.guild_id?;
    match asked.data.resolved.members.get(&user.id) {
        None => Some(Absence::NotInServer),
        Some(member) => {
            let may = member.permissions?;
            (!may.view_channel() && !may.administrator()).then_some(Absence::CannotSeeChannel)
        }
    }
}
