//! Storage of challenges.

use super::rows::{challenge, changed_one, stored};
use crate::catalog::Catalog;
use crate::db::driver::{Connection, query, query_as};
use crate::service::lobby::challenge::OPEN_MS;
use crate::service::{
    Challenge, ChallengeId, ChallengeState, DeliveryMode, Millis, PlatformId, PlayerId, Span, StorageError,
};

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

/// The open challenges to or by a person, in the order in which they were made.
pub(super) async fn open_of(
    conn: &mut Connection,
    player: PlayerId,
    now: Millis,
    limit: u32,
) -> Result<Vec<Challenge>, StorageError> {
    let rows = query(
        "SELECT * FROM challenges WHERE state = 'open' AND expires_at > $2 AND (challenger = $1 OR opponent = $1)
         ORDER BY id LIMIT $3",
    )
    .bind(stored(player.0))
    .bind(now.0)
    .bind(limit)
    .fetch_all(conn)
    .await?;
    rows.iter().map(challenge).collect()
}

/// The open challenges that were made on a platform within a time, where the bot can post.
pub(super) async fn open_made(
    conn: &mut Connection,
    platform: PlatformId,
    within: Span,
) -> Result<Vec<ChallengeId>, StorageError> {
    let rows: Vec<i64> = query_as(
        "SELECT challenges.id FROM challenges JOIN places ON places.id = place
         WHERE expires_at >= $1 AND expires_at <= $2 AND state = 'open' AND delivery_mode != $3 AND platform = $4
         ORDER BY challenges.id",
    )
    .bind(within.from.plus(OPEN_MS).0)
    .bind(within.until.plus(OPEN_MS).0)
    .bind(DeliveryMode::InteractionOnly.word())
    .bind(platform.0)
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(ChallengeId).collect())
}

/// Stores a new challenge.
pub(super) async fn add(
    tx: &mut Connection,
    catalog: &Catalog,
    challenge: &Challenge,
    now: Millis,
) -> Result<(), StorageError> {
    let terms = &challenge.terms;
    if let Some(opponent) = terms.opponent {
        let open = open_between(tx, [terms.challenger, opponent], now).await?;
        if open.iter().any(|open| open.terms.is_same_game(terms, catalog)) {
            return Err(StorageError::Conflict);
        }
    }
    query(
        "INSERT INTO challenges
            (id, game, setup, challenger, opponent, side, note, place, delivery_mode, language, state, created_at, expires_at,
             hints, rated, control, pauses, server, origin, code)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'open', $11, $12, $13, $14, $15, $16, $17, $18, $19)",
    )
    .bind(challenge.id.0)
    .bind(&terms.game)
    .bind(&terms.setup)
    .bind(stored(terms.challenger.0))
    .bind(terms.opponent.map(|opponent| stored(opponent.0)))
    .bind(terms.side.word())
    .bind(&terms.note)
    .bind(stored(terms.place.0))
    .bind(terms.delivery_mode.word())
    .bind(&terms.language)
    .bind(now.0)
    .bind(challenge.expires_at.0)
    .bind(terms.hints)
    .bind(terms.rated)
    .bind(terms.control.to_string())
    .bind(terms.pauses.word())
    .bind(terms.server.map(|server| stored(server.0)))
    .bind(terms.origin.map(|origin| stored(origin.0)))
    .bind(challenge.code.as_ref().map(|code| &code.symbols))
    .execute(tx)
    .await?;
    Ok(())
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
