//! Operations for the export and erasure of personal data.

use crate::service::change_set::MatchChange;
use crate::service::game_service::matches::KnownRatings;
use crate::service::game_service::{ATTEMPTS_MAX, GameService};
use crate::service::ids::{MatchId, PlaceId, PlayerId};
use crate::service::matches::notifications::RunningMatch;
use crate::service::matches::player::ERASED_PLAYER;
use crate::service::matches::state::{Action, PlayError};
use crate::service::outbox::token::Token;
use crate::service::people::personal_data::{EXPORT_EVERY_MS, PrivacyError};
use crate::service::service_error::ServiceError;
use crate::service::storage::personal_data_storage::Erasure;
use crate::service::storage_error::StorageError;
use serde_json::{Map, Value};

/// The number of games per read of an export, so that other requests are served in between.
const GAMES_PER_BATCH: usize = 50;

impl GameService {
    /// Exports everything that is stored about a player, without secrets and without other players' private data.
    /// Returns the facts; `add` receives each game with its moves, newest first. Games are read in batches, so that
    /// they are never all in memory and other requests are served in between.
    ///
    /// # Errors
    /// [`PrivacyError::ExportedRecently`] within [`EXPORT_EVERY_MS`] of the last export.
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
            for batch in ids.chunks(GAMES_PER_BATCH) {
                self.storage().personal_games(player, batch).await?.iter().for_each(&mut add);
            }
            Ok(facts)
        };
        let facts = read.await;
        if facts.is_err() {
            self.storage().release_export(player).await?;
        }
        facts
    }

    /// Erases a player. Running matches are resigned in the ordinary way, so that opponents are notified and rated
    /// matches count; open challenges are cancelled; and everything that names the player is deleted. Matches remain,
    /// with an erased player on the seat. If `removes_messages`, the bot's messages about their matches and challenges
    /// are removed on the platforms that can do that. `place` and `token` are those of the request.
    ///
    /// # Errors
    /// Storage errors. The player is not erased then, but some of their matches may have ended, and some may no longer
    /// name them.
    pub async fn erase(
        &self,
        player: PlayerId,
        removes_messages: bool,
        place: PlaceId,
        token: Option<&Token>,
    ) -> Result<(), ServiceError> {
        if player == ERASED_PLAYER {
            return Ok(());
        }
        self.heartbeat().await?;
        for _ in 0..ATTEMPTS_MAX {
            let erasure = self.prepare_erasure(player, removes_messages, place, token).await?;
            match self.storage().erase_person(&erasure).await {
                Ok(()) => {
                    self.notify_workers();
                    return Ok(());
                }
                // A match was started or changed meanwhile, or part of the erasure may not be stored.
                Err(StorageError::Conflict | StorageError::Interrupted(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Prepares the erasure of a player, with the resignation of the matches that are still running.
    async fn prepare_erasure(
        &self,
        player: PlayerId,
        removes_messages: bool,
        place: PlaceId,
        token: Option<&Token>,
    ) -> Result<Erasure, ServiceError> {
        let (running, _) = self.running(player, u32::MAX).await?;
        let (ends, unreadable) = self.resignations(player, &running, place, token).await?;
        let event = self.current_event().cloned();
        Ok(Erasure { player, ends, unreadable, removes_messages, event, now: self.now() })
    }

    /// The resignations of running matches in their current state, and the matches that cannot be read.
    async fn resignations(
        &self,
        player: PlayerId,
        running: &[RunningMatch],
        place: PlaceId,
        token: Option<&Token>,
    ) -> Result<(Vec<MatchChange>, Vec<MatchId>), ServiceError> {
        let mut ratings = KnownRatings::default();
        let (mut ends, mut unreadable) = (Vec::new(), Vec::new());
        for listed in running {
            let before = match self.find(listed.id).await {
                Ok(before) => before,
                Err(ServiceError::Storage(error @ StorageError::Corrupt(_))) => {
                    tracing::error!(game = %listed.id, %error, "ending a match that cannot be read, without a result");
                    unreadable.push(listed.id);
                    continue;
                }
                Err(error) => return Err(error),
            };
            let mut after = before.clone();
            let events = match after.act(player, None, &Action::Resign, self.now(), 0) {
                Ok(events) => events,
                // It has ended meanwhile.
                Err(PlayError::Over) => continue,
                Err(error) => return Err(error.into()),
            };
            let token = token.filter(|_| listed.place == Some(place));
            ends.push(self.decide(&before, after, &events, &mut ratings, token, false).await?);
        }
        Ok((ends, unreadable))
    }
}
