//! Commands about servers and people: server settings, blocks and personal data.

use super::app_state::AppState;
use super::command_context::{Failure, FrameworkContext, Result, converse, named};
use crate::chat::Command;
use crate::chat::request::ServerSettingsOptions;
use crate::service::{MatchId, PlaceId, TimeControl};
use serenity::all::{ChannelId, InstallationContext, InteractionContext, Permissions, User};

/// Get or delete your personal data
#[poise::command(slash_command, subcommands("export", "delete"))]
#[allow(clippy::unused_async, reason = "the framework awaits it, but never invokes it: there are only subcommands")]
async fn privacy(_: FrameworkContext<'_>) -> Result {
    Ok(())
}

/// Get your personal data
#[poise::command(slash_command)]
async fn export(ctx: FrameworkContext<'_>) -> Result {
    converse(ctx, Command::ExportData).await
}

/// Delete your personal data
#[poise::command(slash_command)]
async fn delete(ctx: FrameworkContext<'_>) -> Result {
    converse(ctx, Command::DeleteData).await
}

/// Block a player
#[poise::command(slash_command)]
async fn block(
    ctx: FrameworkContext<'_>,
    #[description = "user"] user: Option<User>,
    #[description = "undo"] undo: Option<bool>,
) -> Result {
    let other = user.as_ref().map(named);
    converse(ctx, Command::Block { other, remove: undo.unwrap_or_default() }).await
}

/// Show and change the settings of this server
#[allow(clippy::too_many_arguments, reason = "each is an option of the command, by the framework's convention")]
#[poise::command(slash_command)]
async fn server(
    ctx: FrameworkContext<'_>,
    #[description = "channel"]
    #[channel_types("Text", "News")]
    channel: Option<ChannelId>,
    #[description = "game"] game: Option<String>,
    #[description = "language"] language: Option<String>,
    #[description = "time"] time: Option<String>,
    #[description = "theme"] theme: Option<String>,
    #[description = "limit"]
    #[min = 1]
    #[max = 100]
    limit: Option<u32>,
    #[description = "clear"] clear: Option<String>,
) -> Result {
    let channel = channel.map(|channel| PlaceId(channel.get()));
    let control = time.as_deref().and_then(TimeControl::from_word);
    converse(ctx, Command::Server(ServerSettingsOptions { channel, game, language, control, theme, limit, clear }))
        .await
}

/// Manage the games of this server
#[poise::command(slash_command, subcommands("end"))]
#[allow(clippy::unused_async, reason = "the framework awaits it, but never invokes it: there are only subcommands")]
async fn admin(_: FrameworkContext<'_>) -> Result {
    Ok(())
}

/// End a game without a result
#[poise::command(slash_command)]
async fn end(
    ctx: FrameworkContext<'_>,
    #[description = "game"]
    #[min = 1]
    game: u32,
) -> Result {
    converse(ctx, Command::EndGame { game: MatchId(game.into()) }).await
}

/// The commands for all users.
pub(super) fn for_all() -> [poise::Command<AppState, Failure>; 2] {
    [privacy(), block()]
}

/// The commands for server managers, available where the bot is a member.
pub(super) fn for_managers() -> [poise::Command<AppState, Failure>; 2] {
    [server(), admin()].map(|mut command| {
        command.default_member_permissions = Permissions::MANAGE_GUILD;
        command.install_context = Some(vec![InstallationContext::Guild]);
        command.interaction_context = Some(vec![InteractionContext::Guild]);
        command
    })
}
