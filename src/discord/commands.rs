//! Slash commands: registered from the table of [`chat::commands`](crate::chat::commands), and read with it.

use super::accounts::person_of;
use super::app_state::AppState;
use super::events::{event, origin, person, requester_and_context, token};
use super::places::{place_of, server_of};
use super::responder::InteractionResponder;
use crate::chat::arguments::{Argument, ArgumentError};
use crate::chat::commands::{Audience, Choice, CommandOption, CommandSpec, Localized, OptionKind};
use crate::chat::request::Completion;
use crate::chat::{Absence, Language, Opponent, Request, RequestKind};
use crate::metrics::record;
use crate::service::{GameService, PlaceId, PlayerId, StorageError};
use serenity::all::{
    ChannelId, ChannelType, CommandInteraction, CommandOptionType, CreateCommand, CreateCommandOption,
    InstallationContext, InteractionContext, Permissions, ResolvedOption, ResolvedValue, User, UserId,
};
use std::collections::HashMap;

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
        Audience::Everyone => (
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
    options(spec).chain(subcommands).fold(command, CreateCommand::add_option)
}

fn options(spec: &CommandSpec) -> impl Iterator<Item = CreateCommandOption> {
    spec.options().iter().filter_map(|spec| Some(option(spec, spec.is_required_in_field()?)))
}

fn subcommand(spec: &CommandSpec) -> CreateCommandOption {
    let subcommand = localized(CommandOptionType::SubCommand, spec.name, &spec.title, &spec.description);
    options(spec).fold(subcommand, CreateCommandOption::add_sub_option)
}

/// A command option or a subcommand with its texts.
fn localized(kind: CommandOptionType, name: &str, title: &Localized, description: &Localized) -> CreateCommandOption {
    let option = CreateCommandOption::new(kind, name, description.get(Language::En));
    locales().fold(option, |option, (language, locale)| {
        option.name_localized(locale, title.get(language)).description_localized(locale, description.get(language))
    })
}

fn option(spec: &CommandOption, is_required: bool) -> CreateCommandOption {
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
        .required(is_required)
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
    interaction: &'a CommandInteraction,
) -> Option<(&'a CommandSpec, String, Vec<ResolvedOption<'a>>)> {
    let mut spec = commands.iter().find(|spec| spec.name == interaction.data.name)?;
    let (mut path, mut options) = (spec.name.to_owned(), interaction.data.options());
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
pub(super) async fn answer(interaction: &CommandInteraction, app_state: &AppState) {
    let responder = InteractionResponder::now(interaction.id, &interaction.token);
    let AppState { request_handler, rest, .. } = app_state;
    let found = find(request_handler.commands(), interaction);
    let path = found.as_ref().map_or("unknown", |(_, path, _)| path);
    let answer = async {
        let language = Language::of_locale(&interaction.locale);
        let command = match &found {
            Some((spec, _, options)) => {
                let named = match named(interaction, options, request_handler.service()).await {
                    Ok(named) => named,
                    Err(error) => return responder.failed(rest, "command", language, error).await,
                };
                let given = options.iter().filter_map(|option| {
                    let argument = argument(interaction, option, &named)?;
                    Some((option.name.to_owned(), argument))
                });
                spec.read(given)
            }
            None => Err(ArgumentError::Unknown),
        };
        let command = match command {
            Ok(command) => command,
            // Discord still shows the command of an older version; the current one will be registered shortly.
            Err(error) => {
                tracing::warn!(%error, "a command of an older version");
                return responder.command_is_outdated(rest, language, error).await;
            }
        };
        match request(interaction, command, app_state).await {
            Ok(request) => responder.answer(rest, request_handler, &request).await,
            Err(error) => responder.failed(rest, "command", language, error).await,
        }
    };
    app_state.serve(interaction.id.get(), path, None, answer).await;
}

/// Answers with the completions of the text that is being typed.
pub(super) async fn complete(interaction: &CommandInteraction, app_state: &AppState) {
    let commands = app_state.request_handler.commands();
    let Some((completion, text)) = find(commands, interaction).and_then(|(spec, _, options)| typed(spec, &options))
    else {
        tracing::warn!("a completion for a command of an older version");
        return;
    };
    let responder = InteractionResponder::now(interaction.id, &interaction.token);
    let answer = async {
        match request(interaction, RequestKind::Complete { completion, text }, app_state).await {
            Ok(request) => responder.answer(&app_state.rest, &app_state.request_handler, &request).await,
            Err(error) => {
                tracing::error!(%error, "storage failed");
                record::failed_interaction("completion");
                responder.completes_nothing(&app_state.rest).await
            }
        }
    };
    app_state.serve(interaction.id.get(), "completion", None, answer).await;
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

/// The people and places that the options of a command name, by their ids on Discord.
#[derive(Default)]
struct Named {
    people: HashMap<UserId, PlayerId>,
    places: HashMap<ChannelId, PlaceId>,
}

async fn named(
    interaction: &CommandInteraction,
    options: &[ResolvedOption<'_>],
    service: &GameService,
) -> Result<Named, StorageError> {
    let mut named = Named::default();
    for option in options {
        match option.value {
            ResolvedValue::User(user, _) => {
                named.people.insert(user.id, person_of(service, user.id).await?);
            }
            ResolvedValue::Channel(channel) => {
                let server = match interaction.guild_id {
                    Some(guild) => Some(server_of(service, guild).await?),
                    None => None,
                };
                named.places.insert(channel.id, place_of(service, channel.id, None, server).await?);
            }
            _ => {}
        }
    }
    Ok(named)
}

/// The value of an option; `None` for a kind of value that no command takes.
fn argument(interaction: &CommandInteraction, option: &ResolvedOption<'_>, named: &Named) -> Option<Argument> {
    Some(match &option.value {
        ResolvedValue::String(text) => Argument::Text((*text).to_owned()),
        ResolvedValue::Integer(number) => Argument::Number(*number),
        ResolvedValue::Boolean(on) => Argument::Flag(*on),
        ResolvedValue::User(user, _) => Argument::Person(opponent(interaction, user, *named.people.get(&user.id)?)),
        ResolvedValue::Channel(channel) => Argument::Channel(*named.places.get(&channel.id)?),
        _ => return None,
    })
}

/// The request of a command.
async fn request(
    interaction: &CommandInteraction,
    kind: RequestKind,
    app_state: &AppState,
) -> Result<Request, StorageError> {
    let (id, context) =
        requester_and_context(app_state, interaction.user.id, &origin!(interaction), kind.begins_game()).await?;
    Ok(Request {
        requester: person(id, &interaction.user, interaction.member.as_deref(), &interaction.locale),
        context,
        kind,
        token: Some(token(&app_state.request_handler, &interaction.token)),
        event: Some(event(interaction.id)),
    })
}

/// A user named in a command, who is this person.
fn opponent(interaction: &CommandInteraction, user: &User, id: PlayerId) -> Opponent {
    Opponent { id, name: user.display_name().to_owned(), is_bot: user.bot, absence: absence(interaction, user) }
}

/// Why a user named in a command would not see what is posted where the command was given. In a server Discord tells
/// who is a member and what each member may do in the channel (administrators: everything); elsewhere it does not.
fn absence(interaction: &CommandInteraction, user: &User) -> Option<Absence> {
    interaction.guild_id?;
    match interaction.data.resolved.members.get(&user.id) {
        None => Some(Absence::NotInServer),
        Some(member) => (!member.permissions?.view_channel()).then_some(Absence::CannotSeeChannel),
    }
}
