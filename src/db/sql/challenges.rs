//! Storage of challenges.

use super::locks::Locks;
use super::new_ids::Counted;
use super::rows::{challenge, changed_one, stored};
use super::stored_change::{StoredChange, Storing};
use crate::db::driver::{Connection, query};
use crate::service::{
    Challenge, ChallengeClosing, ChallengeId, ChallengeState, Millis, NewChallenge, PlayerId, StorageError,
};
use async_trait::async_trait;

/// The open challenges between two people, in the order in which they were made.
pub(super) async fn open_between(
    conn: &mut Connection,
    [one, other]: [PlayerId; 2],
    now: Millis,
) -> Result<Vec<Challenge>, StorageError> {
    let rows = query(
        "SELECT * FROM challenges WHERE state = 'open' AND challenger IN ($1, $2) AND expires_at > $3
            AND opponent IN ($1, $2) AND challenger != opponent ORDER BY id",
    )
    .bind(stored(one.0))
    .bind(stored(other.0))
    .bind(now.0)
    .fetch_all(conn)
    .await?;
    rows.iter().map(challenge).collect()
}

#[async_trait]
impl StoredChange for NewChallenge {
    fn locks(&self, locks: &mut Locks) {
        let terms = &self.challenge.terms;
        locks.person(terms.challenger);
        terms.opponent.into_iter().for_each(|opponent| locks.person(opponent));
    }

    fn counted(&self) -> Option<Counted> {
        Some(Counted::Challenges)
    }

    async fn store(&self, tx: &mut Connection, storing: &Storing<'_>) -> Result<(), StorageError> {
        let NewChallenge { challenge, now } = self;
        let id = storing.number.unwrap_or(challenge.id.0);
        let terms = &challenge.terms;
        if let Some(opponent) = terms.opponent {
            let open = open_between(tx, [terms.challenger, opponent], *now).await?;
            if open.iter().any(|open| open.terms.is_same_game(terms, storing.catalog)) {
                return Err(StorageError::Conflict);
            }
        }
        query(
            "INSERT INTO challenges
                (id, game, setup, challenger, opponent, side, note, place, delivery_mode, language, state, created_at, expires_at,
                 hints, rated, control, pauses, server, origin, code)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'open', $11, $12, $13, $14, $15, $16, $17, $18, $19)",
        )
        .bind(id)
        .bind(&terms.game)
        .bind(&terms.setup)
        .bind(stored(terms.challenger.0))
        .bind(terms.opponent.map(|opponent| stored(opponent.0)))
        .bind(terms.side.to_string())
        .bind(&terms.note)
        .bind(stored(terms.place.0))
        .bind(terms.delivery_mode.to_string())
        .bind(&terms.language)
        .bind(now.0)
        .bind(challenge.expires_at.0)
        .bind(terms.hints)
        .bind(terms.rated)
        .bind(terms.control.to_string())
        .bind(terms.pauses.to_string())
        .bind(terms.server.map(|server| stored(server.0)))
        .bind(terms.origin.map(|origin| stored(origin.0)))
        .bind(challenge.code.as_ref().map(|code| &code.symbols))
        .execute(tx)
        .await?;
        Ok(())
    }
}

/// Closes an open challenge.
pub(super) async fn close(tx: &mut Connection, id: ChallengeId, state: ChallengeState) -> Result<(), StorageError> {
    let (word, match_id) = match state {
        ChallengeState::Open => ("open", None),
        ChallengeState::Accepted(match_id) => ("accepted", Some(match_id.0)),
        ChallengeState::Declined => ("declined", None),
        ChallengeState::Cancelled => ("cancelled", None),
    };
    let closed = query("UPDATE challenges SET state = $1, match = $2 WHERE id = $3 AND state = 'open'")
        .bind(word)
        .bind(match_id)
        .bind(id.0)
        .execute(tx)
        .await?;
    changed_one(closed)
}

#[async_trait]
impl StoredChange for ChallengeClosing {
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        close(tx, self.id, self.state).await
    }
}
