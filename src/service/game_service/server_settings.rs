//! Changes of server settings, and the checks they imply.

use crate::service::change_set::{Change, ChangeSet, MatchStop, ServerSettingsChange};
use crate::service::game_service::{ATTEMPTS_MAX, GameService};
use crate::service::ids::{MatchId, PlayerId, ServerId};
use crate::service::lobby::challenge::{ChallengeError, Terms};
use crate::service::matches::location::MatchLocation;
use crate::service::matches::state::{Match, PlayError};
use crate::service::outbox::delivery_mode::DeliveryMode;
use crate::service::servers::server_settings::ServerSettings;
use crate::service::servers::server_settings::{
    CHANNELS_MAX, RUNNING_LIMIT_LEAST, RUNNING_LIMIT_MOST, ServerChannel, ServerError,
};
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;

impl GameService {
    /// Whether games may start in a channel. A setting for a channel also applies to its threads.
    ///
    /// # Errors
    /// [`ChallengeError::ChannelClosed`].
    pub async fn check_channel(&self, channel: ServerChannel) -> Result<(), ServiceError> {
        let settings = self.storage().server_settings(channel.server).await?;
        let is_open =
            [Some(channel.place), channel.parent].into_iter().flatten().any(|place| settings.allows_channel(place));
        if is_open { Ok(()) } else { Err(ChallengeError::ChannelClosed.into()) }
    }

    /// Whether a match on these terms may start in its server with these players. Two matches that start at the same
    /// moment may exceed the limit by one, which is harmless.
    ///
    /// # Errors
    /// [`ChallengeError::GameClosed`], [`ChallengeError::TooManyGames`].
    pub(in crate::service) async fn check_server(
        &self,
        terms: &Terms,
        players: &[PlayerId],
    ) -> Result<(), ServiceError> {
        let Some(server) = terms.server else { return Ok(()) };
        let settings = self.storage().server_settings(server).await?;
        if !settings.allows_game(&terms.game) {
            return Err(ChallengeError::GameClosed.into());
        }
        let Some(limit) = settings.games_max else { return Ok(()) };
        for player in players {
            if self.storage().count_running(*player, server).await? >= limit {
                return Err(ChallengeError::TooManyGames(limit).into());
            }
        }
        Ok(())
    }

    /// The settings of a server.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, ServiceError> {
        Ok(self.storage().server_settings(server).await?)
    }

    /// Whether people who do not play may watch games of a server in the browser. Outside of servers they may.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn allows_watching(&self, server: Option<ServerId>) -> Result<bool, StorageError> {
        let Some(server) = server else { return Ok(true) };
        Ok(self.storage().server_settings(server).await?.allows_watching())
    }

    /// Changes the settings of a server and returns them. `change` is called again after a conflict with a concurrent
    /// change.
    ///
    /// # Errors
    /// [`ServerError::TooManyChannels`]; nothing has changed in that case.
    pub async fn update_server_settings(
        &self,
        server: ServerId,
        change: impl Fn(&mut ServerSettings),
    ) -> Result<ServerSettings, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let before = self.server_settings(server).await?;
            let mut after = before.clone();
            change(&mut after);
            if after.channels.as_ref().is_some_and(|channels| channels.len() > CHANNELS_MAX) {
                return Err(ServerError::TooManyChannels.into());
            }
            after.games_max = after.games_max.map(|limit| limit.clamp(RUNNING_LIMIT_LEAST, RUNNING_LIMIT_MOST));
            let change =
                Change::ServerSettings(Box::new(ServerSettingsChange { server, before, after: after.clone() }));
            match self.apply(vec![change]).await {
                Ok(()) => return Ok(after),
                Err(StorageError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Ends a match without a result, on behalf of a manager of its server. `None` if the match could not be read: it
    /// is ended anyway, but its players are not notified.
    ///
    /// # Errors
    /// [`ServerError::NoGame`] if it is played elsewhere, [`PlayError::Over`].
    pub async fn end_match_in(&self, channel: ServerChannel, id: MatchId) -> Result<Option<Match>, ServiceError> {
        if self.match_in(channel, id).await?.is_some() {
            return self.end_without_result(id).await.map(Some);
        }
        tracing::error!(game = %id, "ending a match that cannot be read");
        let stop = Change::StopMatch(MatchStop { match_id: id, server: channel.server, now: self.now() });
        match self.storage().apply(&ChangeSet { event: None, changes: vec![stop] }).await {
            Ok(_) => Ok(None),
            Err(StorageError::Conflict) => Err(ServerError::NoGame(id).into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Finds a match for a manager of its server. `None` if the match cannot be read; it may then be played elsewhere.
    ///
    /// # Errors
    /// [`ServerError::NoGame`] if it is played elsewhere.
    pub async fn match_in(&self, channel: ServerChannel, id: MatchId) -> Result<Option<Match>, ServiceError> {
        let found = match self.find(id).await {
            Err(ServiceError::Play(PlayError::Unknown)) => return Err(ServerError::NoGame(id).into()),
            Err(ServiceError::Storage(error @ StorageError::Corrupt(_))) => {
                tracing::error!(game = %id, %error, "a match that a manager asks for cannot be read");
                return Ok(None);
            }
            found => found?,
        };
        // A room may have become part of a space after the match began. Then its channel identifies the server.
        let is_here = |location: &MatchLocation| match location.server {
            Some(server) => server == channel.server,
            None => {
                location.delivery_mode == DeliveryMode::Threads
                    && [Some(channel.place), channel.parent].contains(&Some(location.channel))
            }
        };
        if found.locations().any(is_here) { Ok(Some(found)) } else { Err(ServerError::NoGame(id).into()) }
    }
}
