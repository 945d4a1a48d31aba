//! Buttons, forms and replies.

use super::app_state::AppState;
use super::messages::LINE;
use super::responder::InteractionResponder;
use super::rest_error::RestError;
use crate::chat::{
    Answer, ButtonAction, Language, PostingObstacle, Request, RequestContext, RequestHandler, RequestKind, Requester,
};
use crate::service::{Changed, DeliveryMode, GameService, PlaceId, PlayerId, ServerId, ServiceError, Token};
use serenity::all::{
    ActionRowComponent, AuthorizingIntegrationOwner, ButtonKind, ChannelId, ChannelType, ComponentInteraction,
    ComponentInteractionDataKind, FullEvent, GuildId, Interaction, InteractionContext, Member, Message,
    MessageInteractionMetadata, ModalInteraction, PartialChannel, Permissions, User, UserId,
};

/// Who somebody is.
pub(super) fn person(user: &User, member: Option<&Member>, locale: &str) -> Requester {
    let name = member.map_or_else(|| user.display_name(), Member::display_name);
    Requester {
        id: PlayerId(user.id.get()),
        name: name.to_owned(),
        language: Language::of_locale(locale),
        theme: String::new(),
    }
}

/// What an interaction says about where it comes from.
pub(super) struct InteractionOrigin<'a> {
    pub channel: ChannelId,
    /// The channel of the thread, if it is one.
    pub parent: Option<ChannelId>,
    pub guild: Option<GuildId>,
    pub guild_locale: Option<&'a str>,
    pub locale: &'a str,
    /// What we may do there, if it is said.
    pub permissions: Option<Permissions>,
    /// What the person may do there, if it is said.
    pub rights: Option<Permissions>,
    /// Who brought us there: the server, the person, or both; nobody where it is not said.
    pub owners: &'a [AuthorizingIntegrationOwner],
    pub context: Option<InteractionContext>,
}

/// Where something happens. Outside of servers everybody is spoken to in the language of whoever asks.
pub(super) fn place(origin: &InteractionOrigin<'_>) -> RequestContext {
    let guild_locale = origin.guild_locale.filter(|_| origin.guild.is_some());
    let reach = reach(origin);
    RequestContext {
        id: PlaceId(origin.channel.get()),
        parent: origin.parent.map(|parent| PlaceId(parent.get())),
        server: origin.guild.filter(|_| reach == DeliveryMode::Threads).map(|guild| ServerId(guild.get())),
        manages: origin.rights.is_some_and(|rights| rights.manage_guild() || rights.administrator()),
        reach,
        language: Language::of_locale(guild_locale.unwrap_or(origin.locale)),
        obstacles: posting_obstacles(origin),
    }
}

/// The channel that a thread belongs to. Channels have a parent too, a category, which is no place to play.
pub(super) fn parent(channel: Option<&PartialChannel>) -> Option<ChannelId> {
    use ChannelType::{NewsThread, PrivateThread, PublicThread};
    let is_thread = |channel: &&PartialChannel| matches!(channel.kind, NewsThread | PrivateThread | PublicThread);
    channel.filter(is_thread)?.parent_id
}

/// We are a member of the servers that have installed us and of our own direct messages. Where it was a person who
/// brought us along, all we can do is answer.
fn reach(origin: &InteractionOrigin<'_>) -> DeliveryMode {
    let only_with_a_person = !origin.owners.is_empty()
        && !origin.owners.iter().any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_)));
    match (origin.context, origin.guild) {
        (Some(InteractionContext::BotDm), _) => DeliveryMode::Channel,
        (Some(InteractionContext::PrivateChannel), _) => DeliveryMode::InteractionOnly,
        _ if only_with_a_person => DeliveryMode::InteractionOnly,
        (_, Some(_)) => DeliveryMode::Threads,
        (_, None) => DeliveryMode::Channel,
    }
}

fn posting_obstacles(origin: &InteractionOrigin<'_>) -> Vec<PostingObstacle> {
    match reach(origin) {
        DeliveryMode::InteractionOnly => {
            // In a server that has not installed us, our answers are public only for those who may show them.
            let may_show = origin.rights.is_none_or(|rights| rights.contains(Permissions::USE_EXTERNAL_APPS));
            if origin.guild.is_none() || may_show { Vec::new() } else { vec![PostingObstacle::OnlyYou] }
        }
        DeliveryMode::Channel if origin.context == Some(InteractionContext::BotDm) => vec![PostingObstacle::Alone],
        DeliveryMode::Threads | DeliveryMode::Channel => {
            let Some(permissions) = origin.permissions else { return Vec::new() };
            let needed = [
                (Permissions::VIEW_CHANNEL, PostingObstacle::ViewChannel),
                (Permissions::SEND_MESSAGES, PostingObstacle::SendMessages),
                (Permissions::ATTACH_FILES, PostingObstacle::AttachFiles),
            ];
            let missing = needed.into_iter().filter(|(permission, _)| !permissions.contains(*permission));
            missing.map(|(_, hindrance)| hindrance).collect()
        }
    }
}

/// Makes an [`InteractionOrigin`] of a command or a component, which have these fields in common.
macro_rules! origin {
    ($asked:expr) => {
        $crate::discord::events::InteractionOrigin {
            channel: $asked.channel_id,
            parent: $crate::discord::events::parent($asked.channel.as_ref()),
            guild: $asked.guild_id,
            guild_locale: $asked.guild_locale.as_deref(),
            locale: &$asked.locale,
            permissions: $asked.app_permissions,
            rights: $asked.member.as_ref().and_then(|member| member.permissions),
            owners: &$asked.authorizing_integration_owners.0,
            context: $asked.context,
        }
    };
}
pub(super) use origin;

/// An interaction can be answered for fifteen minutes, of which some seconds are over when we hear of it.
const TOKEN_MS: i64 = (15 * 60 - 30) * 1000;

/// What allows to answer an interaction that has just come.
pub(super) fn token(conversation: &RequestHandler, secret: &str) -> Token {
    Token::new(secret, conversation.service().now().plus(TOKEN_MS))
}

/// Who brought us to where this message was made, as a form does not tell it itself: it opened from a button of the
/// message, which answered somebody where we are no member.
fn owners(message: &Message) -> &[AuthorizingIntegrationOwner] {
    match message.interaction_metadata.as_deref() {
        Some(MessageInteractionMetadata::Command(of)) => &of.authorizing_integration_owners.0,
        Some(MessageInteractionMetadata::Component(of)) => &of.authorizing_integration_owners.0,
        Some(MessageInteractionMetadata::ModalSubmit(of)) => &of.authorizing_integration_owners.0,
        _ => &[],
    }
}

/// Handles what is no command. `own` is the bot's number.
pub async fn handle(own: UserId, event: &FullEvent, reception: &AppState) {
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(pressed) } => {
            press(pressed, reception).await
        }
        FullEvent::InteractionCreate { interaction: Interaction::Modal(form) } => submit(form, reception).await,
        FullEvent::Message { new_message } => reply(own, new_message, reception).await,
        FullEvent::Ready { data_about_bot } => {
            reception.rest.set_application(data_about_bot.application.id);
            tracing::info!(name = %data_about_bot.user.name, guilds = data_about_bot.guilds.len(), "connected");
        }
        other => {
            if let Err(error) = on_channel_change(own, other, reception.conversation.service()).await {
                tracing::error!(%error, "what happened to a channel could not be heeded");
            }
        }
    }
}

/// Heeds what happens to the places where games are played: deleted threads and channels, and changes that may let posts
/// through that were refused. All of it comes with the intent for servers; of members only our own changes do.
async fn on_channel_change(own: UserId, event: &FullEvent, desk: &GameService) -> Result<(), ServiceError> {
    let server = |guild: GuildId| Changed::Server(ServerId(guild.get()));
    let place = |channel: ChannelId| PlaceId(channel.get());
    let changed = match event {
        FullEvent::ThreadDelete { thread, .. } => return desk.place_deleted(place(thread.id)).await,
        FullEvent::ChannelDelete { channel, .. } => return desk.place_deleted(place(channel.id)).await,
        FullEvent::ChannelUpdate { new, .. } | FullEvent::ThreadUpdate { new, .. } => Changed::Place(place(new.id)),
        FullEvent::GuildRoleUpdate { new, .. } => server(new.guild_id),
        FullEvent::GuildRoleDelete { guild_id, .. } => server(*guild_id),
        FullEvent::GuildMemberUpdate { event, .. } if event.user.id == own => server(event.guild_id),
        FullEvent::GuildCreate { guild, .. } => server(guild.id),
        _ => return Ok(()),
    };
    desk.retry_blocked_posts(changed).await
}

/// The match that a button or a form is about.
fn game(press: Option<&ButtonAction>) -> Option<i64> {
    match press {
        Some(ButtonAction::InMatch { game, .. }) => Some(game.0),
        _ => None,
    }
}

/// Most of what an id may have, for the log.
const ID_SHOWN: usize = 40;

async fn press(asked: &ComponentInteraction, reception: &AppState) {
    let here = InteractionResponder::now(asked.id, &asked.token);
    let AppState { conversation, rest, .. } = reception;
    let press = ButtonAction::read(&asked.data.custom_id);
    let known = game(press.as_ref());
    let answer = async {
        // Our buttons outlive versions of the program.
        let Some(press) = press else {
            let id: String = asked.data.custom_id.chars().take(ID_SHOWN).collect();
            tracing::warn!(?id, "a button with an unknown id");
            return here.is_outdated(rest, Language::of_locale(&asked.locale)).await;
        };
        let what = match &asked.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => {
                RequestKind::Chosen { press, value: values.first().cloned().unwrap_or_default() }
            }
            _ => RequestKind::Press { press, message: asked.message.id.get() },
        };
        let request = Request {
            requester: person(&asked.user, asked.member.as_ref(), &asked.locale),
            context: place(&origin!(asked)),
            kind: what,
            token: Some(token(conversation, &asked.token)),
        };
        here.answer(rest, conversation, &request).await
    };
    reception.serve(asked.id.get(), "button", known, answer).await;
}

async fn submit(asked: &ModalInteraction, reception: &AppState) {
    let here = InteractionResponder::now(asked.id, &asked.token);
    let AppState { conversation, rest, .. } = reception;
    let press = ButtonAction::read(&asked.data.custom_id);
    let known = game(press.as_ref());
    let answer = async {
        let Some(press) = press else {
            return here.is_outdated(rest, Language::of_locale(&asked.locale)).await;
        };
        let inputs = asked.data.components.iter().flat_map(|row| &row.components);
        let text = inputs.filter_map(|component| match component {
            ActionRowComponent::InputText(input) if input.custom_id == LINE => input.value.clone(),
            _ => None,
        });
        let request = Request {
            requester: person(&asked.user, asked.member.as_ref(), &asked.locale),
            context: place(&InteractionOrigin {
                channel: asked.channel_id,
                parent: parent(asked.channel.as_ref()),
                guild: asked.guild_id,
                guild_locale: asked.guild_locale.as_deref(),
                locale: &asked.locale,
                permissions: asked.app_permissions,
                rights: asked.member.as_ref().and_then(|member| member.permissions),
                owners: asked.message.as_deref().map_or(&[], owners),
                context: None,
            }),
            kind: RequestKind::Typed { press, text: text.collect() },
            token: Some(token(conversation, &asked.token)),
        };
        here.answer(rest, conversation, &request).await
    };
    reception.serve(asked.id.get(), "form", known, answer).await;
}

/// A reply to a board of ours that pings us is a move. The buttons of the board say which game and which turn it is.
async fn reply(own: UserId, message: &Message, reception: &AppState) {
    let original = message.referenced_message.as_ref().filter(|original| original.author.id == own);
    let Some(press) = original.and_then(|original| first_press(original)) else { return };
    if message.author.bot || !message.mentions_user_id(own) {
        return;
    }
    let known = game(Some(&press));
    reception.serve(message.id.get(), "reply", known, play_by_reply(own, message, press, reception)).await;
}

async fn play_by_reply(
    own: UserId,
    message: &Message,
    press: ButtonAction,
    AppState { conversation, rest, .. }: &AppState,
) -> Result<(), RestError> {
    let mentions = [format!("<@{own}>"), format!("<@!{own}>")];
    let text = mentions.iter().fold(message.content.clone(), |text, mention| text.replace(mention, " "));
    let author = PlayerId(message.author.id.get());
    let locale = conversation.service().storage().player_locale(author).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the language of a player could not be looked up");
        None
    });
    let locale = locale.unwrap_or_default();
    // A message names its author as the server does beside the author.
    let nick = message.member.as_deref().and_then(|member| member.nick.clone());
    let person = person(&message.author, None, &locale);
    let request = Request {
        requester: Requester { name: nick.unwrap_or(person.name), ..person },
        context: RequestContext {
            id: PlaceId(message.channel_id.get()),
            parent: None,
            server: message.guild_id.map(|guild| ServerId(guild.get())),
            manages: false,
            reach: if message.guild_id.is_some() { DeliveryMode::Threads } else { DeliveryMode::Channel },
            language: Language::of_locale(&locale),
            obstacles: Vec::new(),
        },
        kind: RequestKind::Said { press, text: text.trim().to_owned() },
        token: None,
    };
    let (Answer::Private(view) | Answer::Public(view)) = conversation.answer(&request).await else { return Ok(()) };
    rest.post(message.channel_id, &view, |answer| answer.reference_message(message)).await.map(drop)
}

/// What the first button of a message means.
fn first_press(message: &Message) -> Option<ButtonAction> {
    let components = message.components.iter().flat_map(|row| &row.components);
    let ids = components.filter_map(|component| match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id),
            _ => None,
        },
        _ => None,
    });
    ids.filter_map(|id| ButtonAction::read(id)).next()
}
