//! What those who manage a server choose, and what it means for games there.

use crate::service::game_service::{ATTEMPTS_MAX, GameService, ServiceError};
use crate::service::ids::{MatchId, PlaceId, PlayerId, ServerId};
use crate::service::lobby::challenge::{ChallengeError, Terms};
use crate::service::matches::state::{Match, PlayError};
use crate::service::outbox::delivery_mode::DeliveryMode;
use crate::service::people::preferences::ServerSettings;
use crate::service::storage::StorageError;

/// A server allows at least this many games at a time to one person, if it says how many.
pub const RUNNING_LIMIT_LEAST: u32 = 1;
/// See [`GAMES_MAX_LEAST`].
pub const RUNNING_LIMIT_MOST: u32 = 100;
/// So many channels can be named in which games may begin.
pub const CHANNELS_MAX: usize = 50;

/// Why something cannot be done about a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServerError {
    /// It is not in a server that has installed us.
    #[error("this is no server")]
    NoServer,
    /// Only who manages the server may do that.
    #[error("only who manages the server may do that")]
    NotManager,
    /// No game with this number is played in this server.
    #[error("there is no game {0} in this server")]
    NoGame(MatchId),
    /// There are as many channels as can be named.
    #[error("more than {CHANNELS_MAX} channels cannot be named")]
    TooManyChannels,
}

/// A place in a server: a channel, or a thread of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerChannel {
    /// The server.
    pub server: ServerId,
    /// The channel or thread.
    pub place: PlaceId,
    /// The channel that the thread belongs to.
    pub parent: Option<PlaceId>,
}

impl GameService {
    /// Whether games may begin at a place. What is said of a channel holds for its threads.
    ///
    /// # Errors
    /// [`ChallengeError::ChannelClosed`].
    pub async fn check_channel(&self, room: ServerChannel) -> Result<(), ServiceError> {
        let rules = self.storage().server_settings(room.server).await?;
        let is_open = [Some(room.place), room.parent].into_iter().flatten().any(|place| rules.allows_channel(place));
        if is_open { Ok(()) } else { Err(ChallengeError::ChannelClosed.into()) }
    }

    /// Whether a game may begin in its server with these players in it. Of two games that begin in the same moment the
    /// second may be one too many, which does no harm.
    ///
    /// # Errors
    /// [`ChallengeError::GameClosed`], [`ChallengeError::TooManyGames`].
    pub(in crate::service) async fn check_server(
        &self,
        terms: &Terms,
        players: &[PlayerId],
    ) -> Result<(), ServiceError> {
        let Some(server) = terms.server else { return Ok(()) };
        let rules = self.storage().server_settings(server).await?;
        if !rules.allows_game(&terms.game) {
            return Err(ChallengeError::GameClosed.into());
        }
        let Some(most) = rules.games_max else { return Ok(()) };
        for player in players {
            if self.storage().count_running(*player, server).await? >= most {
                return Err(ChallengeError::TooManyGames(most).into());
            }
        }
        Ok(())
    }

    /// What those who manage a server have chosen.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, ServiceError> {
        Ok(self.storage().server_settings(server).await?)
    }

    /// Changes what those who manage a server have chosen, and returns it. `change` is done again when another change was
    /// faster.
    ///
    /// # Errors
    /// [`HouseError::TooManyChannels`]; nothing has changed then.
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
            after.games_max = after.games_max.map(|most| most.clamp(RUNNING_LIMIT_LEAST, RUNNING_LIMIT_MOST));
            match self.storage().update_server_settings(server, &before, &after).await {
                Ok(()) => return Ok(after),
                Err(StorageError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Ends a match without a result, for whoever manages the server in which it is played. `None` when it could not be
    /// read: then it is over all the same, and its players have not been told.
    ///
    /// # Errors
    /// [`HouseError::NoGame`] when it is played elsewhere, [`PlayError::Over`].
    pub async fn end_match_in(&self, room: ServerChannel, id: MatchId) -> Result<Option<Match>, ServiceError> {
        let found = match self.find(id).await {
            Err(ServiceError::Play(PlayError::Unknown)) => return Err(ServerError::NoGame(id).into()),
            Err(ServiceError::Storage(error @ StorageError::Corrupt(_))) => {
                tracing::error!(game = %id, %error, "a game that cannot be read is ended");
                let stopped = self.storage().stop_corrupt_match(id, room.server, self.now()).await?;
                return if stopped { Ok(None) } else { Err(ServerError::NoGame(id).into()) };
            }
            found => found?,
        };
        let spot = &found.location;
        // Games of an earlier version do not know their server, but the channels are its own.
        let is_here = match spot.server {
            Some(server) => server == room.server,
            None => {
                spot.reach == DeliveryMode::Threads && [Some(room.place), room.parent].contains(&Some(spot.channel))
            }
        };
        if !is_here {
            return Err(ServerError::NoGame(id).into());
        }
        self.end_without_result(id).await.map(Some)
    }
}
