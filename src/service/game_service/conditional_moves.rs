//! Operations on conditional moves and private notes.

use crate::rules::Seat;
use crate::service::change_set::{Change, ConditionalMovesChange, NoteChange};
use crate::service::game_service::{ATTEMPTS_MAX, GameService};
use crate::service::ids::{MatchId, PlayerId};
use crate::service::matches::conditional_moves::{AddedLine, ConditionalMoves};
use crate::service::matches::state::NOTE_MAX;
use crate::service::matches::state::{Match, PlayError};
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;

impl GameService {
    /// Adds a line to a player's conditional moves (see [`ConditionalMoves::add`]), and returns the updated match.
    ///
    /// # Errors
    /// The match is not a running match of this player, or the line cannot be added; nothing has changed in that case.
    pub async fn add_conditional_moves(
        &self,
        id: MatchId,
        by: PlayerId,
        text: &str,
    ) -> Result<(Match, AddedLine), ServiceError> {
        self.change_conditional_moves(id, by, |played, seat, tree| Ok(tree.add(&*played.line, seat, text)?)).await
    }

    /// Cancels the lines of a player's conditional moves that `is_selected` selects, and returns the match and those
    /// lines. `ply` is the ply that the player saw.
    ///
    /// # Errors
    /// The match is not a running match of this player, or it is at another ply.
    pub async fn cancel_lines(
        &self,
        id: MatchId,
        by: PlayerId,
        ply: usize,
        is_selected: impl Fn(&[String]) -> bool,
    ) -> Result<(Match, Vec<Vec<String>>), ServiceError> {
        let cancel = |played: &Match, _, tree: &mut ConditionalMoves| {
            if played.ply() != ply {
                return Err(PlayError::Stale.into());
            }
            // In reverse, so that the remaining numbers stay valid.
            let mut numbered: Vec<(usize, Vec<String>)> = tree.lines().into_iter().enumerate().collect();
            numbered.retain(|(_, line)| is_selected(line));
            numbered.iter().rev().for_each(|(number, _)| drop(tree.remove(*number)));
            Ok(numbered.into_iter().map(|(_, line)| line).collect())
        };
        self.change_conditional_moves(id, by, cancel).await
    }

    async fn change_conditional_moves<T>(
        &self,
        id: MatchId,
        by: PlayerId,
        change: impl Fn(&Match, Seat, &mut ConditionalMoves) -> Result<T, ServiceError>,
    ) -> Result<(Match, T), ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let mut played = self.find(id).await?;
            let seat = played.check_planner(by)?;
            let before = played.conditional_moves[seat.index()].clone();
            let mut after = before.clone();
            let result = change(&played, seat, &mut after)?;
            played.conditional_moves[seat.index()] = after.clone();
            if after == before {
                return Ok((played, result));
            }
            let change = ConditionalMovesChange { match_id: id, seat, from_version: played.version, before, after };
            match self.apply(vec![Change::ConditionalMoves(change)]).await {
                Err(StorageError::Conflict) => {}
                stored => return Ok(stored.map(|()| (played, result))?),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// The player's private note about a match.
    ///
    /// # Errors
    /// The player does not take part in this match.
    pub async fn note(&self, played: &Match, by: PlayerId) -> Result<Option<String>, ServiceError> {
        played.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        Ok(self.storage().note(played.id, by).await?)
    }

    /// Replaces a player's private note about a match; an empty text deletes it.
    ///
    /// # Errors
    /// The player does not take part in this match, or [`PlayError::NoteTooLong`].
    pub async fn store_note(&self, played: &Match, by: PlayerId, text: &str) -> Result<(), ServiceError> {
        played.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        let text = text.trim();
        if text.chars().count() > NOTE_MAX {
            return Err(PlayError::NoteTooLong.into());
        }
        Ok(self
            .apply(vec![Change::Note(NoteChange { match_id: played.id, player: by, text: text.to_owned() })])
            .await?)
    }
}
