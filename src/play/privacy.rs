//! What is kept of somebody, and its end.

use super::desk::{Desk, DeskError, TRIES};
use super::ids::{MatchId, Millis, PlaceId, PlayerId};
use super::keep::KeepError;
use super::matches::{Action, PlayError};
use super::player::FORMER;
use super::token::Token;
use serde_json::{Map, Value};

/// All that is kept of somebody, as they may read it: without secrets, and without what is private to others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dossier {
    /// Everything but the games: each kind of thing by its name, with a list of its rows.
    pub facts: Map<String, Value>,
    /// The games, the youngest first, each with its `moves`.
    pub games: Vec<Value>,
}

/// Somebody is to be removed.
#[derive(Clone, Debug)]
pub struct Farewell {
    /// Who.
    pub player: PlayerId,
    /// Running matches that make no sense any more and hence cannot be resigned: they end without a result.
    pub unreadable: Vec<MatchId>,
    /// When.
    pub now: Millis,
}

impl Desk {
    /// All that is kept of somebody.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn dossier(&self, player: PlayerId) -> Result<Dossier, DeskError> {
        Ok(self.keep().dossier(player).await?)
    }

    /// Removes somebody. Running games are resigned first, as if by hand, so that opponents hear of it and rated games
    /// count; then, in one transaction, open challenges are cancelled and all that names the person goes. Games stay,
    /// with nobody on the seat. When it breaks off in between, games are resigned and nothing is removed; it can be
    /// done again. `here` is the place where the person asks, and what allows to answer there.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn forget(&self, player: PlayerId, here: (PlaceId, Option<&Token>)) -> Result<(), DeskError> {
        if player == FORMER {
            return Ok(());
        }
        for _ in 0..TRIES {
            let unreadable = self.resign_all(player, here).await?;
            match self.keep().forget(&Farewell { player, unreadable, now: self.now() }).await {
                Ok(()) => {
                    self.wake();
                    return Ok(());
                }
                // A game has begun in the meantime.
                Err(KeepError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(KeepError::Conflict.into())
    }

    /// Resigns the running games of somebody, and returns those that cannot be read.
    async fn resign_all(
        &self,
        player: PlayerId,
        (place, token): (PlaceId, Option<&Token>),
    ) -> Result<Vec<MatchId>, DeskError> {
        let (running, _) = self.running(player, u32::MAX).await?;
        let mut unreadable = Vec::new();
        for listed in running {
            let token = token.filter(|_| listed.place == Some(place));
            match self.act(listed.id, player, None, &Action::Resign, token).await {
                Ok(_) | Err(DeskError::Play(PlayError::Over)) => {}
                Err(DeskError::Keep(error @ KeepError::Damaged(_))) => {
                    tracing::error!(game = %listed.id, %error, "a match is ended without a result");
                    unreadable.push(listed.id);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(unreadable)
    }
}
