//! Maps Discord's channels and servers to places and servers, and back.

use crate::service::{
    ExternalId, ExternalOrigin, ExternalPlace, GameService, Origin, PlaceId, PlatformId, ServerId, StorageError,
};
use serenity::all::{ChannelId, GuildId, UserId};

/// Discord's name in storage.
pub const DISCORD: PlatformId = PlatformId("discord");

fn external(id: impl std::fmt::Display) -> ExternalId {
    ExternalId(id.to_string())
}

/// Returns the place of a channel or thread. Stores a new one, with the channel of a thread and the server if they are
/// known.
///
/// # Errors
/// If storage fails.
pub async fn place_of(
    service: &GameService,
    channel: ChannelId,
    parent: Option<PlaceId>,
    server: Option<ServerId>,
) -> Result<PlaceId, StorageError> {
    let place = ExternalPlace { id: external(channel), parent, server };
    service.place_of(DISCORD, &place).await
}

/// Returns the server of a guild, and stores a new one.
///
/// # Errors
/// If storage fails.
pub async fn server_of(service: &GameService, guild: GuildId) -> Result<ServerId, StorageError> {
    service.server_of(DISCORD, &external(guild)).await
}

/// Returns who makes a request and where: in a channel, or in a thread of the channel `parent`. Stores whatever is new.
///
/// # Errors
/// If storage fails.
pub async fn origin_of(
    service: &GameService,
    user: UserId,
    guild: Option<GuildId>,
    channel: ChannelId,
    parent: Option<ChannelId>,
) -> Result<Origin, StorageError> {
    let origin = ExternalOrigin {
        account: external(user),
        server: guild.map(external),
        channel: external(parent.unwrap_or(channel)),
        thread: parent.map(|_| external(channel)),
    };
    service.origin_of(DISCORD, &origin).await
}

/// Returns the place of a channel or thread, if it is stored.
///
/// # Errors
/// If storage fails.
pub async fn find_place(service: &GameService, channel: ChannelId) -> Result<Option<PlaceId>, StorageError> {
    service.queries().find_place(DISCORD, &external(channel)).await
}

/// Returns the server of a guild, if it is stored.
///
/// # Errors
/// If storage fails.
pub async fn find_server(service: &GameService, guild: GuildId) -> Result<Option<ServerId>, StorageError> {
    service.queries().find_server(DISCORD, &external(guild)).await
}

/// Returns the channels of places. Leaves out places on other platforms.
///
/// # Errors
/// If storage fails.
pub async fn channels_of(service: &GameService, places: &[PlaceId]) -> Result<Vec<(PlaceId, ChannelId)>, StorageError> {
    let places = service.queries().places_on(DISCORD, places).await?;
    let channel = |id: &ExternalId| id.0.parse().ok().filter(|number| *number != 0).map(ChannelId::new);
    Ok(places.iter().filter_map(|(place, id)| Some((*place, channel(id)?))).collect())
}
