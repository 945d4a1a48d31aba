//! Handles buttons, forms and replies, and reads the place and the author of an interaction.

use super::accounts::Addressed;
use super::app_state::AppState;
use super::channel_types::{Venue, type_of};
use super::messages::LINE;
use super::places::{DISCORD, origin_of};
use super::responder::InteractionResponder;
use super::rest_error::RestError;
use super::venues::Decision;
use crate::chat::actions::{read_button, read_form, read_menu};
use crate::chat::custom_id::board_of;
use crate::chat::texts::error_texts::service_error;
use crate::chat::views::pictures::board_of_file;
use crate::chat::{
    Answer, Language, PostingObstacle, Request, RequestContext, RequestHandler, RequestKind, Requester, View,
};
use crate::metrics::record;
use crate::service::{Confirmation, DeliveryMode, EventId, MatchId, MessageId, PlayerId, StorageError, Token};
use serenity::all::{
    ActionRowComponent, AuthorizingIntegrationOwner, ButtonKind, ChannelId, ComponentInteraction,
    ComponentInteractionDataKind, CreateMessage, GuildId, InteractionContext, Member, Message,
    MessageInteractionMetadata, ModalInteraction, Nonce, PartialChannel, Permissions, User, UserId,
};

/// Builds the requester for a Discord user, who is this person.
pub(super) fn person(id: PlayerId, user: &User, member: Option<&Member>, locale: &str) -> Requester {
    let name = member.map_or_else(|| user.display_name(), Member::display_name);
    Requester {
        id,
        name: name.to_owned(),
        language: Language::of_locale(locale),
        theme: String::new(),
        turned_boards: false,
        confirmation: Confirmation::default(),
    }
}

/// What an interaction contains about its origin.
pub(super) struct InteractionOrigin<'a> {
    pub channel: ChannelId,
    /// What else Discord says of the channel.
    pub partial: Option<&'a PartialChannel>,
    pub guild: Option<GuildId>,
    pub guild_locale: Option<&'a str>,
    pub locale: &'a str,
    /// The permissions of the bot there, if known.
    pub permissions: Option<Permissions>,
    /// The permissions of the user there, if known.
    pub rights: Option<Permissions>,
    /// Who installed the bot there: the server, the user, or both; empty if unknown.
    pub owners: &'a [AuthorizingIntegrationOwner],
    pub context: Option<InteractionContext>,
}

/// The parent channel of a thread. Other channels have a parent too, a category, where no games are played.
fn parent(channel: Option<&PartialChannel>) -> Option<ChannelId> {
    channel.filter(|channel| type_of(channel.kind).is_thread)?.parent_id
}

/// The delivery mode. The bot is a member of the servers that have installed it and of its own direct messages. Where
/// only a user has installed it, it can only answer interactions.
fn delivery_mode(origin: &InteractionOrigin<'_>, venue: Venue) -> DeliveryMode {
    let only_with_a_person = !origin.owners.is_empty()
        && !origin.owners.iter().any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_)));
    match (origin.context, origin.guild) {
        (Some(InteractionContext::BotDm), _) => DeliveryMode::Channel,
        (Some(InteractionContext::PrivateChannel), _) => DeliveryMode::InteractionOnly,
        _ if only_with_a_person => DeliveryMode::InteractionOnly,
        (_, Some(_)) if venue == Venue::OwnThread => DeliveryMode::Threads,
        _ => DeliveryMode::Channel,
    }
}

fn posting_obstacles(
    origin: &InteractionOrigin<'_>,
    decision: Decision,
    delivery_mode: DeliveryMode,
) -> Vec<PostingObstacle> {
    match delivery_mode {
        DeliveryMode::InteractionOnly => {
            // In a server that has not installed the bot, its answers are public only if the user has the permission
            // for that.
            let may_show = origin.rights.is_none_or(|rights| rights.contains(Permissions::USE_EXTERNAL_APPS));
            if origin.guild.is_none() || may_show { Vec::new() } else { vec![PostingObstacle::OnlyYou] }
        }
        DeliveryMode::Channel if origin.context == Some(InteractionContext::BotDm) => vec![PostingObstacle::Alone],
        DeliveryMode::Threads | DeliveryMode::Channel => {
            if let Some(obstacle) = decision.obstacle {
                return vec![obstacle];
            }
            let Some(permissions) = origin.permissions else { return Vec::new() };
            let writing = match decision.is_thread {
                true => (Permissions::SEND_MESSAGES_IN_THREADS, PostingObstacle::SendMessagesInThreads),
                false => (Permissions::SEND_MESSAGES, PostingObstacle::SendMessages),
            };
            let needed = [
                (Permissions::VIEW_CHANNEL, PostingObstacle::ViewChannel),
                writing,
                (Permissions::ATTACH_FILES, PostingObstacle::AttachFiles),
            ];
            let missing = needed.into_iter().filter(|(permission, _)| !permissions.contains(*permission));
            missing.map(|(_, obstacle)| obstacle).collect()
        }
    }
}

/// Makes an [`InteractionOrigin`] of a command or a component, which have these fields in common.
macro_rules! origin {
    ($interaction:expr) => {
        $crate::discord::events::InteractionOrigin {
            channel: $interaction.channel_id,
            partial: $interaction.channel.as_ref(),
            guild: $interaction.guild_id,
            guild_locale: $interaction.guild_locale.as_deref(),
            locale: &$interaction.locale,
            permissions: $interaction.app_permissions,
            rights: $interaction.member.as_ref().and_then(|member| member.permissions),
            owners: &$interaction.authorizing_integration_owners.0,
            context: $interaction.context,
        }
    };
}
pub(super) use origin;

/// How long a token is used: an interaction can be answered for fifteen minutes, of which some seconds are over when it
/// arrives.
const TOKEN_MS: i64 = (15 * 60 - 30) * 1000;

/// An interaction or a message as an event, which Discord may deliver again when a connection is resumed.
pub(super) fn event(id: impl std::fmt::Display) -> EventId {
    EventId { platform: DISCORD, id: id.to_string() }
}

/// The token of an interaction that has just arrived.
pub(super) fn token(request_handler: &RequestHandler, secret: &str) -> Token {
    Token::new(secret, request_handler.service().now().plus(TOKEN_MS))
}

/// Who makes a request, and its context. Outside of servers, public messages are in the requester's language. Where a
/// game would be played is only found out if the request begins one, because that may take another request to Discord.
///
/// # Errors
/// If storage fails.
pub(super) async fn requester_and_context(
    AppState { request_handler, rest, venues, .. }: &AppState,
    user: UserId,
    origin: &InteractionOrigin<'_>,
    begins_game: bool,
) -> Result<(PlayerId, RequestContext), StorageError> {
    let guild_locale = origin.guild_locale.filter(|_| origin.guild.is_some());
    let decision = match begins_game {
        true if origin.guild.is_some() => Box::pin(venues.decide(rest, origin.partial)).await,
        _ => Decision::without_looking(origin.partial),
    };
    let delivery_mode = delivery_mode(origin, decision.venue);
    let server = origin.guild.filter(|_| delivery_mode != DeliveryMode::InteractionOnly);
    let found = origin_of(request_handler.service(), user, server, origin.channel, parent(origin.partial)).await?;
    let context = RequestContext {
        id: found.place(),
        parent: found.parent(),
        server: found.server,
        manages: origin.rights.is_some_and(|rights| rights.manage_guild() || rights.administrator()),
        delivery_mode,
        language: Language::of_locale(guild_locale.unwrap_or(origin.locale)),
        obstacles: posting_obstacles(origin, decision, delivery_mode),
        can_remove_messages: false,
    };
    Ok((found.person, context))
}

/// Who installed the bot where this message was made. A form does not contain this itself, but it was opened from a
/// button of the message, which in an interaction-only location is the answer to another interaction.
fn owners(message: &Message) -> &[AuthorizingIntegrationOwner] {
    match message.interaction_metadata.as_deref() {
        Some(MessageInteractionMetadata::Command(of)) => &of.authorizing_integration_owners.0,
        Some(MessageInteractionMetadata::Component(of)) => &of.authorizing_integration_owners.0,
        Some(MessageInteractionMetadata::ModalSubmit(of)) => &of.authorizing_integration_owners.0,
        _ => &[],
    }
}

/// The number of characters of a custom id that are logged.
const ID_SHOWN: usize = 40;

pub(super) async fn component(interaction: &ComponentInteraction, app_state: &AppState) {
    let here = InteractionResponder::now(interaction.id, &interaction.token);
    let AppState { request_handler, rest, .. } = app_state;
    let id = &interaction.data.custom_id;
    let what = match &interaction.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => read_menu(id)
            .map(|action| RequestKind::OptionChosen { action, value: values.first().cloned().unwrap_or_default() }),
        _ => read_button(id).map(|action| {
            let message = MessageId(interaction.message.id.to_string());
            RequestKind::ButtonPressed { action, message }
        }),
    };
    let known = board_of(id).map(|(id, _)| id.0);
    let answer = async {
        // Buttons outlive the version of the program that made them.
        let Some(what) = what else {
            let id: String = id.chars().take(ID_SHOWN).collect();
            tracing::warn!(?id, "a button with an unknown id");
            return here.is_outdated(rest, Language::of_locale(&interaction.locale)).await;
        };
        let (origin, begins) = (origin!(interaction), what.begins_game());
        let (id, context) = match requester_and_context(app_state, interaction.user.id, &origin, begins).await {
            Ok(known) => known,
            Err(error) => return here.failed(rest, what.name(), Language::of_locale(&interaction.locale), error).await,
        };
        let request = Request {
            requester: person(id, &interaction.user, interaction.member.as_ref(), &interaction.locale),
            context,
            kind: what,
            token: Some(token(request_handler, &interaction.token)),
            event: Some(event(interaction.id)),
        };
        here.answer(rest, request_handler, &request).await
    };
    app_state.serve(interaction.id.get(), "button", known, answer).await;
}

pub(super) async fn submit(interaction: &ModalInteraction, app_state: &AppState) {
    let here = InteractionResponder::now(interaction.id, &interaction.token);
    let AppState { request_handler, rest, .. } = app_state;
    let action = read_form(&interaction.data.custom_id);
    let known = board_of(&interaction.data.custom_id).map(|(id, _)| id.0);
    let answer = async {
        let Some(action) = action else {
            return here.is_outdated(rest, Language::of_locale(&interaction.locale)).await;
        };
        let inputs = interaction.data.components.iter().flat_map(|row| &row.components);
        let text = inputs.filter_map(|component| match component {
            ActionRowComponent::InputText(input) if input.custom_id == LINE => input.value.clone(),
            _ => None,
        });
        let origin = InteractionOrigin {
            channel: interaction.channel_id,
            partial: interaction.channel.as_ref(),
            guild: interaction.guild_id,
            guild_locale: interaction.guild_locale.as_deref(),
            locale: &interaction.locale,
            permissions: interaction.app_permissions,
            rights: interaction.member.as_ref().and_then(|member| member.permissions),
            owners: interaction.message.as_deref().map_or(&[], owners),
            context: None,
        };
        // A form is about a match.
        let (id, context) = match requester_and_context(app_state, interaction.user.id, &origin, false).await {
            Ok(known) => known,
            Err(error) => return here.failed(rest, "form", Language::of_locale(&interaction.locale), error).await,
        };
        let request = Request {
            requester: person(id, &interaction.user, interaction.member.as_ref(), &interaction.locale),
            context,
            kind: RequestKind::FormSubmitted { action, text: text.collect() },
            token: Some(token(request_handler, &interaction.token)),
            event: Some(event(interaction.id)),
        };
        here.answer(rest, request_handler, &request).await
    };
    app_state.serve(interaction.id.get(), "form", known, answer).await;
}

/// A reply to a board that pings the bot is a move. The buttons of the board tell which match and which ply it is for, or
/// the name of its picture, if it is an older board whose buttons were removed.
pub(super) async fn reply(bot_id: UserId, message: &Message, app_state: &AppState) {
    let Some((match_id, ply)) = replied_to(bot_id, message) else { return };
    let answer = play_by_reply(bot_id, message, match_id, ply, app_state);
    app_state.serve(message.id.get(), "reply", Some(match_id.0), answer).await;
}

/// What a message replies to, if it is for the bot: a board that the bot itself has posted. Others can send files of the
/// same name, and other bots have buttons too.
fn replied_to(bot_id: UserId, message: &Message) -> Option<(MatchId, usize)> {
    if message.author.bot || !message.mentions_user_id(bot_id) {
        return None;
    }
    let board = message.referenced_message.as_ref().filter(|original| original.author.id == bot_id)?;
    shown_board(board).or_else(|| older_board(board))
}

async fn play_by_reply(
    bot_id: UserId,
    message: &Message,
    match_id: MatchId,
    ply: usize,
    AppState { request_handler, rest, .. }: &AppState,
) -> Result<(), RestError> {
    let mentions = [format!("<@{bot_id}>"), format!("<@!{bot_id}>")];
    let text = mentions.iter().fold(message.content.clone(), |text, mention| text.replace(mention, " "));
    let service = request_handler.service();
    let found = match origin_of(service, message.author.id, message.guild_id, message.channel_id, None).await {
        Ok(found) => found,
        Err(error) => {
            record::failed_interaction("reply");
            let view = View::text(service_error(Language::default(), &error.into()));
            let shown = Addressed::without_people(&view);
            return rest.post(message.channel_id, &shown, |answer| answer_to(message, answer)).await.map(drop);
        }
    };
    let locale = service.queries().player_locale(found.person).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the language of a player could not be read");
        None
    });
    let locale = locale.unwrap_or_default();
    // The author's nickname in the server is in a separate field of the message.
    let nick = message.member.as_deref().and_then(|member| member.nick.clone());
    let person = person(found.person, &message.author, None, &locale);
    let request = Request {
        requester: Requester { name: nick.unwrap_or(person.name), ..person },
        context: RequestContext {
            id: found.place(),
            parent: None,
            server: found.server,
            manages: false,
            delivery_mode: if message.guild_id.is_some() { DeliveryMode::Threads } else { DeliveryMode::Channel },
            language: Language::of_locale(&locale),
            obstacles: Vec::new(),
            can_remove_messages: false,
        },
        kind: RequestKind::BoardReply { match_id, ply, text: text.trim().to_owned() },
        token: None,
        event: Some(event(message.id)),
    };
    let (Answer::Reply(view) | Answer::Private(view) | Answer::Public(view)) = request_handler.answer(&request).await
    else {
        return Ok(());
    };
    let shown = Addressed::new(service, &view).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the accounts of players could not be read");
        Addressed::without_people(&view)
    });
    rest.post(message.channel_id, &shown, |answer| answer_to(message, answer)).await.map(drop)
}

/// Makes a message the answer to a reply. Its nonce comes from the reply's id, so that two connections that receive the
/// same reply post one answer.
fn answer_to(message: &Message, answer: CreateMessage) -> CreateMessage {
    let nonce = Nonce::String(format!("r{}", message.id));
    answer.reference_message(message).nonce(nonce).enforce_nonce(true)
}

/// The match and the ply of a board without buttons.
fn older_board(message: &Message) -> Option<(MatchId, usize)> {
    message.attachments.iter().find_map(|file| board_of_file(&file.filename))
}

/// The match and the ply that the buttons of a board name.
fn shown_board(message: &Message) -> Option<(MatchId, usize)> {
    let components = message.components.iter().flat_map(|row| &row.components);
    let ids = components.filter_map(|component| match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id),
            _ => None,
        },
        _ => None,
    });
    ids.filter_map(|id| board_of(id)).next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const BOT: u64 = 7;

    fn message(author: u64, is_bot: bool, with: Value) -> Value {
        let mut message = json!({
            "id": "1",
            "channel_id": "2",
            "author": { "id": author.to_string(), "username": "someone", "discriminator": "0000", "bot": is_bot },
            "content": "",
            "timestamp": "2026-01-01T00:00:00Z",
            "edited_timestamp": null,
            "tts": false,
            "mention_everyone": false,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": false,
            "type": 0,
        });
        with.as_object().into_iter().flatten().for_each(|(key, value)| message[key] = value.clone());
        message
    }

    fn older_board_of(author: u64) -> Value {
        let file = json!({ "id": "3", "filename": "barrier-14-19.png", "size": 1, "url": "u", "proxy_url": "u" });
        message(author, author != 5, json!({ "attachments": [file] }))
    }

    fn board_of(author: u64) -> Value {
        let move_button = json!({ "type": 2, "style": 1, "label": "Move", "custom_id": "move 14 19" });
        let rows = json!([{ "type": 1, "components": [move_button] }]);
        message(author, author != 5, json!({ "components": rows }))
    }

    fn reply(author: u64, is_bot: bool, to: &Value, pinged: Option<u64>) -> Option<(MatchId, usize)> {
        let pinged = pinged.map(|id| message(id, true, Value::Null)["author"].clone());
        let with = json!({ "mentions": Vec::from_iter(pinged), "referenced_message": to, "type": 19 });
        let message: Message = serde_json::from_value(message(author, is_bot, with)).expect("a message");
        replied_to(UserId::new(BOT), &message)
    }

    #[test]
    fn what_is_missing_for_posts_depends_on_whether_they_go_to_a_thread() {
        let missing = |permissions: Permissions, is_thread| {
            let origin = InteractionOrigin {
                channel: ChannelId::new(2),
                partial: None,
                guild: Some(GuildId::new(3)),
                guild_locale: None,
                locale: "en-US",
                permissions: Some(permissions),
                rights: None,
                owners: &[],
                context: None,
            };
            let decision = Decision { venue: Venue::Here, is_thread, obstacle: None };
            posting_obstacles(&origin, decision, DeliveryMode::Threads)
        };
        let reading = Permissions::VIEW_CHANNEL | Permissions::ATTACH_FILES;
        let in_channels = reading | Permissions::SEND_MESSAGES;
        let in_threads = reading | Permissions::SEND_MESSAGES_IN_THREADS;
        assert_eq!(missing(in_channels, true), [PostingObstacle::SendMessagesInThreads]);
        assert_eq!(missing(in_channels, false), []);
        assert_eq!(missing(in_threads, true), []);
        assert_eq!(missing(in_threads, false), [PostingObstacle::SendMessages]);
        let sending = Permissions::SEND_MESSAGES | Permissions::SEND_MESSAGES_IN_THREADS;
        assert_eq!(missing(sending, true), [PostingObstacle::ViewChannel, PostingObstacle::AttachFiles]);
    }

    #[test]
    fn a_reply_is_a_move_only_if_it_replies_to_a_board_of_the_bot_and_pings_it() {
        for board in [board_of, older_board_of] {
            let found = reply(5, false, &board(BOT), Some(BOT));
            assert_eq!(found, Some((MatchId(14), 19)));
            // A board that another person or another bot has sent.
            for other in [5, 8] {
                assert_eq!(reply(5, false, &board(other), Some(BOT)), None);
            }
            assert_eq!(reply(5, false, &board(BOT), None), None, "for the others in the channel");
            assert_eq!(reply(5, false, &board(BOT), Some(8)), None, "it pings another bot");
            assert_eq!(reply(8, true, &board(BOT), Some(BOT)), None, "two bots would answer each other for ever");
        }
        assert_eq!(reply(5, false, &message(BOT, true, Value::Null), Some(BOT)), None, "it is no board");
    }
}
