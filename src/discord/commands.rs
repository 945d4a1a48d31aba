//! The slash commands. Their localized names and descriptions come from `assets/locales`, their choices from the
//! catalogue.

use super::app_state::AppState;
use super::command_context::{Context, Failure, Result, converse, named, request};
use super::server_commands;
use crate::catalog::GAMES;
use crate::chat::handlers::server_settings::{CLEARED, THEMES};
use crate::chat::request::ScheduleOptions;
use crate::chat::texts::error_texts::setting;
use crate::chat::texts::localize;
use crate::chat::texts::time::control;
use crate::chat::{Absence, Answer, Command, GameOptions, Language, Opponent, RequestKind};
use crate::rules::Values;
use crate::service::{Pauses, Side, TimeControl};
use serenity::all::{
    AutocompleteChoice, CommandOptionType, CreateAutocompleteResponse, CreateCommandOption, InstallationContext,
    InteractionContext, Permissions, User,
};

/// Propose a game
#[allow(clippy::too_many_arguments, reason = "each is an option of the command, by the framework's convention")]
#[poise::command(slash_command)]
async fn challenge(
    ctx: Context<'_>,
    #[description = "game"] game: String,
    #[description = "opponent"] opponent: Option<User>,
    #[description = "variant"] variant: Option<String>,
    #[description = "claims"] claims: Option<String>,
    #[description = "start"] start: Option<String>,
    #[description = "side"] side: Option<String>,
    #[description = "time"] time: Option<String>,
    #[description = "pauses"] pauses: Option<String>,
    #[description = "rated"] rated: Option<bool>,
    #[description = "hints"] hints: Option<bool>,
    #[description = "message"] message: Option<String>,
) -> Result {
    let opponent = opponent.as_ref().map(|user| Opponent { absence: absence(ctx, user), ..named(user) });
    let options = [("variant", variant), ("claims", claims), ("start", start)];
    let options = GameOptions { rated: rated.unwrap_or_default(), ..game_options(options, side, hints, time, pauses) };
    converse(ctx, Command::Challenge { game, opponent, options, note: message }).await
}

/// Why a user named in a command would not see what is posted where the command was given. In a server Discord tells
/// who is a member and what each member may do in the channel; elsewhere it does not.
fn absence(ctx: Context<'_>, user: &User) -> Option<Absence> {
    ctx.interaction.guild_id?;
    match ctx.interaction.data.resolved.members.get(&user.id) {
        None => Some(Absence::NotInServer),
        Some(member) => {
            let may = member.permissions?;
            (!may.view_channel() && !may.administrator()).then_some(Absence::CannotSeeChannel)
        }
    }
}

/// Play against the bot
#[allow(clippy::too_many_arguments, reason = "each is an option of the command, by the framework's convention")]
#[poise::command(slash_command, rename = "play")]
async fn play(
    ctx: Context<'_>,
    #[description = "game"] game: String,
    #[description = "level"]
    #[min = 1]
    #[max = 8]
    level: u8,
    #[description = "variant"] variant: Option<String>,
    #[description = "claims"] claims: Option<String>,
    #[description = "start"] start: Option<String>,
    #[description = "side"] side: Option<String>,
    #[description = "time"] time: Option<String>,
    #[description = "pauses"] pauses: Option<String>,
    #[description = "rated"] rated: Option<bool>,
    #[description = "hints"] hints: Option<bool>,
) -> Result {
    let options = [("variant", variant), ("claims", claims), ("start", start)];
    let options = GameOptions { rated: rated.unwrap_or_default(), ..game_options(options, side, hints, time, pauses) };
    converse(ctx, Command::Play { game, level, options }).await
}

/// The options of a game: with hints unless they are declined, and with all pauses unless others are chosen. Discord
/// sends only values that were offered.
fn game_options(
    given: [(&'static str, Option<String>); 3],
    side: Option<String>,
    hints: Option<bool>,
    time: Option<String>,
    pauses: Option<String>,
) -> GameOptions {
    let options = given.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
    GameOptions {
        options,
        side,
        hints: hints.unwrap_or(true),
        rated: false,
        control: time.as_deref().and_then(TimeControl::from_word),
        pauses: pauses.as_deref().and_then(Pauses::from_word).unwrap_or(Pauses::ALL),
    }
}

/// Play a move
#[poise::command(slash_command, rename = "move")]
async fn play_move(
    ctx: Context<'_>,
    #[description = "text"]
    #[autocomplete = "complete"]
    text: String,
) -> Result {
    converse(ctx, Command::Move { text }).await
}

async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let request = request(ctx, RequestKind::Complete { text: typed.to_owned() });
    let answer = ctx.data().request_handler.answer(&request).await;
    let Answer::Completions(texts) = answer else { return CreateAutocompleteResponse::new() };
    let choices = texts.into_iter().map(|text| AutocompleteChoice::new(text.clone(), text));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Plan conditional moves
#[poise::command(slash_command, rename = "if")]
async fn plan(ctx: Context<'_>, #[description = "line"] line: Option<String>) -> Result {
    converse(ctx, Command::If { line }).await
}

/// Note something
#[poise::command(slash_command)]
async fn note(ctx: Context<'_>, #[description = "text"] text: Option<String>) -> Result {
    converse(ctx, Command::Note { text }).await
}

/// Show the board
#[poise::command(slash_command)]
async fn board(ctx: Context<'_>, #[description = "text"] text: Option<bool>) -> Result {
    converse(ctx, Command::Board { text: text.unwrap_or_default() }).await
}

/// List your games
#[poise::command(slash_command)]
async fn games(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Games).await
}

/// Show your most urgent game
#[poise::command(slash_command)]
async fn next(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Next).await
}

/// Show and change your settings
#[poise::command(slash_command)]
async fn settings(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Settings).await
}

/// Set your schedule
#[poise::command(slash_command)]
async fn times(
    ctx: Context<'_>,
    #[description = "zone"]
    #[autocomplete = "zones"]
    zone: Option<String>,
    #[description = "sleep"] sleep: Option<String>,
    #[description = "weekend"] weekend: Option<bool>,
    #[description = "quiet"] quiet: Option<String>,
    #[description = "digest"] digest: Option<String>,
) -> Result {
    converse(ctx, Command::Times(ScheduleOptions { zone, sleep, weekend, quiet, digest })).await
}

/// The time zones whose names contain the typed text.
#[allow(clippy::unused_async, reason = "the framework awaits it")]
async fn zones(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = crate::service::time::calendar::zones_like(typed, CHOICES_MAX);
    let choices = found.into_iter().map(|name| AutocompleteChoice::new(name.clone(), name));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Begin or end a vacation
#[poise::command(slash_command)]
async fn vacation(
    ctx: Context<'_>,
    #[description = "days"]
    #[min = 1]
    #[max = 60]
    days: Option<u16>,
    #[description = "end"] end: Option<bool>,
) -> Result {
    converse(ctx, Command::Vacation { days, end: end.unwrap_or_default() }).await
}

/// Reminders in this game
#[poise::command(slash_command)]
async fn reminders(ctx: Context<'_>, #[description = "wanted"] wanted: bool) -> Result {
    converse(ctx, Command::Reminders { wanted }).await
}

/// Show the moves so far
#[poise::command(slash_command)]
async fn moves(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Moves).await
}

/// Give up
#[poise::command(slash_command)]
async fn resign(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Resign).await
}

/// Offer a draw
#[poise::command(slash_command)]
async fn draw(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Draw).await
}

/// Ask to take a move back
#[poise::command(slash_command)]
async fn takeback(ctx: Context<'_>) -> Result {
    converse(ctx, Command::TakeBack).await
}

/// Play again
#[poise::command(slash_command)]
async fn rematch(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Rematch).await
}

/// Get the record
#[poise::command(slash_command)]
async fn export(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Export).await
}

/// Get a hint
#[poise::command(slash_command)]
async fn hint(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Hint).await
}

/// Analyse a game
#[poise::command(slash_command)]
async fn analyse(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Analyse).await
}

/// Show the statistics of a player
#[poise::command(slash_command)]
async fn stats(
    ctx: Context<'_>,
    #[description = "player"] player: Option<User>,
    #[description = "game"] game: Option<String>,
) -> Result {
    converse(ctx, Command::Stats { player: player.as_ref().map(named), game }).await
}

/// Show the leaderboards of this server
#[poise::command(slash_command)]
async fn leaderboard(ctx: Context<'_>, #[description = "game"] game: Option<String>) -> Result {
    converse(ctx, Command::Leaderboard { game }).await
}

/// Read the rules
#[poise::command(slash_command)]
async fn rules(ctx: Context<'_>, #[description = "game"] game: String) -> Result {
    converse(ctx, Command::Rules { game }).await
}

/// How to play here
#[poise::command(slash_command)]
async fn help(ctx: Context<'_>) -> Result {
    converse(ctx, Command::Help).await
}

/// What this is
#[poise::command(slash_command)]
async fn about(ctx: Context<'_>) -> Result {
    converse(ctx, Command::About).await
}

/// All commands, with their names, descriptions and choices.
pub fn all() -> Vec<poise::Command<AppState, Failure>> {
    let mut commands = vec![
        challenge(),
        play(),
        play_move(),
        plan(),
        note(),
        board(),
        games(),
        next(),
        settings(),
        times(),
        vacation(),
        reminders(),
        moves(),
        resign(),
        draw(),
        takeback(),
        rematch(),
        export(),
        hint(),
        analyse(),
        stats(),
        leaderboard(),
        rules(),
        help(),
        about(),
    ];
    commands.extend(server_commands::for_all());
    for command in &mut commands {
        // Users who may write in a channel may play there; servers can change that.
        command.default_member_permissions = Permissions::SEND_MESSAGES;
        command.install_context = Some(vec![InstallationContext::Guild, InstallationContext::User]);
        command.interaction_context =
            Some(vec![InteractionContext::Guild, InteractionContext::BotDm, InteractionContext::PrivateChannel]);
    }
    commands.extend(server_commands::for_managers());
    for command in &mut commands {
        let key = format!("command-{}", command.name);
        localize_command(command, &key);
        for parameter in &mut command.parameters {
            parameter.type_setter = match parameter.name.as_ref() {
                "game" => Some(game_choices),
                "variant" => Some(variant_choices),
                "claims" => Some(claims_choices),
                "start" => Some(start_choices),
                "side" => Some(side_choices),
                "time" => Some(time_choices),
                "pauses" => Some(pauses_choices),
                "language" => Some(language_choices),
                "theme" => Some(theme_choices),
                "clear" => Some(clear_choices),
                _ => parameter.type_setter,
            };
        }
    }
    commands
}

/// Localizes a command with the messages of `key`, which is `command-NAME`, with the attributes `name` and
/// `description`; `option-NAME-…` for its options; and `command-NAME-…` for its subcommands.
fn localize_command(command: &mut poise::Command<AppState, Failure>, key: &str) {
    let (names, descriptions) = translations(key);
    command.description = Some(localize(Language::En, &format!("{key}.description"), &[]).into());
    command.name_localizations = names.into();
    command.description_localizations = descriptions.into();
    for subcommand in &mut command.subcommands {
        let key = format!("{key}-{}", subcommand.name);
        localize_command(subcommand, &key);
    }
    for parameter in &mut command.parameters {
        let key = format!("{}-{}", key.replacen("command", "option", 1), parameter.name);
        let (names, descriptions) = translations(&key);
        parameter.description = Some(localize(Language::En, &format!("{key}.description"), &[]).into());
        parameter.name_localizations = names.into();
        parameter.description_localizations = descriptions.into();
    }
}

type Localized = Vec<(std::borrow::Cow<'static, str>, std::borrow::Cow<'static, str>)>;

/// Names and descriptions for every locale that is not English.
fn translations(key: &str) -> (Localized, Localized) {
    let languages = Language::ALL.into_iter().filter(|(language, _)| *language != Language::En);
    let locales = languages.flat_map(|(language, _)| language.locales().iter().map(move |locale| (language, *locale)));
    locales
        .map(|(language, locale)| {
            let text = |attribute: &str| localize(language, &format!("{key}.{attribute}"), &[]);
            ((locale.into(), text("name").into()), (locale.into(), text("description").into()))
        })
        .unzip()
}

/// Adds a choice with a label in every language.
fn choice(option: CreateCommandOption, value: &str, label: impl Fn(Language) -> String) -> CreateCommandOption {
    let named = |(language, _)| {
        let label = label(language);
        language.locales().iter().map(move |locale| (*locale, label.clone()))
    };
    option.add_string_choice_localized(label(Language::En), value, Language::ALL.into_iter().flat_map(named))
}

fn game_choices(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    // The titles of the games are the same in every language.
    GAMES.iter().fold(option, |option, game| choice(option, game.name(), |_| game.title().to_owned()))
}

/// The maximum number of choices that Discord shows.
const CHOICES_MAX: usize = 25;

/// Adds the values of a setup option of all games as choices, each labelled with its game and worded as in a challenge.
fn value_choices(option: CreateCommandOption, key: &str) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    let specs = GAMES.iter().flat_map(|game| game.options().iter().map(move |spec| (*game, spec)));
    let words = specs.filter(|(_, spec)| spec.key == key).flat_map(|(game, spec)| match spec.values {
        Values::OneOf(words) => words.iter().map(|word| (game, *word)).collect(),
        Values::Number => Vec::new(),
    });
    words.take(CHOICES_MAX).fold(option, |option, (game, word)| {
        choice(option, word, |language| format!("{}: {}", game.title(), setting(language, game, key, word)))
    })
}

fn variant_choices(option: CreateCommandOption) -> CreateCommandOption {
    value_choices(option, "variant")
}

fn claims_choices(option: CreateCommandOption) -> CreateCommandOption {
    value_choices(option, "claims")
}

fn start_choices(option: CreateCommandOption) -> CreateCommandOption {
    value_choices(option, "start")
}

fn side_choices(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    Side::ALL.iter().fold(option, |option, (_, word)| {
        choice(option, word, |language| localize(language, &format!("choice-side-{word}"), &[]))
    })
}

fn time_choices(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    TimeControl::OFFERED
        .iter()
        .fold(option, |option, offered| choice(option, &offered.to_string(), |language| control(language, *offered)))
}

fn language_choices(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    // Each language is named in itself.
    let named = |language| localize(language, "settings-language-own", &[]);
    Language::ALL.iter().fold(option, |option, (language, code)| choice(option, code, |_| named(*language)))
}

fn theme_choices(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    // The first theme is the default; clearing the setting also selects it.
    THEMES.iter().fold(option, |option, name| {
        choice(option, name, |language| localize(language, &format!("settings-theme-{name}"), &[]))
    })
}

fn clear_choices(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    CLEARED.iter().fold(option, |option, word| {
        choice(option, word, |language| localize(language, &format!("choice-clear-{word}"), &[]))
    })
}

fn pauses_choices(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    Pauses::OFFERED.iter().fold(option, |option, (_, word)| {
        choice(option, word, |language| localize(language, &format!("choice-pauses-{word}"), &[]))
    })
}
