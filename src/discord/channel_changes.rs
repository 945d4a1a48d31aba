//! Handles what Discord reports about channels, threads and servers where games are played.
//!
//! Only two kinds of events move a game: the deletion of its place, and its lock. Everything else may at most unblock
//! posts that were refused. No event ends a game. A server that the bot has left, or that Discord cannot reach at the
//! moment, may come back. `docs/places.md` has a table.

use super::places::{find_place, find_server};
use crate::service::{Changed, GameService, ServiceError};
use serenity::all::{ChannelId, FullEvent, GuildChannel, GuildId, UserId};

/// Handles an event. All of these come with the intent for servers, which includes changes of members only for the bot
/// itself.
///
/// # Errors
/// If storage fails.
pub(super) async fn handle(bot_id: UserId, event: &FullEvent, service: &GameService) -> Result<(), ServiceError> {
    match event {
        FullEvent::ThreadDelete { thread, .. } => deleted(service, thread.id).await,
        FullEvent::ChannelDelete { channel, .. } => deleted(service, channel.id).await,
        FullEvent::ThreadCreate { thread, .. } => changed(service, thread).await,
        FullEvent::ChannelUpdate { new, .. } | FullEvent::ThreadUpdate { new, .. } => changed(service, new).await,
        FullEvent::GuildRoleUpdate { new, .. } => server_changed(service, new.guild_id).await,
        FullEvent::GuildRoleDelete { guild_id, .. } => server_changed(service, *guild_id).await,
        FullEvent::GuildMemberUpdate { event, .. } if event.user.id == bot_id => {
            server_changed(service, event.guild_id).await
        }
        FullEvent::GuildCreate { guild, .. } => {
            // Threads that were locked while the bot was away.
            for thread in guild.threads.iter().filter(|thread| is_locked(thread)) {
                changed(service, thread).await?;
            }
            server_changed(service, guild.id).await
        }
        _ => Ok(()),
    }
}

fn is_locked(channel: &GuildChannel) -> bool {
    channel.thread_metadata.as_ref().is_some_and(|thread| thread.locked)
}

/// Handles a deleted channel or thread. No game is played in a place that is not stored.
async fn deleted(service: &GameService, channel: ChannelId) -> Result<(), ServiceError> {
    match find_place(service, channel).await? {
        Some(place) => service.place_deleted(place).await,
        None => Ok(()),
    }
}

async fn changed(service: &GameService, channel: &GuildChannel) -> Result<(), ServiceError> {
    match find_place(service, channel.id).await? {
        Some(place) => service.place_changed(place, is_locked(channel)).await,
        None => Ok(()),
    }
}

async fn server_changed(service: &GameService, guild: GuildId) -> Result<(), ServiceError> {
    match find_server(service, guild).await? {
        Some(server) => service.retry_blocked_posts(Changed::Server(server)).await,
        None => Ok(()),
    }
}
