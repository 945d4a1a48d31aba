//! Loading and changing matches. A change is retried when it conflicts with a concurrent one.

use crate::service::change_set::{Change, MatchChange};
use crate::service::consequences::Consequences;
use crate::service::game_service::{ATTEMPTS_MAX, GameService, token_if_needed};
use crate::service::ids::{MatchId, PlaceId, PlayerId};
use crate::service::matches::events::MatchEvent;
use crate::service::matches::finished_match::FinishedMatch;
use crate::service::matches::notifications::RunningMatch;
use crate::service::matches::state::{Action, Match, PlayError};
use crate::service::matches::status::Status;
use crate::service::outbox::token::Token;
use crate::service::ratings::rated_result::RatingChange;
use crate::service::ratings::rating::Rating;
use crate::service::service_error::ServiceError;
use crate::service::storage::match_queries::MatchFilter;
use crate::service::storage_error::StorageError;
use std::collections::BTreeMap;

impl GameService {
    /// Loads a match.
    ///
    /// # Errors
    /// [`PlayError::Unknown`].
    pub async fn find(&self, id: MatchId) -> Result<Match, ServiceError> {
        Ok(self.storage.find_match(id).await?.ok_or(PlayError::Unknown)?)
    }

    /// Finds the match that a command refers to when it names none, among those played at a place and the player's running
    /// ones in its threads. The player's own matches come first, then matches of the wanted status, then matches of the
    /// place itself, then matches in which the turn fits `wanted`, then newer ones. Matches that cannot be read are
    /// skipped.
    ///
    /// # Errors
    /// [`PlayError::Unknown`] if there is no such match.
    pub async fn find_at(&self, place: PlaceId, player: PlayerId, wanted: MatchFilter) -> Result<Match, ServiceError> {
        for id in self.storage.find_matches_at(place, player, wanted).await? {
            match self.find(id).await {
                Err(ServiceError::Storage(error @ StorageError::Corrupt(_))) => {
                    tracing::error!(game = %id, %error, "skipping a match that cannot be read");
                }
                found => return found,
            }
        }
        Err(PlayError::Unknown.into())
    }

    /// The player's most urgent running matches, at most `limit`, and the total number of running matches.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn running(&self, player: PlayerId, limit: u32) -> Result<(Vec<RunningMatch>, usize), ServiceError> {
        Ok(self.storage.running(player, limit).await?)
    }

    /// The player's matches that are over, last ended first: at most `limit` after the first `skipped`, and the total
    /// number of them. Matches that cannot be read are left out.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn finished(
        &self,
        player: PlayerId,
        skipped: u32,
        limit: u32,
    ) -> Result<(Vec<FinishedMatch>, usize), ServiceError> {
        Ok(self.storage.finished(player, skipped, limit).await?)
    }

    /// Performs an action in a match and returns the updated match. `ply` is the ply that the player saw, if known.
    /// `token` is the player's interaction token; it is used if posts there can only be sent as interaction responses.
    ///
    /// # Errors
    /// Why the action is not possible; nothing has changed in that case.
    pub async fn act(
        &self,
        id: MatchId,
        by: PlayerId,
        ply: Option<usize>,
        action: &Action,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        // Records an outage before the move is judged, so that a move right after it is not late.
        let now = self.heartbeat().await?;
        for _ in 0..ATTEMPTS_MAX {
            let before = self.find(id).await?;
            let mut after = before.clone();
            let events = after.act(by, ply, action, now, (self.rng)())?;
            match self.change(&before, after, &events, token, false).await {
                Err(ServiceError::Storage(StorageError::Conflict)) => {}
                changed => return changed,
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Like [`GameService::act`], in a match that was `found` a moment ago. It is loaded again only if it has changed since
    /// then, or if the action is not possible in it.
    ///
    /// # Errors
    /// See [`GameService::act`].
    pub async fn act_on(
        &self,
        found: &Match,
        by: PlayerId,
        ply: Option<usize>,
        action: &Action,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        let now = self.heartbeat().await?;
        let mut after = found.clone();
        if let Ok(events) = after.act(by, ply, action, now, (self.rng)()) {
            match self.change(found, after, &events, token, false).await {
                Err(ServiceError::Storage(StorageError::Conflict)) => {}
                changed => return changed,
            }
        }
        self.act(found.id, by, ply, action, token).await
    }

    /// Performs an action of the engine in a match that it has `seen` in this state. A search takes long; if the match
    /// has changed meanwhile, its result is obsolete. `token` is the interaction token of the player whose action
    /// started the search.
    ///
    /// # Errors
    /// [`StorageError::Conflict`] if the match has changed, or why the action is not possible; nothing has changed in
    /// that case.
    pub async fn act_for_engine(
        &self,
        seen: &Match,
        action: &Action,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        let seat = seen.engine_seat().ok_or(PlayError::NotAPlayer)?;
        for _ in 0..ATTEMPTS_MAX {
            // The opponent may have added conditional moves meanwhile, which do not change the version.
            let before = self.find(seen.id).await?;
            if before.version != seen.version {
                break;
            }
            let mut after = before.clone();
            let events = after.act_at(seat, None, action, self.now(), (self.rng)())?;
            match self.change(&before, after, &events, token, true).await {
                Err(ServiceError::Storage(StorageError::Conflict)) => {}
                changed => return changed,
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Ends a match without a result, on behalf of a manager of its server.
    ///
    /// # Errors
    /// [`PlayError::Over`].
    pub async fn end_without_result(&self, id: MatchId) -> Result<Match, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let before = self.find(id).await?;
            if before.status != Status::Running {
                return Err(PlayError::Over.into());
            }
            let mut after = before.clone();
            let events = after.stop();
            match self.change(&before, after, &events, None, false).await {
                Err(ServiceError::Storage(StorageError::Conflict)) => {}
                changed => return changed,
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Stores the new state of a match, and what follows from the events that led to it.
    pub(crate) async fn change(
        &self,
        before: &Match,
        after: Match,
        events: &[MatchEvent],
        token: Option<&Token>,
        by_engine: bool,
    ) -> Result<Match, ServiceError> {
        let mut ratings = KnownRatings::default();
        let change = self.decide(before, after, events, &mut ratings, token, by_engine).await?;
        let mut after = change.after.clone();
        let has_check = change.consequences.next_check.is_some();
        self.apply(vec![Change::Match(Box::new(change))]).await?;
        after.version += 1;
        self.notify_workers_of(&after, has_check);
        Ok(after)
    }

    /// Decides what follows from the events that take a match from `before` to `after`. `ratings` are those that
    /// earlier changes in the same transaction have decided.
    pub(in crate::service) async fn decide(
        &self,
        before: &Match,
        mut after: Match,
        events: &[MatchEvent],
        ratings: &mut KnownRatings,
        token: Option<&Token>,
        by_engine: bool,
    ) -> Result<MatchChange, ServiceError> {
        let now = self.now();
        let game = after.line.game().name();
        if after.rated && events.contains(&MatchEvent::Ended) {
            let unknown: Vec<PlayerId> =
                after.people().into_iter().filter(|person| !ratings.0.contains_key(&(*person, game))).collect();
            let stored = self.storage.ratings(&unknown, game).await?;
            ratings.0.extend(stored.into_iter().map(|(person, rating)| ((person, game), rating)));
        }
        let known = |person| ratings.0.get(&(person, game)).copied();
        let consequences = Consequences::of(before, &after, events, known, now);
        for update in &consequences.ratings {
            ratings.0.insert((update.player, game), update.change.after);
        }
        let (old, new) = (before.line.moves(), after.line.moves());
        let retained_moves = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let token = token_if_needed(before.location.delivery_mode, token);
        after.changed_at = now;
        let conditional_moves_before = before.conditional_moves.clone();
        let calendars_before = before.running_clock().map(|_| (before.clocks.since, before.calendars.clone()));
        Ok(MatchChange {
            after,
            conditional_moves_before,
            calendars_before,
            moves_before: old.len(),
            retained_moves,
            consequences,
            by_engine,
            token,
            now,
        })
    }

    /// The rating changes of a match, in the order of the seats; empty if it has no outcome or was not rated.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn rating_changes(&self, played: &Match) -> Result<Vec<RatingChange>, ServiceError> {
        if !played.rated || played.outcome.is_none() {
            return Ok(Vec::new());
        }
        Ok(self.storage().rating_changes(played.id).await?)
    }
}

/// The ratings of players by game, as far as they are known.
#[derive(Debug, Default)]
pub(in crate::service) struct KnownRatings(BTreeMap<(PlayerId, &'static str), Rating>);
