//! Where everything comes together: looks up, decides, keeps.

use super::challenge::{Challenge, ChallengeError, ChallengeState, OPEN_MS, Terms};
use super::ids::{ChallengeId, MatchId, Millis, PlaceId, PlayerId};
use super::keep::{Keep, KeepError, MatchChange, NewMatch};
use super::matches::{Action, Match, PlayError};
use super::reach::Reach;
use super::status::Status;
use super::token::Token;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::Notify;

/// Tells the time. Tests move their own.
pub trait Clock: Send + Sync {
    /// The instant that is now.
    fn now(&self) -> Millis;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// Why the desk could not do something.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// It concerns a challenge.
    #[error(transparent)]
    Challenge(#[from] ChallengeError),
    /// It concerns a match.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// It could not be kept.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

/// Which match somebody means most likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One that goes on.
    Running,
    /// One that is over.
    Finished,
}

/// The token that posts need: none where they can be delivered without.
fn answers(reach: Reach, token: Option<&Token>) -> Option<Token> {
    token.filter(|_| reach == Reach::Answers).cloned()
}

/// How often a change is tried anew when somebody else was faster.
const TRIES: usize = 5;

/// The desk. Cheap to clone.
#[derive(Clone)]
pub struct Desk {
    keep: Arc<dyn Keep>,
    clock: Arc<dyn Clock>,
    lot: Arc<dyn Fn() -> u64 + Send + Sync>,
    /// Told when there are new posts.
    posted: Arc<Notify>,
}

impl Desk {
    /// A desk over what is kept. `lot` draws a number that nobody can foresee, for who begins and for deals.
    pub fn new(keep: Arc<dyn Keep>, clock: Arc<dyn Clock>, lot: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Desk { keep, clock, lot: Arc::new(lot), posted: Arc::new(Notify::new()) }
    }

    /// What is kept.
    pub fn keep(&self) -> &dyn Keep {
        &*self.keep
    }

    /// The instant that is now.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Is told whenever there are new posts.
    pub fn posted(&self) -> &Notify {
        &self.posted
    }

    /// Proposes a game.
    ///
    /// # Errors
    /// That the terms are not possible.
    pub async fn propose(&self, terms: Terms) -> Result<Challenge, DeskError> {
        let terms = terms.checked((self.lot)())?;
        let now = self.now();
        Ok(self.keep.add_challenge(&terms, now.plus(OPEN_MS), now).await?)
    }

    /// Looks a challenge up.
    ///
    /// # Errors
    /// [`ChallengeError::Unknown`].
    pub async fn challenge(&self, id: ChallengeId) -> Result<Challenge, DeskError> {
        Ok(self.keep.challenge(id).await?.ok_or(ChallengeError::Unknown)?)
    }

    /// Accepts a challenge: its match begins. `message` is the message that shows the challenge, `token` allows to
    /// answer the acceptance, which is used where posts are answers.
    ///
    /// # Errors
    /// Why it cannot be accepted.
    pub async fn accept(
        &self,
        id: ChallengeId,
        by: PlayerId,
        message: Option<u64>,
        token: Option<&Token>,
    ) -> Result<Match, DeskError> {
        for _ in 0..TRIES {
            let challenge = self.challenge(id).await?;
            let now = self.now();
            let players = challenge.accept(by, now, (self.lot)().is_multiple_of(2))?;
            let token = answers(challenge.terms.reach, token);
            match self.keep.begin_match(&NewMatch { challenge, players, message, token, now }).await {
                Ok(begun) => {
                    self.posted.notify_one();
                    return self.find(begun).await;
                }
                Err(KeepError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(KeepError::Conflict.into())
    }

    /// Declines a challenge, or takes an own one back.
    ///
    /// # Errors
    /// Why that cannot be done.
    pub async fn close(&self, id: ChallengeId, by: PlayerId, cancel: bool) -> Result<Challenge, DeskError> {
        for _ in 0..TRIES {
            let mut challenge = self.challenge(id).await?;
            let now = self.now();
            let state: ChallengeState = if cancel { challenge.cancel(by, now) } else { challenge.decline(by, now) }?;
            match self.keep.close_challenge(id, state).await {
                Ok(()) => {
                    challenge.state = state;
                    return Ok(challenge);
                }
                Err(KeepError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(KeepError::Conflict.into())
    }

    /// Looks a match up.
    ///
    /// # Errors
    /// [`PlayError::Unknown`].
    pub async fn find(&self, id: MatchId) -> Result<Match, DeskError> {
        Ok(self.keep.find_match(id).await?.ok_or(PlayError::Unknown)?)
    }

    /// The match that a player means at a place without naming it, of those played there. Own ones go before those of
    /// others, running ones before finished ones (or the other way round), ones in which it is the player's turn
    /// before those in which it is not, and younger ones before older ones.
    ///
    /// # Errors
    /// [`PlayError::Unknown`] when no match is played there.
    pub async fn find_at(&self, place: PlaceId, player: PlayerId, wanted: Wanted) -> Result<Match, DeskError> {
        const LOOKED_AT: u32 = 20;
        let mut best: Option<(u8, Match)> = None;
        for id in self.keep.matches_at(place, LOOKED_AT).await? {
            let found = match self.find(id).await {
                Ok(found) => found,
                Err(DeskError::Keep(error @ KeepError::Damaged(_))) => {
                    tracing::error!(game = %id, %error, "a match is passed over");
                    continue;
                }
                Err(error) => return Err(error),
            };
            let seat = found.seat_of(player);
            let is_wanted = (wanted == Wanted::Running) == (found.status == Status::Running);
            let is_turn = seat.is_some() && found.to_move() == seat;
            let fit = 4 * u8::from(seat.is_some()) + 2 * u8::from(is_wanted) + u8::from(is_turn);
            if best.as_ref().is_none_or(|(best_fit, _)| fit > *best_fit) {
                best = Some((fit, found));
            }
        }
        Ok(best.ok_or(PlayError::Unknown)?.1)
    }

    /// The running matches of a player, the one that changed longest ago first.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn running(&self, player: PlayerId, most: u32) -> Result<Vec<Match>, DeskError> {
        let mut matches = Vec::new();
        for id in self.keep.matches_of(player, most).await? {
            match self.keep.find_match(id).await {
                Ok(found) => matches.extend(found),
                Err(error @ KeepError::Damaged(_)) => tracing::error!(game = %id, %error, "a match is passed over"),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(matches)
    }

    /// Does something in a match and returns it as it is then. `ply` is the ply the player saw, if it is known. `token`
    /// allows to answer the player, which is used where posts are answers.
    ///
    /// # Errors
    /// Why it cannot be done; nothing has changed then.
    pub async fn act(
        &self,
        id: MatchId,
        by: PlayerId,
        ply: Option<usize>,
        action: &Action,
        token: Option<&Token>,
    ) -> Result<Match, DeskError> {
        for _ in 0..TRIES {
            let before = self.find(id).await?;
            let mut after = before.clone();
            let posts = after.act(by, ply, action)?;
            let now = self.now();
            let (old, new) = (before.line.moves(), after.line.moves());
            let kept_moves = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
            let change = MatchChange {
                id,
                from_version: before.version,
                kept_moves,
                new_moves: new[kept_moves..].to_vec(),
                status: after.status.clone(),
                outcome: after.outcome,
                offer: after.offer,
                posts,
                token: answers(before.spot.reach, token),
                now,
            };
            match self.keep.change_match(&change).await {
                Ok(()) => {
                    after.version += 1;
                    after.changed_at = now;
                    self.posted.notify_one();
                    return Ok(after);
                }
                Err(KeepError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(KeepError::Conflict.into())
    }

    /// Begins the same game again with seats swapped, as a challenge of `by` to the other player.
    ///
    /// # Errors
    /// That the match goes on, or is not this player's.
    pub async fn rematch(&self, id: MatchId, by: PlayerId, place: PlaceId) -> Result<Challenge, DeskError> {
        let last = self.find(id).await?;
        let seat = last.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        if last.status == Status::Running {
            return Err(PlayError::Running.into());
        }
        let side = [super::Side::Second, super::Side::First][seat.index()];
        // A random start is dealt anew.
        let setup: Vec<&str> = last.setup.split_whitespace().filter(|word| !word.starts_with("deal=")).collect();
        self.propose(Terms {
            game: last.line.game().name().to_owned(),
            setup: setup.join(" "),
            challenger: by,
            opponent: Some(last.player(!seat)),
            side,
            note: String::new(),
            place,
            reach: last.spot.reach,
            language: last.spot.language,
        })
        .await
    }
}
