//! What is kept of somebody, and its end.

use super::desk::{Desk, DeskError, TRIES};
use super::ids::{MatchId, Millis, PlaceId, PlayerId};
use super::keep::{KeepError, MatchChange};
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
    /// How their running matches end.
    pub ends: Vec<MatchChange>,
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

    /// Removes somebody, in one transaction. Running games are resigned, by the same door as by hand, so that opponents
    /// hear of it and rated games count; open challenges are cancelled; and all that names the person goes. Games stay,
    /// with nobody on the seat. `here` is the place where the person asks, and what allows to answer there.
    ///
    /// # Errors
    /// Those of the store; nothing has changed then.
    pub async fn forget(&self, player: PlayerId, here: (PlaceId, Option<&Token>)) -> Result<(), DeskError> {
        if player == FORMER {
            return Ok(());
        }
        self.beat().await?;
        for _ in 0..TRIES {
            match self.keep().forget(&self.farewell(player, here).await?).await {
                Ok(()) => {
                    self.wake();
                    return Ok(());
                }
                // A game has begun or gone on in the meantime.
                Err(KeepError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(KeepError::Conflict.into())
    }

    /// How the running games of somebody end, as they are now.
    async fn farewell(
        &self,
        player: PlayerId,
        (place, token): (PlaceId, Option<&Token>),
    ) -> Result<Farewell, DeskError> {
        let mut farewell = Farewell { player, ends: Vec::new(), unreadable: Vec::new(), now: self.now() };
        let (running, _) = self.running(player, u32::MAX).await?;
        for listed in running {
            let before = match self.find(listed.id).await {
                Ok(before) => before,
                Err(DeskError::Keep(error @ KeepError::Damaged(_))) => {
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
