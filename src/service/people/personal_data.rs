//! What is kept of somebody, and its end.

use crate::service::game_service::{ATTEMPTS_MAX, GameService, ServiceError};
use crate::service::ids::{MatchId, Millis, PlaceId, PlayerId};
use crate::service::matches::player::ERASED_PLAYER;
use crate::service::matches::state::{Action, PlayError};
use crate::service::outbox::token::Token;
use crate::service::storage::{MatchChange, StorageError};
use crate::service::time::control::HOUR_MS;
use serde_json::{Map, Value};

/// A person gets one export in this time, in milliseconds: it reads everything about them.
pub const EXPORT_EVERY_MS: i64 = HOUR_MS;
/// Games that one look at the database reads for an export, so that others are answered in between.
const GAMES_AT_A_TIME: usize = 50;

/// Why personal data cannot be given now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrivacyError {
    /// The last file is too recent; the next can be had then.
    #[error("the last export is too recent")]
    ExportedRecently(Millis),
}

/// Somebody is to be removed.
#[derive(Clone, Debug)]
pub struct Erasure {
    /// Who.
    pub player: PlayerId,
    /// How their running matches end.
    pub ends: Vec<MatchChange>,
    /// Running matches that make no sense any more and hence cannot be resigned: they end without a result.
    pub unreadable: Vec<MatchId>,
    /// When.
    pub now: Millis,
}

impl GameService {
    /// Reads all that is stored about a person, without secrets and without what is private to others: first the facts,
    /// then `add` gets each game with its moves, the youngest first. Games are read a few at a time: neither are all of them
    /// in memory at once, nor does anybody wait for them.
    ///
    /// # Errors
    /// [`PrivacyError::ExportedRecently`] within [`EXPORT_EVERY_MS`] of the last one.
    pub async fn export(
        &self,
        player: PlayerId,
        mut add: impl FnMut(&Value) + Send,
    ) -> Result<Map<String, Value>, ServiceError> {
        let now = self.now();
        if let Some(last) = self.storage().claim_export(player, now, now.plus(-EXPORT_EVERY_MS)).await? {
            return Err(PrivacyError::ExportedRecently(last.plus(EXPORT_EVERY_MS)).into());
        }
        let read = async {
            let facts = self.storage().personal_facts(player).await?;
            let ids = self.storage().personal_game_ids(player).await?;
            for some in ids.chunks(GAMES_AT_A_TIME) {
                self.storage().personal_games(player, some).await?.iter().for_each(&mut add);
            }
            Ok(facts)
        };
        let facts = read.await;
        if facts.is_err() {
            self.storage().release_export(player).await?;
        }
        facts
    }

    /// Removes a person. Running games are resigned, by the same door as by hand, so that opponents hear of it and rated
    /// games count; open challenges are cancelled; and all that names the person goes. Games stay, with nobody on the seat. `here` is the place where the person asks, and what allows to answer there.
    ///
    /// # Errors
    /// Those of the store; nothing has changed then.
    pub async fn erase(&self, player: PlayerId, here: (PlaceId, Option<&Token>)) -> Result<(), ServiceError> {
        if player == ERASED_PLAYER {
            return Ok(());
        }
        self.heartbeat().await?;
        for _ in 0..ATTEMPTS_MAX {
            match self.storage().erase_person(&self.prepare_erasure(player, here).await?).await {
                Ok(()) => {
                    self.notify_workers();
                    return Ok(());
                }
                // A game has begun or gone on in the meantime.
                Err(StorageError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// How the running games of somebody end, as they are now.
    async fn prepare_erasure(
        &self,
        player: PlayerId,
        (place, token): (PlaceId, Option<&Token>),
    ) -> Result<Erasure, ServiceError> {
        let mut farewell = Erasure { player, ends: Vec::new(), unreadable: Vec::new(), now: self.now() };
        let (running, _) = self.running(player, u32::MAX).await?;
        for listed in running {
            let before = match self.find(listed.id).await {
                Ok(before) => before,
                Err(ServiceError::Storage(error @ StorageError::Corrupt(_))) => {
                    tracing::error!(game = %listed.id, %error, "a match is ended without a result");
                    farewell.unreadable.push(listed.id);
                    continue;
                }
                Err(error) => return Err(error),
            };
            let mut after = before.clone();
            let posts = match after.act(player, None, &Action::Resign, self.now()) {
                Ok(posts) => posts,
                // It has ended in the meantime.
                Err(PlayError::Over) => continue,
                Err(error) => return Err(error.into()),
            };
            let token = token.filter(|_| listed.place == Some(place));
            farewell.ends.push(self.changing(&before, after, posts, token, false));
        }
        Ok(farewell)
    }
}
