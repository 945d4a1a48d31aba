//! Buttons, forms and replies.

use super::asked::Asked;
use super::show::{self, LINE};
use crate::chat::{Answer, Conversation, Language, Person, Place, Press, Request, What};
use crate::play::{PlaceId, PlayerId};
use serenity::all::{
    ActionRowComponent, ChannelId, ComponentInteraction, Context, CreateMessage, FullEvent, GuildId, Interaction,
    Member, Message, ModalInteraction, User, UserId,
};

/// Who somebody is.
pub(super) fn person(user: &User, member: Option<&Member>, locale: &str) -> Person {
    let name = member.map_or_else(|| user.display_name(), Member::display_name);
    Person { id: PlayerId(user.id.get()), name: name.to_owned(), language: Language::of_locale(locale) }
}

/// Where something happens.
pub(super) fn place(channel: ChannelId, guild: Option<GuildId>, guild_locale: Option<&str>) -> Place {
    Place {
        id: PlaceId(channel.get()),
        in_server: guild.is_some(),
        language: Language::of_locale(guild_locale.unwrap_or_default()),
    }
}

/// Handles what is no command. `own` is the bot's number.
///
/// # Errors
/// When Discord does not take an answer.
pub async fn handle(
    ctx: &Context,
    own: UserId,
    event: &FullEvent,
    conversation: &Conversation,
) -> Result<(), serenity::Error> {
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(pressed) } => {
            press(ctx, pressed, conversation).await
        }
        FullEvent::InteractionCreate { interaction: Interaction::Modal(form) } => submit(ctx, form, conversation).await,
        FullEvent::Message { new_message } => reply(ctx, own, new_message, conversation).await,
        FullEvent::Ready { data_about_bot } => {
            tracing::info!(name = %data_about_bot.user.name, guilds = data_about_bot.guilds.len(), "connected");
            Ok(())
        }
        _ => Ok(()),
    }
}

async fn press(
    ctx: &Context,
    asked: &ComponentInteraction,
    conversation: &Conversation,
) -> Result<(), serenity::Error> {
    // A button of another program's message would not come to us; one of a version of ours that is gone might.
    let Some(press) = Press::read(&asked.data.custom_id) else {
        tracing::warn!(id = asked.data.custom_id, "a button with an unknown id");
        return Ok(());
    };
    let request = Request {
        person: person(&asked.user, asked.member.as_ref(), &asked.locale),
        place: place(asked.channel_id, asked.guild_id, asked.guild_locale.as_deref()),
        what: What::Press { press, message: asked.message.id.get() },
    };
    Asked { id: asked.id, token: &asked.token }.answer(&ctx.http, conversation, &request).await
}

async fn submit(ctx: &Context, asked: &ModalInteraction, conversation: &Conversation) -> Result<(), serenity::Error> {
    let Some(press) = Press::read(&asked.data.custom_id) else { return Ok(()) };
    let inputs = asked.data.components.iter().flat_map(|row| &row.components);
    let text = inputs.filter_map(|component| match component {
        ActionRowComponent::InputText(input) if input.custom_id == LINE => input.value.clone(),
        _ => None,
    });
    let request = Request {
        person: person(&asked.user, asked.member.as_ref(), &asked.locale),
        place: place(asked.channel_id, asked.guild_id, asked.guild_locale.as_deref()),
        what: What::Typed { press, text: text.collect() },
    };
    Asked { id: asked.id, token: &asked.token }.answer(&ctx.http, conversation, &request).await
}

/// A reply to a message of ours that pings us is a move.
async fn reply(
    ctx: &Context,
    own: UserId,
    message: &Message,
    conversation: &Conversation,
) -> Result<(), serenity::Error> {
    let replies = message.referenced_message.as_ref().is_some_and(|original| original.author.id == own);
    if message.author.bot || !replies || !message.mentions_user_id(own) {
        return Ok(());
    }
    let mentions = [format!("<@{own}>"), format!("<@!{own}>")];
    let text = mentions.iter().fold(message.content.clone(), |text, mention| text.replace(mention, " "));
    let mut who = person(&message.author, None, "");
    let known = conversation.desk().keep().player_locale(who.id).await.unwrap_or_default();
    who.language = Language::of_locale(&known.unwrap_or_default());
    let request = Request {
        person: who,
        place: place(message.channel_id, message.guild_id, None),
        what: What::Said { text: text.trim().to_owned() },
    };
    let (Answer::Private(view) | Answer::Public(view)) = conversation.answer(&request).await else { return Ok(()) };
    let answer: CreateMessage = show::message(&view).reference_message(message);
    message.channel_id.send_message(&ctx.http, answer).await.map(drop)
}
